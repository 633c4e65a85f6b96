"""Formulas in every spelling: their values at each size, and answers that are no formula."""

from __future__ import annotations

import math
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.engine.errors import UnreadableAnswer
from checker.formula.symbols import Alphabet
from checker.kinds.formula import kind
from checker.text.number import Hints
from checker.text.vocabulary import Words
from tests.tables import rows

OWN = {"N": 6, "d": 512, "h": 2048, "N_heads": 8, "d_model": 512, "d_k": 64}
BESIDE = {"N": 5, "d": 300, "h": 99, "N_heads": 7, "d_model": 300, "d_k": 31}
ALPHABET = Alphabet(("N", "d", "h", "N_heads"), (OWN, BESIDE))
HINTS = Hints(whole=True, language=ALPHABET, words=Words("How many parameters?"))


def values(text, hints=HINTS):
    return tuple(number.value for number in kind.read(text, hints).numbers)


def refusal(text, hints=HINTS):
    with pytest.raises(UnreadableAnswer) as refused:
        kind.read(text, hints)
    return refused.value.message


@pytest.mark.parametrize(("text", "shown"), rows(__file__, "a_formula_is_shown_in_the_symbols_of_the_question"))
def test_a_formula_is_shown_in_the_symbols_of_the_question(text, shown):
    assert kind.read(text, HINTS).shown == shown


@pytest.mark.parametrize(("text", "is_formula"), rows(__file__, "a_formula_and_a_number_are_told_apart"))
def test_a_formula_and_a_number_are_told_apart(text, is_formula):
    assert ("This is a number" in kind.read(text, HINTS).refused) is not is_formula


@pytest.mark.parametrize(
    ("text", "message"),
    [
        *rows(__file__, "an_answer_that_is_no_formula_in_these_symbols_is_unreadable"),
        ("(" * 60 + "d" + ")" * 60, "This is nested more than 30 deep."),
        ("d+" * 5_000 + "d", "This answer is longer than 10,000 characters. Write only the answer."),
    ],
)
def test_an_answer_that_is_no_formula_in_these_symbols_is_unreadable(text, message):
    assert refusal(text) == message


def test_capitals_count_where_symbols_differ_only_by_them():
    both = HINTS._replace(language=Alphabet(("n", "N"), ({"n": 2, "N": 3}, {"n": 5, "N": 7})))
    assert values("n^2 N", both) == (12, 175)


# Laws

symbols = st.sampled_from(["N", "d", "h"])
terms = st.lists(st.tuples(st.integers(1, 9), st.lists(symbols, min_size=1, max_size=3)), min_size=1, max_size=4)


def written(terms, times=""):
    return " + ".join(f"{factor}{times}{times.join(names)}" for factor, names in terms)


def worth(terms, point):
    return sum(factor * math.prod(point[name] for name in names) for factor, names in terms)


@given(terms, st.randoms())
def test_the_order_of_terms_does_not_matter(terms, rng):
    shuffled = [(factor, rng.sample(names, len(names))) for factor, names in rng.sample(terms, len(terms))]
    expected = (worth(terms, OWN), worth(terms, BESIDE))
    assert values(written(terms)) == values(written(shuffled, "·")) == expected


@given(terms)
def test_a_shown_formula_reads_back(terms):
    shown = kind.read(f"({written(terms)})/(2d) - h", HINTS).shown
    assert values(shown) == values(f"({written(terms)})/(2d) - h")


@given(st.text(max_size=40))
def test_any_text_is_read_or_unreadable(text):
    with suppress(UnreadableAnswer):
        assert kind.read(text, HINTS).shown


@pytest.mark.parametrize("text", ["asin(x)", "Basin(x)", "x asin(a)"])
def test_asin_may_be_a_times_sin(text):
    hints = Hints(whole=False, language=Alphabet(("a", "B", "x"), ({"a": 2.5, "B": 3.5, "x": 0.5},)))
    with pytest.raises(UnreadableAnswer, match='"asin" could mean arcsin or a·sin'):
        values(text, hints)


@pytest.mark.parametrize(("text", "message"), rows(__file__, "a_sum_that_is_not_computed"))
def test_a_sum_that_is_not_computed(text, message):
    hints = Hints(whole=True, language=Alphabet(("k", "n"), ({"k": 3, "n": 5},)))
    with pytest.raises(UnreadableAnswer, match=message):
        values(text, hints)


@pytest.mark.parametrize(("text", "decimal", "shown"), rows(__file__, "what_is_shown_of_a_formula_reads_back"))
def test_what_is_shown_of_a_formula_reads_back(text, decimal, shown):
    hints = Hints(whole=False, decimal=decimal, language=Alphabet(("d", "h"), ({"d": 7, "h": 2},)))
    reading = kind.read(text, hints)
    again = kind.read(shown, hints)
    assert reading.shown == again.shown == shown
    assert [number.value for number in reading.numbers] == [number.value for number in again.numbers]


@pytest.mark.parametrize("text", ["max(d^2,3)", "max(10,2)", "max(1,2,3)", "max(d,3,5)"])
def test_a_comma_that_may_be_a_decimal_sign_separates_nothing(text):
    hints = Hints(whole=False, decimal="comma", language=Alphabet(("d", "h"), ({"d": 7, "h": 2},)))
    with pytest.raises(UnreadableAnswer) as refused:
        kind.read(text, hints)
    assert refused.value.message == "A comma is a decimal sign here. Write ; between the arguments of max."
