"""Wrong rules of growth and of percentages: simple growth, wrong periods, percentages of another base, changes.

They are rules as in `checker/derivation/rules.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

from checker.derivation.fields import instead
from checker.derivation.trees import (
    TWO,
    Product,
    Rewriting,
    are_same,
    flat_product,
    is_number,
    number,
    plus,
    power,
    product,
    product_of,
    terms_of,
)
from checker.derivation.weights import COMMON, RARE, USUAL
from checker.formula.nodes import Call, Literal, Minus, Name, Node, Power
from checker.formula.show import show


def percentages_of_another_base(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who take two percentages of the wrong base, in P/((1 - d/100)·(1 + t/100)).

    See Parker & Leinhardt 1995.
    """
    parts = product_of(node)
    flat: list[Node] = []
    for each in parts.divisors if parts else ():
        inner = product_of(each)
        flat += inner.factors if inner and not inner.divisors else [each]
    found = [(each, terms[1]) for each in flat if len(terms := terms_of(each)) == TWO and is_number(terms[0][1], 1)]
    if not parts or len(found) < TWO:
        return
    turned = [plus(number(1), rate, "-" if sign == "+" else "+") for _, (sign, rate) in found]
    others = [each for each in flat if not any(each is bracket for bracket, _ in found)]
    said, new = "You took the percentages of the wrong base in {bare}.", product([*parts.factors, *turned], others)
    yield Rewriting("other_bases", USUAL, instead("shares", said, show(new)), new)


def periods(node: Node) -> Iterator[Rewriting]:
    """Yield formulas that compound once a year, or use the yearly rate for every period, in (1 + r/12)^(12·t)."""
    terms = terms_of(node.base) if isinstance(node, Power) else []
    if not isinstance(node, Power) or len(terms) != TWO or terms[0][0] == "-" or not is_number(terms[0][1], 1):
        return
    sign, rate = terms[1]
    is_discount = isinstance(node.exponent, Minus)
    exponent = node.exponent.operand if isinstance(node.exponent, Minus) else node.exponent
    of_year, parts = product_of(exponent), product_of(rate)
    count = next((each for each in of_year.factors if isinstance(each, Literal)), None) if of_year else None
    if not (of_year and parts and isinstance(count, Literal) and isinstance(count.value, int)):
        return
    for place, divisor in enumerate(parts.divisors):
        if isinstance(divisor, Literal) and divisor.value % count.value == 0:
            rest = [*parts.divisors[:place], *parts.divisors[place + 1 :]]
            yearly = product(parts.factors, [*rest, number(divisor.value // count.value)])
            base = plus(number(1), yearly, sign)
            years = product([each for each in of_year.factors if each is not count], of_year.divisors)
            text = "You compounded once a year in {bare}."
            yield Rewriting("yearly", COMMON, text, power(base, Minus(years, 0) if is_discount else years))
            text = "You used the yearly rate for every period in {bare}."
            yield Rewriting("yearly_rate", USUAL, text, power(base, node.exponent))


def relative_change(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who divide a difference by the other value: Parker & Leinhardt 1995."""
    parts = flat_product(node)
    if not parts or not parts.divisors:
        return
    for factor in parts.factors:
        terms = terms_of(factor)
        for divisor in parts.divisors if len(terms) == TWO and terms[1][0] == "-" else ():
            base = [each for _, each in terms if are_same(each, divisor)]
            others = [each for _, each in terms if not are_same(each, divisor)]
            if len(base) == len(others) == 1:
                rest = [each for each in parts.divisors if each is not divisor]
                text = "You divided by the wrong one of the two values in {bare}."
                yield Rewriting("other_base", COMMON, text, product(parts.factors, [*others, *rest]))
                mean = product([plus(base[0], others[0])], [number(2)])
                text = "You divided by the mean of the two values in {bare}."
                yield Rewriting("mean_base", RARE, text, product(parts.factors, [mean, *rest]))
                if any(is_number(each, 100) for each in parts.factors) and not rest:
                    text = "You gave the difference itself as percent."
                    yield Rewriting("difference_as_percent", COMMON, text, factor)
                    ratio = product([others[0], number(100)], base)
                    text = "You gave the ratio in percent, not the change."
                    yield Rewriting("ratio_as_percent", COMMON, text, ratio)
                yield from _times_of_growth(parts, factor, divisor, others[0])
    if len(parts.divisors) > 1:
        return
    if len(parts.factors) == 1 and (terms := terms_of(parts.divisors[0])) and len(terms) == TWO:
        others = [each for _, each in terms if not are_same(each, parts.factors[0])]
        if len(others) == 1:
            text = "You used the other part of the whole in {bare}."
            yield Rewriting("other_part", USUAL, text, product(others, parts.divisors))


def _times_of_growth(parts: Product, gained: Node, start: Node, end: Node) -> Iterator[Rewriting]:
    """Yield the time of compound interest for that of simple interest, in (A - P)/(P·r)."""
    rates = [each for each in parts.divisors if isinstance(each, Name) and each is not start]
    others = [each for each in parts.factors if each is not gained]
    if len(rates) != 1 or len(parts.divisors) != TWO or not all(isinstance(each, Literal) for each in others):
        return
    hundred = [each for each in others if is_number(each, 100) or is_number(each, 1200)]
    rate = product(rates, [number(100)]) if hundred else rates[0]
    months = [number(12) if is_number(each, 1200) else each for each in others if not is_number(each, 100)]
    logarithms = [Call("ln", (each,), 0) for each in (product([end], [start]), plus(number(1), rate))]
    new = product([*months, logarithms[0]], [logarithms[1]])
    said = instead("money", "You used compound interest instead of simple interest.", show(new))
    yield Rewriting("time_of_compound_interest", COMMON, said, new)
