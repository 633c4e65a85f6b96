"""Slips with units to try on an answer: a number in another unit, such as kW for W, or a wrong conversion.

Each has the factor and the offset by which it changes a number, its prior, and words for the sentence about it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, NamedTuple

from checker.diagnosis.numeric_equality import are_equal
from checker.diagnosis.slips import CONVERSION, FACTORS, UNIT, prior

MAX_UNITS: Final = 10
"""Maximum number of other units that a number may be in, likeliest first."""

MAX_USUAL: Final = 4
"""Number of these that are usual."""

MAX_CONVERSIONS: Final = 4
"""Maximum number of wrong conversions."""

STEEPNESS: Final = 1.5
"""Exponent by which the first units are likelier: of eight, the first has half of the mistakes."""

MAX_ON_MISTAKES: Final = 2
"""Number of units that are tried on top of a mistake."""

GIVE: Final = "; give "
"""Text between the unit of a number and the unit of the question."""

GENERIC: Final = ("unit_prefix", "power_of_ten")
"""Slips that yield to a unit slip of the same value."""

OtherUnit = tuple[str, Fraction, Fraction]
"""A unit, and the ratio and the offset that convert to it."""

WrongUnit = tuple[str, Fraction]
"""A conversion in words, and the factor of its error."""

_ZERO: Final = Fraction("273.15")
_ROUND_ZERO: Final = Fraction(273)
_LARGEST_EXACT: Final = 2**53


class UnitSlip(NamedTuple):
    """A confusion of units: it turns a number into the number times `ratio` plus `offset`.

    `detail`: the part of the sentence that names the units; `same`: the slip that gives the same number without naming
    units, such as a power of ten.
    """

    slip: str
    detail: str
    ratio: Fraction
    offset: Fraction
    prior: float
    same: str | None

    def on(self, numbers: Sequence[Any]) -> tuple[Any, ...]:
        """Return these numbers as a student gives them who makes this confusion of units."""
        ratio, offset = float(self.ratio), float(self.offset)
        return tuple(
            _converted(number, self.ratio, self.offset) if isinstance(number, int) else number * ratio + offset
            for number in numbers
        )


class TriedUnits(NamedTuple):
    """The unit slips to try, and the plain slips that give the same numbers, as (slip, factor): these are not tried."""

    slips: tuple[UnitSlip, ...] = ()
    covered: frozenset[tuple[str, float]] = frozenset()


NONE_TRIED: Final = TriedUnits()


class UnitSlips:
    """The wrong numbers that students give who confuse units, for questions that ask for one unit.

    `asked_phrase` describes a number in that unit.
    """

    def __init__(self, asked: str, *, is_list: bool) -> None:
        from checker.units import naive_factors, relatives, spoken  # here, as most questions have no unit

        begin = "numbers are in" if is_list else "number is in"
        self.asked_phrase = f"{begin} {spoken(asked)}"
        give = f"{GIVE}{'them' if is_list else 'it'} in {spoken(asked)}"
        units, wrong = _distinct(relatives(asked)[:MAX_UNITS], naive_factors(asked))
        in_units = [
            slip
            for (text, ratio, offset), share in zip(units, unit_shares(len(units)), strict=True)
            for slip in _in_unit(f"{begin} {spoken(text)}{give}", ratio, offset, share)
        ]
        conversions = [
            _unit_slip(CONVERSION, phrase, factor, Fraction(0), share)
            for (phrase, factor), share in zip(wrong, unit_shares(len(wrong)), strict=True)
        ]
        self.on_truth = _tried([*in_units, *conversions, *_zero_point_slips(units)])
        self.on_mistake = _tried(in_units[:MAX_ON_MISTAKES])


@lru_cache(256)
def unit_slips(asked: str, *, is_list: bool = False) -> UnitSlips:
    """Return the unit slips for questions that ask for a number, or a list, in the unit `asked`; from a cache."""
    return UnitSlips(asked, is_list=is_list)


def unit_shares(count: int) -> list[float]:
    """Return for each of `count` units, likeliest first, how likely it is the one confused with the right unit."""
    weights = [place**-STEEPNESS for place in range(1, count + 1)]
    return [weight / sum(weights) for weight in weights]


def _distinct(units: Sequence[OtherUnit], wrong: Sequence[WrongUnit]) -> tuple[list[OtherUnit], list[WrongUnit]]:
    """Return units and wrong conversions that all give different numbers.

    A usual unit is kept before a conversion, and a conversion before a rare unit.  A conversion by a factor of two is
    left out: that has many origins.
    """
    usual = {ratio for _, ratio, offset in units[:MAX_USUAL] if not offset}
    wrong = [each for each in wrong if each[1] not in usual and not _factor(each[1], "factor_two")][:MAX_CONVERSIONS]
    converted = {factor for _, factor in wrong}
    return [each for each in units if each[1] not in converted], wrong


def _tried(slips: Sequence[UnitSlip]) -> TriedUnits:
    """Return unit slips together with the plain slips that they replace."""
    same = ((slip.same, _factor(slip.ratio, slip.same)) for slip in slips if slip.same)
    return TriedUnits(tuple(slips), frozenset(same))


def _unit_slip(slip: str, detail: str, ratio: Fraction, offset: Fraction, share: float) -> UnitSlip:
    """Return a unit slip.  If a slip without units gives the same number, its prior is added."""
    same = next((each for each in GENERIC if _factor(ratio, each)), None) if not offset else None
    yielded = prior(same, len(FACTORS[same])) if same else 0
    return UnitSlip(slip, detail, ratio, offset, prior(slip) * share + yielded, same)


def _in_unit(detail: str, ratio: Fraction, offset: Fraction, share: float) -> Iterator[UnitSlip]:
    """Yield the slip of a number in another unit; also with 273 in place of 273.15 between °C and K."""
    offsets = [offset]
    if abs(offset) == _ZERO and ratio == 1:
        offsets.append(_ROUND_ZERO if offset > 0 else -_ROUND_ZERO)
    for each in offsets:
        yield _unit_slip(UNIT, detail, ratio, each, share / len(offsets))


def _zero_point_slips(units: Sequence[OtherUnit]) -> Iterator[UnitSlip]:
    """Yield the wrong conversion between °C and K, by 273."""
    for _, ratio, offset in units:
        if abs(offset) == _ZERO and ratio == 1:
            to_kelvin = offset < 0
            phrase = "°C to K add 273.15, not 273" if to_kelvin else "K to °C subtract 273.15, not 273"
            error = _ROUND_ZERO - _ZERO if to_kelvin else _ZERO - _ROUND_ZERO
            yield _unit_slip(CONVERSION, phrase, Fraction(1), error, 1)


def _factor(ratio: Fraction, slip: str) -> float:
    """Return the factor of a slip that equals this ratio; 0 if there is none."""
    return next((factor for factor in FACTORS[slip] if are_equal((factor,), (ratio,))), 0)


def _converted(number: int, ratio: Fraction, offset: Fraction) -> Any:
    """Return a whole number after a slip, whole if it still is."""
    moved = number * ratio + offset
    if moved.denominator == 1:
        return int(moved)
    if abs(moved) > _LARGEST_EXACT:
        return Decimal(moved.numerator) / Decimal(moved.denominator)
    return float(moved)
