"""Wrong rules of statistics: standard deviations, degrees of freedom, half of a table, mean squares, regression.

They are rules as in `checker/derivation/rules.py`.  Those under `definitions` in `rule_book.py` take a formula in which
symbols are replaced by their expressions: the author may have written it in one piece or in steps.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Final

from checker.derivation.fields import InField
from checker.derivation.trees import (
    TWO,
    Rewriting,
    are_same,
    is_number,
    is_one_less,
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
from checker.formula.nodes import Call, Literal, Name, Node, Power, names_in, rewrite, walk_nodes
from checker.formula.show import show, typed
from checker.text.words import counted

_WITH_DEGREES: Final = ("t_", "chi2_")
"""Beginnings of the names of functions whose last argument is a number of degrees of freedom."""

FEWEST_HALVED: Final = 4
"""Fewest terms of a sum of which somebody adds up the first half, as of two rows of a table."""


def spread(tree: Node, _: Mapping[str, Any]) -> Iterator[Rewriting]:
    """Yield formulas of students who take the variance for the standard deviation and the reverse, s² or √s for s.

    See delMas & Liu 2005.
    """
    names = [name for name in names_in(tree) if _OF_SPREAD.fullmatch(name)]
    nodes = [*walk_nodes(tree)]
    are_squared = any(isinstance(each, Power) and getattr(each.base, "name", "") in names for each in nodes)
    shown = {each.name for each in nodes if isinstance(each, Name)} & _BESIDE_SPREAD
    if not names or are_squared or not (shown or any(isinstance(each, Call) for each in nodes)):
        return
    uses = sum(getattr(each, "name", "") in names for each in nodes)
    changes: tuple[tuple[str, str, Callable[[Node], Node]], ...] = (
        ("squared", "squared", _squared),
        ("rooted", "took the root of", root),
    )
    for option, said, change in changes:
        if option == "squared" and uses == 1:  # that is to count it twice
            continue
        new = rewrite(tree, partial(_changed, names, change))
        text = f"You {said} {' and '.join(names)}."
        yield Rewriting(f"spread_{option}", RARE, text, new)


_BESIDE_SPREAD: Final = frozenset({"z", "mu", "\u03bc", "x", "xbar", "m"})
"""Names that stand beside a standard deviation."""


def _squared(node: Node) -> Node:
    """Return the node of a square."""
    return power(node, number(2))


def _changed(names: list[str], change: Callable[[Node], Node], node: Node) -> Node:
    """Return the symbols of these names changed, and any other node as it is."""
    return change(node) if isinstance(node, Name) and node.name in names else node


_OF_SPREAD: Final = re.compile(r"(?:s|sd|sigma|\u03c3|S|SD)(?:_?\w?)")
"""Names of standard deviations; s alone may be a way, whose square nobody will find in an answer."""


def degrees_of_freedom(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who count the degrees of freedom wrong, as n or n - 2 for n - 1.

    Others count the cells of a table less one: delMas et al. 2007.
    """
    if not (isinstance(node, Call) and node.function.startswith(_WITH_DEGREES) and len(node.arguments) == TWO):
        return
    at, degrees = node.arguments

    def with_degrees(option: str, weight: int, other: Node) -> Rewriting:
        text = f"You used {counted(show(other), 'degree')} of freedom instead of {show(degrees)}."
        return Rewriting(option, weight, text, Call(node.function, (at, other), 0))

    if isinstance(degrees, Literal) and isinstance(degrees.value, int):
        yield with_degrees("one_degree_more", COMMON, number(degrees.value + 1))
        if degrees.value > 1:
            yield with_degrees("one_degree_less", RARE, number(degrees.value - 1))
        return
    terms, parts = terms_of(degrees), product_of(degrees)
    if len(terms) == TWO and terms[1][0] == "-" and is_number(terms[1][1], 1):
        size = terms[0][1]
        yield with_degrees("one_degree_less", USUAL, plus(size, number(2), "-"))
        if node.function.startswith("t_"):
            doubled = plus(product([number(2), size]), number(2), "-")
            yield with_degrees("of_two_samples", RARE, doubled)
    if len(terms) == TWO + 1 and terms[2][0] == "-" and is_number(terms[2][1], 2):
        yield with_degrees("of_one_sample", USUAL, plus(terms[0][1], number(1), "-"))
        yield with_degrees("of_one_sample_2", RARE, plus(terms[1][1], number(1), "-"))
    if parts and len(parts.factors) == TWO and not parts.divisors:
        sides = [terms_of(each) for each in parts.factors]
        if all(len(each) == TWO and each[1][0] == "-" and is_number(each[1][1], 1) for each in sides):
            cells = product([each[0][1] for each in sides])
            yield with_degrees("cells_less_one", COMMON, plus(cells, number(1), "-"))
            yield with_degrees("cells", USUAL, cells)


