"""Wrong rules about quantities that occur several times: ratios turned together, a factor forgotten everywhere.

Also the rest of a whole for its part.  They are rules on whole formulas as in `checker/derivation/whole_rules.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import combinations
from typing import Any, Final

from checker.derivation.rules_of_circuits import parallel_of
from checker.derivation.trees import (
    TWO,
    Product,
    Rewriting,
    are_same,
    exchanged,
    flat_product,
    is_one_less,
    is_symbol,
    number,
    plus,
    product,
    product_of,
    sum_of_terms,
    terms_of,
    with_name,
)
from checker.derivation.weights import COMMON, USUAL
from checker.formula.nodes import Literal, Name, Node, is_name, names_in, rewrite, walk_nodes
from checker.formula.show import show

_MOST_PAIRS: Final = 3


def ratios_turned(tree: Node, _: Mapping[str, Any]) -> Iterator[Rewriting]:
    """Yield formulas of students who turn several ratios upside down, as in T·p_2·V_2/(p_1·V_1)."""
    for node in walk_nodes(tree):
        parts = flat_product(node)
        pairs = _alike_pairs(parts) if parts else []
        if not parts or not TWO <= len(pairs) <= _MOST_PAIRS:
            continue
        for count in range(len(pairs), 1, -1):
            for some in combinations(pairs, count):
                above, below = [one for one, _ in some], [other for _, other in some]
                factors = [*(each for each in parts.factors if each not in above), *below]
                divisors = [*(each for each in parts.divisors if each not in below), *above]
                said = " and ".join(show(product([one], [other])) for one, other in some)
                option = f"ratios_turned_{''.join(str(pairs.index(each)) for each in some)}"
                new = rewrite(tree, partial(exchanged, node, product(factors, divisors)))
                weight = COMMON if count == len(pairs) else USUAL
                yield Rewriting(option, weight, f"You turned the ratios {said} upside down.", new)
        return


def _alike_pairs(parts: Product) -> list[tuple[Node, Node]]:
    """Return the factors and divisors that are one quantity at two places, as p_2 and p_1, also with + 273.15."""
    pairs: list[tuple[Node, Node]] = []
    left = [*parts.divisors]
    for factor in parts.factors:
        other = next((each for each in left if _are_alike(factor, each)), None)
        if other is not None:
            pairs.append((factor, other))
            left.remove(other)
    return pairs


def _are_alike(one: Node, other: Node) -> bool:
    """Return whether two nodes have one name each, such as p_1 and p_2, with the same first letter."""
    (name, *more), (second, *others) = ([*names_in(each)] or [""] for each in (one, other))
    if more or others or len(name) < TWO or len(second) < TWO or type(one) is not type(other):
        return False
    return name[0] == second[0] and name != second


def left_out_everywhere(tree: Node, _: Mapping[str, Any]) -> Iterator[Rewriting]:
    """Yield formulas of students who leave a quantity out wherever it occurs.

    Examples are the mass in each term, and the periods of a year in rate and exponent.
    """
    products = [parts for node in walk_nodes(tree) if (parts := product_of(node))]
    for name in names_in(tree):
        occurs = sum(is_name(each, name) for each in walk_nodes(tree))
        within = sum(is_name(each, name) for parts in products for each in (*parts.factors, *parts.divisors))
        if occurs == within > 1:
            new = rewrite(tree, partial(_without, name))
            yield Rewriting(f"{name}_everywhere", USUAL, f"You left out {name} everywhere.", new)


def _without(name: str, node: Node) -> Node:
    """Return a product without the factors and divisors of this name; any other node as it is."""
    parts = product_of(node)
    if not parts:
        return node
    factors = [each for each in parts.factors if not is_name(each, name)]
    divisors = [each for each in parts.divisors if not is_name(each, name)]
    is_less = len(factors) + len(divisors) < len(parts.factors) + len(parts.divisors)
    return product(factors, divisors) if is_less else node


def multiplied_everywhere(tree: Node, _: Mapping[str, Any]) -> Iterator[Rewriting]:
    """Yield formulas of students who multiply in every quotient of a sum: a·q + b·r for a/q + b/r."""
    terms = terms_of(tree)
    parts = [product_of(each) for _, each in terms]
    quotients = [each for each in parts if each and each.divisors and not all(map(_is_literal, each.divisors))]
    if len(quotients) >= TWO:
        new = [
            (sign, product([*each.factors, *each.divisors]) if each in quotients and each else term)
            for (sign, term), each in zip(terms, parts, strict=True)
        ]
        text = "You multiplied in each quotient instead of dividing."
        yield Rewriting("multiplied_everywhere", USUAL, text, sum_of_terms(new))


def _is_literal(node: Node) -> bool:
    """Return whether a node is a written number."""
    return isinstance(node, Literal)


def rest_of_the_whole(tree: Node, values: Mapping[str, Any]) -> Iterator[Rewriting]:
    """Yield formulas of students who give the rest instead of the part, V - V·a/b for V·a/b.

    An example is the water that is added, given for the solution.
    """
    parts = None if parallel_of(tree) else product_of(tree)
    for factor in parts.factors if parts else ():
        others = [each for each in parts.factors if each is not factor] if parts else []
        if not parts or not is_symbol(factor) or len(others) != 1 or len(parts.divisors) != 1:
            continue
        above, below = others[0], parts.divisors[0]
        terms = terms_of(below)
        is_share = any(are_same(above, each) for sign, each in terms if sign == "+")
        if is_share or (is_symbol(above) and is_symbol(below) and _is_below(values, above, below)):
            text = f"You gave the rest, {show(factor)} minus the part."
            yield Rewriting("rest_of_the_whole", USUAL, text, plus(factor, tree, "-"))
            return


def _is_below(values: Mapping[str, Any], one: Node, other: Node) -> bool:
    """Return whether two symbols are alike and the value of the first is below that of the other."""
    found = [values.get(each.name) if isinstance(each, Name) else None for each in (one, other)]
    is_known = all(isinstance(each, int | float) for each in found)
    return is_known and _are_alike(one, other) and bool(found[0] < found[1])  # type: ignore[operator]


def sizes_everywhere(tree: Node, _: Mapping[str, Any]) -> Iterator[Rewriting]:
    """Yield formulas of students who use n - 1 also where the size n itself belongs, as in Q - S²/n.

    See delMas et al. 2007.
    """
    sizes = (terms_of(node)[0][1] for node in walk_nodes(tree) if is_one_less(node))
    for name in dict.fromkeys(size.name for size in sizes if isinstance(size, Name)):
        hidden = rewrite(tree, partial(_with_one_less_replaced, name, Name(_HIDDEN, 0)))
        less = plus(Name(name, 0), number(1), "-")
        new = rewrite(hidden, partial(with_name, name, less))
        if new != hidden:
            products = [each for each in walk_nodes(hidden) if product_of(each) and name in names_in(each)]
            place = rewrite(products[-1], partial(with_name, _HIDDEN, less)) if products else None
            where = f"in {show(place)}, too" if place else "everywhere"
            text = f"You used {show(less)} instead of {name} {where}."
            yield Rewriting("one_less_everywhere", USUAL, text, rewrite(new, partial(with_name, _HIDDEN, less)))


_HIDDEN: Final = "\0"
"""A name that no formula has, for what is kept."""


def _with_one_less_replaced(name: str, new: Node, node: Node) -> Node:
    """Return the new node for this symbol minus 1, and any other node as it is."""
    return new if is_one_less(node) and is_name(terms_of(node)[0][1], name) else node
