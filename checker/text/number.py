"""`StatedNumber`, a number with its stated digits; `Hints`, the facts about a question by which answers are read.

A `TypedNumber` comes from a program or a file, where the point of `1.234` groups no thousands.
"""

from __future__ import annotations

import math
import re
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final, NamedTuple

from checker.text.plain import MOST_CHARACTERS
from checker.text.vocabulary import NO_WORDS, Words

Real = int | Decimal | Fraction | float

PLAIN_NUMBER: Final = ("1", 1)
"""What an author writes as the unit of a number without one; YAML reads `1` as a number."""

_GROUPED: Final = re.compile(r"(?<![\d.])(?=[1-9]\d{0,2}\.\d{3}(?!\d))", re.ASCII)
"""Before 1.234, which a text may have for 1234."""


def whole_number(text: str) -> int:
    """Return the int with these digits, however many they are: Python may refuse long ones.

    >>> whole_number("27648"), whole_number("9" * 1000) == 10**1000 - 1
    (27648, True)
    """
    return int(text) if text.isdigit() and len(text) < 640 else int(Decimal(text))  # noqa: PLR2004 - its strictest limit


def digits_of(number: int | Fraction) -> str:
    """Return a whole number, or a fraction, as text with all its digits, however many they are.

    >>> digits_of(-27648), len(digits_of(10**1000)), digits_of(Fraction(2, 3))
    ('-27648', 1001, '2/3')
    """
    if isinstance(number, int):
        return f"{Decimal(number):f}"
    top, bottom = map(digits_of, number.as_integer_ratio())
    return top if bottom == "1" else f"{top}/{bottom}"


class StatedNumber(NamedTuple):
    """A number as someone wrote it: the number that was meant, before it was rounded, lies in value ± half."""

    value: Real
    half: Real
    """Half a unit of the last stated digit; 0 for an exact number: a fraction, a root, a written-out product."""
    digits: int | None
    """Number of stated significant digits (4.7M: 2, 4700000: 7, 0.60: 2); None for an exact number."""
    zeros: int = 0
    """Number of zeros among them that may only show its size: 5 in 4700000, none in 4700000. or 4.700000e6."""
    written: Written | None = None
    """The number in the unit in which it is written, where that is no power of ten of the question's."""


class Written(NamedTuple):
    """A number in another unit than the question's, as someone wrote it, and how it is converted."""

    number: StatedNumber
    by: Fraction
    """Its own unit, as a multiple of the question's unit."""
    offset: Fraction
    """The zero of its unit in the question's: 0, unless both are temperatures."""


class Hints(NamedTuple):
    """Facts about a question that decide how its answers are read."""

    whole: bool
    """True if every number of the right answer is whole."""
    decimal: str | None = None
    """The decimal sign that the assignment declares: "point" or "comma"."""
    language: Any = None
    """The vocabulary of answers without numbers: the symbols of an order of growth, the options of a choice."""
    unit: str | None = None
    """The unit that the question asks for; a number without a unit is in this one."""
    shape: tuple[int, ...] | None = None
    """The shape of the right answer, which decides whether `[10,0]` has one entry or two."""
    words: Words = NO_WORDS
    """The words of the question, which may surround an answer."""

    @property
    def most_characters(self) -> int:
        """Return how many characters a list or a table may have: more where the right one has hundreds of entries."""
        return max(MOST_CHARACTERS, 50 * math.prod(self.shape or ()))


OF_AUTHORS: Final = Hints(whole=False, decimal="point")
"""The hints for expressions in problem files."""


class TypedNumber(str):
    """A number, or a list of numbers, that a program or a file gave, so that `1.234` is no thousands sign in it."""

    __slots__ = ()

    def spelled(self, hints: Hints) -> str:
        """Return the same digits in a spelling that a reader of students' texts cannot take for another number.

        >>> TypedNumber("[1.234,5]").spelled(Hints(whole=False, decimal="comma"))
        '[01.234, 5]'
        """
        if hints.decimal != "comma" and not (hints.whole and _GROUPED.search(self)):
            return str(self)
        return _GROUPED.sub("0", re.sub(r",\s*", ", ", self))


def typed(text: str) -> str:
    """Return a number from a file or a program as a TypedNumber, if the same text by a student could mean another."""
    return TypedNumber(text) if re.search(r",(?! )", text) or _GROUPED.search(text) else text
