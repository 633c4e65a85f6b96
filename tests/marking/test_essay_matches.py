"""Which sentences are shown for which point of a rubric, and on which line they begin."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.engine.values.rubric import Criterion, Rubric
from checker.marking.essay_matches import LONGEST_SHOWN, MOST, essay_matches, sentences, stem
from tests.tables import rows


def rubric(*ideas, wrong=()):
    return Rubric([Criterion("the point", 2, ideas, wrong)])


def lines(text, *ideas, wrong=()):
    return [(one.line, one.kind, one.text) for one in essay_matches(text, rubric(*ideas, wrong=wrong))]


@pytest.mark.parametrize(("phrase", "sentence"), rows(__file__, "a_sentence_that_touches_a_phrase"))
def test_a_sentence_that_touches_a_phrase(phrase, sentence):
    assert [one.phrase for one in essay_matches(sentence, rubric(phrase))] == [phrase]


@pytest.mark.parametrize(("phrase", "sentence"), rows(__file__, "a_sentence_that_touches_no_phrase"))
def test_a_sentence_that_touches_no_phrase(phrase, sentence):
    assert essay_matches(sentence, rubric(phrase)) == []


def test_each_sentence_has_the_line_on_which_it_begins():
    text = "Nothing here. Scores\nare scaled.\n\n# Heading\n1. one thing\n2. scale the scores; 3.5 scores scale\r\n\n* scored scales"
    assert lines(text, "scale scores") == [
        (1, "idea", "Scores are scaled."),
        (6, "idea", "2. scale the scores;"),
        (6, "idea", "3.5 scores scale"),
        (8, "idea", "* scored scales"),
    ]


def test_matches_are_in_the_rubrics_order_with_ideas_before_wrong_claims():
    points = [Criterion("second", 1, ("beta",), ("gamma",)), Criterion("first", 1, ("alpha", "alpha beta"))]
    found = essay_matches("Gamma. Alpha beta.", Rubric(points))
    assert [(one.point, one.kind, one.text, one.phrase) for one in found] == [
        ("second", "idea", "Alpha beta.", "beta"),
        ("second", "wrong", "Gamma.", "gamma"),
        ("first", "idea", "Alpha beta.", "alpha"),  # once, for the first phrase that it touches
    ]


def test_only_the_first_of_many_matches_are_kept():
    found = essay_matches("\n\n".join(f"alpha {n}." for n in range(100)), rubric("alpha"))
    assert [one.text for one in found] == [f"alpha {n}." for n in range(MOST)]


def test_a_long_sentence_is_cut():
    (one,) = essay_matches("alpha " * 10_000, rubric("alpha"))
    assert len(one.text) == LONGEST_SHOWN
    assert one.text.endswith("…")


@given(st.text(max_size=200))
def test_the_sentences_of_a_text_are_all_of_it_and_touch_themselves(text):
    said = "".join(sentence for _, sentence in sentences(text))
    assert [sign for sign in said if sign.isalnum()] == [sign for sign in text if sign.isalnum()]
    for line, sentence in sentences(text):
        assert 1 <= line <= text.count("\n") + 1
        assert essay_matches(sentence, rubric(sentence)) != []


@given(st.text(alphabet="esingaly", max_size=60))
def test_a_stem_begins_its_word_and_is_never_empty(word):
    assert word.startswith(stem(word))
    assert bool(stem(word)) == bool(word)
