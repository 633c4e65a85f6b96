"""Shows numbers as people write them, spells them so that they are read back unchanged, and converts them to JSON."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from decimal import Context, Decimal
from fractions import Fraction
from typing import Any, Final, NamedTuple

from checker.engine.values.tolerance import Tolerance
from checker.formula.show import COMMA_AND_POINT
from checker.formula.value import INFINITE
from checker.text.number import Real, StatedNumber, digits_of
from checker.text.words import counted

WHOLE_FROM: Final = 1000
EXPONENT_FROM: Final = 1e15
"""A truth is shown without decimals from the first number on, and with an exponent from the second."""

WIDEST: Final = 40
SMALLEST: Final = -6
"""A reading is shown with an exponent beyond this many characters, and below this power of ten."""

_TOO_WIDE: Final = (-(10 ** (WIDEST - 1)), 10**WIDEST)
"""The nearest whole numbers below and above zero that have more than WIDEST characters."""

MOST_DECIMALS: Final = 10
"""Maximum number of decimals of an exact number that is shown in full."""

LONGEST_WHOLE: Final = 30
"""Maximum number of its digits before the decimals."""

LARGEST_PART: Final = 100
"""Largest numerator and denominator of a fraction that is shown as one: 7/22, but 0.0387931 for 9/232."""

SHOWN_DIGITS: Final = 6
"""Number of significant digits of any other number, unless the tolerance is finer."""

FINER: Final = 3
"""Number of digits by which it is shown more precisely than the tolerance asks for."""

DIGITS_OF_EXACT: Final = 15
"""Number of its digits where the tolerance is exact: every float is good for as many."""

MOST_SHOWN: Final = 17
"""Number of digits that tells every float from the next."""

LARGEST_PLAIN: Final = 15
"""Power of ten from which on such a number has an exponent."""

LARGEST_WHOLE: Final = 2**53
"""Largest number up to which a JSON double holds every whole number."""


class Spelling(NamedTuple):
    """The form in which the numbers of a question are written, so that they are read back as the same numbers."""

    is_whole: bool = True
    """True if every number of the right answer is whole."""
    decimal: str | None = None
    """The decimal sign that the assignment declares: "point" or "comma"."""
    tolerance: Tolerance | None = None
    """The tolerance of the question, by which roots and fractions are rounded."""

    def number(self, text: str) -> str:
        """Return a number in a spelling that can be read in one way only.

        `text` has a decimal point and commas between thousands.  `27,648` has one reading in whole numbers only, and
        `3.875` in real ones.

        >>> Spelling().number("27,648"), Spelling(is_whole=False).number("27,648"), Spelling().number("3.875")
        ('27,648', '27648', '3.8750')
        """
        if self.decimal is None and not self.is_whole and text.count(",") == 1 and "." not in text:
            return text.replace(",", "")
        if self.is_whole and _LIKE_THOUSANDS.fullmatch(text):
            text = f"{text}0"
        return text.translate(COMMA_AND_POINT) if self.decimal == "comma" else text

    def entry(self, text: str) -> str:
        """Return a number as an entry of a list: without commas between thousands, which could separate entries."""
        return self.number(text.replace(",", ""))

    def table(self, shape: Sequence[int], texts: Sequence[str]) -> str:
        """Return entries as text: a number, a list or a list of rows, by their shape.

        >>> Spelling(decimal="comma").table((2,), ["0.5", "1,250"])
        '[0,5; 1250]'
        """
        if not shape:
            return self.number(texts[0])

        def bracketed(entries: list[str]) -> str:
            """Return entries, or rows in brackets, as one text: numbers with decimal commas have semicolons between."""
            is_of_numbers = self.decimal == "comma" and not (entries and entries[0].startswith("["))
            return f"[{('; ' if is_of_numbers else ', ').join(entries)}]"

        shown: str = nest(shape, list(map(self.entry, texts)), bracketed)
        return shown


POINT: Final = Spelling()
_WIDE: Final = Context(prec=50)
_LIKE_THOUSANDS: Final = re.compile(r"-?[1-9]\d{0,2}\.\d{3}", re.ASCII)


def show_number(value: Any) -> str:
    """Return a number of a right answer as people write it, with 4 significant digits if it is not whole.

    From 1000 on, it has no decimals.
    """
    if abs(value) == INFINITE:
        return infinity(value)
    if isinstance(value, int):
        return f"{value:,}"
    if not math.isfinite(value):
        return str(value)
    if isinstance(value, Fraction):
        value = float(value)
    if WHOLE_FROM <= abs(value) < EXPONENT_FROM:
        return f"{value:,.0f}"
    return f"{value:.4g}"


def infinity(value: Any) -> str:
    """Return an infinite number as people write it."""
    return "∞" if value > 0 else "-∞"


def are_sizes(value: Sequence[Any]) -> bool:
    """Return whether all entries are whole numbers and not negative, so that they may be the sizes of a shape."""
    return all(isinstance(number, int) and number >= 0 for number in value)


def show_sizes(value: Sequence[int]) -> str:
    """Return a shape as people write it: 32 × 16."""
    return " × ".join(map(digits_of, value)) or "()"


def spelling_of(numbers: Sequence[Any], decimal: str | None) -> Spelling:
    """Return how to write the numbers of a right answer, with the decimal sign that the assignment declares."""
    return Spelling(all(isinstance(each, int) for each in numbers), decimal)


def show_stated(number: StatedNumber, tolerance: Tolerance | None = None) -> str:
    """Return a number as it was stated: 31,744 · 0.60 · 1/3 · 4,700,000 (2 digits stated).

    One without stated digits, such as a root, has those that the tolerance needs, or 6.
    """
    value, half, digits, *_ = number
    if abs(value) == INFINITE:
        return infinity(value)
    if digits is None:
        return _show_exact(value, tolerance)
    if isinstance(value, int):
        if not _TOO_WIDE[0] < value < _TOO_WIDE[1]:
            return f"{Decimal(value):.6e}"
        coarse = f" ({counted(digits, 'digit')} stated)" if half > 1 else ""
        return f"{value:,}{coarse}"
    if isinstance(value, Decimal) and len(str(value)) > WIDEST:
        return f"{value:.6e}"
    if isinstance(value, Decimal) and value and value.adjusted() < SMALLEST:
        return f"{value:e}"
    return f"{value:,f}"


def json_number(value: Real) -> int | float | str:
    """Return a number for JSON: a string where a double cannot hold it.

    >>> json_number(2**53 + 1), json_number(Fraction(1, 2))
    ('9007199254740993', 0.5)
    """
    if isinstance(value, int):
        is_infinite = abs(value) == INFINITE
        return infinity(value) if is_infinite else value if abs(value) <= LARGEST_WHOLE else digits_of(value)
    try:
        double = float(value)
    except OverflowError:
        double = math.inf
    if math.isfinite(double):
        return double
    return digits_of(value) if isinstance(value, Fraction) else str(value)


def nest(shape: Sequence[int], entries: Sequence[Any], join: Callable[[list[Any]], Any] = list) -> Any:
    """Return entries as one number, a list or a list of rows, by their shape; `join` makes each list."""
    if not shape:
        return entries[0]
    if len(shape) == 1:
        return join(list(entries))
    columns = shape[1]
    return join([join(list(entries[row * columns : (row + 1) * columns])) for row in range(shape[0])])


def _show_exact(value: Real, tolerance: Tolerance | None) -> str:
    """Return a fraction, a root or a written-out product as people write it."""
    if isinstance(value, float):
        return _rounded(Decimal(value), tolerance)
    value = Fraction(value)
    if 10**MOST_DECIMALS % value.denominator == 0 and abs(value) < 10**LONGEST_WHOLE:
        return f"{Decimal(value * 10**MOST_DECIMALS // 1).scaleb(-MOST_DECIMALS).normalize(_WIDE):,f}"
    if max(abs(value.numerator), value.denominator) <= LARGEST_PART:
        return digits_of(value)
    return _rounded(Decimal(value.numerator) / Decimal(value.denominator), tolerance)


def _rounded(value: Decimal, tolerance: Tolerance | None) -> str:
    """Return a number with as many digits as people write, without zeros at its end."""
    power, digits = value.adjusted(), _digits(value, tolerance)
    is_plain = not value or SMALLEST <= power < LARGEST_PLAIN
    rounded = Context(prec=max(digits, power + 1) if is_plain else digits).plus(value).normalize(_WIDE)
    if is_plain and rounded != value and rounded == rounded.to_integral_value():  # 3.0000001 is not 3
        rounded = Context(prec=max(DIGITS_OF_EXACT, power + 1 + FINER)).plus(value).normalize(_WIDE)
    return f"{rounded:,f}" if is_plain else f"{rounded:e}"


def _digits(value: Decimal, tolerance: Tolerance | None) -> int:
    """Return how many significant digits a number is shown with: 6, or up to 17 if the tolerance is finer."""
    if tolerance is None or not value:
        return SHOWN_DIGITS
    margin = tolerance.margin(value)
    needed = value.adjusted() - margin.adjusted() + FINER if margin else DIGITS_OF_EXACT
    return min(max(needed, SHOWN_DIGITS), MOST_SHOWN)
