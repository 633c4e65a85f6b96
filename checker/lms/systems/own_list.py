"""Recognises a list of students as people make one: a column `id` or `student`, or a usual heading of a number.

It may have columns for `name`, `email` and `section`, and for other ids.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from checker.lms.layouts import Layout, ListRule, column, columns, is_student_number

ID: Final = ("id", "student id", "student", "sid")
NAME: Final = ("name", "full name", "student name")
EMAIL: Final = ("email", "e mail", "email address", "mail")
SECTION: Final = ("section", "sections", "group")
OTHER_IDS: Final = (
    *("sis user id", "sis login id", "integration id"),
    *("id number", "username", "login", "student id", "sid"),
)


def recognise(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Layout | None:  # noqa: ARG001 - as in all
    """Return the layout of such a list; None if it is none.

    With `id` and `student` but no `name`, `student` is the name.
    """
    place = column(header, ID)
    numbers = tuple(number for number, heading in enumerate(header) if is_student_number(heading))
    if place is None and numbers:
        place = numbers[0]
    if place is None:
        return None
    first, last = column(header, ["first name"]), column(header, ["last name", "surname"])
    names = [column(header, NAME)]
    if names == [None]:
        student = column(header, ["student"])
        names = [student] if student not in (None, place) else [first, last]
    others = (*columns(header, OTHER_IDS), *numbers)
    return Layout(
        ids=tuple(dict.fromkeys((place, *others))),
        names=tuple(each for each in names if each is not None),
        email=column(header, EMAIL),
        section=column(header, SECTION),
        first_id_only=True,
    )


LISTS = (ListRule(5, recognise),)
