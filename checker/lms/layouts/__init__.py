"""Layouts of students' lists: which columns of a file say who a student is."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from checker.lms.layouts.layout import Layout, ListRule
from checker.lms.systems import declared

__all__ = ["Layout", "layout_of"]


def layout_of(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Layout | None:
    """Return the layout of a list of students, or None if no column of it is known to hold ids."""
    rules: list[ListRule] = sorted(chain.from_iterable(declared("LISTS")), key=lambda rule: rule.looseness)
    return next((found for rule in rules if (found := rule.recognise(header, rows)) is not None), None)
