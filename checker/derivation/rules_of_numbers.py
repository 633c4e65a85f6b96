"""Wrong rules of arithmetic: fractions, the order of operations, brackets of two terms, shares.

They are rules as in `checker/derivation/rules.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from checker.derivation.fields import instead
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
    sum_of_terms,
    terms_of,
)
from checker.derivation.weights import COMMON, RARE, USUAL
from checker.notation.nodes import Call, Chain, Literal, Node, Power
from checker.notation.show import show

_MOST_FRACTIONS: Final = 4


def several_fractions(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who combine the numerators of three or more fractions without expanding.

    See Siegler, Thompson & Schneider 2011.
    """
    terms = terms_of(node)
    fractions = [product_of(each) for _, each in terms]
    found = [(each.factors[0], each.divisors[0]) for each in fractions if each and _is_plain(*each)]
    if not TWO <= len(terms) == len(found) <= _MOST_FRACTIONS:
        return
    signs = [sign for sign, _ in terms]
    top = sum_of_terms([(sign, above) for sign, (above, _) in zip(signs, found, strict=True)])
    bottoms = [below for _, below in found]
    text = "You used the common denominator in {bare}, but did not expand the numerators."
    yield Rewriting("least_common", USUAL, text, product([top], [Call("lcm", tuple(bottoms), 0)]))
    if len(terms) == TWO:  # `fractions_added_across` knows the others
        return
    text = "You combined numerators and denominators in {bare}."
    across = sum_of_terms(list(zip(signs, bottoms, strict=True)))
    are_reciprocals = all(is_number(above, 1) for above, _ in found)  # which circuits and lenses have, too
    yield Rewriting("across_all", RARE if are_reciprocals else COMMON, text, product([top], [across]))
    if "-" in signs:
        text = "You combined the numerators in {bare} and added the denominators."
        added = sum_of_terms([("+", each) for each in bottoms])
        yield Rewriting("denominators_added", USUAL, text, product([top], [added]))
    text = "You multiplied the denominators in {bare}, but did not expand the numerators."
    yield Rewriting("not_expanded", USUAL, text, product([top], [product(bottoms)]))


