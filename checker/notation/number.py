"""Data types: a number as somebody stated it, and what a question tells about reading its answers."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any, Final, NamedTuple

from checker.notation.vocabulary import NO_WORDS, Words

Real = int | Decimal | Fraction | float


class StatedNumber(NamedTuple):
    """A number as someone stated it.  The number that was meant lies in value ± half."""

    value: Real
    half: Real
    """Half a unit of the last stated digit; 0 for an exact number: a fraction, a root, a written-out product."""
    digits: int | None
    """Number of stated significant digits (4.7M: 2, 4700000: 7, 0.60: 2); None for an exact number."""


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


OF_AUTHORS: Final = Hints(whole=False, decimal="point")
"""The hints for expressions in problem files."""
