"""Small functions that take the trees of formulas apart, and build new ones; the wrong rules are written with them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from checker.formula.nodes import OPPOSITE, SERIES, Call, Chain, Literal, Minus, Name, Node, children, with_children
from checker.formula.show import typed


class Product(NamedTuple):
    """A product as its factors and its divisors."""

    factors: tuple[Node, ...]
    divisors: tuple[Node, ...]


def terms_of(node: Node) -> list[tuple[str, Node]]:
    """Return the terms of a sum with their signs; an empty list if the node is no sum."""
    if not isinstance(node, Chain) or node.rest[0][0] not in "+-":
        return []
    first = ("-", node.first.operand) if isinstance(node.first, Minus) else ("+", node.first)
    return [first, *node.rest]


def sum_of_terms(terms: Sequence[tuple[str, Node]]) -> Node:
    """Return the node of a sum, given its terms with their signs."""
    (sign, first), *rest = terms
    first = Minus(first, 0) if sign == "-" else first
    return Chain(first, tuple(rest), 0) if rest else first


def product_of(node: Node) -> Product | None:
    """Return the factors and divisors of a product; None for any other node, also for a matrix product."""
    if not isinstance(node, Chain) or any(sign not in "*/" for sign, _ in node.rest):
        return None
    factors = [node.first, *(factor for sign, factor in node.rest if sign == "*")]
    return Product(tuple(factors), tuple(factor for sign, factor in node.rest if sign == "/"))


def product(factors: Sequence[Node], divisors: Sequence[Node] = ()) -> Node:
    """Return the node of a product of factors, divided by the divisors."""
    first, *rest = [*factors] or [Literal(1, 0)]
    signed = (*(("*", each) for each in rest), *(("/", each) for each in divisors))
    return Chain(first, signed, 0) if signed else first


def number_node(value: float, digits: int = 6) -> Node:
    """Return the node that shows a number to people: `1,024`, or a real number with so many digits."""
    text = f"{abs(value):,}" if isinstance(value, int) else f"{float(abs(value)):.{digits}g}"
    return Minus(Name(text, 0), 0) if value < 0 else Name(text, 0)


def are_same(one: Node, other: Node) -> bool:
    """Return whether two nodes are the same expression."""
    return typed(one) == typed(other)


def flatten_tree(node: Node) -> Node:
    """Return the form from which mistakes are derived: nested products joined, signs combined; sums keep brackets."""
    if isinstance(node, Call) and node.function in SERIES.values():
        return node
    flat: Node = with_children(node, [*map(flatten_tree, children(node))])
    match flat:
        case Call("matmul", (left, right)):
            return _flat_product(left, (("@", right),), node.place)
        case Minus(Minus(operand)):
            return operand
        case Chain(_, rest) if rest[0][0] in "+-":
            signed = (
                (OPPOSITE[sign], each.operand) if isinstance(each, Minus) else (sign, each) for sign, each in rest
            )
            return flat._replace(rest=tuple(signed))
        case Chain(first, rest):
            return _flat_product(first, rest, node.place)
    return flat


def _flat_product(first: Node, rest: tuple[tuple[str, Node], ...], place: int) -> Node:
    """Return a flat product; the minus of its first factor applies to the whole product."""
    if isinstance(first, Minus):
        return Minus(_flat_product(first.operand, rest, place), place)
    factors: list[tuple[str, Node]] = []
    for sign, operand in (("*", first), *rest):
        is_nested = sign == "*" and isinstance(operand, Chain) and all(each in "*/" for each, _ in operand.rest)
        factors += [(sign, operand.first), *operand.rest] if is_nested else [(sign, operand)]  # type: ignore[union-attr]
    return Chain(factors[0][1], tuple(factors[1:]), place)
