"""Evaluates expressions that choose or repeat: `if`, sums and products over a variable, and zeros of a function.

They are one piece of a formula each; what is inside them is computed here, within a limit of steps.  `evaluate` takes
any other expression, too.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from checker.derivation import arithmetic, function_library
from checker.derivation.arithmetic import NoValue, Operand, is_array
from checker.formula.nodes import Call, Chain, Index, Literal, Minus, Name, Node, Power, names_in
from checker.formula.value import CONSTANTS

SCOPED: Final = frozenset({"if", "sum_over", "product_over", "zero"})
"""Functions that compute an argument only where they need it, or several times."""

ARGUMENTS: Final[Mapping[str, str]] = {
    "if": "if(condition, a, b)",
    "sum": "sum(term, k, first, last)",
    "product": "product(term, k, first, last)",
    "zero": "zero(expression, x, low, high)",
}
"""How these functions are written."""

MAX_STEPS: Final = 100_000
"""Maximum number of pieces that one of these computes."""

_MOST_HALVINGS: Final = 200


def free_names(node: Node) -> list[str]:
    """Return the symbols that an expression depends on, in order: no constants, no variables of its sums and zeros."""
    return [name for name in names_in(node) if name not in CONSTANTS]


class TooManySteps(NoValue):
    """Raised where an expression takes too many steps to compute."""

    def __init__(self) -> None:
        super().__init__("takes too many steps: make the sum or the product shorter")


def evaluate(node: Node, values: Mapping[str, Operand], most: int = MAX_STEPS) -> Operand:
    """Return the value of an expression, given its symbols.  Raise NoValue if it has none, or takes too many steps."""
    return _Evaluation(most).value(node, {**CONSTANTS, **values})


class _Evaluation:
    """One evaluation, which counts its steps."""

    def __init__(self, most: int) -> None:
        self.steps = 0
        self._most = most

    def value(self, node: Node, values: Mapping[str, Operand]) -> Operand:  # noqa: C901, PLR0911 - a case for each node
        """Return the value of a formula at these values of its names.  Raise TooManySteps."""
        self.steps += 1
        if self.steps > self._most:
            raise TooManySteps
        match node:
            case Literal(value):
                return value
            case Name(name) | Index(name):
                return values[name]
            case Minus(operand):
                return arithmetic.negative(self.value(operand, values))
            case Power(base, exponent):
                return arithmetic.power_of(self.value(base, values), self.value(exponent, values))
            case Chain(first, rest):
                total = self.value(first, values)
                for sign, operand in rest:
                    total = arithmetic.combine_values(sign, total, self.value(operand, values))
                return total
            case Call("if", (condition, one, other)):
                return self.value(one if is_true(self.value(condition, values)) else other, values)
            case Call("sum_over" | "product_over", (term, Index(variable), first, last)):
                sign = "+" if node.function == "sum_over" else "*"
                return self._series(term, variable, sign, [self.value(each, values) for each in (first, last)], values)
            case Call("zero", (term, Index(variable), low, high)):
                return self._zero(term, variable, self.value(low, values), self.value(high, values), values)
            case Call(function, arguments):
                return function_library.call_function(function, [self.value(each, values) for each in arguments])

    def _series(
        self, term: Node, variable: str, sign: str, bounds: list[Operand], values: Mapping[str, Operand]
    ) -> Operand:
        """Return the sum (`+`) or product (`*`) of a term for each whole number between the bounds.

        Raise NoValue for other bounds, or TooManySteps.
        """
        if any(is_array(each) or each != math.floor(each) for each in bounds):
            raise NoValue("must run from one whole number to another")
        first, last = map(int, bounds)
        if last - first >= self._most:
            raise TooManySteps
        total: Operand = 0 if sign == "+" else 1
        for number in range(first, last + 1):
            total = arithmetic.combine_values(sign, total, self.value(term, {**values, variable: number}))
        return total

    def _zero(self, term: Node, variable: str, low: Operand, high: Operand, values: Mapping[str, Operand]) -> Operand:
        """Return where an expression is 0 between two numbers at which its signs differ, by halving.

        Raise NoValue if they do not differ.
        """

        def at(x: Operand) -> Operand:
            return self.value(term, {**values, variable: x})

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


def is_true(condition: Operand) -> bool:
    """Return whether a condition holds, given its value.  Raise NoValue for one that is no number."""
    if is_array(condition):
        raise NoValue("needs a condition about numbers")
    return bool(condition)


def shifted(node: Call, *, first: int = 0, last: int = 0) -> Call:
    """Return a sum or product over a variable with its bounds moved, as students who miscount write it."""
    term, variable, *bounds = node.arguments
    ends = [
        Chain(end, (("+" if shift > 0 else "-", Literal(abs(shift), 0)),), 0) if shift else end
        for end, shift in zip(bounds, (first, last), strict=True)
    ]
    return Call(node.function, (term, variable, *ends), node.place)
