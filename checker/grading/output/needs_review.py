"""needs-review.md: everything that a person has to look at, equal things together."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import IO, Final

from checker.grading import CourseResults, Group
from checker.grading.output import review
from checker.grading.store import Store
from checker.grading.submissions import TO_REVIEW
from checker.notation.steering import escaped_in_markdown

ADVICE: Final = """
Fix an answer in its submission file and grade again; grades that need no change stay as they are. Or decide: the
command "checker review" shows one answer after the other, with scans and photographs as pictures. Or copy review.yaml
to reviews/NAME.yaml, fill in the points there, and grade again.
"""


WITHOUT_GROUP: Final = """
What has no group here is not in review.yaml. Write {{student: ..., problem: ..., {part}points: ...}} into
reviews/NAME.yaml to decide it, as a separate entry.
"""


def write(results: CourseResults, store: Store, file: IO[str]) -> None:
    """Write the list, also where it is empty, so that an earlier one does not stay."""
    file.write(TO_REVIEW)
    if not results.to_review().total():
        file.write("\nNothing: every answer is graded.\n")
        return
    file.write(ADVICE)
    if open_ones := [group for group in results.groups if not group.ids]:
        part = "part: ..., " if any(group.name != group.problem for group in open_ones) else ""
        file.write(WITHOUT_GROUP.format(part=part))
    for problem, groups in groupby(results.groups, key=lambda group: group.name):
        file.write(f"\n## {escaped_in_markdown(problem)}\n\n")
        for group in groups:
            file.write(f"- {_answer(group)}  \n  {', '.join(map(escaped_in_markdown, group.students))}\n")
            file.writelines(f"  {line}".rstrip() + "\n" for line in _whole_answer(group, results, store))
    if results.conflicts:
        file.write("\n## Handed in more than once\n\n")
        for (assignment, student), duplicates in results.conflicts.items():
            where = assignment and f" ({escaped_in_markdown(assignment)})"
            file.write(f"- {escaped_in_markdown(student)}{where}: {escaped_in_markdown(duplicates.reason)}\n")
    for title, issues in (("Not graded", results.issues), ("Decisions that are not applied", results.unapplied)):
        if issues:
            file.write(f"\n## {title}\n\n")
        for issue in issues:
            who = f" {escaped_in_markdown(issue.student)}:" if issue.student is not None else ""
            file.write(f"- {escaped_in_markdown(issue.place)}:{who} {escaped_in_markdown(issue.message)}\n")


def _whole_answer(group: Group, results: CourseResults, store: Store) -> Iterator[str]:
    """Yield an answer that is not shown whole already, and the matches of its rubric."""
    if not group.ids:
        return
    view = review.view_of(next(iter(group.ids.values())), results, store)
    if group.answer != view.given and not (view.candidates and not view.given):
        yield ""
        yield from (f"> {escaped_in_markdown(line)}" for line in review.answer_lines(view))
    if view.candidates:
        yield ""
        yield from (f"- {escaped_in_markdown(candidate)}" for candidate in view.candidates)
    if lines := (*review.rubric_lines(view), *view.remarks):
        yield ""
        yield from (f"- {escaped_in_markdown(line.removeprefix('· '))}" for line in lines)


def _answer(group: Group) -> str:
    count = f" ({len(group.students)} students)" if len(group.students) > 1 else ""
    several = len(group.ids) > 1
    ids = ", ".join(
        f"{id_} for {escaped_in_markdown(question)}" if several else id_ for question, id_ in group.ids.items()
    )
    named = f" (group{'s' if several else ''} {ids})" if ids else ""
    answer = f"“{escaped_in_markdown(group.answer)}”" if group.answer else "no answer was found"
    return f"{answer}{count}: {escaped_in_markdown(group.reason)}{named}"
