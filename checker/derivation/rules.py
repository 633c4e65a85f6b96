"""Wrong rules of no single subject: fractions added across, work from left to right, ratios turned, symbols multiplied.

Each rule takes a piece of a formula and yields what somebody works out instead, wherever its pattern occurs.  Its
docstring names where the error is described, if that is known.  The rules of subjects are in `rules_of_*.py` and in the
files of `rules/`.
"""

from __future__ import annotations

from collections.abc import Iterator

from checker.derivation.trees import (
    TWO,
    Rewriting,
    are_same,
    is_number,
    is_symbol,
    plus,
    product,
    product_of,
    sum_of_terms,
    terms_of,
)
from checker.derivation.weights import COMMON, RARE, USUAL
from checker.formula.nodes import Literal, Minus, Node, Power
from checker.formula.show import show


def left_to_right(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who work from left to right, instead of products first: Linchevski & Livneh 1999."""
    terms = terms_of(node)
    whole: Node | None = None
    for place, (sign, term) in enumerate(terms):
        parts = product_of(term)
        if not place:
            whole = Minus(term, 0) if sign == "-" else term
            continue
        assert whole is not None  # noqa: S101 - the first term has set it
        before, after = sum_of_terms(terms[:place]), terms[place + 1 :]
        if parts and not any(terms_of(each) for each in parts.factors[:1]):
            head, rest = parts.factors[0], (parts.factors[1:], parts.divisors)
            joined = product([plus(before, head, sign), *rest[0]], rest[1])
            text = f"You {'added' if sign == '+' else 'subtracted'} before multiplying or dividing in {{bare}}."
            name = f"sum_first_{place}" if place > 1 else "sum_first"
            yield Rewriting(name, COMMON if place == 1 else USUAL, text, sum_of_terms([("+", joined), *after]))
            whole = product([plus(whole, head, sign), *rest[0]], rest[1])
        else:
            whole = plus(whole, term, sign)
    if whole is not None and sum(1 for _, each in terms[1:] if product_of(each)) > 1:
        yield Rewriting("left_to_right", COMMON, "You worked from left to right in {bare}.", whole)


def is_raised_with_its_square(node: Node) -> bool:
    """Return whether a node is a factor before a square, as in 2·x².

    The rule `raised_as_a_whole` squares that factor, too.
    """
    parts = product_of(node)
    last = parts.factors[-1] if parts and len(parts.factors) == TWO else None
    return isinstance(last, Power) and is_number(last.exponent, 2)


def share_exchanged(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who exchange one factor and the divisor: a ratio the wrong way round."""
    parts = product_of(node)
    if not parts or not parts.divisors or len(parts.factors) < TWO:
        return
    (divisor, *rest) = parts.divisors
    for place, factor in enumerate(parts.factors):
        if isinstance(factor, Literal) or isinstance(divisor, Literal):
            continue
        others = [*parts.factors[:place], divisor, *parts.factors[place + 1 :]]
        name = f"ratio_turned_{place + 1}" if place else "ratio_turned"
        text = f"You exchanged {show(factor)} and {show(divisor)} in {{bare}}."
        yield Rewriting(name, RARE, text, product(others, [factor, *rest]))
    for place, factor in enumerate(parts.factors):
        terms = terms_of(divisor)
        others = [each for _, each in terms if not are_same(each, factor)]
        if len(terms) == TWO and len(others) == 1:
            new = [*parts.factors[:place], others[0], *parts.factors[place + 1 :]]
            text = "You used the other part of the whole in {bare}."
            yield Rewriting("other_part", USUAL, text, product(new, parts.divisors))


def symbols_multiplied(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who multiply the two symbols of a sum with numbers instead of adding them."""
    terms = terms_of(node)
    symbols = [each for sign, each in terms if sign == "+" and is_symbol(each)]
    if len(terms) > TWO == len(symbols) and all(isinstance(each, Literal) or each in symbols for _, each in terms):
        text = f"You multiplied {show(symbols[0])} and {show(symbols[1])} instead of adding them in {{bare}}."
        yield Rewriting("symbols_multiplied", RARE, text, product(symbols))
