"""Decides whether a student's formula equals the right one, an `Expression`, by the values of both at many points.

The values are compared in high precision at several points and in floats at others.  Within a tolerance, only some of
the points are used.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import chain
from typing import Any, Final

from checker.engine.errors import UnreadableAnswer
from checker.engine.values.tolerance import Tolerance
from checker.formula.functions import FUNCTIONS
from checker.formula.nodes import Call, Chain, Exact, Node, names_in, walk_nodes
from checker.formula.precise import Precise, precise_reals
from checker.formula.sample_points import MeasuredSize, SamplePoint, SamplePoints, Traits, traits_of
from checker.formula.symbols import numeric_arguments, parse_meaning
from checker.formula.value import CONSTANTS, FLOATS, evaluate

MAX_POINTS: Final = 6
"""Number of points with equal values that decide."""

MIN_POINTS: Final = 4
"""Number of equal points that are enough.  Fewer are enough if the answer has a value wherever the truth has one."""


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
        self.tree, self.sizes, self.tied = tree, sizes, tied
        self.fixed = fixed or {}
        """Parameters that no symbol stands for: formulas have them as numbers."""
        self.derived = derived
        """Symbols that stand for expressions of others, in their order."""
        self._places: dict[Traits, tuple[list[Place], ...]] = {}

    def equals(self, tree: Node, tolerance: Tolerance | None = None) -> bool:
        """Return whether a student's formula has the value of the right one at all sample points where that is real."""
        drawn, telling, wide, broad = self._sampled(
            traits_of(self.sizes, self.tree, tree, tuple(self.derived.values()))
        )
        verdicts = (place.compare(tree, tolerance) for place in drawn)
        more = (place.compare(tree, tolerance, quickly=True) for place in telling)
        enough = len(telling) + MAX_POINTS * (2 if tolerance else 1)  # two points can be near each other by chance
        if not _are_equal(chain(more, verdicts), enough):
            return False
        if tolerance:  # which says little about other orders of magnitude, and nothing about steps
            return True
        return not any(place.differs_in_floats(tree) for place in broad) and all(
            place.compare(tree, tolerance, quickly=True) != "differ" for place in wide
        )

    def place(self, point: SamplePoint) -> Place:
        """Return a sample point together with the value of the right formula there."""
        for first, *others in self.tied:
            point = {**point, **dict.fromkeys(others, point[first])}
        return Place(self.tree, self.derived, {**self.fixed, **point})

    def _sampled(self, traits: Traits) -> tuple[list[Place], ...]:
        """Return the points of these traits: the `drawn`, `telling`, `wide` and `broad` ones of SamplePoints."""
        if traits not in self._places:
            points = SamplePoints(self.sizes, self.tied, traits)
            sets = (points.drawn, points.telling, points.wide, points.broad)
            self._places[traits] = tuple(list(map(self.place, each)) for each in sets)
        return self._places[traits]


class Place:
    """A sample point, with the values of the right formula and of the symbols there."""

    def __init__(self, right: Node, derived: Mapping[str, Node], point: SamplePoint) -> None:
        self.right, self.derived, self.point = right, derived, point
        self._known: dict[Any, dict[str, Any]] = {}
        self._truth = FormulaAt(right, self.known)

    def compare(self, tree: Node, tolerance: Tolerance | None, *, quickly: bool = False) -> str:
        """Return "equal", "differ", "missing" or "nothing", as `agree` does.

        `quickly`: two floats that are equal are enough.
        """
        if quickly and self._in_floats(tree) == "equal":
            return "equal"
        return agree(self._truth, FormulaAt(tree, self.known), self.point, tolerance)

    def differs_in_floats(self, tree: Node) -> bool:
        """Return whether a formula has another value here than the right one; False where floats have none."""
        return self._in_floats(tree) == "differ" and self.compare(tree, None) == "differ"

    def _in_floats(self, tree: Node) -> str:
        """Return whether two values in floats are equal or differ; "nothing" where there is only one, or none."""
        truth, answer = self._truth(FLOATS), self.float_of(tree)
        if truth is None or answer is None:
            return "nothing"
        return "equal" if are_near(truth, answer) else "differ"

    def float_of(self, node: Node) -> Exact | None:
        """Return the value of an expression here, exact or as a float; None where it has none."""
        try:
            value: Exact = evaluate(node, self.known(FLOATS), FLOATS)
        except UnreadableAnswer:
            return None
        return value

    def known(self, reals: Any) -> dict[str, Any]:
        """Return the values of constants and symbols here, in this arithmetic; symbols without a value are left out."""
        known = self._known.get(reals)
        if known is None:
            known = {**(CONSTANTS if reals is FLOATS else reals.constants), **self.point}
            for name, node in self.derived.items():
                with suppress(UnreadableAnswer):
                    known[name] = evaluate(node, known, reals)
            self._known[reals] = known
        return known


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
    tree: Node, points: Sequence[SamplePoint], truths: Sequence[Any], tolerance: Tolerance | None = None
) -> bool:
    """Return whether a formula has the right values at many sizes of the question, the first of which are its own."""
    verdicts = (
        agree(_constant(truth), _evaluation(tree, point), point, tolerance)
        for point, truth in zip(points, truths, strict=True)
    )
    return _are_equal(verdicts, len(points))


