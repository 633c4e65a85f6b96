"""The tree of written-out arithmetic.  Every node carries its place in the text, for messages."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

Exact = int | Fraction | float
"""A float stands only where a root or a function enters."""


class Literal(NamedTuple):
    """A number as written."""

    value: Exact
    place: int


class Name(NamedTuple):
    """A constant or a symbol."""

    name: str
    place: int


class Call(NamedTuple):
    """A function with its arguments."""

    function: str
    arguments: tuple[Node, ...]
    place: int


class Minus(NamedTuple):
    """A change of sign."""

    operand: Node
    place: int


class Power(NamedTuple):
    """A power."""

    base: Node
    exponent: Node
    place: int


class Chain(NamedTuple):
    """A sum or a product from left to right, each further operand with its sign: a flat node however long it is."""

    first: Node
    rest: tuple[tuple[str, Node], ...]
    place: int


Node = Literal | Name | Call | Minus | Power | Chain


def walk(tree: Node) -> Iterator[Node]:
    """A tree's nodes, from left to right, each before those within it; as deep as the parser allows."""
    yield tree
    for each in within(tree):
        yield from walk(each)


def within(node: Node) -> tuple[Node, ...]:
    """The nodes right below one."""
    match node:
        case Call(_, arguments):
            return arguments
        case Minus(operand):
            return (operand,)
        case Power(base, exponent):
            return (base, exponent)
        case Chain(first, rest):
            return (first, *(operand for _, operand in rest))
    return ()


def names(tree: Node) -> dict[str, None]:
    """The names that stand in a tree, in their order."""
    return {node.name: None for node in walk(tree) if isinstance(node, Name)}


def simple(value: Exact) -> Exact:
    """A whole Fraction as an int."""
    return value.numerator if isinstance(value, Fraction) and value.denominator == 1 else value
