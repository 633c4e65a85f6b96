"""Units and conversions that people confuse."""

from __future__ import annotations

from fractions import Fraction

import pytest

from checker.units.confused import MAX_RELATIVES, naive_factors, relatives
from checker.units.reading import unit_of_author
from checker.units.unit import convert
from tests.tables import rows


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
def test_relatives_convert_by_their_ratio(text: str) -> None:
    asked = unit_of_author(text)
    found = relatives(text)
    assert 0 < len(found) <= MAX_RELATIVES
    assert text not in of(text)
    for other, ratio, offset in found:
        assert convert(Fraction(7), asked, unit_of_author(other)) == 7 * ratio + offset, other
        assert (ratio, offset) != (1, 0)


@pytest.mark.parametrize(
    ("text", "phrase", "factor"),
    [
        ("m^2", "cm² to m² divide by 10,000, not by 100", 100), ("m^3", "cm³ to m³ divide by 1,000,000, not by 100", 10**4),
        ("m^3", "cm³ to m³ divide by 1,000,000, not by 10,000", 100), ("cm^2", "m² to cm² multiply by 10,000, not by 100", "1/100"),
        ("W/m^2", "cm² to m² divide by 10,000, not by 100", "1/100"), ("m/s", "km/h to m/s divide by 3.6; do not multiply", "324/25"),
        ("m/s", "km/h to m/s divide by 3.6; do not multiply by 16.67", 60), ("km/h", "m/s to km/h multiply by 3.6; do not divide", "25/324"),
        ("s", "hours to seconds multiply by 3,600, not by 60", "1/60"), ("h", "minutes to hours divide by 60, not by 100", "3/5"), ("L", "mL to L divide by 1,000, not by 100", 10),
        ("rad", "degrees to radians multiply by π/180, not by π/360", "1/2"), ("°", "turns to degrees multiply by 360, not by 180", "1/2"),
        ("tokens/s", "hours to seconds multiply by 3,600, not by 60", 60), ("J", "kWh to J multiply by 3,600,000, not by 1,000", "1/3600"),
    ],
)  # fmt: skip
def test_wrong_conversions(text: str, phrase: str, factor: object) -> None:
    assert dict(naive_factors(text))[phrase] == Fraction(factor)


@pytest.mark.parametrize("text", ["quux", "Gb", ""])
def test_a_text_that_is_no_unit_has_no_relatives(text: str) -> None:
    assert relatives(text) == naive_factors(text) == ()


@pytest.mark.parametrize(("text", "likeliest"), rows(__file__, "the_likeliest_relative_comes_first"))
def test_the_likeliest_relative_comes_first(text: str, likeliest: str) -> None:
    assert relatives(text)[0][0] == likeliest
