"""Choices: by letter, by number, by their words."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.engine.errors import UnreadableAnswer
from checker.engine.values import SelectedOptions
from checker.kinds.choice import kind, lettered
from checker.text.number import Hints

OPTIONS = ("the queries", "the keys", "the values", "salt and pepper")
LETTERS = ("Q", "K", "V")


def places(text, options=OPTIONS):
    reading = kind.read(text, Hints(whole=True, language=options))
    return [place for place, number in enumerate(reading.numbers) if number.value]


def test_options_that_differ_only_in_spaces_are_told_apart():
    with pytest.raises(UnreadableAnswer, match="not one of the options"):
        places("prenorm", ("pre-norm", "pren orm"))


@pytest.mark.parametrize("text", ["a, b; c", "c, A"])
def test_a_letter_in_a_list_is_no_option_where_options_have_commas(text):
    with pytest.raises(UnreadableAnswer, match="not one of the options"):
        places(text, ("a, b", "c"))


@pytest.mark.parametrize("text", ["D or A", "not B", "everything", "E", "5", "[", ",", "A\x00B"])
def test_an_answer_that_is_no_option_is_unreadable(text):
    with pytest.raises(UnreadableAnswer, match=r"not one of the options\. Write A \(the queries\), B \(the keys\)"):
        places(text)


def test_an_answer_far_longer_than_the_options_is_unreadable():
    with pytest.raises(UnreadableAnswer, match="longer than 10,000 characters"):
        places("A" * 100_001)


@given(st.sets(st.integers(0, 2)).filter(bool))
def test_what_is_printed_is_read_again(chosen):
    assert places(str(SelectedOptions(OPTIONS, chosen))) == sorted(chosen)


@given(st.text(max_size=30))
def test_any_text_is_read_or_unreadable(text):
    with suppress(UnreadableAnswer):
        places(text)


def test_the_options_are_listed_with_letters():
    assert lettered(("yes", "no")) == "A (yes) or B (no)"
    assert lettered(LETTERS) == "Q, K or V"
    assert lettered(("1", "10", "100")) == "A (1), B (10) or C (100)"


@given(st.lists(st.text(max_size=4), min_size=1, max_size=6, unique_by=lambda text: " ".join(text.casefold().split())))
def test_every_option_can_be_chosen_by_its_own_words(options):
    for place, option in enumerate(options):
        assert places(option, tuple(options)) == [place]


def test_the_difference_says_what_is_wrong_with_a_set():
    truth = SelectedOptions(OPTIONS, {0, 2})

    def difference(text):
        return kind.difference(kind.read(text, Hints(whole=True, language=OPTIONS)), truth)

    assert difference("A") == "At least one right option is missing."
    assert difference("A, B, C") == "At least one option that you chose is wrong."
    assert difference("A, B") == "At least one option that you chose is wrong. At least one right option is missing."


@pytest.mark.parametrize("text", ["B", "b)", "B (Star B (M = -4))"])
def test_an_option_with_its_own_letter_may_be_named_by_it(text):
    assert places(text, ("Star A (M = 1)", "Star B (M = -4)", "Star C (M = 2)")) == [1]


@pytest.mark.parametrize("options", [("B first", "A first"), ("A and B", "B and C"), ("one", "both B and C")])
def test_a_letter_that_means_another_option_names_none(options):
    with pytest.raises(UnreadableAnswer, match="not one of the options"):
        places("B", options)


def test_it_may_be_left_out():
    assert places("falls", ("it rises", "it falls")) == [1]
