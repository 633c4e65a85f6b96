"""The unit that a student writes behind a number."""

from __future__ import annotations

from fractions import Fraction

import pytest

from checker.notation.text import plain
from checker.notation.units import (
    AmbiguousUnit,
    Unit,
    UnitError,
    UnknownUnit,
    convert,
    ratio,
    read_unit,
    unit_of_author,
)
from checker.notation.units.lookup import unit_of
from checker.notation.units.table import unit_table


def unit(text: str) -> Unit:
    found = unit_of_author(text)
    assert found is not None, text
    return found


def written(text: str) -> str:
    """The text as it comes to read_unit; dollar signs of mathematics are gone by then."""
    return text if "$" in text else plain(text)


SAME = [
    # composed units
    ("km/h", "m/s", "5/18"), ("m s^-1", "m/s", 1), (r"\,\mathrm{m/s}", "m/s", 1), ("kg m/s²", "N", 1),
    ("cm^2", "m^2", "1/10000"), ("°", "degrees", 1), ("$", "USD", 1), ("dollars", "USD", 1),
    ("mV", "V", "1/1000"), ("M", "mol/L", 1), ("G", "T", "1/10000"), ("mL", "L", "1/1000"), ("nF", "F", "1/1000000000"),
    ("µF", "F", "1/1000000"), ("mN", "N", "1/1000"), ("dam", "m", 10), ("kilofeet", "m", None), ("cents", "USD", "1/100"),
    # products and quotients
    ("kg·m²·s⁻²", "J", 1), ("N.m", "J", 1), ("m.s^-1", "m/s", 1), ("N*m", "J", 1), ("N⋅m", "J", 1), ("N × m", "J", 1),
    ("Nm", "J", 1), ("newton metres", "J", 1), ("newton-meters", "J", 1), ("kilonewton metres", "J", 1000),
    ("J/kg/K", "J/(kg K)", 1), ("J/(kg K)", "J/(kg K)", 1), ("J/(kg·K)", "J/(kg K)", 1), ("J/kg K", "J/(kg K)", 1),
    ("J/kg K", "J K/kg", 1), ("J kg⁻¹ K⁻¹", "J/(kg K)", 1), ("joules per kilogram kelvin", "J/(kg K)", 1),
    ("joules per kilogram per kelvin", "J/(kg K)", 1), ("m/s/s", "m/s^2", 1), ("1/s", "Hz", 1), ("/s", "1/s", 1),
    ("per second", "1/s", 1), ("1 / (m s)", "1/(m s)", 1), ("km/hr", "km/h", 1), ("kph", "km/h", 1), ("kmh", "km/h", 1),
    ("mph", "mi/h", 1), ("miles per hour", "mph", 1), ("L/100 km", "L/km", "1/100"), ("L/10^2 km", "L/km", "1/100"),
    ("USD/million tokens", "USD/token", "1/1000000"), ("$/1M tokens", "USD/token", "1/1000000"), ("dollars per 1,000 tokens", "USD/token", "1/1000"),
    ("J/K mol", "J/(K mol)", 1), ("persons per 10^5 km^2", "persons/km^2", "1/100000"),
    ("[m/s]", "m/s", 1), ("(m)/(s)", "m/s", 1), ("m/s.", "m/s", 1),
    # powers
    ("s^-1", "1/s", 1), ("s^(-1)", "1/s", 1), ("s**-1", "1/s", 1), ("s-1", "1/s", 1), ("s⁻¹", "1/s", 1), ("m2", "m^2", 1),
    ("cm3", "L", "1/1000"), ("m^{2}", "m^2", 1), ("(m/s)^2", "m^2/s^2", 1), ("MPa √m", "Pa m^0.5", 10**6),
    ("MPa m^(1/2)", "Pa m^0.5", 10**6), (r"\text{nV}/\sqrt{\text{Hz}}", "V/Hz^0.5", "1/1000000000"),
    ("square metres", "m^2", 1), ("cubic centimetres", "cm^3", 1), ("metres squared", "m^2", 1),
    ("metres per second squared", "m/s^2", 1), ("square metres per second", "m^2/s", 1), ("Quadratmeter", "m^2", 1),
    ("Kubikzentimeter", "cm^3", 1), ("mètres carrés", "m^2", 1), ("metros cúbicos", "m^3", 1), ("metri quadrati", "m^2", 1),
    ("vierkante meter", "m^2", 1), ("sq ft", "ft^2", 1), ("sq. ft.", "ft^2", 1), ("cu m", "m^3", 1), ("cc", "cm^3", 1),
    ("ms^-1", "m/s", 1), ("ms-2", "m/s^2", 1), ("kgm/s^2", "N", 1), ("Jkg^-1K^-1", "J/(kg K)", 1), ("W/mK", "W/(m K)", 1),
    # LaTeX
    (r"\frac{m}{s}", "m/s", 1), (r"\frac{\text{m}}{\text{s}^2}", "m/s^2", 1), (r"\mathrm{m\,s^{-1}}", "m/s", 1),
    (r"\mu\text{m}", "m", "1/1000000"), (r"\mu m", "m", "1/1000000"), (r"k\Omega", "ohm", 1000), ("kΩ", "ohm", 1000),
    (r"\si{\kilo\metre\per\second\squared}", "m/s^2", 1000), (r"\unit{kg}", "kg", 1), (r"\%", "%", 1),
    # degrees and temperatures
    ("deg", "degrees", 1), (r"^\circ", "degrees", 1), (r"^{\circ}", "degrees", 1), ("Grad", "degrees", 1),
    ("degC", "degC", 1), ("°C", "degC", 1), ("℃", "degC", 1), ("ºC", "degC", 1), ("deg C", "degC", 1), ("° C", "degC", 1),
    ("degrees Celsius", "degC", 1), ("Grad Celsius", "degC", 1), (r"^\circ C", "degC", 1), ("C", "degC", 1),
    (r"^{\circ}\text{C}", "degC", 1), ("degrees", "degC", 1), ("°", "degF", 1), ("F", "degF", 1), ("℉", "degF", 1),
    ("K", "delta_degC", 1), ("°C", "delta_degC", 1), ("J/°C", "J/K", 1), ("°F", "delta_degC", "5/9"),
    # words, in several languages and any case
    ("Seconds", "s", 1), ("GIGABYTES", "GB", 1), ("gflops", "FLOP", 10**9), ("Stunden", "h", 1), ("Gramm", "g", 1),
    ("gramos", "g", 1), ("mètre", "m", 1), ("litros", "L", 1), ("Kilometer pro Stunde", "km/h", 1), ("mètres par seconde", "m/s", 1),
    ("metros por segundo", "m/s", 1), ("Stundenkilometer", "km/h", 1), ("Kilowattstunden", "kWh", 1), ("micrometers", "m", "1/1000000"),
    ("um", "m", "1/1000000"), ("µm", "m", "1/1000000"), ("Sek.", "s", 1), ("sec.", "s", 1),
    ("kilowatt hours", "J", 3600000), ("kWh", "J", 3600000), ("kilowatt-hours", "kWh", 1), ("kW h", "kWh", 1),
    ("foot-pounds", "J", "3389544870828501/2500000000000000"), ("ft lb", "ft lbf", 1), ("light-years", "ly", 1),
    ("nautical miles", "m", 1852), ("fl. oz.", "floz", 1), ("oz", "floz", 1), ("mm Hg", "mmHg", 1),
    ("pounds per square inch", "psi", 1), ("lbs", "N", "8896443230521/2000000000000"), ("pounds", "kg", "45359237/100000000"),
    # readings that the question settles
    ("T", "T", 1), ("F", "F", 1), ("C", "C", 1), ("Pa", "Pa", 1), ("Pa", "year", 10**15), ("cd", "cd", 1), ("nm", "m", "1/1000000000"),
    ("h", "s", 3600), ("d", "s", 86400), ("a", "year", 1), ("ha", "m^2", 10000), ("min", "s", 60), ("ft", "m", "381/1250"),
    ("g", "m/s^2", "196133/20000"), ("'", "ft", 1), ("'", "arcmin", 1), ('"', "inch", 1), ('"', "arcsec", 1), ("Kg", "kg", 1),
    ("Km/h", "km/h", 1), ("TFLOPS", "FLOP/s", 10**12), ("TFLOPS", "FLOP", 10**12), ("GFLOP/s", "FLOP/s", 10**9),
    # data
    ("kB", "B", 1000), ("KB", "B", 1000), ("KiB", "B", 1024), ("MiB", "MB", "131072/125000"), ("Gbit", "GB", "1/8"), ("Mo", "MB", 1),
    ("Mbps", "Mbit/s", 1), ("MBps", "MB/s", 1), ("MB/s", "B/s", 10**6), ("mebibytes", "MiB", 1), ("bits", "byte", "1/8"),
    # counts and money
    ("tokens per second", "tokens/s", 1), ("tok/s", "tokens/s", 1), ("fps", "frames/s", 1), ("px", "pixels", 1), ("people", "persons", 1),
    ("€", "EUR", 1), ("euros", "EUR", 1), ("cents", "EUR", "1/100"), ("ct", "EUR", "1/100"), ("¢", "CAD", "1/100"), ("US$", "USD", 1),
    ("£", "GBP", 1), ("pounds", "GBP", 1), ("pence", "GBP", "1/100"), ("$", "AUD", 1), ("¥", "JPY", 1), ("₹", "INR", 1),
    ("cents per kilowatt-hour", "USD/kWh", "1/100"), ("k€", "EUR", 1000),
    # shares and angles left out
    ("per cent", "%", 1), ("‰", "%", "1/10"), ("ppm", "%", "1/10000"), ("1/s", "rad/s", 1), ("rad/s", "1/s", 1), ("rpm", "Hz", "1/60"),
    ("Hz", "1/s", 1), ("Bq", "1/s", 1), ("U/min", "rpm", 1), ("gm", "g", 1),
]  # fmt: skip


