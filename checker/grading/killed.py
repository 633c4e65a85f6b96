"""Records of submissions that ended their worker process twice: none of their answers is judged."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from checker.grading.cell import MarkedAnswer, in_error, unmarked
from checker.grading.course import GradeColumn
from checker.grading.decisions import MatchedDecisions
from checker.grading.grader import Chunk, SubmissionGrader
from checker.grading.groups import Reason
from checker.grading.issues import IssueLog
from checker.grading.submissions import FoundSubmissions, Submission
from checker.notation.words import shortened

MARKED: Final = Reason(
    "worker_ended",
    "A fault of checker, not of this answer: the process that marked this submission was ended twice. "
    "Please report it.",
)
READ: Final = "the process that read it was ended twice; nothing in it is graded"


class WorkersEnded(Exception):  # noqa: N818 - not an error of the program: the name of an end
    """Several workers in a row were ended from outside before they could begin."""


class KilledGrader(SubmissionGrader):
    """A grader that records each answer as a fault of checker.  People's decisions on them hold."""

    def grade(self, found: Iterable[FoundSubmissions]) -> Chunk:
        """Record all of these."""
        found = list(found)
        ended = [
            f"{shortened(each.student)} ({each.path}): the process that marked it was ended twice"
            for each in found
            if isinstance(each, Submission)
        ]
        return super().grade(found)._replace(ended_workers=tuple(ended))

    def _mark(self, column: GradeColumn, text: str, doubt: Reason | None = None) -> MarkedAnswer:  # noqa: ARG002 - not marked
        if column.part is None:
            return in_error(column, text)
        return unmarked(column, text, MARKED)


def unread(file: str) -> Chunk:
    """Return what is recorded of a file that ended every process that read it."""
    issues = IssueLog()
    issues.add(None, file, None, READ)
    return Chunk(b"", [], issues, {}, MatchedDecisions(), {}, (f"{file}: {READ}",))
