"""Numbers as people write them, and as JSON holds them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

from checker.notation.digits import digits_of
from checker.notation.number import Real, StatedNumber
from checker.notation.words import counted

WHOLE_FROM: Final = 1000
EXPONENT_FROM: Final = 1e15
"""A truth is shown without decimals from the first number on, and with an exponent from the second."""

WIDEST: Final = 40
SMALLEST: Final = -6
"""A reading is shown with an exponent beyond this many characters, and below this power of ten."""

LARGEST_WHOLE: Final = 2**53
"""Largest number up to which a JSON double holds every whole number."""


def show_number(value: Any) -> str:
    """Return a truth as people write it: 31,744 or, with 4 significant digits, 0.6089."""
    if isinstance(value, int):
        return f"{value:,}"
    if not math.isfinite(value):
        return str(value)
    if isinstance(value, Fraction):
        value = float(value)
    if WHOLE_FROM <= abs(value) < EXPONENT_FROM:
        return f"{value:,.0f}"
    return f"{value:.4g}"


def show_stated(number: StatedNumber) -> str:
    """Return a number as it was stated: 31,744 · 0.60 · 1/3 · 4,700,000 (2 digits stated)."""
    value, half, digits = number
    if digits is None:
        return _show_exact(value)
    if isinstance(value, int | Decimal) and _is_wide(value):
        return f"{Decimal(value):.6e}"
    if isinstance(value, int):
        coarse = f" ({counted(digits, 'digit')} stated)" if half > 1 else ""
        return f"{value:,}{coarse}"
    if isinstance(value, Decimal) and value and value.adjusted() < SMALLEST:
        return f"{value:e}"
    return f"{value:,f}"


def _is_wide(value: int | Decimal) -> bool:
    return len(digits_of(value) if isinstance(value, int) else str(value)) > WIDEST


def json_number(value: Real) -> int | float | str:
    """Return a number for JSON: a string where a double cannot hold it.

    >>> json_number(2**53 + 1), json_number(Fraction(1, 2))
    ('9007199254740993', 0.5)
    """
    if isinstance(value, int):
        return value if abs(value) <= LARGEST_WHOLE else digits_of(value)
    try:
        double = float(value)
    except OverflowError:
        double = math.inf
    if math.isfinite(double):
        return double
    return digits_of(value) if isinstance(value, Fraction) else str(value)


def nest(shape: Sequence[int], entries: Sequence[Any], join: Callable[[list[Any]], Any] = list) -> Any:
    """Return the entries as a number, a list or a list of rows, each made by `join`."""
    if not shape:
        return entries[0]
    if len(shape) == 1:
        return join(list(entries))
    columns = shape[1]
    return join([join(list(entries[row * columns : (row + 1) * columns])) for row in range(shape[0])])


def bracketed(entries: list[str]) -> str:
    """Return a list as people write it."""
    return f"[{', '.join(entries)}]"


def _show_exact(value: Real) -> str:
    """Return a fraction, a root or a written-out product as people write it."""
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, int):
        return f"{value:,}" if abs(value) < 10**30 else f"{Decimal(value):.6e}"
    value = Fraction(value)
    if 10**6 % value.denominator == 0 and abs(value) < 10**20:
        return f"{Decimal(value * 10**6 // 1).scaleb(-6).normalize():,f}"
    shown = digits_of(value)
    if len(shown) <= WIDEST:
        return shown
    return f"{Decimal(value.numerator) / Decimal(value.denominator):.6g}"
