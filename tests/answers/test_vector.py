"""Lists of numbers: every way to write one, what numpy and torch print, and shapes that are never bent."""

from __future__ import annotations

from decimal import Decimal
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.engine.errors import UnreadableAnswer
from checker.kinds.vector import kind, read_general_vector
from checker.reading.reading import Reading
from checker.text.number import Hints, StatedNumber
from checker.text.vocabulary import Words, lexicon

WORDS = Words(f"The attention scores and weights: {' '.join(lexicon().arrays)}")
REAL = Hints(whole=False, words=WORDS)
EVERY_HINT = [Hints(whole, decimal) for whole, decimal in product((True, False), (None, "point", "comma"))]
TWO = (StatedNumber(Decimal("0.609"), Decimal("0.0005"), 3), StatedNumber(Decimal("0.196"), Decimal("0.0005"), 3))


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("[[0.609, 0.196]]", "a row, read as a vector"),
        ("[[0.609], [0.196]]", "a column, read as a vector"),
        ("array([[0.609],\n       [0.196]])", "a column, read as a vector"),
    ],
)
def test_a_row_or_a_column_is_read_with_a_note(text, note):
    assert kind.read(text, REAL) == Reading((2,), TWO, note)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "0,609, 0,196",
            'The commas in "0,609, 0,196" could be decimal commas or separate entries. Write decimal points.',
        ),
        (
            "[0,609,0,196]",
            'The commas in "0,609,0,196" could be decimal commas or separate entries. Write decimal points.',
        ),
        ("[1,234; 5,678]", '"1,234" can be read as 1234 or as 1.234. Write 1234 or 1.234.'),
        ("[1, 2", 'A bracket in "[1, 2" is not closed. Close every bracket.'),
        ("[1, 2)", 'The brackets in "[1, 2)" do not match. Close [ with ] and ( with ).'),
        ("[1, , 2]", "An entry of this list is missing. Write a number there."),
        ("[[[1]]]", "This has three levels of brackets. Write a vector as [a, b] and a matrix as [[a, b], [c, d]]."),
        ("[1, a]", 'I do not understand "a" in "a". Write only the answer.'),
        ("[1 - 2]", '"1 - 2" could be a range or a difference. Write only one number.'),
        (
            "[[1, 2], [3]]",
            "Row 1 has 2 entries and row 2 has 1 entry. Write the same number of entries in every row.",
        ),
        ("", "I found no list of numbers. Write one, such as [a, b]."),
        ("[" * 99_999, "This is nested more than 30 deep. Write fewer brackets."),
        ("1,2," * 20_000, "This has more than 10,000 entries. Write a list with fewer entries."),
    ],
)
def test_an_answer_that_is_no_vector_is_unreadable(text, message):
    with pytest.raises(UnreadableAnswer) as refused:
        kind.read(text, REAL)
    assert refused.value.message == message


def test_show():
    assert kind.show([0.60885, 0.19561]) == "[0.6089, 0.1956]"
    assert kind.show_reading(kind.read("[0.60, 0.2450]", REAL)) == "[0.60, 0.2450]"
    assert kind.to_json(kind.read("[0.60, 1]", REAL)) == [0.6, 1]


def test_fits():
    assert kind.fits([0.5, 0.5])
    assert not kind.fits(0.5)
    assert not kind.fits([[0.5]])


# Laws

floats = st.floats(-1e6, 1e6).map(lambda value: round(value, 4))
PRINTINGS = {
    "python": str,
    "numpy": lambda row: "[" + " ".join(f"{value:>12.8f}" for value in row) + "]",
    "numpy repr": lambda row: f"array([{', '.join(map(repr, row))}])",
    "torch": lambda row: f"tensor([{', '.join(f'{value:.4f}' for value in row)}], dtype=torch.float64)",
    "scientific": lambda row: "[" + " ".join(f"{value:.10e}" for value in row) + "]",
    "scalars": lambda row: f"[{', '.join(f'np.float64({value!r})' for value in row)}]",
    "bare": lambda row: ", ".join(f"{value:.4f}" for value in row),
    "lines": lambda row: "\n".join(f"{value:.4f}" for value in row),
    "german": lambda row: "; ".join(f"{value:.4f}".replace(".", ",") for value in row),
    "latex row": lambda row: r"\begin{bmatrix}" + " & ".join(f"{value:.4f}" for value in row) + r"\end{bmatrix}",
    "latex column": lambda row: r"\begin{pmatrix}" + r" \\ ".join(f"{value:.4f}" for value in row) + r"\end{pmatrix}",
}


@pytest.mark.parametrize("printing", PRINTINGS)
@given(row=st.lists(floats, min_size=2, max_size=6))
def test_a_vector_reads_back_from_every_printing(printing, row):
    reading = kind.read(PRINTINGS[printing](row), REAL)
    assert reading.shape == (len(row),)
    assert [float(number.value) for number in reading.numbers] == row


pieces = st.sampled_from(
    ["[", "]", "(", ")", ",", ", ", ";", " ", "\n", "0", "1", ".5", "0,6", "-", "/", "12", "√", "1.25", "x"]
)


@given(st.lists(pieces, max_size=14).map("".join), st.sampled_from(EVERY_HINT))
def test_the_quick_and_the_general_path_agree_on_anything_typed(text, hints):
    assert told(kind.read, text, hints) == told(read_general_vector, text, hints)


@given(
    st.from_regex(r"\A\[-?[0-9]{1,4}(\.[0-9]{1,4})?(, -?[0-9]{1,4}(\.[0-9]{1,4})?){1,4}\]\Z"),
    st.sampled_from(EVERY_HINT),
)
def test_the_quick_and_the_general_path_agree_on_plain_lists(text, hints):
    assert told(kind.read, text, hints) == told(read_general_vector, text, hints)


@given(st.text(max_size=30), st.sampled_from(EVERY_HINT))
def test_any_text_is_read_or_unreadable(text, hints):
    told(kind.read, text, hints)


def told(reader, text, hints):
    try:
        reading = reader(text, hints)
    except UnreadableAnswer as unreadable:
        return unreadable.message
    kind.show_reading(reading)
    kind.to_json(reading)
    return reading


def test_a_decimal_comma_among_points_is_unreadable():
    with pytest.raises(UnreadableAnswer, match="could be decimal commas or separate entries"):
        kind.read("[0.609, 0,196]", Hints(whole=False))


@pytest.mark.parametrize("text", ["[1,5, 2,5]", "[0,609,0,196]", "[1,2, 3]"])
def test_numbers_that_may_have_decimal_commas_have_two_readings(text):
    with pytest.raises(UnreadableAnswer, match="could be decimal commas"):
        kind.read(text, REAL)


@pytest.mark.parametrize("text", ["-[0.5, 2]", "2[0.5, 2]", "0.5*[1, 2]", "-(0.5, 2)", "2 * [1, 0] + [0, 1] = [2, 1]"])
def test_a_calculation_with_a_list_asks_for_its_result(text):
    with pytest.raises(UnreadableAnswer) as refused:
        kind.read(text, Hints(whole=False, shape=(2,)))
    message = f'"{text}" is a calculation with a list. Write only the entries of its result, such as [a, b].'
    assert refused.value.message == message


@pytest.mark.parametrize("text", ["[1.234,5; 0,25]", "1.234,5; 0,25", "[1.234,5 0,25]", "(1.234,5; 0,25)"])
def test_entries_with_points_between_thousands_and_a_decimal_comma(text):
    reading = kind.read(text, Hints(whole=False, decimal="comma", shape=(2,)))
    assert [float(number.value) for number in reading.numbers] == [1234.5, 0.25]
