"""Moodle's import of grades as CSV, by the rules of its source: all of it, or nothing."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from tests.lms.importers import tables


class RefusedBatchError(Exception):
    """Moodle undoes the import."""


class Gradebook(NamedTuple):
    users: dict[str, int]
    """The value of the mapped column to the user."""
    grades: Mapping[int, float | None] = MappingProxyType({})
    maximum: float = 100.0


def imported(data: bytes, gradebook: Gradebook) -> dict[int, float | None]:
    """Return all grades after the import.  The first column is the user, then comes the grade."""
    header, *rows = tables.read(data.decode("utf-8").removeprefix("\ufeff"))
    grades, user = dict(gradebook.grades), None
    if "Last downloaded from this course" in header:
        raise RefusedBatchError("invalidgradeexporteddate")
    for row in rows:
        if len(row) != len(header):
            raise RefusedBatchError("csvweirdcolumns")
        if len(row) <= 1:
            continue
        who, value = (cell.strip(" \t\n\r\0\x0b") for cell in row)
        if who not in {"", "0"}:  # what PHP calls empty is the user of the row before
            user = gradebook.users.get(who)
        if user is None:
            raise RefusedBatchError(f"usermappingerror: {who}")
        grades[user] = _grade(value, gradebook.maximum)
    return grades


def _grade(value, maximum):
    """Return the grade in a cell; None erases one."""
    if value in {"", "-"}:
        return None
    try:
        grade = float(value)
    except ValueError:
        raise RefusedBatchError("badgrade") from None
    if grade > maximum:
        raise RefusedBatchError("gradevaluetoobig")
    return grade
