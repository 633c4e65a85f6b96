"""A number times an exact factor, with the digits that were stated."""

from __future__ import annotations

import math
from decimal import Decimal, Inexact
from fractions import Fraction
from typing import Final

from checker.answers.tolerance import EXACT
from checker.engine.errors import UnreadableAnswer
from checker.notation.nodes import simple
from checker.notation.number import StatedNumber

_HALF: Final = Decimal("0.5")


def multiply(number: StatedNumber, ratio: Fraction) -> StatedNumber:
    """Return the number times a ratio: exact, with the digits that were stated.

    Raises UnreadableAnswer beyond a double.

    >>> multiply(StatedNumber(44, Decimal("0.5"), 2), Fraction(1, 1000))
    StatedNumber(value=Decimal('0.044'), half=Decimal('0.0005'), digits=2)
    """
    value, half, digits = number
    if ratio == 1:
        return number
    if isinstance(value, float):
        real = value * float(ratio)
        if not math.isfinite(real):
            raise UnreadableAnswer("This number is too large. Check its exponents.")
        return StatedNumber(real, 0, None)
    if digits is None or isinstance(value, Fraction) or isinstance(half, Fraction):
        return StatedNumber(simple(Fraction(value) * ratio), 0, None)
    context = EXACT.copy()
    context.clear_flags()
    by = context.divide(Decimal(ratio.numerator), Decimal(ratio.denominator))
    if context.flags[Inexact]:  # seconds in minutes need not end
        return StatedNumber(simple(Fraction(value) * ratio), Fraction(half) * ratio, None)
    reach, product = context.multiply(Decimal(half), by), context.multiply(Decimal(value), by)
    is_whole = reach >= _HALF and product == product.to_integral_value()
    return StatedNumber(int(product) if is_whole else _without_tail(product, digits), reach, digits)


def _without_tail(value: Decimal, digits: int) -> Decimal:
    """Return the value without zeros that were not stated: 0.179 m are 17.9 cm, not 17.900 cm."""
    last = Decimal(0).scaleb(value.adjusted() - digits + 1)
    return EXACT.add(value.normalize(EXACT), last)  # a sum has all places of both
