"""The units of parts of an expression, and by which factor one is converted to another."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from checker.units import Unit, convert

_SILENT: Final = frozenset({"angle", "cycle", "decay", "oscillation"})
"""Bases that are no size of their own next to others: a radius in m times rad/s is a speed in m/s."""
_NEAR: Final = 2e-3
"""How far a number that converts may be rounded: 0.4536 kg is a pound."""

ONE: Final = Unit((), Fraction(1))


class Measure(NamedTuple):
    """What is known of the unit of a part of an expression."""

    unit: Unit | None = None
    """None is that of a constant, which takes the unit next to it in a sum."""
    points: tuple[str, ...] = ()
    """Names of temperatures in °C or °F that are multiplied, as if they were no points on a scale."""
    is_unknown: bool = False
    """True where the unit is None because a function's is not known."""

    def to(self, exponent: Fraction) -> Measure:
        """Return the measure of this part raised to a power."""
        return self._replace(unit=None if self.unit is None else self.unit**exponent)

    def times(self, other: Measure) -> Measure:
        """Return the measure of the product of two parts."""
        units = [each.unit for each in (self, other) if each.unit is not None]
        is_unknown = self.is_unknown or other.is_unknown
        unit = None if is_unknown or not units else units[0] * units[1] if len(units) > 1 else units[0]
        return Measure(unit, multiplied((self, other)), is_unknown)

    @property
    def is_point(self) -> bool:
        """Return whether it is a temperature on a scale with its own zero, such as °C."""
        return self.unit is not None and self.unit.offset != 0


def multiplied(measures: Iterable[Measure]) -> tuple[str, ...]:
    """Return the names of temperatures that are multiplied in some measures."""
    return tuple(name for each in measures for name in each.points)


def are_various(measures: Sequence[Measure]) -> bool:
    """Return whether the entries of a list measure different things, so that they have no common unit."""
    return any(ratio_of(each.unit or ONE, measures[0].unit or ONE) is None for each in measures)


def ratio_of(unit: Unit, target: Unit) -> Fraction | None:
    """Return how many `target` one `unit` is, where angles next to other units count nothing; None if they differ."""
    of, to = (each if not each.offset else Unit(each.dimension, each.size) for each in (unit, target))
    if (factor := convert(Fraction(1), of, to)) is not None:
        return factor
    one, other = (tuple(each for each in unit.dimension if each[0] not in _SILENT) for unit in (of, to))
    return of.size / to.size if one == other else None


def is_prefix(factor: Fraction) -> bool:
    """Return whether a factor is a power of ten, as between a unit and the same one with a prefix."""
    large = max(factor, 1 / factor)
    return large > 1 and large == Fraction(10) ** round(math.log10(large))


def powers_of_ten(number: Fraction) -> Iterator[Fraction]:
    """Yield a number above 0 and the power of ten in it: 2000 and 1000; nothing for 1."""
    large = max(number, 1 / number)
    if number != 1:
        yield number
        if large.denominator == 1 and (power := 10 ** (len(text := str(large)) - len(text.rstrip("0")))) > 1:
            yield Fraction(power)


def is_near(factor: Fraction, other: Fraction) -> bool:
    """Return whether two factors are equal, or, where they are not prefixes, nearly so."""
    return factor == other or (not is_prefix(factor) and math.isclose(factor, other, rel_tol=_NEAR))
