"""Wrong rules about means: groups without their sizes, mixtures, weights in the wrong place.

They are rules as in `checker/derivation/rules.py`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

from checker.derivation.trees import (
    TWO,
    Rewriting,
    Rule,
    are_same,
    number,
    plus,
    product,
    product_of,
    sum_of_terms,
    terms_of,
)
from checker.derivation.weights import COMMON, RARE, TYPICAL, USUAL
from checker.notation.nodes import Literal, Node
from checker.notation.show import show


def weighted_mean(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who average groups without their sizes, or with the wrong ones.

    See Pollatsek, Lima & Well 1981.
    """
    parts = product_of(node)
    if not parts or len(parts.divisors) != 1 or len(parts.factors) != 1:
        return
    sizes, groups = terms_of(parts.divisors[0]), terms_of(parts.factors[0])
    if len(sizes) < TWO or len(sizes) != len(groups) or any(sign != "+" for sign, _ in (*sizes, *groups[:1])):
        return
    values: list[Node] = []
    for (_, size), (_, group) in zip(sizes, groups, strict=True):
        if (value := _without_size(group, size)) is None:
            return
        values.append(value)
    signs = [sign for sign, _ in groups]
    for place, value in enumerate(values) if len(values) == TWO and "-" not in signs else ():
        text = f"You gave the difference from {show(value)} instead of the mean of {{bare}}."
        yield Rewriting(f"change_{place + 1}", RARE, text, plus(node, value, "-"))
    total = sum_of_terms(list(zip(signs, values, strict=True)))
    plain = product([total], [number(len(values))])
    said = "sizes of the groups" if "-" not in signs else "weights of the two"
    text = f"You averaged in {{bare}} without the {said}."
    yield Rewriting("plain_mean", TYPICAL, text, plain)
    text = "You divided the sum of the means in {bare} by the sum of the sizes."
    yield Rewriting("means_over_sizes", RARE, text, product([total], parts.divisors))
    turned = [product([size, value]) for (_, size), value in zip(sizes, values[::-1], strict=True)]
    if len(values) == TWO:
        text = "You took the size of each group for the other one in {bare}."
        exchanged = product([sum_of_terms(list(zip(signs, turned, strict=True)))], parts.divisors)
        yield Rewriting("sizes_exchanged", USUAL, text, exchanged)
        harmonic = product([number(2), *values], [total])
        yield Rewriting("harmonic", RARE, "You used the harmonic mean in {bare}.", harmonic)
        for place, ((_, size), (_, other)) in enumerate(zip(sizes, sizes[::-1], strict=True)):
            (start, end), word = (values[1 - place], values[place]), {"+": "-", "-": "+"}[signs[1]]
            new = plus(start, product([size, plus(end, start, word)], [other]))
            text = f"You divided by {show(other)} alone in {{bare}}, as if only that part changed."
            yield Rewriting(f"one_part_changes_{place + 1}", USUAL, text, new)
    text = "You divided the sum in {bare} by the sum of the values, not by that of their weights."
    yield Rewriting("by_values", USUAL, text, product(parts.factors, [total]))
    text = "You averaged the weights in {bare}, not the values."
    weights = sum_of_terms([("+", each) for _, each in sizes])
    yield Rewriting("mean_of_weights", RARE, text, product([weights], [number(len(sizes))]))
    text = "You divided by one less than the number of all in {bare}."
    yield Rewriting("one_less", RARE, text, product(parts.factors, [plus(parts.divisors[0], number(1), "-")]))


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


def _mixing(node: Node) -> tuple[Node, Node, Node] | None:
    """Return T, u and a·(u - T)/(a + b) of T + a·(u - T)/(a + b)."""
    terms = terms_of(node)
    parts = product_of(terms[1][1]) if len(terms) == TWO and [sign for sign, _ in terms] == ["+", "+"] else None
    if not parts or len(parts.divisors) != 1 or len(terms_of(parts.divisors[0])) != TWO:
        return None
    for factor in parts.factors:
        inner = terms_of(factor)
        if [sign for sign, _ in inner] == ["+", "-"] and are_same(inner[1][1], terms[0][1]):
            others = [each for each in parts.factors if each is not factor]
            back = product([plus(terms[0][1], inner[0][1], "-"), *others], parts.divisors)
            return terms[0][1], inner[0][1], back
    return None


def mixing(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who average two temperatures without their weights, in T + a·(u - T)/(a + b).

    See Strauss & Stavy 1982.
    """
    if found := _mixing(node):
        start, new, back = found
        text = "You averaged the two without their weights in {bare}."
        yield Rewriting("plain_mean", COMMON, text, product([plus(new, start)], [number(2)]))
        yield Rewriting("exchanged", USUAL, "You exchanged the weights of the two in {bare}.", plus(new, back))


def mean_of_groups(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who divide a weighted sum by the number of groups: Pollatsek, Lima & Well 1981."""
    parts = product_of(node)
    if parts and len(parts.divisors) == 1 and len(parts.factors) == 1:
        below, above = terms_of(parts.divisors[0]), terms_of(parts.factors[0])
        if len(below) >= TWO and len(below) == len(above) and all(sign == "+" for sign, _ in below):
            text = "You divided by the number of groups in {bare}."
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


RULES_OF_MEANS: Final[tuple[Rule, ...]] = (weighted_mean, mixing, mean_of_groups, weights_of_a_sum)
