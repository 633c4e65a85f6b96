"""Formulas of question types that are YAML: their values, their changes, and how a worked solution shows them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from functools import cache, lru_cache, partial
from typing import TYPE_CHECKING, Any, Final, TypeGuard

from checker.derivation.arithmetic import NO_VALUE, NoValue, array, as_answer, is_array
from checker.derivation.evaluate import evaluate
from checker.derivation.patterns import number_node, product, sum_of_terms
from checker.engine.errors import ParameterError
from checker.formula.nodes import (
    COMPARISONS,
    Call,
    Chain,
    Literal,
    Name,
    Node,
    children,
    names_in,
    rewrite,
    with_children,
)
from checker.formula.parser import WORDS
from checker.formula.show import show
from checker.formula.value import CONSTANTS

if TYPE_CHECKING:
    from checker.derivation.wrong_rules import Change

TAKEN: Final = -2
"""The place of a number in a formula that is no number to people: 1 where an option is taken, else 0."""

JOINT: Final = "__"
"""What joins a name and its option in trees of formulas: `biases__counted`."""

KEPT: Final = 1_000
"""Maximum number of values of a formula that are kept."""

OPTION: Final = re.compile(r"(?<![\w.])([A-Za-z]\w*)\.(\w+)")
"""A name and its option in the formulas of a file: `biases.counted`."""
_ZERO: Final = Literal(0, 0)


def joined(text: str) -> str:
    """Return a formula in which options are names, as in trees: `biases__counted` for `biases.counted`."""
    return OPTION.sub(rf"\1{JOINT}\2", text)


class KeptFormula:
    """A formula, with the values and changes that were computed before: runs with mistakes repeat most of them."""

    def __init__(self, tree: Node) -> None:
        self.tree = tree
        self.is_shape = isinstance(tree, Call) and tree.function == "list"
        self.names = dict.fromkeys(name for name in names_in(tree) if name not in CONSTANTS).keys()
        self._value, self.changed = lru_cache(KEPT)(self._evaluated), cache(self._changed)

    def value(self, name: str, values: Mapping[str, Any]) -> Any:
        """Return the value.  Raise ParameterError if there is none; `name` is what it is called in the message."""
        try:
            return self._value(*[values[each] for each in self.names])
        except (KeyError, *NO_VALUE) as error:
            raise ParameterError(name, f"has no value: {error}") from None

    def _evaluated(self, *given: Any) -> Any:
        """Return the value; of a shape its sizes, without those that are 0."""
        values = with_lists(dict(zip(self.names, given, strict=True)))
        if self.is_shape:
            axes = [evaluate(axis, values) for axis in children(self.tree)]
            shape = tuple([size for axis in axes for size in (axis if is_array(axis) else [axis]) if size])
            if any(type(size) is not int for size in shape):
                raise NoValue("has a size that is no whole number")
            return shape
        value = evaluate(self.tree, values)
        return value if type(value) is int else as_answer(value, real=False)

    def _changed(self, change: Change) -> KeptFormula:
        tree = rewrite(self.tree, change.changed) if change.names <= self.names else self.tree
        return self if tree == self.tree else KeptFormula(tree)


def with_lists(values: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return values with lists to compute with."""
    return {name: array([*value]) if type(value) is tuple else value for name, value in values.items()}


def filled(tree: Node, values: Mapping[str, Any], switches: AbstractSet[str]) -> str:
    """Return a formula with its numbers.  `switches` are the names that are 1 or 0 and no numbers to people."""
    match tree:
        case Call("list", (Name(name),)):  # the shape of another step
            return name
    text = show(_counted(tree, values, switches)).replace("·", " · ")
    return f"({text[1:-1]})" if text.startswith("[") else text


def _counted(node: Node, values: Mapping[str, Any], switches: AbstractSet[str]) -> Node:  # noqa: PLR0911 - a case for each node
    """Return a formula without the terms that are 0, without options, and with the case of `if` that holds."""
    inner = partial(_counted, values=values, switches=switches)
    match node:
        case Name(name) if name in switches:
            return Literal(values[name], TAKEN)
        case Name(name) if name in values:
            return _shown(values[name])
        case Call("if", (condition, one, other)):
            return inner(one if evaluate(condition, values) else other)
        case Call("ceil" | "floor" as function, (whole,)):
            ends = "⌈⌉" if function == "ceil" else "⌊⌋"
            is_whole = evaluate(node, values) == evaluate(whole, values)
            return inner(whole) if is_whole else Name(f"{ends[0]}{show(inner(whole))}{ends[1]}", 0)
        case Call(function) if function in {*COMPARISONS, *WORDS}:
            return Literal(int(evaluate(node, values)), TAKEN)
        case Call("at" | "sum_over" | "product_over"):
            return _shown(evaluate(node, values))
        case Call("sum" | "product" as function, (Name() as entries,)):
            shown = [*map(_shown, evaluate(entries, values))]
            return product(shown) if function == "product" else sum_of_terms([("+", each) for each in shown])
    return _without_zeros(with_children(node, [*map(inner, children(node))]))


def _without_zeros(node: Node) -> Node:
    """Return a shape, a sum or a product whose operands are shown without those that do not count."""
    match node:
        case Call("list", axes):  # a shape, which lacks the axes that are 0
            found = [each for axis in axes for each in (axis.arguments if _is_list(axis) else [axis])]
            return Call("list", tuple(each for each in found if not _is_zero(each)), 0)
        case Chain(first, rest) if rest[0][0] in "+-":
            return sum_of_terms([term for term in (("+", first), *rest) if not _is_zero(term[1])] or [("+", _ZERO)])
        case Chain(first, rest):
            items = [("*", first), *rest]
            above, below = ([each for sign, each in items if sign == side and not _is_taken(each)] for side in "*/")
            return _ZERO if any(_is_zero(each) for sign, each in items if sign == "*") else product(above, below)
    return node


def _shown(value: Any) -> Node:
    if is_array(value):
        return Call("list", tuple(map(_shown, value)), 0)
    return number_node(value) if value else _ZERO


def _is_list(node: Node) -> TypeGuard[Call]:
    return isinstance(node, Call) and node.function == "list"


def _is_zero(node: Node) -> bool:
    return isinstance(node, Literal) and not node.value


def _is_taken(node: Node) -> bool:
    return isinstance(node, Literal) and node.place == TAKEN
