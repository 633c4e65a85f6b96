"""Statistics of a class: how points are distributed, and how difficult and how telling each question is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import correlation, fmean, median, stdev
from typing import Final, NamedTuple

FEWEST: Final = 10
"""Minimum number of students for a discrimination: with fewer, chance decides it."""


class Spread(NamedTuple):
    """How the students' shares of the points are distributed."""

    number: int
    mean: float
    median: float
    deviation: float
    """The standard deviation of a sample; 0 of one student."""
    bins: tuple[int, ...]
    """Numbers of students in each tenth; the last has those with all points and with more, too."""


def spread(shares: Sequence[float]) -> Spread | None:
    """Return how shares of the points are distributed; None without students.

    >>> spread([0.0, 0.5, 1.0])
    Spread(number=3, mean=0.5, median=0.5, deviation=0.5, bins=(1, 0, 0, 0, 0, 1, 0, 0, 0, 1))
    """
    if not shares:
        return None
    tenths = Counter(min(9, int(round(10 * max(share, 0.0), 8))) for share in shares)
    deviation = stdev(shares) if len(shares) > 1 else 0.0
    return Spread(len(shares), fmean(shares), median(shares), deviation, tuple(tenths[each] for each in range(10)))


def of_question(
    place: int, shares: Sequence[Sequence[float | None]], weights: Sequence[float]
) -> tuple[float | None, float | None]:
    """Return the difficulty and the discrimination of the question at this place.

    `shares` of the points have a row for each student and a column for each question; None where an answer waits.
    The difficulty is the mean share; None where nobody has any.  The discrimination is the correlation of the share
    with that of all other questions, each of which is worth its weight; None where there are too few students, or where
    all have the same.  Source: corrected item-total correlation, Crocker and Algina, Introduction to Classical and
    Modern Test Theory (1986), chapter 14.
    """
    asked = [(own, row) for row in shares if (own := row[place]) is not None]
    pairs = []
    for own, row in asked:
        others = [
            (share, weight)
            for at, (share, weight) in enumerate(zip(row, weights, strict=True))
            if at != place and share is not None
        ]
        if most := sum(weight for _, weight in others):
            pairs.append((own, sum(share * weight for share, weight in others) / most))
    is_known = len(pairs) >= FEWEST and all(max(each) - min(each) > 1e-9 for each in zip(*pairs, strict=True))  # noqa: PLR2004 - rounding
    discrimination = correlation(*zip(*pairs, strict=True)) if is_known else None
    return fmean(own for own, _ in asked) if asked else None, discrimination
