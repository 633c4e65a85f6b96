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

_SCALES: Final = ((0.0, -1.7, -0.5), (0.5, -0.3, 0.3), (0.0, -0.5, 0.5), (1.0, -0.3, 0.3), (0.25, -0.3, 0.3))
"""How sizes are drawn in turn: the share of their order of magnitude that they keep, and powers of ten around it."""
_NEAR: Final = (1.0, -0.1, 0.1)
_DRAWN: Final = (*_SCALES * 4, *[_NEAR] * 12)

_WIDE: Final = tuple(
    (1.0, *reach)
    for reach in (
        *[(0.5, 1.0), (1.0, 2.0), (-2.0, -1.0)],
        *[(0.3, 1.5), (0.3, 2.5), (-3.0, 0.0), (0.0, 3.0)] * 3,
        *[(4.0, 6.0), (-6.0, -4.0), (-6.0, -4.0), (-6.0, -4.0)],
    )
)
"""How much larger and smaller sizes are drawn, beyond the first period of a sine."""

_SMALL_SIZES: Final = 12
"""Largest of the whole numbers that are drawn for functions that round and count."""
_WHOLE_POINTS: Final = 24
_EXPONENTS: Final[tuple[Exact, ...]] = (2, Fraction(1, 2), 3)
"""Exponents at which (a^b)^c differs from a^(b*c), where a is negative."""
_MAX_EXPONENTS: Final = 3
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


class SamplePoints:
    """Points with a value for each symbol; formulas with equal values at all of them are taken for equal."""

    def __init__(self, sizes: Mapping[str, MeasuredSize], tied: Sequence[Sequence[str]], traits: Traits) -> None:
        self.sizes, self.tied, self.traits = sizes, tied, traits
        self._rng = Random(0)  # noqa: S311 - no secret: equal answers always get the same verdict
        own: SamplePoint = {name: _exact(size.value) for name, size in sizes.items()}
        self.drawn = [own, *self._draw(_DRAWN)]
        """The question's own point and others: of all orders of magnitude, then close to it."""
        self.telling = [*self._whole_points(), *self._exponent_points()]
        """Points that tell apart what is equal nearly everywhere."""
        self.far = [*self._draw(_WIDE)]
        """Points of much larger and smaller sizes."""

    def _draw(self, scales: Sequence[tuple[float, float, float]]) -> Iterator[SamplePoint]:
        """Yield random points: each size to a power (`scale`), times 10 to a random power from `low` to `high`."""
        for turn, (scale, low, high) in enumerate(scales if self.sizes else ()):
            point: dict[str, Exact] = {}
            for place, (name, size) in enumerate(self.sizes.items()):
                drawn = (abs(float(size.value)) or 1.0) ** scale * 10 ** self._rng.uniform(low, high)
                whole = self.traits.is_discrete or turn % 3 or name in self.traits.whole_exponents
                is_whole = isinstance(size.value, int) and whole
                point[name] = _whole(drawn, (turn + place + turn // 3) % 2) if is_whole else Fraction(f"{drawn:.3g}")
            yield self._with_signs(point)

    def _whole_points(self) -> Iterator[SamplePoint]:
        """Yield points of small whole numbers, in the order of the question's: there floor, ceil and round differ."""
        whole = [name for name, size in self.sizes.items() if isinstance(size.value, int)]
        others = {name: _exact(size.value) for name, size in self.sizes.items() if name not in whole}
        for _ in range(_WHOLE_POINTS if self.traits.is_discrete and whole else 0):
            ordered = sorted(whole, key=lambda name: (abs(self.sizes[name].value), self._rng.random()))
            drawn = sorted(self._rng.randint(1, _SMALL_SIZES) for _ in ordered)
            yield self._with_signs({**others, **dict(zip(ordered, drawn, strict=True))})

    def _exponent_points(self) -> Iterator[SamplePoint]:
        """Yield points at which the symbols in exponents are 2, 1/2 or 3, and the others negative if they can be."""
        is_whole = {name: self.traits.is_discrete and isinstance(size.value, int) for name, size in self.sizes.items()}
        varied = {name for name in self.sizes if not is_whole[name]} - self.traits.whole_exponents
        exponents = [name for name in self.traits.exponents if name in varied]
        negative = [name for name, size in self.sizes.items() if not size.positive and name not in exponents]
        if not exponents or not negative:
            return
        chosen = self._rng.sample(exponents, min(len(exponents), _MAX_EXPONENTS))
        for values in product(_EXPONENTS, repeat=len(chosen)):
            point: dict[str, Exact] = {name: self._rng.randint(2, _SMALL_SIZES) for name in self.sizes}
            signed = {name: -number if name in negative else number for name, number in point.items()}
            yield self._tied({**signed, **dict(zip(chosen, values, strict=True))})

    def _with_signs(self, point: Mapping[str, Exact]) -> SamplePoint:
        """Return the point with random signs for symbols that may be negative, and equal numbers for tied symbols."""
        signs = {name: size.positive or self._rng.random() < 0.5 for name, size in self.sizes.items()}  # noqa: PLR2004
        return self._tied({name: number if signs[name] else -number for name, number in point.items()})

    def _tied(self, point: dict[str, Exact]) -> SamplePoint:
        for first, *others in self.tied:
            point |= dict.fromkeys(others, point[first])
        return point


def traits_of(sizes: Mapping[str, MeasuredSize], right: Node, given: Node, derived: Sequence[Node]) -> Traits:
    """Return the traits of two formulas, and of derived symbols, on which the choice of sample points depends."""
    nodes = [node for tree in (right, given, *derived) for node in walk_nodes(tree)]
    called = {node.function for node in nodes if isinstance(node, Call)}
    powers = [node for node in nodes if isinstance(node, Power)]
    is_sign = any(isinstance(node.base, Minus) and isinstance(node.base.operand, Literal) for node in powers)
    whole = {name for name, size in sizes.items() if isinstance(size.value, int)}
    return Traits(
        is_sign or not called.isdisjoint(DISCRETE),
        frozenset(whole.intersection(_lone_exponents(right), _lone_exponents(given))),
        tuple(sorted({name for node in powers for name in names_in(node.exponent)})),
    )


def _lone_exponents(tree: Node) -> set[str]:
    exponents = (node.exponent for node in walk_nodes(tree) if isinstance(node, Power))
    return {each.name for each in exponents if isinstance(each, Name)}


def _exact(value: Exact) -> Exact:
    return Fraction(str(value)) if isinstance(value, float) else value


def _whole(drawn: float, parity: int) -> int:
    number = max(1, round(drawn))
    return number if number % 2 == parity else number + 1
