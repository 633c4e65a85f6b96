"""Blackboard: whose the files of its downloads are, and its gradebooks, which are recognised and filled in.

A download: `Homework 3_alee_attempt_2026-10-05-12-00-59_homework.md`, all files of a download in one folder.

Each attempt has a receipt, `Homework 3_alee_attempt_2026-10-05-12-00-59.txt`, also where nothing was typed in.

A gradebook, as Work Offline > Download gives it.  Tab-separated files are UTF-16.

    "Last Name","First Name","Username","Student ID","Last Access","Availability",
        "Homework 1 [Total Pts: 10 Score] |123"

Its upload: the id behind `|` in a heading is what Blackboard knows a column by.  Without it, Blackboard makes a new
text column that is worth no points.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

from checker.document.errors import quote
from checker.lms.gradebooks import Exported, ExportError, ExportRequest, Gradebook, filling
from checker.lms.gradebooks.filling import TO_REPLACE, Column, Rules, Sheet
from checker.lms.gradebooks.tables import Notes, has_decimal_commas, number, numbered
from checker.lms.layouts import Layout, ListRule, column, columns, plain
from checker.lms.names import Naming, Owner

_ATTEMPT = re.compile(r"_attempt_(?P<time>[0-9]{4}(?:-[0-9]{2}){5})(?=[_.])")
_RECEIPT = ".txt"
_MOST_UNDERSCORES = 3  # in a username


def _owner_of(parts: Sequence[str]) -> Owner | None:
    name = parts[-1]
    found = _ATTEMPT.search(name)
    if found is None or not _is_time(found["time"]):
        return None
    pieces = name[: found.start()].split("_")
    usernames = _usernames(pieces)
    rest = name[found.end() :]
    is_receipt = rest == _RECEIPT
    if not usernames or not (is_receipt or (rest[0] == "_" and len(rest) > 1)):
        return None
    return Owner(
        "blackboard",
        usernames[0],
        "",
        name if is_receipt else rest[1:],
        "receipt" if is_receipt else "file",
        attempt=found["time"],
        other_ids=tuple(usernames[1:]),
    )


def _usernames(pieces: Sequence[str]) -> list[str]:
    """Return the usernames that may be behind the title, the shortest first: titles and names may have underscores."""
    longest = min(len(pieces) - 1, _MOST_UNDERSCORES + 1)
    found = ("_".join(pieces[-count:]) for count in range(1, longest + 1) if any(pieces[:-count]))
    return [each for each in found if each[:1] not in {"", "_"} and not any(char.isspace() for char in each)]


def _is_time(text: str) -> bool:
    try:
        datetime.strptime(text, "%Y-%m-%d-%H-%M-%S").replace(tzinfo=UTC)
    except ValueError:
        return False
    return True


NAMING = Naming("blackboard", 1, _owner_of)


def recognise(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Layout | None:  # noqa: ARG001 - as in all
    """Return the layout of a Blackboard gradebook; None if the list is none."""
    last, first, username = (column(header, [each]) for each in ("last name", "first name", "username"))
    if last is None or first is None or username is None:
        return None
    others = columns(header, ["student id"])
    return Layout((username, *others), names=(first, last), first_id_only=True)


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
    """Return the downloaded gradebook with the grades in the assignment's column."""
    sheet = filling.sheet_of(request, recognise, EXPECTED)
    notes = Notes()
    column, maximum = _column(sheet, request)
    comma = has_decimal_commas(sheet.cells(column.place))
    rules = Rules(column.place, lambda _: maximum, takes_more=True, comma=comma, replaceable=_is_replaceable)
    filling.note_maximum(request, [maximum], notes)
    filled = filling.fill(sheet, request, rules, notes)
    steps = numbered(
        "In Blackboard, open the Full Grade Center.",
        "Choose Work Offline, then Upload, and then this file. Leave the delimiter on Auto.",
        f"Check that only the column {quote(column.heading)} is marked, and clear the check boxes of all others.",
        "Choose Submit. Blackboard stores the grades as override grades.",
    )
    data = sheet.table.replaced(filled.cells)
    return Exported({filling.file_name(request, "blackboard.csv"): data}, notes.listed(), steps, len(filled.cells))


def _column(sheet: Sheet, request: ExportRequest) -> tuple[Column, float | None]:
    """Return the column to fill in, and its maximum points.

    Raise ExportError if its heading lost the column's id, or if it is computed or does not show points.
    """
    headings = {place: HEADING.fullmatch(text.strip()) for place, text in enumerate(sheet.table.header.texts)}
    columns = [
        Column(place, match[0], match["title"], match["id"] or "") if match else Column(place, text, text)
        for place, match in headings.items()
        if plain(text := sheet.table.header.texts[place]) not in INFO
    ]
    column = filling.chosen(columns, request)
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


LISTS = (ListRule(2, recognise),)
GRADEBOOKS = (Gradebook("blackboard", export),)
