"""Chooses the values of symbols at which two formulas are compared: equal at all of them means equal.

They follow from the question and from what kind of functions the formulas have, never from how an answer is spelled.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from random import Random
from typing import Final, NamedTuple

from checker.formula.functions import DISCRETE
from checker.formula.nodes import Call, Exact, Literal, Minus, Name, Node, Power, names_in, walk_nodes

MAX_TRIES: Final = 32

FAR_TRIES: Final = 20
"""Number of tries that draw sizes of other orders of magnitude; the others stay close to the question's sizes."""

SCALES: Final = ((0.0, -1.7, -0.5), (0.5, -0.3, 0.3), (0.0, -0.5, 0.5), (1.0, -0.3, 0.3), (0.25, -0.3, 0.3))
"""How sizes are drawn in turn: the share of their order of magnitude that they keep, and powers of ten around it."""

WIDE: Final = (
    (0.5, 1.0),
    (1.0, 2.0),
    (-2.0, -1.0),
    *[(0.3, 1.5), (0.3, 2.5), (-3.0, 0.0), (0.0, 3.0)] * 3,
    (4.0, 6.0),
    *[(-6.0, -4.0)] * 3,
)
"""Powers of ten around each size, for the points that are much larger or smaller."""

NEAR: Final = (1.0, -0.1, 0.1)

BROAD: Final = ((1.0, -1.0, 1.0), (0.0, -1.0, 1.0), (1.0, -2.5, 2.5), (0.5, -1.5, 1.5))
"""How sizes are drawn in turn for formulas of several pieces: each symbol goes its own way."""

BROAD_POINTS: Final = 160
"""Number of points at which such formulas are compared: a piece may count at few of them."""

SMALL_SIZES: Final = 12
"""Largest of the whole numbers that are drawn for functions that round and count."""

WHOLE_POINTS: Final = 24
"""Number of points with such sizes."""

EXPONENTS: Final[tuple[Exact, ...]] = (2, Fraction(1, 2), 3)
"""Exponents at which (a^b)^c differs from a^(b*c), where a is negative."""

MAX_EXPONENTS: Final = 3
"""Maximum number of symbols in exponents that take all of these together."""

PIECEWISE: Final = frozenset({"abs", "sgn", "max", "min"})
"""Functions that have another form in other places."""

SamplePoint = Mapping[str, Exact]


class MeasuredSize(NamedTuple):
    """The value that a symbol has in the question, and whether it is always positive."""

    value: Exact
    positive: bool


class Traits(NamedTuple):
    """The traits of two formulas on which it depends at which points they are compared."""

    is_discrete: bool
    """Whether one of them rounds or counts: then whole numbers stay whole."""
    whole_exponents: frozenset[str]
    """Symbols for whole numbers that are exponents in both formulas: (x*y)^n is x^n*y^n."""
    exponents: tuple[str, ...]
    """The names in exponents."""
    is_piecewise: bool = False
    """Whether one of them has another form in other places, as with max and abs."""


