"""`chart_labels`: what is written at the points of the chart of difficulty and discrimination, so that all can be read.

The charts themselves are templates (`charts.html`).  Positions are in percent of a chart, letters in pixels: a chart
fills any width, and its words are as large as those of the page.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from checker.text.words import shortened

FEWEST: Final = 3
"""Minimum number of questions: fewer are no picture."""

LETTER: Final = 2.7
"""Width of a letter on a phone, in percent of the chart."""

POINT: Final = 3.0
"""Half the width of a point there, with some room."""

LINE: Final = 7.0
"""Height of a line of text, in percent of the chart."""

WEAK: Final = 0.2
"""Discrimination below which a question is weak and has its name in the chart.  Source: Ebel, 1954."""

LONGEST: Final = 26
"""Maximum number of characters of a name."""

MIDDLE: Final = 60
"""Percent from which labels stand to the left of their points, if there is room."""


class Label(NamedTuple):
    """A point of the chart, and the numbers of questions that are written next to it."""

    name: str
    """What it is, for who points at it or listens."""
    x: float
    """The mean share of the points in percent."""
    y: float
    """The distance from the top in percent."""
    text: str = ""
    """Empty if another label has its number."""
    is_left: bool = False

    @property
    def ends(self) -> tuple[float, float]:
        """Return where the text begins and ends."""
        width = LETTER * len(self.text) + POINT
        return (self.x - width, self.x) if self.is_left else (self.x, self.x + width)

    def is_free(self, others: Iterable[Label]) -> bool:
        """Return whether the text covers no other text, no other point and no edge."""
        start, end = self.ends
        near = [each for each in others if abs(each.y - self.y) < LINE]
        points = [each.x for each in near if (each.x, each.y) != (self.x, self.y)]
        texts = [each.ends for each in near if each.text]
        is_inside = start >= 0 and end <= 100  # noqa: PLR2004 - percent
        is_over_point = any(start - POINT < x < end + POINT for x in points)
        return is_inside and not is_over_point and not any(start < last and first < end for first, last in texts)


def axis(values: Iterable[float]) -> tuple[float, float]:
    """Return the lowest and the highest value of the axis of discriminations, in steps of 0.5.

    >>> axis([0.7, -0.03]), axis([0.2])
    ((-0.5, 1.0), (0.0, 0.5))
    """
    steps = [0.0, 0.5, *(2 * each for each in values)]
    return math.floor(min(steps)) / 2, math.ceil(max(steps)) / 2


def chart_labels(questions: Sequence[tuple[str, float | None, float | None]]) -> list[Label]:
    """Return a label for each question, given its name, difficulty and discrimination; none for fewer than three.

    Every number is shown once; where a text would cover another one, a label nearby has the number, too.
    """
    known = [
        (number, name, 100 * difficulty, discrimination)
        for number, (name, difficulty, discrimination) in enumerate(questions, 1)
        if difficulty is not None and discrimination is not None
    ]
    if len(known) < FEWEST:
        return []
    low, high = axis([each for *_, each in known])
    found = [
        Label(f"{number} {name}: {x:.0f}%, {y:.2f}", x, 100 * (high - y) / (high - low)) for number, name, x, y in known
    ]
    for place, (number, name, x, y) in sorted(enumerate(known), key=lambda item: (item[1][3], item[0])):
        point, others = found[place], found[:place] + found[place + 1 :]
        texts = [f"{number} {shortened(name, LONGEST)}"] * (y < WEAK) + [str(number)]
        possible = [
            point._replace(text=text, is_left=is_left) for text in texts for is_left in (x > MIDDLE, x <= MIDDLE)
        ]
        free = next((each for each in possible if each.is_free(others)), None)
        labelled = [at for at, each in enumerate(found) if each.text]
        if free or not labelled:
            found[place] = free or possible[-1]
        else:
            near = min(labelled, key=lambda at: math.hypot(found[at].x - point.x, found[at].y - point.y))
            found[near] = found[near]._replace(text=f"{found[near].text}, {number}")
    return found
