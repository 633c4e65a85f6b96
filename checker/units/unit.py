"""`Unit`, an exact multiple of base units, conversion between units, and the errors for units that cannot be read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

Exponent = int | Fraction

Dimension = tuple[tuple[str, Exponent], ...]
"""Base dimensions with their exponents, sorted by name, without zero exponents."""

PI: Final = Fraction("3.14159265358979323846264338327950288419716939937510")

_OSCILLATION: Final = "oscillation"
_SILENT: Final = frozenset({"angle", "cycle", "decay", _OSCILLATION})
"""Bases that people leave out next to others: 1/s is rad/s, a frequency or an activity."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit: its dimension, and its size in base units.

    `offset` is the zero point of a temperature scale in base units.  `is_difference` marks a difference of
    temperatures, which never has an offset.
    """

    dimension: Dimension
    size: Fraction
    offset: Fraction = Fraction(0)
    is_difference: bool = False

    def __mul__(self, other: Unit) -> Unit:
        """Return the product; an offset has no meaning in it and is dropped."""
        return multiply_units(((self, 1), (other, 1)))

    def __truediv__(self, other: Unit) -> Unit:
        """Return the quotient, without offsets."""
        return multiply_units(((self, 1), (other, -1)))

    def __pow__(self, exponent: Exponent) -> Unit:
        """Return the power; a root that is not exact has 40 digits."""
        return self if exponent == 1 else multiply_units(((self, exponent),))


ONE: Final = Unit((), Fraction(1))


def ratio(of: Unit, to: Unit) -> Fraction | None:
    """Return how many `to` make one `of`; None if their dimensions or zero points differ.

    1/s equals rad/s, and Hz equals turns a second and, in a product, 1/s.  A turn a second is 2π rad/s, but a frequency
    in Hz is no angular speed.

    >>> metre = Unit((("length", 1),), Fraction(1))
    >>> ratio(metre, Unit(metre.dimension, Fraction(1, 100))), ratio(metre, ONE)
    (Fraction(100, 1), None)
    """
    if of.offset != to.offset and not (of.is_difference or to.is_difference):
        return None
    if of.dimension == to.dimension:
        return of.size / to.size
    factor = bridge(of.dimension, to.dimension)
    return None if factor is None else of.size * factor / to.size


def convert(value: Fraction, of: Unit, to: Unit) -> Fraction | None:
    """Return a value in the unit `of`, converted to the unit `to`; None if their dimensions differ.

    A temperature is a point on its scale, and 25 degC are 298.15 K, unless one of the units is a difference: 25 degC
    are 25 delta_degC.

    >>> celsius = Unit((("temperature", 1),), Fraction(1), Fraction("273.15"))
    >>> convert(Fraction(25), celsius, Unit(celsius.dimension, Fraction(1)))
    Fraction(5963, 20)
    """
    factor = bridge(of.dimension, to.dimension)
    if factor is None:
        return None
    if of.is_difference or to.is_difference:
        return value * of.size * factor / to.size
    return (value * of.size * factor + of.offset - to.offset) / to.size


def bridge(of: Dimension, to: Dimension) -> Fraction | None:
    """Return the factor between two dimensions that mean the same, such as turns a second and Hz; None for others."""
    if of == to:
        return Fraction(1)
    plain = without_oscillations(of)
    if plain and plain == without_oscillations(to):  # m·Hz is m/s
        return Fraction(1)
    rest = tuple(each for each in of if each[0] not in _SILENT)
    if rest != tuple(each for each in to if each[0] not in _SILENT):
        return None
    one = {base: exponent for base, exponent in of if base in _SILENT}
    other = {base: exponent for base, exponent in to if base in _SILENT}
    if not one or not other:  # 1/s is rad/s; elsewhere an angle is a factor, as in J/rad
        is_rate = len(rest) == 1 and rest[0][0] == "time"
        return Fraction(1) if is_rate and all(abs(each) == 1 for each in (one or other).values()) else None
    more = {base: one.get(base, 0) - other.get(base, 0) for base in _SILENT}
    if sum(more.values()) or more["decay"] or (more["angle"] and more["oscillation"]):
        return None
    return raise_size(2 * PI, -more["angle"])


def without_oscillations(dimension: Dimension) -> Dimension:
    """Return a dimension without oscillations, in which Hz is 1/s."""
    return tuple(each for each in dimension if each[0] != _OSCILLATION)


def raise_size(size: Fraction, exponent: Exponent) -> Fraction:
    """Return a power of a unit's size; exact, unless it is an irrational root."""
    if isinstance(exponent, int):
        return size**exponent
    degree = exponent.denominator
    size **= exponent.numerator
    top, bottom = _root(size.numerator, degree), _root(size.denominator, degree)
    if top**degree == size.numerator and bottom**degree == size.denominator:
        return Fraction(top, bottom)
    scale: int = 10**40 * max(1, bottom)
    return Fraction(_root(size.numerator * scale**degree // size.denominator, degree), scale)


def _root(number: int, degree: int) -> int:
    """Return the whole part of a root, by Newton's method."""
    if number < 2:  # noqa: PLR2004 - 0 and 1 are roots of themselves
        return number
    root = 1 << -(-number.bit_length() // degree)
    while True:
        better = ((degree - 1) * root + number // root ** (degree - 1)) // degree
        if better >= root:
            return root
        root = better


def multiply_units(powers: Iterable[tuple[Unit, Exponent]]) -> Unit:
    """Return the product of some units, each raised to a power: kg·m·s⁻²."""
    size = Fraction(1)
    exponents: dict[str, Exponent] = {}
    for unit, exponent in powers:
        size *= raise_size(unit.size, exponent)
        for base, each in unit.dimension:
            exponents[base] = exponents.get(base, 0) + each * exponent
    return Unit(tuple(sorted((base, simple_exponent(each)) for base, each in exponents.items() if each)), size)


def simple_exponent(exponent: Exponent) -> Exponent:
    """Return a whole exponent as an int and any other as it is, so that equal dimensions compare as equal."""
    return exponent.numerator if exponent.denominator == 1 else exponent


def unit_text(powers: Iterable[tuple[str, Exponent]]) -> str:
    """Return units with their powers as one text in which authors write units, with at most one slash.

    >>> unit_text([("kg", 1), ("m", 2), ("s", -2)]), unit_text([("s", -1), ("m", Fraction(-1, 2))])
    ('kg*m^2/s^2', '1/(s*m^(1/2))')
    """
    parts: dict[bool, list[str]] = {True: [], False: []}
    for word, exponent in powers:
        size = abs(exponent)
        raised = "" if size == 1 else f"^{size}" if isinstance(size, int) else f"^({size})"
        parts[exponent > 0].append(word + raised)
    above, below = "*".join(parts[True]) or "1", "*".join(parts[False])
    if not below:
        return above
    return f"{above}/({below})" if len(parts[False]) > 1 else f"{above}/{below}"


class UnitError(ValueError):
    """Raised for a unit that cannot be read; the subclasses say why."""


class UnknownUnit(UnitError):  # noqa: N818 - the name of a finding
    """Raised for a word that is not understood, with units that may be meant."""

    def __init__(self, word: str, suggestions: tuple[str, ...] = ()) -> None:
        self.word, self.suggestions = word[:60], suggestions
        super().__init__(self.word, suggestions)


class AmbiguousUnit(UnitError):  # noqa: N818 - the name of a finding
    """Raised for a spelling that can be read in two ways, with both readings."""

    def __init__(self, text: str, one: str, other: str) -> None:
        super().__init__(text, one, other)
        self.text, self.one, self.other = text, one, other
