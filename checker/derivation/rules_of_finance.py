"""Wrong rules of finance: payments, present values, growth over other times, elasticities.

They are rules as in `checker/derivation/rules.py`.  Those under `definitions` in `rule_book.py` take a formula in which
symbols are replaced by their expressions: the author may have written it in one piece or in steps.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, Final

from checker.derivation.fields import InField
from checker.derivation.trees import (
    TWO,
    Product,
    Rewriting,
    are_same,
    exchanged,
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
from checker.formula.nodes import Literal, Minus, Name, Node, Power, names_in, rewrite, walk_nodes
from checker.formula.show import show

LONGEST_TIME: Final = 600
"""Largest whole number that may be a number of periods."""

_MOST_TIMES: Final = 3


def payments(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who pay at the beginning of a period, for ever or without interest.

    The pattern is (1 - (1 + i)^(-n))/i.
    """
    if not (found := annuity(node)):
        return
    parts, rate, periods, is_divisor = found
    grown = plus(number(1), rate)
    text = "You took payments at the beginning of each period. They are at the end."
    yield Rewriting("due", COMMON, text, product([node], [grown]) if is_divisor else product([node, grown]))
    if not is_divisor:
        others = [each for each in parts.factors if not _is_discounting(each)]
        text = "You added the payments up without interest."
        rest = [each for each in parts.divisors if not are_same(each, rate)]
        yield Rewriting("undiscounted", COMMON, text, product([*others, periods], rest))
        value = product([*others, plus(power(grown, periods), number(1), "-")], parts.divisors)
        yield Rewriting("future_value", COMMON, "You took the value at the end, not that at the start.", value)


def annuity(node: Node) -> tuple[Product, Node, Node, bool] | None:
    """Return the parts of an annuity: product, rate, periods, and whether it pays back a loan; None if it is none."""
    parts = product_of(node)
    for is_divisor in (False, True) if parts else ():
        assert parts is not None  # noqa: S101 - for mypy
        for bracket in parts.divisors if is_divisor else parts.factors:
            if _is_discounting(bracket):
                grown = terms_of(bracket)[1][1]
                rate = terms_of(grown.base)[1][1]  # type: ignore[union-attr]
                if _has_factor(parts if is_divisor else Product(parts.divisors, parts.factors), rate):
                    return parts, rate, grown.exponent.operand, is_divisor  # type: ignore[union-attr]
    return None


def _has_factor(parts: Product, factor: Node) -> bool:
    """Return whether a product has this factor, or all factors and divisors that the factor consists of."""
    inner = product_of(factor) or Product((factor,), ())
    pairs = ((inner.factors, parts.factors), (inner.divisors, parts.divisors))
    is_spread = all(any(are_same(each, other) for other in others) for mine, others in pairs for each in mine)
    return is_spread or any(are_same(factor, each) for each in parts.factors)


def _is_discounting(node: Node) -> bool:
    """Return whether a node is 1 - (1 + i)^(-n)."""
    terms = terms_of(node)
    if len(terms) != TWO or not is_number(terms[0][1], 1) or terms[1][0] != "-":
        return False
    grown = terms[1][1]
    return isinstance(grown, Power) and isinstance(grown.exponent, Minus) and _is_growth(grown.base)


def _is_growth(node: Node) -> bool:
    """Return whether a node is 1 plus or minus a rate."""
    terms = terms_of(node)
    return len(terms) == TWO and is_number(terms[0][1], 1)


def discounted_flows(tree: Node, _: Mapping[str, Any]) -> Iterator[Rewriting]:
    """Yield formulas of students who discount each payment for one year too few or too many, or not at all.

    The pattern is a/q + b/q^2 - C.
    """
    terms = terms_of(tree)
    found = [_discounted(each) for _, each in terms]
    factors = [each[0] for each in found if each]
    if len(factors) < TWO or not all(are_same(each, factors[0]) for each in factors[1:]):
        return
    if len({each[1] for each in found if each}) < TWO:  # payments of one year are one payment
        return
    base = show(factors[0])
    for option, weight, shift, said, elsewhere in (
        ("one_year_less", COMMON, -1, "You discounted each payment for one year too few.",
         f"You divided each term by {base} once too few."),
        ("one_year_more", USUAL, 1, "You discounted each payment for one year too many.",
         f"You divided each term by {base} once too often."),
        ("undiscounted", TYPICAL, None, "You added the payments up without discounting them.",
         f"You did not divide the terms by powers of {base}."),
        ("one_year_each", USUAL, 0, "You discounted each payment for one year only.",
         f"You divided each term by {base} itself, not by its powers."),
    ):  # fmt: skip
        new = [(sign, _shifted(each, shift)) for sign, each in terms]
        sentence = said if _is_growth(factors[0]) else InField("money", said, elsewhere)
        yield Rewriting(option, weight, sentence, sum_of_terms(new))


