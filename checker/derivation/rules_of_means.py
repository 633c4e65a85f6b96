"""Wrong rules about means: groups without their sizes, mixtures, weights in the wrong place, another kind of mean.

They are rules as in `checker/derivation/rules.py`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from checker.derivation.fields import InField
from checker.derivation.rules_of_circuits import parallel_of
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
    sum_of_terms,
    terms_of,
)
from checker.derivation.weights import COMMON, RARE, TYPICAL, USUAL
from checker.formula.nodes import OPPOSITE, Literal, Name, Node
from checker.formula.show import show


class Weighted(NamedTuple):
    """The terms of a weighted mean, (n·x + m·y)/(n + m): all are empty for another formula."""

    sizes: Sequence[tuple[str, Node]] = ()
    groups: Sequence[tuple[str, Node]] = ()
    values: Sequence[Node] = ()


def weighted_mean_of(node: Node) -> Weighted:
    """Return the weights, the weighted terms and the values of a weighted mean, (n·x + m·y)/(n + m).

    All are empty for another formula.
    """
    parts = product_of(node)
    if not parts or len(parts.divisors) != 1 or len(parts.factors) != 1:
        return Weighted()
    sizes, groups = terms_of(parts.divisors[0]), terms_of(parts.factors[0])
    if len(sizes) < TWO or len(sizes) != len(groups) or any(sign != "+" for sign, _ in (*sizes, *groups[:1])):
        return Weighted()
    values: list[Node] = []
    for (_, size), (_, group) in zip(sizes, groups, strict=True):
        if (value := _without_size(group, size)) is None:
            return Weighted()
        values.append(value)
    return Weighted(sizes, groups, values)


def of_groups(groups: str, elsewhere: str) -> InField:
    """Return a sentence that is `groups` in questions about groups, and `elsewhere` in all others."""
    return InField("groups", groups, elsewhere)


def weighted_mean(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who average groups without their sizes, or with the wrong ones.

    See Pollatsek, Lima & Well 1981.
    """
    sizes, groups, values = weighted_mean_of(node)
    parts = product_of(node)
    if not parts or not values:
        return
    signs = [sign for sign, _ in groups]
    for place, value in enumerate(values) if len(values) == TWO and "-" not in signs else ():
        text = f"You gave the difference from {show(value)} instead of the mean of {{bare}}."
        yield Rewriting(f"change_{place + 1}", RARE, text, plus(node, value, "-"))
    total = sum_of_terms(list(zip(signs, values, strict=True)))
    plain = product([total], [number(len(values))])
    text = (
        of_groups(
            "You averaged in {bare} without the sizes of the groups.", "You averaged in {bare} without the weights."
        )
        if "-" not in signs
        else ("You averaged in {bare} without the weights of the two.")
    )
    yield Rewriting("plain_mean", TYPICAL, text, plain)
    text = of_groups(
        "You divided the sum of the means in {bare} by the sum of the sizes.",
        "You left out the weights above the fraction bar in {bare}.",
    )
    yield Rewriting("means_over_sizes", RARE, text, product([total], parts.divisors))
    turned = [product([size, value]) for (_, size), value in zip(sizes, values[::-1], strict=True)]
    if len(values) == TWO:
        text = of_groups(
            "You took the size of each group for the other one in {bare}.", "You exchanged the weights in {bare}."
        )
        exchanged = product([sum_of_terms(list(zip(signs, turned, strict=True)))], parts.divisors)
        yield Rewriting("sizes_exchanged", USUAL, text, exchanged)
        harmonic = product([number(2), *values], [total])
        yield Rewriting("harmonic", RARE, "You used the harmonic mean in {bare}.", harmonic)
        for place, ((_, size), (_, other)) in enumerate(zip(sizes, sizes[::-1], strict=True)):
            (start, end), word = (values[1 - place], values[place]), OPPOSITE[signs[1]]
            new = plus(start, product([size, plus(end, start, word)], [other]))
            text = f"You divided by {show(other)} alone in {{bare}}, as if only that part changed."
            yield Rewriting(f"one_part_changes_{place + 1}", USUAL, text, new)
    text = "You divided the sum in {bare} by the sum of the values, not by that of their weights."
    yield Rewriting("by_values", USUAL, text, product(parts.factors, [total]))
    text = "You averaged the weights in {bare}, not the values."
    weights = sum_of_terms([("+", each) for _, each in sizes])
    yield Rewriting("mean_of_weights", RARE, text, product([weights], [number(len(sizes))]))


