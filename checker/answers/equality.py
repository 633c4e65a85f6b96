"""Equality of two formulas, decided at several points in high precision.

Values that differ are evaluated again, with twice the digits.  What changes then bounds their error, and they are
unequal only if they differ by more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any, Final, NamedTuple

from checker.answers.sample_points import MeasuredSize, SamplePoint, SamplePoints, is_discrete
from checker.answers.symbols import numeric_arguments, parse_meaning
from checker.answers.tolerance import Tolerance
from checker.engine.errors import UnreadableAnswer
from checker.notation.functions import FUNCTIONS
from checker.notation.nodes import Call, Chain, Node, names_in, walk_nodes
from checker.notation.precise import Precise, precise_reals
from checker.notation.value import CONSTANTS, evaluate

PRECISIONS: Final = (260, 1200, 9000)
"""Bits of an evaluation, and of those that follow while the error is too large."""

MARGIN: Final = 60
"""Number of last bits in which equal values may differ."""

MAX_POINTS: Final = 6
"""Number of points with equal values that decide."""

MIN_POINTS: Final = 4
"""Number of equal points that are enough.  Fewer are enough if the answer has a value wherever the truth has one."""

FLOAT_TOLERANCE: Final = 1e-9
"""Relative error of a solver's float."""

TABLE_POINTS: Final = 7
"""Number of points at which a formula is compared with a solver's answers, without the question's sizes."""

Evaluation = Callable[[Precise], Any]
"""The value of an expression, as a function of the precision."""


class Expression(NamedTuple):
    """The right formula."""

    tree: Node
    derived: Mapping[str, Node]
    """Symbols that stand for expressions of others, in their order."""
    sizes: Mapping[str, MeasuredSize]
    tied: Sequence[Sequence[str]] = ()
    """Symbols that are equal."""

    def equals(self, tree: Node, text: str, tolerance: Tolerance | None = None) -> bool:
        """Return whether a formula has the same value wherever the right one is real, as far as points show."""
        trees = (tree, self.tree, *self.derived.values())
        used = names_in(tree)
        derived = {name: node for name, node in self.derived.items() if name in used or tree is self.tree}
        points = SamplePoints(self.sizes, self.tied, trees, text)
        verdicts = (
            agree(_evaluation(self.tree, point, self.derived), _evaluation(tree, point, derived), point, tolerance)
            for point in points
        )
        return _are_equal(verdicts, MAX_POINTS + len(points.telling))


def expression(
    tree: Node, derived: Mapping[str, Node], arguments: Mapping[str, Any], symbols: Mapping[str, str]
) -> Expression | None:
    """Return the right formula of a question, as its author wrote it; None for one with vectors or matrices."""
    groups = [value for value in arguments.values() if isinstance(value, dict)]
    declared = {name: each for group in groups for name, each in group.items() if isinstance(each, dict)}
    sizes = {
        name: MeasuredSize(value, declared.get(name, {}).get("positive", value > 0))
        for name, value in numeric_arguments(arguments).items()
    }
    meanings = {symbol: parse_meaning(text) for symbol, text in symbols.items() if symbol not in sizes}
    known = {**derived, **{symbol: each.sides[0] for symbol, each in meanings.items()}}
    trees = (tree, *known.values())
    has_unknown = any(not names_in(each).keys() <= {*sizes, *known, *CONSTANTS} for each in trees)
    if has_unknown or any(_is_of_arrays(node) for each in trees for node in walk_nodes(each)):
        return None
    return Expression(tree, known, sizes, [each.tied for each in meanings.values() if len(each.tied) > 1])


def equals_at(
    tree: Node,
    text: str,
    points: Sequence[SamplePoint],
    truths: Sequence[Any],
    tolerance: Tolerance | None = None,
) -> bool:
    """Return whether a formula has the right values at the first of many points, and at others drawn by its text.

    A formula that rounds or counts has to be right at all of them.
    """
    most = len(points) - 1 if is_discrete(tree) else TABLE_POINTS
    others = Random(text).sample(range(1, len(points)), min(most, len(points) - 1))  # noqa: S311 - no secret
    verdicts = (
        agree(_constant(truths[place]), _evaluation(tree, points[place]), points[place], tolerance)
        for place in (0, *others)
    )
    return _are_equal(verdicts, most + 1)


