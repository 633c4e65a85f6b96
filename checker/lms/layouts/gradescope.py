"""Gradescope: the roster, and the grades of an assignment.

First Name,Last Name,SID,Email,Role,Section
"""

from __future__ import annotations

from collections.abc import Sequence

from checker.lms.layouts.layout import Layout, cell, column


def recognise(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Layout | None:  # noqa: ARG001 - as in all
    """Return the layout of a roster of Gradescope; staff are no students."""
    sid, email = column(header, ["sid"]), column(header, ["email"])
    if sid is None or email is None:
        return None
    role = column(header, ["role"])
    first, last = (column(header, [each]) for each in ("first name", "last name"))
    name = column(header, ["name", "full name"])
    return Layout(
        "a Gradescope roster",
        ids=(sid,),
        names=tuple(place for place in (first, last) if place is not None) or (() if name is None else (name,)),
        email=email,
        section=column(header, ["section", "sections", "section name"]),
        is_student=lambda row: cell(row, role).casefold() in {"", "student"},
    )
