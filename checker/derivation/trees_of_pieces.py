"""Evaluates what students write in place of a piece: a tree in which other pieces are known by their places."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from checker.derivation import arithmetic, function_library
from checker.derivation.arithmetic import NoValue, Operand
from checker.derivation.pieces import chain_value
from checker.formula.nodes import Call, Chain, Literal, Minus, Power


class Known(NamedTuple):
    """A piece within another expression."""

    piece: int


def evaluate_tree(tree: Any, values: Sequence[Operand]) -> Operand:
    """Return the value of a tree, given the values of the pieces that occur in it.

    Raise NoValue if there is none, or if a symbol in it is bound by a sum.
    """
    match tree:
        case Known(piece):
            return values[piece]
        case Literal(value):
            return value
        case Minus(operand):
            return arithmetic.negative(evaluate_tree(operand, values))
        case Power(base, exponent):
            return arithmetic.power_of(evaluate_tree(base, values), evaluate_tree(exponent, values))
        case Call(function, arguments) if function in function_library.LIBRARY:
            return function_library.call_function(function, [evaluate_tree(each, values) for each in arguments])
        case Chain(first, rest):
            kind, sign = ("terms", "+") if rest[0][0] in "+-" else ("factors", "*")
            items = [(sign, evaluate_tree(each, values)) for sign, each in ((sign, first), *rest)]
            return chain_value(items, kind)
    raise NoValue("has a bound variable")
