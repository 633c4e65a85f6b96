"""Choices: by letter, by number, by their words."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.answers.choice import kind, lettered
from checker.answers.reading import Hints
from checker.chosen import Chosen
from checker.errors import Unreadable

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
        ("salt and pepper", [3]),
        ("salt and pepper, A", None),
    ],
)
def test_writings(text, chosen):
    if chosen is None:  # a comma and an `and` that belongs to an option cannot be told apart
        with pytest.raises(Unreadable):
            places(text)
    else:
        assert places(text) == chosen


def test_an_option_of_one_letter_is_meant_before_the_letter_of_a_place():
    assert [places(text, LETTERS) for text in ("Q", "k", "V")] == [[0], [1], [2]]
    with pytest.raises(Unreadable, match=r'"A" is none of the options\. Write Q, K or V\.'):
        places("A", LETTERS)


@pytest.mark.parametrize("text", ["D or A", "not B", "everything", "E", "5", "[", ",", "A\x00B"])
def test_unreadable(text):
    with pytest.raises(Unreadable, match=r"none of the options\. Write A \(the queries\), B \(the keys\)"):
        places(text)


def test_too_long():
    with pytest.raises(Unreadable, match="too long"):
        places("A" * 20_000)


@given(st.sets(st.integers(0, 2)).filter(bool))
def test_what_is_printed_is_read_again(chosen):
    assert places(str(Chosen(OPTIONS, chosen))) == sorted(chosen)


@given(st.text(max_size=30))
def test_any_text_is_read_or_unreadable(text):
    with suppress(Unreadable):
        places(text)


def test_lettered():
    assert lettered(("yes", "no")) == "A (yes) or B (no)"
    assert lettered(LETTERS) == "Q, K or V"


def test_difference_tells_what_is_wrong_with_a_set():
    truth = Chosen(OPTIONS, {0, 2})

    def difference(text):
        return kind.difference(kind.read(text, Hints(whole=True, language=OPTIONS)), truth)

    assert difference("A") == "Something is missing."
    assert difference("A, B, C") == "Not all that you chose belong there."
    assert difference("A, B") == "Not all that you chose belong there. Something is missing."
