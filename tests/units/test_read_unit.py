"""The unit that a student writes behind a number."""

from __future__ import annotations

from fractions import Fraction

import pytest

from checker.units.reading import read_unit, unit_of_author
from checker.units.table import unit_of, unit_table
from checker.units.unit import AmbiguousUnit, Unit, UnitError, UnknownUnit, convert, ratio
from tests.tables import rows


def unit(text: str) -> Unit:
    found = unit_of_author(text)
    assert found is not None, text
    return found


def test_a_number_of_turns_is_an_angle() -> None:
    pi = Fraction("3.14159265358979323846264338327950288419716939937510")
    assert ratio(read_unit("rpm"), unit("rad/s")) == pi / 30
    assert ratio(read_unit("rad"), unit("degrees")) == 180 / pi
    assert ratio(read_unit("Hz"), unit("rad/s")) is None
    assert ratio(read_unit("rpm"), unit("Hz")) == Fraction(1, 60)
    assert ratio(read_unit("rad*Hz"), unit("rad/s")) == 1
    assert ratio(read_unit("turns"), unit("degrees")) == 360


@pytest.mark.parametrize(
    ("text", "asked", "word", "suggestions"),
    [
        ("kw", "W", "kw", ("kW",)), ("kw", None, "kw", ("kW",)), ("mhz", "Hz", "mhz", ("MHz", "mHz")), ("KG", "kg", "KG", ("kg",)),
        ("S", "s", "S", ("s",)), ("M", "m", "M", ("m",)), ("FT", "ft", "FT", ("ft",)), ("apples", "m", "apples", ()),
        ("m/s apples", "m/s", "apples", ()), ("km/h fast", "m/s", "fast", ()), ("5 m", "m", "5", ()), ("m 5", "m", "5", ()),
        ("m+s", "m", "+s", ()), ("m,", "m", ",", ()), ("", "m", "", ()), ("m/", "m", "/", ()), ("m*", "m", "*", ()), ("m//s", "m/s", "/s", ()),
        ("(m/s", "m/s", "m/s", ()), ("m/s)", "m/s", "m/s", ()), ("m^99", "m", "^99", ()), ("m^0", "m", "^0", ()), ("m^(1/0)", "m", "^(1/0)", ()),
        ("m-3 m", "m", "-3", ()), ("dB", None, "dB", ()), ("m/2 s", "m/s", "2", ()), ("frac (m)", "m", "frac", ()), ("square", "m^2", "square", ()),
        ("Kg", None, "Kg", ("kg",)), ("secnds", None, "secnds", ("seconds",)), ("kilomters", None, "kilomters", ("kilometers",)), ("km per", "km", "/", ()), ("m per / s", "m/s", "/", ()),
    ],
)  # fmt: skip
def test_a_word_that_is_not_understood_is_named(
    text: str, asked: str | None, word: str, suggestions: tuple[str, ...]
) -> None:
    with pytest.raises(UnknownUnit) as caught:
        read_unit(text, unit(asked) if asked else None)
    assert (caught.value.word, caught.value.suggestions[: len(suggestions) or None]) == (word, suggestions)


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


@pytest.mark.parametrize(("value", "of", "to", "expected"), rows(__file__, "a_value_is_converted"))
def test_a_value_is_converted(value: object, of: str, to: str, expected: object) -> None:
    assert convert(Fraction(value), unit(of), unit(to)) == Fraction(expected)


def test_points_of_two_scales_have_no_ratio() -> None:
    assert ratio(unit("degC"), unit("K")) is None
    assert ratio(unit("degC"), unit("degC")) == 1
    assert ratio(unit("degF"), unit("delta_degC")) == Fraction(5, 9)


@pytest.mark.parametrize(
    "text", ["GB", "kg·m/s^2", "$/kWh", "delta_degC", "°C", "tokens/s", "1/s", "%", r"\mathrm{m/s}", "mVolt", "kohms"]
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


HOSTILE = ["m" * 201, "(" * 200, "m*" * 100, "km/" * 66, "\\" * 200, "m^" * 100, "kilo" * 50, "foot " * 40, "^(" * 100]


@pytest.mark.parametrize("text", [*HOSTILE, "-" * 200, "frac (" * 33])
def test_hostile_text_is_refused(text: str) -> None:
    with pytest.raises(UnitError):
        read_unit(text, unit("m"))


@pytest.mark.parametrize("text", ["da", "ma", "da*m", "k", "da da"])
def test_no_prefix_is_a_unit_and_no_year_is_smaller_than_a_year(text: str) -> None:
    with pytest.raises(UnknownUnit):
        read_unit(text)
