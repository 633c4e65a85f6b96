"""Wrong rules of arithmetic: several fractions, the order of operations, brackets of two terms.

They are rules as in `checker/derivation/rules.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from checker.derivation.trees import (
    TWO,
    Rewriting,
    is_number,
    is_symbol,
    plus,
    power,
    product,
    product_of,
    sum_of_terms,
    terms_of,
)
from checker.derivation.weights import COMMON, RARE, USUAL
from checker.formula.nodes import Call, Chain, Literal, Node, Power
from checker.formula.show import show

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


def _is_plain(factors: tuple[Node, ...], divisors: tuple[Node, ...]) -> bool:
    """Return whether a quotient is a fraction of two numbers or symbols."""
    return len(factors) == len(divisors) == 1 and all(_is_atom(each) for each in (*factors, *divisors))


def _is_atom(node: Node) -> bool:
    """Return whether a node is a number or a symbol."""
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
