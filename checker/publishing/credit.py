"""Credit and points as formats of banks have them: shares from a list, and whole weights."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import lcm
from typing import Final

SHARES: Final = (
    100,
    90,
    83.33333,
    80,
    75,
    70,
    66.66667,
    60,
    50,
    40,
    33.33333,
    30,
    25,
    20,
    16.66667,
    14.28571,
    12.5,
    11.11111,
    10,
    5,
    0,
)
"""The shares in percent that Moodle imports."""

MOST_WEIGHT: Final = 1000


def percent(share: float) -> float:
    """Return the nearest share in percent that Moodle knows.

    >>> percent(1), percent(0.5), percent(1 / 3), percent(0.52)
    (100, 50, 33.33333, 50)
    """
    return min(SHARES, key=lambda each: abs(each - 100 * share))


def is_known(share: float) -> bool:
    """Return whether Moodle knows this share."""
    return abs(percent(share) - 100 * share) < 0.01  # noqa: PLR2004 - it rounds to five decimals


def weights(points: Iterable[float]) -> list[int]:
    """Return whole numbers in the same ratio.

    >>> weights([0.5, 1, 1.5]), weights([1 / 3, 1]), weights([0, 0])
    ([1, 2, 3], [1, 3], [0, 0])
    """
    shares = [Fraction(each).limit_denominator(MOST_WEIGHT) for each in points]
    most = lcm(*(each.denominator for each in shares))
    return [int(each * most) for each in shares]
