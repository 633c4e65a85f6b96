"""Wrong rules of probability: at least one or several, odds for a share, Bayes' rule, expected values.

They are rules as in `checker/derivation/rules.py`, on pieces or on whole formulas.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from checker.derivation.arithmetic import shape
from checker.derivation.fields import InField
from checker.derivation.trees import (
    TWO,
    Rewriting,
    are_same,
    is_number,
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
from checker.formula.nodes import Call, Literal, Name, Node, Power
from checker.formula.show import show


def _opposite_of(node: Node) -> Node | None:
    """Return the opposite of a probability: p for 1 - p, 1/6 for 5/6, 1 - p for p.

    None if the node may be no probability.
    """
    terms, parts = terms_of(node), product_of(node)
    if len(terms) == TWO and is_number(terms[0][1], 1) and terms[1][0] == "-":
        return terms[1][1]
    if parts and len(parts.factors) == len(parts.divisors) == 1:
        above, below = parts.factors[0], parts.divisors[0]
        if isinstance(above, Literal) and isinstance(below, Literal) and 0 < above.value < below.value:
            return product([number(below.value - above.value)], [below])
    if isinstance(node, Literal) and 0 < node.value < 1:
        return number(1 - Fraction(node.value))
    return plus(number(1), node, "-") if is_symbol(node) else None


def at_least_one(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who add the chances, or count exactly one, in 1 - (1 - p)^n.

    See Fischbein & Schnarch 1997; Batanero 2015.
    """
    terms = terms_of(node)
    none = terms[1][1] if len(terms) == TWO and is_number(terms[0][1], 1) and terms[1][0] == "-" else None
    chance = _opposite_of(none.base) if isinstance(none, Power) else None
    if not isinstance(none, Power) or chance is None or isinstance(none.exponent, Literal):
        return
    times = none.exponent
    text = "You added the chances. They overlap."
    yield Rewriting("chances_added", COMMON, text, product([times, chance]))
    text = "You took exactly one instead of at least one."
    others = power(none.base, plus(times, number(1), "-"))
    yield Rewriting("exactly_one", COMMON, text, product([times, chance, others]))
    yield Rewriting("all_of_them", USUAL, "You took all instead of at least one.", power(chance, times))
    text = "You took the chance that not all are, 1 minus that of all, instead of at least one."
    yield Rewriting("not_all", USUAL, text, plus(number(1), power(chance, times), "-"))


def at_least_several(tree: Node, _: Mapping[str, Any]) -> Iterator[Rewriting]:
    """Yield formulas of students who miss by one or take exactly k for at least k or at most k.

    The pattern is 1 - (1 - p)^n - n·p·(1 - p)^(n - 1).
    """
    terms = terms_of(tree)
    of_rest = len(terms) > TWO and is_number(terms[0][1], 1) and {sign for sign, _ in terms[1:]} == {"-"}
    counted = [each for _, each in terms[1:]] if of_rest else [each for sign, each in terms if sign == "+"]
    none = counted[0] if counted else None
    chance = _opposite_of(none.base) if isinstance(none, Power) else None
    if not isinstance(none, Power) or chance is None or isinstance(none.exponent, Literal):
        return
    if len(counted) < TWO or (not of_rest and len(counted) < len(terms)) or not _is_one(counted[1], none):
        return
    count = len(counted)
    said = f"at least {count}" if of_rest else f"at most {count - 1}"
    for option, weight, k, node in (
        ("exactly", TYPICAL, f"exactly {count}", _exactly(count, chance, none)),
        ("exactly_one_less", COMMON, f"exactly {count - 1}", counted[-1]),
        ("fewer", COMMON, f"fewer than {count}", sum_of_terms([("+", each) for each in counted])),
    ):
        if of_rest or option != "fewer":
            yield Rewriting(option, weight, f"You took {k} instead of {said}.", node)
    one_more = plus(tree, _exactly(count, chance, none), "-" if of_rest else "+")
    word = f"more than {count}" if of_rest else f"at most {count}"
    yield Rewriting("one_more", USUAL, f"You took {word} instead of {said}.", one_more)
    fewer = sum_of_terms(terms[:-1])
    word = f"at least {count - 1}" if of_rest else f"fewer than {count - 1}"
    yield Rewriting("one_less", COMMON, f"You took {word} instead of {said}.", fewer)


def _is_one(node: Node, none: Power) -> bool:
    """Return whether a term is the probability of exactly one: it has the same base to a lower power."""
    parts = product_of(node)
    powers = [each for each in parts.factors if isinstance(each, Power)] if parts else []
    return any(are_same(each.base, none.base) for each in powers)


