"""Sides before a result that are passed over: formulas in symbols (`2*pi*sqrt(l/g)`), calculations with units.

They are not evaluated.  Alone, or as the last side, they are unreadable.
"""

from __future__ import annotations

from typing import Final

from checker.engine.errors import UnreadableAnswer
from checker.formula.nodes import Call, Literal, names_in, walk_nodes
from checker.formula.parser import parse
from checker.formula.value import CONSTANTS
from checker.reading.surrounding_text import PassedOver
from checker.reading.unit_text import is_unit
from checker.text.lazy_pattern import lazy_pattern
from checker.text.number import Hints
from checker.text.numeral import NUMERAL

MAX_LENGTH: Final = 500

_FRACTION: Final = lazy_pattern(r"(?<![\w.,])(?:[1-9]/[2-9]|0[.,]2?5)\s?(?=[^\W\d_])")
"""The factor of a formula in symbols, which amounts rarely have: `1/2 C V^2`."""
_FACTOR: Final = r"(?:[1-9]/[2-9]|0[.,]2?5|(?:(?<=^)|(?<=^-))[2-4])\s?[^\W\d_]"
_NO_FUNCTION: Final = r"(?!e\d|π|pi\b|[a-z]{2,7} ?\()"
_UNIT_BEHIND_NUMBER: Final = lazy_pattern(rf"\d\s?{_NO_FUNCTION}[^\W\d_]")
_UNIT: Final = rf"{_NO_FUNCTION}(?:[^\W\d_]+|[°€£])+(?:\^\(?-?\d\)?)?"
_AMOUNT: Final = lazy_pattern(rf"(?<![\w.,])(?<![1-9]/)(?!{_FACTOR})({NUMERAL})\s?{_UNIT}(?:[ /]{_UNIT})*")
"""A number and the unit behind it, next to symbols: `2.2 kΩ` in `2.2 kΩ * C`."""
_ANY_AMOUNT: Final = lazy_pattern(rf"(?<![\w.,])({NUMERAL})\s?[*·]?{_UNIT}(?:[ /*·]{_UNIT})*")
_TIMES: Final = lazy_pattern(r"(?<=[\w)])\s+[xX]\s+(?=[\d.(])")


def calculation_with_units(side: str, hints: Hints) -> PassedOver | None:
    """Return the error to raise for a calculation with units, such as `2 kg * 3 m/s^2`; None for any other side."""
    if len(side) > MAX_LENGTH:
        return None
    bare, amounts = _ANY_AMOUNT.subn(r"\1", _TIMES.sub(" × ", side.strip()))
    try:
        tree = parse(bare, hints, is_strict=False)
    except UnreadableAnswer:
        return None
    is_one = (
        amounts and not isinstance(tree, Literal) and all(each in CONSTANTS or is_unit(each) for each in names_in(tree))
    )
    return PassedOver(side, hints, "a calculation with units", is_given=True) if is_one else None


def formula_in_symbols(side: str, hints: Hints, *, is_last: bool) -> PassedOver | None:
    """Return the error to raise for a formula in symbols, such as `2*pi*sqrt(l/g)`; None for any other side.

    Letters after a number are units.  In the last side of an equation `12.5*m/s` is a number with its unit.  The
    letters of the question are its symbols: R and C in `-RC ln(1/2)` and in `1/2 C V^2`.
    """
    if len(side) > MAX_LENGTH:
        return None
    try:
        tree = parse(_AMOUNT.sub(r"\1", side.strip()), hints, is_strict=False)
    except UnreadableAnswer:
        return None
    found = [name for name in names_in(tree) if name not in CONSTANTS]
    letters = [each for name in found for each in hints.words.product(name) or [name]]
    given = hints.words.symbols.intersection(letters)
    if not letters or any(len(each) > 1 and each not in given for each in letters):
        return None
    if not given and _UNIT_BEHIND_NUMBER.search(_FRACTION.sub("", side)):
        return None
    is_given = given.issuperset(letters)
    has_function = any(isinstance(node, Call) and names_in(node) for node in walk_nodes(tree))
    is_product = len(letters) > 1 and (is_given or not is_last)
    is_formula = has_function or is_product or (given and not is_last)
    return PassedOver(side, hints, "a formula in symbols", is_given=is_given) if is_formula else None
