"""Logarithms without a base, as in `log(n)`: refused, unless any base gives the same value, as in `log(n)/log(2)`."""

from __future__ import annotations

import math
from typing import Final

from checker.engine.errors import UnreadableAnswer
from checker.formula.nodes import Call, Chain, Literal, Minus, Node, Power, rewrite
from checker.formula.tokens import Token

UNKNOWN_BASE: Final = frozenset({"log", "lg"})
"""Names of logarithms whose base people do not agree on."""


def with_any_base(tree: Node, token: Token) -> Node:
    """Return a formula's tree with `ln` for every `log` without a base, if its value is the same with any base.

    Raise UnreadableAnswer at `token`, the name of one of them, if it is not.
    """
    if _degree(tree) != 0:
        raise UnreadableAnswer(
            f'I do not know which logarithm "{token.text}" is. Write ln, log2 or log10.', token.place
        )
    return rewrite(tree, _natural)


def _degree(node: Node) -> float:
    """Return by which power of ln(b) a value changes if `log` has another base: log(n) has 1, log(n)/log(2) has 0.

    Return nan if it changes in no such way.
    """
    degree = 0.0
    match node:
        case Call(function, arguments):
            is_unknown = function == "log" and len(arguments) == 1
            degree = math.nan if any(map(_degree, arguments)) else float(is_unknown)
        case Minus(operand):
            degree = _degree(operand)
        case Power(base, Literal(int(exponent))):
            degree = _degree(base) * exponent
        case Power(base, exponent):
            degree = math.nan if _degree(base) or _degree(exponent) else 0.0
        case Chain(first, rest) if rest[0][0] in "+-":
            degrees = {_degree(first), *(_degree(each) for _, each in rest)}
            degree = degrees.pop() if len(degrees) == 1 else math.nan
        case Chain(first, rest):
            degree = _degree(first) + sum(_degree(each) * (-1 if sign == "/" else 1) for sign, each in rest)
    return degree


def _natural(node: Node) -> Node:
    """Return a natural logarithm in place of one without a base."""
    match node:
        case Call("log", (argument,)):
            return Call("ln", (argument,), node.place)
    return node
