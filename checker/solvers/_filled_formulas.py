"""Shows the formula of a step with its numbers, without what does not count."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from functools import partial
from typing import Any, Final, TypeGuard

from checker.derivation.arithmetic import is_array
from checker.derivation.evaluate import evaluate
from checker.derivation.trees import product, sum_of_terms
from checker.formula.nodes import COMPARISONS, Call, Chain, Literal, Name, Node, Power, rewrite
from checker.formula.parser import WORDS
from checker.formula.show import show
from checker.solvers._type_files import TAKEN

_ZERO: Final = Literal(0, 0)
_CONDITIONS: Final = frozenset({*COMPARISONS, *WORDS})


def filled(tree: Node, values: Mapping[str, Any], switches: AbstractSet[str]) -> str:
    """Return a formula with its numbers.  `switches` are the names that are 1 or 0 and no numbers to people."""

    def number(node: Node) -> Node:
        if not isinstance(node, Name) or node.name not in values:
            return node
        return _shown(values[node.name])

    match tree:
        case Call("list", (Name(name),)):  # the shape of another step
            return name
    text = show(rewrite(_counted(tree, values, switches), number)).replace("·", " · ")
    return f"({text[1:-1]})" if text.startswith("[") else text


def _counted(node: Node, values: Mapping[str, Any], switches: AbstractSet[str]) -> Node:  # noqa: C901, PLR0911 - a case for each node
    """Return a formula without the terms that are 0, without options, and with the case of `if` that holds."""
    inner = partial(_counted, values=values, switches=switches)
    if listed := _of_lists(node, values):
        return listed
    match node:
        case Name(name) if name in switches:
            return Literal(values[name], TAKEN)
        case Name(name) if not values.get(name, 1):
            return _ZERO
        case Call("if", (condition, one, other)):
            return inner(one if evaluate(condition, values) else other)
        case Call("ceil" | "floor", (whole,)) if evaluate(node, values) == evaluate(whole, values):
            return inner(whole)
        case Call("ceil" | "floor" as function, (whole,)):
            ends = "⌈⌉" if function == "ceil" else "⌊⌋"
            return Name(f"{ends[0]}{filled(whole, values, switches)}{ends[1]}", 0)
        case Call("list", axes):  # a shape, which lacks the axes that are 0
            found = [each for axis in map(inner, axes) for each in (axis.arguments if _is_list(axis) else [axis])]
            return Call("list", tuple(each for each in found if not _is_zero(each)), 0)
        case Call(function) if function in _CONDITIONS:
            return Literal(int(evaluate(node, values)), TAKEN)
        case Call(function, arguments):
            return Call(function, tuple(map(inner, arguments)), 0)
        case Power(base, exponent):
            return Power(inner(base), inner(exponent), 0)
        case Chain(first, rest) if rest[0][0] in "+-":
            terms = [("+", inner(first)), *((sign, inner(each)) for sign, each in rest)]
            return sum_of_terms([term for term in terms if not _is_zero(term[1])] or [("+", _ZERO)])
        case Chain(first, rest):
            items = [("*", inner(first)), *((sign, inner(each)) for sign, each in rest)]
            above, below = ([each for sign, each in items if sign == side and not _is_taken(each)] for side in "*/")
            return _ZERO if any(_is_zero(each) for sign, each in items if sign == "*") else product(above, below)
    return node


def _of_lists(node: Node, values: Mapping[str, Any]) -> Node | None:
    """Return a list, its sum or its product with the numbers, an entry or a series as its value; else None."""
    match node:
        case Name(name) if is_array(values.get(name, 1)):
            return Call("list", tuple(map(_shown, values[name])), 0)
        case Call("at" | "sum_over" | "product_over"):
            return _shown(evaluate(node, values))
        case Call("sum", (Name() as entries,)):
            return sum_of_terms([("+", _shown(each)) for each in evaluate(entries, values)])
        case Call("product", (Name() as entries,)):
            return product([_shown(each) for each in evaluate(entries, values)], [])
    return None


def _shown(value: Any) -> Node:
    return Name(f"{value:,}" if isinstance(value, int) else f"{value:.6g}", 0)


def _is_list(node: Node) -> TypeGuard[Call]:
    return isinstance(node, Call) and node.function == "list"


def _is_zero(node: Node) -> bool:
    return isinstance(node, Literal) and not node.value


def _is_taken(node: Node) -> bool:
    return isinstance(node, Literal) and node.place == TAKEN