def agree(right: Evaluation, given: Evaluation, point: SamplePoint, tolerance: Tolerance | None = None) -> str:
    """Return "equal" or "differ"; "missing" where only the truth has a value, and "nothing" where it has none."""
    verdict = "unclear"
    for bits in PRECISIONS:
        truth = _value_of(right, precise_reals(bits))
        if truth is None or _is_complex(truth):
            return "nothing"
        answer = _value_of(given, precise_reals(bits))
        if answer is None:
            return "missing"
        if tolerance and not _is_complex(answer) and _is_near(truth, answer, tolerance, precise_reals(bits)):
            return "equal"
        verdict = _compared(right, truth, given, answer, bits)
        is_outside_domain = _is_complex(answer) and not isinstance(truth, float)
        if verdict == "differ" and is_outside_domain and all(value > 0 for value in point.values()):
            # The sign of a difference of symbols is unknown: ln(a - b) - ln(c - b) is right for ln((a-b)/(c-b)).
            return "missing"
        if verdict != "unclear":
            return verdict
    return "nothing"


def _are_equal(verdicts: Iterable[str], enough: int) -> bool:
    """Return whether two formulas agree at their points; a given number of equal points decides."""
    equal = missing = 0
    for verdict in verdicts:
        if verdict == "differ":
            return False
        equal += verdict == "equal"
        missing += verdict == "missing"
        if equal == enough:
            break
    return equal >= MIN_POINTS or (equal > 0 and not missing)


def _evaluation(tree: Node, point: SamplePoint, derived: Mapping[str, Node] | None = None) -> Evaluation:
    def value(reals: Precise) -> Any:
        known: dict[str, Any] = {**reals.constants, **point}
        for name, node in (derived or {}).items():
            known[name] = evaluate(node, known, reals)
        return evaluate(tree, known, reals)

    return value


def _constant(value: Any) -> Evaluation:
    return lambda _: value


def _compared(right: Evaluation, truth: Any, given: Evaluation, answer: Any, bits: int) -> str:
    """Return "equal", "differ", or "unclear" where the error is too large to decide."""
    if isinstance(truth, int | Fraction) and isinstance(answer, int | Fraction):
        return "equal" if answer == truth else "differ"
    reals = precise_reals(bits)
    one, other = reals.number(truth), reals.number(answer)
    difference, size = abs(other - one), max(abs(other), abs(one))
    if isinstance(truth, float):
        return "equal" if difference <= FLOAT_TOLERANCE * abs(truth) else "differ"
    if difference <= size * 2.0 ** (MARGIN - bits):
        return "equal"
    error = _error(right, truth, bits) + _error(given, answer, bits)
    if difference > error:
        return "differ"
    return "equal" if error <= max(size, 1) * 2.0**-64 else "unclear"


def _is_near(truth: Any, answer: Any, tolerance: Tolerance, reals: Precise) -> bool:
    """Return whether a value is within a relative or absolute tolerance."""
    one, other = reals.number(truth), reals.number(answer)
    reach = reals.number(Fraction(tolerance.amount))
    return bool(abs(other - one) <= (reach * abs(one) if tolerance.rule == "relative" else reach))


def _error(value: Evaluation, found: Any, bits: int) -> Any:
    """Return a bound on the error of a value: twice its distance from the value with more bits."""
    more = precise_reals(2 * bits)
    better = _value_of(value, more)
    return 0 if better is None else 2 * abs(more.number(better) - more.number(found))


def _value_of(value: Evaluation, reals: Precise) -> Any:
    try:
        return value(reals)
    except UnreadableAnswer:
        return None


def _is_complex(value: Any) -> bool:
    """Return whether a value has an imaginary part that is no rounding."""
    return hasattr(value, "_mpc_") and bool(abs(value.imag) > abs(value) * 2.0**-64)


def _is_of_arrays(node: Node) -> bool:
    """Return whether a node is about vectors or matrices."""
    is_product = isinstance(node, Chain) and any(sign == "@" for sign, _ in node.rest)
    return is_product or (isinstance(node, Call) and node.function not in FUNCTIONS)
