"""Numbers where the unit that is asked for begins with a multiple: `billion EUR`, `thousand people`."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Final

from checker.answers.reading import Reading
from checker.notation.number import Hints, Real, StatedNumber
from checker.notation.vocabulary import WORD, lexicon

_WORDS: Final = re.compile(WORD)
_OF: Final = re.compile(r"^(?:d['’]|(?:de|of|di)\s)", re.IGNORECASE)
"""`milliards d'euros`"""


def scale_in(unit: str) -> Fraction | None:
    """Return the multiple that a unit begins with; None where it begins with none.

    >>> scale_in("billion EUR"), scale_in("EUR")
    (Fraction(1000000000, 1), None)
    """
    first = _WORDS.match(unit)
    return lexicon().scales.get(first[0].casefold()) if first else None


def read_in_scaled_unit(
    text: str, hints: Hints, scale: Fraction, read: Callable[[str, Hints], Reading]
) -> Reading | None:
    """Read a number with this multiple, or with the unit alone; None for one with neither.  Raises UnreadableAnswer.

    `431.6 billion EUR`, `431.6 billion` and `431,600 million EUR` are one answer.
    """
    unit = (hints.unit or "").partition(" ")[2].strip()
    own = hints._replace(unit=unit or None)
    said = [found for found in _WORDS.finditer(text) if lexicon().scales.get(found[0].casefold()) == scale]
    if len(said) == 1:
        after = _OF.sub("", text[said[0].end() :].strip())
        return read(f"{text[: said[0].start()].rstrip()} {after}".strip(), own)
    if not _WORDS.search(text):
        return None
    found = read(text, own)
    return found if found.refused else found._replace(numbers=tuple(_divided(each, scale) for each in found.numbers))


def _divided(number: StatedNumber, scale: Fraction) -> StatedNumber:
    """Return a number in a larger unit."""
    return number._replace(value=_quotient(number.value, scale), half=_quotient(number.half, scale))


def _quotient(value: Real, scale: Fraction) -> Real:
    """Return a value over a multiple, a decimal number where it was one."""
    if isinstance(value, int | Decimal):
        return Decimal(value) * scale.denominator / scale.numerator
    return value / scale
