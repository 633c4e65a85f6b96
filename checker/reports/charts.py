"""`difficulty_chart`: where the points of the chart of difficulty and discrimination are, with labels that can be read.

The charts themselves are templates (`charts.html`).  Positions are in percent of a chart, letters in pixels: a chart
fills any width, and its words are as large as those of the page.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

FEWEST: Final = 3
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
    if len(known) < FEWEST:
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
