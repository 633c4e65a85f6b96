"""Logarithms without a base, as in `log(n)`: refused, unless any base gives the same value, as in `log(n)/log(2)`.

In orders of growth all constant bases are the same.
"""

from __future__ import annotations

import math

from checker.engine.errors import UnreadableAnswer
from checker.formula.nodes import Call, Chain, Literal, Minus, Name, Node, Power, rewrite
from checker.formula.tokens import Token


def with_any_base(tree: Node, token: Token) -> Node:
    """Return a tree with `ln` for `log` without a base.  Raise UnreadableAnswer at `token` if the base matters."""
    if _degree(tree) != 0:
        raise UnreadableAnswer(
            f'I do not know which logarithm "{token.text}" is. Write ln, log2 or log10.', token.place
        )
    return rewrite(tree, lambda node: node._replace(function="ln") if _is_unknown(node) else node)  # type: ignore[call-arg]


def _is_unknown(node: Node) -> bool:
    return isinstance(node, Call) and node.function == "log" and len(node.arguments) == 1


def _degree(node: Node) -> float:  # noqa: PLR0911 - a case for each node
    """Return by which power of ln(b) a value changes with the base of `log`: 1 for log(n); nan if in no such way."""
    match node:
        case Call(_, arguments):
            return math.nan if any(map(_degree, arguments)) else float(_is_unknown(node))
        case Minus(operand):
            return _degree(operand)
        case Power(base, Literal(int(exponent))):
            return _degree(base) * exponent
        case Power(base, exponent):
            return math.nan if _degree(base) or _degree(exponent) else 0.0
        case Chain(first, rest) if rest[0][0] in "+-":
            degrees = {_degree(first), *(_degree(each) for _, each in rest)}
            return degrees.pop() if len(degrees) == 1 else math.nan
        case Chain(first, rest):
            return _degree(first) + sum(_degree(each) * (-1 if sign == "/" else 1) for sign, each in rest)
    return 0.0


def without_bases(tree: Node) -> Node:
    """Return a tree with `log` for all logarithms: those to a constant base are the same, others a quotient."""

    def changed(node: Node) -> Node:
        match node:
            case Call("ln" | "log2" | "log10" | "log", (argument,)) | Call("log", (argument, Literal() | Name("e"))):
                return Call("log", (argument,), node.place)
            case Call("log", (argument, base)):
                return Chain(Call("log", (argument,), 0), (("/", Call("log", (base,), 0)),), node.place)
        return node

    return rewrite(tree, changed)
