"""Words around an answer: what may be passed over, what never may, and what a question's own words allow."""

from __future__ import annotations

from fractions import Fraction

import pytest

from checker.text.vocabulary import Words, is_rate, is_reserved, is_understood, lexicon, unknown_word
from tests.tables import rows

QUESTION = Words(
    "How many weights per layer does the feed-forward network of l'encodeur have, with $d_{model}$ = 64 in 2 layers?"
)


@pytest.mark.parametrize("text", rows(__file__, "words_that_may_be_ignored"))
def test_words_that_may_be_ignored(text):
    assert unknown_word(text, QUESTION) is None


@pytest.mark.parametrize(("text", "word"), rows(__file__, "the_first_word_that_must_not_be_ignored_is_named"))
def test_the_first_word_that_must_not_be_ignored_is_named(text, word):
    assert unknown_word(text, QUESTION) == word


def test_a_word_that_changes_an_answer_is_never_ignored():
    words = Words("Which two of these are not at most half of the other, or per layer?")
    for word in ("two", "not", "most", "half", "or"):
        assert word in words
        assert not is_understood(word, words)
        assert is_reserved(word)


def test_numbers_of_a_question_are_no_words():
    assert "64" not in QUESTION
    assert "2" not in QUESTION


def test_a_rate_counts_only_word_for_word():
    assert is_rate("per layer", QUESTION)
    assert is_rate("Per Layer", QUESTION)
    assert not is_rate("per head", QUESTION)
    assert not is_rate("layer", QUESTION)


def test_names_in_latex_are_words():
    assert "d_model" in QUESTION


def test_the_words_of_a_question_are_collected_when_they_are_first_needed():
    def texts() -> str:
        calls.append(1)
        return "weights"

    calls: list[int] = []
    words = Words(texts)
    assert not calls
    assert is_understood("total", words)
    assert not calls, "a filler needs no look at the question"
    assert "weights" in words
    assert "biases" not in words
    assert calls == [1]


def test_scales_have_their_values():
    scales = lexicon().scales
    assert (scales["dozen"], scales["mio"], scales["milliarde"], scales["crore"]) == (12, 10**6, 10**9, 10**7)
    assert scales["billionen"] == 10**12, "the German word is a thousand times the English one"
    assert all(isinstance(value, Fraction) and value > 1 for value in scales.values())


def test_no_word_is_a_filler_and_changes_the_meaning():
    assert not lexicon().fillers & lexicon().reserved
    assert not lexicon().arrays & lexicon().reserved
