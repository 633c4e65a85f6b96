"""Wrong rules of school mathematics: powers, circles, angles, means and weights.

They are rules as in `checker/derivation/rules.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from checker.derivation.trees import (
    TWO,
    Product,
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
from checker.notation.nodes import Call, Literal, Name, Node, Power, is_name, rewrite, walk_nodes
from checker.notation.show import show

JOINED: Final = "joined"
"""The square of a difference; under a root that is to take the root of each term."""

_OF_DIAMETER: Final = {4, 8, 16}
"""Divisors of the area of a circle, a half and a quarter of one, by its diameter: π·d²/4, π·d²/8, π·d²/16."""

_EXCHANGED: Final = {"sin": "cos", "cos": "sin"}


def power_of_a_product(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who raise one factor only, or add or raise exponents, in (a·10^m)^2.

    See Cangelosi et al. 2013.
    """
    parts = product_of(node.base) if isinstance(node, Power) else None
    if not isinstance(node, Power) or not parts or parts.divisors or not isinstance(node.exponent, Literal):
        return
    first, *rest = parts.factors
    text = f"You raised only {show(first)} to the power in {{bare}}."
    yield Rewriting("first_raised", USUAL, text, product([power(first, node.exponent), *rest]))
    for factor in parts.factors:
        if isinstance(factor, Power):
            others = [power(each, node.exponent) for each in parts.factors if each is not factor]
            for option, text, exponent in (
                ("exponents_added", "added the exponents", plus(factor.exponent, node.exponent)),
                ("exponent_raised", "raised the exponent to the power", power(factor.exponent, node.exponent)),
            ):
                new = product([*others, power(factor.base, exponent)])
                yield Rewriting(option, USUAL, f"You {text} in {{bare}}.", new)


