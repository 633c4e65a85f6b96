"""Canvas: the gradebook, as Grades > Export gives it.

    Student,ID,SIS User ID,SIS Login ID,Section,Homework 1 (4711),Current Score
        Points Possible,,,,,10.00,(read only)
    "Lee, Ana",1042,S77,lee@uni.edu,A,8.50,85.00

The columns of students have English headings in every language of Canvas, and a fixed order.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from checker.lms.layouts.layout import Layout, cell

INFO: Final = re.compile(
    r"(?:Student,|LastName,FirstName,)ID"
    r"(?:,SIS Login ID|,SIS User ID,SIS Login ID(?:,Integration ID)?(?:,Root Account)?)?,Section(?:,|\Z)"
)
"""The headings that a header may begin with."""

OTHER_IDS: Final = ("SIS User ID", "SIS Login ID", "Integration ID")
TEST_STUDENT: Final = "Student, Test"
POINTS_POSSIBLE: Final = "Points Possible"
BLANK: Final = re.compile(r"\s*(?:Muted|Manual Posting.*)?\s*", re.IGNORECASE)


def recognise(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Layout | None:  # noqa: ARG001 - as in all
    """Return the layout of a gradebook of Canvas."""
    headings = [each.strip() for each in header]
    if not INFO.match(",".join(headings)):
        return None
    first = headings.index("ID")
    others = tuple(headings.index(each) for each in OTHER_IDS if each in headings[: width(header)])
    return Layout(
        "a Canvas gradebook",
        ids=(first, *others),
        names=(0,) if first == 1 else (1, 0),
        section=headings.index("Section"),
        is_student=is_student,
        first_id_only=True,
    )


def width(header: Sequence[str]) -> int:
    """Return the number of columns that say who a student is."""
    return [each.strip() for each in header].index("Section") + 1


def is_student(row: Sequence[str]) -> bool:
    """Return whether Canvas takes a row for a student's, other than its test student's."""
    if is_points_possible(row) or all(BLANK.fullmatch(each) for each in row):
        return False
    return cell(row, 0) != TEST_STUDENT and (cell(row, 0), cell(row, 1)) != ("Student", "Test")


def is_points_possible(row: Sequence[str]) -> bool:
    """Return whether this is the row of the columns' maximum points."""
    return POINTS_POSSIBLE in row[0]
