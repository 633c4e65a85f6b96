"""Wrong rules for formulas of several courses: opposite events, lines, changes, levels of confidence, gas constants.

Also signs that are ignored, a for 1 - a, and powers that are left out everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial
from typing import Any, Final

from checker.derivation.expression_words import is_upper_tail
from checker.derivation.trees import (
    TWO,
    Rewriting,
    are_same,
    is_number,
    is_symbol,
    number,
    plus,
    product,
    product_of,
    sum_of_terms,
    terms_of,
)
from checker.derivation.weights import COMMON, USUAL
from checker.formula.nodes import Call, Literal, Minus, Name, Node, Power, is_name, names_in, rewrite, walk_nodes
from checker.formula.show import show

_QUANTILES: Final = {"1.96": ("1.645", "2.576"), "1.645": ("1.96",), "2.576": ("1.96",)}
"""Quantiles of the normal distribution that are taken for each other: at 95%, 90% and 99%."""

_TAILS: Final = ("_cdf", "_sf")
"""Ends of the names of functions whose opposite other rules know, where they stand alone."""


def opposite_event(tree: Node, _: Mapping[str, Any]) -> Iterator[Rewriting]:
    """Yield formulas of students who give the probability of the opposite event.

    The formula is 1 minus a binomial probability, or a difference of two tails.
    """
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


def other_confidence(tree: Node, values: Mapping[str, Any]) -> Iterator[Rewriting]:
    """Yield formulas of students who use the quantile of another level of confidence.

    An example is 1.645 for 1.96, wherever it is written or a symbol has it.
    """
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
    """Return the number that a node is written as or that its symbol has.

    None for other nodes, and for numbers that are larger than floats are.
    """
    value = node.value if isinstance(node, Literal) else values.get(node.name) if isinstance(node, Name) else None
    try:
        return float(value) if isinstance(value, int | float | Fraction) else None
    except OverflowError:
        return None


def direction_ignored(tree: Node, values: Mapping[str, Any]) -> Iterator[Rewriting]:
    """Yield formulas of students who take a negative quantity for positive: a direction or a debt is ignored."""
    for name in names_in(tree):
        if isinstance(value := values.get(name, 0), int | float | Fraction) and value < 0:
            new = rewrite(tree, partial(_turned, name))
            yield Rewriting(f"{name}_positive", USUAL, f"You took {name} without its sign.", new)


def _turned(name: str, node: Node) -> Node:
    """Return the symbol of a name with a minus, and any other node as it is."""
    return Minus(node, 0) if is_name(node, name) else node


def complement_itself(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who give a for 1 - a, or a + b for 1 - a - b, as the discount for the price.

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
        is_left = isinstance(taken, Call) and taken.function == "exp" and isinstance(taken.arguments[0], Minus)
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
    """Return the base of a power, and any other node as it is."""
    return node.base if isinstance(node, Power) else node


def _as_product(node: Node) -> Node:
    """Return a power as base times exponent, and any other node as it is."""
    return product([node.base, node.exponent]) if isinstance(node, Power) else node
