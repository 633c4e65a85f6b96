"""What is recorded of submissions that ended the process that worked on them, twice: nothing of them is judged."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from checker.grading.cell import MarkedAnswer, in_error, unmarked
from checker.grading.course import GradeColumn
from checker.grading.decisions import Met
from checker.grading.grader import Chunk, SubmissionGrader
from checker.grading.issues import IssueLog
from checker.grading.submissions import FoundSubmissions, Submission
from checker.notation.words import shortened

MARKED: Final = (
    "A fault of checker, not of this answer: the process that marked this submission was ended, twice. "
    "Please report it."
)
READ: Final = "the process that read it was ended, twice; nothing in it is graded"


class WorkersEnded(Exception):  # noqa: N818 - not an error of the program: the name of an end
    """Worker after worker was ended from outside before it could begin."""


class KilledGrader(SubmissionGrader):
    """Where such submissions are laid down.  Each answer is a fault of ours; people's decisions on them hold."""

    def grade(self, found: Iterable[FoundSubmissions]) -> Chunk:
        """Record all of these."""
        found = list(found)
        ended = [
            f"{shortened(each.student)} ({each.path}): the process that marked it was ended, twice"
            for each in found
            if isinstance(each, Submission)
        ]
        return super().grade(found)._replace(ended=tuple(ended))

    def _look_at(self, column: GradeColumn, text: str, doubt: str = "") -> MarkedAnswer:  # noqa: ARG002 - nobody looks
        if column.part is None:
            return in_error(column, text)
        return unmarked(column, text, MARKED)


def unread(file: str) -> Chunk:
    """Tell of a file that cannot even be read."""
    needs = IssueLog()
    needs.add(None, file, None, READ)
    return Chunk(b"", [], needs, {}, Met(), {}, (f"{file}: {READ}",))
