"""Wrong rules of growth and of percentages: interest, discounts, payments, changes.

They are rules as in `checker/derivation/rules.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from checker.derivation.fields import InField, instead
from checker.derivation.trees import (
    TWO,
    Rewriting,
    are_same,
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
from checker.notation.nodes import Literal, Minus, Node, Power
from checker.notation.show import show


def growth(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who confuse simple and compound interest, count a period more or less.

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
    """Return whether a node is 1 + i; 1 - p may be a probability."""
    terms = terms_of(node)
    return len(terms) == TWO and is_number(terms[0][1], 1) and terms[1][0] == "+"


def _root_of(exponent: Node) -> Node | None:
    """Return n of an exponent 1/n; None for another exponent."""
    parts = product_of(exponent)
    is_root = parts and len(parts.divisors) == 1 and all(is_number(each, 1) for each in parts.factors)
    return parts.divisors[0] if parts and is_root else None


def mean_growth(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who divide the whole growth by the number of periods, in (A/P)^(1/n) - 1.

    See Stango & Zinman 2009.
    """
    terms = terms_of(node)
    root = terms[0][1] if len(terms) == TWO and terms[1][0] == "-" and is_number(terms[1][1], 1) else None
    if not isinstance(root, Power) or not (periods := _root_of(root.exponent)):
        return
    said, new = "You divided the whole growth by the number of periods in {bare}.", plus(root.base, number(1), "-")
    new = product([new], [periods])
    yield Rewriting("growth_divided", COMMON, instead("growth", said, show(new)), new)
    text = "You divided the whole growth in {bare} by the number of periods, and took it of the value at the end."
    of_the_end = plus(number(1), product([number(1)], [root.base]), "-")
    new = product([of_the_end], [periods])
    yield Rewriting("growth_of_the_end", RARE, instead("growth", text, show(new)), new)


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
    """Yield what leaves the periods within a year out: (1 + r/12)^(12·t)."""
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
            text = "You took the percentage of the wrong base in {bare}."
            yield Rewriting("other_base", COMMON, text, product([*parts.factors, other], others))
            if exponent is not None:
                text = "You used simple growth instead of compound growth in {bare}."
                simple = plus(number(1), product([rate, exponent]), sign)
                yield Rewriting("simple", USUAL, text, product(parts.factors, [*others, simple]))
    added = [(place, terms_of(each)) for place, each in enumerate(parts.factors)]
    rates = [(place, terms[1]) for place, terms in added if len(terms) == TWO and is_number(terms[0][1], 1)]
    if len(rates) == TWO:
        kept = [each for place, each in enumerate(parts.factors) if place not in dict(rates)]
        whole = sum_of_terms([("+", number(1)), *(term for _, term in rates)])
        text = "You added the percentages in {bare}."
        yield Rewriting("percentages_added", TYPICAL, text, product([*kept, whole], parts.divisors))


def relative_change(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who divide a difference by the other value: Parker & Leinhardt 1995."""
    parts = product_of(node)
    if not parts or len(parts.divisors) != 1:
        return
    for factor in parts.factors:
        terms = terms_of(factor)
        if len(terms) == TWO and terms[1][0] == "-":
            base = [each for _, each in terms if are_same(each, parts.divisors[0])]
            others = [each for _, each in terms if not are_same(each, parts.divisors[0])]
            if len(base) == len(others) == 1:
                text = "You divided by the wrong one of the two values in {bare}."
                yield Rewriting("other_base", COMMON, text, product(parts.factors, others))
                mean = product([plus(base[0], others[0])], [number(2)])
                text = "You divided by the mean of the two values in {bare}."
                yield Rewriting("mean_base", RARE, text, product(parts.factors, [mean]))
                if any(is_number(each, 100) for each in parts.factors):
                    text = "You gave the difference itself as percent."
                    yield Rewriting("difference_as_percent", COMMON, text, factor)
    if len(parts.factors) == 1 and (terms := terms_of(parts.divisors[0])) and len(terms) == TWO:
        others = [each for _, each in terms if not are_same(each, parts.factors[0])]
        if len(others) == 1:
            text = "You used the other part of the whole in {bare}."
            yield Rewriting("other_part", USUAL, text, product(others, parts.divisors))


def ordinary_interest(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who pay at the beginning of a period, or let all payments grow for all periods.

    The pattern is ((1 + i)^n - 1)/i.
    """
    parts = product_of(node)
    if not parts:
        return
    for factor in parts.factors:
        terms = terms_of(factor)
        if len(terms) == TWO and terms[1][0] == "-" and is_number(terms[1][1], 1) and isinstance(terms[0][1], Power):
            grown = terms[0][1]
            others = [each for each in parts.factors if each is not factor]
            due = product([*parts.factors, grown.base], parts.divisors)
            yield Rewriting("due", USUAL, "You let each payment in {bare} grow for one period more.", due)
            start = product(parts.factors, [*parts.divisors, grown])
            yield Rewriting("at_the_start", COMMON, "You took the value at the start, not that at the end.", start)
            text = "You let all payments in {bare} grow for all periods."
            yield Rewriting("all_grown", USUAL, text, product([*others, grown.exponent, grown]))
            if parts.divisors:
                text = "You took the value at the start in {bare}, not that at the end."
                start = plus(number(1), power(grown.base, Minus(grown.exponent, 0)), "-")
                yield Rewriting("present_value", USUAL, text, product([*others, start], parts.divisors))
                text = "You let only one payment grow in {bare}."
                single = [each for each in others if not are_same(each, grown.base)]
                yield Rewriting("one_payment", USUAL, text, product([*single, grown]))
