"""Units and conversions that people confuse."""

from __future__ import annotations

from fractions import Fraction

import pytest

from checker.notation.units import convert, naive_factors, relatives, unit_of_author
from checker.notation.units.confused import MOST


def of(text: str) -> dict[str, tuple[Fraction, Fraction]]:
    return {other: (ratio, offset) for other, ratio, offset in relatives(text)}


@pytest.mark.parametrize(
    ("text", "other", "ratio"),
    [
        ("kg", "g", 1000), ("kg", "mg", 10**6), ("kg", "t", "1/1000"), ("m/s", "km/h", "18/5"), ("km/h", "m/s", "5/18"), ("m^2", "cm^2", 10**4),
        ("L", "mL", 1000), ("L", "m^3", "1/1000"), ("GB", "MB", 1000), ("GB", "GiB", "1953125/2097152"), ("GB", "Gbit", 8), ("W/m^2", "W/cm^2", "1/10000"),
        ("tokens/s", "tokens/min", 60), ("USD/kWh", "USD/MJ", "5/18"), ("USD", "¢", 100), ("V/m", "kV/m", "1/1000"), ("V/m", "V/cm", "1/100"), ("F", "μF", 10**6),
        ("Hz", "rpm", 60), ("J", "cal", "125/523"), ("mol/L", "mmol/L", 1000), ("g/cm^3", "kg/m^3", 1000),
    ],
)  # fmt: skip
def test_relatives_have_the_ratio(text: str, other: str, ratio: object) -> None:
    assert of(text)[other] == (Fraction(ratio), 0)


def test_temperatures_have_an_offset() -> None:
    assert of("K")["°C"] == (1, Fraction("-273.15"))
    assert of("degC")["K"] == (1, Fraction("273.15"))
    assert of("degC")["°F"] == (Fraction(9, 5), 32)
    assert of("delta_degC")["°F"] == (Fraction(9, 5), 0)


@pytest.mark.parametrize(
    "text",
    ["kg", "m/s", "m^2", "L", "K", "degC", "GB", "rad", "J/(kg K)", "kg m/s^2", "tokens/s", "USD/kWh", "Hz", "μm"],
)
def test_relatives_convert_as_they_say(text: str) -> None:
    asked = unit_of_author(text)
    found = relatives(text)
    assert 0 < len(found) <= MOST
    assert text not in of(text)
    for other, ratio, offset in found:
        assert convert(Fraction(7), asked, unit_of_author(other)) == 7 * ratio + offset, other
        assert (ratio, offset) != (1, 0)


@pytest.mark.parametrize(
    ("text", "phrase", "factor"),
    [
        ("m^2", "cm^2 to m^2 by 100 instead of 10,000", 100), ("m^3", "cm^3 to m^3 by 100 instead of 1,000,000", 10**4),
        ("m^3", "cm^3 to m^3 by 10,000 instead of 1,000,000", 100), ("cm^2", "m^2 to cm^2 by 100 instead of 10,000", "1/100"),
        ("W/m^2", "cm^2 to m^2 by 100 instead of 10,000", "1/100"), ("m/s", "km/h to m/s by 3.6 instead of 0.2778", "324/25"),
        ("m/s", "km/h to m/s by 16.67 instead of 0.2778", 60), ("km/h", "m/s to km/h by 3.6 instead of 0.2778", "25/324"),
        ("s", "h to s by 60 instead of 3,600", "1/60"), ("h", "min to h by 100 instead of 60", "3/5"), ("L", "mL to L by 100 instead of 1,000", 10),
        ("tokens/s", "h to s by 60 instead of 3,600", 60), ("J", "kWh to J by 1,000 instead of 3,600,000", "1/3600"),
    ],
)  # fmt: skip
def test_wrong_conversions(text: str, phrase: str, factor: object) -> None:
    assert dict(naive_factors(text))[phrase] == Fraction(factor)


def test_half_a_turn_is_not_a_turn() -> None:
    assert Fraction(1, 2) in dict(naive_factors("rad")).values()


@pytest.mark.parametrize("text", ["quux", "Gb", ""])
def test_what_is_no_unit_has_none(text: str) -> None:
    assert relatives(text) == naive_factors(text) == ()
