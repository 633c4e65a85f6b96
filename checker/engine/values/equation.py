"""`EquationValue`: an equation as a right answer, with the points at which others are compared with it.

Equations are compared by their gaps, left side minus right side, at these points.  `drawn_points` draws them, always
the same ones; `normalized` scales the gaps so that those of equal equations are equal.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any, Final

from checker.engine.values.encoded import EncodedValue

Real = int | float | Fraction
Points = tuple[Mapping[str, Real], ...]
"""Values of the letters: those at which equations are compared, then for each letter two at which it is nearly 0."""

MOST_POINTS: Final = 20
_NEARLY_ZERO: Final = (Fraction(1, 10**4), Fraction(1, 10**8))
_SMALL: Final = 1e-9
"""Share of the largest difference from which on another one may set the scale."""
_NEAR_WHOLE: Final = 0.02
_EXACT: Final = 1e-12
_LARGEST_DENOMINATOR: Final = 20
"""Of fractions as people write them; others come from data, as the slope 328/75 of a regression line."""
_LARGEST: Final = 13
_PRIME: Final = 997
"""The divisor of values that are no whole numbers: at these `x + sin(pi*x)` is not x."""
_TURNS: Final[Sequence[tuple[tuple[int, ...], Sequence[int], int]]] = (
    ((1, -1), (1, _PRIME), 1),
    ((1,), (1, _PRIME), 1),
    ((1,), (_PRIME,), 16),
)
"""Signs of the letters, divisors of their values, and a further divisor.

The first points with a value are taken: of both signs, positive, and between 0 and 1.
"""
TURNS: Final = len(_TURNS)


class EquationValue(EncodedValue):
    """An equation in some letters as a right answer, with the points at which others are compared with it."""

    __slots__ = ("gaps", "is_exact", "letters", "points", "sizes", "text", "tree")

    kind = "equation"

    def __init__(  # noqa: PLR0913 - all that is known of it
        self,
        text: str,
        letters: tuple[str, ...],
        points: Points,
        gaps: Sequence[Real],
        sizes: Sequence[Real] = (),
        *,
        is_exact: bool = True,
        tree: Any = None,
    ) -> None:
        """Take the `gaps`, left side minus right side, and the `sizes` of the sides, at all points."""
        self.text = text
        self.letters = letters
        self.points = points
        self.is_exact = is_exact
        """Whether its numbers are exact: whole, simple fractions, or with at most 3 digits."""
        self.tree = tree
        """The gap as a tree of mathematics, by which it has a value at other points."""
        scaled = normalized(gaps, letters, points)
        self.gaps = tuple(scaled)
        largest = max((abs(float(each)) for each in gaps[: len(scaled)]), default=0.0)
        factor = max(map(abs, scaled)) / largest if largest else 1.0
        self.sizes = tuple(abs(float(each)) * factor for each in sizes[: len(scaled)])

    @property
    def code(self) -> tuple[tuple[int, ...], tuple[float, ...]]:
        """Return the difference between the two sides at each point; equal equations have equal differences."""
        return (len(self.gaps),), self.gaps

    def language(self, aliases: Mapping[str, str]) -> tuple[tuple[str, ...], Points]:
        """Return the letters that an answer may use, and the points at which equations are compared."""
        del aliases
        return self.letters, self.points

    def __str__(self) -> str:
        return self.text


def drawn_points(letters: Sequence[str], turn: int) -> Points:
    """Return the points at which equations are compared, {letter: value}; half of the values are no whole numbers.

    `turn` says which values are tried: 0 both signs, 1 positive ones, 2 between 0 and 1.
    """
    rng = Random(turn)  # noqa: S311 - no secret: equal answers always get the same verdict
    signs, divisors, smaller = _TURNS[turn]
    points: list[Mapping[str, Real]] = []
    for place in range(MOST_POINTS):
        divisor = divisors[place % len(divisors)]
        point = {
            letter: Fraction(rng.randint(2 * divisor, _LARGEST * divisor), divisor * smaller) * rng.choice(signs)
            for letter in letters
        }
        points.append({letter: int(each) if each.denominator == 1 else each for letter, each in point.items()})
    near = [{**points[0], letter: points[0][letter] * share} for letter in letters for share in _NEARLY_ZERO]
    return (*points, *near)


def normalized(gaps: Sequence[Real], letters: Sequence[str], points: Points) -> list[float]:
    """Return the gaps between the two sides at the points, scaled so that equal equations have equal gaps.

    They have no common factor, and no letter divides: `p = n*R*T/V` is `p*V = n*R*T`.
    """
    count = len(points) - len(_NEARLY_ZERO) * len(letters)
    found = [float(gap) for gap in gaps]
    for letter, near, nearer in zip(letters, found[count::2], found[count + 1 :: 2], strict=True):
        for _ in range(_divisions(near, nearer)):
            found[:count] = [gap * float(point[letter]) for gap, point in zip(found[:count], points, strict=False)]
    found = found[:count]
    largest = max(map(abs, found), default=0.0)
    if not largest or not math.isfinite(largest):
        return found
    scale = next(gap for gap in found if abs(gap) > _SMALL * largest)
    return [gap / scale for gap in found]


def is_short(number: Real) -> bool:
    """Return whether a number has at most 3 digits, so that it is hardly a rounded one."""
    return math.isclose(float(f"{float(number):.2e}"), number, rel_tol=_EXACT)


def is_exact_number(number: Real) -> bool:
    """Return whether a number is probably exact: whole, a simple fraction, or with at most 3 digits."""
    is_simple = not isinstance(number, float) and number.denominator <= _LARGEST_DENOMINATOR
    return is_simple or is_short(number)


def _divisions(near: float, nearer: float) -> int:
    """Return how often the equation divides by a letter, by how the gap grows as it goes to 0; 0 if it does not."""
    if not near or not nearer or not math.isfinite(near) or not math.isfinite(nearer):
        return 0
    power = math.log(abs(nearer / near)) / math.log(float(_NEARLY_ZERO[1] / _NEARLY_ZERO[0]))
    return -round(power) if power < -1 + _NEAR_WHOLE and abs(power - round(power)) < _NEAR_WHOLE else 0
