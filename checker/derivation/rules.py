"""Wrong rules: what students do who do not know the right rule, wherever its pattern occurs in a formula.

Each rule takes a piece of a formula and yields what somebody works out instead.  Its docstring names where the error is
described.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from checker.derivation.rules_of_growth import (
    discount,
    growth,
    half_life,
    mean_growth,
    ordinary_interest,
    percentages_of_another_base,
    relative_change,
)
from checker.derivation.rules_of_school import RULES_OF_SCHOOL
from checker.derivation.trees import (
    TWO,
    Rewriting,
    Rule,
    are_same,
    is_number,
    is_symbol,
    number,
    plus,
    power,
    product,
    product_of,
    root,
    sum_of_terms,
    terms_of,
)
from checker.derivation.weights import COMMON, RARE, USUAL
from checker.notation.nodes import Call, Literal, Minus, Name, Node, Power
from checker.notation.show import show


def fractions_added_across(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who add numerators and denominators.

    See Brown & Burton 1978; Siegler, Thompson & Schneider 2011.
    """
    terms = terms_of(node)
    if len(terms) != TWO:
        return
    (_, first), (sign, second) = terms
    one, other = product_of(first), product_of(second)
    if not (one and other and len(one.divisors) == len(other.divisors) == 1):
        return
    tops, bottoms = (product(one.factors), product(other.factors)), (one.divisors[0], other.divisors[0])
    top, word = plus(*tops, sign), {"+": "added", "-": "subtracted"}[sign]
    across = product([top], [plus(*bottoms, sign)])
    yield Rewriting("across", COMMON, f"You {word} numerators and denominators in {{bare}}.", across)
    text = "You multiplied the denominators in {bare}, but did not expand the numerators."
    yield Rewriting("not_expanded", USUAL, text, product([top], [product(bottoms)]))
    above = plus(product([*one.factors, one.divisors[0]]), product([*other.factors, other.divisors[0]]), sign)
    text = "You multiplied each numerator in {bare} by its own denominator, not by the other one."
    yield Rewriting("own_denominators", RARE, text, product([above], [product(bottoms)]))
    text = "You kept one denominator in {bare} without expanding the other fraction."
    yield Rewriting("one_denominator", RARE, text, product([top], bottoms[1:]))


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


