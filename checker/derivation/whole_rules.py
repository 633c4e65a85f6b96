"""Wrong rules that change a whole formula, wherever a quantity occurs in it, and not one piece of it.

They are about Celsius, gravity, two symbols exchanged, variances, growth and simple interest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial
from itertools import combinations
from typing import Any, Final

from checker.derivation.arithmetic import shape
from checker.derivation.fields import InField
from checker.derivation.trees import (
    TWO,
    Rewriting,
    is_symbol,
    number,
    plus,
    product_of,
    sum_of_terms,
    terms_of,
)
from checker.derivation.weights import COMMON, RARE, USUAL
from checker.formula.nodes import Literal, Name, Node, names_in, rewrite, walk_nodes
from checker.formula.show import show

_GRAVITY: Final = (Fraction("9.81"), Fraction("9.8"))
KELVIN: Final = (Fraction(273), Fraction("273.15"))


def celsius(tree: Node, _: Mapping[str, Any]) -> Iterator[Rewriting]:
    """Yield formulas of students who leave Celsius unconverted, or convert a difference: Yeo & Zadnik 2001."""
    offsets = [each for each in walk_nodes(tree) if isinstance(each, Literal) and each.value in KELVIN]
    if offsets:
        text = "You did not convert Celsius to kelvin."
        yield Rewriting("celsius", COMMON, text, rewrite(tree, _without_offset))
        places = list(dict.fromkeys(each for each in walk_nodes(tree) if _without_offset(each) != each))
        for at, place in enumerate(places if len(places) > 1 else (), 1):
            text = f"You did not convert Celsius to kelvin in {show(place)}."
            yield Rewriting(f"celsius_{at}", COMMON, text, rewrite(tree, partial(_without_offset_in, place)))
        text = "You subtracted the Celsius temperature from 273.15 instead of adding it."
        yield Rewriting("offset_turned", RARE, text, rewrite(tree, _turned_offset))
        return
    for weight, letters in ((USUAL, "Tθt"), (RARE, "")):  # where names do not tell, hardly a number is so near another
        if (new := rewrite(tree, partial(_warmed_difference, letters))) != tree:
            said = "You added 273.15 to a difference of temperatures. It is the same in kelvin."
            text = InField("temperature", said, "You added 273.15 to a difference.")
            yield Rewriting("difference_converted", weight, text, new)
            return


def _warmed_difference(letters: str, node: Node) -> Node:
    """Return a difference of two temperatures plus 273.15, and any other node as it is.

    `letters` are those that the symbols of temperatures begin with; if empty, any do.
    """
    terms = terms_of(node)
    names = [term.name for _, term in terms if isinstance(term, Name)]
    is_difference = len(terms) == len(names) == TWO and terms[1][0] == "-"
    if is_difference and (not letters or all(name[0] in letters for name in names)):
        return plus(node, number(KELVIN[1]))
    return node


def _without_offset(node: Node) -> Node:
    """Return a sum without 273 or 273.15; any other node as it is."""
    terms = terms_of(node)
    kept = [(sign, term) for sign, term in terms if not (isinstance(term, Literal) and term.value in KELVIN)]
    return sum_of_terms(kept) if kept and len(kept) < len(terms) else node


def _without_offset_in(place: Node, node: Node) -> Node:
    """Return one node without its 273.15, and any other as it is."""
    return _without_offset(node) if node == place else node


def _turned_offset(node: Node) -> Node:
    """Return 273.15 minus a temperature for the two added; any other node as it is."""
    terms = terms_of(node)
    if len(terms) == TWO and isinstance(terms[1][1], Literal) and terms[1][1].value in KELVIN:
        return plus(terms[1][1], terms[0][1], "-")
    return node


def gravity(tree: Node, values: Mapping[str, Any]) -> Iterator[Rewriting]:
    """Yield formulas of students who use g = 10 where the question has a value such as 9.81."""
    value = values.get("g") if "g" in names_in(tree) else None
    if value is None:
        numbers = [each.value for each in walk_nodes(tree) if isinstance(each, Literal)]
        value = next((float(each) for each in numbers if each in _GRAVITY), None)
    if isinstance(value, float) and 9.7 < value < 9.9:
        new = rewrite(tree, lambda node: number(10) if _is_gravity(node) else node)
        yield Rewriting("g_as_10", USUAL, f"You used 10 for g instead of {value:g}.", new)


def _is_gravity(node: Node) -> bool:
    """Return whether a node is g, or 9.81 or 9.8."""
    return (isinstance(node, Name) and node.name == "g") or (isinstance(node, Literal) and node.value in _GRAVITY)


def exchanged_symbols(tree: Node, values: Mapping[str, Any]) -> Iterator[Rewriting]:
    """Yield formulas of students who exchange two quantities of the same kind everywhere, such as n_1 and n_2."""
    names, parts = list(names_in(tree)), product_of(tree)
    if (
        parts
        and len(parts.factors) == len(parts.divisors) == 1
        and all(map(is_symbol, (*parts.factors, *parts.divisors)))
    ):
        return  # that is the fraction upside down
    for one, other in combinations((name for name in names if name in values), 2):
        alike = one[0] == other[0] and len(one) > 1 < len(other)
        if alike and type(values[one]) is type(values[other]) and not shape(values[one]) and not shape(values[other]):
            yield exchanged(tree, one, other)


def exchanged(tree: Node, one: str, other: str) -> Rewriting:
    """Return a formula with two symbols exchanged, wherever they occur."""
    turned = {one: other, other: one}

    def exchange(node: Node) -> Node:
        return Name(turned[node.name], 0) if isinstance(node, Name) and node.name in turned else node

    return Rewriting(
        f"{one}_and_{other}_exchanged", USUAL, f"You exchanged {one} and {other}.", rewrite(tree, exchange)
    )
