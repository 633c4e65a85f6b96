"""Gradebooks that are filled in, as each system makes them, with students of any ids: for the tests of all of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from tests.lms.importers import tables

TITLE = "Homework 1"


class System(NamedTuple):
    format: str
    column: int
    """The place of the column of grades in the gradebook."""
    of_ids: Callable[[Sequence[str]], bytes]
    """Return a gradebook as UTF-8, without marks, in which the students have these ids, harmless or not."""


def _canvas(ids):
    header = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", f"{TITLE} (1)"]
    rows = [[f"{each}, X", each, "", "", each, ""] for each in ids]
    return tables.written([header, ["    Points Possible", "", "", "", "", "3"], *rows], encoding="utf-8")


def _blackboard(ids):
    header = ["Last Name", "First Name", "Username", "Student ID", "Last Access", "Availability"]
    rows = [[each, each, each, "", "", "Yes", ""] for each in ids]
    return tables.written([[*header, f"{TITLE} [Total Pts: 3 Score] |1"], *rows], encoding="utf-8")


def _moodle(ids):
    header = ["Identifier", "Full name", "Email address", "Status", "Grade", "Maximum grade", "Grade can be changed"]
    rows = [[each, each, "", "Submitted", "", "3.00", "Yes", ""] for each in ids]
    return tables.written([[*header, "Feedback comments"], *rows], encoding="utf-8")


SYSTEMS = {
    "canvas": System("canvas", 5, _canvas),
    "moodle": System("moodle-worksheet", 4, _moodle),
    "blackboard": System("blackboard", 6, _blackboard),
}
"""By name, each system whose gradebook is filled in; see also `tests/doors`."""
