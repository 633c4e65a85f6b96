"""Blackboard: the gradebook, as Work Offline > Download gives it.  Tab-separated files are UTF-16.

"Last Name","First Name","Username","Student ID","Last Access","Availability","Homework 1 [Total Pts: 10 Score] |123"
"""

from __future__ import annotations

from collections.abc import Sequence

from checker.lms.layouts.layout import Layout, column, columns


def recognise(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Layout | None:  # noqa: ARG001 - as in all
    """Return the layout of a gradebook of Blackboard."""
    last, first, username = (column(header, [each]) for each in ("last name", "first name", "username"))
    if last is None or first is None or username is None:
        return None
    others = columns(header, ["student id"])
    return Layout("a Blackboard gradebook", (username, *others), names=(first, last), first_id_only=True)
