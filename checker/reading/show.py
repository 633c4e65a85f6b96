"""Shows values as people write them: right answers, values of a worked solution, and what students wrote.

A right answer gets as many digits as it needs to be right as it is shown (`digits_needed`).  A `Spelling` has one
reading only.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from decimal import Context, Decimal
from fractions import Fraction
from functools import partial
from typing import Any, Final, NamedTuple

from checker.engine.values import ComplexNumber, EncodedValue, joined
from checker.engine.values.tolerance import Tolerance, bounds, is_endless
from checker.formula.show import COMMA_AND_POINT, with_superscripts
from checker.formula.value import INFINITE, MAX_NUMBER
from checker.reading.reading import flatten
from checker.text.number import Real, StatedNumber, digits_of
from checker.text.words import counted

DIGITS: Final = 6
"""Significant digits of a real number, unless the tolerance needs more."""


DIGITS_OF_EXACT: Final = 15
"""Digits for which every float is good."""

MOST_DIGITS: Final = 17
"""Number of digits that tells every float from the next."""

_FINER: Final = 3
"""Number of digits by which a root is shown more precisely than the tolerance asks for."""

LARGEST_WHOLE: Final = 2**53
"""Largest number up to which a JSON double holds every whole number."""

_LARGEST: Final = 15
"""Power of ten from which on real numbers are written with an exponent."""
_SMALLEST: Final = -6
"""Power of ten below which they are."""
_WIDEST: Final = 40
"""Maximum number of characters of a reading without an exponent."""
_WIDEST_CELL: Final = 28
_MOST_DECIMALS: Final = 10
"""Maximum number of decimals of an exact number that is shown in full."""
_LARGEST_PART: Final = 100
"""Largest numerator and denominator of a fraction that is shown as one: 7/22, but 0.0387931 for 9/232."""
_WIDE: Final = Context(prec=50)


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
        if self.is_whole and re.fullmatch(r"-?[1-9]\d{0,2}\.\d{3}", text, flags=re.ASCII):
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


def format_number(value: Any, digits: int = DIGITS) -> str:
    """Return one number as text; a real number is rounded to this many significant digits, or to a whole number.

    >>> format_number(27648), format_number(0.608857), format_number(-0.0), format_number(1234567.5)
    ('27,648', '0.608857', '0', '1,234,568')
    """
    if abs(value) >= MAX_NUMBER:
        return infinity(value)
    if isinstance(value, int):
        return f"{value:,}"
    value = float(value) + 0.0
    if 10 ** (digits - 1) <= abs(value) < 10**_LARGEST:
        return f"{value:,.0f}"
    if digits > DIGITS_OF_EXACT:
        digits = min(digits, len(Decimal(repr(value)).as_tuple().digits))  # 0.1 and not 0.10000000000000001
    return f"{value:,.{digits}g}"


def is_infinite(value: Any) -> bool:
    """Return whether a number is an infinite end of an interval."""
    return bool(abs(value) == INFINITE)


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
    if isinstance(value, int) and (is_infinite(value) or abs(value) >= 10**_WIDEST):
        return infinity(value) if is_infinite(value) else f"{Decimal(value):.6e}"
    if digits is None:
        return _show_exact(value, tolerance)
    if isinstance(value, int) and half > 1 and abs(value) >= 10**_LARGEST:
        mantissa, _, power = f"{Decimal(value):.{digits - 1}e}".partition("e+")
        return with_superscripts(f"{mantissa} × 10^{power}")
    if isinstance(value, int):
        return f"{value:,}" + (f" ({counted(digits, 'digit')} stated)" if half > 1 else "")
    if isinstance(value, Decimal) and len(str(value)) > _WIDEST:
        return f"{value:.6e}"
    is_small = isinstance(value, Decimal) and value and value.adjusted() < _SMALLEST
    return f"{value:e}" if is_small else f"{value:,f}"


def json_number(value: Real) -> int | float | str:
    """Return a number for JSON: a string where a double cannot hold it.

    >>> json_number(2**53 + 1), json_number(Fraction(1, 2))
    ('9007199254740993', 0.5)
    """
    if isinstance(value, int):
        return infinity(value) if is_infinite(value) else value if abs(value) <= LARGEST_WHOLE else digits_of(value)
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
    if 10**_MOST_DECIMALS % value.denominator == 0 and abs(value) < 10**30:
        return f"{Decimal(value * 10**_MOST_DECIMALS // 1).scaleb(-_MOST_DECIMALS).normalize(_WIDE):,f}"
    if max(abs(value.numerator), value.denominator) <= _LARGEST_PART:
        return digits_of(value)
    return _rounded(Decimal(value.numerator) / Decimal(value.denominator), tolerance)


def _rounded(value: Decimal, tolerance: Tolerance | None) -> str:
    """Return a number with as many digits as people write, without zeros at its end."""
    power, digits = value.adjusted(), _digits(value, tolerance)
    is_plain = not value or _SMALLEST <= power < _LARGEST
    rounded = Context(prec=max(digits, power + 1) if is_plain else digits).plus(value).normalize(_WIDE)
    if is_plain and rounded != value and rounded == rounded.to_integral_value():  # 3.0000001 is not 3
        rounded = Context(prec=max(DIGITS_OF_EXACT, power + 1 + _FINER)).plus(value).normalize(_WIDE)
    return f"{rounded:,f}" if is_plain else f"{rounded:e}"


def _digits(value: Decimal, tolerance: Tolerance | None) -> int:
    """Return how many significant digits a number is shown with: 6, or up to 17 if the tolerance is finer."""
    if tolerance is None or not value:
        return DIGITS
    margin = tolerance.margin(value)
    needed = value.adjusted() - margin.adjusted() + _FINER if margin else DIGITS_OF_EXACT
    return min(max(needed, DIGITS), MOST_DIGITS)


def in_cell(shown: str) -> str:
    """Return a shown value if it fits into a column of a table, else an empty text."""
    return shown if len(shown) <= _WIDEST_CELL and "\n" not in shown else ""


def legible(
    value: Any, decimal: str | None = None, tolerance: Tolerance | None = None, *, is_list: bool = False
) -> str:
    """Return a value as people write it: `27,648`, `[0.609, 0.196]`; each row of a matrix on its own line.

    `decimal`: the decimal sign that the assignment declares, "point" or "comma".  With a `tolerance` it has as many
    digits as that needs to accept it.  `is_list`: where the question asks for a list, no tuple is a shape.  An entry
    that is only rounding noise next to the largest one is shown as 0.

    >>> legible((1000, 250)), legible((1000, 250), is_list=True)
    ('1000 × 250', '[1000, 250]')
    """
    if isinstance(value, EncodedValue):
        return str(value)
    if isinstance(value, tuple) and not is_list and not isinstance(value, ComplexNumber) and are_sizes(value):
        return show_sizes(value)
    shape, numbers = flatten(value)
    spelling = spelling_of(numbers, decimal)
    if shape:
        noise = 1e-9 * max((abs(each) for each in numbers if abs(each) < MAX_NUMBER), default=0)
        numbers = tuple(0 if isinstance(each, float) and abs(each) <= noise else each for each in numbers)
    finite = [each for each in numbers if abs(each) < MAX_NUMBER]
    show = partial(format_number, digits=digits_needed(finite, tolerance) if tolerance else DIGITS)
    if not shape:
        return spelling.number(show(numbers[0]))
    if isinstance(value, ComplexNumber):
        return joined(*(spelling.entry(show(number)) for number in numbers))
    if len(shape) == 1:
        return spelling.table(shape, list(map(show, numbers)))
    shown = [spelling.entry(show(number)) for number in numbers]
    rows = [shown[start : start + shape[1]] for start in range(0, len(numbers), shape[1])]
    widths = [max(map(len, column)) if len(rows) > 1 else 0 for column in zip(*rows, strict=True)]
    lines = ("  ".join(map(str.rjust, row, widths)) for row in rows)
    return "\n".join(f"[{line}]" for line in lines)


def digits_needed(numbers: Sequence[Any], tolerance: Tolerance) -> int:
    """Return how many significant digits a right answer needs so that it is right as it is shown: from 6 to 17.

    If it has to be exact and has no end as a decimal, they are at least 15.

    >>> digits_needed([0.123456789], Tolerance("decimals", Decimal(8))), digits_needed([7 / 22], Tolerance("exact"))
    (8, 15)
    """
    fewest = DIGITS_OF_EXACT if tolerance.rule == "exact" and any(map(is_endless, numbers)) else DIGITS
    for digits in range(fewest, MOST_DIGITS):
        if are_right([format_number(each, digits) for each in numbers], numbers, tolerance):
            return digits
    return MOST_DIGITS


def are_right(shown: Sequence[str], numbers: Sequence[Any], tolerance: Tolerance) -> bool:
    """Return whether a right answer is still right, under the tolerance, when it is rounded as shown."""
    found = zip(shown, bounds(numbers, tolerance), strict=True)
    return all(bound.low <= Decimal(text.replace(",", "")) <= bound.high for text, bound in found)
