"""Brings formulas into the form from which mistakes are derived: nested products joined, signs combined."""

from __future__ import annotations

from checker.formula.nodes import OPPOSITE, SERIES, Call, Chain, Minus, Node, Power

Operands = tuple[tuple[str, Node], ...]


def flatten_tree(node: Node) -> Node:
    """Return the tree with nested products as one product and signs combined; sums keep the author's brackets."""
    match node:
        case Call("matmul", (left, right)):
            return flatten_tree(Chain(left, (("@", right),), node.place))
        case Call(function, arguments) if function not in SERIES.values():
            return Call(function, tuple(map(flatten_tree, arguments)), node.place)
        case Minus(operand):
            inner = flatten_tree(operand)
            return inner.operand if isinstance(inner, Minus) else Minus(inner, node.place)
        case Power(base, exponent):
            return Power(flatten_tree(base), flatten_tree(exponent), node.place)
        case Chain(first, rest):
            flat = tuple((sign, flatten_tree(operand)) for sign, operand in rest)
            combine = _sum if rest[0][0] in "+-" else _product
            return combine(flatten_tree(first), flat, node.place)
    return node


def _sum(first: Node, rest: Operands, place: int) -> Node:
    """Return a sum in which a minus before a term is the sign of the term."""
    terms = [
        (OPPOSITE[sign], operand.operand) if isinstance(operand, Minus) else (sign, operand) for sign, operand in rest
    ]
    return Chain(first, tuple(terms), place)


def _product(first: Node, rest: Operands, place: int) -> Node:
    """Return a flat product; the minus of its first factor applies to the whole product."""
    if isinstance(first, Minus):
        return Minus(_product(first.operand, rest, place), place)
    factors: list[tuple[str, Node]] = []
    for sign, operand in (("*", first), *rest):
        if sign == "*" and isinstance(operand, Chain) and all(each in "*/" for each, _ in operand.rest):
            factors += [(sign, operand.first), *operand.rest]
        else:
            factors.append((sign, operand))
    return Chain(factors[0][1], tuple(factors[1:]), place)
