"""Wrong rules of school mathematics: powers, circles, chemical indices, mean rates, sine and cosine, changes.

They are rules as in `checker/derivation/rules.py`; the last ones take whole formulas.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from checker.derivation.trees import (
    TWO,
    Product,
    Rewriting,
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
from checker.formula.nodes import Call, Literal, Name, Node, Power, rewrite, walk_nodes
from checker.formula.show import show

_EXCHANGED: Final = {"sin": "cos", "cos": "sin"}


def factor_raised(node: Node) -> Iterator[Rewriting]:
    """Yield formulas of students who raise one factor only in (a·b/c)^2: Cangelosi et al. 2013."""
    parts = product_of(node.base) if isinstance(node, Power) else None
    if isinstance(node, Power) and parts and parts.divisors and isinstance(node.exponent, Literal):
        for place, factor in enumerate(parts.factors if len(parts.factors) > 1 else ()):
            if not isinstance(factor, Literal):
                some = [power(each, node.exponent) if each is factor else each for each in parts.factors]
                text = f"You raised only {show(factor)} in {{bare}} to the power."
                yield Rewriting(f"factor_{place}_raised", USUAL, text, product(some, parts.divisors))


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
    """Return a sine as a cosine and the reverse, and any other node as it is."""
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
    """Return whether a factor makes smaller: True for 1 - i, False for 1 + i, and by its values for a power of a ratio.

    None for any other factor.
    """
    if terms := terms_of_growth(node):
        return terms[1][0] == "-"
    ratio = product_of(node.base) if isinstance(node, Power) else None
    if ratio and _is_of_symbols(ratio):
        above, below = (values.get(each.name) for each in (*ratio.factors, *ratio.divisors) if isinstance(each, Name))
        return bool(above < below) if isinstance(above, int | float) and isinstance(below, int | float) else None
    return None


def _is_of_symbols(ratio: Product) -> bool:
    """Return whether a ratio is one symbol divided by another."""
    return len(ratio.factors) == len(ratio.divisors) == 1 and all(map(is_symbol, (*ratio.factors, *ratio.divisors)))
