"""Canvas: fills in a gradebook, as Grades > Export gives it.

Canvas takes a blank cell over an existing score for a change, and clears the score.  So a cell without a new grade
keeps what it had.  Canvas reads UTF-8 without a byte order mark, and takes the last `.` or `,` of a number for
the decimal point.
"""

from __future__ import annotations

import re
from typing import Final

from checker.document.errors import quote
from checker.lms.cells import Encoding
from checker.lms.gradebooks._columns import Column, chosen
from checker.lms.gradebooks._filling import Rules, Sheet, file_name, fill, note_maximum, sheet_of
from checker.lms.gradebooks._notes import Notes, numbered
from checker.lms.gradebooks._numbers import number
from checker.lms.grades import Exported, ExportError, ExportRequest
from checker.lms.layouts import canvas as layout
from checker.notation.words import shortened

NAME: Final = "canvas"
NEEDS_FILE: Final = True
IS_FOLDER: Final = False

TITLE_AND_ID: Final = re.compile(r"(.*)\s\(([0-9]+)\)", re.DOTALL)
READ_ONLY: Final = re.compile(r"read\s+only")
TOTALS: Final = re.compile(
    "Current Score|Current Points|Current Grade|Final Score|Final Points|Final Grade"
    "|Override Score|Override Grade|Override Status"
)
"""Canvas leaves out every column whose heading contains one of these."""

MIN_WIDTH: Final = 4
EXPECTED: Final = "a Canvas gradebook, which begins with the columns Student, ID and Section (Grades > Export)"
EXCUSED: Final = "Left as it was, because the student is excused (EX)"
UNASSIGNED: Final = "Left as it was, because the assignment is not assigned to the student (N/A)"


def export(request: ExportRequest) -> Exported:
    """Return the gradebook with the grades in the assignment's column."""
    sheet = sheet_of(request, layout.recognise, EXPECTED)
    if len(sheet.table.header.cells) < MIN_WIDTH:
        raise ExportError("this gradebook has no assignment; add the assignment in Canvas and export again")
    notes = Notes()
    column = _column(sheet, request, notes)
    limits = [row.texts for row in sheet.table.rows if layout.is_points_possible(row.texts)]
    limit = next((texts[column.place] for texts in limits if column.place < len(texts)), "")
    if READ_ONLY.search(limit):
        raise ExportError(f"the column {quote(column.heading)} is read-only, so Canvas ignores it; choose another")
    maximum = number(limit)
    rules = Rules(column.place, lambda _: maximum, takes_more=True, kept=_kept)
    note_maximum(request, [maximum], notes)
    filled = fill(sheet, request, rules, notes)
    if sheet.table.encoding != Encoding():
        notes.add("The file is now UTF-8 without a byte order mark, as Canvas needs it")
    data = sheet.table.replaced(filled.cells, Encoding())
    steps = numbered(
        "In Canvas, open the course and then Grades.",
        "Choose Import, and then this file.",
        f"Check that Canvas lists changes in the column {quote(column.heading)} only. If it lists others, they were"
        " made after your export: cancel, export the gradebook again and repeat this export.",
        "Choose Save Changes.",
    )
    return Exported({file_name(request, "canvas.csv"): data}, notes.listed(), steps, len(filled.cells))


def _column(sheet: Sheet, request: ExportRequest, notes: Notes) -> Column:
    header = sheet.table.header.texts
    columns = [_parsed(place, header[place]) for place in range(layout.width(header), len(header))]
    column = chosen([each for each in columns if each.heading.strip()], request)
    if TOTALS.search(column.heading):
        advice = "rename the assignment in Canvas and export again"
        raise ExportError(f"Canvas takes the column {quote(column.heading)} for a total and ignores it; {advice}")
    if not column.id:
        notes.add(f"The heading {quote(column.heading)} has no id, so Canvas looks for an assignment with this title")
    return column


def _parsed(place: int, heading: str) -> Column:
    match = TITLE_AND_ID.fullmatch(heading.strip())
    return Column(place, heading, *match.groups()) if match else Column(place, heading, heading)


def _kept(text: str) -> str:
    if text.upper() == "EX":
        return EXCUSED
    return UNASSIGNED if text == "N/A" else f"Left as it was, because the cell has the text {shortened(text)}"
