"""Canvas's import of a gradebook, by the rules of its source: which scores of whom would change to what."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from io import StringIO
from types import MappingProxyType
from typing import NamedTuple

TITLE_AND_ID = re.compile(r"(.*)\s\((\d+)\)", re.DOTALL)
TOTALS = re.compile(
    "|".join(
        f"{when} {what}" for when in ("Current", "Final", "Override") for what in ("Score", "Points", "Grade", "Status")
    )
)
NUMBER = re.compile(r"-?[0-9.,]+%?")


class InvalidFileError(Exception):
    """Canvas refuses the file."""


class Person(NamedTuple):
    id: int
    name: str
    sis_id: str = ""
    login: str = ""


class Course(NamedTuple):
    people: list[Person]
    assignments: dict[int, str]
    scores: Mapping[tuple[int, int], str] = MappingProxyType({})
    """Person and assignment to the score; `EX` is excused."""


def changes(data: bytes, course: Course) -> dict[tuple[int, int], str]:
    """Return the changed scores by person and assignment; an empty text clears a score."""
    if data.startswith(b'\xef\xbb\xbf"'):
        raise InvalidFileError("illegal quoting in line 1")
    text = data.decode("utf-8")
    delimiter = ";" if _fields(text, ";") > _fields(text, ",") else ","
    rows = [row for row in csv.reader(StringIO(text, newline=""), delimiter=delimiter, strict=True) if any(row)]
    header, *rest = rows
    info = _info_columns(header)
    columns = _assignment_columns(header, info, course)
    read_only: set[int] = set()
    changed = {}
    for row in rest:
        if "Points Possible" in row[0]:
            read_only = {each for each, place in columns.items() if re.search(r"read\s+only", row[place])}
        elif not all(re.fullmatch(r"\s*(Muted|Manual Posting.*)?\s*", cell, re.IGNORECASE) for cell in row):
            person = _person(header, row, course)
            for assignment, place in columns.items():
                new, old = _grade(row[place]), course.scores.get((person, assignment), "")
                if assignment not in read_only and new != "N/A" and not _is_same(old, new):
                    changed[person, assignment] = new
    return changed


def _assignment_columns(header, info, course):
    """Return the column of each assignment; new assignments have negative ids."""
    columns = {}
    for heading in header[info:]:
        if TOTALS.search(heading):
            continue
        found = TITLE_AND_ID.fullmatch(heading)
        assignment = int(found[2]) if found and int(found[2]) in course.assignments else None
        if assignment is None:
            by_title = [id_ for id_, title in course.assignments.items() if title == heading]
            assignment = by_title[0] if by_title else -len(columns) - 1
        columns[assignment] = header.index(heading)  # the first of a name
    return columns


def _fields(text, delimiter):
    lines = text.splitlines(keepends=True)[:3]
    try:
        counts = {len(next(csv.reader([line], delimiter=delimiter, strict=True), [])) for line in lines}
    except csv.Error:
        return 0
    return counts.pop() if len(counts) == 1 else 0


def _info_columns(header):
    if not (len(header) > 3 and "Student" in header[0] and "ID" in header[1]):
        raise InvalidFileError("Invalid header row")
    count = 3
    if header[2] == "SIS Login ID":
        count = 4
    elif header[2:4] == ["SIS User ID", "SIS Login ID"]:
        count = 5 + (header[4] == "Integration ID")
        count += header[count - 1] == "Root Account"
    if "Section" not in header[count - 1]:
        raise InvalidFileError("Invalid header row")
    return count


def _person(header, row, course):
    by_id = [each.id for each in course.people if str(each.id) == row[1]]
    sis = row[header.index("SIS User ID")] if "SIS User ID" in header else ""
    login = row[header.index("SIS Login ID")] if "SIS Login ID" in header else ""
    by_sis = [each.id for each in course.people if sis and each.sis_id == sis]
    by_login = [each.id for each in course.people if login and each.login == login]
    by_name = [each.id for each in course.people if each.name == row[0]]
    return (by_id or by_sis or by_login or by_name or [-1])[0]


def _grade(cell):
    cell = cell.strip()
    if not NUMBER.fullmatch(cell):
        return "EX" if cell.upper() == "EX" else cell
    *whole, last = re.split("[,.]", cell)
    return f"{''.join(whole)}.{last}" if whole else last


def _is_same(old, new):
    if old == new or (old in {"", "-"} and new in {"", "-"}):
        return True
    if not old or not new or "EX" in (old, new):
        return False
    return f"{float(old):.2f}" == f"{float(new):.2f}"
