"""One factor of a unit's text: a word with its possible readings and its exponent."""

from __future__ import annotations

from fractions import Fraction
from typing import Final, NamedTuple

from checker.notation.units.errors import UnknownUnit
from checker.notation.units.lookup import UnitReading
from checker.notation.units.unit import Exponent

MAX_UNIT_EXPONENT: Final = 24


class Factor(NamedTuple):
    """One word of a unit, and its exponent for both readings of a slash.

    In `J/kg K` the exponent of K is 1 with `strict`, from left to right, and -1 with `loose`, where everything
    behind a slash is in the denominator.
    """

    word: str
    readings: tuple[UnitReading, ...]
    strict: Exponent
    loose: Exponent
    size: Fraction | None = None
    """A number before the word, such as 100 of L/100 km."""
    doubt: tuple[str, str] | None = None
    """Two units that people write like this."""
    is_bare: bool = False
    """True for an exponent without a sign of a power: s-1."""


def raise_factor(factor: Factor, exponent: Exponent) -> Factor:
    """Return a factor to a power."""
    strict, loose = _whole(factor.strict * exponent), _whole(factor.loose * exponent)
    if not -MAX_UNIT_EXPONENT <= strict <= MAX_UNIT_EXPONENT:
        raise UnknownUnit(factor.word)
    return factor._replace(strict=strict, loose=loose)


def _whole(exponent: Exponent) -> Exponent:
    return exponent.numerator if exponent.denominator == 1 else exponent
