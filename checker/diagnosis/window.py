"""Windows: between which bounds each number of an answer lies, as far as its written digits say.

`fits` compares values with a window; `nearest_float` turns any number into a float, infinite where it is too large.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

from checker.diagnosis.numeric_equality import NOISE
from checker.kinds import Reading, StatedNumber
from checker.text.number import digits_of

FEWEST_ROUNDED: Final = 10
"""Smallest whole number that may be a rounded real one in a list: [1, 0] is an answer of its own."""

FEWEST_DIGITS: Final = 3
"""Digits before the zeros of a rounded number."""

HALF: Final = 0.5
"""Half a unit of a whole number."""

Bounds = tuple[Any, Any]
"""The lowest and the highest value that the digits of a number allow."""

Window = Sequence[Bounds]
"""The bounds of each number of an answer."""


def window_of(reading: Reading, *, whole: bool) -> Window:
    """Return bounds for each number of an answer: the values that round to the digits that are written."""
    try:
        if not whole and len(reading.numbers) > 1 and all(map(_is_small_whole, reading.numbers)):
            values = [float(number.value) for number in reading.numbers]
            reach = NOISE * max(map(abs, values))
            return [(value - reach, value + reach) for value in values]
        return [bounds_of(number, whole=whole) for number in reading.numbers]
    except OverflowError:  # beyond all known values
        return [(math.inf, math.inf)] * len(reading.numbers)


def is_bare_zero(number: StatedNumber) -> bool:
    """Return whether a number is written `0`, which shows no digit of another one; `0.00` is a rounding."""
    return not number.value and number.half >= HALF


def rounded_to_zeros(reading: Reading) -> Reading | None:
    """Return the answer `3380` as if it were rounded to tens, with a wider range for its value.

    Return None if it is no single whole number with zeros at its end and three digits or more before them.
    """
    number = reading.numbers[0]
    if reading.shape or not isinstance(number.value, int) or not number.value or number.half > 1:
        return None
    digits = digits_of(abs(number.value))
    zeros = len(digits) - len(digits.rstrip("0"))
    if not zeros or len(digits) - zeros < FEWEST_DIGITS:
        return None
    return reading._replace(numbers=(number._replace(half=number.half * 10**zeros),))


def _is_small_whole(number: StatedNumber) -> bool:
    """Return whether it is a small whole number: a list of these is no rounding of real ones."""
    return isinstance(number.value, int) and abs(number.value) < FEWEST_ROUNDED


def bounds_of(number: StatedNumber, *, whole: bool) -> Bounds:
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
