"""The table of all grades: one row for each student, one column for each question."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from checker.lms.grades import ExportRequest

TEXTS: Final = ("student", "name", "email", "section")
ENDS: Final = ("handed_in", "provisional", "comment")

WAITING: Final = "Blank, because an answer is still to review"
MISSING: Final = "Blank, because {}"

Cell = str | float | None


def header(request: ExportRequest) -> list[str]:
    """Return the headings: who, points, a column for each question, and the comment."""
    return [*TEXTS, "points", "max_points", *_questions(request), *ENDS]


def rows(request: ExportRequest) -> Iterator[list[Cell]]:
    """Yield the row of each student; None is a blank cell."""
    names = _questions(request)
    for grade in request.grades:
        student, points = grade.student, {question.name: question.points for question in grade.questions}
        who = (student.id, student.name, student.email, student.section)
        flags = ("yes" if grade.handed_in else "no", "yes" if grade.is_provisional else "no")
        yield [*who, grade.points, grade.max_points, *(points.get(name) for name in names), *flags, grade.comment]


def _questions(request: ExportRequest) -> list[str]:
    return list(dict.fromkeys(question.name for grade in request.grades for question in grade.questions))
