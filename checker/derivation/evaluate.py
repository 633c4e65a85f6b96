"""The evaluator of expressions: numbers, lists, matrices and complex numbers, exact until a float enters.

`if`, sums and products over a variable, and zeros compute an argument only where they need it, or several times, within
a limit of steps.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from checker.derivation import arithmetic
from checker.derivation.arithmetic import NoValue, Operand, apply_operation, combine_values, is_array
from checker.derivation.function_library import call_function
from checker.formula.nodes import Call, Chain, Index, Literal, Minus, Name, Node, Power, names_in
from checker.formula.value import CONSTANTS

ARGUMENTS: Final[Mapping[str, str]] = {
    "if": "if(condition, a, b)",
    "sum": "sum(term, k, first, last)",
    "product": "product(term, k, first, last)",
    "zero": "zero(expression, x, low, high)",
}
"""How the functions are written that compute an argument only where they need it, or several times."""

SCOPED: Final = frozenset({"if", "sum_over", "product_over", "zero"})
"""The same functions, as trees name them."""

MAX_STEPS: Final = 100_000
"""Maximum number of steps of one evaluation."""

_MOST_HALVINGS: Final = 200


class Known(NamedTuple):
    """Within an expression, the value of an earlier piece of its program."""

    piece: int


class TooManySteps(NoValue):
    """Raised where an expression takes too many steps to compute."""

    def __init__(self) -> None:
        super().__init__("takes too many steps: make the sum or the product shorter")


def free_names(node: Node) -> list[str]:
    """Return the symbols that an expression depends on, in order: no constants, no variables of its sums and zeros."""
    return [name for name in names_in(node) if name not in CONSTANTS]


def evaluate(
    node: Node | Known, values: Mapping[str, Operand] = CONSTANTS, pieces: Sequence[Operand] = (), most: int = MAX_STEPS
) -> Operand:
    """Return the value of an expression, given its symbols and the pieces of its program before it.

    Raise NoValue if it has none, or takes too many steps.
    """
    if values is not CONSTANTS:
        values = {**CONSTANTS, **values}
    return _Evaluation(pieces, most).value(node, values)


class _Evaluation:
    """One evaluation, which counts its steps."""

    def __init__(self, pieces: Sequence[Operand], most: int) -> None:
        self.pieces, self.left, self.most = pieces, most, most

    def value(self, node: Any, values: Mapping[str, Operand]) -> Operand:
        """Return the value of a node at these values of its names.  Raise TooManySteps."""
        kind = type(node)
        if kind is Known:
            return self.pieces[node.piece]
        if kind is Literal:
            return node.value
        self.left -= 1
        if self.left < 0:
            raise TooManySteps
        return _BY_KIND[kind](self, node, values)

    def of_name(self, node: Name | Index, values: Mapping[str, Operand]) -> Operand:
        """Return the value of a symbol, a constant or a variable.  Raise NoValue if it has none."""
        if node.name not in values:
            raise NoValue(f"has no value for {node.name}")
        return values[node.name]

    def of_minus(self, node: Minus, values: Mapping[str, Operand]) -> Operand:
        """Return the value with the other sign."""
        return arithmetic.negative(self.value(node.operand, values))

    def of_power(self, node: Power, values: Mapping[str, Operand]) -> Operand:
        """Return a base to an exponent."""
        return arithmetic.power_of(self.value(node.base, values), self.value(node.exponent, values))

    def of_chain(self, node: Chain, values: Mapping[str, Operand]) -> Operand:
        """Return a sum or a product."""
        total = self.value(node.first, values)
        for sign, operand in node.rest:
            total = combine_values(sign, total, self.value(operand, values))
        return total

    def of_call(self, node: Call, values: Mapping[str, Operand]) -> Operand:
        """Return a function's value; a mistake may name a function of Python in its place."""
        function, arguments = node.function, node.arguments
        if function == "if":
            condition, one, other = arguments
            return self.value(one if is_true(self.value(condition, values)) else other, values)
        if function in SCOPED:
            term, variable, *bounds = arguments
            ends = [self.value(each, values) for each in bounds]

            def at(x: Operand) -> Operand:
                return self.value(term, {**values, variable.name: x})  # type: ignore[union-attr]

            return (
                _zero(at, *ends) if function == "zero" else self._series(at, "+" if function[0] == "s" else "*", *ends)
            )
        given = [self.value(each, values) for each in arguments]
        return apply_operation(function, *given) if callable(function) else call_function(function, given)

    def _series(self, term: Callable[[Operand], Operand], sign: str, first: Operand, last: Operand) -> Operand:
        """Return the sum (`+`) or product (`*`) of a term for each whole number between the bounds.

        Raise NoValue for other bounds, or TooManySteps.
        """
        if any(is_array(each) or each != math.floor(each) for each in (first, last)):
            raise NoValue("must run from one whole number to another")
        if last - first >= self.most:
            raise TooManySteps
        total: Operand = 0 if sign == "+" else 1
        for number in range(int(first), int(last) + 1):
            total = combine_values(sign, total, term(number))
        return total


_BY_KIND: Final[Mapping[type, Callable[[_Evaluation, Any, Mapping[str, Operand]], Operand]]] = {
    Name: _Evaluation.of_name,
    Index: _Evaluation.of_name,
    Minus: _Evaluation.of_minus,
    Power: _Evaluation.of_power,
    Chain: _Evaluation.of_chain,
    Call: _Evaluation.of_call,
}


def _zero(at: Callable[[Operand], Operand], low: Operand, high: Operand) -> Operand:
    """Return where an expression is 0 between two numbers at which its signs differ, by halving.

    Raise NoValue if they do not differ.
    """
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
