"""Choices: by letter, by number, by their words."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.answers.kinds.choice import kind, lettered
from checker.engine.errors import UnreadableAnswer
from checker.engine.values.choice import SelectedOptions
from checker.notation.number import Hints

OPTIONS = ("the queries", "the keys", "the values", "salt and pepper")
LETTERS = ("Q", "K", "V")


def places(text, options=OPTIONS):
    reading = kind.read(text, Hints(whole=True, language=options))
    return [place for place, number in enumerate(reading.numbers) if number.value]


@pytest.mark.parametrize(
    ("text", "chosen"),
    [
        ("the keys", [1]),
        ("The Keys.", [1]),
        ("  the   keys ", [1]),
        ('"the keys"', [1]),
        ("B", [1]),
        ("b)", [1]),
        ("(B)", [1]),
        ("2", [1]),
        ("answer: B", [1]),
        ("Option 2", [1]),
        ("A, C", [0, 2]),
        ("A and C", [0, 2]),
        ("1; 3", [0, 2]),
        ("the queries & the values", [0, 2]),
        ("C, A, C", [0, 2]),
        ("A C D", [0, 2, 3]),
        ("salt and pepper", [3]),
        ("salt and pepper, A", [0, 3]),
        ("A and salt and pepper", None),
    ],
)
def test_every_way_to_write_a_choice(text, chosen):
    if chosen is None:  # which `and` belongs to an option cannot be told
        with pytest.raises(UnreadableAnswer):
            places(text)
    else:
        assert places(text) == chosen


@pytest.mark.parametrize(
    ("options", "text", "chosen"),
    [
        (("(0, 1)", "[0, 1]", "{0, 1}"), "(0, 1)", [0]),
        (("(0, 1)", "[0, 1]", "{0, 1}"), "{0, 1}", [2]),
        (("A", "A*", "`A`"), "A*", [1]),
        (("C++", "Java", "Python"), "C++, Python", [0, 2]),
        (("C++", "Java", "Python"), "C++ and Python", [0, 2]),
        (("1", "10", "100"), "B", [1]),
        (("1", "10", "100"), "10", [1]),
        (("softmax", "ReLU", "none"), "none", [2]),
        (("pre-norm", "post-norm"), "“pre-norm”", [0]),
        (("pre-norm", "post-norm"), "post norm", [1]),
        (("pre-norm", "post-norm"), "pre\u2011norm", [0]),
        (("pre-norm", "post-norm"), "prenorm", [0]),
        (("pre-norm", "post-norm", "weight norm"), "Weightnorm", [2]),
        (("ab", "cd"), "a b", [0, 1]),
        (("-1", "1"), "-1", [0]),
        (("a, b", "c"), "a, b", [0]),
    ],
)
def test_options_of_every_kind(options, text, chosen):
    assert places(text, options) == chosen


def test_options_that_differ_only_in_spaces_are_told_apart():
    with pytest.raises(UnreadableAnswer, match="not one of the options"):
        places("prenorm", ("pre-norm", "pren orm"))


@pytest.mark.parametrize("text", ["a, b; c", "c, A"])
def test_a_letter_in_a_list_is_no_option_where_options_have_commas(text):
    with pytest.raises(UnreadableAnswer, match="not one of the options"):
        places(text, ("a, b", "c"))


def test_an_option_of_one_letter_comes_before_the_letter_of_a_place():
    assert [places(text, LETTERS) for text in ("Q", "k", "V")] == [[0], [1], [2]]
    with pytest.raises(UnreadableAnswer, match=r'"A" is not one of the options\. Write Q, K or V\.'):
        places("A", LETTERS)


@pytest.mark.parametrize("text", ["D or A", "not B", "everything", "E", "5", "[", ",", "A\x00B"])
def test_an_answer_that_is_no_option_is_unreadable(text):
    with pytest.raises(UnreadableAnswer, match=r"not one of the options\. Write A \(the queries\), B \(the keys\)"):
        places(text)


def test_an_answer_far_longer_than_the_options_is_unreadable():
    with pytest.raises(UnreadableAnswer, match="too long"):
        places("A" * 20_000)


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


def test_a_letter_before_its_own_option_is_read_without_a_sign():
    assert places("A pre-norm", ("pre-norm", "post-norm")) == [0]
    with pytest.raises(UnreadableAnswer):
        places("A post-norm", ("pre-norm", "post-norm"))
