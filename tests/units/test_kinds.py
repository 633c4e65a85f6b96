"""What a unit measures, and which units count things."""

from __future__ import annotations

import pytest

from checker.text import packaged
from checker.units import is_counting, is_unit_word, kind_of, unit_of_author
from checker.units.kinds import FILE


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("km", "a length"), ("m/s", "a speed"), ("GiB", "an amount of memory"), ("degC", "a temperature"), ("kWh", "an energy or a torque"),
        ("N m", "an energy or a torque"), ("%", "a plain number or a share"), ("USD", "an amount of money in USD"), ("¢", "an amount of money in USD"),
        ("tokens", "a number of tokens"), ("people", "a number of people"), ("batches", "a number of batches"), ("GFLOP/s", "a computing speed"),
        ("mol/L", "a concentration"), ("kg m^3/s", "a quantity in kg·m³/s"), ("kg^2/(m s^3)", "a quantity in kg²/(m·s³)"), ("m^0.5 kg", "a quantity in kg·m^(1/2)"),
        ("m*Hz", "a speed"), ("kg*m*Hz^2", "a force"), ("m*Hz/kg", "a quantity in m/(kg·s)"),
        ("1/kg", "a quantity in 1/kg"), ("USD/kg", "a quantity in USD/kg"), ("tokens^2", "a quantity in token²"),
    ],
)  # fmt: skip
def test_a_kind_is_named_in_plain_english(text: str, kind: str) -> None:
    assert kind_of(unit_of_author(text)) == kind


def test_every_kind_has_an_article_and_a_unit() -> None:
    lines = [line for line in packaged.text("checker.units", FILE).splitlines() if not line.startswith("#")]
    for line in lines:
        kind, _, text = line.rpartition(": ")
        assert kind.split()[0] in {"a", "an"}
        assert kind_of(unit_of_author(text)) == kind, line
    assert len(lines) > 70


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        ("tokens tokens/s GB FLOP USD USD/kWh images/s px people MAC req/s", True),
        ("m K mol/L s/token % rad Hz Bq T mol", False),
    ],
)
def test_counted(texts: str, expected: bool) -> None:
    assert {text for text in texts.split() if is_counting(unit_of_author(text)) is not expected} == set()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("kW GB seconds Kilometers °C % € gflops Gb tons kelvin mol μm kohms mVolt", True),
        ("total in as a at are answer kw F? roughly so dB x", False),
    ],
)
def test_words_that_are_units(words: str, expected: bool) -> None:
    assert {word for word in words.split() if is_unit_word(word) is not expected} == set()
