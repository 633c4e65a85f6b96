"""Wrong rules about what is combined by reciprocals: resistors, capacitors, springs, lenses, hours of work.

Also about shares, as of a voltage divider.  They are rules as in `checker/derivation/rules.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import permutations
from typing import Any, Final, NamedTuple

from checker.derivation.fields import InField, instead, of_parallel
from checker.derivation.rules_of_school import rates_of
from checker.derivation.trees import (
    TWO,
    Product,
    Rewriting,
    are_same,
    is_symbol,
    number,
    plus,
    power,
    product,
    product_of,
    sum_of_terms,
    terms_of,
)
from checker.derivation.weights import COMMON, RARE, TYPICAL, USUAL
from checker.formula.nodes import Name, Node, names_in, rewrite, walk_nodes
from checker.formula.show import show

_MOST_RESISTORS: Final = 5


def parallel(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who take parallel circuits for series ones, or average.

    See McDermott & Shaffer 1992; Engelhardt & Beichner 2004.
    """
    resistors = [] if rates_of(node) else parallel_of(node)
    if len(resistors) >= TWO:
        total = series(resistors)
        added = of_parallel(
            "You added {bare} up as in series. They are in parallel.",
            "You added {bare} up as in parallel. They are in series.",
            show(total),
        )
        yield Rewriting("as_series", COMMON, added, total)
        mean = product([total], [number(len(resistors))])
        yield Rewriting("averaged", RARE, "You averaged in {bare}.", mean)
        geometric = power(product(resistors), product([number(1)], [number(len(resistors))]))
        yield Rewriting("geometric", RARE, "You used the geometric mean in {bare}.", geometric)
        reciprocal = product([number(1)], [total])
        yield Rewriting("reciprocal_of_sum", USUAL, "You took the reciprocal of the sum in {bare}.", reciprocal)
        if len(resistors) > TWO:
            text = "You divided the product by the sum in {bare}. That holds for two only."
            yield Rewriting("product_over_sum", USUAL, text, product([product(resistors)], [total]))
    terms = terms_of(node)
    if len(terms) == TWO and all(sign == "+" for sign, _ in terms):
        for (_, one), (_, pair) in (terms, terms[::-1]):
            if is_symbol(one) and (others := parallel_of(pair)):
                everything = [one, *others]
                row, all_side = series(everything), side(everything)
                in_series = "You put everything in {bare} in series."
                in_parallel = "You put everything in {bare} in parallel."
                yield Rewriting("all_series", USUAL, of_parallel(in_series, in_parallel, show(row)), row)
                text = of_parallel(in_parallel, in_series, show(all_side))
                yield Rewriting("all_parallel", USUAL, text, all_side)
        names = [each.name for _, each in terms if isinstance(each, Name)]
        if len(names) == TWO and names[0][:1] == names[1][:1] and names[0][1:].strip("_").isdigit():
            new = side([each for _, each in terms])
            said, opposite = "You combined {bare} as in parallel.", "You combined {bare} as in series."
            text = of_parallel(f"{said} Here they add up.", f"{opposite} Here they add up.", show(new))
            yield Rewriting("as_parallel", RARE, text, new)


def series(nodes: list[Node]) -> Node:
    """Return the node of the sum of some values, as for resistors in series."""
    return sum_of_terms([("+", each) for each in nodes])


def side(nodes: list[Node]) -> Node:
    """Return the node of the reciprocal of a sum of reciprocals, as for resistors in parallel."""
    return product([number(1)], [sum_of_terms([("+", product([number(1)], [each])) for each in nodes])])


def parallel_of(node: Node) -> list[Node]:
    """Return a and b of a node such as 1/(1/a + 1/b) or a·b/(a + b), also times a factor; empty for other nodes."""
    parts = product_of(node)
    if not parts or len(parts.divisors) != 1:
        return []
    terms = [each for sign, each in terms_of(parts.divisors[0]) if sign == "+"]
    of_two = len(terms) == TWO and len(parts.factors) == TWO
    if of_two and all(any(are_same(each, factor) for factor in parts.factors) for each in terms):
        return terms
    reciprocals = [product_of(each) for each in terms]
    if len(terms) >= TWO and all(each and len(each.divisors) == len(each.factors) == 1 for each in reciprocals):
        tops = [each.factors[0] for each in reciprocals if each]
        if all(are_same(each, tops[0]) for each in tops) and any(are_same(tops[0], each) for each in parts.factors):
            return [each.divisors[0] for each in reciprocals if each]
    return []


class _Branches(NamedTuple):
    """Two values of which a formula takes a·b/(a + b)."""

    one: Node
    other: Node


def _branches(node: Node) -> tuple[_Branches, Product] | None:
    """Return what is combined as a·b/(a + b) within a product, and the rest of the product; None for another node."""
    parts = product_of(node)
    for divisor in parts.divisors if parts else ():
        terms = terms_of(divisor)
        if parts and len(terms) == TWO and all(sign == "+" for sign, _ in terms):
            two = [each for _, each in terms]
            above = [each for each in parts.factors if any(are_same(each, term) for term in two)]
            if len(above) == TWO:
                rest = [each for each in parts.factors if each not in above]
                below = [each for each in parts.divisors if each is not divisor]
                return _Branches(*two), Product(tuple(rest), tuple(below))
    return None


