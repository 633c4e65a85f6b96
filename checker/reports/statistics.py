"""Statistics of a class: how points are distributed, and how difficult and how telling each question is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import correlation, fmean, median, stdev
from typing import Final, NamedTuple

FEWEST: Final = 10
"""Minimum number of students for a discrimination: with fewer, chance decides it."""

Shares = Sequence[Sequence[float | None]]
"""Shares of the points: of a student in each row, of a question in each column; None where there are none."""


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


def difficulties(shares: Shares, number: int) -> list[float | None]:
    """Return for each question the mean share of the points that students got; None where nobody has any."""
    columns = [[share for row in shares if (share := row[place]) is not None] for place in range(number)]
    return [fmean(column) if column else None for column in columns]


def discriminations(shares: Shares, weights: Sequence[float]) -> list[float | None]:
    """Return for each question the correlation of its share of points with that of all other questions.

    Each question is worth its weight.  What waits is left out.  None where there are too few students, or where all
    have the same.  Source: corrected item-total correlation, Crocker and Algina, Introduction to Classical and Modern
    Test Theory (1986), chapter 14.
    """
    found = []
    for place in range(len(weights)):
        pairs = []
        for row in shares:
            rest = [
                (weight * share, weight)
                for at, (share, weight) in enumerate(zip(row, weights, strict=True))
                if at != place and share is not None
            ]
            if (most := sum(weight for _, weight in rest)) and (own := row[place]) is not None:
                pairs.append((own, sum(points for points, _ in rest) / most))
        found.append(_correlation(pairs))
    return found


def _correlation(pairs: Sequence[tuple[float, float]]) -> float | None:
    """Return a correlation; None for fewer than ten students, or if one of the numbers never changes."""
    if len(pairs) < FEWEST or any(max(each) - min(each) < 1e-9 for each in zip(*pairs, strict=True)):  # noqa: PLR2004 - rounding
        return None
    return correlation(*zip(*pairs, strict=True))