def _are_equal(verdicts: Iterable[str], enough: int) -> bool:
    """Return whether verdicts on points say that two formulas are equal; `enough` equal points end the search.

    None may be "differ".  At least MIN_POINTS are "equal", or fewer if none is "missing".
    """
    equal = missing = 0
    for verdict in verdicts:
        if verdict == "differ":
            return False
        equal += verdict == "equal"
        missing += verdict == "missing"
        if equal == enough:
            break
    return equal >= MIN_POINTS or (equal > 0 and not missing)


def _evaluation(tree: Node, point: SamplePoint) -> Evaluation:
    """Return the value of a formula at a point, as a function of the precision."""
    return FormulaAt(tree, lambda reals: {**reals.constants, **point})


def _constant(value: Any) -> Evaluation:
    """Return a function that gives this value in every precision."""
    return lambda _: value


def _is_of_arrays(node: Node) -> bool:
    """Return whether a node is about vectors or matrices."""
    is_product = isinstance(node, Chain) and any(sign == "@" for sign, _ in node.rest)
    return is_product or (isinstance(node, Call) and node.function not in FUNCTIONS)


PRECISIONS: Final = (260, 1200, 9000)
"""Bits of an evaluation, and of those that follow while the error is too large."""

MARGIN: Final = 60
"""Number of last bits in which equal values may differ."""

FLOAT_TOLERANCE: Final = 1e-9
"""Relative error of a solver's float."""

Evaluation = Callable[[Precise], Any]
"""The value of an expression, as a function of the precision."""


class FormulaAt:
    """A formula at one point: its value and those of its terms, computed on first use."""

    def __init__(self, tree: Node, known: Callable[[Any], Mapping[str, Any]]) -> None:
        self._tree, self._known = tree, known
        self._values: dict[Any, Any] = {}

    def __call__(self, reals: Any) -> Any:
        """Return its value, None where it has none; `known` has the values of constants and symbols."""
        if reals not in self._values:
            self._values[reals] = _value_of(lambda reals: evaluate(self._tree, self._known(reals), reals), reals)
        return self._values[reals]

    def largest(self, reals: Precise) -> Any:
        """Return the largest absolute value among its terms and the expressions in it."""
        values = (FormulaAt(node, self._known)(reals) for node in walk_nodes(self._tree))
        return max((abs(reals.number(each)) for each in values if each is not None), default=reals.number(0))