def first_terms_only(tree: Node, _: Mapping[str, Any]) -> Iterator[Rewriting]:
    """Yield formulas of students who add up only the first or only the last half of the terms.

    An example is a table with two rows.
    """
    terms = terms_of(tree)
    half = len(terms) // 2
    forms = {type(each) for _, each in terms}
    if len(terms) >= FEWEST_HALVED and not len(terms) % 2 and len(forms) == 1 and {sign for sign, _ in terms} == {"+"}:
        text = f"You added up the first {half} terms only."
        yield Rewriting("first_half", USUAL, text, sum_of_terms(terms[:half]))
        text = f"You added up the last {half} terms only."
        yield Rewriting("last_half", RARE, text, sum_of_terms(terms[half:]))


def sizes_for_sizes_less_one(tree: Node, _: Mapping[str, Any]) -> Iterator[Rewriting]:
    """Yield formulas of students who use n for n - 1 wherever it occurs, as in a pooled variance."""
    reduced = {show(node): None for node in walk_nodes(tree) if is_one_less(node)}
    if len(reduced) >= TWO:
        said = " and ".join(reduced)
        new = rewrite(tree, lambda node: terms_of(node)[0][1] if is_one_less(node) else node)
        yield Rewriting("sizes", USUAL, f"You did not subtract 1 in {said}.", new)


def mean_squares(tree: Node, __: Mapping[str, Any]) -> Iterator[Rewriting]:
    """Yield formulas of students who use no degrees of freedom in a ratio of mean squares, or N - 1 for N - k."""
    differences = [terms for node in walk_nodes(tree) if len(terms := terms_of(node)) == TWO and terms[1][0] == "-"]
    groups = [terms[0][1] for terms in differences if is_number(terms[1][1], 1)]
    for (_, size), (_, count) in differences:
        if any(are_same(count, each) for each in groups):
            within, of_all = plus(size, count, "-"), plus(size, number(1), "-")
            text = f"You used {show(of_all)} instead of {show(within)}."
            yield Rewriting("of_all", USUAL, text, rewrite(tree, partial(_in_place, [within], of_all)))
            degrees = [within, plus(count, number(1), "-")]
            new = rewrite(tree, partial(_in_place, degrees, number(1)))
            elsewhere = f"You left out {' and '.join(map(show, degrees))}."
            said = InField("statistics", "You did not divide by the degrees of freedom.", elsewhere)
            yield Rewriting("no_degrees", USUAL, said, new)


def _in_place(old: list[Node], new: Node, node: Node) -> Node:
    """Return the new node for one equal to an old one, and any other as it is."""
    return new if any(are_same(node, each) for each in old) else node


def variance_of_a_variable(tree: Node, _: Mapping[str, Any]) -> Iterator[Rewriting]:
    """Yield formulas of students who give the standard deviation for the variance, written as E(X²) - μ²."""
    terms = terms_of(tree)
    last = terms[-1] if terms else ("", tree)
    is_square = last[0] == "-" and isinstance(last[1], Power) and is_number(last[1].exponent, 2)
    if is_square and any(isinstance(each, Power) for _, term in terms[:-1] for each in walk_nodes(term)):
        said = "You gave the standard deviation. The question asks for the variance."
        text = InField("statistics", said, "You took the square root at the end.")
        yield Rewriting("as_deviation", USUAL, text, root(tree))


def regression(tree: Node, _: Mapping[str, Any]) -> Iterator[Rewriting]:
    """Yield formulas of students who fit a line through the origin, or exchange the two variables.

    The pattern is slope(x, y)·t + intercept(x, y).
    """
    line = next((each for each in walk_nodes(tree) if isinstance(each, Call) and each.function == "slope"), None)
    if line is None:
        return
    x, y = line.arguments
    turned = Call("slope", (y, x), 0)
    products, squares = (Call("sum", (product([x, each]),), 0) for each in (y, x))
    middle = [Call("mean", (each,), 0) for each in (x, y)]
    intercept = plus(middle[1], product([middle[0]], [turned]), "-")
    for option, weight, said, slope, constant in (
        ("through_origin", USUAL, "You fitted a line through the origin.", product([products], [squares]), number(0)),
        ("inverse", USUAL, "You fitted the first variable to the second and solved for that. That is another line.",
         product([number(1)], [turned]), intercept),
        ("exchanged", COMMON, "You exchanged the two variables.", turned, Call("intercept", (y, x), 0)),
    ):  # fmt: skip
        lines = {typed(line): slope, typed(Call("intercept", (x, y), 0)): constant}
        new = rewrite(tree, lambda node, lines=lines: lines.get(typed(node), node))  # type: ignore[misc]
        yield Rewriting(option, weight, said, new)
