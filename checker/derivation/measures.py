"""The units of parts of an expression, and whether one fits another: as it is, with a prefix, or not at all.

A `Measure` also has the numbers in it that may be conversions, and which of its names are percentages or temperatures.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Final, NamedTuple

from checker.units import Unit, convert

_SILENT: Final = frozenset({"angle", "cycle", "decay", "oscillation"})
"""Bases that are no size of their own next to others: a radius in m times rad/s is a speed in m/s."""
_MOST_NUMBERS: Final = 8
_NEAR: Final = 2e-3
"""How far a number that converts may be rounded: 0.4536 kg is a pound."""
_KELVIN_AT_ZERO: Final = 273.15
_ABOUT: Final = 0.2
_LONGEST_POWER: Final = 80

ONE: Final = Unit((), Fraction(1))


class Measure(NamedTuple):
    """What is known of the unit of a part of an expression, and the numbers in it that may be conversions."""

    unit: Unit | None = None
    """None is that of a constant, which takes the unit next to it in a sum."""
    numbers: tuple[Fraction, ...] = ()
    """Numbers that are factors of it.  Any of them may be a conversion: 3.6 in `3.6*v`."""
    is_open: bool = False
    """True where a part of it has no unit, so that the unit is only that of the rest."""
    shares: tuple[str, ...] = ()
    """Names in it that are percentages."""
    points: tuple[str, ...] = ()
    """Names of temperatures in °C or °F that are multiplied, as if they were no points on a scale."""

    def to(self, exponent: Fraction) -> Measure:
        """Return the measure of this part raised to a power."""
        unit = None if self.unit is None else self.unit**exponent
        numbers = [raised for each in self.numbers if (raised := _raised(each, exponent))]
        return self._replace(unit=unit, numbers=tuple(numbers))

    def times(self, other: Measure) -> Measure:
        """Return the measure of the product of two parts."""
        units = [each.unit for each in (self, other) if each.unit is not None]
        unit = units[0] * units[1] if len(units) > 1 else units[0] if units else None
        points = [*self.points, *other.points]
        return Measure(
            unit,
            (self.numbers + other.numbers)[:_MOST_NUMBERS],
            self.is_open or other.is_open,
            self.shares + other.shares,
            tuple(points),
        )

    @property
    def is_point(self) -> bool:
        """Return whether it is a temperature on a scale with its own zero, such as °C."""
        return self.unit is not None and self.unit.offset != 0

    @property
    def conversions(self) -> set[Fraction]:
        """Return all products of the numbers in it, and 1: each may be a conversion that the author wrote."""
        return {math.prod(some, start=Fraction(1)) for size in range(len(self.numbers) + 1)
                for some in combinations(self.numbers, size)}  # fmt: skip

    @property
    def has_power_of_ten(self) -> bool:
        """Return whether a number in it may be a conversion between prefixes: 1000, 1e-3, or 2000."""
        return any(is_power_of_ten(each) for each in self.numbers)


class Fit(NamedTuple):
    """The factor that converts a value to another unit, and whether the author has written it already."""

    factor: Fraction | None
    """None where they measure different things."""
    is_written: bool = False
    """True where the factor is 1, or a number that is written in the expression."""


def fit(measure: Measure, target: Unit) -> Fit:
    """Return by which factor a value has to be multiplied to be in a unit; the factor is None if that is impossible."""
    unit = measure.unit or ONE
    factor = ratio_of(unit, target)
    if factor is None:
        return Fit(None)
    return Fit(factor, any(_is_near(factor, each) for each in measure.conversions))


def fits(measure: Measure, unit: Unit) -> bool:
    """Return whether a value is in a unit already, also by a conversion that may be written in it."""
    found = fit(measure, unit)
    return found.factor == 1 or found.is_written


def are_various(measures: Sequence[Measure]) -> bool:
    """Return whether the entries of a list measure different things, so that they have no common unit."""
    return any(fit(each, measures[0].unit or ONE).factor is None for each in measures)


def ratio_of(unit: Unit, target: Unit) -> Fraction | None:
    """Return how many `target` one `unit` is, where angles next to other units count nothing; None if they differ."""
    of, to = (each if not each.offset else Unit(each.dimension, each.size) for each in (unit, target))
    if (factor := convert(Fraction(1), of, to)) is not None:
        return factor
    one, other = (tuple(each for each in unit.dimension if each[0] not in _SILENT) for unit in (of, to))
    return of.size / to.size if one == other else None


def is_power_of_ten(number: Fraction) -> bool:
    """Return whether a number is a power of ten or a multiple of 1000, or 1 divided by such a number."""
    return any(
        _is_ten(each) or (each % 1000 == 0 and each != 0) for each in (number, 1 / number if number else Fraction(0))
    )


def is_prefix(factor: Fraction) -> bool:
    """Return whether a factor is a power of ten, as between a unit and the same one with a prefix."""
    return factor != 1 and (_is_ten(factor) or _is_ten(1 / factor))


def _is_ten(number: Fraction) -> bool:
    """Return whether a number is 1 or a power of ten above it."""
    text = str(number)
    return len(text) <= _LONGEST_POWER and text.startswith("1") and not text.strip("10") and text.count("1") == 1


def numbers_in(value: float | Fraction) -> tuple[Fraction, ...]:
    """Return the factors of a number that may be conversions: 2000 is 2 times 1000."""
    if not value or isinstance(value, complex) or not math.isfinite(value):
        return ()
    if isinstance(value, float):
        return (Fraction(repr(abs(value))),)
    exact = abs(Fraction(value))
    for number, is_below in ((exact.numerator, False), (exact.denominator, True)):
        if exact.denominator != 1 and not is_below:
            continue
        power = 10 ** (len(str(number)) - len(str(number).rstrip("0")))
        if power > 1 and power != number:
            rest = exact * power if is_below else exact / power
            return (rest, 1 / Fraction(power) if is_below else Fraction(power))
    return () if exact == 1 else (exact,)


def is_zero_of_celsius(value: float | Fraction | None) -> bool:
    """Return whether a number is 273.15 or a rounding of it, the zero of °C in kelvins."""
    return value is not None and abs(float(value) - _KELVIN_AT_ZERO) <= _ABOUT


def joined(measures: Iterable[Measure]) -> tuple[tuple[str, ...], tuple[str, ...], bool]:
    """Return the percentages and the temperatures in several measures, and whether one of them has an open unit."""
    found: Sequence[Measure] = [*measures]
    shares = tuple(name for each in found for name in each.shares)
    points = tuple(name for each in found for name in each.points)
    return shares, points, any(each.is_open for each in found)


def _raised(number: Fraction, exponent: Fraction) -> Fraction | None:
    """Return a number to a power; None if it has no such power."""
    if exponent.denominator == 1 and abs(exponent) <= _MOST_NUMBERS:
        return number**exponent.numerator if number else None
    root = Fraction(repr(float(number) ** float(exponent))) if number > 0 else None
    return root.limit_denominator(10**6) if root and root >= 1 else root


def _is_near(factor: Fraction, other: Fraction) -> bool:
    """Return whether two factors are equal, or, where they are not prefixes, nearly so."""
    return factor == other or (not is_prefix(factor) and math.isclose(factor, other, rel_tol=_NEAR))
