"""Moodle: a file for Grades > Import > CSV file.

A blank grade erases one, a blank id gives a grade to the student of the row before, and one bad row undoes the whole
import.  So only students with a grade that Moodle takes get a row, and each row has an id and the same number of cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO
from typing import Final

from checker.document.errors import quote
from checker.lms.gradebooks._notes import Notes, graded, numbered
from checker.lms.gradebooks._numbers import written
from checker.lms.grades import Exported, ExportError, ExportRequest, StudentGrade
from checker.notation.spreadsheet import NumberText, Table, safe
from checker.notation.words import in_line

NAME: Final = "moodle-gradebook"
NEEDS_FILE: Final = False
TAKES_COLUMN: Final = True
IS_FOLDER: Final = False

MAXIMUM: Final = 100
"""The highest grade that Moodle imports unless its administrator allows more."""

TRIMMED: Final = " \t\n\r\0\x0b"
"""Space that Moodle removes around a cell."""

TAKEN_FOR_BLANK: Final = ("", "0")
"""Ids whose grade would go to the student of the row before."""

NO_CELL: Final = (
    "Left out, because a spreadsheet would take the id for a formula, or a terminal for a command;"
    " enter the grade in Moodle"
)
"""With a sign before it the id would be no student's, which undoes the whole import."""

WAITING: Final = "Left out, because an answer is still to review"
MISSING: Final = "Left out, because {}"


def export(request: ExportRequest) -> Exported:
    """Return a table of ids and grades."""
    notes = Notes()
    rows = [(grade, _points(grade, scale=request.scale)) for grade in graded(request, notes, WAITING, MISSING)]
    for grade, points in rows:
        if not 0 <= points <= MAXIMUM:
            notes.add(
                f"Left out, because Moodle refuses all grades if one is not from 0 to {MAXIMUM}", grade.student.shown
            )
    if request.scale:
        notes.add(f"Points are scaled to {MAXIMUM}, the maximum of a new grade item in Moodle")
    rows = [(grade, points) for grade, points in rows if 0 <= points <= MAXIMUM]
    heading, ids = _identified([grade for grade, _ in rows])
    for grade, _ in rows:
        if ids[grade.student.id] in TAKEN_FOR_BLANK:
            notes.add("Left out, because Moodle takes this id for a blank one", quote(grade.student.id))
        elif safe(ids[grade.student.id]) != ids[grade.student.id]:
            notes.add(NO_CELL, grade.student.shown)
    rows = [(grade, points) for grade, points in rows if _is_cell(ids[grade.student.id])]
    has_comments = bool(rows) and all(grade.comment.strip() for grade, _ in rows)
    if not has_comments and any(grade.comment.strip() for grade, _ in rows):
        notes.add("Comments are left out, because not every student has one and Moodle would clear the others")
    file = StringIO()
    table = Table(file)
    title = safe(request.column or request.title or "Grade")
    table.row([heading, title, *["Feedback"] * has_comments])
    for grade, points in rows:
        table.row([ids[grade.student.id], NumberText(written(points)), *[grade.comment] * has_comments])
    data = file.getvalue().encode()
    return Exported(
        {"moodle-gradebook.csv": data}, notes.listed(), _steps(heading, in_line(title), has_comments), len(rows)
    )


def _is_cell(id_: str) -> bool:
    """Return whether an id can be in a cell as it is, and means its student there."""
    return id_ not in TAKEN_FOR_BLANK and safe(id_) == id_


def _steps(heading: str, title: str, has_comments: bool) -> tuple[str, ...]:  # noqa: FBT001 - private
    kind = "Email address" if heading == "Email address" else "ID number or Username, whichever your ids are"
    feedback = f" Map Feedback to the feedback for {title}." if has_comments else ""
    return numbered(
        "In Moodle, open the course and then Grades > Import > CSV file.",
        "Choose this file, the encoding UTF-8 and the separator Comma, and upload it.",
        f"Under Identify user by, map from {heading} to {kind}.",
        f"Under Grade item mappings, map {title} to your grade item, and not to a new one.{feedback}",
        "Choose Upload grades. If Moodle reports an error, it has imported nothing: correct it and repeat.",
    )


def _points(grade: StudentGrade, *, scale: bool) -> float:
    points = grade.points or 0
    if not scale:
        return points
    if not grade.max_points:
        raise ExportError("the assignment has no maximum to scale from; leave out --scale")
    return points * MAXIMUM / grade.max_points


def _identified(grades: Sequence[StudentGrade]) -> tuple[str, dict[str, str]]:
    """Return the heading of the column of users, and what each student has there: email addresses, or else the ids."""
    emails = {grade.student.id: grade.student.email.strip(TRIMMED) for grade in grades}
    if all(emails.values()) and len(set(map(str.casefold, emails.values()))) == len(emails):
        return "Email address", emails
    ids = {grade.student.id: grade.student.id.strip(TRIMMED) for grade in grades}
    if len(set(ids.values())) < len(ids):
        raise ExportError(
            "two ids in the results differ by space only, and Moodle takes them for one; correct the roster"
        )
    return "ID number", ids
