"""Blackboard: fills in a gradebook, as Work Offline > Download gives it.

The id behind `|` in a heading is what Blackboard knows a column by.  Without it, Blackboard makes a new text column
that is worth no points.
"""

from __future__ import annotations

import re
from typing import Final

from checker.document.errors import quote
from checker.lms.gradebooks._columns import Column, chosen
from checker.lms.gradebooks._filling import TO_REPLACE, Rules, Sheet, file_name, fill, note_maximum, sheet_of
from checker.lms.gradebooks._notes import Notes, numbered
from checker.lms.gradebooks._numbers import has_decimal_commas, number
from checker.lms.grades import Exported, ExportError, ExportRequest
from checker.lms.layouts import blackboard as layout
from checker.lms.layouts.layout import plain

NAME: Final = "blackboard"
NEEDS_FILE: Final = True
IS_FOLDER: Final = False

HEADING: Final = re.compile(
    r"(?P<title>.*?)\s*\[[^\[\]:]*:\s*(?P<computed>up to\s)?\s*(?P<most>[0-9][0-9.,]*)?\s*(?P<shown>[^\[\]]*)\]"
    r"\s*(?:\|(?P<id>[0-9]+))?",
    re.DOTALL,
)
INFO: Final = frozenset(("last name", "first name", "username", "student id", "last access", "availability", ""))
OTHER_DISPLAYS: Final = frozenset(("text", "percentage", "letter", "complete/incomplete"))
STATUS: Final = re.compile(r"(?:Needs Grading|In Progress)\b.*", re.DOTALL)
EXPECTED: Final = "a Blackboard gradebook, which has the columns Last Name, First Name and Username"


def export(request: ExportRequest) -> Exported:
    """Return the gradebook with the grades in the column of the assignment."""
    sheet = sheet_of(request, layout.recognise, EXPECTED)
    notes = Notes()
    column, maximum = _column(sheet, request)
    comma = has_decimal_commas(sheet.cells(column.place))
    rules = Rules(column.place, lambda _: maximum, takes_more=True, comma=comma, replaceable=_is_replaceable)
    note_maximum(request, [maximum], notes)
    filled = fill(sheet, request, rules, notes)
    steps = numbered(
        "In Blackboard, open the Full Grade Center.",
        "Choose Work Offline, then Upload, and then this file. Leave the delimiter on Auto.",
        f"Check that only the column {quote(column.heading)} is marked, and clear the check boxes of all others.",
        "Choose Submit. Blackboard stores the grades as override grades.",
    )
    data = sheet.table.replaced(filled.cells)
    return Exported({file_name(request, "blackboard.csv"): data}, notes.listed(), steps, len(filled.cells))


def _column(sheet: Sheet, request: ExportRequest) -> tuple[Column, float | None]:
    """Return the column to fill in, and its maximum points."""
    headings = {place: HEADING.fullmatch(text.strip()) for place, text in enumerate(sheet.table.header.texts)}
    columns = [
        Column(place, match[0], match["title"], match["id"] or "") if match else Column(place, text, text)
        for place, match in headings.items()
        if plain(text := sheet.table.header.texts[place]) not in INFO
    ]
    column = chosen(columns, request)
    match = headings[column.place]
    if match is None or not column.id:
        advice = "download the gradebook again and keep its headings as they are"
        raise ExportError(f"the heading {quote(column.heading)} lost its column id, `|` and a number; {advice}")
    if match["computed"]:
        raise ExportError(f"Blackboard computes the column {quote(column.heading)} itself; choose another")
    if match["shown"].strip().casefold() in OTHER_DISPLAYS:
        advice = "set its primary display to Score in Blackboard and download again"
        raise ExportError(f"the column {quote(column.heading)} does not hold points; {advice}")
    return column, number(match["most"] or "")


def _is_replaceable(text: str) -> bool:
    return text in TO_REPLACE or STATUS.fullmatch(text) is not None
