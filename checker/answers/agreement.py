"""Agreement of two values at a point, decided in high precision.

Values that differ are evaluated again, with twice the digits.  What changes then bounds their error, and they are
unequal only if they differ by more.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Final

from checker.answers.sample_points import SamplePoint
from checker.answers.tolerance import Tolerance
from checker.engine.errors import UnreadableAnswer
from checker.notation.nodes import Exact, Node, walk_nodes
from checker.notation.precise import Precise, precise_reals
from checker.notation.value import evaluate

PRECISIONS: Final = (260, 1200, 9000)
"""Bits of an evaluation, and of those that follow while the error is too large."""

MARGIN: Final = 60
"""Number of last bits in which equal values may differ."""

FLOAT_TOLERANCE: Final = 1e-9
"""Relative error of a solver's float."""

Evaluation = Callable[[Precise], Any]
"""The value of an expression, as a function of the precision."""


class FormulaAt:
    """A formula at one point: its value, and those of its terms, each computed once."""

    def __init__(self, tree: Node, known: Callable[[Any], Mapping[str, Any]]) -> None:
        self._tree, self._known = tree, known
        self._values: dict[Any, Any] = {}

    def __call__(self, reals: Any) -> Any:
        """Return its value, None where it has none; `known` has the values of constants and symbols."""
        if reals not in self._values:
            self._values[reals] = _value_of(lambda reals: evaluate(self._tree, self._known(reals), reals), reals)
        return self._values[reals]

    def largest(self, reals: Precise) -> Any:
        """Return the largest size of its terms, and of all expressions in it."""
        values = (FormulaAt(node, self._known)(reals) for node in walk_nodes(self._tree))
        return max((abs(reals.number(each)) for each in values if each is not None), default=reals.number(0))


def agree(right: Evaluation, given: Evaluation, point: SamplePoint, tolerance: Tolerance | None = None) -> str:
    """Compare the values of two formulas at one point in high precision.

    Returns "equal" or "differ"; "missing" where only the truth has a value, and "nothing" where it has none.
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
    error, own_error = _error(right, truth, bits), _error(given, answer, bits)
    if own_error is None:
        return "missing"
    error = (error or 0) + own_error
    if difference > error:
        return "differ"
    return "equal" if error <= max(size, 1) * 2.0**-64 else "unclear"


def are_near(truth: Exact, answer: Exact) -> bool:
    """Return whether a value in floats is close enough to another one."""
    return answer == truth or (
        (isinstance(truth, float) or isinstance(answer, float)) and math.isclose(truth, answer, rel_tol=FLOAT_TOLERANCE)
    )


def _is_near(truth: Any, answer: Any, tolerance: Tolerance, reals: Precise) -> bool:
    """Return whether a value is within a relative or absolute tolerance."""
    one, other = reals.number(truth), reals.number(answer)
    reach = reals.number(Fraction(tolerance.amount))
    return bool(abs(other - one) <= (reach * abs(one) if tolerance.rule == "relative" else reach))


def _error(value: Evaluation, found: Any, bits: int) -> Any:
    """Return a bound on the error of a value: twice its distance from the value with more bits.

    None for a value that grows with the bits: it divides by what is 0, such as sin(pi).
    """
    more = precise_reals(2 * bits)
    better = _value_of(value, more)
    if better is None:
        return 0
    one, other = more.number(found), more.number(better)
    return None if 0 < abs(one) * (1 << bits // 2) < abs(other) else 2 * abs(other - one)


def _value_of(value: Evaluation, reals: Precise) -> Any:
    try:
        return value(reals)
    except UnreadableAnswer:
        return None


def _may_be_cancelled(value: Any) -> bool:
    """Return whether a value is 0 perhaps because two large ones have the same bits; with more bits it may be none."""
    return not value and not isinstance(value, int | Fraction)


def _is_true_zero(zero: Evaluation, other: Any, bits: int) -> bool:
    """Return whether a value is 0 next to another one, and not only because two large terms have the same bits."""
    if not isinstance(zero, FormulaAt) or _is_complex(other):
        return False
    reals = precise_reals(bits)
    return bool(zero.largest(reals) * reals.number(Fraction(1, 1 << bits - MARGIN)) < abs(reals.number(other)))


def _is_complex(value: Any) -> bool:
    """Return whether a value has an imaginary part that is no rounding."""
    return hasattr(value, "_mpc_") and bool(abs(value.imag) > abs(value) * 2.0**-64)
