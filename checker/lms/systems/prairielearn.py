"""PrairieLearn: a results.json for each submission, as an external grader writes it.

The score is a share from 0 to 1.  Where a person has to decide, the result is not gradable: it takes no points and no
attempt from the student.
"""

from __future__ import annotations

from typing import Any, Final

from checker.lms.gradebooks import Exported, ExportRequest, Gradebook, QuestionGrade, StudentGrade, tables
from checker.lms.gradebooks.tables import Notes

TO_REVIEW: Final = "An instructor will grade this answer. You lose no points and no attempt."
NO_POINTS: Final = "This assignment is worth no points."
UNGRADABLE: Final = "Marked as not gradable, because an answer is still to review"
LIMIT: Final = 1_000_000
"""Maximum size of a file in bytes."""

TOO_LONG: Final = "Messages are left out, because PrairieLearn reads at most 1 MB"
BEYOND: Final = "The score is 1, the maximum of PrairieLearn, although the points are more"


def export(request: ExportRequest) -> Exported:
    """Return a JSON file for each student who handed something in, as an external grader writes results.json."""
    notes = Notes()
    grades = tables.handed_in(request, notes)
    for grade in grades:
        if grade.points is None:
            notes.add(UNGRADABLE, grade.student.shown)
        elif grade.points > grade.max_points:
            notes.add(BEYOND, grade.student.shown)
        elif grade.is_provisional:
            notes.add(tables.PROVISIONAL, grade.student.shown)
    steps = tables.numbered(
        "In your external grader, find the student's file by the id. PrairieLearn does not give it, so let the question"
        " ask for it.",
        "Make the folder /grade/results and copy the file to /grade/results/results.json.",
        "In the Manual Grading tab, grade the submissions that are marked as not gradable.",
    )
    files = tables.documents(grades, _results)
    for name, grade in zip(files, grades, strict=True):
        if len(files[name]) > LIMIT:
            notes.add(TOO_LONG, grade.student.shown)
            short = tuple(question._replace(message="") for question in grade.questions)
            files[name] = tables.document(_results(grade._replace(questions=short, comment="")))
    return Exported(files, notes.listed(), steps, len(grades))


def _results(grade: StudentGrade) -> dict[str, Any]:
    """Return the result of a student as an external grader writes it.

    It is not gradable where a person has to decide, and where the assignment is worth no points.
    """
    tests = [_test(question) for question in grade.questions if question.points is not None]
    if grade.points is None or grade.max_points <= 0:
        message = TO_REVIEW if grade.points is None else NO_POINTS
        return {"gradable": False, "message": message, "format_errors": [message], "tests": tests}
    share = min(1.0, max(0.0, grade.points / grade.max_points))
    comment = {"message": tables.clean_text(grade.comment)} if grade.comment else {}
    return {"gradable": True, "score": tables.rounded(share), **comment, "tests": tests}


def _test(question: QuestionGrade) -> dict[str, Any]:
    return {
        "name": tables.clean_text(question.title or question.name),
        "message": tables.clean_text(question.message),
        "points": tables.rounded(question.points or 0),
        "max_points": tables.rounded(question.max_points),
    }


GRADEBOOKS = (Gradebook("prairielearn", export, new="prairielearn", is_folder=True),)
