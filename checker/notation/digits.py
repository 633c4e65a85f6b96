"""Whole numbers from and to their digits, whatever limit Python was started with.

Python may refuse to read and write long whole numbers (`PYTHONINTMAXSTRDIGITS=640`), while an answer may have a
thousand digits.  Decimals have no such limit.  `numeral` limits the length of an answer.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Final

_SAFE: Final = 640
"""Number of digits that every limit permits."""

_LARGEST: Final = 10**_SAFE


def whole(text: str) -> int:
    """Return the whole number with these digits.

    >>> whole("27648"), whole("9" * 1000) == 10**1000 - 1
    (27648, True)
    """
    return int(text) if len(text) <= _SAFE else int(Decimal(text))


def digits_of(number: int | Fraction) -> str:
    """Return the digits of a whole number, with its sign, or of both sides of a fraction.

    >>> digits_of(-27648), len(digits_of(10**1000)), digits_of(Fraction(2, 3))
    ('-27648', 1001, '2/3')
    """
    if isinstance(number, Fraction):
        top, bottom = map(digits_of, number.as_integer_ratio())
        return top if bottom == "1" else f"{top}/{bottom}"
    return str(number) if -_LARGEST < number < _LARGEST else f"{Decimal(number):f}"
