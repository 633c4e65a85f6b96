"""Records of submissions that ended their worker process twice: none of their answers is judged."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from checker.grading.course import Course, GradeColumn
from checker.grading.grader.answer_marker import AnswerMarker
from checker.grading.grader.cell import MarkedAnswer, in_error, unmarked
from checker.grading.grader.chunk import GradedSource, Unread
from checker.grading.grader.groups import Reason
from checker.grading.grader.issues import IssueLog
from checker.grading.grader.submission_grader import SubmissionGrader
from checker.grading.submissions import HandIn, Source, Submission, printable
from checker.notation.words import shortened

if TYPE_CHECKING:
    from checker.grading.grader.write_ups import ReadHandIn

MARKED: Final = Reason(
    "worker_ended",
    "A fault of checker, not of this answer: the process that marked this submission was ended twice. "
    "Please report it.",
)
ENDED: Final = "{} ({}): the process that marked it was ended twice"
READ: Final = "the process that read it was ended twice; nothing in it is graded"


class _NoMarker(AnswerMarker):
    """Records each answer as a fault of checker."""

    def mark(self, column: GradeColumn, text: str, doubt: Reason | None = None) -> MarkedAnswer:  # noqa: ARG002
        """Return an answer that is not marked."""
        return in_error(column, text) if column.part is None else unmarked(column, text, MARKED)


class KilledGrader(SubmissionGrader):
    """A grader that marks nothing and reads no document."""

    def __init__(self, course: Course) -> None:
        super().__init__(course)
        self.marker = _NoMarker(course)

    def _grade(self, submission: Submission, graded: GradedSource) -> bool:
        graded.faults.append(ENDED.format(shortened(submission.student), submission.path))
        return super()._grade(submission, graded)

    def _read(self, hand_in: HandIn) -> ReadHandIn:
        from checker.grading.grader.write_ups import not_read

        fault = ENDED.format(shortened(hand_in.student), hand_in.path)
        return not_read(hand_in, self.course, MARKED)._replace(faults=(fault,))


def unread(source: Source) -> GradedSource:
    """Return what is recorded of a source that ended every process that read it."""
    file = printable(str(source.path))
    issues = IssueLog()
    issues.add(None, file, None, READ)
    faults = [f"{file}: {READ}"]
    return GradedSource(source.key, source.digest.hex(), "", [], issues, faults, unread=(Unread.of(source),))
