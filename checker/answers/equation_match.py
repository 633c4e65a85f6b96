"""Compares equations by the differences of their sides at several points (`EquationMatch`), and by their zeros.

The differences may have a common factor.  Within a tolerance, each number of the equation has to be near enough, too.
`rounding_of_gaps` computes how much the differences change if decimal numbers are rounded.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import count
from typing import Final

from checker.answers.kinds.formula import UNDEFINED, value_at
from checker.answers.tolerance import Tolerance
from checker.engine.errors import UnreadableAnswer
from checker.engine.values.equation import EquationValue, Points, is_short, normalized
from checker.notation.nodes import Exact, Literal, Node, rewrite

EQUAL: Final = 1e-9
"""Relative difference between equal values."""

ROUNDED: Final = 0.005
"""Relative tolerance of an equation whose numbers are computed, and none is declared: 3 digits."""

_SHORT: Final = 4e-4
"""Relative tolerance of a number of at most 3 digits next to rounded ones: less than one in its last digit."""
_LOOSE: Final = 2
"""Times the tolerance by which gaps may differ: the scale of all comes from one, and their numbers are compared too."""
_STEP: Final = 1e-4
_MOST_PLACES: Final = 16
_SINGULAR: Final = 1e-9
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


class EquationMatch:
    """Tells whether a student's equation is the right one, by the difference of its sides at several points."""

    def __init__(self, truth: EquationValue, tolerance: Tolerance) -> None:
        self.truth = truth
        self.share = EQUAL
        """Share of the sides by which they may differ, and of each number."""
        if tolerance.rule == "relative":
            self.share = float(tolerance.amount)
        elif tolerance.rule == "significant" and not truth.is_exact:
            self.share = ROUNDED * 10.0 ** (3 - int(tolerance.amount))
        self._is_relative = tolerance.rule == "relative"

    def is_right(self, given: Sequence[float]) -> bool:
        """Return whether an equation with these differences of its sides is the right one.

        They are those of the right equation times one factor, within the tolerance.
        """
        right = self.truth.gaps
        factor = _factor(given, right)
        sizes = self.truth.sizes or [1.0] * len(right)
        share = self.share if self.share <= EQUAL else _LOOSE * self.share
        return (
            bool(factor)
            and all(
                abs(one / factor - other) <= share * max(size, abs(other))
                for one, other, size in zip(given, right, sizes, strict=True)
            )
            and (self.share <= EQUAL or self._has_right_numbers(given))
        )

    def _has_right_numbers(self, given: Sequence[float]) -> bool:
        """Return whether each number is near enough, however little its term counts beside the others.

        Least squares give the changes of the right equation's numbers that lead to the given equation.
        """
        if not self._effects:
            return True
        import numpy as np  # here, because few equations need it

        base, *effects = (np.array(each) for each in [self._right_gaps, *(effect for effect, _ in self._effects)])
        lengths = [float(np.linalg.norm(each)) for each in (base, *effects)]
        columns = np.column_stack([each / length for each, length in zip((base, *effects), lengths, strict=True)])
        change = np.array(given) / _factor(given, self._right_gaps) - base
        scaled, *_ = np.linalg.lstsq(columns, change, rcond=_SINGULAR)
        whole, *changes = (float(each) / length for each, length in zip(scaled, lengths, strict=True))
        return whole > -1 and all(
            abs(each) <= reach * (1 + whole) * (1 + EQUAL)
            for each, (_, reach) in zip(changes, self._effects, strict=True)
        )

    @cached_property
    def _right_gaps(self) -> list[float]:
        """Return the differences of the right equation's sides at its points; empty if it has no tree."""
        tree, letters, points = self.truth.tree, self.truth.letters, self.truth.points
        return [] if tree is None else normalized(values_at(tree, points), letters, points)

    @cached_property
    def _effects(self) -> list[tuple[list[float], float]]:
        """Return, for each number of the right equation, how the gaps change with it, and by which share it may differ.

        A gap is the difference of the sides at one point.
        """
        return [*self._found_effects()] if self._right_gaps else []

    def _found_effects(self) -> Iterator[tuple[list[float], float]]:
        """Yield the entries of `_effects`; short whole numbers, which have to be exact, have none."""
        for number, changed in _with_moved(self.truth.tree, lambda number: float(number) * _STEP):
            is_exact = not self._is_relative and is_short(number)
            if is_exact and number == int(number):
                continue
            values = values_at(changed, self.truth.points)
            moved = normalized(values, self.truth.letters, self.truth.points)
            effect = [(one - other) / _STEP for one, other in zip(moved, self._right_gaps, strict=True)]
            if any(effect) and UNDEFINED not in values:  # the exponent of a negative number stays whole
                yield effect, min(self.share, _SHORT) if is_exact else self.share


