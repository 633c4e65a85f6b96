"""Decides whether a student's formula equals the right one, an `Expression`, by the values of both at many points.

The points follow from the question and from what kind of functions the formulas have, never from how an answer is
spelled.  The values are compared in high precision at several points and in floats at others.  Within a tolerance, only
some of the points are used.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import chain, product
from random import Random
from typing import Any, Final, NamedTuple

from checker.engine.errors import UnreadableAnswer
from checker.engine.values.tolerance import Tolerance
from checker.formula.functions import DISCRETE, FUNCTIONS
from checker.formula.nodes import Call, Chain, Exact, Literal, Minus, Name, Node, Power, names_in, walk_nodes
from checker.formula.precise import precise_reals
from checker.formula.symbols import numeric_arguments, parse_meaning
from checker.formula.value import CONSTANTS, FLOATS, evaluate

_SCALES: Final = ((0.0, -1.7, -0.5), (0.5, -0.3, 0.3), (0.0, -0.5, 0.5), (1.0, -0.3, 0.3), (0.25, -0.3, 0.3))
"""How sizes are drawn in turn: the share of their order of magnitude that they keep, and powers of ten around it."""
_DRAWN: Final = (*_SCALES * 4, *[(1.0, -0.1, 0.1)] * 12)

_WIDE: Final = tuple(
    (1.0, *reach)
    for reach in (
        *[(0.5, 1.0), (1.0, 2.0), (-2.0, -1.0)],
        *[(0.3, 1.5), (0.3, 2.5), (-3.0, 0.0), (0.0, 3.0)] * 3,
        *[(4.0, 6.0), (-6.0, -4.0), (-6.0, -4.0), (-6.0, -4.0)],
    )
)
"""Factors of larger and smaller sizes, which go beyond the first period of a sine."""

_SMALL_SIZES: Final = 12
"""Largest of the whole numbers that are drawn for functions that round and count."""
_SamplePoint = Mapping[str, Exact]


class MeasuredSize(NamedTuple):
    """The value that a symbol has in the question, and whether it is always positive."""

    value: Exact
    positive: bool


class _Traits(NamedTuple):
    """The traits of two formulas on which it depends at which points they are compared."""

    is_discrete: bool
    """Whether one of them rounds or counts: then whole numbers stay whole."""
    whole_exponents: frozenset[str]
    """Symbols for whole numbers that are exponents in both formulas: (x*y)^n is x^n*y^n."""
    exponents: tuple[str, ...]


class _SamplePoints:
    """Points with a value for each symbol; formulas with equal values at all of them are taken for equal."""

    def __init__(self, sizes: Mapping[str, MeasuredSize], tied: Sequence[Sequence[str]], traits: _Traits) -> None:
        self.sizes, self.tied, self.traits = sizes, tied, traits
        self._rng = Random(0)  # noqa: S311 - no secret: equal answers always get the same verdict
        own: _SamplePoint = {name: _exact(size.value) for name, size in sizes.items()}
        self.drawn = [own, *self._draw(_DRAWN)]
        """The question's own point and others: of all orders of magnitude, then close to it."""
        self.telling = [*self._whole_points(), *self._exponent_points()]
        """Points that tell apart what is equal nearly everywhere."""
        self.far = [*self._draw(_WIDE)]
        """Points of much larger and smaller sizes."""

    def _draw(self, scales: Sequence[tuple[float, float, float]]) -> Iterator[_SamplePoint]:
        """Yield random points: each size to a power (`scale`), times 10 to a random power from `low` to `high`."""
        for turn, (scale, low, high) in enumerate(scales if self.sizes else ()):
            point: dict[str, Exact] = {}
            for place, (name, size) in enumerate(self.sizes.items()):
                drawn = (abs(float(size.value)) or 1.0) ** scale * 10 ** self._rng.uniform(low, high)
                whole = self.traits.is_discrete or turn % 3 or name in self.traits.whole_exponents
                is_whole = isinstance(size.value, int) and whole
                point[name] = _whole(drawn, (turn + place + turn // 3) % 2) if is_whole else Fraction(f"{drawn:.3g}")
            yield self._with_signs(point)

    def _whole_points(self) -> Iterator[_SamplePoint]:
        """Yield points of small whole numbers, in the order of the question's: there floor, ceil and round differ."""
        whole = [name for name, size in self.sizes.items() if isinstance(size.value, int)]
        others = {name: _exact(size.value) for name, size in self.sizes.items() if name not in whole}
        for _ in range(24 if self.traits.is_discrete and whole else 0):
            ordered = sorted(whole, key=lambda name: (abs(self.sizes[name].value), self._rng.random()))
            drawn = sorted(self._rng.randint(1, _SMALL_SIZES) for _ in ordered)
            yield self._with_signs({**others, **dict(zip(ordered, drawn, strict=True))})

    def _exponent_points(self) -> Iterator[_SamplePoint]:
        """Yield points at which the symbols in exponents are 2, 1/2 or 3, and the others negative if they can be."""
        is_whole = {name: self.traits.is_discrete and isinstance(size.value, int) for name, size in self.sizes.items()}
        varied = {name for name in self.sizes if not is_whole[name]} - self.traits.whole_exponents
        exponents = [name for name in self.traits.exponents if name in varied]
        negative = [name for name, size in self.sizes.items() if not size.positive and name not in exponents]
        if not exponents or not negative:
            return
        chosen = self._rng.sample(exponents, min(len(exponents), 3))
        tried: tuple[Exact, ...] = (2, Fraction(1, 2), 3)  # where a is negative, (a^b)^c differs from a^(b*c) there
        for values in product(tried, repeat=len(chosen)):
            point: dict[str, Exact] = {name: self._rng.randint(2, _SMALL_SIZES) for name in self.sizes}
            signed = {name: -number if name in negative else number for name, number in point.items()}
            yield self._tied({**signed, **dict(zip(chosen, values, strict=True))})

    def _with_signs(self, point: Mapping[str, Exact]) -> _SamplePoint:
        """Return the point with random signs for symbols that may be negative, and equal numbers for tied symbols."""
        signs = {name: size.positive or self._rng.random() < 0.5 for name, size in self.sizes.items()}  # noqa: PLR2004
        return self._tied({name: number if signs[name] else -number for name, number in point.items()})

    def _tied(self, point: dict[str, Exact]) -> _SamplePoint:
        for first, *others in self.tied:
            point |= dict.fromkeys(others, point[first])
        return point


def _traits_of(sizes: Mapping[str, MeasuredSize], right: Node, given: Node, derived: Sequence[Node]) -> _Traits:
    """Return the traits of two formulas, and of derived symbols, on which the choice of sample points depends."""
    nodes = [node for tree in (right, given, *derived) for node in walk_nodes(tree)]
    called = {node.function for node in nodes if isinstance(node, Call)}
    powers = [node for node in nodes if isinstance(node, Power)]
    is_sign = any(isinstance(node.base, Minus) and isinstance(node.base.operand, Literal) for node in powers)
    whole = {name for name, size in sizes.items() if isinstance(size.value, int)}
    return _Traits(
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


_MAX_POINTS: Final = 6
"""Number of points with equal values that decide."""
_MIN_POINTS: Final = 4
"""Number of equal points that are enough.  Fewer are enough if the answer has a value wherever the truth has one."""

_MARGIN: Final = 60
"""Number of last bits in which equal values may differ."""
_FLOAT_TOLERANCE: Final = 1e-9


class Expression:
    """The right formula of a question, with which students' formulas are compared."""

    def __init__(
        self,
        tree: Node,
        derived: Mapping[str, Node],
        sizes: Mapping[str, MeasuredSize],
        tied: Sequence[Sequence[str]] = (),
        fixed: Mapping[str, Exact] | None = None,
    ) -> None:
        """Take symbols for expressions of others (`derived`), and parameters that formulas have as numbers."""
        self.tree, self.derived, self.sizes, self.tied, self.fixed = tree, derived, sizes, tied, fixed or {}
        self._places: dict[_Traits, tuple[list[Place], ...]] = {}

    def equals(self, tree: Node, tolerance: Tolerance | None = None) -> bool:
        """Return whether a student's formula has the value of the right one at all sample points where that is real."""
        drawn, telling, far = self._sampled(_traits_of(self.sizes, self.tree, tree, tuple(self.derived.values())))
        verdicts = (place.compare(tree, tolerance) for place in drawn)
        more = (place.compare(tree, tolerance, quickly=True) for place in telling)
        enough = len(telling) + _MAX_POINTS * (2 if tolerance else 1)  # two points can be near each other by chance
        if not _are_equal(chain(more, verdicts), enough):
            return False
        # a tolerance says little about other orders of magnitude, and nothing about steps
        return bool(tolerance) or all(place.compare(tree, None, quickly=True) != "differ" for place in far)

    def _sampled(self, traits: _Traits) -> tuple[list[Place], ...]:
        if traits not in self._places:
            points = _SamplePoints(self.sizes, self.tied, traits)
            self._places[traits] = tuple(
                [Place(self.tree, self.derived, {**self.fixed, **point}) for point in each]
                for each in (points.drawn, points.telling, points.far)
            )
        return self._places[traits]


class Place:
    """A sample point, with the values of the right formula and of the symbols there."""

    def __init__(self, right: Node, derived: Mapping[str, Node], point: _SamplePoint) -> None:
        self.right, self.derived, self.point = right, derived, point
        self._known: dict[Any, dict[str, Any]] = {}
        self._truths: dict[Any, Any] = {}

    def compare(self, tree: Node, tolerance: Tolerance | None, *, quickly: bool = False) -> str:
        """Return how a formula compares with the right one: "equal", "differ", "missing" or "nothing".

        "missing" where only the truth has a value, and "nothing" where it has none.  A difference that shrinks with the
        precision is rounding; one that stays is none, and with one that grows the answer has no value.  `quickly`: two
        floats that are equal are enough.
        """
        if quickly and (truth := self._truth(FLOATS)) is not None and _are_near(truth, self._value(tree, FLOATS)):
            return "equal"
        before = None
        # bits of an evaluation, and of those that follow while the values neither agree nor settle
        for bits in (260, 1200, 9000):
            reals = precise_reals(bits)
            truth, answer = self._truth(reals), self._value(tree, reals)
            if truth is None or _is_complex(truth):
                return "nothing"
            if answer is None:
                return "missing"
            one, other = reals.number(truth), reals.number(answer)
            difference, rounding = abs(other - one), max(abs(one), abs(other)) * 2.0 ** (_MARGIN - bits)
            verdict = _settled(truth, answer, difference, rounding, before)
            if tolerance and verdict != "equal" and not _is_complex(answer):
                reach = reals.number(Fraction(tolerance.amount))
                near = difference <= (reach * abs(one) if tolerance.rule == "relative" else reach)
                verdict = "equal" if near else verdict
            is_outside_domain = _is_complex(answer) and not isinstance(truth, float)
            if verdict == "differ" and is_outside_domain and all(value > 0 for value in self.point.values()):
                # The sign of a difference of symbols is unknown: ln(a - b) - ln(c - b) is right for ln((a-b)/(c-b)).
                return "missing"
            if verdict:
                return verdict
            before = difference
        return "nothing"

    def _truth(self, reals: Any) -> Any:
        if reals not in self._truths:
            self._truths[reals] = self._value(self.right, reals)
        return self._truths[reals]

    def _value(self, tree: Node, reals: Any) -> Any:
        known = self._known.get(reals)
        if known is None:
            known = {**(CONSTANTS if reals is FLOATS else reals.constants), **self.point}
            for name, node in self.derived.items():
                with suppress(UnreadableAnswer):
                    known[name] = evaluate(node, known, reals)
            self._known[reals] = known
        try:
            return evaluate(tree, known, reals)
        except UnreadableAnswer:
            return None


def expression(
    tree: Node, derived: Mapping[str, Node], arguments: Mapping[str, Any], symbols: Mapping[str, str]
) -> Expression | None:
    """Return the right formula of a question, ready for comparison.

    Return None for one with vectors, matrices or unknown names.  `derived`: names that stand for expressions;
    `arguments`: the values of the parameters; `symbols`: what each symbol means.
    """
    groups = [value for value in arguments.values() if isinstance(value, dict)]
    declared = {name: each for group in groups for name, each in group.items() if isinstance(each, dict)}
    sizes = {
        name: MeasuredSize(value, declared.get(name, {}).get("positive", value > 0))
        for name, value in numeric_arguments(arguments).items()
    }
    meant = {symbol: parse_meaning(text) for symbol, text in symbols.items()}
    varying = {name for each in meant.values() for name in each.names} if meant else sizes
    fixed = {name: size.value for name, size in sizes.items() if name not in varying}
    meanings = {symbol: each for symbol, each in meant.items() if symbol not in sizes}
    known = {**derived, **{symbol: each.sides[0] for symbol, each in meanings.items()}}
    trees = (tree, *known.values())
    has_unknown = any(not names_in(each).keys() <= {*sizes, *known, *CONSTANTS} for each in trees)
    if has_unknown or any(_is_of_arrays(node) for each in trees for node in walk_nodes(each)):
        return None
    drawn = {name: size for name, size in sizes.items() if name in varying}
    tied = [each.tied for each in meanings.values() if len(each.tied) > 1]
    return Expression(tree, known, drawn, tied, fixed)


def equals_at(
    tree: Node, points: Sequence[_SamplePoint], truths: Sequence[Any], tolerance: Tolerance | None = None
) -> bool:
    """Return whether a formula has the right values at many sizes of the question, the first of which are its own."""
    places = (Place(Literal(truth, 0), {}, point) for point, truth in zip(points, truths, strict=False))
    return _are_equal((place.compare(tree, tolerance) for place in places), len(points))


def _are_equal(verdicts: Iterable[str], enough: int) -> bool:
    """Return whether verdicts on points say that two formulas are equal; `enough` equal points end the search.

    None may be "differ".  At least _MIN_POINTS are "equal", or fewer if none is "missing".
    """
    equal = missing = 0
    for verdict in verdicts:
        if verdict == "differ":
            return False
        equal += verdict == "equal"
        missing += verdict == "missing"
        if equal == enough:
            break
    return equal >= _MIN_POINTS or (equal > 0 and not missing)


def _settled(truth: Any, answer: Any, difference: Any, rounding: Any, before: Any) -> str:
    """Return a verdict on a difference by the one `before` in a lower precision; nothing where it is not settled."""
    if _are_exact(truth, answer):
        return "equal" if truth == answer else "differ"
    if isinstance(truth, float):
        return "equal" if difference <= _FLOAT_TOLERANCE * abs(truth) else "differ"
    if difference <= rounding or (before is not None and difference <= before * 2.0**-_MARGIN):
        return "equal"
    # a 0 may come from two large numbers that are equal only in this precision
    if before is None or any(not each and not _are_exact(each) for each in (truth, answer)):
        return ""
    if before < difference * 2.0**-_MARGIN:
        return "missing"
    return "differ" if abs(difference - before) <= difference / 2 else ""


def _are_near(truth: Exact, answer: Exact | None) -> bool:
    if answer is None or answer == truth:
        return answer is not None
    with suppress(OverflowError):  # a whole number that is larger than any float
        is_float = isinstance(truth, float) or isinstance(answer, float)
        return is_float and math.isclose(truth, answer, rel_tol=_FLOAT_TOLERANCE)
    return False


def _are_exact(*values: Any) -> bool:
    return all(isinstance(value, int | Fraction) for value in values)


def _is_complex(value: Any) -> bool:
    return hasattr(value, "_mpc_") and bool(abs(value.imag) > abs(value) * 2.0**-64)


def _is_of_arrays(node: Node) -> bool:
    is_product = isinstance(node, Chain) and any(sign == "@" for sign, _ in node.rest)
    return is_product or (isinstance(node, Call) and node.function not in FUNCTIONS)
