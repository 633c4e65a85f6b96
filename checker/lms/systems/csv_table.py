"""CSV: exports an assignment's grades as one table, with a column for each question, for spreadsheets and scripts."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO
from typing import Any, Final

from checker.lms.gradebooks import Exported, ExportRequest, Gradebook
from checker.lms.gradebooks.tables import UNSCALED, Notes, numbered, with_points, written
from checker.lms.spreadsheet import NumberText, Table

TEXTS: Final = ("student", "name", "email", "section")
ENDS: Final = ("handed_in", "provisional", "comment")
WAITING: Final = "Blank, because an answer is still to review"
MISSING: Final = "Blank, because {}"


def export(request: ExportRequest) -> Exported:
    """Return the table of grades as a CSV file, in which no text acts as a formula."""
    notes = Notes()
    count = len(with_points(request, notes, WAITING, MISSING))
    if request.scale:
        notes.add(UNSCALED)
    file = StringIO()
    table = Table(file)
    questions = list(dict.fromkeys(question.name for grade in request.grades for question in grade.questions))
    table.row([*TEXTS, "points", "max_points", *questions, *ENDS])
    for row in _rows(request, questions):
        table.row(row)
    steps = numbered("Open the file in a spreadsheet program; its encoding is UTF-8 and its delimiter is the comma.")
    return Exported({"grades.csv": file.getvalue().encode()}, notes.listed(), steps, count)


def _rows(request: ExportRequest, questions: list[str]) -> Iterator[list[Any]]:
    """Yield a row for each student."""
    for grade in request.grades:
        student, points = grade.student, {question.name: question.points for question in grade.questions}
        who = (student.id, student.name, student.email, student.section)
        numbers = (grade.points, grade.max_points, *map(points.get, questions))
        flags = ("yes" if grade.handed_in else "no", "yes" if grade.is_provisional else "no")
        cells = ("" if each is None else NumberText(written(each)) for each in numbers)
        yield [*who, *cells, *flags, grade.comment]


GRADEBOOKS = (Gradebook("csv", export, new="export.csv"),)
