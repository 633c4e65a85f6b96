"""Values in the form in which they are compared: a shape, and the numbers in row-major order.

Equality but for the rounding errors of floats (`are_equal`, and `comparable` for dicts), and windows: between which
bounds each number of an answer lies, as far as its written digits say.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from checker.kinds import Reading, StatedNumber, flatten
from checker.text.number import digits_of

Shape = tuple[int, ...]
Numbers = tuple[Any, ...]
Value = tuple[Shape, Numbers]
"""A shape, and the numbers in row-major order."""

NOISE, ZERO = 1e-9, 1e-12
"""Relative difference below which two numbers are the same, and size, relative to a right answer, that counts as 0."""

_FEWEST_DIGITS: Final = 3
"""Smallest number of digits before the zeros of a rounded number."""

_FEWEST_ROUNDED: Final = 10
"""Smallest whole number that may be a rounded real one in a list: [1, 0] is an answer of its own."""

Window = Sequence[tuple[Any, Any]]
"""The bounds of each number of an answer."""


def every_number(value: Any) -> Iterator[Any]:
    """Yield every number in a parameter, at any depth of lists, mappings and arrays; true and false are none."""
    if isinstance(value, Mapping):
        value = list(value.values())
    elif hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, list | tuple):
        for each in value:
            yield from every_number(each)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield value


def finite_values(values: Mapping[Any, Any]) -> dict[Any, Value]:
    """Return values in flat form, as a shape and numbers in row-major order, without those that are not finite."""
    flat = {key: flatten(value) for key, value in values.items()}
    return {
        key: value
        for key, value in flat.items()
        if all(isinstance(each, int) or math.isfinite(each) for each in value[1])
    }


def noise_of(scale: float) -> float:
    """Return how far apart two numbers of this size may be and still count as equal, because floats are inexact.

    It does not grow with large answers: a 1 next to 6 · 10²³ is not noise.
    """
    return ZERO * min(scale, 1.0)


def are_equal(numbers: Sequence[Any], others: Sequence[Any], noise: float = 0.0) -> bool:
    """Return whether two answers have the same numbers: whole ones exactly, real ones but for a relative NOISE.

    Real ones may also differ by as much as `noise`.
    """
    for one, other in zip(numbers, others, strict=True):
        if one == other:
            continue
        if isinstance(one, int) and isinstance(other, int):
            return False
        try:
            if not math.isclose(one, other, rel_tol=NOISE, abs_tol=noise):
                return False
        except OverflowError:  # a whole number beyond every float
            return False
    return True


def comparable(value: Value | None) -> Any:
    """Return a key for a value, without the errors of floats; None for None."""
    if value is None:
        return None
    shape, numbers = value
    noise = NOISE * max((abs(number) for number in numbers if not isinstance(number, int)), default=0.0)
    return shape, tuple(
        number if isinstance(number, int) else 0.0 if abs(number) <= noise else float(f"{number:.9e}")
        for number in numbers
    )


def window_of(reading: Reading, *, whole: bool) -> Window:
    """Return bounds for each number of an answer: the values that round to the digits that are written."""
    try:
        values = [number.value for number in reading.numbers]
        are_small = all(isinstance(value, int) and abs(value) < _FEWEST_ROUNDED for value in values)
        if not whole and len(values) > 1 and are_small:
            reach = NOISE * max(abs(float(value)) for value in values)
            return [(float(value) - reach, float(value) + reach) for value in values]
        return [_bounds_of(number, whole=whole) for number in reading.numbers]
    except OverflowError:  # beyond all known values
        return [(math.inf, math.inf)] * len(reading.numbers)


def rounded_to_zeros(reading: Reading) -> Reading | None:
    """Return the answer `3380` as if it were rounded to tens; None for other numbers."""
    number = reading.numbers[0]
    if reading.shape or not isinstance(number.value, int) or not number.value or number.half > 1:
        return None
    digits = digits_of(abs(number.value))
    zeros = len(digits) - len(digits.rstrip("0"))
    if not zeros or len(digits) - zeros < _FEWEST_DIGITS:
        return None
    return reading._replace(numbers=(number._replace(half=number.half * 10**zeros),))


def is_bare_zero(number: StatedNumber) -> bool:
    """Return whether a number is written `0`, which shows no digit of another one; `0.00` is a rounding."""
    return not number.value and 2 * number.half >= 1


def _bounds_of(number: StatedNumber, *, whole: bool) -> tuple[Any, Any]:
    """Return the bounds of the value that a number may have been rounded from.

    With `whole` a whole number is exact, since it states all of its digits; unless it is written as 27.6K.
    """
    if whole and isinstance(number.value, int):
        exact, half = number.value, number.half
        return (exact, exact) if half < 1 else (exact - half, exact + half)
    value = float(number.value)  # even for a whole truth: 1.07 GB for bytes
    reach = float(number.half) + NOISE * abs(value)
    return value - reach, value + reach


def fits(numbers: Sequence[Any], window: Window) -> bool:
    """Return whether each number lies within the bounds of the answer's number at its place."""
    for number, (low, high) in zip(numbers, window, strict=True):  # noqa: SIM110 - of many lists, most differ early
        if not low <= number <= high:
            return False
    return True


def nearest_float(value: Any) -> float:
    """Return a number as a float, infinite where it is too large."""
    try:
        return float(value)
    except OverflowError:
        return math.inf
