"""Records of what ended its worker process twice, alone at last: nothing in it is judged."""

from __future__ import annotations

from typing import Final

from checker.grading.course import Course
from checker.grading.grader.cell import in_error, unmarked
from checker.grading.grader.graded_source import GradedSource, Response, Unread
from checker.grading.grader.groups import Reason
from checker.grading.grader.issues import Issue
from checker.grading.grader.submission_grader import Graded, SubmissionGrader
from checker.grading.submissions import HandIn, Source, printable
from checker.notation.words import shortened

MARKED: Final = Reason(
    "worker_ended",
    "A fault of checker, not of this answer: the process that marked it was ended twice. Please report it.",
)
ENDED: Final = "{} ({}): the process that read it was ended twice"
READ: Final = "the process that read it was ended twice; nothing in it is graded"


def recorded(task: Source | Response, course: Course) -> Graded:
    """Return what is recorded of a source, or of the answers to a problem, that ended every process."""
    if isinstance(task, Response):
        columns = course.of_problem(task.problem).columns
        pairs = zip(columns, task.texts, strict=True)
        return task._replace(
            marks=tuple(
                in_error(column, text) if column.part is None else unmarked(column, text, MARKED)
                for column, text in pairs
            )
        )
    if isinstance(task, HandIn):
        from checker.grading.grader.write_ups import not_read

        read = not_read(task, course, MARKED)
        fault = ENDED.format(shortened(task.student), task.path)
        return SubmissionGrader(course).of_read(read._replace(faults=(fault,)), task)
    file = printable(str(task.path))
    return GradedSource.empty(task)._replace(
        issues=[Issue(None, file, None, READ)], faults=[f"{file}: {READ}"], unread=(Unread.of(task),)
    )
