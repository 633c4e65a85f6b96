"""Prefers the causes that give the very numbers of an answer to those whose numbers had to be rounded to few digits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from checker.answers import Reading
from checker.diagnosis.causes import Cause
from checker.diagnosis.window import nearest_float

FEW: Final = 2
"""Maximum number of digits of a number that is hardly ever a rounded one."""

CLOSE: Final = 0.01
"""Relative difference from which on a number shows that it was rounded."""

ROUNDED_TO_FEW, MOST_ROUNDED = 0.2, 3
"""How likely a number is rounded to so few digits, and of how many at most this is counted."""


def by_exactness(reading: Reading, causes: list[Cause]) -> list[Cause]:
    """Return the causes, with lower priors for those that give numbers of few digits only after rounding.

    They stay as they are if no cause, or every one, has to be rounded.  A student who means 0.7616
    does not write 0.8.
    """
    few = [place for place, number in enumerate(reading.numbers) if number.half and (number.digits or 0) <= FEW]
    inexact = [_inexact(reading, cause, few) for cause in causes] if few else []
    if all(inexact) or not any(inexact):
        return causes
    return [
        cause._replace(prior=cause.prior * ROUNDED_TO_FEW ** min(count, MOST_ROUNDED))
        for cause, count in zip(causes, inexact, strict=True)
    ]


def _inexact(reading: Reading, cause: Cause, places: Sequence[int]) -> int:
    """Return at how many of these places a cause gives the number of the answer only after rounding."""
    if len(cause.numbers) != len(reading.numbers):
        return 0
    pairs = [(reading.numbers[at], cause.numbers[at]) for at in places]
    rounded = [abs(nearest_float(number.value) - nearest_float(value)) for number, value in pairs]
    return sum(
        CLOSE * abs(nearest_float(value)) < error <= nearest_float(number.half)
        for error, (number, value) in zip(rounded, pairs, strict=True)
    )
