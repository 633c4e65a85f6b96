"""Names of substances behind amounts, which could be units: `0.0993 mol N2`."""

from __future__ import annotations

import time
from decimal import Decimal

import pytest

from checker.engine.errors import UnreadableAnswer
from checker.kinds.number import kind
from checker.text.number import Hints
from checker.text.vocabulary import Words


def number(text, hints):
    reading = kind.read(text, hints)
    assert not reading.refused
    return reading.numbers[0]


@pytest.mark.parametrize("text", ["15.0 g CO2", "15.0 g of CO₂", "15.0 g CO₂", "15.0 grams of CO2"])
def test_a_substance_that_the_question_names(text):
    for prompt in ("What mass of CO2 forms?", "What mass of CO₂ forms?", "What mass of $CO_2$ forms?"):
        assert number(text, Hints(whole=False, unit="g", words=Words(prompt))).value == Decimal("15.0")
    with pytest.raises(UnreadableAnswer, match="CO2"):
        number(text, Hints(whole=False, unit="g", words=Words("What mass of H2O forms?")))


def test_a_unit_is_no_substance_unless_the_question_names_it():
    hints = Hints(whole=False, unit="kg")
    assert kind.read("5 kg C", hints._replace(words=Words("How much carbon is there?"))).refused
    assert not kind.read("5 kg C", hints._replace(words=Words("How much C is there?"))).refused
    assert kind.read("5 V C", hints._replace(words=Words("How much C is there?"))).refused


def test_a_long_formula_of_chemistry_takes_no_time():
    start = time.perf_counter()
    with pytest.raises(UnreadableAnswer):
        number("15 " + ("g " + "A111" * 12 + "! ") * 20, Hints(whole=False, unit="GB"))
    assert time.perf_counter() - start < 2
