"""Wrong rules that belong to the formulas of a course: loans, decay, temperatures, confidence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial
from typing import Any, Final

from checker.derivation.expression_words import is_upper_tail
from checker.derivation.rules_of_growth import OTHER_PART
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
    root,
    sum_of_terms,
    terms_of,
)
from checker.derivation.weights import COMMON, RARE, USUAL
from checker.notation.nodes import Call, Literal, Minus, Name, Node, Power, is_name, names_in, rewrite, walk_nodes
from checker.notation.show import show

_QUANTILES: Final = {"1.96": ("1.645", "2.576"), "1.645": ("1.96",), "2.576": ("1.96",)}
"""Quantiles of the normal distribution that are taken for each other: at 95%, 90% and 99%."""

_TAILS: Final = ("_cdf", "_sf")
"""Ends of the names of functions whose opposite other rules know, where they stand alone."""

_LINEAR: Final = ("sin", "cos", "tan", "exp", "ln", "log10", "sqrt")


def _loan(tree: Node) -> tuple[Node, Node, Node] | None:
    """Return the loan, the rate of a period and the number of periods of an annuity; None for another formula."""
    parts = product_of(tree)
    bracket = terms_of(parts.divisors[-1]) if parts and parts.divisors and len(parts.factors) == TWO else []
    if not parts or len(bracket) != TWO or not is_number(bracket[0][1], 1) or bracket[1][0] != "-":
        return None
    grown = bracket[1][1]
    if not isinstance(grown, Power) or not isinstance(grown.exponent, Minus):
        return None
    loan, rate = parts.factors
    rate = product([rate], parts.divisors[:-1])
    base = terms_of(grown.base)
    is_rate = len(base) == TWO and is_number(base[0][1], 1) and are_same(base[1][1], rate)
    return (loan, rate, grown.exponent.operand) if is_rate else None


def loan(tree: Node, _: Mapping[str, Any]) -> Iterator[Rewriting]:
    """Yield formulas of students who pay a loan back without interest, or always with interest on the whole loan."""
    if not (found := _loan(tree)):
        return
    whole, rate, periods = found
    share, interest = product([whole], [periods]), product([whole, rate])
    yield Rewriting(
        "without_interest", COMMON, "You divided the loan by the number of payments, without interest.", share
    )
    text = "You added interest on the whole loan to every payment. It is due on what is left."
    yield Rewriting("interest_on_all", COMMON, text, plus(share, interest))
    text = "You let the whole loan grow to the end and divided it. What is paid back no longer grows."
    yield Rewriting("all_grown", USUAL, text, product([whole, power(plus(number(1), rate), periods)], [periods]))
    yield Rewriting("interest_only", USUAL, "You gave the interest of the first payment only.", interest)
    saved = product([whole, rate], [plus(power(plus(number(1), rate), periods), number(1), "-")])
    yield Rewriting("as_savings", USUAL, "You used the formula of a savings plan. This is a loan.", saved)


def deviation_of_a_list(tree: Node, _: Mapping[str, Any]) -> Iterator[Rewriting]:
    """Yield formulas of students who give the standard deviation for the variance of a list: delMas & Liu 2005."""
    parts = product_of(tree)
    sums = [each for each in parts.factors if isinstance(each, Call) and each.function == "sum"] if parts else []
    if parts and parts.divisors and sums and len(parts.factors) == 1:
        (inner, *more) = sums[0].arguments
        weighted = product_of(inner)
        squares = weighted.factors if weighted and not weighted.divisors else [inner]
        if not more and any(isinstance(each, Power) and is_number(each.exponent, 2) for each in squares):
            text = "You gave the standard deviation. The question asks for the variance."
            yield Rewriting("as_deviation", COMMON, text, root(tree))


def opposite_event(tree: Node, _: Mapping[str, Any]) -> Iterator[Rewriting]:
    """Yield formulas of students who give the probability of the opposite event."""
    terms = terms_of(tree)
    text = "You gave the probability of the opposite event."
    if len(terms) == TWO and is_number(terms[0][1], 1) and terms[1][0] == "-" and _is_binomial(terms[1][1]):
        yield Rewriting("opposite_event", COMMON, text, terms[1][1])
    elif len(terms) == TWO and all(isinstance(term, Call) and term.function.endswith(_TAILS) for _, term in terms):
        yield Rewriting("opposite_event", USUAL, text, plus(number(1), tree, "-"))


def _is_binomial(node: Node) -> bool:
    """Return whether a node is a sum of binomial probabilities."""
    return (
        isinstance(node, Call)
        and node.function == "sum_over"
        and any(isinstance(each, Call) and each.function == "comb" for each in walk_nodes(node))
    )


def decay(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who take the formula of charging for that of discharging, or a line for the curve."""
    if not (isinstance(node, Call) and node.function == "exp" and isinstance(node.arguments[0], Minus)):
        return
    text = "You took what is gone by then, 1 - {bare}, instead of what is left."
    yield Rewriting(OTHER_PART, COMMON, text, plus(number(1), node, "-"))
    text = "You used 2 instead of e as the base in {bare}."
    yield Rewriting("base_2", RARE, text, power(number(2), node.arguments[0]))
    text = "You used a straight line instead of the exponential in {bare}."
    yield Rewriting("linear", USUAL, text, plus(number(1), node.arguments[0].operand, "-"))


