"""Gradescope: a results.json for each submission, as an autograder writes it.

Gradescope takes a file without a score for a failed autograder.  So a submission with an answer that is still to review
has the points so far as its score, and students see nothing of the result until the instructor publishes the grades.
"""

from __future__ import annotations

from typing import Any, Final

from checker.lms.gradebooks._documents import documents, handed_in, text
from checker.lms.gradebooks._notes import UNSCALED, Notes, numbered
from checker.lms.gradebooks._numbers import rounded
from checker.lms.grades import Exported, ExportRequest, QuestionGrade, StudentGrade

NAME: Final = "gradescope"
NEEDS_FILE: Final = False
IS_FOLDER: Final = True

TO_REVIEW: Final = "An instructor will grade this answer."
HIDDEN: Final = "Hidden from the student until grades are published, because an answer is still to review"


def export(request: ExportRequest) -> Exported:
    """Return the results of each submission."""
    notes = Notes()
    grades = handed_in(request, notes)
    for grade in grades:
        if _waits(grade):
            notes.add(HIDDEN, grade.student.shown)
    if request.scale:
        notes.add(UNSCALED)
    steps = numbered(
        "In your autograder, find the student's file by the email address in /autograder/submission_metadata.json. With"
        " `roster: {id: Email}` in assignment.yaml, the files have these names.",
        "Copy it to /autograder/results/results.json.",
        "Grade the answers that are still to review in Gradescope.",
        "Then choose Publish Grades.",
    )
    return Exported(documents(grades, _results), notes.listed(), steps, len(grades))


def _waits(grade: StudentGrade) -> bool:
    return grade.points is None or grade.is_provisional or any(each.points is None for each in grade.questions)


def _results(grade: StudentGrade) -> dict[str, Any]:
    return {
        "score": rounded(grade.so_far if grade.points is None else grade.points),
        "output": text(grade.comment),
        "output_format": "text",
        "visibility": "after_published" if _waits(grade) else "visible",
        "stdout_visibility": "hidden",
        "tests": [_test(question) for question in grade.questions],
    }


def _test(question: QuestionGrade) -> dict[str, Any]:
    """Return a test; without a score it is only information."""
    score = {} if question.points is None else {"score": rounded(question.points)}
    return {
        "name": text(question.title or question.name),
        "name_format": "text",
        **score,
        "max_score": rounded(question.max_points),
        "output": text(question.message) or (TO_REVIEW if question.points is None else ""),
        "output_format": "text",
    }
