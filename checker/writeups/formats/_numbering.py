"""Numbers of list items, as their reader sees them."""

from __future__ import annotations

from typing import Final

ROMAN: Final = ((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"))
ROMAN_DIGITS: Final = (*ROMAN, (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))
MOST_ROMAN: Final = 4000


def item_number(kind: str, number: int) -> str:
    """Return the number of an item of this type: `1`, `a`, `A`, `i` or `I`."""
    if kind in {"a", "A"} and 0 < number <= 26:  # noqa: PLR2004 - letters
        return f"{chr(ord(kind) + number - 1)}."
    if kind in {"i", "I"} and 0 < number < MOST_ROMAN:
        roman = _roman(number)
        return f"{roman if kind == 'i' else roman.upper()}."
    return f"{number}."


def _roman(number: int) -> str:
    digits = ""
    for value, letters in ROMAN_DIGITS:
        count, number = divmod(number, value)
        digits += letters * count
    return digits