def agree(right: Evaluation, given: Evaluation, point: SamplePoint, tolerance: Tolerance | None = None) -> str:
    """Return how the values of two formulas compare at one point: "equal", "differ", "missing" or "nothing".

    "missing" where only the truth has a value, and "nothing" where it has none.  Values are computed in high precision.
    """
    verdict, is_cancelled, truth, answer = "unclear", False, None, None
    for bits in PRECISIONS:
        truth = _value_of(right, precise_reals(bits))
        if truth is None or _is_complex(truth):
            return "nothing"
        answer = _value_of(given, precise_reals(bits))
        if answer is None:
            return "missing"
        if tolerance and not _is_complex(answer) and _is_near(truth, answer, tolerance, precise_reals(bits)):
            return "equal"
        is_cancelled = _may_be_cancelled(truth) != _may_be_cancelled(answer)
        verdict = "unclear" if is_cancelled else _compared(right, truth, given, answer, bits)
        is_outside_domain = _is_complex(answer) and not isinstance(truth, float)
        if verdict == "differ" and is_outside_domain and all(value > 0 for value in point.values()):
            # The sign of a difference of symbols is unknown: ln(a - b) - ln(c - b) is right for ln((a-b)/(c-b)).
            return "missing"
        if verdict != "unclear":
            return verdict
    zero, value = (right, answer) if not truth else (given, truth)
    return "differ" if is_cancelled and _is_true_zero(zero, value, PRECISIONS[-1]) else "nothing"


def _compared(right: Evaluation, truth: Any, given: Evaluation, answer: Any, bits: int) -> str:
    """Return "equal", "differ", or "unclear" where the error is too large to decide.

    Return "missing" if the answer's error grows with the precision, so that it has no value.
    """
    if isinstance(truth, int | Fraction) and isinstance(answer, int | Fraction):
        return "equal" if answer == truth else "differ"
    reals = precise_reals(bits)
    one, other = reals.number(truth), reals.number(answer)
    difference, size = abs(other - one), max(abs(other), abs(one))
    if isinstance(truth, float):
        return "equal" if difference <= FLOAT_TOLERANCE * abs(truth) else "differ"
    if difference <= size * 2.0 ** (MARGIN - bits):
        return "equal"
    error, own_error = _error(right, truth, bits), _error(given, answer, bits)
    if own_error is None:
        return "missing"
    error = (error or 0) + own_error
    if difference > error:
        return "differ"
    return "equal" if error <= max(size, 1) * 2.0**-64 else "unclear"


def are_near(truth: Exact, answer: Exact) -> bool:
    """Return whether a value in floats is equal to another one up to rounding errors."""
    return answer == truth or (
        (isinstance(truth, float) or isinstance(answer, float)) and math.isclose(truth, answer, rel_tol=FLOAT_TOLERANCE)
    )


def _is_near(truth: Any, answer: Any, tolerance: Tolerance, reals: Precise) -> bool:
    """Return whether a value is within a relative or absolute tolerance."""
    one, other = reals.number(truth), reals.number(answer)
    reach = reals.number(Fraction(tolerance.amount))
    return bool(abs(other - one) <= (reach * abs(one) if tolerance.rule == "relative" else reach))


def _error(value: Evaluation, found: Any, bits: int) -> Any:
    """Return a bound on the rounding error of a value: twice its distance from the value with twice as many bits.

    Return None if it grows with the bits, as after a division by sin(pi), and 0 if more bits give no value.
    """
    more = precise_reals(2 * bits)
    better = _value_of(value, more)
    if better is None:
        return 0
    one, other = more.number(found), more.number(better)
    return None if 0 < abs(one) * (1 << bits // 2) < abs(other) else 2 * abs(other - one)


def _value_of(value: Evaluation, reals: Precise) -> Any:
    """Return a value in this precision; None where there is none."""
    try:
        return value(reals)
    except UnreadableAnswer:
        return None


def _may_be_cancelled(value: Any) -> bool:
    """Return whether a value is a 0 that may come from two large numbers that are equal only in this precision."""
    return not value and not isinstance(value, int | Fraction)


def _is_true_zero(zero: Evaluation, other: Any, bits: int) -> bool:
    """Return whether a formula is really 0 where the other one is `other`.

    It is if what its largest term could lose to rounding is smaller than that.
    """
    if not isinstance(zero, FormulaAt) or _is_complex(other):
        return False
    reals = precise_reals(bits)
    return bool(zero.largest(reals) * reals.number(Fraction(1, 1 << bits - MARGIN)) < abs(reals.number(other)))


def _is_complex(value: Any) -> bool:
    """Return whether a value has an imaginary part that is no rounding."""
    return hasattr(value, "_mpc_") and bool(abs(value.imag) > abs(value) * 2.0**-64)