def _exactly(count: int, chance: Node, none: Power) -> Node:
    """Return the binomial probability of exactly `count`; `none` is that of none, q^n."""
    number_of_ways = Call("comb", (none.exponent, number(count)), 0)
    others = power(none.base, plus(none.exponent, number(count), "-"))
    return product([number_of_ways, power(chance, number(count)), others])


def odds_for_a_share(tree: Node, values: Mapping[str, Any]) -> Iterator[Rewriting]:
    """Yield formulas of students who divide by the rest instead of the whole, x/(y - x) for x/y.

    x and y are symbols whose values are 0 < x < y.
    """
    parts = product_of(tree)
    if parts and len(parts.factors) == len(parts.divisors) == 1:
        part, whole = parts.factors[0], parts.divisors[0]
        found = [values.get(each.name) for each in (part, whole) if isinstance(each, Name)]
        known = [each for each in found if isinstance(each, int | float)]
        if len(known) == TWO and 0 < known[0] < known[1]:
            rest = plus(whole, part, "-")
            said = f"You divided by {show(rest)} instead of {show(whole)}."
            yield Rewriting("odds", RARE, said, product([part], [rest]))


def expectation(tree: Node, values: Mapping[str, Any]) -> Iterator[Rewriting]:
    """Yield formulas of students who average or add up outcomes without their probabilities.

    The pattern is p·x + q·y. See Pollatsek, Lima & Well 1981.
    """
    text = InField("probability", "You averaged the values without their probabilities.",
                   "You averaged the values without their weights.")  # fmt: skip
    if isinstance(tree, Call) and tree.function in {"sum", "dot"}:
        parts = product_of(tree.arguments[0]) if tree.function == "sum" and len(tree.arguments) == 1 else None
        factors = tree.arguments if tree.function == "dot" else parts.factors if parts and not parts.divisors else ()
        weights = [each for each in factors if _adds_up_to_one(values, [each])]
        others = [each for each in factors if each not in weights]
        if len(factors) == TWO and len(weights) == 1 and is_symbol(others[0]):
            yield Rewriting("without_probabilities", COMMON, text, Call("mean", (others[0],), 0))
            said = "You added up the values without their"
            text = InField("probability", f"{said} probabilities.", f"{said} weights.")
            yield Rewriting("values_added", RARE, text, Call("sum", (others[0],), 0))
        return
    terms = terms_of(tree)
    pairs = [product_of(each) if sign == "+" else None for sign, each in terms]
    fits = [each.factors for each in pairs if each and len(each.factors) == TWO and not each.divisors]
    rest = [term for term, each in zip(terms, pairs, strict=True) if not each]
    if len(fits) < TWO or len(fits) + len(rest) < len(terms):
        return
    for place in (0, 1):
        weights, others = [each[place] for each in fits], [each[1 - place] for each in fits]
        if not all(map(is_symbol, weights)):
            continue
        of_all = _adds_up_to_one(values, weights) and not rest
        if of_all or (_are_shares(values, weights) and not _are_shares(values, others)):
            total = sum_of_terms([("+", each) for each in others])
            plain = sum_of_terms([("+", product([total], [number(len(others))])), *rest])
            yield Rewriting("without_probabilities", COMMON, text, plain)
            if not of_all:
                said = "You added up the values without their"
                added = InField("probability", f"{said} probabilities.", f"{said} weights.")
                yield Rewriting("values_added", USUAL, added, sum_of_terms([("+", total), *rest]))
            if len(fits) == TWO:
                turned = [("+", product([one, other])) for one, other in zip(weights[::-1], others, strict=True)]
                said = f"You exchanged {show(weights[0])} and {show(weights[1])}."
                yield Rewriting("weights_exchanged", USUAL, said, sum_of_terms([*turned, *rest]))


def _are_shares(values: Mapping[str, Any], nodes: list[Node]) -> bool:
    """Return whether all symbols are between 0 and 1, as probabilities are."""
    found = [values.get(getattr(each, "name", "")) for each in nodes]
    return all(isinstance(each, int | float) and 0 < each < 1 for each in found)


def _adds_up_to_one(values: Mapping[str, Any], nodes: list[Node]) -> bool:
    """Return whether symbols, or the entries of one, add up to 1 and are shares of it."""
    found = [values.get(getattr(each, "name", "")) for each in nodes]
    entries = list(found[0]) if len(found) == 1 and found[0] is not None and shape(found[0]) else found
    if any(each is None or shape(each) or isinstance(each, complex) or not 0 <= each <= 1 for each in entries):
        return False
    return len(entries) > 1 and math.isclose(sum(float(each) for each in entries if each is not None), 1, abs_tol=1e-9)
