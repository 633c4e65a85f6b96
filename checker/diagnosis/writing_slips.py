"""Finds slips in writing a number down: digits cut off, swapped, wrong, missing or added.

They depend on the digits that an answer states, so they are tried answer by answer and are not in the index.
"""

from __future__ import annotations

import math
from decimal import Decimal
from functools import lru_cache
from operator import ne
from typing import Any, Final

from checker.diagnosis.causes import Cause
from checker.diagnosis.index import WrongAnswerIndex
from checker.diagnosis.numeric_equality import NOISE
from checker.diagnosis.slipped_answers import MAX_SLIPPED
from checker.diagnosis.slips import DIGIT_SLIPS, prior
from checker.diagnosis.window import is_bare_zero, nearest_float
from checker.engine.values.tolerance import EXACT, as_decimal
from checker.kinds import Reading, StatedNumber
from checker.text.number import digits_of

MIN_DIGITS: Final = 3
"""Minimum number of stated digits for a typing error in one of them."""

MIN_DIGITS_FOR_CREDIT: Final = 4
"""Minimum number of digits for points: of three, many another number is one digit away."""

MAX_REMEMBERED: Final = 4_096
"""Maximum number of values whose digits are remembered."""

Slip = tuple[str, float]
"""A slip with its prior among slips."""


def writing_slip_causes(index: WrongAnswerIndex, reading: Reading) -> list[Cause]:
    """Return the right value and those with one mistake that a slip in writing turns into the answer, as causes."""
    if reading.shape != index.shape or len(index.numbers) > MAX_SLIPPED:
        return []
    if len(index.numbers) > 1:
        from checker.diagnosis.entry_slips import entry_slip  # here, because most answers are single numbers

        return [each for start in index.slip_starts if (each := entry_slip(reading, start, index.given))]
    (number,) = reading.numbers
    found = ((start, writing_slip(number, start.numbers[0])) for start in index.slip_starts)
    is_estimated = (number.digits or 0) < MIN_DIGITS_FOR_CREDIT
    causes = [
        start._replace(slip=slip[0], prior=start.prior * slip[1], is_estimated=is_estimated and slip[0] in DIGIT_SLIPS)
        for start, slip in found
        if slip
    ]
    return causes or [
        start._replace(slip=slip[0], prior=start.prior * slip[1], is_estimated=True)
        for start in index.slip_starts
        if (slip := _slip_after_cutting(number, start.numbers[0]))
    ]


def _slip_after_cutting(number: StatedNumber, value: Any) -> Slip | None:
    """Return the slip in a value's digits after they were cut off, not rounded: 4.857 for 4.587, cut from 4.5875.

    None if there is none, and for numbers of fewer than MIN_DIGITS_FOR_CREDIT digits.
    """
    stated, half, digits, *_ = number
    if (digits or 0) < MIN_DIGITS_FOR_CREDIT or not half or isinstance(value, int) or (stated < 0) != (value < 0):
        return None
    try:
        written, unit = _written(stated, half)
        return _digit_slip(written, digits_of(math.floor(abs(value) / unit)))
    except (ArithmeticError, ValueError):  # beyond the range of a float, or too close to 0
        return None


def states(number: StatedNumber, value: Any) -> bool:
    """Return whether a written number, with its digits, is this value or a rounding of it."""
    reach = NOISE if is_bare_zero(number) else nearest_float(number.half) * (1 + NOISE)
    return math.isfinite(reach) and abs(nearest_float(number.value) - nearest_float(value)) <= reach


def writing_slip(number: StatedNumber, value: Any, fewest: int = MIN_DIGITS) -> Slip | None:
    """Return the slip in writing that turns `value` into this number, and its prior; None if none does.

    Most slips need a number of at least `fewest` digits.
    """
    stated, half, digits, *_ = number
    if digits is None or not stated:
        return None
    if half and _is_truncated(stated, half, value):
        return "truncated", prior("truncated")
    if digits < fewest or not half or (isinstance(value, int) and not isinstance(stated, int)):
        return None
    if (stated < 0) != (value < 0):
        return None
    try:
        written, unit = _written(stated, half)
        return _digit_slip(written, _digits(value, unit))
    except (ArithmeticError, ValueError):  # beyond the range of a float, or too close to 0
        return None


@lru_cache(64)
def _written(stated: Any, half: Any) -> tuple[str, float]:
    """Return the digits of a stated number, and the unit of the last of them."""
    unit = float(2 * half)
    return _digits(stated if isinstance(stated, int) else float(stated), unit), unit


@lru_cache(MAX_REMEMBERED, typed=True)
def _digits(value: float, unit: float) -> str:
    """Return the digits of a value, rounded to the place of a unit; those of a whole number in full."""
    return digits_of(abs(value) if isinstance(value, int) and unit == 1 else round(abs(value) / unit))


def _is_truncated(stated: Any, half: Any, value: Any) -> bool:
    """Return whether the stated number is the value cut off, and the rounded value another number."""
    if isinstance(value, int) and isinstance(stated, int) and half + half <= 1:  # nothing was cut off
        return False
    if abs(abs(nearest_float(value)) - abs(nearest_float(stated))) > 2 * nearest_float(half) * (1 + NOISE):
        return False  # too far, seen without exact numbers
    exact, unit = as_decimal(value), EXACT.multiply(Decimal(half), Decimal(2))
    beyond = EXACT.subtract(abs(exact), abs(Decimal(stated)))
    return Decimal(half) < beyond < unit and (exact < 0) == (stated < 0)


def _digit_slip(stated: str, meant: str) -> Slip | None:
    """Return the slip from `meant` digits to those `stated`: one wrong, missing or extra, or two swapped; else None."""
    length = len(meant)
    if len(stated) == length:
        differing = sum(map(ne, stated, meant))
        if differing == 1:
            return "digit_wrong", prior("digit_wrong", 9 * length)
        if differing == 2 and _is_swap(stated, meant):  # noqa: PLR2004 - a swap has two
            return "digits_swapped", prior("digits_swapped", length - 1)
    elif len(stated) == length - 1 and _is_one_longer(meant, stated):
        return "digit_missing", prior("digit_missing", length)
    elif len(stated) == length + 1 and _is_one_longer(stated, meant):
        return "digit_extra", prior("digit_extra", 10 * (length + 1))
    return None


def _is_swap(stated: str, meant: str) -> bool:
    """Return whether two neighbouring digits are swapped, of two texts that differ at two places."""
    i = _first_difference(stated, meant)
    return stated[i : i + 2] == meant[i : i + 2][::-1]


def _is_one_longer(longer: str, shorter: str) -> bool:
    """Return whether a text has one sign more than another and is equal else."""
    i = _first_difference(longer, shorter)
    return longer[i + 1 :] == shorter[i:]


def _first_difference(one: str, other: str) -> int:
    """Return the place at which two texts first differ; the length of the shorter one if they do not."""
    return next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