@pytest.mark.parametrize(("text", "asked", "of"), [each for each in SAME if each[2] is not None])
def test_the_unit_is_of_the_asked_dimension_and_this_size(text: str, asked: str, of: object) -> None:
    found = read_unit(written(text), unit(asked))
    assert ratio(found, unit(asked)) == Fraction(of)


def test_a_number_of_turns_is_an_angle() -> None:
    pi = Fraction("3.14159265358979323846264338327950288419716939937510")
    assert ratio(read_unit("rpm"), unit("rad/s")) == pi / 30
    assert ratio(read_unit("rad"), unit("degrees")) == 180 / pi
    assert ratio(read_unit("Hz"), unit("rad/s")) is None
    assert ratio(read_unit("rpm"), unit("Hz")) == Fraction(1, 60)
    assert ratio(read_unit("rad*Hz"), unit("rad/s")) == 1
    assert ratio(read_unit("turns"), unit("degrees")) == 360


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Ns", "N"), ("rad", "m"), ("m", "m/s"), ("s", "GB"), ("mm", "m^2"), ("mN", "N m"), ("Hz", "Bq"), ("USD", "EUR"), ("%", "rad"),
        ("tokens", "images"), ("cd", "lm"), ("MAC", "FLOP"), ("FLOP", "op"), ("rad/s^2", "rad/s"), ("mol", "g"), ("kg", "N"), ('m"', "rad"),
    ],
)  # fmt: skip
def test_another_dimension_has_no_ratio(text: str, asked: str) -> None:
    found = read_unit(text, unit(asked))
    assert ratio(found, unit(asked)) is None
    assert convert(Fraction(1), found, unit(asked)) is None


