"""What a unit measures, and which units count things."""

from __future__ import annotations

import pytest

from checker.text import packaged
from checker.units.kinds import FILE, is_counting, kind_of
from checker.units.reading import may_be_unit, unit_of_author
from tests.tables import rows


@pytest.mark.parametrize(("text", "kind"), rows(__file__, "a_kind_is_named_in_plain_english"))
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
    assert {word for word in words.split() if may_be_unit(word) is not expected} == set()
