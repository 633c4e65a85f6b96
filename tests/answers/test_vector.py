"""Lists of numbers: every way to write one, what numpy and torch print, and shapes that are never bent."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.answers.kinds.vector import kind, read_general_vector
from checker.answers.reading import Reading
from checker.engine.errors import UnreadableAnswer
from checker.notation.number import Hints, StatedNumber
from checker.notation.vocabulary import Words, lexicon

WORDS = Words(f"The attention scores and weights: {' '.join(lexicon().arrays)}")
REAL = Hints(whole=False, words=WORDS)
COMMA = Hints(whole=False, decimal="comma")
COUNT = Hints(whole=True)
EVERY_HINT = [Hints(whole, decimal) for whole, decimal in product((True, False), (None, "point", "comma"))]
TWO = (StatedNumber(Decimal("0.609"), Decimal("0.0005"), 3), StatedNumber(Decimal("0.196"), Decimal("0.0005"), 3))


@pytest.mark.parametrize(
    "text",
    [
        "[0.609, 0.196]", "[0.609,0.196]", "(0.609, 0.196)", "0.609, 0.196", "0.609 0.196", "[0.609 0.196]", "0,609; 0,196",
        "[0,609; 0,196]", "[0,609 0,196]", "[0.609; 0.196]", "0.609\n0.196", "0.609;\n0.196;", "array([0.609, 0.196])",
        "np.array([0.609, 0.196], dtype=np.float32)", "tensor([0.609, 0.196], dtype=torch.float64)",
        "tensor([0.609, 0.196], device='cuda:0', grad_fn=<SoftmaxBackward0>)", "Array([0.609, 0.196], dtype=float32)",
        "[np.float64(0.609), np.float64(0.196)]", "x = [0.609, 0.196]", "weights: [0.609, 0.196]", "$[0.609, 0.196]$",
        r"$\begin{bmatrix} 0.609 & 0.196 \end{bmatrix}$", r"\begin{pmatrix} 0.609 \\ 0.196 \end{pmatrix}",
        r"\left[ 0.609,\, 0.196 \right]", "[0.609, 0.196,]", "[0.609,\n 0.196]", "  [ 0.609  0.196 ]  ", "[0.609, 0.196].",
        "[0.609, 0.196] attention", "[０.609，0.196]", "{0.609, 0.196}", r"\{0.609, 0.196\}", "≈ [0.609, 0.196]",
    ],
)  # fmt: skip
def test_every_way_to_write_a_list(text):
    assert kind.read(text, REAL) == Reading((2,), TWO)


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
    ("text", "hints", "shape", "values"),
    [
        ("[1/2, √3/2]", REAL, (2,), [0.5, 3**0.5 / 2]),
        ("[1/2 √3/2]", REAL, (2,), [0.5, 3**0.5 / 2]),
        ("[1 -2 + 3]", REAL, (2,), [1, 1]),
        ("[1 2/3, 4]", REAL, (2,), [Fraction(5, 3), 4]),
        ("[1, 0]", REAL, (2,), [1, 0]),
        ("[1,0]", REAL, (2,), [1, 0]),
        ("[1 -2]", REAL, (2,), [1, -2]),
        ("1,2; 3,4", REAL, (2,), [Decimal("1.2"), Decimal("3.4")]),
        ("[0,609, 0,196]", COMMA, (2,), [Decimal("0.609"), Decimal("0.196")]),
        ("[1.e+00 2.5e-01]", REAL, (2,), [1, Decimal("0.25")]),
        ("[27648, 31,744]", COUNT._replace(shape=(3,)), (3,), [27648, 31, 744]),
        ("[27648, 31,744]", COUNT._replace(shape=(2,)), (2,), [27648, 31744]),
        ("[100 200 300]", COUNT, (3,), [100, 200, 300]),
        ("0.5", REAL, (), [Decimal("0.5")]),
        ("[0.5]", REAL, (1,), [Decimal("0.5")]),
        ("[[1, 2], [3, 4]]", REAL, (2, 2), [1, 2, 3, 4]),
        ("1, 2; 3, 4", REAL, (2, 2), [1, 2, 3, 4]),
    ],
)
def test_shapes_and_values(text, hints, shape, values):
    reading = kind.read(text, hints)
    assert reading.shape == shape
    assert [number.value for number in reading.numbers] == pytest.approx(values)


def test_the_lines_of_a_long_printed_vector_are_one_row():
    text = "[" + "0.12345678 " * 6 + "\n " + "0.12345678 " * 6 + "]"
    assert kind.read(text, REAL).shape == (12,)


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


@pytest.mark.parametrize("text", ["[1, 2] or [2, 1]", "[1, 2] [3", "[1..5]", "[1, ..., 5]", "[0.1, 0.2] or more"])
def test_two_lists_are_unreadable(text):
    with pytest.raises(UnreadableAnswer):
        kind.read(text, REAL)


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("⟨1, 2⟩", ""),
        (r"\langle 1, 2 \rangle", ""),
        ("(1 2)^T", "a column, read as a vector, transposed"),
        ("[1, 2]'", "a column, read as a vector, transposed"),
        ("[[1], [2]]ᵀ", "a row, read as a vector, transposed"),
        (r"[1 2]^{\top}", "a column, read as a vector, transposed"),
        ("[0.001, 0.002] thousand", ""),
        ("[100, 200]%", ""),
    ],
)
def test_the_text_after_a_list_counts(text, note):
    reading = kind.read(text, REAL)
    assert [number.value for number in reading.numbers] == [1, 2]
    assert reading.note == note


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


@pytest.mark.parametrize("text", ["['0.60', '0.20']", '["0.60", 0.20]', "[0.60,0.20]"])
def test_entries_in_quotes(text):
    numbers = kind.read(text, Hints(whole=False)).numbers
    assert [str(number.value) for number in numbers] == ["0.60", "0.20"]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("[-3,13,6,-2,19]", [-3, 13, 6, -2, 19]),
        ("[1,2,-3]", [1, 2, -3]),
        ("[1,2,3, 4]", [1, 2, 3, 4]),
        ("array([-3,13,6])", [-3, 13, 6]),
    ],
)
def test_whole_numbers_without_spaces_have_one_reading(text, values):
    assert [number.value for number in kind.read(text, REAL).numbers] == values


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