def power_of_a_quotient(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who raise the numerator or the denominator only, in (v/3.6)^2 or (d/2)^3.

    See Cangelosi et al. 2013.
    """
    parts = product_of(node.base) if isinstance(node, Power) else None
    if isinstance(node, Power) and parts and parts.divisors and isinstance(node.exponent, Literal):
        above = [power(each, node.exponent) for each in parts.factors]
        text = "You raised only the numerator in {bare} to the power."
        yield Rewriting("numerator_raised", COMMON, text, product(above, parts.divisors))
        below = [power(each, node.exponent) for each in parts.divisors]
        text = "You raised only the denominator in {bare} to the power."
        yield Rewriting("denominator_raised", USUAL, text, product(parts.factors, below))
        for place, factor in enumerate(parts.factors if len(parts.factors) > 1 else ()):
            if isinstance(factor, Literal):
                continue
            some = [power(each, node.exponent) if each is factor else each for each in parts.factors]
            text = f"You raised only {show(factor)} in {{bare}} to the power."
            yield Rewriting(f"factor_{place}_raised", USUAL, text, product(some, parts.divisors))


def squares_joined(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who square the difference for the difference of squares: Matz 1982."""
    terms = terms_of(node)
    squares = [(sign, each.base) for sign, each in terms if isinstance(each, Power) and is_number(each.exponent, 2)]
    if len(squares) == len(terms) == TWO and squares[0][0] == "+":
        word = "sum" if squares[1][0] == "+" else "difference"
        text = f"You squared the {word} in {{bare}}. Each of the two is squared."
        yield Rewriting(JOINED, USUAL, text, power(sum_of_terms(squares), number(2)))


def roots_joined(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who take the root of a sum for a sum of roots: Matz 1982."""
    terms = terms_of(node)
    inner = [(sign, each.arguments[0]) for sign, each in terms if isinstance(each, Call) and each.function == "sqrt"]
    if len(inner) == len(terms) >= TWO:
        text = "You put everything under one root in {bare}."
        yield Rewriting("one_root", COMMON, text, root(sum_of_terms(inner)))


def circumference(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who take the circumference for the area of a circle, in π·d²/4, π·d²/8 or 2·π·r².

    See Woodward & Byrd 1983.  For π·r², and a share of it, that is 2 for ².
    """
    parts = product_of(node)
    if not parts or not any(is_name(each, "pi") for each in parts.factors):
        return
    quarter = next((each for each in parts.divisors if isinstance(each, Literal) and each.value in _OF_DIAMETER), None)
    for square in parts.factors if quarter is not None else ():
        squares = terms_of(square) or [("+", square)]
        sides = [(sign, each.base) for sign, each in squares if isinstance(each, Power) and is_number(each.exponent, 2)]
        if len(sides) == len(squares) and isinstance(quarter, Literal):
            share = quarter.value // 4
            factors = [sum_of_terms(sides) if each is square else each for each in parts.factors]
            divisors = [number(share) if each is quarter else each for each in parts.divisors]
            divisors = [each for each in divisors if not is_number(each, 1)]
            text = "You took the circumference instead of the area in {bare}."
            yield Rewriting("circumference", USUAL, text, product(factors, divisors))
            return


def degrees_as_radians(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who take an angle in degrees for one in radians, in π·r·q/180 or 2π·r·q/360.

    See Akkoç 2008.
    """
    parts = product_of(node)
    if not parts or not any(is_name(each, "pi") for each in parts.factors):
        return
    rest = [each for each in parts.factors if not is_name(each, "pi")]
    turn = next((each for each in parts.divisors if is_number(each, 180) or is_number(each, 360)), None)
    if turn is not None and sum(not isinstance(each, Literal) for each in rest) > 1:
        others = [number(2) if each is turn else each for each in parts.divisors]
        others = others if is_number(turn, 360) else [each for each in parts.divisors if each is not turn]
        text = "You took the angle in {bare} in degrees where it must be in radians."
        yield Rewriting("as_radians", USUAL, text, product(rest, others))


def angular_frequency(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who take the frequency for the angular frequency, f for 2π·f."""
    parts = product_of(node)
    if parts and not any(is_number(each, 180) or is_number(each, 360) for each in parts.divisors):
        rest = [each for each in parts.factors if not (is_name(each, "pi") or is_number(each, 2))]
        has_pi = sum(is_name(each, "pi") for each in parts.factors) == 1
        if rest and has_pi and len(rest) == len(parts.factors) - TWO:
            yield Rewriting("two_pi_left_out", USUAL, "You left out 2·pi in {bare}.", product(rest, parts.divisors))


def numbers_added(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who add the numbers in 3·(S + 4·O), as the indices of a chemical formula.

    See Taskin & Bernholt 2014.
    """
    parts = product_of(node)
    if not parts or len(parts.factors) != TWO or parts.divisors or not isinstance(parts.factors[0], Literal):
        return
    outer, terms = parts.factors[0], terms_of(parts.factors[1])
    for place, (sign, term) in enumerate(terms):
        inner = product_of(term)
        if inner and len(inner.factors) == TWO and not inner.divisors and isinstance(inner.factors[0], Literal):
            count, value = inner.factors
            others = [(sign, product([outer, each])) for at, (sign, each) in enumerate(terms) if at != place]
            text = f"You added {show(outer)} and {show(count)} in {{bare}} instead of multiplying them."
            yield Rewriting(
                f"numbers_added_{place}" if place > 1 else "numbers_added",
                USUAL,
                text,
                sum_of_terms([*others, (sign, product([plus(outer, count), value]))]),
            )


def mean_of_rates(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who average rates over equal ways, 2·s/(s/u + s/v), as if the times were equal.

    See Reed 1984.
    """
    if not (rates := rates_of(node)):
        return
    text = f"You averaged {' and '.join(map(show, rates))}. They do not last equally long."
    mean = product([sum_of_terms([("+", each) for each in rates])], [number(len(rates))])
    yield Rewriting("averaged", COMMON, text, mean)
    geometric = power(product(rates), product([number(1)], [number(len(rates))]))
    yield Rewriting("geometric", RARE, "You used the geometric mean in {bare}.", geometric)
    parts = product_of(node)
    if parts and len(tops := [each for each in parts.factors if not isinstance(each, Literal)]) == 1:
        turned = sum_of_terms([("+", product([each], tops)) for each in rates])
        text = "You turned the quotients in {bare} upside down."
        yield Rewriting("quotients_turned", USUAL, text, product(parts.factors, [turned]))


def rates_of(node: Node) -> list[Node]:
    """Return the rates of which this is the harmonic mean, as u and v in 2·s/(s/u + s/v); empty for other nodes."""
    parts = product_of(node)
    terms = terms_of(parts.divisors[0]) if parts and len(parts.divisors) == 1 else []
    quotients = [product_of(each) for sign, each in terms if sign == "+"]
    if not parts or len(terms) < TWO or not any(is_number(each, len(terms)) for each in parts.factors):
        return []
    rest = [each for each in parts.factors if not is_number(each, len(terms))] or [number(1)]
    fits = [each for each in quotients if each and len(each.factors) == len(each.divisors) == len(rest) == 1]
    same = [each.divisors[0] for each in fits if are_same(each.factors[0], rest[0])]
    return same if len(same) == len(terms) else []


def sine_and_cosine(tree: Node, _: Mapping[str, Any]) -> Iterator[Rewriting]:
    """Yield formulas of students who take the sine for the cosine and the reverse, as on an incline."""
    used = {each.function for each in walk_nodes(tree) if isinstance(each, Call)}
    if used >= _EXCHANGED.keys():
        yield Rewriting("sin_and_cos", COMMON, "You exchanged sine and cosine.", rewrite(tree, _with_other_function))


def _with_other_function(node: Node) -> Node:
    if isinstance(node, Call) and node.function in _EXCHANGED:
        return Call(_EXCHANGED[node.function], node.arguments, node.place)
    return node


def difference_from_the_start(tree: Node, values: Mapping[str, Any]) -> Iterator[Rewriting]:
    """Yield formulas of students who give what was added or lost for what there is then.

    The patterns are P·(1 - d/100)·(1 - k/100) and P·(V/U)².
    """
    parts = product_of(tree)
    if not parts or not is_symbol(parts.factors[0]) or parts.divisors:
        return
    start, *changes = parts.factors
    if not changes or (len(changes) == 1 and terms_of_growth(changes[0])):  # other rules know these
        return
    less = {_is_less(each, values) for each in changes}
    if less in ({True}, {False}):
        text = "You gave the difference from the start instead of the result."
        difference = plus(start, tree, "-") if True in less else plus(tree, start, "-")
        yield Rewriting("difference_from_the_start", USUAL, text, difference)


def terms_of_growth(node: Node) -> list[tuple[str, Node]] | None:
    """Return the terms of a node such as 1 + i or 1 - i, also in a power; None for other nodes."""
    terms = terms_of(node.base if isinstance(node, Power) else node)
    return terms if len(terms) == TWO and is_number(terms[0][1], 1) else None


def _is_less(node: Node, values: Mapping[str, Any]) -> bool | None:
    """Return whether a factor is a share below 1; None where it may be no share at all."""
    if terms := terms_of_growth(node):
        return terms[1][0] == "-"
    ratio = product_of(node.base) if isinstance(node, Power) else None
    if ratio and _is_of_symbols(ratio):
        above, below = (values.get(each.name) for each in (*ratio.factors, *ratio.divisors) if isinstance(each, Name))
        return bool(above < below) if isinstance(above, int | float) and isinstance(below, int | float) else None
    return None


def _is_of_symbols(ratio: Product) -> bool:
    return len(ratio.factors) == len(ratio.divisors) == 1 and all(map(is_symbol, (*ratio.factors, *ratio.divisors)))


RULES_OF_SCHOOL: Final[tuple[Rule, ...]] = (
    power_of_a_product,
    power_of_a_quotient,
    squares_joined,
    roots_joined,
    circumference,
    degrees_as_radians,
    angular_frequency,
    numbers_added,
    mean_of_rates,
)
WHOLE_RULES_OF_SCHOOL: Final = (sine_and_cosine, difference_from_the_start)
