"""Units in words: what a unit measures (`a speed`, `an amount of memory`), and how messages write and convert it.

`is_counting` and `is_thing` tell whether it counts something.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache
from typing import Final

from checker.formula.show import with_superscripts
from checker.text import packaged
from checker.units.reading import listed_unit
from checker.units.table import thing_in, unit_table
from checker.units.unit import PI, Dimension, Unit, raise_size, unit_text, without_oscillations

FILE: Final = "kinds.txt"
_SYMBOLS: Final = {
    "length": "m", "mass": "kg", "time": "s", "current": "A", "temperature": "K", "amount": "mol", "light": "cd",
    "angle": "rad", "cycle": "turn", "data": "bit", "operation_flop": "FLOP", "operation_mac": "MAC",
}  # fmt: skip
_PLURALS: Final = {"person": "people", "batch": "batches", "class": "classes"}

_WORDS: Final = {
    "°": "degrees", "rad": "radians", "turn": "turns", "%": "percent", "‰": "per mille", "¢": "cents",
    "s": "seconds", "min": "minutes", "h": "hours", "d": "days", "week": "weeks", "year": "years",
    "in": "inches", "ft": "feet", "mi": "miles", "acre": "acres", "are": "ares", "t": "tonnes",
    "B": "bytes", "bit": "bits", "eurocent": "euro cents", "penny": "pence",
    "delta_degC": "°C", "delta_degF": "°F",
}  # fmt: skip
"""Names in place of symbols that are hard to recognize in a sentence."""
_SUPERSCRIPTS: Final = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_LARGEST_IN_PI: Final = 1000


def kind_of(unit: Unit) -> str:
    """Return what a unit measures, in words with an article.

    >>> [kind_of(listed_unit(each)) for each in ("km/h", "GiB", "tokens", "EUR", "kg^2/s")]
    ['a speed', 'an amount of memory', 'a number of tokens', 'an amount of money in EUR', 'a quantity in kg²/s']
    """
    plain = without_oscillations(unit.dimension) or unit.dimension
    if found := _kinds().get(unit.dimension) or _kinds().get(plain):
        return found
    (base, exponent), *others = unit.dimension
    if base in unit_table().counted and exponent == 1 and not others:
        return f"an amount of money in {base}" if base.isupper() else f"a number of {_PLURALS.get(base, f'{base}s')}"
    return f"a quantity in {in_base_units(unit)}"


def in_base_units(unit: Unit) -> str:
    """Return the base units of a unit's dimension, as people write them: kg·m/s²; Hz is 1/s.

    >>> [in_base_units(listed_unit(each)) for each in ("N", "m*Hz", "MHz")]
    ['kg·m/s²', 'm/s', '1/s']
    """
    bases = sorted(
        without_oscillations(unit.dimension) or unit.dimension, key=lambda each: (each[0] != "mass", each[0])
    )
    text = unit_text((_SYMBOLS.get(base, base), exponent) for base, exponent in bases)
    return with_superscripts(text).replace("*", "·")


def base_units(unit: Unit) -> Unit:
    """Return the unit with this unit's dimension in SI base units: kg·m/s² for N and for kN.

    >>> base_units(listed_unit("N")) == listed_unit("N")
    True
    """
    mass = next((exponent for base, exponent in unit.dimension if base == "mass"), 0)
    return Unit(unit.dimension, raise_size(Fraction(1000), mass))  # the base of the table is the gram


def is_counting(unit: Unit) -> bool:
    """Return whether a unit counts things, data, operations or money, so that 5 K means 5 thousand.

    >>> [is_counting(listed_unit(each)) for each in ("tokens/s", "USD", "GB", "s/token", "mol/L", "%")]
    [True, True, True, False, False, False]
    """
    counted = unit_table().counted
    return any(exponent > 0 and base in counted for base, exponent in unit.dimension)


def is_thing(unit: Unit) -> bool:
    """Return whether a unit counts things such as tokens, and not data, operations or money.

    >>> [is_thing(listed_unit(each)) for each in ("tokens", "heads", "GB", "FLOP", "EUR", "kg")]
    [True, True, False, False, False, False]
    """
    counted = unit_table().counted
    return is_counting(unit) and all(thing_in(((base, 1),)) or base not in counted for base, _ in unit.dimension)


@cache
def _kinds() -> dict[Dimension, str]:
    found: dict[Dimension, str] = {}
    for line in packaged.text("checker.units", FILE).splitlines():
        if not line.startswith("#"):
            kind, _, text = line.rpartition(": ")
            found.setdefault(listed_unit(text).dimension, kind)
    return found


def spoken(text: str) -> str:
    """Return an author's unit, such as `m^2`, as one writes it in a sentence: `m²`.

    >>> [spoken(each) for each in ("m^2", "W/(m^2*K)", "kg", "in", "°")]
    ['m²', 'W/(m²·K)', 'kg', 'inches', 'degrees']
    """
    if text in _WORDS:
        return _WORDS[text]
    return re.sub(r"\^\(?(-?\d+)\)?", lambda power: power[1].translate(_SUPERSCRIPTS), text).replace("*", "·")


def how_to_convert(first: str, second: str, right: Fraction, wrong: Fraction) -> str:
    """Return advice for a message: how to convert from one unit to another, and how not to.

    One of `first` is `right` of `second`, and the student took it for `wrong`.

    >>> how_to_convert("cm^2", "m^2", Fraction(1, 10000), Fraction(1, 100))
    'cm² to m² divide by 10,000, not by 100'
    >>> how_to_convert("km/h", "m/s", Fraction(5, 18), Fraction(18, 5))
    'km/h to m/s divide by 3.6; do not multiply'
    """

    def short(value: Fraction) -> str:
        return f"{value.numerator:,}" if value.denominator == 1 else f"{float(value):.4g}"

    units = f"{spoken(first)} to {spoken(second)}"
    if angle := _in_pi(right):
        return f"{units} multiply by {angle}, not by {_in_pi(wrong) or short(wrong)}"
    verb, other = ("multiply", "divide") if right > 1 else ("divide", "multiply")
    start = f"{units} {verb} by {short(max(right, 1 / right))}"
    if right * wrong == 1:
        return f"{start}; do not {other}"
    taken = short(max(wrong, 1 / wrong))
    return f"{start}, not by {taken}" if (right > 1) == (wrong > 1) else f"{start}; do not {other} by {taken}"


def _in_pi(value: Fraction) -> str:
    """Return a simple multiple or fraction of π, such as π/180; empty where it is none."""
    over, under = value / PI, value * PI
    if max(over.numerator, over.denominator) <= _LARGEST_IN_PI:
        top = "π" if over.numerator == 1 else f"{over.numerator}π"
        return top if over.denominator == 1 else f"{top}/{over.denominator}"
    if max(under.numerator, under.denominator) <= _LARGEST_IN_PI:
        return f"{under.numerator}/{'' if under.denominator == 1 else under.denominator}π"
    return ""
