"""A number as someone stated it, and what settles how it is read."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any, Final, NamedTuple

from checker.notation.vocabulary import NO_WORDS, Words

Real = int | Decimal | Fraction | float


class StatedNumber(NamedTuple):
    """One number.  What was meant lies in value ± half."""

    value: Real
    half: Real
    """Half a unit of the last stated digit; 0 where the number is exact: a fraction, a root, a written-out product."""
    digits: int | None
    """Stated significant digits (4.7M: 2, 4700000: 7, 0.60: 2); None where no last digit is: of an exact number."""


class Hints(NamedTuple):
    """What the question settles about how its answers are read."""

    whole: bool
    """Every number of the truth is a whole one."""
    decimal: str | None = None
    """The decimal sign that the assignment declares: "point" or "comma"."""
    language: Any = None
    """What an answer is written in that is no number: the symbols of an order of growth, the options of a choice."""
    unit: str | None = None
    """The unit that the question asks for; a number without one is taken in it."""
    shape: tuple[int, ...] | None = None
    """The shape of the truth, which settles whether `[10,0]` has one entry or two."""
    words: Words = NO_WORDS
    """The words of the question, which may stand around an answer."""


OF_AUTHORS: Final = Hints(whole=False, decimal="point")
"""How expressions in problem files are read."""
