"""The same questions with other numbers than the author's, in which mistakes that are equal by chance differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from operator import getitem
from random import Random
from typing import Any, Final

from checker.document.findings import DataPath
from checker.lint.target import MistakeTable, is_complete
from checker.questions.parameters import ParameterFaults, arguments, in_file
from checker.questions.variant import Variant

SCALINGS: Final = (2, 1.5, 0.5, 0.75)
"""Factors for a size, used where they give a whole number: it stays round and keeps most of its divisors."""

SHIFTS: Final = (1, 2, -1)

SMALL: Final = 12
"""Largest size that may also be shifted: 257 would be odd for 256."""

TRIED: Final = 6
"""Number of times that all numbers are changed."""

Change = tuple[DataPath, float]
"""A number's path, from the parameter's name to its place in it, and its new value."""


def with_other_numbers(table: MistakeTable) -> Iterator[MistakeTable]:
    """Yield the table for questions with all sizes and numbers changed a little, without those that are impossible."""
    rng = Random(0)  # noqa: S311 - not secret: the same file gives the same findings
    sizes, arrays = _sizes(table.first_variant), _arrays(table.first_variant)
    for _ in range(TRIED):
        changes: list[Change] = [(path, rng.choice([size, *_near(size)])) for path, size in sizes.items()]
        changes += [change for array in arrays for change in _jittered(array, rng)]
        if other := changed(table, changes):
            yield other


def changed(table: MistakeTable, changes: Iterable[Change]) -> MistakeTable | None:
    """Return the table with these changes in the first question, and in each other one that has the same value.

    Return None if the values are impossible.
    """
    old, new = file_parameters(table.first_variant), file_parameters(table.first_variant)
    for (*outer, last), value in changes:
        reduce(getitem, outer, new)[last] = value
    try:
        other = table.on({variant: _with_values(variant, old, new) for variant in table.steps})
    except ParameterFaults:
        return None
    return other if is_complete(other.truth) else None


def file_parameters(variant: Variant) -> Any:
    """Return the parameters of a variant as a file would write them."""
    return {in_file(name): _plain(value) for name, value in variant.arguments.items() if value is not None}


def _plain(value: Any) -> Any:
    value = value.tolist() if hasattr(value, "tolist") else value
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    return [_plain(each) for each in value] if isinstance(value, list | tuple) else value


def _with_values(variant: Variant, old: Mapping[str, Any], new: Mapping[str, Any]) -> Variant:
    """Return the variant with the new values where it has the old ones.  Raises ParameterFaults as for a file."""
    given = file_parameters(variant)
    shared = {name: value for name, value in new.items() if value != old[name] and given.get(name) == old[name]}
    return Variant(variant.solver, arguments(variant.solver, given | shared), variant.declared) if shared else variant


def _numbers(value: Any, path: DataPath = ()) -> Iterator[tuple[DataPath, Any]]:
    """Yield the numbers in a value, with their paths."""
    if type(value) in (int, float):
        yield path, value
    elif isinstance(value, dict | list):
        for key, each in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _numbers(each, (*path, key))


def _sizes(variant: Variant) -> dict[DataPath, int]:
    """Return the whole numbers among the parameters, in lists, entries and symbols, but in no lists inside these."""
    found = _numbers(file_parameters(variant))
    return {path: n for path, n in found if type(n) is int and all(isinstance(name, str) for name in path[2:])}


def _arrays(variant: Variant) -> list[list[Change]]:
    """Return the numbers of each array, with their paths."""
    items = variant.arguments.items()
    arrays = [name for name, value in items if hasattr(value, "tolist") and value.dtype.kind == "f"]
    return [list(_numbers(variant.arguments[name].tolist(), (in_file(name),))) for name in arrays]


def _near(size: int) -> list[int]:
    """Return sizes near a size: scaled to whole numbers, and shifted if it is small."""
    scaled = [int(size * factor) for factor in SCALINGS if size * factor == int(size * factor)]
    shifted = [size + shift for shift in SHIFTS] if size <= SMALL else []
    return [each for each in dict.fromkeys([*scaled, *shifted]) if each > 0 and each != size]


def _jittered(array: list[Change], rng: Random) -> Iterator[Change]:
    """Yield changes of all numbers of an array; whole ones stay whole."""
    is_whole = all(value == round(value) for _, value in array)
    for path, value in array:
        yield path, value + (rng.randint(-2, 2) if is_whole else round(rng.uniform(-1, 1), 2))
