"""Evaluates authors' expressions: with lists, matrices and complex numbers, exact until a float enters.

An evaluation has a limit of steps, so that sums, products and zeros end.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NoReturn

from checker.derivation.arithmetic import NoValue, Operand, apply_operation, combine_values, is_array, power_of
from checker.derivation.function_library import call_function
from checker.formula.nodes import SERIES, Known
from checker.formula.value import CONSTANTS, Evaluator

SCOPED: Final = frozenset({"if", *SERIES.values()})
"""The functions that compute an argument only where they need it, or several times, as trees name them."""

MAX_STEPS: Final = 100_000
_MOST_HALVINGS: Final = 200


class TooManySteps(NoValue):
    """Raised where an expression takes too many steps to compute."""

    def __init__(self) -> None:
        super().__init__("takes too many steps: make the sum or the product shorter")


def evaluate(
    node: Any, values: Mapping[str, Operand] = CONSTANTS, pieces: Sequence[Operand] = (), most: int = MAX_STEPS
) -> Operand:
    """Return the value of an expression over symbols and earlier pieces.  Raise NoValue for none in so many steps."""
    if type(node) is Known:
        return pieces[node.piece]
    return _Authors(values if values is CONSTANTS else {**CONSTANTS, **values}, pieces, most).value(node)


class _Authors(Evaluator):
    """The arithmetic of authors' expressions; it counts its operations."""

    def __init__(self, values: Mapping[str, Operand], pieces: Sequence[Operand], most: int) -> None:
        super().__init__(values, pieces=pieces)
        self.left = self.most = most

    def _count(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise TooManySteps

    def combine(self, sign: str, left: Operand, right: Operand) -> Operand:
        self._count()
        return combine_values(sign, left, right)

    def power(self, base: Operand, exponent: Operand) -> Operand:
        self._count()
        return power_of(base, exponent)

    def call(self, node: Any, values: list[Operand]) -> Operand:
        """Return a function's value; a mistake may have a function of Python in its place."""
        self._count()
        if callable(node.function):
            return apply_operation(node.function, *values)
        return call_function(node.function, values)

    def choice(self, _: Any, condition: Operand) -> bool:
        return is_true(condition)

    def numbers(self, _: Any, first: Operand, last: Operand) -> Iterable[int]:
        if any(is_array(each) or each != math.floor(each) for each in (first, last)):
            raise NoValue("must run from one whole number to another")
        if last - first >= self.most:
            raise TooManySteps
        return range(int(first), int(last) + 1)

    def zero(self, _: Any, at: Callable[[Operand], Operand], low: Operand, high: Operand) -> Operand:
        """Return where an expression is 0 between two numbers at which its signs differ, by halving."""
        below, above = at(low), at(high)
        if is_array(below) or is_array(above):
            raise NoValue("needs an expression that is a number")
        if below == 0 or above == 0:
            return low if below == 0 else high
        if (below < 0) == (above < 0):
            raise NoValue("has the same sign at both ends: choose ends between which it changes its sign once")
        low, high = float(low), float(high)
        for _ in range(_MOST_HALVINGS):
            middle = low + (high - low) / 2
            if middle in (low, high):
                break
            value = at(middle)
            if value == 0:
                return middle
            low, high = (middle, high) if (value < 0) == (below < 0) else (low, middle)
        return low if abs(at(low)) < abs(at(high)) else high

    def unknown(self, node: Any) -> NoReturn:
        raise NoValue(f"has no value for {node.name}")


def is_true(condition: Operand) -> bool:
    """Return whether a condition holds, given its value.  Raise NoValue for one that is no number."""
    if is_array(condition):
        raise NoValue("needs a condition about numbers")
    return bool(condition)
