"""Values of groups of students that a run forked into: taken apart before, joined afterwards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from checker.engine.lanes.fork import Students
from checker.engine.lanes.values import Lanes, entries_of, make_lanes, mask_of, value_at

_COMPARABLE: Final = frozenset({int, float, bool, str})
"""Types whose values are the same if they are equal."""


def narrow(students: Students, value: Any) -> Any:
    """Return a value as a group of students sees it: plain wherever they all have the same."""
    if type(value) is Lanes:
        keys = students.keys(value.mask)
        return value if len(keys) > 1 else value.values[keys[0]]
    if type(value) in {tuple, list}:
        return type(value)([narrow(students, entry) for entry in value])
    if type(value) is dict:
        return {name: narrow(students, entry) for name, entry in value.items()}
    return value


def join_groups(students: Students, mask: int, parts: Sequence[tuple[Iterable[int], Any]]) -> Any:
    """Return one value for the values of several groups of students, which `mask` distinguishes."""
    first = parts[0][1]
    kind = type(first)
    if all(value is first or (type(value) is kind and kind in _COMPARABLE and value == first) for _, value in parts):
        return first
    if issubclass(kind, tuple) and all(type(value) is kind and len(value) == len(first) for _, value in parts):
        entries = [
            join_groups(students, mask, [(group, value[i]) for group, value in parts]) for i in range(len(first))
        ]
        return tuple(entries) if kind is tuple else kind(*entries)
    if kind is dict and all(type(value) is dict and value.keys() == first.keys() for _, value in parts):
        return {name: join_groups(students, mask, [(group, value[name]) for group, value in parts]) for name in first}
    for _, value in parts:
        mask |= mask_of(value)
    keys_of = [({student & mask for student in group}, value) for group, value in parts]
    return Lanes(students, mask, {key: value_at(value, key) for keys, value in keys_of for key in keys})


def fork_at_none(value: Any) -> Any:
    """Return the value.  Raise a Fork if only some students have None somewhere in it: solvers compare with `is`."""
    if type(value) is Lanes:
        make_lanes(value.students, value.mask, value.values)
    else:
        for entry in entries_of(value):
            fork_at_none(entry)
    return value


def are_same(value: Any, other: Any) -> bool:
    """Return whether two values are surely the same."""
    if value is other:
        return True
    if type(value) is not type(other) or type(value) is Lanes:
        return False
    if hasattr(value, "dtype"):
        is_alike = value.dtype == other.dtype and value.shape == other.shape
        return is_alike and bool((value == other).all())
    return type(value) in _COMPARABLE and bool(value == other)
