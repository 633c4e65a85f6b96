"""Records of submissions that ended their worker process twice: none of their answers is judged."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from checker.grading.answer_marker import AnswerMarker
from checker.grading.cell import MarkedAnswer, in_error, unmarked
from checker.grading.chunk import Chunk
from checker.grading.course import Course, GradeColumn
from checker.grading.grader import SubmissionGrader
from checker.grading.groups import Reason
from checker.grading.reviews import Reviews
from checker.grading.submissions import FoundSubmissions, HandIn, Submission
from checker.notation.words import shortened

if TYPE_CHECKING:
    from checker.grading.write_ups import ReadHandIn

MARKED: Final = Reason(
    "worker_ended",
    "A fault of checker, not of this answer: the process that marked this submission was ended twice. "
    "Please report it.",
)
READ: Final = "the process that read it was ended twice; nothing in it is graded"


class WorkersEnded(Exception):  # noqa: N818 - not an error of the program: the name of an end
    """Several workers in a row were ended from outside before they could begin."""


class _NoMarker(AnswerMarker):
    """Records each answer as a fault of checker."""

    def mark(self, column: GradeColumn, text: str, doubt: Reason | None = None) -> MarkedAnswer:  # noqa: ARG002
        """Return an answer that is not marked."""
        return in_error(column, text) if column.part is None else unmarked(column, text, MARKED)


class KilledGrader(SubmissionGrader):
    """A grader that marks nothing and reads no document.  People's decisions hold."""

    def __init__(self, course: Course, reviews: Reviews | None = None) -> None:
        super().__init__(course, reviews)
        self.marker = _NoMarker(course)

    def grade(self, found: Iterable[FoundSubmissions | HandIn]) -> Chunk:
        """Record all of these."""
        found = list(found)
        chunk = super().grade(found)
        chunk.other_faults.extend(
            f"{shortened(each.student)} ({each.path}): the process that marked it was ended twice"
            for each in found
            if isinstance(each, Submission | HandIn)
        )
        return chunk

    def _read(self, hand_in: HandIn) -> ReadHandIn:
        from checker.grading.write_ups import not_read

        return not_read(hand_in, self.course, MARKED)


def unread(file: str) -> Chunk:
    """Return what is recorded of a file that ended every process that read it."""
    chunk = Chunk.empty()
    chunk.issues.add(None, file, None, READ)
    chunk.other_faults.append(f"{file}: {READ}")
    return chunk
