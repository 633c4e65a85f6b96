"""Nodes of the tree into which a formula is parsed, and functions that walk through a tree or rewrite it.

Each node has its place in the text, for error messages.  `simple` makes a whole Fraction an int.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

Exact = int | Fraction | float
"""An exact number; a float only for the value of a root or a function."""

OF_UNITS: Final = -1
"""The place of a factor between units, which stands in no text."""

OPPOSITE: Final = {"+": "-", "-": "+", "*": "/", "/": "*"}
"""The sign of the operation that undoes one with this sign."""

COMPARISONS: Final = ("<", "<=", ">", ">=", "==", "!=")
"""The functions of two numbers that are 1 or 0, and their signs."""


class Literal(NamedTuple):
    """A node with a number, exactly as it was written."""

    value: Exact
    place: int


class Name(NamedTuple):
    """A symbol or a constant in a tree."""

    name: str
    place: int


class Index(NamedTuple):
    """The variable of a sum, a product or `zero` (the root of a term), such as i; it is no symbol of the question."""

    name: str
    place: int


class Call(NamedTuple):
    """A node that calls a function, with its arguments: max(a, b)."""

    function: str
    arguments: tuple[Node, ...]
    place: int


class Minus(NamedTuple):
    """A node with the opposite of another one: -x."""

    operand: Node
    place: int


class Power(NamedTuple):
    """A node with a base and an exponent: x^2."""

    base: Node
    exponent: Node
    place: int


class Chain(NamedTuple):
    """A sum or a product as a flat node: the first operand, then (sign, operand) for each further one."""

    first: Node
    rest: tuple[tuple[str, Node], ...]
    place: int


class Known(NamedTuple):
    """Within an expression, the value of an earlier piece of its program; only forms of pieces have it."""

    piece: int


Node = Literal | Name | Index | Call | Minus | Power | Chain
SERIES: Final = {"sum": "sum_over", "product": "product_over", "zero": "zero"}
"""Functions of an expression and of the variable in it, with their names in trees: `sum(k^2, k, 1, n)`."""


def series(function: str, arguments: tuple[Node, ...], place: int) -> Node | None:
    """Return the node of `sum`, `product` or `zero` of (term, variable, first, last); None for others: sum(a, b)."""
    match arguments:
        case (term, Name(variable), first, last) if function in SERIES:
            if variable not in names_in(term) and not isinstance(first, Literal):
                return None
            bound = rewrite(term, lambda node: Index(variable, node.place) if is_name(node, variable) else node)
            return Call(SERIES[function], (bound, Index(variable, place), first, last), place)
    return None


def is_name(node: Node, name: str) -> bool:
    """Return whether a node of a tree is the symbol of this name."""
    return isinstance(node, Name) and node.name == name


def walk_nodes(tree: Node) -> Iterator[Node]:
    """Yield all nodes of a tree from left to right, each before the nodes below it."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(children(node)))


def children(node: Node) -> tuple[Node, ...]:
    """Return the nodes directly below a node in its tree."""
    match node:
        case Literal() | Name():  # first, since most nodes are
            return ()
        case Chain(first, rest):
            return (first, *[operand for _, operand in rest])
        case Call(_, arguments):
            return arguments
        case Minus(operand):
            return (operand,)
        case Power(base, exponent):
            return (base, exponent)
    return ()


def with_children(node: Node, nodes: Sequence[Any]) -> Any:
    """Return a node with others directly below it."""
    if not nodes:
        return node
    match node:
        case Chain(_, rest):
            others = zip(rest, nodes[1:], strict=True)
            return Chain(nodes[0], tuple((sign, each) for (sign, _), each in others), node.place)
        case Call(function):
            return Call(function, tuple(nodes), node.place)
        case Minus():
            return Minus(nodes[0], node.place)
        case Power():
            return Power(nodes[0], nodes[1], node.place)
    return node


def rewrite(tree: Node, change: Callable[[Node], Node]) -> Node:
    """Return a tree in which `change` was applied to each node, after its children."""
    return change(with_children(tree, [rewrite(each, change) for each in children(tree)]))


def substituted(tree: Node, nodes: Mapping[str, Any]) -> Any:
    """Return a tree with other nodes in place of names."""
    return rewrite(tree, lambda node: nodes.get(node.name, node) if isinstance(node, Name) else node)


def names_in(tree: Node) -> dict[str, None]:
    """Return the names that occur in a tree, in order, as the keys of a dict."""
    return {node.name: None for node in walk_nodes(tree) if isinstance(node, Name)}


def simple(value: Exact) -> Exact:
    """Return a Fraction with a whole value as an int; return any other number as it is."""
    return value.numerator if type(value) is Fraction and value.denominator == 1 else value
