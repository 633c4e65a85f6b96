"""Compare two equations by their zeros: where one is true, the other has to be true, too."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Final

from checker.answers.kinds.formula import value_at
from checker.engine.errors import UnreadableAnswer
from checker.engine.values.equation import Points
from checker.notation.nodes import Exact, Node

Gap = Callable[[float], float | None]

DRAWS: Final = 6
"""Number of points at which each letter is solved for."""

ENOUGH: Final = 10
MOST: Final = 60
"""Number of zeros that both equations need to have in common, and that are enough to stop."""

_STEPS: Final = 120
_WIDEST: Final = 41.3
_SHIFT: Final = 0.0137
_HALVINGS: Final = 60
_SMALLER: Final = Fraction(47, 10)  # so that no letter is a whole number, which may be a pole
_NEAR: Final = 1e-6
"""Share of the gap next to a zero up to which a gap is one."""


def have_same_zeros(one: Node, other: Node, letters: tuple[str, ...], points: Points) -> bool:
    """Return whether each zero that is found of one gap is one of the other: `(y - 1)/(x - 2) = 3` is `y = 3x - 5`."""
    found = 0
    for letter in letters:
        for point in (*points[:DRAWS], *map(_smaller, points[:DRAWS])):
            gaps = [_along(tree, letter, point) for tree in (one, other)]
            if (gaps[0](0.0) == 0) != (gaps[1](0.0) == 0):  # a letter as a factor: x*y = 3*x
                return False
            for first, second in (gaps, gaps[::-1]):
                for zero, near in _zeros(first):
                    value = second(zero)
                    if value is None or abs(value) > _NEAR * abs(second(near) or 1):
                        return False
                    found += 1
            if found >= MOST:
                break
    return found >= ENOUGH


def _smaller(point: Mapping[str, Exact]) -> Mapping[str, Exact]:
    """Return a point nearer to 0."""
    return {letter: Fraction(value) / _SMALLER for letter, value in point.items()}


def _along(tree: Node, letter: str, point: Mapping[str, Exact]) -> Gap:
    """Return the gap as a function of one letter; None where it has no value."""

    def gap(value: float) -> float | None:
        try:
            found = float(value_at(tree, {**point, letter: value}))
        except (UnreadableAnswer, OverflowError, ValueError):
            return None
        return found if math.isfinite(found) else None

    return gap


def _zeros(gap: Gap) -> Iterator[tuple[float, float]]:
    """Yield the places where a gap changes its sign without a jump, each with a place beside it."""
    places = [_WIDEST * step / _STEPS + _SHIFT for step in range(-_STEPS, _STEPS)]
    values = [gap(place) for place in places]
    for at in range(len(places) - 1):
        one, other = values[at], values[at + 1]
        if one is None or other is None or (one < 0) == (other < 0):
            continue
        low, high = places[at], places[at + 1]
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            value = gap(middle)
            if value is None:
                break
            low, high = (middle, high) if (value < 0) == (one < 0) else (low, middle)
        value = gap(low)
        if value is not None and abs(value) <= _NEAR * max(abs(one), abs(other)):
            yield low, places[at]
