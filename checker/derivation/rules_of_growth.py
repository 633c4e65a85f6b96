"""Wrong rules of growth and of percentages: simple growth, wrong periods, percentages of another base, changes.

They are rules as in `checker/derivation/rules.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from checker.derivation.fields import InField, instead
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
    sum_of_terms,
    terms_of,
)
from checker.derivation.weights import COMMON, RARE, TYPICAL, USUAL
from checker.notation.nodes import Call, Literal, Minus, Name, Node, Power
from checker.notation.show import show


def growth(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who use simple growth or one period too many or too few, in (1 + i)^n.

    See Lewellen & Hager on financial numeracy.
    """
    if not isinstance(node, Power):
        return
    base, exponent = node.base, node.exponent
    exponent_ = exponent.operand if isinstance(exponent, Minus) else exponent
    if isinstance(exponent_, Literal):
        return
    signed = (lambda each: Minus(each, 0)) if isinstance(exponent, Minus) else (lambda each: each)
    periods = _root_of(exponent_)
    for option, sign, word in (("one_more", "+", "many"), ("one_less", "-", "few")):
        said, size = f"You counted one period too {word} in {{bare}}.", {"+": "large", "-": "small"}[sign]
        neutral = f"Your {'root' if periods else 'exponent'} is 1 too {size} in {{bare}}."
        text = said if is_growth(base) else InField("growth", said, neutral)
        new = plus(periods or exponent_, number(1), sign)
        new = product([number(1)], [new]) if periods else new
        yield Rewriting(option, USUAL, text, power(base, signed(new)))
    terms = terms_of(base)
    if len(terms) == TWO and is_number(terms[0][1], 1) and terms[0][0] == "+":
        sign, rate = terms[1]
        if not isinstance(exponent, Minus):
            said = "You used simple growth instead of compound growth in {bare}."
            new = plus(number(1), product([rate, exponent]), sign)
            text = said if is_growth(base) else instead("growth", said, show(new))
            yield Rewriting("simple", COMMON, text, new)
        yield from _periods(rate, sign, exponent_, signed)


def is_growth(node: Node) -> bool:
    """Return whether a node has the form 1 + i, as growth does; 1 - p may be a probability."""
    terms = terms_of(node)
    return len(terms) == TWO and is_number(terms[0][1], 1) and terms[1][0] == "+"


def _root_of(exponent: Node) -> Node | None:
    """Return n of an exponent 1/n; None for another exponent."""
    parts = product_of(exponent)
    is_root = parts and len(parts.divisors) == 1 and all(is_number(each, 1) for each in parts.factors)
    return parts.divisors[0] if parts and is_root else None


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


def _periods(rate: Node, sign: str, exponent: Node, signed: Callable[[Node], Node]) -> Iterator[Rewriting]:
    """Yield formulas that compound once a year, or use the yearly rate for every period, in (1 + r/12)^(12·t)."""
    of_year, parts = product_of(exponent), product_of(rate)
    if not (of_year and parts and parts.divisors):
        return
    count = next((each for each in of_year.factors if isinstance(each, Literal)), None)
    if count is None or not isinstance(count.value, int):
        return
    for place, divisor in enumerate(parts.divisors):
        if isinstance(divisor, Literal) and divisor.value % count.value == 0:
            rest = [*parts.divisors[:place], *parts.divisors[place + 1 :]]
            yearly = product(parts.factors, [*rest, number(divisor.value // count.value)])
            base = plus(number(1), yearly, sign)
            years = product([each for each in of_year.factors if each is not count], of_year.divisors)
            text = "You compounded once a year in {bare}."
            yield Rewriting("yearly", COMMON, text, power(base, signed(years)))
            text = "You used the yearly rate for every period in {bare}."
            yield Rewriting("yearly_rate", USUAL, text, power(base, signed(exponent)))


def _is_percentage(rate: Node) -> bool:
    """Return whether a rate is written as one of 100, as r/100."""
    parts = product_of(rate)
    return parts is not None and any(is_number(each, 100) for each in parts.divisors)


def discount(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who take a percentage of the wrong base: Parker & Leinhardt 1995."""
    parts = product_of(node)
    if not parts:
        return
    for place, divisor in enumerate(parts.divisors):
        others = [*parts.divisors[:place], *parts.divisors[place + 1 :]]
        inner, exponent = (divisor.base, divisor.exponent) if isinstance(divisor, Power) else (divisor, None)
        terms = terms_of(inner)
        if len(terms) == TWO and is_number(terms[0][1], 1):
            sign, rate = terms[1]
            other: Node = plus(number(1), rate, "-" if sign == "+" else "+")
            other = power(other, exponent) if exponent is not None else other
            new = product([*parts.factors, other], others)
            said = "You took the percentage of the wrong base in {bare}."
            text = said if _is_percentage(rate) else instead("shares", said, show(new))
            yield Rewriting("other_base", COMMON, text, new)
            if exponent is not None:
                simple = plus(number(1), product([rate, exponent]), sign)
                new = product(parts.factors, [*others, simple])
                said = "You used simple growth instead of compound growth in {bare}."
                text = said if _is_percentage(rate) else instead("growth", said, show(new))
                yield Rewriting("simple", USUAL, text, new)
    added = [(place, terms_of(each)) for place, each in enumerate(parts.factors)]
    rates = [(place, terms[1]) for place, terms in added if len(terms) == TWO and is_number(terms[0][1], 1)]
    if len(rates) == TWO:
        kept = [each for place, each in enumerate(parts.factors) if place not in dict(rates)]
        whole = sum_of_terms([("+", number(1)), *(term for _, term in rates)])
        new = product([*kept, whole], parts.divisors)
        said = "You added the percentages in {bare}."
        are_rates = all(_is_percentage(rate) for _, (_, rate) in rates)
        text = said if are_rates else instead("shares", said, show(new))
        yield Rewriting("percentages_added", TYPICAL, text, new)


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
