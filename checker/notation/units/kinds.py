"""Names in plain English for what units measure."""

from __future__ import annotations

from functools import cache
from typing import Final

from checker.notation import packaged
from checker.notation.show import with_superscripts
from checker.notation.units.reading import unit_of_author
from checker.notation.units.table import thing_in, unit_table
from checker.notation.units.unit import Dimension, Unit, unit_text

FILE: Final = "kinds.txt"
_SYMBOLS: Final = {
    "length": "m", "mass": "kg", "time": "s", "current": "A", "temperature": "K", "amount": "mol", "light": "cd",
    "angle": "rad", "cycle": "turn", "data": "bit", "operation_flop": "FLOP", "operation_mac": "MAC",
}  # fmt: skip


def kind_of(unit: Unit) -> str:
    """Return what a unit measures, with an article.

    >>> [kind_of(unit_of_author(each)) for each in ("km/h", "GiB", "tokens", "EUR", "kg^2/s")]
    ['a speed', 'an amount of memory', 'a number of tokens', 'an amount of money in EUR', 'a quantity in kg²/s']
    """
    if found := _kinds().get(unit.dimension):
        return found
    (base, exponent), *others = unit.dimension
    if base in unit_table().counted and exponent == 1 and not others:
        return f"an amount of money in {base}" if base.isupper() else f"a number of {_plural(base)}"
    return f"a quantity in {in_base_units(unit)}"


def in_base_units(unit: Unit) -> str:
    """Return the base units of a unit's dimension, as people write them: kg·m/s²."""
    bases = sorted(unit.dimension, key=lambda each: (each[0] != "mass", each[0]))
    text = unit_text((_SYMBOLS.get(base, base), exponent) for base, exponent in bases)
    return with_superscripts(text).replace("*", "·")


def is_counting(unit: Unit) -> bool:
    """Return whether a unit counts things, data, operations or money, so that 5 K means 5 thousand.

    >>> [is_counting(unit_of_author(each)) for each in ("tokens/s", "USD", "GB", "s/token", "mol/L", "%")]
    [True, True, True, False, False, False]
    """
    counted = unit_table().counted
    return any(exponent > 0 and base in counted for base, exponent in unit.dimension)


def is_thing(unit: Unit) -> bool:
    """Return whether a unit counts things, not data, operations or money.

    >>> [is_thing(unit_of_author(each)) for each in ("tokens", "heads", "GB", "FLOP", "EUR", "kg")]
    [True, True, False, False, False, False]
    """
    return is_counting(unit) and all(thing_in(((base, 1),)) or not _is_counted(base) for base, _ in unit.dimension)


def _is_counted(base: str) -> bool:
    return base in unit_table().counted


@cache
def _kinds() -> dict[Dimension, str]:
    """Return the kinds by dimension."""
    found: dict[Dimension, str] = {}
    for line in packaged.text("checker.notation.units", FILE).splitlines():
        if not line.startswith("#"):
            kind, _, text = line.rpartition(": ")
            unit = unit_of_author(text)
            if unit is None:
                raise AssertionError(f"{FILE}: {text} is no unit")
            found.setdefault(unit.dimension, kind)
    return found


def _plural(base: str) -> str:
    irregular = {"person": "people", "batch": "batches", "class": "classes"}
    return irregular.get(base, f"{base}s")
