"""What a unit measures: in plain English (`a speed`, `an amount of memory`), and in base units.

`is_counting` and `is_thing` tell whether it counts something.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Final

from checker.formula.show import with_superscripts
from checker.text import packaged
from checker.units.reading import unit_of_author
from checker.units.table import thing_in, unit_table
from checker.units.unit import Dimension, Unit, raise_size, unit_text, without_oscillations

FILE: Final = "kinds.txt"
_GRAMS: Final = Fraction(1000)
"""Number of grams, the base of the table, in a kilogram."""
_SYMBOLS: Final = {
    "length": "m", "mass": "kg", "time": "s", "current": "A", "temperature": "K", "amount": "mol", "light": "cd",
    "angle": "rad", "cycle": "turn", "data": "bit", "operation_flop": "FLOP", "operation_mac": "MAC",
}  # fmt: skip


def kind_of(unit: Unit) -> str:
    """Return what a unit measures, in words with an article.

    >>> [kind_of(unit_of_author(each)) for each in ("km/h", "GiB", "tokens", "EUR", "kg^2/s")]
    ['a speed', 'an amount of memory', 'a number of tokens', 'an amount of money in EUR', 'a quantity in kg²/s']
    """
    plain = without_oscillations(unit.dimension) or unit.dimension
    if found := _kinds().get(unit.dimension) or _kinds().get(plain):
        return found
    (base, exponent), *others = unit.dimension
    if base in unit_table().counted and exponent == 1 and not others:
        return f"an amount of money in {base}" if base.isupper() else f"a number of {_plural(base)}"
    return f"a quantity in {in_base_units(unit)}"


def in_base_units(unit: Unit) -> str:
    """Return the base units of a unit's dimension, as people write them: kg·m/s²; Hz is 1/s.

    >>> [in_base_units(unit_of_author(each)) for each in ("N", "m*Hz", "MHz")]
    ['kg·m/s²', 'm/s', '1/s']
    """
    bases = sorted(
        without_oscillations(unit.dimension) or unit.dimension, key=lambda each: (each[0] != "mass", each[0])
    )
    text = unit_text((_SYMBOLS.get(base, base), exponent) for base, exponent in bases)
    return with_superscripts(text).replace("*", "·")


def base_units(unit: Unit) -> Unit:
    """Return the unit with this unit's dimension in SI base units: kg·m/s² for N and for kN.

    >>> base_units(unit_of_author("N")) == unit_of_author("N")
    True
    """
    mass = next((exponent for base, exponent in unit.dimension if base == "mass"), 0)
    return Unit(unit.dimension, raise_size(_GRAMS, mass))


def is_counting(unit: Unit) -> bool:
    """Return whether a unit counts things, data, operations or money, so that 5 K means 5 thousand.

    >>> [is_counting(unit_of_author(each)) for each in ("tokens/s", "USD", "GB", "s/token", "mol/L", "%")]
    [True, True, True, False, False, False]
    """
    counted = unit_table().counted
    return any(exponent > 0 and base in counted for base, exponent in unit.dimension)


def is_thing(unit: Unit) -> bool:
    """Return whether a unit counts things such as tokens, and not data, operations or money.

    >>> [is_thing(unit_of_author(each)) for each in ("tokens", "heads", "GB", "FLOP", "EUR", "kg")]
    [True, True, False, False, False, False]
    """
    counted = unit_table().counted
    return is_counting(unit) and all(thing_in(((base, 1),)) or base not in counted for base, _ in unit.dimension)


@cache
def _kinds() -> dict[Dimension, str]:
    """Return the kinds that kinds.txt lists, by dimension."""
    found: dict[Dimension, str] = {}
    for line in packaged.text("checker.units", FILE).splitlines():
        if not line.startswith("#"):
            kind, _, text = line.rpartition(": ")
            unit = unit_of_author(text)
            if unit is None:
                raise AssertionError(f"{FILE}: {text} is no unit")
            found.setdefault(unit.dimension, kind)
    return found


def _plural(base: str) -> str:
    """Return the plural of a counted thing, such as `tokens`."""
    irregular = {"person": "people", "batch": "batches", "class": "classes"}
    return irregular.get(base, f"{base}s")
