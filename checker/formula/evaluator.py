"""The one evaluator of expressions, for the numbers of any arithmetic.

Students' formulas are evaluated exactly and in any precision (`checker.formula.value`), authors' also with lists,
matrices and complex numbers (`checker.derivation.evaluate`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, NoReturn, Protocol

from checker.formula.nodes import Call, Chain, Index, Literal, Minus, Name, Node, Power


class Known(NamedTuple):
    """Within an expression, the value of an earlier piece of its program."""

    piece: int


class Arithmetic(Protocol):
    """The arithmetic of one kind of numbers; each method is given the node, for error messages."""

    def combine(self, sign: str, left: Any, right: Any, node: Any) -> Any:
        """Return what a sign (+, -, *, /, @) gives of two values."""

    def power(self, base: Any, exponent: Any, node: Any) -> Any:
        """Return a base to an exponent."""

    def call(self, node: Any, values: list[Any]) -> Any:
        """Return the value of a function."""

    def choice(self, node: Any, condition: Any) -> bool:
        """Return whether the condition of an `if` holds."""

    def numbers(self, node: Any, first: Any, last: Any) -> Iterable[int]:
        """Return the whole numbers over which a sum or a product runs."""

    def zero(self, node: Any, term: Callable[[Any], Any], low: Any, high: Any) -> Any:
        """Return where a function is 0 between two numbers."""

    def unknown(self, node: Any) -> NoReturn:
        """Raise the error about a name without a value."""


def value_of(node: Any, values: Mapping[str, Any], arithmetic: Arithmetic, pieces: Sequence[Any] = ()) -> Any:
    """Return the value of an expression, given those of its names and of the pieces of its program before it."""
    kind = type(node)
    if kind is Known:
        return pieces[node.piece]
    if kind is Literal:
        return node.value
    if kind is Name or kind is Index:
        return values[node.name] if node.name in values else arithmetic.unknown(node)
    return _COMPOSED[kind](node, values, arithmetic, pieces)


def _of_chain(node: Chain, values: Mapping[str, Any], arithmetic: Arithmetic, pieces: Sequence[Any]) -> Any:
    """Return a sum or a product."""
    total = value_of(node.first, values, arithmetic, pieces)
    for sign, operand in node.rest:
        total = arithmetic.combine(sign, total, value_of(operand, values, arithmetic, pieces), node)
    return total


def _of_power(node: Power, values: Mapping[str, Any], arithmetic: Arithmetic, pieces: Sequence[Any]) -> Any:
    """Return a base to an exponent."""
    base = value_of(node.base, values, arithmetic, pieces)
    return arithmetic.power(base, value_of(node.exponent, values, arithmetic, pieces), node)


def _of_minus(node: Minus, values: Mapping[str, Any], arithmetic: Arithmetic, pieces: Sequence[Any]) -> Any:
    """Return a value with the other sign."""
    return -value_of(node.operand, values, arithmetic, pieces)


def _of_call(node: Call, values: Mapping[str, Any], arithmetic: Arithmetic, pieces: Sequence[Any]) -> Any:
    """Return a function's value; `if` computes one of two arguments only, and a series its term several times."""
    if node.function == "if":
        condition, one, other = node.arguments
        holds = arithmetic.choice(node, value_of(condition, values, arithmetic, pieces))
        return value_of(one if holds else other, values, arithmetic, pieces)
    if node.function not in ("sum_over", "product_over", "zero"):
        return arithmetic.call(node, [value_of(each, values, arithmetic, pieces) for each in node.arguments])
    term, variable, *ends = node.arguments
    low, high = (value_of(each, values, arithmetic, pieces) for each in ends)

    def at(x: Any) -> Any:
        return value_of(term, {**values, variable.name: x}, arithmetic, pieces)  # type: ignore[union-attr]

    if node.function == "zero":
        return arithmetic.zero(node, at, low, high)
    sign, total = ("+", 0) if node.function == "sum_over" else ("*", 1)
    for number in arithmetic.numbers(node, low, high):
        total = arithmetic.combine(sign, total, at(number), node)
    return total


_COMPOSED: Mapping[type[Node], Callable[[Any, Mapping[str, Any], Arithmetic, Sequence[Any]], Any]] = {
    Chain: _of_chain,
    Power: _of_power,
    Minus: _of_minus,
    Call: _of_call,
}
