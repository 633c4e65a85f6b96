"""Values of a worked solution as people write them."""

from __future__ import annotations

from typing import Any, Final

from checker.answers.reading import flatten
from checker.answers.shape import kind as shape_kind
from checker.answers.show import spelling_of
from checker.engine.values.encoded import EncodedValue

LISTS: Final = frozenset({"vector", "matrix"})
"""Kinds of answers in whose questions whole numbers in a row are no shape."""

WIDEST_CELL: Final = 28
"""Maximum width of a value in a column."""

DIGITS: Final = 6
"""Significant digits of a real number in a worked solution."""

NOISE: Final = 1e-9
"""Entries smaller than the largest by this factor are rounding noise, and shown as 0."""

LARGEST: Final = 1e15
"""Real numbers from here on are written with a power of ten."""


def in_cell(value: Any, decimal: str | None = None, kind: str = "") -> str:
    """Return the value if it fits into a column, else an empty text."""
    shown = legible(value, decimal, kind)
    return shown if len(shown) <= WIDEST_CELL and "\n" not in shown else ""


def legible(value: Any, decimal: str | None = None, kind: str = "") -> str:
    """Return a value as people write it: `27,648`, `[0.609, 0.196]`; each row of a matrix on its own line.

    `decimal`: the decimal sign that the assignment declares, "point" or "comma".
    `kind`: the kind of answer that the question asks for; among vectors and matrices no tuple is a shape.

    >>> legible((1000, 250)), legible((1000, 250), kind="vector")
    ('1000 × 250', '[1000, 250]')
    """
    if isinstance(value, EncodedValue):
        return str(value)
    if isinstance(value, tuple) and kind not in LISTS and shape_kind.fits(value):
        return shape_kind.show(value)
    shape, numbers = flatten(value)
    spelling = spelling_of(numbers, decimal)
    if not shape:
        return spelling.number(format_number(numbers[0]))
    noise = NOISE * max(map(abs, numbers), default=0)
    numbers = tuple(0 if isinstance(each, float) and abs(each) <= noise else each for each in numbers)
    if len(shape) == 1:
        return spelling.table(shape, list(map(format_number, numbers)))
    shown = [spelling.entry(format_number(number)) for number in numbers]
    rows = [shown[start : start + shape[1]] for start in range(0, len(numbers), shape[1])]
    widths = [max(map(len, column)) if len(rows) > 1 else 0 for column in zip(*rows, strict=True)]
    lines = ("  ".join(map(str.rjust, row, widths)) for row in rows)
    return "\n".join(f"[{line}]" for line in lines)


def format_number(value: Any) -> str:
    """Return one number as text; a real number is rounded.

    >>> format_number(27648), format_number(0.608857), format_number(-0.0)
    ('27,648', '0.608857', '0')
    """
    if isinstance(value, int) or 10**DIGITS <= abs(value) < LARGEST:
        return f"{value:,.0f}" if isinstance(value, float) else f"{value:,}"
    return f"{float(value) + 0.0:,.{DIGITS}g}"
