"""Amounts of money as people write them: `€25`, `USD 25`, `$25`."""

from __future__ import annotations

import re
from typing import Final

from checker.answers.surrounding_text import not_understood, without_front
from checker.notation.number import Hints
from checker.notation.numeral import NUMERAL
from checker.notation.units import Unit, UnitError, is_counting, read_unit, unit_of_author
from checker.notation.vocabulary import lexicon

_BEFORE: Final = re.compile(r"([-+]?)\s*(US\$|[€£¥₹]|[A-Za-z]{2,7}\b)\s*(?=[-+]?[.\d])")
"""A currency before its number: `€25`, `USD 25`."""
_MONEY: Final = re.compile(r"[€£¥₹]|US\$|[A-Z]{3}|dollars?|euros?|pounds?|yen|francs?|rupees?")
_AMOUNT: Final = re.compile(rf"-?{NUMERAL}(?:[kKMB]\b|\s(?:{'|'.join(lexicon().scales)})\b)?", re.ASCII | re.IGNORECASE)
_MATHS: Final = re.compile(r"\s*\$\$?[^$]*\$\$?\s*")
_THOUSANDS: Final = re.compile(r"\$\s?[1-9]\d{0,2}(?:,\d{3}){1,6}(?![\d,])", re.ASCII)
"""`$43,520`: nobody writes a tenth of a cent with a decimal comma behind a dollar."""
_DOLLAR: Final = re.compile(r"(?<![A-Za-z$])(?:US\s?)?\\?\$(?!\s?(?:[A-Z]{2}\b|\$))")
"""A dollar, but not of another country: `A$25`, `25 $ CA`."""


def currency_last(side: str, wanted: Unit | None, hints: Hints) -> str:
    """Return the side with its currency after the number: `€25` becomes `25 €`."""
    side = without_front(side, hints.words)
    found = _BEFORE.match(side)
    if not found or not _MONEY.fullmatch(found[2]):
        return side
    try:
        is_money = is_counting(read_unit(found[2], wanted))
    except UnitError:
        return side
    rest = side[found.end() :]
    amount = _AMOUNT.match(rest)
    end = amount.end() if amount else len(rest)
    again = _MONEY.match(rest[end:].lstrip())
    if is_money and again:
        if again[0] == found[2] or not _is_same(again[0], found[2], wanted):
            raise not_understood(again[0], side, hints)
        return f"{found[1]}{rest}"
    return f"{found[1]}{rest[:end]} {found[2]}{rest[end:]}" if is_money else side


def _is_same(one: str, other: str, wanted: Unit | None) -> bool:
    """Return whether two names are of one currency: `€25 EUR`."""
    try:
        return read_unit(one, wanted) == read_unit(other, wanted)
    except UnitError:
        return False


def spell_dollars(text: str, hints: Hints) -> str:
    """Return the text with `$` as a word where the question asks for money and `$` does not enclose mathematics."""
    wanted = unit_of_author(hints.unit or "") if "$" in text else None
    if wanted is None or not is_counting(wanted) or _MATHS.fullmatch(text):
        return text
    if hints.decimal != "comma":
        text = _THOUSANDS.sub(lambda found: found[0].replace(",", ""), text)
    return _DOLLAR.sub(" dollars ", text)
