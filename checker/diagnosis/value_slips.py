"""Slips that follow from the value alone, such as a wrong sign: they are in the index like mistakes."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from decimal import Decimal
from typing import Any

from checker.diagnosis.flat_values import Numbers, Shape
from checker.diagnosis.slips import FACTORS, prior


def value_slips(
    shape: Shape, numbers: Numbers, covered: Collection[tuple[str, float]] = ()
) -> Iterator[tuple[str, float, Shape, Numbers]]:
    """Yield each slip with its prior among slips, and the shape and the numbers that it gives.

    `covered`: slips with their factors that slips of units explain better.
    """
    for slip, factors in FACTORS.items():
        for factor in factors:
            if (slip, factor) not in covered:
                yield slip, prior(slip, len(factors)), shape, tuple(_times(number, factor) for number in numbers)
    if len(numbers) == 1:
        for slip, share, number in _slips_of_one(numbers[0]):
            yield slip, share, shape, (number,)
    elif len(shape) == 1:
        yield "order", prior("order"), shape, numbers[::-1]
    else:
        rows, columns = shape
        transposed = tuple(numbers[row * columns + column] for column in range(columns) for row in range(rows))
        yield "transposed", prior("transposed"), (columns, rows), transposed


def _slips_of_one(number: Any) -> Iterator[tuple[str, float, Any]]:
    """Yield the slips that only single numbers have."""
    if isinstance(number, int):
        yield "off_by_one", prior("off_by_one", 2), number + 1
        yield "off_by_one", prior("off_by_one", 2), number - 1
    elif number:
        yield "reciprocal", prior("reciprocal"), 1 / number
        if 0 < number < 1:
            yield "complement", prior("complement"), 1 - number


def _times(number: Any, factor: float) -> Any:
    """Return the product, as a whole number where it is one."""
    if isinstance(number, int):
        if factor == int(factor):
            return number * int(factor)
        inverse = round(1 / factor)
        if math.isclose(inverse * factor, 1) and number % inverse == 0:
            return number // inverse
        if abs(number) > 2**53:
            return Decimal(number) * Decimal(factor)
    return number * factor
