"""Parameters that are tables of names (dicts), or lists of them, in which some imagined students have other numbers.

`common_places` gives the places that several tables share, if these differ in nothing but numbers.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any


def is_table(value: Any) -> bool:
    """Return whether a value is a table of names, or a list of some."""
    return type(value) is dict or (type(value) is list and bool(value) and all(type(entry) is dict for entry in value))


def common_places(right: Any, wrong: Collection[Any]) -> Collection[Any] | None:
    """Return the keys or places of a table if all others have the same ones and differ from it only in numbers.

    At a place there may be a table again. Return None where they differ otherwise: solvers may ask whether something is
    a list.
    """
    if not is_table(right) or any(type(each) is not type(right) or len(each) != len(right) for each in wrong):
        return None
    if type(right) is dict and any(each.keys() != right.keys() for each in wrong):
        return None
    places = right if type(right) is dict else range(len(right))
    for place in places:
        differing = [each[place] for each in wrong if each[place] is not right[place]]
        are_numbers = all(type(each) in (int, float) for each in differing)
        if differing and not are_numbers and common_places(right[place], differing) is None:
            return None
    return places
