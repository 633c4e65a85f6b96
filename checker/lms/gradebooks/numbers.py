"""Numbers and times as gradebooks have them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from decimal import Decimal
from typing import Final

PLACES: Final = 5
"""Decimals that are written; Moodle stores as many."""

NUMBER: Final = re.compile(r"-?[0-9][0-9.,]*")
COMMA: Final = re.compile(r"-?[0-9]+,[0-9]+")


def written(points: float, *, comma: bool = False) -> str:
    """Return points as text for a gradebook: no exponent, no separators between thousands.

    >>> written(2.0), written(10 / 3), written(1234.5), written(1e-9), written(0.5, comma=True)
    ('2', '3.33333', '1234.5', '0', '0,5')
    """
    text = format(round(Decimal(repr(float(points))), PLACES).normalize() + 0, "f")
    return text.replace(".", ",") if comma else text


def rounded(points: float) -> float:
    """Return points without the noise of floating-point arithmetic; whole ones as whole numbers.

    >>> rounded(0.1 + 0.2), rounded(2.0)
    (0.3, 2)
    """
    value = round(points, PLACES)
    return int(value) if value == int(value) else value


def number(text: str) -> float | None:
    """Return the number in a cell, or None.  The last point or comma is the decimal one, as in Canvas.

    >>> number("8.50"), number("8,5"), number("1,234.5"), number("1 234,5"), number("EX"), number("5s"), number("")
    (8.5, 8.5, 1234.5, 1234.5, None, None, None)
    """
    text = re.sub(r"[\s'’]", "", text)
    if not NUMBER.fullmatch(text):
        return None
    *whole, last = re.split(r"[.,]", text)
    return float(f"{''.join(whole)}.{last}" if whole else last)


def is_same(one: float, other: float) -> bool:
    """Return whether two grades are equal as gradebooks show them: with two decimals."""
    return f"{one:.2f}" == f"{other:.2f}"


def has_decimal_commas(cells: Iterable[str]) -> bool:
    """Return whether the numbers of a file are written with decimal commas.

    >>> has_decimal_commas(["", "8", "8,5"]), has_decimal_commas(["8,5", "8.5"]), has_decimal_commas(["8"])
    (True, False, False)
    """
    numbers = [cell for cell in cells if NUMBER.fullmatch(cell)]
    return any(COMMA.fullmatch(each) for each in numbers) and not any("." in each for each in numbers)


def parsed(text: str) -> datetime | None:
    """Return the time of a text in UTC, or None if it has none.  A time without a zone is UTC.

    >>> parsed("2026-10-05T12:00:00+02:00")
    datetime.datetime(2026, 10, 5, 10, 0, tzinfo=datetime.timezone.utc)
    """
    try:
        time = datetime.fromisoformat(text.strip())
        return (time if time.tzinfo else time.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def precise(time: datetime) -> str:
    """Return a time with microseconds, as LTI asks for it.

    >>> precise(datetime(2026, 10, 5, 12, tzinfo=UTC))
    '2026-10-05T12:00:00.000000Z'
    """
    return time.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
