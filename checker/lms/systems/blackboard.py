"""Blackboard: its downloads, and its gradebooks, which are filled in.

A download: `Homework 3_alee_attempt_2026-10-05-12-00-59_homework.md`, all files in one folder, and a receipt for each
attempt, `Homework 3_alee_attempt_2026-10-05-12-00-59.txt`, also where nothing was typed in.

A gradebook, as Work Offline > Download gives it.  Tab-separated files are UTF-16.

    "Last Name","First Name","Username","Student ID","Last Access","Availability","HW 1 [Total Pts: 10 Score] |123"

The id behind `|` in a heading is what Blackboard knows a column by.  Without it, an upload makes a new text column that
is worth no points.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

from checker.document.errors import quote
from checker.document.tree import decode
from checker.lms.filling import Column, Rules, Sheet
from checker.lms.gradebooks import Exported, ExportError, ExportRequest, Gradebook, has_decimal_commas, number
from checker.lms.headings import Layout, plain
from checker.lms.students import Student, Submitted
from checker.lms.system import FileKind, Owner, OwnerKey, System

NAME: Final = "blackboard"
ATTEMPT: Final = re.compile(r"_attempt_(?P<time>[0-9]{4}(?:-[0-9]{2}){5})(?=[_.])")
RECEIPT: Final = ".txt"
MOST_UNDERSCORES: Final = 3  # in a username


def owner_of(parts: Sequence[str]) -> Owner | None:
    """Return the owner of a file in a download."""
    name = parts[-1]
    found = ATTEMPT.search(name)
    if found is None or not _is_time(found["time"]):
        return None
    usernames = _usernames(name[: found.start()].split("_"))
    rest = name[found.end() :]
    is_receipt = rest == RECEIPT
    if not usernames or not (is_receipt or (rest[0] == "_" and len(rest) > 1)):
        return None
    kind: FileKind = "receipt" if is_receipt else "file"
    file = name if is_receipt else rest[1:]
    return Owner(NAME, usernames[0], "", file, kind, attempt=found["time"], other_ids=tuple(usernames[1:]))


def _usernames(pieces: Sequence[str]) -> list[str]:
    """Return the usernames that may be behind the title, the shortest first: titles and names may have underscores."""
    longest = min(len(pieces) - 1, MOST_UNDERSCORES + 1)
    found = ("_".join(pieces[-count:]) for count in range(1, longest + 1) if any(pieces[:-count]))
    return [each for each in found if each[:1] not in {"", "_"} and not any(char.isspace() for char in each)]


def _is_time(text: str) -> bool:
    try:
        datetime.strptime(text, "%Y-%m-%d-%H-%M-%S").replace(tzinfo=UTC)
    except ValueError:
        return False
    return True


USERNAME: Final = re.compile(r"[^(\n]*:.*\((?P<username>[^()\s]+)\)\s*")
"""The first line of a receipt, in any language: `Name: Ann Lee (ann_lee)`; the name may have brackets, too."""


def lists_owners(parts: Sequence[str]) -> bool:
    """Return whether a file is a receipt that tells where a username begins, as the title has underscores, too."""
    owner = owner_of(parts)
    return owner is not None and owner.kind == "receipt" and bool(owner.other_ids)


def submitted(data: bytes, parts: Sequence[str]) -> tuple[dict[OwnerKey, Submitted], str]:
    """Return who handed in the attempt of a receipt.  Raise DocumentError."""
    owner, lines = owner_of(parts), decode(data, parts[-1]).lstrip("\ufeff").splitlines()
    match = USERNAME.fullmatch(lines[0]) if lines else None
    if owner is None or match is None or match["username"] not in {owner.id, *owner.other_ids}:
        return {}, ""
    return {owner.key: Submitted((Student(match["username"]),))}, ""


HEADING: Final = re.compile(
    r"(?P<title>.*?)\s*\[[^\[\]:]*:\s*(?P<computed>up to\s)?\s*(?P<most>[0-9][0-9.,]*)?\s*(?P<shown>[^\[\]]*)\]"
    r"\s*(?:\|(?P<id>[0-9]+))?",
    re.DOTALL,
)
WHO: Final = ("last name", "first name", "username")
INFO: Final = frozenset((*WHO, "student id", "last access", "availability", ""))
OTHER_DISPLAYS: Final = frozenset(("text", "percentage", "letter", "complete/incomplete"))
REPLACEABLE: Final = re.compile(r"-?|(?:Needs Grading|In Progress)\b.*", re.DOTALL)
EXPECTED: Final = "a Blackboard gradebook, which has the columns Last Name, First Name and Username"


def students(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Layout | None:  # noqa: ARG001 - as in all
    """Return the layout of a Blackboard gradebook; None if the list is none."""
    headings = [plain(each) for each in header]
    if not set(WHO) <= set(headings):
        return None
    last, first, username = map(headings.index, WHO)
    return Layout((username, *(place for place, each in enumerate(headings) if each == "student id")), (first, last))


def export(request: ExportRequest) -> Exported:
    """Return the downloaded gradebook with the grades in the assignment's column."""
    sheet = Sheet(request, students, EXPECTED)
    column, maximum = _column(sheet)
    comma = has_decimal_commas(sheet.cells(column.place))
    maxima = [maximum] * len(sheet.table.rows)
    rules = Rules(column.place, maxima, takes_more=True, comma=comma, replaceable=_is_replaceable)
    return sheet.export(NAME, rules)


def _is_replaceable(text: str) -> bool:
    return REPLACEABLE.fullmatch(text) is not None


def _column(sheet: Sheet) -> tuple[Column, float | None]:
    """Return the column to fill in, and its maximum points.

    Raise ExportError if its heading lost the column's id, or if it is computed or does not show points.
    """
    columns, headings = [], {}
    for place, text in enumerate(sheet.header):
        if plain(text) not in INFO:
            headings[place] = match = HEADING.fullmatch(text.strip())
            columns.append(
                Column(place, match[0], match["title"], match["id"] or "") if match else Column(place, text, text)
            )
    column = sheet.chosen(columns)
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


SYSTEM: Final = System(
    NAME,
    owner_of,
    lists_owners=lists_owners,
    submitted=submitted,
    students=students,
    gradebooks=(Gradebook(NAME, export),),
)
