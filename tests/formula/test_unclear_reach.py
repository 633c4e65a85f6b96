"""Formulas in which it is not visible how far a slash, a root or an exponent reaches have two readings."""

from __future__ import annotations

import re
from itertools import product

import pytest

from checker.engine.errors import UnreadableAnswer
from checker.formula.alphabet import Alphabet
from checker.kinds.formula import kind
from checker.text.number import Hints

ALPHABET = Alphabet(("g", "h", "k", "m"), ({"g": 9.5, "h": 2.5, "k": 0.25, "m": 3}, {"g": 2, "h": 7, "k": 1.5, "m": 5}))
HINTS = Hints(whole=False, language=ALPHABET)

UNCLEAR = [
    ("1/2 {} {}", "(1/2)*{}*{}", "1/(2*{}*{})"),
    ("{}/2{}", "({}/2)*{}", "{}/(2*{})"),
    ("√{}{}", "sqrt({})*{}", "sqrt({}*{})"),
    ("√2{} {}", "sqrt(2)*{}*{}", "sqrt(2*{}*{})"),
    ("sqrt {} {}", "sqrt({})*{}", "sqrt({}*{})"),
    ("sqrt{}{}", "sqrt({})*{}", "sqrt({}*{})"),
    ("sqrt2{}{}", "sqrt(2)*{}*{}", "sqrt(2*{}*{})"),
    ("e^-{}{}", "exp(-{})*{}", "exp(-{}*{})"),
    ("e^-{} {}", "exp(-{})*{}", "exp(-{}*{})"),
    ("2^{}{}", "2^({})*{}", "2^({}*{})"),
    ("e^-2{}{}", "exp(-2)*{}*{}", "exp(-2*{}*{})"),
]
AROUND = ["{}", "g + {}", "{}/k", "{} - m", "k·({})", "h ({} + 1)", "1 - {} + k"]


def values(text):
    return [float(number.value) for number in kind.read(text, HINTS).numbers]


def refusal(text):
    with pytest.raises(UnreadableAnswer) as refused:
        kind.read(text, HINTS)
    return refused.value.message


@pytest.mark.parametrize(("text", "one", "other"), UNCLEAR)
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


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("√g²+h²", '"√g²+h²" can be read in two ways. Write sqrt(g²) + h² or sqrt(g² + h²).'),
        ("sqrt g^2 + h^2", '"sqrt g² + h²" can be read in two ways. Write sqrt(g²) + h² or sqrt(g² + h²).'),
        ("√g²", '"√g²" can be read in two ways. Write (√g)² or sqrt(g²).'),
        ("1/2 g + 1/3 h", '"1/2 g + 1/3 h" can be read in two ways. Write (1/2)·g + 1/3 h or 1/(2·g) + 1/3 h.'),
        ("m e^kg", '"m e^kg" can be read in two ways. Write m e^k·g or m e^(k·g).'),
        ("e^-kg cos(hk)", '"e^-kg cos(hk)" can be read in two ways. Write e^(-k)·g cos(hk) or e^(-k·g) cos(hk).'),
        ("e^-kg h", '"e^-kg h" can be read in two ways. Write e^(-k)·g h or e^(-k·g) h.'),
        ("e^3k h", '"e³k h" can be read in two ways. Write e³·k h or e^(3·k) h.'),
        ("√2g sin h", '"√2g sin h" can be read in two ways. Write √2·g sin h or sqrt(2·g) sin h.'),
        ("√2 g h sin k", '"√2 g h sin k" can be read in two ways. Write √2·g·h sin k or sqrt(2·g·h) sin k.'),
        ("sin2g", 'I do not know what the 2 in "sin2g" is. Write brackets around what it is of.'),
    ],
)
def test_both_readings_are_named(text, message):
    assert refusal(text) == message
