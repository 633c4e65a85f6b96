"""Numbers as people write them, and as JSON holds them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

from checker.answers.reading import Reading, flatten
from checker.engine.values.encoded import EncodedValue
from checker.notation.digits import digits_of
from checker.notation.number import Real, StatedNumber
from checker.notation.words import counted

WHOLE_FROM: Final = 1000
EXPONENT_FROM: Final = 1e15
"""From here on decimals of a truth are not shown, and it is shown with an exponent."""

WIDEST: Final = 40
SMALLEST: Final = -6
"""What was read is shown with an exponent beyond this many characters, and below this power of ten."""

LARGEST_WHOLE: Final = 2**53
"""Beyond it a JSON double no longer holds every whole number."""


def show_number(value: Any) -> str:
    """A truth: 31,744 or, with 4 significant digits, 0.6089."""
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
    """A number as it was stated: 31,744 · 0.60 · 1/3 · 4,700,000 (2 digits stated)."""
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


def plain_number(value: Real) -> int | float | str:
    """A number for JSON: a string where a double cannot hold it.

    >>> plain_number(2**53 + 1), plain_number(Fraction(1, 2))
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
    """The entries as a number, a list or a list of rows, each put together by `join`."""
    if not shape:
        return entries[0]
    if len(shape) == 1:
        return join(list(entries))
    columns = shape[1]
    return join([join(list(entries[row * columns : (row + 1) * columns])) for row in range(shape[0])])


def bracketed(entries: list[str]) -> str:
    """A list as people write it."""
    return f"[{', '.join(entries)}]"


class ShownValue:
    """How a kind of answer is shown, if it has no way of its own."""

    def show(self, value: Any) -> str:
        """A truth as people write it: 31,744, [0.6089, 0.1956], [[1, 0], [0, 1]], O(n²·d)."""
        if isinstance(value, EncodedValue):
            return str(value)
        shape, numbers = flatten(value)
        shown: str = nest(shape, [show_number(number) for number in numbers], bracketed)
        return shown

    def difference(self, reading: Reading, truth: Any) -> str:  # noqa: ARG002 - for kinds that say it in words
        """What differs, where numbers alone do not tell."""
        return ""

    def show_reading(self, reading: Reading) -> str:
        """What was read, with the digits that were stated."""
        if reading.shown:
            return reading.shown
        shown: str = nest(reading.shape, [show_stated(number) for number in reading.numbers], bracketed)
        return shown

    def plain(self, reading: Reading) -> Any:
        """What was read, for JSON."""
        if reading.shown:
            return reading.shown
        return nest(reading.shape, [plain_number(number.value) for number in reading.numbers])


def _show_exact(value: Real) -> str:
    """A fraction, a root or a written-out product."""
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
