"""Formulas in which it is not visible how far a slash, a root or an exponent reaches have two readings."""

from __future__ import annotations

import re
from itertools import product

import pytest

from checker.engine.errors import UnreadableAnswer
from checker.formula.symbols import Alphabet
from checker.kinds.formula import kind
from checker.text.number import Hints
from tests.tables import rows

ALPHABET = Alphabet(("g", "h", "k", "m"), ({"g": 9.5, "h": 2.5, "k": 0.25, "m": 3}, {"g": 2, "h": 7, "k": 1.5, "m": 5}))
HINTS = Hints(whole=False, language=ALPHABET)

AROUND = ["{}", "g + {}", "{}/k", "{} - m", "k·({})", "h ({} + 1)", "1 - {} + k"]


def values(text):
    return [float(number.value) for number in kind.read(text, HINTS).numbers]


def refusal(text):
    with pytest.raises(UnreadableAnswer) as refused:
        kind.read(text, HINTS)
    return refused.value.message


@pytest.mark.parametrize(
    ("text", "one", "other"), rows(__file__, "each_spelling_that_is_advised_is_a_reading_of_the_whole_answer")
)
@pytest.mark.parametrize("around", AROUND)
def test_each_spelling_that_is_advised_is_a_reading_of_the_whole_answer(around, text, one, other):
    for factors in product("ghkm", repeat=2):
        message = refusal(around.format(text.format(*factors)))
        advised = re.fullmatch(r'".*" can be read in two ways\. Write (.*) or (.*)\.', message)
        assert advised, factors
        expected = [around.format(f"({each.format(*factors)})") for each in (one, other)]
        found = [values(each) for each in advised.groups()]
        assert found == [pytest.approx(values(each)) for each in expected], factors


def test_of_a_long_answer_the_unclear_part_is_advised():
    assert refusal(f"{' + '.join('ghkm' * 5)} + 1/2 g h") == (
        '"1/2 g h" can be read in two ways. Write it as (1/2)·g·h or 1/(2·g·h).'
    )
    assert re.fullmatch(r'"√2 g h .*…" can be read in two ways\. Write brackets\.', refusal(f"√2{' g h' * 20}"))


@pytest.mark.parametrize(("text", "message"), rows(__file__, "both_readings_are_named"))
def test_both_readings_are_named(text, message):
    assert refusal(text) == message
