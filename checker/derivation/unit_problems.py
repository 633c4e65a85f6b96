"""Messages for authors about units that do not fit; each ends a sentence that starts with the expression."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from checker.units import Unit, in_base_units, kind_of


def multiplied_temperature(name: str) -> str:
    """Return the message about a factor in °C, where the formula needs kelvins."""
    return (
        f"multiplies or divides by {name}, which is a temperature on a scale. Add 273.15 to a temperature in °C; "
        "for a difference of temperatures, declare its unit as K or delta_degC"
    )


def other_scale(written: str, *, is_point: bool) -> str:
    """Return the message about a formula whose temperature is on another scale than its unit, `written`."""
    if is_point:
        return f"is a temperature on another scale than `unit: {written}`. Add or subtract its zero, such as 273.15"
    what = f"is in kelvins, or a difference, but `unit: {written}` is a point on a scale"
    return f"{what}. Subtract 273.15, or declare K or delta_degC"


def other_quantity(unit: Unit, target: Unit, written: str) -> str:
    """Return the message about an expression that measures something else than its declared unit."""
    kind, base = kind_of(unit), in_base_units(unit)
    made = f"is {kind if base in kind else f'{kind} ({base})'} by the units of its symbols"
    what = f"{made}, but `unit: {written}` is {kind_of(target)}"
    return f"{what}. Correct the expression, the unit of a symbol or `unit`"


def factor_missing(shares: Sequence[str], factor: Fraction, written: str, what: str = "") -> str:
    """Return the message about a value that is not in its declared unit and that only the author can convert.

    Of a percentage, to divide it by 100. `what` is the part of the expression, if not all of it.
    """
    if shares:
        return f"uses {shares[0]}, which is in %, as a number. Divide it by 100"
    subject = f"has {what}, which is" if what else "is"
    asked = f"Multiply it by {float(factor):.6g}, or declare the unit that it is in"
    return f"{subject} not in {written} by the units of its symbols. {asked}"


def not_alike(one: str, other: str, *, is_same_kind: bool) -> str:
    """Return the message about two operands that are added or compared, but are in different units."""
    pair = f"adds, subtracts or compares {one} and {other}"
    if not is_same_kind:
        return f"{pair}, which measure different things. Correct it, or the unit of a symbol"
    return f"{pair}, which are in different units. Convert one of them, or correct their units"


def no_number(text: str) -> str:
    """Return the message about an argument with a unit, where a function takes a plain number."""
    return f"needs {text} to be a number, but it has a unit. Correct it, or the unit of a symbol"


def not_in_radians(text: str) -> str:
    """Return the message to an author whose step passes an angle in degrees, but without a unit, to a function."""
    return f"takes {text} in degrees as radians. Give the symbol in it `unit: °`"
