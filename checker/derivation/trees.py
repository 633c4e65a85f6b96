"""Small functions that take the trees of formulas apart, and build new ones; the wrong rules are written with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from checker.formula.nodes import Chain, Exact, Literal, Minus, Node
from checker.formula.show import typed


class Rewriting(NamedTuple):
    """A formula as students write it who apply a wrong rule, and the sentence that tells them so."""

    option: str
    weight: int
    sentence: str
    """With the slot {bare} for the piece, and one for each of the parts."""
    node: Node
    parts: Mapping[str, Sequence[Node]] = {}
    """Expressions that the sentence names, by slot."""
    comparisons: Sequence[tuple[str, Node]] = ()
    """Formulas whose values must be above 0 (`<`) or 0 (`=`)."""


class Product(NamedTuple):
    """A product as its factors and its divisors."""

    factors: tuple[Node, ...]
    divisors: tuple[Node, ...]


def number(value: Exact) -> Node:
    """Return the node of a number."""
    return Literal(value, 0)


def terms_of(node: Node) -> list[tuple[str, Node]]:
    """Return the terms of a sum with their signs; an empty list if the node is no sum."""
    if not isinstance(node, Chain) or node.rest[0][0] not in "+-":
        return []
    if isinstance(node.first, Minus):
        return [("-", node.first.operand), *node.rest]
    return [("+", node.first), *node.rest]


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
    first, *rest = [*factors] or [number(1)]
    signed = (*(("*", each) for each in rest), *(("/", each) for each in divisors))
    return Chain(first, signed, 0) if signed else first


def plus(one: Node, other: Node, sign: str = "+") -> Node:
    """Return the node of a sum of two nodes, or with `-` of their difference."""
    return Chain(one, ((sign, other),), 0)


def are_same(one: Node, other: Node) -> bool:
    """Return whether two nodes are the same expression."""
    return typed(one) == typed(other)


def is_number(node: Node, value: Exact) -> bool:
    """Return whether a node is this number."""
    return isinstance(node, Literal) and node.value == value
