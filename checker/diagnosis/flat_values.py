"""Values of steps in flat form, in which they are compared: a shape, and the numbers in row-major order.

`finite_values` turns many values into it at once, without those that are not finite.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, TypeVar

from checker.kinds import flatten

Shape = tuple[int, ...]
Numbers = tuple[Any, ...]
Value = tuple[Shape, Numbers]
"""A shape, and the numbers in row-major order."""

_Key = TypeVar("_Key")


def finite_values(values: Mapping[_Key, Any]) -> dict[_Key, Value]:
    """Return values in flat form, as a shape and numbers in row-major order, without those that are not finite."""
    flat: dict[_Key, Value] = {}
    counts: dict[int, Value] = {}  # most values are whole numbers, and many of them equal: these share one
    for key, value in values.items():
        if type(value) is int:
            flat[key] = counts.get(value) or counts.setdefault(value, ((), (value,)))
        elif _are_finite((flattened := flatten(value))[1]):
            flat[key] = flattened
    return flat


def _are_finite(numbers: Numbers) -> bool:
    """Return whether all numbers are neither infinite nor not-a-number."""
    try:
        return all(map(math.isfinite, numbers))
    except OverflowError:  # a whole number beyond every float
        return all(isinstance(number, int) or math.isfinite(number) for number in numbers)
