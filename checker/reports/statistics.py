"""Statistics of a class: how points are distributed, and how difficult and how telling each question is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

FEWEST: Final = 10
"""Minimum number of students for a discrimination: with fewer, chance decides it."""

Shares = NDArray[np.float64]
"""Shares of the points: of a student in each row, of a question in each column; NaN where there are none."""


class Spread(NamedTuple):
    """How the students' shares of the points are distributed."""

    number: int
    """Number of students."""
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
    values = np.array(shares)
    bins, _ = np.histogram(np.round(np.clip(values, 0.0, 1.0), 9), bins=np.arange(11) / 10)
    deviation = float(values.std(ddof=1)) if len(values) > 1 else 0.0
    return Spread(len(values), float(values.mean()), float(np.median(values)), deviation, tuple(map(int, bins)))


def difficulties(shares: Shares) -> list[float | None]:
    """Return for each question the mean share of the points that students got; None where nobody has any."""
    counts = np.sum(~np.isnan(shares), axis=0)
    sums = np.nansum(shares, axis=0)
    return [float(total / count) if count else None for total, count in zip(sums, counts, strict=True)]


def discriminations(shares: Shares, weights: Sequence[float]) -> list[float | None]:
    """Return for each question the correlation of its share of points with that of all other questions.

    Each question is worth its weight.  What waits is left out.  None where there are too few students, or where all
    have the same.  Source: corrected item-total correlation, Crocker and Algina, Introduction to Classical and Modern
    Test Theory (1986), chapter 14.
    """
    known = np.where(np.isnan(shares), 0.0, np.array(weights))  # (students, questions)
    points = known * np.nan_to_num(shares)
    with np.errstate(invalid="ignore"):  # of who has no other answer that counts
        rests = (points.sum(axis=1, keepdims=True) - points) / (known.sum(axis=1, keepdims=True) - known)
    return [_correlation(shares[:, place], rests[:, place]) for place in range(shares.shape[1])]


def _correlation(one: NDArray[np.float64], other: NDArray[np.float64]) -> float | None:
    """Return a correlation; None for fewer than ten students with both numbers, or if one of these never changes."""
    known = ~np.isnan(one) & ~np.isnan(other)
    one, other = one[known], other[known]
    if len(one) < FEWEST or np.ptp(one) < 1e-9 or np.ptp(other) < 1e-9:  # noqa: PLR2004 - rounding
        return None
    return float(np.corrcoef(one, other)[0, 1])