def branch_left_out(tree: Node, _: Mapping[str, Any]) -> Iterator[Rewriting]:
    """Yield formulas of students who leave one of two parallel branches out everywhere, or put it in series.

    See McDermott & Shaffer 1992.
    """
    found = [each for node in walk_nodes(tree) if (each := _branches(node))]
    if not found or (_branches(tree) and not (found[0][1].factors or found[0][1].divisors)):
        return  # `parallel` knows the pair alone
    pair = found[0][0]
    shown = show(product(pair, [plus(*pair)]))
    for option, weight, kept, word in (
        ("second", TYPICAL, pair.one, "first"),
        ("first", USUAL, pair.other, "second"),
    ):
        said = f"You kept only the {word} of the two {{}} in {shown}."
        text = of_parallel(said.format("parallel branches"), said.format("in series"), show(kept), shown)
        new = rewrite(tree, partial(_with_branches, pair, kept))
        yield Rewriting(f"{option}_branch_left_out", weight, text, new)
    text = of_parallel(
        f"You put the two branches in {shown} in series. They are in parallel.",
        f"You added the two in {shown} as in parallel. They are in series.",
        show(plus(*pair)),
        shown,
    )
    yield Rewriting("branches_in_series", COMMON, text, rewrite(tree, partial(_with_branches, pair, plus(*pair))))


def _with_branches(pair: _Branches, new: Node, node: Node) -> Node:
    """Return a product with another value for a·b/(a + b)."""
    found = _branches(node)
    if not found or not all(map(are_same, found[0], pair)):
        return node
    return product([*found[1].factors, new], found[1].divisors)


def whole_circuit(tree: Node, _: Mapping[str, Any]) -> Iterator[Rewriting]:
    """Yield formulas of students who take the whole current, all in series, or the whole voltage on one resistor.

    For U/(a + b·c/(b + c))·c/(b + c) and its like: Cohen, Eylon & Ganiel 1983; Shipstone 1984.
    """
    parts = product_of(tree)
    source = next((each for each in parts.factors if is_symbol(each)), None) if parts else None
    sums = [each for each in parts.divisors if any(_branches(node) for node in walk_nodes(each))] if parts else []
    if not parts or source is None or len(sums) != 1:
        return
    resistors: list[Node] = [Name(name, 0) for name in names_in(sums[0])]
    if not TWO < len(resistors) <= _MOST_RESISTORS:
        return
    whole = product([source], sums)
    if len(parts.divisors) > 1:
        said = f"You used {show(whole)} for {{bare}}."
        said = InField("circuits", "You gave the current of the whole circuit, not that of the branch.", said)
        yield Rewriting("whole_current", COMMON, said, whole)
    for option, word, total in (("all_in_series", "series", series), ("all_in_parallel", "parallel", side)):
        new = product([source], [total(resistors)])
        said = InField("circuits", f"You put everything in {word}.", f"You used {show(new)} instead of {{bare}}.")
        yield Rewriting(option, USUAL, said, new)
    for at, each in enumerate(resistors):
        new = product([source], [each])
        said = f"You divided {show(source)} by {show(each)} alone."
        there = f"You put the whole of {show(source)} on {show(each)}."
        yield Rewriting(f"alone_{at}", RARE, InField("circuits", there, said), new)


def series_of_a_sum(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who exchange series and parallel in a·(b + c)/(a + b + c), as of capacitors.

    See Engelhardt & Beichner 2004.
    """
    parts = product_of(node)
    if not parts or len(parts.factors) != TWO or len(parts.divisors) != 1:
        return
    total = terms_of(parts.divisors[0])
    for single, pair in permutations(parts.factors):
        members = [each for sign, each in terms_of(pair) if sign == "+"]
        everything = [each for _, each in total]
        fits = len(members) >= TWO and len(everything) == len(members) + 1 and not terms_of(single)
        if fits and all(any(are_same(each, other) for other in everything) for each in (single, *members)):
            said, new = "You exchanged the rules for series and for parallel in {bare}.", plus(single, side(members))
            yield Rewriting("series_and_parallel", COMMON, instead("circuits", said, show(new)), new)
            text = "You combined everything in {bare} by adding."
            yield Rewriting("everything_in_a_sum", USUAL, text, parts.divisors[0])
            text = "You combined everything in {bare} by reciprocals."
            yield Rewriting("everything_by_reciprocals", USUAL, text, side([single, *members]))


def share_left_out(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who leave out a share a/(a + b), as of a divider, and take the whole."""
    parts = product_of(node)
    for divisor in parts.divisors if parts else ():
        terms = [each for sign, each in terms_of(divisor) if sign == "+"]
        above = [each for each in parts.factors if any(are_same(each, term) for term in terms)] if parts else []
        if parts and len(terms) >= TWO and len(above) == 1 and len(parts.factors) > 1:
            others = [each for each in parts.factors if each is not above[0]]
            rest = [each for each in parts.divisors if each is not divisor]
            text = f"You left out the share {show(product(above, [divisor]))}."
            yield Rewriting("share_left_out", COMMON, text, product(others, rest))
            remaining = [each for each in terms if not are_same(each, above[0])]
            if len(remaining) == 1 and len(terms) == TWO:
                (other,) = remaining
                text = f"You used {show(product(above, [other]))} instead of {show(product(above, [divisor]))}."
                yield Rewriting("by_the_other", USUAL, text, product(parts.factors, [*rest, other]))
            return