class SamplePoints:
    """Points with a value for each symbol; formulas with equal values at all of them are taken for equal.

    They are in the lists `drawn`, `telling`, `wide` and `broad`.
    """

    def __init__(self, sizes: Mapping[str, MeasuredSize], tied: Sequence[Sequence[str]], traits: Traits) -> None:
        self.sizes, self.tied, self.traits = sizes, tied, traits
        self._rng = Random(0)  # noqa: S311 - no secret: equal answers always get the same verdict
        self.own: SamplePoint = {name: exact(size.value) for name, size in sizes.items()}
        """The question's own."""
        scales = [SCALES[turn % len(SCALES)] if turn < FAR_TRIES else NEAR for turn in range(MAX_TRIES if sizes else 0)]
        self.drawn = [self.own, *(self._draw(turn, *scale) for turn, scale in enumerate(scales))]
        """The question's own point and others: of all orders of magnitude, then close to it."""
        self.telling = [*self._whole_points(), *self._exponent_points()]
        """Points that tell apart what is equal nearly everywhere."""
        self.wide = [self._draw(turn, 1.0, *reach) for turn, reach in enumerate(WIDE if sizes else ())]
        """Points of much larger and of much smaller sizes, beyond the first period of a sine."""
        turns = range(BROAD_POINTS if sizes and traits.is_piecewise else 0)
        self.broad = [self._draw(turn, *BROAD[turn % len(BROAD)]) for turn in turns]
        """Points in all parts of a piecewise formula, also of a part that another one hides near the others."""

    def _draw(self, turn: int, scale: float, low: float, high: float) -> SamplePoint:
        """Return a random point: each size to the power `scale`, times 10 to a random power from `low` to `high`.

        `turn` decides which of the whole numbers are odd, and whether they are drawn as real numbers.
        """
        point: dict[str, Exact] = {}
        for place, (name, size) in enumerate(self.sizes.items()):
            drawn = (abs(float(size.value)) or 1.0) ** scale * 10 ** self._rng.uniform(low, high)
            whole = self.traits.is_discrete or turn % 3 or name in self.traits.whole_exponents
            is_whole = isinstance(size.value, int) and whole
            point[name] = _whole(drawn, (turn + place + turn // 3) % 2) if is_whole else Fraction(f"{drawn:.3g}")
        return self._with_signs(point)

    def _whole_points(self) -> Iterator[SamplePoint]:
        """Yield points of small whole numbers, at which floor, ceil and round differ.

        Their order is that of the question's sizes: an input is no smaller than its kernel.
        """
        whole = [name for name, size in self.sizes.items() if isinstance(size.value, int)]
        others = {name: exact(size.value) for name, size in self.sizes.items() if name not in whole}
        for _ in range(WHOLE_POINTS if self.traits.is_discrete and whole else 0):
            ordered = sorted(whole, key=lambda name: (abs(self.sizes[name].value), self._rng.random()))
            drawn = sorted(self._rng.randint(1, SMALL_SIZES) for _ in ordered)
            yield self._with_signs({**others, **dict(zip(ordered, drawn, strict=True))})

    def _exponent_points(self) -> Iterator[SamplePoint]:
        """Yield points at which the symbols in exponents are 2, 1/2 or 3, and the others negative if they can be."""
        is_whole = {name: self.traits.is_discrete and isinstance(size.value, int) for name, size in self.sizes.items()}
        varied = {name for name in self.sizes if not is_whole[name]} - self.traits.whole_exponents
        exponents = [name for name in self.traits.exponents if name in varied]
        negative = [name for name, size in self.sizes.items() if not size.positive and name not in exponents]
        if not exponents or not negative:
            return
        chosen = self._rng.sample(exponents, min(len(exponents), MAX_EXPONENTS))
        for values in product(EXPONENTS, repeat=len(chosen)):
            point: dict[str, Exact] = {name: self._rng.randint(2, SMALL_SIZES) for name in self.sizes}
            signed = {name: -number if name in negative else number for name, number in point.items()}
            yield self._tied({**signed, **dict(zip(chosen, values, strict=True))})

    def _with_signs(self, point: dict[str, Exact]) -> SamplePoint:
        """Return the point with random signs for symbols that may be negative, and equal numbers for tied symbols."""
        signed = {
            name: number if self.sizes[name].positive or self._rng.random() < 0.5 else -number  # noqa: PLR2004 - a coin
            for name, number in point.items()
        }
        return self._tied(signed)

    def _tied(self, point: dict[str, Exact]) -> SamplePoint:
        """Return the point with the same number for symbols that are equal."""
        for first, *others in self.tied:
            point |= dict.fromkeys(others, point[first])
        return point


def traits_of(sizes: Mapping[str, MeasuredSize], right: Node, given: Node, derived: Sequence[Node]) -> Traits:
    """Return the traits of two formulas on which the choice of sample points depends.

    `derived`: the formulas of derived symbols.
    """
    trees = (right, given, *derived)
    whole = {name for name, size in sizes.items() if isinstance(size.value, int)}
    whole_exponents = whole.intersection(_lone_exponents(right), _lone_exponents(given))
    exponents = sorted({name for tree in trees for name in _names_in_exponents(tree)})
    is_piecewise = any(
        isinstance(node, Call) and node.function in PIECEWISE for each in trees for node in walk_nodes(each)
    )
    return Traits(any(map(is_discrete, trees)), frozenset(whole_exponents), tuple(exponents), is_piecewise)


def is_discrete(tree: Node) -> bool:
    """Return whether a formula is meant for whole numbers: it rounds, counts, or takes powers of a negative number."""
    return any(
        (isinstance(node, Call) and node.function in DISCRETE)
        or (isinstance(node, Power) and isinstance(node.base, Minus) and isinstance(node.base.operand, Literal))
        for node in walk_nodes(tree)
    )


def _lone_exponents(tree: Node) -> set[str]:
    """Return the symbols that are exponents of a formula by themselves."""
    return {
        node.exponent.name for node in walk_nodes(tree) if isinstance(node, Power) and isinstance(node.exponent, Name)
    }


def _names_in_exponents(tree: Node) -> set[str]:
    """Return the names in the exponents of a formula."""
    powers = (node for node in walk_nodes(tree) if isinstance(node, Power))
    return {name for node in powers for name in names_in(node.exponent)}


def exact(value: Exact) -> Exact:
    """Return a float as the exact decimal fraction that its author wrote: 1/10 for 0.1."""
    return Fraction(str(value)) if isinstance(value, float) else value


def _whole(drawn: float, parity: int) -> int:
    """Return a whole number of about this size that is odd or even."""
    number = max(1, round(drawn))
    return number if number % 2 == parity else number + 1
