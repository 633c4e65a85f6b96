"""needs-you.md: what a person has to look at, equal things together."""

from __future__ import annotations

from itertools import groupby
from typing import IO, Final

from checker.batch import Group
from checker.faults import name
from checker.report.summary import Summary

MARKS: Final = str.maketrans({mark: f"\\{mark}" for mark in "\\`*_[]<>#|"})
"""What Markdown would take for more than a character."""


def write(summary: Summary, file: IO[str]) -> None:
    """The list.  Also written where there is nothing on it, so that an earlier one does not stay."""
    file.write("# What needs you\n")
    if not summary.people:
        file.write("\nNothing: every answer is graded.\n")
        return
    file.write("\nMend an answer where it stands and grade again: what is graded already stays as it is.\n")
    for problem, groups in groupby(summary.groups, key=lambda group: group.name):
        file.write(f"\n## {_text(problem)}\n\n")
        for group in groups:
            file.write(f"- {_answer(group)}  \n  {', '.join(map(_text, group.students))}\n")
    if summary.twice:
        file.write("\n## Handed in more than once\n\n")
        for (assignment, student), message in summary.twice.items():
            file.write(f"- {_text(student)}{assignment and f' ({_text(assignment)})'}: {_text(message)}\n")
    if summary.needs:
        file.write("\n## Not graded\n\n")
        for need in summary.needs:
            who = f" {_text(need.student)}:" if need.student is not None else ""
            file.write(f"- {_text(need.place)}:{who} {_text(need.message)}\n")


def _answer(group: Group) -> str:
    count = f" ({len(group.students)} students)" if len(group.students) > 1 else ""
    return f"“{_text(group.answer)}”{count}: {_text(group.reason)}"


def _text(text: str) -> str:
    """A text in one line that Markdown leaves alone."""
    return " ".join(text.split()).translate(MARKS) if text.isprintable() else name(text).translate(MARKS)
