"""Words units, and conversions between them, for messages."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from checker.units.unit import PI

_WORDS: Final = {
    "°": "degrees", "rad": "radians", "turn": "turns", "%": "percent", "‰": "per mille", "¢": "cents",
    "s": "seconds", "min": "minutes", "h": "hours", "d": "days", "week": "weeks", "year": "years",
    "in": "inches", "ft": "feet", "mi": "miles", "acre": "acres", "are": "ares", "t": "tonnes",
    "B": "bytes", "bit": "bits", "eurocent": "euro cents", "penny": "pence",
    "delta_degC": "°C", "delta_degF": "°F",
}  # fmt: skip
"""Names in place of symbols that are hard to recognize in a sentence."""
_POWER: Final = re.compile(r"\^\(?(-?\d+)\)?")
_SUPERSCRIPTS: Final = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_LARGEST_IN_PI: Final = 1000


def spoken(text: str) -> str:
    """Return an author's unit, such as `m^2`, as one writes it in a sentence: `m²`.

    >>> [spoken(each) for each in ("m^2", "W/(m^2*K)", "kg", "in", "°")]
    ['m²', 'W/(m²·K)', 'kg', 'inches', 'degrees']
    """
    if text in _WORDS:
        return _WORDS[text]
    return _POWER.sub(lambda power: power[1].translate(_SUPERSCRIPTS), text).replace("*", "·")


def how_to_convert(first: str, second: str, right: Fraction, wrong: Fraction) -> str:
    """Return advice for a message: how to convert from one unit to another, and how not to.

    One of `first` is `right` of `second`, and the student took it for `wrong`.

    >>> how_to_convert("cm^2", "m^2", Fraction(1, 10000), Fraction(1, 100))
    'cm² to m² divide by 10,000, not by 100'
    >>> how_to_convert("km/h", "m/s", Fraction(5, 18), Fraction(18, 5))
    'km/h to m/s divide by 3.6; do not multiply'
    """
    units = f"{spoken(first)} to {spoken(second)}"
    if angle := _in_pi(right):
        return f"{units} multiply by {angle}, not by {_in_pi(wrong) or _short(wrong)}"
    verb, other = ("multiply", "divide") if right > 1 else ("divide", "multiply")
    start = f"{units} {verb} by {_short(max(right, 1 / right))}"
    if right * wrong == 1:
        return f"{start}; do not {other}"
    taken = _short(max(wrong, 1 / wrong))
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


def _short(value: Fraction) -> str:
    """Return a factor of at least 1 as people write it."""
    return f"{value.numerator:,}" if value.denominator == 1 else f"{float(value):.4g}"