def slope_and_intercept(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who exchange the slope and the intercept of a line."""
    terms = terms_of(node)
    if len(terms) != TWO or any(sign == "-" for sign, _ in terms):
        return
    for (_, one), (_, other) in (terms, terms[::-1]):
        parts = product_of(one)
        x = [each for each in parts.factors if isinstance(each, Name)] if parts and not parts.divisors else []
        if parts is None or len(x) != 1 or len(parts.factors) != TWO:
            continue
        slope = next(each for each in parts.factors if each is not x[0])
        is_line = x[0].name == "x" or (isinstance(slope, Call) and slope.function == "slope")
        if is_line and isinstance(other, Literal | Call):
            text = "You exchanged the slope and the intercept."
            yield Rewriting("slope_and_intercept_exchanged", USUAL, text, plus(product([other, x[0]]), slope))
            return


def change_only(tree: Node, _: Mapping[str, Any]) -> Iterator[Rewriting]:
    """Yield formulas of students who give the change for the new value, as in V·T_2/T_1.

    There a quantity grows with the ratio of two others.
    """
    parts = product_of(tree)
    if parts and len(parts.factors) == TWO and len(parts.divisors) == 1:
        start, new, old = *parts.factors, parts.divisors[0]
        if is_symbol(start) and _are_alike(new, old):
            yield Rewriting(
                "change_only", USUAL, "You gave the change instead of the new value.", plus(tree, start, "-")
            )


def _are_alike(one: Node, other: Node) -> bool:
    """Return whether two nodes are the same quantity at two places, such as T_2 + 273.15 and T_1 + 273.15."""
    (name, *more), (second, *others) = ([*names_in(each)] or [""] for each in (one, other))
    rest = [[term for _, term in terms_of(each)[1:]] for each in (one, other)]
    is_same_sum = len(rest[0]) == len(rest[1]) and all(map(are_same, *rest)) if any(rest) else True
    is_alike = bool(rest[0]) or name[:1] == second[:1] != ""  # u + 273.15 and t + 273.15 are of one kind
    return not (more or others) and name != second and is_alike and is_same_sum


def numbers_upside_down(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who turn 5/9 in `(F - 32)*5/9` upside down, or convert the other way: `F*9/5 + 32`."""
    parts = product_of(node)
    above = [each for each in parts.factors if isinstance(each, Literal)] if parts else []
    below = [each for each in parts.divisors if isinstance(each, Literal)] if parts else []
    if not parts or len(above) != 1 or len(below) != 1 or is_number(above[0], 1) or len(parts.factors) == 1:
        return
    others = [each for each in parts.factors if each is not above[0]]
    rest = [each for each in parts.divisors if each is not below[0]]
    text = "You turned the factor in {bare} upside down."
    yield Rewriting("number_upside_down", COMMON, text, product([*others, below[0]], [*rest, above[0]]))
    terms = terms_of(others[0])
    if len(others) == 1 and len(terms) == TWO and isinstance(terms[1][1], Literal) and not rest:
        (_, value), (sign, offset) = terms
        text = "You used {bare} for the other direction."
        other = plus(product([value, below[0]], [above[0]]), offset, "-" if sign == "+" else "+")
        yield Rewriting("other_direction", COMMON, text, other)


def function_of_a_multiple(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who take a function for linear, f(2x) = 2·f(x) or f(a + b) = f(a) + f(b).

    See De Bock et al. 2002.
    """
    if not (isinstance(node, Call) and node.function in _LINEAR and len(node.arguments) == 1):
        return
    (inside,) = node.arguments
    parts, terms = product_of(inside), terms_of(inside)
    if parts and len(parts.factors) > 1 and isinstance(parts.factors[0], Literal):
        argument = product(parts.factors[1:], parts.divisors)
        text = f"You took {node.function} for linear in {{bare}}: the factor is inside."
        yield Rewriting("factor_outside", USUAL, text, product([parts.factors[0], Call(node.function, (argument,), 0)]))
    if len(terms) == TWO and node.function != "sqrt":
        one, other = (Call(node.function, (term,), 0) for _, term in terms)
        text = f"You took {node.function} of each term in {{bare}}."
        yield Rewriting("of_each_term", USUAL, text, plus(one, other, terms[1][0]))


def other_confidence(tree: Node, values: Mapping[str, Any]) -> Iterator[Rewriting]:
    """Yield formulas of students who use the quantile of another level of confidence."""
    numbers = _numbers_in(tree, values)
    for right, others in _QUANTILES.items():
        for other in others if float(right) in numbers else ():
            text = f"You used {other} instead of {right}, the number for another level of confidence."
            new = rewrite(tree, partial(_replaced, values, right, other))
            yield Rewriting(f"as_{other.replace('.', '_')}", USUAL, text, new)


def gas_constant(tree: Node, values: Mapping[str, Any]) -> Iterator[Rewriting]:
    """Yield formulas of students who use the gas constant in other units."""
    numbers = _numbers_in(tree, values)
    for right, other in (("8.314", "0.08206"), ("0.08206", "8.314"), ("0.0821", "8.314")):
        if float(right) in numbers:
            text = f"You used {other} for the gas constant, which is in other units."
            yield Rewriting("other_units", USUAL, text, rewrite(tree, partial(_replaced, values, right, other)))


def _replaced(values: Mapping[str, Any], right: str, other: str, node: Node) -> Node:
    """Return another number in place of one, whether it is written out or a symbol."""
    return number(Fraction(other)) if _number_of(node, values) == float(right) else node


def _numbers_in(tree: Node, values: Mapping[str, Any]) -> set[float | None]:
    """Return the numbers of a formula, whether they are written out or symbols."""
    return {_number_of(node, values) for node in walk_nodes(tree)}


def _number_of(node: Node, values: Mapping[str, Any]) -> float | None:
    value = node.value if isinstance(node, Literal) else values.get(node.name) if isinstance(node, Name) else None
    return float(value) if isinstance(value, int | float | Fraction) else None


def direction_ignored(tree: Node, values: Mapping[str, Any]) -> Iterator[Rewriting]:
    """Yield formulas of students who take a negative quantity for positive: a direction or a debt is ignored."""
    for name in names_in(tree):
        if isinstance(value := values.get(name, 0), int | float | Fraction) and value < 0:
            new = rewrite(tree, partial(_turned, name))
            yield Rewriting(f"{name}_positive", USUAL, f"You took {name} without its sign.", new)


def _turned(name: str, node: Node) -> Node:
    return Minus(node, 0) if is_name(node, name) else node


def complement_itself(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who take a share for what is left of 1, as the discount for the price.

    See Parker & Leinhardt 1995.
    """
    terms = terms_of(node)
    if len(terms) < TWO or not is_number(terms[0][1], 1) or {sign for sign, _ in terms} != {"+", "-"}:
        return
    if len(terms) > TWO and [sign for sign, _ in terms].count("+") == 1:
        taken = sum_of_terms([("+", each) for _, each in terms[1:]])
        if not any(isinstance(each, Power) for each in walk_nodes(taken)):  # of chances that have another rule
            said = f"You added up what is taken from 1, {show(taken)}. The question asks for the rest."
            yield Rewriting("taken", COMMON, said, taken)
    elif len(terms) == TWO and not is_upper_tail(node):  # of a `cdf` that is the other tail
        taken = terms[1][1]
        is_left = any(decay(taken))
        said = f"what is still left, {show(taken)}," if is_left else f"{show(taken)} itself"
        yield Rewriting("itself", COMMON if is_left else USUAL, f"You took {said} instead of {{bare}}.", taken)


def same_everywhere(tree: Node, _: Mapping[str, Any]) -> Iterator[Rewriting]:
    """Yield formulas of students who take every power in a formula for its base, or for a product."""
    powers = [each for each in walk_nodes(tree) if isinstance(each, Power)]
    if len(powers) < TWO:
        return
    are_squares = all(is_number(each.exponent, 2) for each in powers)
    text = f"You left out all {'squares' if are_squares else 'exponents'}."
    yield Rewriting("no_powers", USUAL, text, rewrite(tree, _base))
    text = "You doubled instead of squaring." if are_squares else "You multiplied by the exponents everywhere."
    yield Rewriting("powers_as_products", USUAL, text, rewrite(tree, _as_product))


def _base(node: Node) -> Node:
    return node.base if isinstance(node, Power) else node


def _as_product(node: Node) -> Node:
    return product([node.base, node.exponent]) if isinstance(node, Power) else node


def rate_as_amount(tree: Node, _: Mapping[str, Any]) -> Iterator[Rewriting]:
    """Yield formulas of students who add or subtract a percentage as if it were an amount."""
    parts = product_of(tree)
    if not parts or len(parts.factors) + len(parts.divisors) != TWO or not is_symbol(parts.factors[0]):
        return
    bracket, is_divisor = (parts.divisors[0], True) if parts.divisors else (parts.factors[1], False)
    terms = terms_of(bracket)
    rate = product_of(terms[1][1]) if len(terms) == TWO and is_number(terms[0][1], 1) else None
    if rate and any(is_number(each, 100) for each in rate.divisors) and len(rate.factors) == 1:
        sign = terms[1][0] if not is_divisor else "-" if terms[1][0] == "+" else "+"
        text = "You took the percentage itself for the amount."
        yield Rewriting("rate_as_amount", RARE, text, plus(parts.factors[0], rate.factors[0], sign))


RULES_OF_COURSES: Final = (
    decay,
    numbers_upside_down,
    function_of_a_multiple,
    complement_itself,
    slope_and_intercept,
)
WHOLE_RULES_OF_COURSES: Final = (
    loan,
    deviation_of_a_list,
    opposite_event,
    change_only,
    other_confidence,
    gas_constant,
    direction_ignored,
    rate_as_amount,
    same_everywhere,
)
