"""Values as students state them: rounded to some digits, or exact."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, Final

from checker.answers import Reading, StatedNumber
from checker.diagnosis.flat_values import Value

DIGITS: Final = (2, 3, 4, None)
"""Numbers of stated digits; None is exact (twelve digits for a real number)."""

EXACT: Final = 12


def stated(value: Any, digits: int | None) -> StatedNumber:
    """State a number with this many significant digits, or in full.

    >>> stated(9_248_256, 3), stated(0.6089, None)
    (Number(value=9250000, half=Decimal('5E+3'), digits=3), Number(value=Decimal('0.608900000000'), half=Decimal('5E-13'), digits=12))
    """  # noqa: E501 - one number beside the other
    if isinstance(value, int) and (digits is None or len(str(abs(value))) <= digits):
        return StatedNumber(value, Decimal("0.5"), len(str(abs(value))))
    exact = Decimal(value) if isinstance(value, int) else Decimal(repr(float(value)))
    if not exact:
        return StatedNumber(Decimal(0), Decimal("0.005"), 1)
    unit = Decimal(1).scaleb(exact.adjusted() - (digits or EXACT) + 1)
    rounded = exact.quantize(unit)
    return StatedNumber(int(rounded) if isinstance(value, int) else rounded, unit / 2, digits or EXACT)


def reading(value: Value, digits: int | None, *, is_coded: bool = False) -> Reading:
    """State a whole answer.  The code of an order of growth has no digits."""
    shape, numbers = value
    if is_coded:
        return Reading(shape, tuple(StatedNumber(number, Decimal(0), None) for number in numbers))
    return Reading(shape, tuple(stated(number, digits) for number in numbers))
