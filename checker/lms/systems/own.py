"""Tables of our own and of people: answers with a row for each student, and grades with a column for each question."""

from __future__ import annotations

import re
from io import StringIO
from typing import Final

from checker.lms.gradebooks import UNSCALED, Exported, ExportRequest, Gradebook, Notes, steps, written
from checker.lms.system import Quiz, System
from checker.lms.tables import NumberText, TableWriter

QUIZ: Final = Quiz(lambda _: True, ids=("student", "student id", "id"), known=re.compile(r"(?!)"))


def export(request: ExportRequest) -> Exported:
    """Return the grades as a CSV file for spreadsheets and scripts, in which no text acts as a formula."""
    notes = Notes()
    waiting = "Blank, because an answer is still to review"
    count = len(request.with_points(notes, waiting, "Blank, because {}"))
    if request.scale:
        notes.add(UNSCALED)
    file = StringIO()
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


SYSTEM: Final = System("csv", quiz=QUIZ, gradebooks=(Gradebook("csv", export, new="export.csv"),))
