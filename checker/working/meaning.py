"""Decides whether a line of working is right, in any sensible reading of its numbers and their digits.

Also whether two numbers may be one amount in different units (`may_be_converted`).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from checker.engine.errors import UnreadableAnswer
from checker.formula.nodes import Exact
from checker.working.amounts import Expression, WrittenNumber, is_near, magnitude, replaced, slack, value_of

_ROUNDED_TWICE: Final = 4
"""Digits of a result from which a unit of its last one may come from rounding on the way."""
_KEPT: Final = 3
"""Digits before the zeros of a rounded number: `25250` for 25,252.5."""
_CONVERSIONS: Final = tuple(
    each
    for factor in (1, 3.6, 6, 8, 24, 7, 12, 365, 1.024, 1.024**2, 1.024**3, 2 * math.pi, 180 / math.pi)
    for each in (factor, 1 / factor)
)
"""Factors between units, up to powers of ten."""
_NO_CONVERSION: Final = 1.05
"""Ratio below which two numbers are no conversion of each other."""
_CONVERTED: Final = 0.002


def agrees(
    expression: Expression,
    value: Exact,
    number: WrittenNumber,
    names: Mapping[str, Exact],
    finer: Mapping[Exact, Exact],
) -> bool:
    """Return whether a student's number is the value of a calculation, as far as the digits of both tell.

    Rounded numbers in the calculation may be replaced, or be half a digit off: `finer` has the
    unrounded values by the numbers that round them.
    """
    if is_near(value, number) or any(is_near(value, each) for each in _meant(value, number, expression)):
        return True
    try:
        if finer and is_near(value_of(replaced(expression.tree, finer), names), number):
            return True
        return bool(expression.decimals) and is_near(value, number, slack(expression, names, value))
    except UnreadableAnswer:
        return False


def _meant(value: Exact, number: WrittenNumber, expression: Expression) -> list[WrittenNumber]:
    """Return other readings of a number: as a percentage, without its scale, rounded down, or rounded more coarsely."""
    found: list[WrittenNumber] = []
    if number.digits >= _ROUNDED_TWICE and not _is_exact(value, number):
        found.append(number._replace(half=2 * number.half))
    zeros = number.zeros if number.digits - number.zeros >= _KEPT else 0
    if zeros and not _is_exact(value, number):
        found.append(number._replace(half=number.half * 10**zeros))
    if magnitude(value) < 1 <= abs(number.value):
        found.append(number.times(Fraction(1, 100)))
    if number.scale != 1:
        found.append(number.times(1 / number.scale))
    is_whole = number.value.denominator == 1
    if is_whole and expression.has_quotient and math.floor(value) == number.value:  # sizes of outputs
        found.append(number._replace(half=Fraction(1)))
    return found


def _is_exact(value: Exact, number: WrittenNumber) -> bool:
    """Return whether a value is a whole multiple of a number's last digit, so that writing it needs no rounding."""
    return isinstance(value, int | Fraction) and (Fraction(value) / (2 * number.half)).denominator == 1


def may_be_converted(value: Exact, number: Fraction) -> bool:
    """Return whether value and number differ by a usual factor between two units, such as 60 or 1000.

    The factor may have further powers of ten. True also if one of them is 0, or too large for a float.
    """
    try:
        one, other = abs(float(value)), abs(float(number))
    except OverflowError:
        return True
    if not one or not other:
        return True
    ratio = max(one / other, other / one)
    if ratio < _NO_CONVERSION:
        return False
    powers = (ratio * factor / 10 ** round(math.log10(ratio * factor)) for factor in _CONVERSIONS)
    return any(abs(each - 1) < _CONVERTED for each in powers)
