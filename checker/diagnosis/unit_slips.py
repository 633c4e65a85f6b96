"""Slips of units: a number that is right in another unit, and a wrong conversion to the question's unit."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, NamedTuple

from checker.diagnosis.slips import CONVERSION, FACTORS, UNIT, prior

MAX_UNITS: Final = 8
"""Other units that a number may be in, likeliest first."""

MAX_USUAL: Final = 4
"""Of these the first are usual."""

MAX_CONVERSIONS: Final = 4

STEEPNESS: Final = 1.5
"""How much likelier the first units are: of eight, half of the mistakes are of the first."""

MAX_ON_MISTAKES: Final = 2
"""Units that are tried on top of a mistake."""

GIVE: Final = "; give "
"""Between the unit that a number is in and the one that is asked."""

GENERIC: Final = ("unit_prefix", "power_of_ten")
"""Slips that yield to a slip of units of the same value."""

OtherUnit = tuple[str, Fraction, Fraction]
"""A unit, and the ratio and the offset that lead to it."""

WrongUnit = tuple[str, Fraction]
"""A conversion in words, and the factor by which it goes wrong."""

_ZERO: Final = Fraction("273.15")
_ROUND_ZERO: Final = Fraction(273)
_CLOSE: Final = 1e-9
_LARGEST_EXACT: Final = 2**53


class UnitSlip(NamedTuple):
    """A slip of units: a right number times `ratio` plus `offset` is what this student gives.

    `of` is the part of the sentence that names the units.  `same` is the slip, such as a power of ten, that gives the
    same number without naming a unit.
    """

    slip: str
    of: str
    ratio: Fraction
    offset: Fraction
    prior: float
    same: str | None

    def on(self, numbers: Sequence[Any]) -> tuple[Any, ...]:
        """Return the numbers after this slip."""
        ratio, offset = float(self.ratio), float(self.offset)
        return tuple(
            _exact(number, self.ratio, self.offset) if isinstance(number, int) else number * ratio + offset
            for number in numbers
        )


class Tried(NamedTuple):
    """The slips of units that are tried, and the slips with their factors that yield to them."""

    slips: tuple[UnitSlip, ...] = ()
    covered: frozenset[tuple[str, float]] = frozenset()


NONE_TRIED: Final = Tried()


class UnitSlips:
    """The slips of units that may happen where a question asks for this unit.

    `asked` is what is said of a number that is in the question's unit.
    """

    def __init__(self, asked: str, *, is_list: bool) -> None:
        from checker.notation.units import naive_factors, relatives, spoken  # here, as most questions have no unit

        self._are = "numbers are" if is_list else "number is"
        self.asked = self.found(spoken(asked))
        give = f"{GIVE}{'them' if is_list else 'it'} in {spoken(asked)}"
        units, wrong = _apart(relatives(asked)[:MAX_UNITS], naive_factors(asked))
        in_units = [
            slip
            for (text, ratio, offset), share in zip(units, shares(len(units)), strict=True)
            for slip in _in_unit(f"{self.found(spoken(text))}{give}", ratio, offset, share)
        ]
        conversions = [
            _unit_slip(CONVERSION, phrase, factor, Fraction(0), share)
            for (phrase, factor), share in zip(wrong, shares(len(wrong)), strict=True)
        ]
        self.on_truth = _tried([*in_units, *conversions, *_of_zero_points(units)])
        self.on_mistake = _tried(in_units[:MAX_ON_MISTAKES])

    def found(self, unit: str) -> str:
        """Return the beginning of what is said of a number in this unit."""
        return f"{self._are} in {unit}"


@lru_cache(256)
def unit_slips(asked: str, *, is_list: bool = False) -> UnitSlips:
    """Return the slips of units of questions that ask for a number, or for a list, in this unit."""
    return UnitSlips(asked, is_list=is_list)


def shares(count: int) -> list[float]:
    """Return how likely each of several units is, likeliest first: the first is mistaken far more often."""
    weights = [place**-STEEPNESS for place in range(1, count + 1)]
    return [weight / sum(weights) for weight in weights]


def _apart(units: Sequence[OtherUnit], wrong: Sequence[WrongUnit]) -> tuple[list[OtherUnit], list[WrongUnit]]:
    """Return other units and wrong conversions that give different numbers.

    A usual unit says more than a conversion, and a conversion more than a rare unit.  A factor of two has many origins.
    """
    usual = {ratio for _, ratio, offset in units[:MAX_USUAL] if not offset}
    wrong = [each for each in wrong if each[1] not in usual and not _factor(each[1], "factor_two")][:MAX_CONVERSIONS]
    converted = {factor for _, factor in wrong}
    return [each for each in units if each[1] not in converted], wrong


def _tried(slips: Sequence[UnitSlip]) -> Tried:
    same = ((slip.same, _factor(slip.ratio, slip.same)) for slip in slips if slip.same)
    return Tried(tuple(slips), frozenset(same))


def _unit_slip(slip: str, of: str, ratio: Fraction, offset: Fraction, share: float) -> UnitSlip:
    """Return a slip of units with the prior of the slip that gives the same, which yields to it."""
    same = next((each for each in GENERIC if _factor(ratio, each)), None) if not offset else None
    yielded = prior(same, len(FACTORS[same])) if same else 0
    return UnitSlip(slip, of, ratio, offset, prior(slip) * share + yielded, same)


def _in_unit(of: str, ratio: Fraction, offset: Fraction, share: float) -> Iterator[UnitSlip]:
    """Yield the slip of a number in another unit; a zero point of 273.15 is often taken as 273."""
    offsets = [offset]
    if abs(offset) == _ZERO and ratio == 1:
        offsets.append(_ROUND_ZERO if offset > 0 else -_ROUND_ZERO)
    for each in offsets:
        yield _unit_slip(UNIT, of, ratio, each, share / len(offsets))


def _of_zero_points(units: Sequence[OtherUnit]) -> Iterator[UnitSlip]:
    """Yield the conversion between °C and K by 273."""
    for _, ratio, offset in units:
        if abs(offset) == _ZERO and ratio == 1:
            to_kelvin = offset < 0
            phrase = "°C to K add 273.15, not 273" if to_kelvin else "K to °C subtract 273.15, not 273"
            error = _ROUND_ZERO - _ZERO if to_kelvin else _ZERO - _ROUND_ZERO
            yield _unit_slip(CONVERSION, phrase, Fraction(1), error, 1)


def _factor(ratio: Fraction, slip: str) -> float:
    """Return the factor of a slip that is this ratio; 0 where it has none."""
    return next((factor for factor in FACTORS[slip] if math.isclose(factor, ratio, rel_tol=_CLOSE)), 0)


def _exact(number: int, ratio: Fraction, offset: Fraction) -> Any:
    """Return a whole number after a slip, as a whole number where it is one."""
    moved = number * ratio + offset
    if moved.denominator == 1:
        return int(moved)
    if abs(moved) > _LARGEST_EXACT:
        return Decimal(moved.numerator) / Decimal(moved.denominator)
    return float(moved)
