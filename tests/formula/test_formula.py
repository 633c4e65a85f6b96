"""Formulas in every spelling: their values at each size, and answers that are no formula."""

from __future__ import annotations

import math
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.engine.errors import UnreadableAnswer
from checker.formula.alphabet import Alphabet
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


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("N(4d^2 + 2dh)", "N·(4·d² + 2·d·h)"),
        (r"\frac{d^2}{h}", "d²/h"),
        ("3 N_{heads} d_k", "3·N_heads·d_k"),
        ("dmodel = d_model", "d_model"),
    ],
)
def test_a_formula_is_shown_in_the_symbols_of_the_question(text, shown):
    assert kind.read(text, HINTS).shown == shown


@pytest.mark.parametrize(
    ("text", "is_formula"),
    [
        ("N(4d²) = 6291456", True),
        ("6291456 = N(4d²)", True),
        ("N d ≈ 3.1K", True),
        ("N d = 3,072 parameters", True),
        ("total = N d = 6*512 = 3072", True),
        ("44 million", False),
        ("e^2", False),
        ("3d", True),
        ("x(N) = 3072", False),
    ],
)
def test_a_formula_and_a_number_are_told_apart(text, is_formula):
    assert ("This is a number" in kind.read(text, HINTS).refused) is not is_formula


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("N(4x² + 2)", 'I do not know "x". The symbols here are N, d, h, N_heads.'),
        ("4d2", 'I do not know what the 2 in "d2" is. Write a power as d^2.'),
        ("1/2 d", '"1/2 d" can be read in two ways. Write (1/2)·d or 1/(2·d).'),
        ("d//2h", '"d//2h" can be read in two ways. Write floor(d/2)·h or floor(d/(2·h)).'),
        ("(N+1)2d", '"(N+1)2d" has a number right behind ")". Write · between ) and 2.'),
        ("100000!", "Factorial needs whole numbers from 0 to 500."),
        ("N + 1/2 d h²", '"N + 1/2 d h²" can be read in two ways. Write N + (1/2)·d·h² or N + 1/(2·d·h²).'),
        ("2 d/2h(N + d)", '"2 d/2h(N + d)" can be read in two ways. Write (2·d/2)·h·(N + d) or 2·d/(2·h·(N + d)).'),
        ("d/(d - d_model)", "This divides by zero when N = 6, d = 512, h = 2048, N_heads = 8."),
        ("sqrt(N - d)", "This has no real value when N = 6, d = 512, h = 2048, N_heads = 8."),
        ("d^h", "This number is too large when N = 6, d = 512, h = 2048, N_heads = 8."),
        ("N d = N h", 'The sides of "N d = N h" are not equal for all values. Write only one formula.'),
        ("N =", "I found no formula. Write one with N, d, h, N_heads."),
        ("log(d)", 'I do not know which logarithm "log" is. Write ln, log2 or log10.'),
        ("N(4d²", 'I cannot read "N(4d^2": it ends too early.'),
        ("(" * 60 + "d" + ")" * 60, "This is nested more than 30 deep."),
        ("d+" * 2_000 + "d", "This is too long: I expected at most 2,000 characters here."),
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


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("sum(k, k, 1, 2001)", "more than 1,000 terms"),
        ("sum(k, k, 1/2, n)", "from one whole number to another"),
        ("sum(sum(k, k, 1, 2), i, 1, n)", "within another"),
    ],
)
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