def power_of_each_term(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who take a power or a root of each term of a sum: Matz 1982."""
    base, outer = (node.base, node.exponent) if isinstance(node, Power) else (None, None)
    if isinstance(node, Call) and node.function == "sqrt":
        base = node.arguments[0]
    terms = terms_of(base) if base is not None else []
    if not terms or all(isinstance(each, Literal) for _, each in terms):
        return
    each_one = [(sign, power(term, outer) if outer is not None else root(term)) for sign, term in terms]
    if outer is None:
        yield Rewriting("of_each_term", COMMON, "You took the root of each term in {bare}.", sum_of_terms(each_one))
    elif is_number(outer, 2):
        yield Rewriting("of_each_term", COMMON, "You squared each term in {bare}.", sum_of_terms(each_one))


def root_of_a_part(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who take the root of the numerator only: as with standard errors."""
    parts = product_of(node.arguments[0]) if isinstance(node, Call) and node.function == "sqrt" else None
    if parts and parts.divisors:
        text = "You took the root of the numerator only in {bare}."
        yield Rewriting("of_the_numerator", USUAL, text, product([root(product(parts.factors))], parts.divisors))
        text = "You took the root of the denominator only in {bare}."
        yield Rewriting("of_the_denominator", RARE, text, product(parts.factors, [root(product(parts.divisors))]))


def power_of_the_product(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who raise a factor before a power, too: 2·x² as (2x)²: Kieran 2007."""
    parts = product_of(node)
    if not parts or len(parts.factors) != TWO:
        return
    first, last = parts.factors
    if isinstance(last, Power) and not isinstance(first, Power):
        text = "You raised the whole product in {bare} to the power, not only its last factor."
        whole = product([power(product([first, last.base]), last.exponent)], parts.divisors)
        yield Rewriting("raised_as_a_whole", USUAL, text, whole)


def is_raised_with_its_square(node: Node) -> bool:
    """Return whether `power_of_the_product` applies to this node: a factor followed by a square, as in 2·x²."""
    parts = product_of(node)
    last = parts.factors[-1] if parts and len(parts.factors) == TWO else None
    return isinstance(last, Power) and is_number(last.exponent, 2)


def negative_exponent(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who take a negative exponent for a negative number, or multiply by it.

    See Pitta-Pantazi et al. 2007.
    """
    if isinstance(node, Power) and isinstance(node.exponent, Minus):
        positive = node.exponent.operand
        text = "You took the negative exponent in {bare} for a negative number."
        yield Rewriting("as_negative", USUAL, text, Minus(power(node.base, positive), 0))
        text = "You multiplied by the exponent in {bare}, and took the reciprocal."
        yield Rewriting("as_reciprocal_product", RARE, text, product([number(1)], [node.base, positive]))


def laws_of_exponents(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who multiply or divide exponents, or multiply the bases, in a^m·a^n/a^k.

    See Cangelosi et al. 2013.
    """
    parts = product_of(node)
    above = [each for each in parts.factors if isinstance(each, Power)] if parts else []
    below = [each for each in parts.divisors if isinstance(each, Power)] if parts else []
    if not parts or len(above) + len(below) < TWO or len(above) + len(below) < len(parts.factors + parts.divisors):
        return
    base = [*above, *below][0].base
    if not above or not all(are_same(each.base, base) for each in (*above, *below)):
        return
    up, down = [each.exponent for each in above], [each.exponent for each in below]
    if len(up) > 1:
        whole = sum_of_terms([("+", product(up)), *(("-", each) for each in down)])
        yield Rewriting("exponents_multiplied", USUAL, "You multiplied the exponents in {bare}.", power(base, whole))
    if down:
        added = sum_of_terms([("+", each) for each in up])
        text = "You divided the exponents in {bare}."
        yield Rewriting("exponents_divided", USUAL, text, power(base, product([added], down)))
    if len(up) > 1 and not down:
        text = "You multiplied the bases in {bare} as well."
        yield Rewriting(
            "bases_multiplied",
            USUAL,
            text,
            power(product([base] * len(up)), sum_of_terms([("+", each) for each in up])),
        )


def last_term_only(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who multiply only the last term of a bracket.

    So the index of a group in a chemical formula is taken: Taskin & Bernholt 2014.
    """
    parts = product_of(node)
    if parts and len(parts.factors) == TWO and not parts.divisors:
        factor, terms = parts.factors[0], terms_of(parts.factors[1])
        if len(terms) >= TWO and not terms_of(factor):
            *others, (sign, last) = terms
            text = f"You multiplied only {show(last)} in {{bare}}."
            yield Rewriting("last_only", USUAL, text, sum_of_terms([*others, (sign, product([factor, last]))]))


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


def complement_of_the_ratio(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who divide by the smaller value in 1 - x/y."""
    terms = terms_of(node)
    is_complement = len(terms) == TWO and is_number(terms[0][1], 1) and terms[1][0] == "-"
    parts = product_of(terms[1][1]) if is_complement else None
    if parts and len(parts.factors) == len(parts.divisors) == 1:
        text = "You divided by the wrong one of the two values in {bare}."
        turned = plus(product(parts.divisors, parts.factors), number(1), "-")
        yield Rewriting("other_base", USUAL, text, turned)


def sample_size(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who use n - 1 for n, or n for n - 1: delMas et al. 2007."""
    if isinstance(node, Call) and node.function == "sqrt" and isinstance(node.arguments[0], Name):
        inner = node.arguments[0]
        if inner.name.lower().startswith("n"):
            text = f"You used {inner.name} - 1 instead of {inner.name} in {{bare}}."
            yield Rewriting("n_less_one", COMMON, text, root(plus(inner, number(1), "-")))


def exchanged_powers(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who swap success and failure in a binomial probability."""
    parts = product_of(node)
    powers = [(place, each) for place, each in enumerate(parts.factors) if isinstance(each, Power)] if parts else []
    if parts and len(powers) == TWO:
        (at, one), (to, other) = powers
        factors = [*parts.factors]
        factors[at], factors[to] = power(one.base, other.exponent), power(other.base, one.exponent)
        text = "You swapped the exponents in {bare}."
        yield Rewriting("exponents_swapped", USUAL, text, product(factors, parts.divisors))


def other_operation(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who add instead of multiplying, and the reverse: Brown & Burton 1978."""
    terms, parts = terms_of(node), product_of(node)
    if len(terms) == TWO and not any(isinstance(each, Literal) for _, each in terms):
        text = f"You multiplied instead of {'adding' if terms[1][0] == '+' else 'subtracting'} in {{bare}}."
        yield Rewriting("as_product", RARE, text, product([each for _, each in terms]))
    symbols = [each for sign, each in terms if sign == "+" and is_symbol(each)]
    if len(terms) > TWO == len(symbols) and all(isinstance(each, Literal) or each in symbols for _, each in terms):
        text = f"You multiplied {show(symbols[0])} and {show(symbols[1])} instead of adding them in {{bare}}."
        yield Rewriting("symbols_multiplied", RARE, text, product(symbols))
    if parts and len(parts.factors) + len(parts.divisors) == TWO:
        two = [*parts.factors, *parts.divisors]
        if not any(isinstance(each, Literal) for each in two):
            text = f"You added instead of {'dividing' if parts.divisors else 'multiplying'} in {{bare}}."
            yield Rewriting("as_sum", RARE, text, plus(two[0], two[1]))


def square_to_product(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who multiply by the divisor instead of squaring, as U·R for U²/R.

    Others halve where nothing is halved.
    """
    parts = product_of(node)
    factors = parts.factors if parts else ()
    squares = [each for each in factors if isinstance(each, Power) and is_number(each.exponent, 2)]
    if parts and squares and len(parts.divisors) == 1 and not isinstance(parts.divisors[0], Literal):
        new = [squares[0].base if each is squares[0] else each for each in factors]
        text = "You multiplied by the divisor instead of squaring in {bare}."
        yield Rewriting("product_for_square", RARE, text, product([*new, parts.divisors[0]]))
    if parts and squares and not any(isinstance(each, Literal) for each in (*parts.factors, *parts.divisors)):
        text = "You also halved in {bare}."
        yield Rewriting("halved_too", RARE, text, product(parts.factors, [*parts.divisors, number(2)]))


def radians(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who leave an angle in degrees: the calculator is in radians."""
    if isinstance(node, Call) and node.function in ("sin", "cos", "tan"):
        parts = product_of(node.arguments[0])
        if parts and any(isinstance(each, Name) and each.name in ("pi", "π") for each in parts.factors):
            rest = [each for each in parts.factors if not (isinstance(each, Name) and each.name in ("pi", "π"))]
            others = [each for each in parts.divisors if not is_number(each, 180)]
            if rest and len(others) < len(parts.divisors):
                text = "You took {bare} with the angle in degrees as if it were in radians."
                yield Rewriting("as_radians", COMMON, text, Call(node.function, (product(rest, others),), 0))


RULES: Final[tuple[Rule, ...]] = (
    fractions_added_across,
    left_to_right,
    power_of_each_term,
    root_of_a_part,
    power_of_the_product,
    negative_exponent,
    laws_of_exponents,
    last_term_only,
    growth,
    half_life,
    mean_growth,
    discount,
    percentages_of_another_base,
    relative_change,
    share_exchanged,
    complement_of_the_ratio,
    sample_size,
    exchanged_powers,
    other_operation,
    square_to_product,
    radians,
    ordinary_interest,
    *RULES_OF_SCHOOL,
)
"""The rules that act at one piece."""