def _discounted(node: Node) -> tuple[Node, int, Product] | None:
    """Return the factor of discounting, its exponent, and the rest of a payment, as of b/q^2; None for another node."""
    parts = product_of(node)
    for divisor in parts.divisors if parts else ():
        base, exponent = (divisor.base, divisor.exponent) if isinstance(divisor, Power) else (divisor, number(1))
        is_rate = _is_growth(base) or is_symbol(base)
        if parts and is_rate and isinstance(exponent, Literal) and isinstance(exponent.value, int):
            rest = Product(parts.factors, tuple(each for each in parts.divisors if each is not divisor))
            return base, exponent.value, rest
    return None


def _shifted(node: Node, shift: int | None) -> Node:
    """Return a payment that is discounted for other years: all for one with 0, not at all with None."""
    if not (found := _discounted(node)):
        return node
    base, exponent, (factors, divisors) = found
    years = 0 if shift is None else exponent + shift if shift else 1
    return product(factors, [*divisors, power(base, number(years))]) if years else product(factors, divisors)


def other_time(tree: Node, values: Mapping[str, Any]) -> Iterator[Rewriting]:
    """Yield formulas of students who let something grow over another time: a year for all years, years for months."""
    for grown in (each for each in walk_nodes(tree) if isinstance(each, Power) and _is_growth(each.base)):
        if isinstance(grown.exponent, Minus | Literal):
            continue
        used = names_in(grown.exponent)
        times = [name for name, value in values.items() if _is_time(value) and name not in used]
        for name in times[:_MOST_TIMES]:
            other = Name(name, 0)
            text = f"You used {name} as the exponent in {show(grown)}."
            new = rewrite(tree, partial(exchanged, grown, power(grown.base, other)))
            yield Rewriting(f"over_{name}", RARE, text, new)
            whole = power(grown.base, product([grown.exponent, other]))
            text = f"You used {show(grown.exponent)}·{name} as the exponent in {show(grown)}."
            yield Rewriting(f"times_{name}", USUAL, text, rewrite(tree, partial(exchanged, grown, whole)))
        return


def _is_time(value: Any) -> bool:
    """Return whether a value may be a number of periods."""
    return type(value) is int and 1 < value <= LONGEST_TIME


def interest_of_a_loan(tree: Node, __: Mapping[str, Any]) -> Iterator[Rewriting]:
    """Yield formulas of students who take the interest of a loan, n·R - L, as interest on the whole loan.

    They take it for the whole time, or for a year.
    """
    terms = terms_of(tree)
    if len(terms) != TWO or terms[1][0] != "-":
        return
    loan, parts = terms[1][1], product_of(terms[0][1])
    found = annuity(terms[0][1])
    if not parts or not found or not found[3] or not any(are_same(each, loan) for each in parts.factors):
        return
    _, rate, periods, _ = found
    text = "You took interest on the whole loan for the whole time. It is due on what is left."
    yield Rewriting("on_the_whole_loan", RARE, text, product([loan, rate, periods]))
    text = "You let the whole loan grow to the end. It is paid back on the way."
    grown = product([loan, plus(power(plus(number(1), rate), periods), number(1), "-")])
    yield Rewriting("as_if_never_paid", USUAL, text, grown)
    yearly = product_of(rate)
    months = [each for each in yearly.divisors if is_number(each, 12)] if yearly else []
    if yearly and months:
        rest = [each for each in yearly.divisors if each is not months[0]]
        of_a_year = product([loan, *yearly.factors], rest)
        yield Rewriting("of_one_year", USUAL, "You gave the interest on the whole loan for one year.", of_a_year)
    due = product([terms[0][1]], [plus(number(1), rate)])
    text = "You took payments at the beginning of each period. They are at the end."
    yield Rewriting("due", USUAL, text, plus(due, loan, "-"))


def arc(tree: Node, _: Mapping[str, Any]) -> Iterator[Rewriting]:
    """Yield formulas of students who divide by the old or the new values instead of by (x + y)/2.

    The pattern is a relative change such as an arc elasticity.
    """
    products = [parts for node in walk_nodes(tree) if (parts := product_of(node))]
    means = [each for parts in products for each in parts.divisors if _values_of_mean(each)]
    differences = [terms for node in walk_nodes(tree) if len(terms := terms_of(node)) == TWO and terms[1][0] == "-"]
    if not means:
        return
    for option, at, weight, said in (("old", 1, COMMON, "old"), ("new", 0, USUAL, "new")):
        ends = [each[at][1] for each in differences]

        def one_end(node: Node, ends: list[Node] = ends) -> Node:
            return next((each for each in _values_of_mean(node) for end in ends if are_same(each, end)), node)

        new = rewrite(tree, one_end)
        if new != tree:
            there = f"You divided by the {said} values, not by the means of old and new ones."
            used = " and ".join(f"{show(one_end(each))} instead of {show(each)}" for each in means)
            yield Rewriting(f"{option}_values", weight, InField("elasticity", there, f"You used {used}."), new)


def _values_of_mean(node: Node) -> list[Node]:
    """Return the two values of a mean (x + y)/2; empty for another node."""
    parts = product_of(node)
    if not parts or len(parts.factors) != 1 or len(parts.divisors) != 1 or not is_number(parts.divisors[0], 2):
        return []
    terms = terms_of(parts.factors[0])
    return [each for _, each in terms] if len(terms) == TWO and terms[1][0] == "+" else []