@pytest.mark.parametrize(
    ("text", "asked", "word", "suggestions"),
    [
        ("kw", "W", "kw", ("kW",)), ("kw", None, "kw", ("kW",)), ("mhz", "Hz", "mhz", ("MHz", "mHz")), ("KG", "kg", "KG", ("kg",)),
        ("S", "s", "S", ("s",)), ("M", "m", "M", ("m",)), ("FT", "ft", "FT", ("ft",)), ("apples", "m", "apples", ()),
        ("m/s apples", "m/s", "apples", ()), ("km/h fast", "m/s", "fast", ()), ("5 m", "m", "5", ()), ("m 5", "m", "5", ()),
        ("m+s", "m", "+s", ()), ("m,", "m", ",", ()), ("", "m", "", ()), ("m/", "m", "/", ()), ("m*", "m", "*", ()), ("m//s", "m/s", "/s", ()),
        ("(m/s", "m/s", "m/s", ()), ("m/s)", "m/s", "m/s", ()), ("m^99", "m", "^99", ()), ("m^0", "m", "^0", ()), ("m^(1/0)", "m", "^(1/0)", ()),
        ("m-3 m", "m", "-3", ()), ("dB", None, "dB", ()), ("m/2 s", "m/s", "2", ()), ("frac (m)", "m", "frac", ()), ("square", "m^2", "square", ()),
        ("Kg", None, "Kg", ("kg",)), ("km per", "km", "/", ()), ("m per / s", "m/s", "/", ()),
    ],
)  # fmt: skip
def test_a_word_that_is_not_understood_is_named(
    text: str, asked: str | None, word: str, suggestions: tuple[str, ...]
) -> None:
    with pytest.raises(UnknownUnit) as caught:
        read_unit(text, unit(asked) if asked else None)
    assert (caught.value.word, caught.value.suggestions[: len(suggestions) or None]) == (word, suggestions)


@pytest.mark.parametrize(
    ("text", "suggestion"),
    [
        ("secnds", "seconds"),
        ("kilomters", "kilometers"),
        ("terabyes", "terabytes"),
        ("Megabtyes", "megabytes"),
        ("kelvn", "kelvin"),
    ],
)
def test_a_misspelt_word_is_suggested(text: str, suggestion: str) -> None:
    with pytest.raises(UnknownUnit) as caught:
        read_unit(text)
    assert suggestion in caught.value.suggestions


