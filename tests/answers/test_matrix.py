"""Tables of numbers: rectangular, in every writing and printing, and never broadcast."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.engine.errors import UnreadableAnswer
from checker.kinds.matrix import kind
from checker.text.number import Hints
from checker.text.vocabulary import Words, lexicon

WORDS = Words(f"The attention scores and weights: {' '.join(lexicon().arrays)}")
REAL = Hints(whole=False, words=WORDS)


def test_a_peer_reads_two_rows_as_a_column_of_joined_digits():
    assert kind.to_json(kind.read("[[1 2],[3 4]]", REAL)) == [[1, 2], [3, 4]]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "[[1, 2], [3]]",
            "Row 1 has 2 entries and row 2 has 1 entry. Write the same number of entries in every row.",
        ),
        ("1 2\n3 4 5", "Row 1 has 2 entries and row 2 has 3 entries. Write the same number of entries in every row."),
        ("[[[1]]]", "This has three levels of brackets. Write a vector as [a, b] and a matrix as [[a, b], [c, d]]."),
    ],
)
def test_an_answer_that_is_no_matrix_is_unreadable(text, message):
    with pytest.raises(UnreadableAnswer) as refused:
        kind.read(text, REAL)
    assert refused.value.message == message


def test_show():
    assert kind.show([[1.0, 0.0], [0.0, 0.25]]) == "[[1, 0], [0, 0.25]]"
    assert kind.show_reading(kind.read("0.10 1/3; 2 3", REAL)) == "[[0.10, 1/3], [2, 3]]"
    assert kind.fits([[1.0]])
    assert not kind.fits([1.0])


floats = st.floats(-1e6, 1e6).map(lambda value: round(value, 4))


@st.composite
def matrices(draw):
    columns = draw(st.integers(1, 4))
    return draw(st.lists(st.lists(floats, min_size=columns, max_size=columns), min_size=1, max_size=4))


PRINTINGS = {
    "python": str,
    "numpy": lambda rows: "[" + "\n ".join("[" + " ".join(f"{x:>14.8f}" for x in row) + "]" for row in rows) + "]",
    "torch": lambda rows: (
        "tensor([" + ",\n        ".join("[" + ", ".join(f"{x:.4f}" for x in row) + "]" for row in rows) + "])"
    ),
    "latex": lambda rows: (
        r"\begin{bmatrix}" + r" \\ ".join(" & ".join(f"{x:.4f}" for x in row) for row in rows) + r"\end{bmatrix}"
    ),
}


@pytest.mark.parametrize("printing", PRINTINGS)
@given(rows=matrices())
def test_a_matrix_reads_back_from_every_printing(printing, rows):
    reading = kind.read(PRINTINGS[printing](rows), REAL)
    flat_anyway = printing == "latex" and 1 in (len(rows), len(rows[0]))
    assert flat_anyway or reading.shape == (len(rows), len(rows[0]))
    assert [float(number.value) for number in reading.numbers] == [x for row in rows for x in row]


@given(st.text(max_size=30))
def test_any_text_is_read_or_unreadable(text):
    with suppress(UnreadableAnswer):
        kind.to_json(kind.read(text, REAL))
