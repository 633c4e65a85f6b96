"""Moodle's import of a worksheet, of a table of grades and of a zip with feedback, by the rules of its source."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from tests.lms.importers import tables

EMPTY = MappingProxyType({})


class RefusedError(Exception):
    """Moodle refuses the file, and imports nothing."""


class Assignment(NamedTuple):
    participants: set[int]
    maximum: float = 10.0
    grades: Mapping[int, float] = EMPTY
    comments: Mapping[int, str] = EMPTY
    locked: frozenset[int] = frozenset()
    decimal: str = "."
    words: tuple[str, str, str, str] = ("Identifier", "Grade", "Last modified (grade)", "Participant ")


def from_worksheet(data: bytes, assignment: Assignment) -> tuple[dict[int, float], dict[int, str]]:
    """Return the new grades and the changed comments by participant."""
    header, *rows = tables.read(data.decode("utf-8").removeprefix("\ufeff"))
    if any(len(row) != len(header) for row in rows):
        raise RefusedError("csvweirdcolumns")
    *needed, participant = assignment.words
    if not set(needed) <= set(header):
        raise RefusedError("invalidgradeimport")
    identifier, grade = (len(header) - 1 - header[::-1].index(word) for word in needed[:2])  # the last of a name
    feedback = header.index("Feedback comments") if "Feedback comments" in header else 0
    grades, comments = {}, {}
    for row in rows:
        id_ = row[identifier][len(participant) :]
        if not id_.isdigit() or int(id_) not in assignment.participants:
            continue
        who, value = int(id_), _float(row[grade], assignment.decimal)
        is_skipped = value is None or value < 0 or value > assignment.maximum or who in assignment.locked
        if not is_skipped and assignment.grades.get(who) != value:
            grades[who] = value
        if feedback and row[feedback] != assignment.comments.get(who, ""):
            comments[who] = row[feedback]
    return grades, comments


def _float(cell, decimal):
    """Return the number in a cell as PHP reads it: its beginning."""
    cell = cell.replace(" ", "").replace(decimal, ".")
    found = re.match(r"-?\d+(\.\d*)?", cell)
    return (float(found[0]) if found else 0.0) if cell else None


class Gradebook(NamedTuple):
    users: dict[str, int]
    """The value of the mapped column to the user."""
    grades: Mapping[int, float | None] = EMPTY
    maximum: float = 100.0


def from_table(data: bytes, gradebook: Gradebook) -> dict[int, float | None]:
    """Return all grades after the import.  The first column is the user, then comes the grade; None erases one."""
    header, *rows = tables.read(data.decode("utf-8").removeprefix("\ufeff"))
    grades, user = dict(gradebook.grades), None
    for row in rows:
        if len(row) != len(header):
            raise RefusedError("csvweirdcolumns")
        if len(row) <= 1:
            continue
        who, value = (cell.strip(" \t\n\r\0\x0b") for cell in row)
        if who not in {"", "0"}:  # what PHP calls empty is the user of the row before
            user = gradebook.users.get(who)
        if user is None:
            raise RefusedError(f"usermappingerror: {who}")
        try:
            grades[user] = None if value in {"", "-"} else float(value)
        except ValueError:
            raise RefusedError("badgrade") from None
        if (grades[user] or 0) > gradebook.maximum:
            raise RefusedError("gradevaluetoobig")
    return grades


VERSIONS = ("3.0", "4.0", "4.1")
"""The last version that reads only the name of a file, the last that splits the whole path at once, and the next."""

PLUGINS = {("assignsubmission", each) for each in ("file", "onlinetext", "comments")}
PLUGINS |= {("assignfeedback", each) for each in ("file", "comments", "offline")}
Files = dict[tuple[int, str], bytes]
"""The feedback files by participant and name, with folders."""


def from_zip(entries: Mapping[str, bytes], participants: set[int], version: str, before: Files | None = None) -> Files:
    """Return the feedback files after an import."""
    files = dict(before or {})
    extracted = {}
    for path, data in entries.items():
        cleaned = re.sub(r"[\x00-\x1f\x7f&<>\"`|':]", "", path.replace("\\", "/"))
        cleaned = re.sub("//+", "/", re.sub(r"\.\.+", "", cleaned)).lstrip("/")
        extracted.setdefault(cleaned, data)  # of equal names the first counts
    for path, data in extracted.items():
        parts = path.split("/")
        if parts[-1] == "" or parts[-1].startswith((".", "~")):
            continue
        if version == "4.1":
            found = _by_parts(parts, participants)
        else:
            whole = parts[-1] if version == "3.0" else "/".join(["/import", *parts])
            found = _split(whole.split("_", 4), participants)
        if found is not None and found[1] != "":
            files[found] = data
    return files


def _by_parts(parts, participants):
    for place, part in enumerate(parts):
        info = part.split("_", 4)
        if len(info) >= 4 and (found := _split([*info, ""][:5], participants)) is not None:
            return found[0], "/".join([found[1], *parts[place + 1 :]])
    return None


def _split(info, participants):
    if len(info) < 5 or not _is_numeric(info[1]) or (info[2], info[3]) not in PLUGINS:
        return None
    number = int(info[1]) if info[1].isdigit() else int(float(info[1]))
    return (number, info[4]) if number in participants else None


def _is_numeric(text):
    """Return whether PHP takes a text for a number."""
    number = r"[ \t\n\r\v\f]*[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?\s*"
    return re.fullmatch(number, text, re.ASCII) is not None