def rounding_of_gaps(tree: Node, letters: Sequence[str], points: Points) -> list[float]:
    """Return for each point how much the gap changes if all decimal numbers move by half of their last digit."""
    base = normalized(values_at(tree, points), letters, points)
    reach = [0.0] * len(base)
    for number, moved in _with_moved(tree, _half):
        if _half(number):
            values = normalized(values_at(moved, points), letters, points)
            reach = [one + abs(other - right) for one, other, right in zip(reach, values, base, strict=True)]
    return [one if math.isfinite(one) else 0.0 for one in reach]


def _half(number: Exact) -> float:
    """Return half of the last place of a number with decimals; 0 of a whole number and of a fraction."""
    exact = Fraction(number)
    places = next((places for places in range(1, _MOST_PLACES) if not (exact * 10**places).denominator - 1), 0)
    return 0.5 * 10.0**-places if exact.denominator > 1 and places else 0.0


def values_at(tree: Node, points: Points) -> list[float]:
    """Return the value of an expression at each point; a fixed placeholder where it has none."""
    values = []
    for point in points:
        try:
            values.append(float(value_at(tree, point)))
        except (UnreadableAnswer, OverflowError):
            values.append(UNDEFINED)
    return values


def _factor(given: Sequence[float], right: Sequence[float]) -> float:
    """Return the factor by which equations differ; 0 where there is none."""
    square = math.fsum(each * each for each in right)
    factor = math.fsum(one * other for one, other in zip(given, right, strict=True)) / square if square else 0.0
    return factor if math.isfinite(factor) else 0.0


def _with_moved(tree: Node, by: Callable[[Exact], float]) -> Iterator[tuple[Exact, Node]]:
    """Yield each number of a tree, with the tree in which it is a little larger."""
    for at in count():
        seen: list[Exact] = []

        def moved(node: Node, at: int = at, seen: list[Exact] = seen) -> Node:
            if not isinstance(node, Literal):
                return node
            seen.append(node.value)
            return node._replace(value=float(node.value) + by(node.value)) if len(seen) == at + 1 else node

        changed = rewrite(tree, moved)
        if len(seen) <= at:
            return
        yield seen[at], changed


def have_same_zeros(one: Node, other: Node, letters: tuple[str, ...], points: Points) -> bool:
    """Return whether two differences of sides are 0 at the same places, as far as these are found.

    So `(y - 1)/(x - 2) = 3` is `y = 3x - 5`.
    """
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
    """Return a function of one letter that gives the gap, or None where it has no value.

    All other letters are fixed at `point`.
    """

    def gap(value: float) -> float | None:
        try:
            found = float(value_at(tree, {**point, letter: value}))
        except (UnreadableAnswer, OverflowError, ValueError):
            return None
        return found if math.isfinite(found) else None

    return gap


def _zeros(gap: Gap) -> Iterator[tuple[float, float]]:
    """Yield (zero, nearby) for each place where a gap changes its sign without a jump.

    `nearby` is the start of the search step with that zero.
    """
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