@pytest.mark.parametrize(
    ("text", "asked", "readings"),
    [
        ("Gb", "GB", ("Gb", "GB", "Gbit")), ("gb", "GB", ("gb", "GB", "Gbit")), ("kb", None, ("kb", "kB", "kbit")),
        ("Mib", "B", ("Mib", "MiB", "Mibit")), ("Gb/s", "B/s", ("Gb", "GB", "Gbit")), ("tons", "kg", ("tons", "tonnes", "short tons")),
        ("Calories", "J", ("Calories", "cal", "kcal")), ("J/kg K", None, ("J/kg K", "J·K/kg", "J/(kg·K)")),
        ("J/kg K", "m", ("J/kg K", "J·K/kg", "J/(kg·K)")), ("degrees", "K", ("degrees", "°C", "K")),
        ("m/s^2 kg", None, ("m/s^2 kg", "m·kg/s^2", "m/(s^2·kg)")),
    ],
)  # fmt: skip
def test_two_readings_are_both_given(text: str, asked: str | None, readings: tuple[str, str, str]) -> None:
    with pytest.raises(AmbiguousUnit) as caught:
        read_unit(text, unit(asked) if asked else None)
    assert (caught.value.text, caught.value.one, caught.value.other) == readings


@pytest.mark.parametrize(
    ("value", "of", "to", "expected"),
    [
        (25, "degC", "K", "298.15"), ("298.15", "K", "degC", 25), (212, "degF", "degC", 100), (0, "degC", "degF", 32),
        (25, "degC", "delta_degC", 25), (25, "K", "delta_degC", 25), (9, "delta_degF", "K", 5), (5, "delta_degC", "degF", 9), (36, "km/h", "m/s", 10),
        ("491.67", "rankine", "degC", 0),
    ],
)  # fmt: skip
def test_a_value_is_converted(value: object, of: str, to: str, expected: object) -> None:
    assert convert(Fraction(value), unit(of), unit(to)) == Fraction(expected)


def test_points_of_two_scales_have_no_ratio() -> None:
    assert ratio(unit("degC"), unit("K")) is None
    assert ratio(unit("degC"), unit("degC")) == 1
    assert ratio(unit("degF"), unit("delta_degC")) == Fraction(5, 9)


@pytest.mark.parametrize(
    "text",
    [
        "GB",
        "m/s²",
        "kg·m/s^2",
        "mol/l",
        "USD",
        "$",
        "$/kWh",
        "delta_degC",
        "degC",
        "°C",
        "tokens/s",
        "1/s",
        "%",
        r"\mathrm{m/s}",
    ],
)
def test_authors_declare_units(text: str) -> None:
    assert unit_of_author(text) is not None


@pytest.mark.parametrize("text", ["quux", "m/quux", "Gb", "J/kg K", "ton", "", "m" * 201, "5 m", "kw"])
def test_units_that_an_author_may_not_declare(text: str) -> None:
    assert unit_of_author(text) is None


def test_every_unit_is_read_by_each_of_its_symbols_and_words() -> None:
    for entry in unit_table().entries:
        for spelling in (*(each.rstrip("?") for each in entry.symbols), *entry.words):
            if spelling in unit_table().doubtful:
                continue
            found = read_unit(spelling, unit_of(entry))
            assert found.dimension == unit_of(entry).dimension, (spelling, entry.name)


@pytest.mark.parametrize(
    "text",
    [
        "m" * 201,
        "(" * 200,
        "m*" * 100,
        "m " * 100,
        "km/" * 66,
        "\\" * 200,
        "m^" * 100,
        "kilo" * 50,
        "foot " * 40,
        "^(" * 100,
        "-" * 200,
        "frac (" * 33,
    ],
)
def test_hostile_text_is_refused(text: str) -> None:
    with pytest.raises(UnitError):
        read_unit(text, unit("m"))


@pytest.mark.parametrize("text", ["da", "ma", "da*m", "k", "da da"])
def test_no_prefix_is_a_unit_and_no_year_is_smaller_than_a_year(text: str) -> None:
    with pytest.raises(UnknownUnit):
        read_unit(text)


@pytest.mark.parametrize(
    ("text", "asked", "of"),
    [
        ("da m", "m", 10),
        ("da g", "g", 10),
        ("k m", "m", 1000),
        ("ka", "years", 1000),
        ("da m/s", "m/s", 10),
        ("N da m", "J", 10),
    ],
)
def test_a_prefix_apart_from_its_unit(text: str, asked: str, of: int) -> None:
    assert ratio(read_unit(text, unit(asked)), unit(asked)) == of
