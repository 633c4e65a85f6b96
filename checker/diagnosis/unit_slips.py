"""Slips with units: a number in another unit, such as kW for W, a wrong conversion, or a wrong unit behind it."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from checker.diagnosis.explanation import Cause
from checker.diagnosis.slips import CONVERSION, FACTOR_TWO, SLIPS, UNIT, prior
from checker.diagnosis.values import Window, fits
from checker.kinds import Reading

if TYPE_CHECKING:
    from checker.diagnosis.index import WrongAnswerIndex

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

MAX_NAME: Final = 20
"""Maximum number of characters of a unit in a message."""

GIVE: Final = "; give "
"""Text between the unit of a number and the unit of the question."""

GENERIC: Final = ("unit_prefix", "power_of_ten")
"""Slips that yield to a unit slip of the same value."""

_ZERO: Final = Fraction("273.15")
_ROUND_ZERO: Final = Fraction(273)
_LARGEST_EXACT: Final = 2**53


class UnitSlip(NamedTuple):
    """A confusion of units: it turns a number into the number times `ratio` plus `offset`.

    `detail`: the part of the sentence that names the units.
    """

    slip: str
    detail: str
    ratio: Fraction
    offset: Fraction
    prior: float

    def on(self, numbers: Sequence[Any]) -> tuple[Any, ...]:
        """Return these numbers as a student gives them who makes this confusion of units."""
        ratio, offset = float(self.ratio), float(self.offset)
        return tuple(
            _converted(number, self.ratio, self.offset) if isinstance(number, int) else number * ratio + offset
            for number in numbers
        )


class UnitSlips:
    """The wrong numbers that students give who confuse units, for questions that ask for one unit.

    `asked_phrase` describes a number in that unit.
    """

    def __init__(self, asked: str, *, is_list: bool) -> None:
        from checker.units import naive_factors, relatives, spoken  # here, as most questions have no unit

        begin = "numbers are in" if is_list else "number is in"
        self.asked_phrase = f"{begin} {spoken(asked)}"
        give = f"{GIVE}{'them' if is_list else 'it'} in {spoken(asked)}"
        related = relatives(asked)[:MAX_UNITS]
        usual = {ratio for _, ratio, offset in related[:MAX_USUAL] if not offset} | set(SLIPS[FACTOR_TWO].factors)
        wrong = [each for each in naive_factors(asked) if each[1] not in usual][:MAX_CONVERSIONS]
        converted = {factor for _, factor in wrong}
        units = [each for each in related if each[1] not in converted]
        self.in_units = [
            UnitSlip(UNIT, f"{begin} {spoken(text)}{give}", ratio, zero, prior(UNIT) * share / len(zeros))
            for (text, ratio, offset), share in zip(units, unit_shares(len(units)), strict=True)
            for zeros in [_zeros(ratio, offset)]
            for zero in zeros
        ]
        conversions = [
            UnitSlip(CONVERSION, phrase, factor, Fraction(0), prior(CONVERSION) * share)
            for (phrase, factor), share in zip(wrong, unit_shares(len(wrong)), strict=True)
        ]
        for _, ratio, offset in units:
            if len(_zeros(ratio, offset)) > 1:
                to_kelvin = offset < 0
                phrase = "°C to K add 273.15, not 273" if to_kelvin else "K to °C subtract 273.15, not 273"
                error = _ROUND_ZERO - _ZERO if to_kelvin else _ZERO - _ROUND_ZERO
                conversions.append(UnitSlip(CONVERSION, phrase, Fraction(1), error, prior(CONVERSION)))
        self._on_truth = [*self.in_units, *conversions]

    def of(self, start: Cause) -> Iterator[Cause]:
        """Yield the answers with a confusion of units, made on the truth or after a mistake."""
        for each in self.in_units[:MAX_ON_MISTAKES] if start.mistakes else self._on_truth:
            yield start._replace(
                slip=each.slip, detail=each.detail, prior=start.prior * each.prior, numbers=each.on(start.numbers)
            )


@lru_cache(256)
def unit_slips(asked: str, *, is_list: bool = False) -> UnitSlips:
    """Return the unit slips for questions that ask for a number, or a list, in the unit `asked`; from a cache."""
    return UnitSlips(asked, is_list=is_list)


def unit_shares(count: int) -> list[float]:
    """Return for each of `count` units, likeliest first, how likely it is the one confused with the right unit."""
    weights = [place**-STEEPNESS for place in range(1, count + 1)]
    return [weight / sum(weights) for weight in weights]


def _zeros(ratio: Fraction, offset: Fraction) -> list[Fraction]:
    """Return the offset, and between °C and K also 273 in place of 273.15."""
    is_kelvin = abs(offset) == _ZERO and ratio == 1
    return [offset, _ROUND_ZERO if offset > 0 else -_ROUND_ZERO] if is_kelvin else [offset]


def _converted(number: Any, ratio: Fraction, offset: Fraction) -> Any:
    """Return a number in another unit, whole or exact if it was and still can be."""
    moved = Fraction(number) * ratio + offset
    if moved.denominator == 1 and isinstance(number, int):
        return int(moved)
    if abs(moved) > _LARGEST_EXACT and isinstance(number, int):
        return Decimal(moved.numerator) / Decimal(moved.denominator)
    return moved if abs(moved) > sys.float_info.max else float(moved)


def with_written_unit(
    index: WrongAnswerIndex, reading: Reading, window: Window, causes: Sequence[Cause]
) -> Sequence[Cause]:
    """Return the causes of an answer that states a unit.

    `causes` are those of its number converted to the question's unit; if the number fits without conversion, the slip
    is that the unit is wrong.
    """
    from checker.units import UnitError, convert, read_unit, spoken, unit_of_author  # here, because few have a unit

    asked = unit_of_author(index.unit or "")
    try:
        unit = read_unit(reading.unit, asked)
    except UnitError:
        return causes
    if index.units is None or asked is None or (offset := convert(Fraction(0), asked, unit)) is None:
        return causes
    ratio = (convert(Fraction(1), asked, unit) or offset) - offset
    is_asked = ratio == 1 and not offset
    as_written = [
        tuple(each if math.isinf(each) else _converted(each, ratio, offset) for each in bounds) for bounds in window
    ]
    name = spoken(reading.unit)
    written = f", not in {name if len(name) <= MAX_NAME else f'{name[:MAX_NAME]}…'}"
    factors = {each.mistakes: (each.mistakes, each.slip) for each in causes if each.slip in GENERIC}

    def named(start: Cause, phrase: str) -> Cause:
        also = (factors[start.mistakes],) if start.mistakes in factors else ()
        return start._replace(slip=UNIT, detail=f"{phrase}{written}", also=also)

    found = []
    if reading.shape == index.shape:
        units = (each for each in index.find(reading.shape, as_written) if each.slip == UNIT)
        found = [named(each, each.detail.partition(GIVE)[0]) for each in units]
        if not is_asked:
            share = prior(UNIT) * unit_shares(MAX_UNITS)[0]
            fitting = [start for start in index.slip_starts if fits(start.numbers, as_written)]
            right = [named(each, index.units.asked_phrase)._replace(prior=each.prior * share) for each in fitting]
            if any(not each.mistakes for each in right):  # right but for the unit that is written
                return [each for each in right if not each.mistakes]
            found += right
    plain = {cause.mistakes for cause in causes if cause.slip is None}
    found = [each for each in found if each.mistakes not in plain]
    replaced = {each.mistakes for each in found}
    dropped = {UNIT} if is_asked else {UNIT, CONVERSION}
    kept = (each for each in causes if each.slip not in dropped)
    return [*(each for each in kept if each.slip not in GENERIC or each.mistakes not in replaced), *found]


def names_the_unit(one: Cause, other: Cause) -> bool:
    """Return whether one cause names the units where the other only names a factor."""
    return one.slip in (UNIT, CONVERSION) and other.slip in GENERIC and one.mistakes == other.mistakes
