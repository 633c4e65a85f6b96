"""Wrong rules of ratios, percentages, several changes, and weights that add up to 1.

They are rules as in `checker/derivation/rules.py`; the last ones take whole formulas.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Any, Final

from checker.derivation.arithmetic import NoValue
from checker.derivation.fields import InField
from checker.derivation.scoped import evaluate
from checker.derivation.trees import (
    TWO,
    Rewriting,
    are_same,
    is_number,
    is_symbol,
    number,
    plus,
    product,
    product_of,
    terms_of,
)
from checker.derivation.weights import COMMON, RARE, USUAL
from checker.formula.nodes import Chain, Literal, Name, Node, rewrite
from checker.formula.show import show

_HUNDRED: Final = 100


def ratio_left_out(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who leave a ratio out or square it, as that of amounts b/a in m/M·b/a·N."""
    parts = product_of(node)
    if not isinstance(node, Chain) or not parts or len(parts.factors) + len(parts.divisors) <= TWO:
        return
    for place, ((sign, one), (after, other)) in enumerate(pairwise(node.rest)):
        if (sign, after) == ("*", "/") and is_symbol(one) and is_symbol(other):
            rest = Chain(node.first, (*node.rest[:place], *node.rest[place + TWO :]), 0)
            ratio = show(product([one], [other]))
            left = rest if rest.rest else node.first
            yield Rewriting(f"ratio_left_out_{place}", USUAL, f"You left out {ratio}.", left)
            squared = product([*parts.factors, one], [*parts.divisors, other])
            yield Rewriting(f"ratio_squared_{place}", RARE, f"You squared {ratio}.", squared)


def alike_added(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who add two quantities of one kind in a product, as q_1 + q_2 in k·q_1·q_2/r^2."""
    parts = product_of(node)
    names = [each for each in parts.factors if isinstance(each, Name) and len(each.name) > 1] if parts else []
    if not parts or len(names) != TWO or names[0].name[0] != names[1].name[0] or len(parts.factors) <= TWO:
        return
    others = [each for each in parts.factors if each not in names]
    text = f"You added {names[0].name} and {names[1].name} in {{bare}} instead of multiplying them."
    one, other = names
    yield Rewriting("alike_added", USUAL, text, product([*others, plus(one, other)], parts.divisors))


def rest_of_hundred(tree: Node, values: Mapping[str, Any]) -> Iterator[Rewriting]:
    """Yield formulas of students who give 100 minus the result, for a·100/b between 0 and 100."""
    parts = product_of(tree)
    if parts and parts.divisors and any(is_number(each, _HUNDRED) for each in parts.factors):
        value = _value(tree, values)
        if value is not None and 0 < value < _HUNDRED:
            text = InField("percentages", "You gave the rest of 100 %.", "You subtracted the result from 100.")
            yield Rewriting("rest_of_hundred", COMMON, text, plus(number(_HUNDRED), tree, "-"))


def _value(node: Node, values: Mapping[str, Any]) -> float | None:
    """Return the value of a node as a float; None if it has none that is a real number."""
    try:
        found = evaluate(node, values)
    except (KeyError, NoValue, TypeError):
        return None
    return float(found) if isinstance(found, int | float | Fraction) else None


def bases_of_changes(tree: Node, _: Mapping[str, Any]) -> Iterator[Rewriting]:
    """Yield formulas of students who divide every change by the other value, by the mean, or by nothing.

    The pattern is several terms such as (x - y)/y.
    """
    for option, weight, said in (
        ("new", COMMON, "You divided every change by the other value."),
        ("mean", USUAL, "You divided every change by the mean of both values."),
        ("none", USUAL, "You did not divide the changes by the values."),
    ):
        changed: list[Node] = []
        new = rewrite(tree, partial(_with_other_base, option, changed))
        if len(changed) >= TWO:
            yield Rewriting(f"bases_{option}", weight, said, new)


def _with_other_base(option: str, changed: list[Node], node: Node) -> Node:
    """Return (x - y)/y divided by another base: `new` x, `mean` their mean, `none` nothing.

    The old base is appended to `changed`.
    """
    parts = product_of(node)
    for factor in parts.factors if parts else ():
        terms = terms_of(factor)
        if parts is None or len(terms) != TWO or terms[1][0] != "-":
            continue
        (_, one), (_, other) = terms
        base = next((each for each in parts.divisors if are_same(each, one) or are_same(each, other)), None)
        if base is not None:
            changed.append(base)
            another = one if are_same(base, other) else other
            mean = product([plus(one, other)], [number(2)])
            instead_of_it: Sequence[Node] = {"new": [another], "mean": [mean], "none": []}[option]
            divisors = [each for each in parts.divisors if each is not base]
            return product(parts.factors, [*instead_of_it, *divisors])
    return node


def complementary_weights(tree: Node, values: Mapping[str, Any]) -> Iterator[Rewriting]:
    """Yield formulas of students who average without weights that add up to 1, or exchange them: h·p + e·(1 - p)."""
    terms = terms_of(tree)
    parts = [product_of(each) for sign, each in terms if sign == "+"]
    one, other = parts if len(parts) == len(terms) == TWO else (None, None)
    if one is None or other is None:
        return
    for first in one.factors:
        for second in other.factors:
            weights = [
                product([each for each in whole.factors if each is not value], whole.divisors)
                for whole, value in ((one, first), (other, second))
            ]
            shares = [_value(each, values) for each in weights]
            is_known = all(map(is_symbol, weights)) or all(isinstance(each, Literal) for each in weights)  # other rules
            if is_known or not (is_symbol(first) and is_symbol(second)) or None in shares or are_same(first, second):
                continue
            if abs(sum(each for each in shares if each is not None) - 1) < _ROUNDING and all(shares):
                mean = product([plus(first, second)], [number(2)])
                yield Rewriting("without_weights", COMMON, "You averaged in {bare} without the weights.", mean)
                turned = plus(product([first, weights[1]]), product([second, weights[0]]))
                yield Rewriting("weights_turned", COMMON, "You exchanged the weights in {bare}.", turned)
                return


_ROUNDING: Final = 1e-9
