"""Shows values of a worked solution as people write them: with few digits, and without rounding errors of floats.

A right answer gets as many digits as it needs to be right as it is shown (`digits_needed`).
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from functools import partial
from typing import Any, Final

from checker.engine.values.complex_number import ComplexNumber, joined
from checker.engine.values.encoded import EncodedValue
from checker.engine.values.tolerance import Tolerance, bounds, is_endless
from checker.formula.value import MAX_NUMBER
from checker.reading.reading import flatten
from checker.reading.show import DIGITS_OF_EXACT, MOST_SHOWN, are_sizes, show_sizes, spelling_of

WIDEST_CELL: Final = 28
"""Maximum width of a value in a column."""

DIGITS: Final = 6
"""Significant digits of a real number in a worked solution, unless the tolerance needs more."""

NOISE: Final = 1e-9
"""Entries smaller than the largest by this factor are rounding noise, and shown as 0."""

LARGEST: Final = 1e15
"""Real numbers from here on are written with a power of ten."""


def in_cell(shown: str) -> str:
    """Return a shown value if it fits into a column of a table, else an empty text."""
    return shown if len(shown) <= WIDEST_CELL and "\n" not in shown else ""


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
        noise = NOISE * max((abs(each) for each in numbers if abs(each) < MAX_NUMBER), default=0)
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


def legible_decimals(value: float, places: int, decimal: str | None = None) -> str:
    """Return a number with this many decimals, as people write it.

    >>> legible_decimals(0.25, 3), legible_decimals(1234.5, 1, "comma")
    ('0.250', '1.234,5')
    """
    return spelling_of([value], decimal).number(f"{value:,.{places}f}")


def digits_needed(numbers: Sequence[Any], tolerance: Tolerance) -> int:
    """Return how many significant digits a right answer needs so that it is right as it is shown: from 6 to 17.

    If it has to be exact and has no end as a decimal, they are at least 15.

    >>> digits_needed([0.123456789], Tolerance("decimals", Decimal(8))), digits_needed([7 / 22], Tolerance("exact"))
    (8, 15)
    """
    fewest = DIGITS_OF_EXACT if tolerance.rule == "exact" and any(map(is_endless, numbers)) else DIGITS
    for digits in range(fewest, MOST_SHOWN):
        if are_right([format_number(each, digits) for each in numbers], numbers, tolerance):
            return digits
    return MOST_SHOWN


def are_right(shown: Sequence[str], numbers: Sequence[Any], tolerance: Tolerance) -> bool:
    """Return whether a right answer is still right, under the tolerance, when it is rounded as shown."""
    found = zip(shown, bounds(numbers, tolerance), strict=True)
    return all(bound.low <= Decimal(text.replace(",", "")) <= bound.high for text, bound in found)


def format_number(value: Any, digits: int = DIGITS) -> str:
    """Return one number as text; a real number is rounded to this many significant digits, or to a whole number.

    >>> format_number(27648), format_number(0.608857), format_number(-0.0), format_number(1234567.5)
    ('27,648', '0.608857', '0', '1,234,568')
    """
    if abs(value) >= MAX_NUMBER:
        return "∞" if value > 0 else "-∞"
    if isinstance(value, int):
        return f"{value:,}"
    if 10**DIGITS <= abs(value) < LARGEST and abs(value) >= 10 ** (digits - 1):
        return f"{value:,.0f}"
    if digits > DIGITS_OF_EXACT:
        digits = min(digits, len(Decimal(repr(float(value))).as_tuple().digits))  # 0.1 and not 0.10000000000000001
    return f"{float(value) + 0.0:,.{digits}g}"
