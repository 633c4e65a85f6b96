"""Statistics of a class: how points are distributed, how difficult and how telling each question is, and their chart.

The charts themselves are templates (`charts.html`).  Positions are in percent of a chart, letters in pixels: a chart
fills any width, and its words are as large as those of the page.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
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


FEWEST_POINTS: Final = 3
"""Minimum number of questions: fewer are no picture."""
NEAR: Final = (7.0, 7.0)
"""Horizontal and vertical distance, in percent, within which points have one label."""


class Label(NamedTuple):
    """A point of the chart, and the numbers of questions that are written above it."""

    name: str
    """What it is, for who points at it or listens."""
    x: float
    """The distance from the left, in percent."""
    y: float
    """The distance from the top, in percent."""
    text: str
    """Empty if a label nearby has its number."""


class Chart(NamedTuple):
    """The points of a chart, and the ends of its axes."""

    labels: Sequence[Label]
    percent: tuple[int, int]
    """The ends of the axis of points: the tens around all of them, so that the chart uses its width."""
    discrimination: tuple[float, float]


def difficulty_chart(questions: Iterable[tuple[str, float | None, float | None]]) -> Chart | None:
    """Return the chart of questions, given name, difficulty and discrimination; None for fewer than three.

    The number of each question is shown once: above its point, or above one nearby.
    """
    known = [
        (number, name, 100 * difficulty, discrimination)
        for number, (name, difficulty, discrimination) in enumerate(questions, 1)
        if difficulty is not None and discrimination is not None
    ]
    if len(known) < FEWEST_POINTS:
        return None
    percents = [each for _, _, each, _ in known]
    left, right = 10 * math.floor(min(percents) / 10), 10 * math.ceil(max(percents) / 10)
    right += 10 * (left == right)
    low, high = discrimination_axis(each for *_, each in known)
    found: list[Label] = []
    for number, name, percent, discrimination in known:
        x, y = 100 * (percent - left) / (right - left), 100 * (high - discrimination) / (high - low)
        name_ = f"{number} {name}: {percent:.0f}%, {discrimination:.2f}"
        near = (at for at, each in enumerate(found) if each.text and _is_near(each, x, y))
        if (at := next(near, None)) is not None:
            found[at] = found[at]._replace(text=f"{found[at].text}, {number}")
        found.append(Label(name_, x, y, "" if at is not None else str(number)))
    return Chart(found, (left, right), (low, high))


def _is_near(label: Label, x: float, y: float) -> bool:
    return abs(label.x - x) < NEAR[0] and abs(label.y - y) < NEAR[1]


def discrimination_axis(values: Iterable[float]) -> tuple[float, float]:
    """Return the lowest and the highest value of the axis of discriminations, in steps of 0.5.

    >>> discrimination_axis([0.7, -0.03]), discrimination_axis([0.2])
    ((-0.5, 1.0), (0.0, 0.5))
    """
    steps = [0.0, 0.5, *(2 * each for each in values)]
    return math.floor(min(steps)) / 2, math.ceil(max(steps)) / 2
