"""Moodle's import of an offline grading worksheet, by the rules of its source."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from tests.lms.importers import tables


class InvalidFileError(Exception):
    """Moodle refuses the file."""


class Assignment(NamedTuple):
    participants: set[int]
    maximum: float = 10.0
    grades: Mapping[int, float] = MappingProxyType({})
    comments: Mapping[int, str] = MappingProxyType({})
    locked: frozenset[int] = frozenset()
    decimal: str = "."
    words: tuple[str, str, str, str] = ("Identifier", "Grade", "Last modified (grade)", "Participant ")


def imported(data: bytes, assignment: Assignment) -> tuple[dict[int, float], dict[int, str]]:
    """Return the new grades and the changed comments by participant."""
    header, *rows = tables.read(data.decode("utf-8").removeprefix("\ufeff"))
    if any(len(row) != len(header) for row in rows):
        raise InvalidFileError("csvweirdcolumns")
    *needed, participant = assignment.words
    if not set(needed) <= set(header):
        raise InvalidFileError("invalidgradeimport")
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
    if not cell:
        return None
    found = re.match(r"-?\d+(\.\d*)?", cell)
    return float(found[0]) if found else 0.0
