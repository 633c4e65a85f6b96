"""needs-you.md: what a person has to look at, equal things together."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import IO, Final

from checker.grading import CourseResults, Group
from checker.grading.output import review
from checker.grading.output.summary import Summary
from checker.notation.words import shortened

MARKS: Final = str.maketrans({mark: f"\\{mark}" for mark in "\\`*_[]<>#|"})
"""What Markdown would take for more than a character."""

ADVICE: Final = """
Mend an answer where it stands and grade again: what is graded already stays as it is. Or decide: fill in the points in
review.yaml, copy it to reviews/NAME.yaml, and grade again.
"""


def write(summary: Summary, file: IO[str]) -> None:
    """The list.  Also written where there is nothing on it, so that an earlier one does not stay."""
    file.write("# What needs you\n")
    if not summary.people:
        file.write("\nNothing: every answer is graded.\n")
        return
    file.write(ADVICE)
    for problem, groups in groupby(summary.groups, key=lambda group: group.name):
        file.write(f"\n## {_text(problem)}\n\n")
        for group in groups:
            file.write(f"- {_answer(group)}  \n  {', '.join(map(_text, group.students))}\n")
            file.writelines(f"  {line}".rstrip() + "\n" for line in _laid_out(group, summary.book))
    if summary.twice:
        file.write("\n## Handed in more than once\n\n")
        for (assignment, student), message in summary.twice.items():
            file.write(f"- {_text(student)}{assignment and f' ({_text(assignment)})'}: {_text(message)}\n")
    for title, needs in (("Not graded", summary.needs), ("Decisions that are not applied", summary.unapplied)):
        if needs:
            file.write(f"\n## {title}\n\n")
        for need in needs:
            who = f" {_text(need.student)}:" if need.student is not None else ""
            file.write(f"- {_text(need.place)}:{who} {_text(need.message)}\n")


def _laid_out(group: Group, book: CourseResults) -> Iterator[str]:
    """The whole of an answer that is not shown already, and what was found in it."""
    if not group.ids:
        return
    laid = book.laid[next(iter(group.ids.values()))]
    if group.answer != laid.given:
        yield ""
        yield from (f"> {_text(line)}" for line in review.answer(laid))
    if lines := review.evidence(book.course.columns[laid.column], laid):
        yield ""
        yield from (f"- {_text(line.removeprefix('· '))}" for line in lines)


def _answer(group: Group) -> str:
    count = f" ({len(group.students)} students)" if len(group.students) > 1 else ""
    several = len(group.ids) > 1
    ids = ", ".join(f"{id_} for {_text(asked)}" if several else id_ for asked, id_ in group.ids.items())
    named = f" (group{'s' if several else ''} {ids})" if ids else ""
    return f"“{_text(group.answer)}”{count}: {_text(group.reason)}{named}"


def _text(text: str) -> str:
    """A text in one line that Markdown leaves alone."""
    return " ".join(text.split()).translate(MARKS) if text.isprintable() else shortened(text).translate(MARKS)