def one_less_than_all(tree: Node, values: Mapping[str, Any]) -> Iterator[Rewriting]:
    """Yield formulas of students who divide the sum over groups by n - 1 for n values, where the sizes are counts."""
    parts = product_of(tree)
    if parts and len(parts.divisors) == len(parts.factors) == 1 and weighted_mean_of(tree).values:
        sizes = [term for _, term in terms_of(parts.divisors[0])]
        if all(isinstance(each, Name) and type(values.get(each.name)) is int for each in sizes):
            said = "You divided by one less than the number of all in {bare}."
            less = plus(parts.divisors[0], number(1), "-")
            text = of_groups(
                said.format(bare=show(tree)), f"You divided by {show(less)} instead of {show(parts.divisors[0])}."
            )
            yield Rewriting("one_less", RARE, text, product(parts.factors, [less]))


def means_of_another_kind(tree: Node, _: Mapping[str, Any]) -> Iterator[Rewriting]:
    """Yield formulas of students who take the mean for 2·a·b/(a + b) or 1/(1/a + 1/b)."""
    parts = product_of(tree)
    if not parts or len(parts.divisors) != 1:
        return
    terms = [each for sign, each in terms_of(parts.divisors[0]) if sign == "+"]
    pair = [each for each in parts.factors if not is_number(each, 2)]
    is_harmonic = len(parts.factors) == len(pair) + 1 and len(terms) == len(pair) == TWO
    is_harmonic = is_harmonic and all(any(are_same(each, factor) for factor in pair) for each in terms)
    others = terms if is_harmonic else parallel_of(tree) if len(parts.factors) == 1 or len(pair) == TWO else []
    if len(others) > 1 and all(map(is_symbol, others)):
        mean = product([sum_of_terms([("+", each) for each in others])], [number(len(others))])
        yield Rewriting("plain_mean", TYPICAL, f"You took the mean, {show(mean)}.", mean)


def _without_size(group: Node, size: Node) -> Node | None:
    """Return the value of a group, x of n·x or of m·c·x; None where the group is no product with its size."""
    parts, of_size = product_of(group), product_of(size)
    if parts is None or parts.divisors or (of_size and of_size.divisors):
        return None
    left: Sequence[Node] = parts.factors
    for factor in of_size.factors if of_size else (size,):
        place = next((at for at, each in enumerate(left) if are_same(each, factor)), None)
        if place is None:
            return None
        left = [*left[:place], *left[place + 1 :]]
    return product(left) if left else None


def mean_of_groups(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who divide a weighted sum by the number of groups: Pollatsek, Lima & Well 1981."""
    parts = product_of(node)
    if parts and len(parts.divisors) == 1 and len(parts.factors) == 1:
        below, above = terms_of(parts.divisors[0]), terms_of(parts.factors[0])
        if len(below) >= TWO and len(below) == len(above) and all(sign == "+" for sign, _ in below):
            said = f"You divided by {len(below)} instead of {show(parts.divisors[0])} in {{bare}}."
            text = of_groups("You divided by the number of groups in {bare}.", said)
            yield Rewriting("by_groups", USUAL, text, product(parts.factors, [number(len(below))]))


def weights_of_a_sum(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who average without the weights, or with the wrong ones, in 0.2·a + 0.8·b.

    See Pollatsek, Lima & Well 1981.
    """
    terms = terms_of(node)
    parts = [product_of(each) for sign, each in terms if sign == "+"]
    weighted = [each for each in parts if each and isinstance(each.factors[0], Literal) and len(each.factors) == TWO]
    if not terms or len(weighted) < len(terms) or any(each.divisors for each in weighted):
        return
    weights, values = ([each.factors[place] for each in weighted] for place in (0, 1))
    if not math.isclose(sum(float(each.value) for each in weights if isinstance(each, Literal)), 1):
        return
    plain = product([sum_of_terms([("+", each) for each in values])], [number(len(values))])
    yield Rewriting("plain_mean", COMMON, "You averaged in {bare} without the weights.", plain)
    turned = [("+", product([one, other])) for one, other in zip(weights[::-1], values, strict=True)]
    yield Rewriting("weights_turned", USUAL, "You used the weights in {bare} in reverse order.", sum_of_terms(turned))
    text = "You also divided by the number of values in {bare}. The weights add up to 1."
    yield Rewriting("divided_too", RARE, text, product([node], [number(len(values))]))
