"""Wrong rules about mixed numbers, which a question shows as 5 1/4 and a formula has as 5.25.

They are rules on whole formulas as in `checker/derivation/whole_rules.py`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial
from typing import Any, Final

from checker.derivation.rule_files import FileRules
from checker.derivation.trees import (
    TWO,
    Rewriting,
    exchanged,
    number,
    plus,
    product,
    product_of,
    terms_of,
    with_name,
)
from checker.derivation.weights import RARE
from checker.formula.nodes import Node, is_name, names_in, rewrite, walk_nodes
from checker.formula.show import show

_ADDED_ACROSS: Final = FileRules("fractions", "pieces")
_PARTS: Final = (2, 3, 4, 6, 7, 8, 9, 12)
"""Denominators of fractions that a question shows in place of decimals."""

_LARGEST_WHOLE: Final = 20
"""Largest whole part of a number that a question shows as a mixed number."""

_FEWEST_DECIMALS: Final = 3
"""Fewest decimals of a fraction that has no end, as 0.667."""


def as_fraction(value: Any) -> Fraction | None:
    """Return a number such as 5.25 as the fraction that it may stand for; None for other numbers.

    >>> [str(as_fraction(value)) for value in (5.25, 0.667, 4.7, 3, 8.314)]
    ['21/4', '2/3', 'None', 'None', 'None']
    """
    if type(value) is not float or not math.isfinite(value) or not value > 0:
        return None
    decimals = len(repr(value).partition(".")[2])
    for parts in _PARTS:
        above = round(value * parts)
        is_exact = value == above / parts
        if above % parts and (is_exact or (decimals >= _FEWEST_DECIMALS and round(above / parts, decimals) == value)):
            return Fraction(above, parts)
    return None


def mixed_numbers(tree: Node, values: Mapping[str, Any]) -> Iterator[Rewriting]:
    """Yield formulas of students who combine both parts of fractions with a mixed number, or use its whole part.

    See Newton 2008.
    """
    for name in names_in(tree):
        if not (found := as_fraction(values.get(name))):
            continue
        fraction = product([number(found.numerator)], [number(found.denominator)])
        for node in walk_nodes(tree):
            terms = terms_of(node)
            if len(terms) == TWO and any(is_name(each, name) for _, each in terms):
                new = rewrite(node, partial(with_name, name, fraction))
                for option, weight, sentence, combined in _ADDED_ACROSS(new):
                    changed = rewrite(tree, partial(exchanged, node, combined))
                    yield Rewriting(f"{name}_{option}", weight, sentence.format(bare=show(node)), changed)
            parts = product_of(node)
            if parts and len(parts.factors) > 1 and any(is_name(each, name) for each in parts.factors):
                whole = found.numerator // found.denominator
                rest = found - whole
                others = [each for each in parts.factors if not is_name(each, name)]
                new = plus(product([*others, number(whole)], parts.divisors), number(rest))
                text = f"You multiplied only the whole part of {name}, not its fraction."
                if 0 < whole <= _LARGEST_WHOLE:
                    changed = rewrite(tree, partial(exchanged, node, new))
                    yield Rewriting(f"{name}_whole_part_only", RARE, text, changed)