def common_denominator(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who expand two fractions, but add the denominators, or forget them: Newton 2008."""
    terms = terms_of(node)
    parts = [product_of(each) for _, each in terms]
    found = [(each.factors[0], each.divisors[0]) for each in parts if each and _is_plain(*each)]
    if len(terms) == len(found) == TWO:
        ((one, below), (other, under)), sign = found, terms[1][0]
        top = plus(product([one, under]), product([other, below]), sign)
        text = "You expanded the fractions in {bare}, but combined their denominators."
        yield Rewriting("denominators_combined", USUAL, text, product([top], [plus(below, under, sign)]))
        if not (is_number(one, 1) and is_number(other, 1)):  # another rule knows the values for the reciprocals
            yield Rewriting("without_denominator", USUAL, "You forgot the common denominator in {bare}.", top)
        text = "You divided the fractions in {bare}."
        yield Rewriting("divided_fractions", RARE, text, product([one, under], [below, other]))
    tops = [product(each.factors) for each in parts if each and len(each.divisors) == 1]
    if len(terms) == len(tops) == TWO and are_same(*tops):
        below = plus(parts[0].divisors[0], parts[1].divisors[0], terms[1][0])  # type: ignore[union-attr]
        text = "You combined only the denominators in {bare}."
        yield Rewriting("same_numerators", USUAL, text, product([tops[0]], [below]))


def whole_divided(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who divide the whole sum where only its last or first term is divided."""
    terms = terms_of(node)
    for option, place in (("last", -1), ("first", 0)) if len(terms) >= TWO else ():
        sign, term = terms[place]
        parts = product_of(term)
        is_single = place and parts and len(parts.factors) == 1  # as from left to right
        if parts and parts.divisors and not is_single:
            inner = [*terms]
            inner[place] = (sign, product(parts.factors))
            said = " and ".join(show(each) for each in parts.divisors)
            text = f"You divided all of {{bare}} by {said}, not only {show(term)}."
            yield Rewriting(f"{option}_divides_all", USUAL, text, product([sum_of_terms(inner)], parts.divisors))
    parts = product_of(terms[0][1]) if len(terms) == TWO and terms[0][0] == "+" else None
    if parts and parts.divisors and is_symbol(parts.factors[0]) and is_symbol(terms[1][1]):
        text = f"You {'added' if terms[1][0] == '+' else 'subtracted'} first in {{bare}}."
        joined = plus(parts.factors[0], terms[1][1], terms[1][0])
        yield Rewriting("sum_with_the_first", RARE, text, product([joined, *parts.factors[1:]], parts.divisors))
    last = product_of(terms[-1][1]) if len(terms) >= TWO else None
    is_other = last and (len(last.factors) > TWO or (len(last.factors) == TWO and last.divisors))  # than left to right
    if last and is_other and terms_of(last.factors[-1]):
        text = f"You multiplied all of {{bare}} by {show(last.factors[-1])}, not only the last term."
        inner = [*terms[:-1], (terms[-1][0], product(last.factors[:-1], last.divisors))]
        yield Rewriting("last_multiplies_all", USUAL, text, product([sum_of_terms(inner), last.factors[-1]]))
    if parts and len(parts.factors) > 1 and not parts.divisors:
        text = f"You {'added' if terms[1][0] == '+' else 'subtracted'} in {{bare}} before you multiplied."
        joined = plus(parts.factors[-1], terms[1][1], terms[1][0])
        yield Rewriting("sum_before_product", RARE, text, product([*parts.factors[:-1], joined]))


def _is_plain(factors: tuple[Node, ...], divisors: tuple[Node, ...]) -> bool:
    """Return whether a quotient is a fraction of two numbers or symbols."""
    return len(factors) == len(divisors) == 1 and all(_is_atom(each) for each in (*factors, *divisors))


def _is_atom(node: Node) -> bool:
    return isinstance(node, Literal) or is_symbol(node)


def strictly_from_left(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who work from left to right through a power, too: Linchevski & Livneh 1999."""
    terms = terms_of(node)
    powers = [each for _, each in terms if isinstance(each, Power)]
    last = terms[-1][1] if terms else None
    if len(powers) != 1 or not isinstance(last, Power) or not _is_atom(last.base):
        return
    whole = terms[0][1] if terms[0][0] == "+" else None
    has_products = False
    for sign, term in terms[1:]:
        if whole is None:
            return
        if isinstance(term, Chain) and product_of(term):
            has_products = True
            whole = Chain(plus(whole, term.first, sign), term.rest, 0)
        else:
            whole = power(plus(whole, last.base, sign), last.exponent) if term is last else plus(whole, term, sign)
    if whole is not None and has_products:
        yield Rewriting("strictly_from_left", COMMON, "You worked strictly from left to right in {bare}.", whole)
    before, (sign, _) = sum_of_terms(terms[:-1]), terms[-1]
    text = f"You {'added' if sign == '+' else 'subtracted'} in {{bare}} before you took the power."
    yield Rewriting("power_last", USUAL, text, power(plus(before, last.base, sign), last.exponent))


def multiplied_first(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who multiply before dividing in b/c·d, as the name of the rule seems to say.

    See Glidden 2008.
    """
    if not isinstance(node, Chain) or not product_of(node):
        return
    for place, ((sign, divisor), (after, factor)) in enumerate(zip(node.rest, node.rest[1:], strict=False)):
        if (sign, after) == ("/", "*") and _is_atom(divisor) and _is_atom(factor) and not is_number(factor, 100):
            joined = product([divisor, factor])
            rest = (*node.rest[:place], ("/", joined), *node.rest[place + TWO :])
            text = f"You multiplied {show(divisor)} and {show(factor)} in {{bare}} before you divided."
            yield Rewriting("multiplied_first", USUAL if is_symbol(factor) else RARE, text, Chain(node.first, rest, 0))
            return


def part_by_part(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who divide or multiply two sums part by part, as mixed numbers: Newton 2008."""
    parts = product_of(node)
    if not parts:
        return
    sums = [each for each in (*parts.factors, *parts.divisors) if len(terms_of(each)) == TWO]
    if len(sums) != TWO or any(is_number(terms_of(each)[0][1], 1) for each in sums) or sums[0] not in parts.factors:
        return
    ((_, one), (sign, two)), ((_, three), (other_sign, four)) = map(terms_of, sums)
    others = [each for each in parts.factors if each not in sums]
    rest = [each for each in parts.divisors if each not in sums]
    if sums[1] in parts.divisors:
        weight = USUAL if sign == other_sign == "+" else RARE
        text, new = "You divided part by part in {bare}.", plus(product([one], [three]), product([two], [four]), sign)
    else:
        weight, sign = RARE, "+" if sign == other_sign else "-"
        text, new = "You multiplied part by part in {bare}.", plus(product([one, three]), product([two, four]), sign)
    yield Rewriting("part_by_part", weight, text, product([*others, new], rest))


def product_of_shares(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who multiply the shares that are taken in (1 - a)·(1 - b), instead of what is left."""
    parts = product_of(node)
    taken = [
        (each, terms[1][1])
        for each in (parts.factors if parts else ())
        if len(terms := terms_of(each)) == TWO and is_number(terms[0][1], 1) and terms[1][0] == "-"
    ]
    if parts and len(taken) >= TWO:
        brackets = [each for each, _ in taken]
        others = [each for each in parts.factors if each not in brackets]
        whole = plus(number(1), product([share for _, share in taken]), "-")
        said = "You multiplied the shares that are taken in {bare}, not what is left each time."
        new = product([*others, whole], parts.divisors)
        yield Rewriting("shares_multiplied", USUAL, instead("shares", said, show(new)), new)


def everything_added(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who add where everything is subtracted from the first term."""
    terms = terms_of(node)
    if len(terms) > TWO and [sign for sign, _ in terms] == ["+", *["-"] * (len(terms) - 1)]:
        text = "You added everything in {bare} instead of subtracting it."
        yield Rewriting("everything_added", USUAL, text, sum_of_terms([("+", each) for _, each in terms]))


def last_multiplied(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who multiply by the last of three terms, as by the water in a hydrate's formula."""
    *others, (sign, last) = terms_of(node) or [("", node)]
    parts = product_of(last)
    if len(others) >= TWO and sign == "+" and parts and not parts.divisors and any(map(terms_of, parts.factors)):
        text = f"You multiplied by {show(last)} instead of adding it."
        yield Rewriting("last_multiplied", RARE, text, product([sum_of_terms(others), last]))


def difference_for_the_ratio(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who multiply by a difference instead of the ratio: V·(c - d) for V·c/d - V."""
    terms = terms_of(node)
    parts = product_of(terms[0][1]) if [sign for sign, _ in terms] == ["+", "-"] else None
    if parts and len(parts.factors) == TWO and len(parts.divisors) == 1:
        rest = [each for each in parts.factors if not are_same(each, terms[1][1])]
        if len(rest) == 1:
            text = f"You subtracted {show(parts.divisors[0])} from {show(rest[0])} in {{bare}} instead of dividing."
            new = product([terms[1][1], plus(rest[0], parts.divisors[0], "-")])
            yield Rewriting("difference_for_ratio", RARE, text, new)


def base_of_a_power(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who take e for 10 as the base, or 20 for 10 as the factor of decibels."""
    ratio = product_of(node.exponent) if isinstance(node, Power) and is_number(node.base, 10) else None
    if isinstance(node, Power) and is_number(node.base, 10) and not isinstance(node.exponent, Literal):
        text = "You used e instead of 10 as the base in {bare}."
        yield Rewriting("base_e", USUAL, text, Call("exp", (node.exponent,), 0))
    if ratio and len(ratio.divisors) == 1:
        for right, other in ((10, 20), (20, 10)):
            if is_number(ratio.divisors[0], right):
                text = f"You divided by {other} instead of {right} in {{bare}}."
                new = power(number(10), product(ratio.factors, [number(other)]))
                yield Rewriting("other_decibels", USUAL, text, new)
    parts = product_of(node)
    if parts and any(isinstance(each, Call) and each.function == "log10" for each in parts.factors):
        for right, other in ((10, 20), (20, 10)):
            if is_number(parts.factors[0], right):
                text = f"You used {other} instead of {right} in {{bare}}."
                yield Rewriting(
                    "other_decibels", USUAL, text, product([number(other), *parts.factors[1:]], parts.divisors)
                )


RULES_OF_NUMBERS: Final[tuple[Rule, ...]] = (
    common_denominator,
    whole_divided,
    several_fractions,
    strictly_from_left,
    multiplied_first,
    part_by_part,
    product_of_shares,
    everything_added,
    last_multiplied,
    difference_for_the_ratio,
    base_of_a_power,
)
