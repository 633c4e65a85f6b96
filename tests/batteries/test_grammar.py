"""The oracle of the fuzzer: what it takes an answer to mean."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from tests.batteries.fuzz import TOPICS, Case, case
from tests.batteries.grammar.answer import Answer, Value, decimal, half_of, number
from tests.batteries.grammar.growth import Term, fingerprint
from tests.batteries.grammar.numerals import root, spelled

N, D, K = (Term(powers=tuple(int(i == place) for i in range(5))) for place in range(3))
LOG_N = Term(logs=(1, 0, 0, 0, 0))
LOG_D = Term(logs=(0, 1, 0, 0, 0))
TWO_TO_N = Term(exponentials=(1, 0, 0, 0, 0))


@pytest.mark.parametrize(
    ("one", "other", "are_equal"),
    [
        ((N, Term()), (N,), True),
        ((N.times(N), N), (N.times(N),), True),
        ((N.times(N), N.times(K)), (N.times(N),), True),
        ((N, D), (N,), False),
        ((N.times(LOG_N),), (N,), False),
        ((N.times(LOG_N),), (N.times(LOG_D),), False),
        ((N, LOG_N), (N,), True),
        ((N, LOG_D), (N,), False),
        ((TWO_TO_N, N.times(N)), (TWO_TO_N,), True),
        ((TWO_TO_N.times(D),), (TWO_TO_N,), False),
        ((TWO_TO_N, D), (TWO_TO_N,), False),
        ((K,), (N,), False),
        ((Term(),), (LOG_N,), False),
    ],
)
def test_orders_are_equal_where_no_direction_tells_them_apart(one, other, are_equal):
    assert (fingerprint(one) == fingerprint(other)) is are_equal


@pytest.mark.parametrize(
    ("value", "text"),
    [("27648", "27648"), ("0.609", "0.609"), ("-21/4", "-5.25"), ("1/3", "1/3"), ("-1/1000", "-0.001"), ("0", "0"), ("1/6", "1/6")],
)  # fmt: skip
def test_a_fraction_is_written_exactly(value, text):
    assert decimal(Fraction(value)) == text
    assert Fraction(text) == Fraction(value)


@pytest.mark.parametrize(("text", "half"), [("27648", "1/2"), ("0.60", "1/200"), ("1/3", "0"), ("-5.25", "1/200")])
def test_digits_go_as_far_as_they_are_written(text, half):
    assert half_of(text) == Fraction(half)


@pytest.mark.parametrize(("value", "result"), [(1024, 32), (Fraction(9, 4), Fraction(3, 2)), (0, 0), (-4, None)])
def test_a_root_is_exact_where_it_is_a_fraction(value, result):
    assert root(Fraction(value)) == result


@pytest.mark.parametrize(
    "spelling", ["plain", "scientific", "full-width", "zeros", "grouped", "fraction", "scale word", "comma"]
)
@pytest.mark.parametrize("value", ["27648", "0.609", "-5.25", "0.00123"])
def test_every_spelling_means_the_value(spelling, value):
    for seed in range(20):
        answer = spelled(Random(seed), Fraction(value), spelling, whole=value == "27648")
        assert answer.meaning.entries == (Fraction(value),)


@pytest.mark.parametrize(
    ("value", "half", "is_right", "may_be_coarse"),
    [(27648, "1/2", True, True), (27600, 50, False, True), (27600, "1/2", False, False), (27000, 500, False, False)],
)
def test_a_rounded_number_may_be_coarse_where_its_digits_hold_the_truth(value, half, is_right, may_be_coarse):
    tried = Case(TOPICS["count"], Answer("?", number(value, Fraction(half))))
    assert (tried.is_right, tried.may_be_coarse) == (is_right, may_be_coarse)


def test_what_has_no_meaning_is_never_right():
    for topic in TOPICS.values():
        tried = Case(topic, Answer("?", None))
        assert (tried.is_right, tried.may_be_coarse) == (False, False)


def test_another_shape_is_never_right():
    column = Value((Fraction(609, 1000), Fraction(196, 1000)), (Fraction(0),) * 2, (2, 1))
    assert not Case(TOPICS["vector"], Answer("?", column)).is_right


@pytest.mark.parametrize("name", TOPICS)
def test_right_answers_and_others_come_from_every_grammar(name):
    rng = Random(1)
    tried = [case(rng, name) for _ in range(300)]
    assert len({each.answer.text for each in tried}) > 200
    assert 30 < sum(each.is_right for each in tried) < 200
    assert sum(each.answer.meaning is None for each in tried) > 100


def test_a_seed_gives_the_same_answers_again():
    assert [case(Random(7)).answer.text for _ in range(3)] == [case(Random(7)).answer.text] * 3
