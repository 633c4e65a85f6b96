"""Moodle: fills in the offline grading worksheet of an assignment.

Moodle needs its own headings and the times in the worksheet, so everything but the grade and the feedback comment stays
as it was.  It skips without a word what is locked or above the maximum; a blank feedback comment clears an older one.
"""

from __future__ import annotations

from html import escape
from typing import Final

from checker.document.errors import quote
from checker.lms.gradebooks._columns import Column, chosen
from checker.lms.gradebooks._filling import Filled, Rules, Sheet, file_name, fill, note_maximum, sheet_of
from checker.lms.gradebooks._notes import Notes, numbered
from checker.lms.gradebooks._numbers import has_decimal_commas, number
from checker.lms.grades import Exported, ExportError, ExportRequest
from checker.lms.layouts import moodle_worksheet as layout
from checker.lms.layouts.layout import column as column_of
from checker.notation.spreadsheet import safe

NAME: Final = "moodle-worksheet"
NEEDS_FILE: Final = True
IS_FOLDER: Final = False

GRADE: Final = ("grade", "bewertung", "note", "calificación", "valutazione", "nota", "cijfer")
COMMENTS: Final = ("feedback comments", "feedback als kommentar")
YES: Final = frozenset(("yes", "ja", "oui", "sí", "si", "sì", "sim", "tak", "evet", "да", "是", "はい", "نعم"))
NO: Final = frozenset(("no", "nein", "non", "não", "nee", "nej", "nei", "nie", "hayır", "нет", "否", "いいえ", "لا"))  # noqa: RUF001
LOCKED: Final = "Left as it was, because Moodle does not allow changing the grade"
EXPECTED: Final = "a Moodle grading worksheet, which begins with the column Identifier"


def export(request: ExportRequest) -> Exported:
    """Return the worksheet with the grades, and with the comments if it has a column for them."""
    sheet = sheet_of(request, layout.recognise, EXPECTED)
    notes = Notes()
    column = _grade_column(sheet, request)
    maxima = [number(sheet.table.text(row, column + 1)) for row in range(len(sheet.table.rows))]
    if maxima and all(each is None for each in maxima):
        raise ExportError("this assignment is graded with a scale; set its grade type to Point in Moodle")
    comma = has_decimal_commas([*sheet.cells(column), *sheet.cells(column + 1)])
    locks = _locks(sheet, column, notes)
    rules = Rules(column, maxima.__getitem__, comma=comma, locked=lambda row: LOCKED if row in locks else "")
    note_maximum(request, maxima, notes)
    filled = fill(sheet, request, rules, notes)
    comments = _comments(sheet, filled, notes)
    steps = numbered(
        "In Moodle, open the assignment and then Submissions (View all submissions).",
        "Choose the action Upload grading worksheet, and then this file.",
        "If Moodle shows grades that changed after your download, allow updating records only if these should replace"
        " them.",
        "Check the list of changes and choose Confirm.",
    )
    data = sheet.table.replaced({**filled.cells, **comments})
    return Exported({file_name(request, "moodle-worksheet.csv"): data}, notes.listed(), steps, len(filled.cells))


def _grade_column(sheet: Sheet, request: ExportRequest) -> int:
    """Return the column of grades; the maximum is in the next."""
    header = sheet.table.header.texts
    if request.column is None:
        place = column_of(header, GRADE)
        if place is None:
            headings = ", ".join(quote(each) for each in header)
            raise ExportError(f"which column holds the grades? Name it with --column; the columns are {headings}")
    else:
        place = chosen([Column(place, text, text) for place, text in enumerate(header)], request).place
    if place in {0, layout.FULL_NAME}:
        raise ExportError(f"the column {quote(header[place])} says who the student is; choose the column of grades")
    return place


def _locks(sheet: Sheet, column: int, notes: Notes) -> frozenset[int]:
    """Return the rows that must not change, by the column of which every cell is yes or no."""
    for place in range(column + 1, len(sheet.table.header.cells)):
        answers = {row: sheet.table.text(row, place).casefold() for row in sheet.rows}
        if answers and set(answers.values()) <= YES | NO:
            return frozenset(row for row, answer in answers.items() if answer in NO)
    notes.add("No column with yes or no says which grades can be changed; Moodle skips those that cannot")
    return frozenset()


def _comments(sheet: Sheet, filled: Filled, notes: Notes) -> dict[tuple[int, int], str]:
    """Return the cells of feedback comments to change.  What somebody wrote there stays."""
    place = column_of(sheet.table.header.texts, COMMENTS)
    found = {}
    for row, grade in filled.rows.items():
        if not grade.comment.strip():
            continue
        if place is None:
            notes.add("The comments are not in the file: Moodle gave it no column Feedback comments")
            continue
        html, before = _html(grade.comment), sheet.table.text(row, place)
        if not before:
            found[row, place] = html
        elif before != html.strip():
            notes.add("Kept the feedback comment that was there", grade.student.shown)
    return found


def _html(comment: str) -> str:
    """Return a comment as HTML, for which Moodle takes it, that no spreadsheet takes for a formula."""
    lines = comment.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return safe("<br>".join(escape(line, quote=False) for line in lines))
