"""Tables without an LMS: the answers to a Google Form, those that people collect, and grades with a row a student.

Google Forms writes `Timestamp,Email Address,Score,` and a column for each question.
"""

from __future__ import annotations

import re
from io import StringIO
from typing import Final

from checker.document.tables import NumberText, TableWriter
from checker.lms.gradebooks import Exported, ExportRequest, GradebookForm, Notes, steps, written
from checker.lms.system import Quiz, System

FORM: Final = Quiz(
    lambda headings: headings[:1] == ["timestamp"],
    ids=("email address", "username", "student", "student id", "id"),
    known=re.compile(r"timestamp|score|total score|.* \[(?:score|feedback)\]"),
)
GOOGLE_FORMS: Final = System("google-forms", quiz=FORM)


def export(request: ExportRequest) -> Exported:
    """Return the grades as a CSV file for spreadsheets and scripts, in which no text acts as a formula."""
    notes, file = Notes(), StringIO()
    count = len(request.with_points(notes, "Blank, because {}"))
    table = TableWriter(file)
    names = list(dict.fromkeys(question.name for grade in request.grades for question in grade.questions))
    who = ("student", "name", "email", "section")
    table.row([*who, "points", "max_points", *names, "handed_in", "provisional", "comment"])
    for grade in request.grades:
        points = {question.name: question.points for question in grade.questions}
        numbers = (grade.points, grade.max_points, *map(points.get, names))
        cells = ("" if each is None else NumberText(written(each)) for each in numbers)
        flags = ("yes" if each else "no" for each in (grade.handed_in, grade.is_provisional))
        table.row([*grade.student[: len(who)], *cells, *flags, grade.comment])
    return Exported({"grades.csv": file.getvalue().encode()}, notes.listed(), steps("csv"), count)


_ANY_TABLE: Final = Quiz(lambda _: True, ids=("student", "student id", "id"), known=re.compile(r"(?!)"))
SYSTEM: Final = System("csv", quiz=_ANY_TABLE, gradebooks=(GradebookForm("csv", export, new="export.csv"),))
