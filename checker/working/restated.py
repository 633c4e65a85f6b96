"""Numbers that restate results above them: their sum, or the last one with its digits cut off."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from checker.notation.number import OF_AUTHORS
from checker.notation.parser import parse
from checker.working.amounts import Written, is_near
from checker.working.equation import Equation, Recomputed

SUM: Final = re.compile(
    r"\b(?:total\w*|sum|together|altogether|overall|in all|gesamt\w*|insgesamt|summe|zusammen|somme|suma|totale)\b",
    re.IGNORECASE,
)
_MOST_ITEMS: Final = 8
_FEWEST_DIGITS: Final = 4
"""Digits from which a sum that is a digit off is a slip, and no other number."""


_FEWEST_ROUNDED: Final = 2
"""Digits of a rounding that is compared with its number."""
_NEAR: Final = Fraction(1, 20)
"""Relative difference up to which a number is meant as the rounding of another one."""


class Restated(NamedTuple):
    """The expression that a number stands for."""

    expression: str
    read: Recomputed


def summed(number: Written, equations: Sequence[Equation]) -> Restated | None:
    """Return the sum of the last results, if the number is this sum or a digit beside it."""
    if number.value.denominator != 1:
        return None
    items: list[int] = []
    for equation in reversed(equations[-_MOST_ITEMS:]):
        if equation.written.value.denominator != 1:
            return None
        items.insert(0, int(equation.written.value))
        total = sum(items)
        is_right = total == number.value
        if len(items) > 1 and (is_right or _is_a_digit_beside(str(total), str(number.value))):
            tree = parse(" + ".join(map(str, items)), OF_AUTHORS)
            return Restated(" + ".join(f"{each:,}" for each in items), Recomputed(tree, total, is_right))
    return None


def rounded_off(number: Written, last: Equation) -> Restated | None:
    """Return a result next to an abbreviation that cuts its digits off: 218 million for 218,671,424."""
    value = last.written.value
    if value.denominator != 1 or not number.value < value < number.value + 2 * number.half:
        return None
    if is_near(value, number) or last.written.digits <= number.digits:
        return None
    return Restated(f"{int(value):,}", Recomputed(parse(str(value), OF_AUTHORS), int(value), is_right=False))


def is_misrounded(number: Written, rounded: Written) -> bool:
    """Return whether a number with fewer digits is near another one, but not its rounding, nor cut off by a unit."""
    if rounded.digits < _FEWEST_ROUNDED or number.digits <= rounded.digits or not number.value:
        return False
    distance = abs(number.value - rounded.value)
    allowed = rounded.half if rounded.scale > 1 else 2 * rounded.half
    return number.half + allowed < distance < abs(number.value) * _NEAR


def _is_a_digit_beside(one: str, other: str) -> bool:
    """Return whether two numbers of the same length differ in one digit, or in two neighbours that are swapped."""
    if len(one) != len(other) or len(one) < _FEWEST_DIGITS:
        return False
    first, *more = [place for place in range(len(one)) if one[place] != other[place]] or [0]
    is_swap = more == [first + 1] and one[first : first + 2] == other[first : first + 2][::-1]
    return not more or is_swap
