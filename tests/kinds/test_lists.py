"""Lists, tables and shapes: what numpy and torch print is read, a comma has one meaning, and no shape is bent."""

from __future__ import annotations

from contextlib import suppress
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.engine.errors import UnreadableAnswer
from checker.kinds import kind
from checker.text.number import Hints
from checker.text.vocabulary import Words, lexicon
from tests.tables import rows

WORDS = Words(f"The attention scores and weights: {' '.join(lexicon().arrays)}")
REAL = Hints(whole=False, words=WORDS)
WHOLE = Hints(whole=True, words=WORDS)
EVERY_HINT = [Hints(whole, decimal) for whole, decimal in product((True, False), (None, "point", "comma"))]
vector, matrix, shape = map(kind, ("vector", "matrix", "shape"))


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("[[0.609, 0.196]]", "a row, read as a vector"),
        ("[[0.609], [0.196]]", "a column, read as a vector"),
        ("array([[0.609],\n       [0.196]])", "a column, read as a vector"),
        ("[0.609, 0.196]^T", "a column, read as a vector, transposed"),
    ],
)
def test_a_row_or_a_column_is_read_with_a_note(text, note):
    reading = vector.read(text, REAL)
    assert (vector.to_json(reading), reading.note) == ([0.609, 0.196], note)


UNCLEAR = "could be decimal commas or separate entries. Write decimal points."
ROWS = "Write the same number of entries in every row."


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("vector", "0,609, 0,196", f'The commas in "0,609, 0,196" {UNCLEAR}'),
        ("vector", "[0,609,0,196]", f'The commas in "[0,609,0,196]" {UNCLEAR}'),
        ("vector", "[1,234; 5,678]", f'The commas in "[1,234; 5,678]" {UNCLEAR}'),
        ("vector", "[0.609, 0,196]", f'The commas in "[0.609, 0,196]" {UNCLEAR}'),
        ("vector", "[1,2, 3]", f'The commas in "[1,2, 3]" {UNCLEAR}'),
        ("vector", "[1, 2", 'A bracket in "[1, 2" is not closed. Close every bracket.'),
        ("vector", "[1, 2)", 'The brackets in "[1, 2)" do not match. Close [ with ] and ( with ).'),
        ("vector", "[1, , 2]", "An entry of this list is missing. Write a number there."),
        ("vector", "[1, a]", 'I do not understand "a". Write only the answer.'),
        ("vector", "[1 - 2]", '"1 - 2" could be a range or a difference. Write only one number.'),
        ("vector", "", "This list is empty. Write its numbers, such as [a, b]."),
        ("vector", f"[1, {'[' * 40}2{']' * 40}]", "This is nested more than 30 deep. Write fewer brackets."),
        ("vector", "1,2," * 30_000, "This answer is longer than 10,000 characters. Write only the answer."),
        ("matrix", "[[1, 2], [3]]", f"Row 1 has 2 entries and row 2 has 1 entry. {ROWS}"),
        ("matrix", "1 2\n3 4 5", f"Row 1 has 2 entries and row 2 has 3 entries. {ROWS}"),
        (
            "matrix",
            "[[[1]]]",
            "This has three levels of brackets. Write a vector as [a, b] and a matrix as [[a, b], [c, d]].",
        ),
    ],
)
def test_an_answer_that_is_no_list_is_unreadable(name, text, message):
    with pytest.raises(UnreadableAnswer) as refused:
        kind(name).read(text, REAL)
    assert refused.value.message == message


NO_SHAPE = "is not a shape. Write whole numbers that are not negative, such as (rows, columns)."


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(2, 3.5)", f'"(2, 3.5)" {NO_SHAPE}'),
        ("-1x2", f'"-1x2" {NO_SHAPE}'),
        ("(batch, 3)", 'I do not understand "batch". Write only the answer.'),
        ("1,024", 'The commas in "1,024" could separate entries or thousands. Write no commas between thousands.'),
        ("[[2, 3]]", '"[[2, 3]]" is not one shape. Write one, such as (rows, columns).'),
        (
            "columns × rows = 16 × 32",
            'The named sizes in "columns × rows = 16 × 32" are unclear. Write rows × columns, such as 3 × 4.',
        ),
    ],
)
def test_an_answer_that_is_no_shape_is_unreadable(text, message):
    with pytest.raises(UnreadableAnswer) as refused:
        shape.read(text, WHOLE)
    assert refused.value.message == message


@pytest.mark.parametrize(("text", "axes"), rows(__file__, "the_shape_that_is_asked_for_tells_thousands_from_entries"))
def test_the_shape_that_is_asked_for_tells_thousands_from_entries(text, axes):
    assert shape.to_json(shape.read(text, Hints(whole=True, shape=(len(axes),)))) == axes


def test_a_calculation_for_a_list_is_not_read_as_one_number():
    with pytest.raises(UnreadableAnswer, match=r"could be a list or a calculation\. Write a list as \[a, b\]"):
        vector.read("0.613/0.083/0.304", Hints(whole=False, shape=(3,)))


def test_a_list_is_shown_as_people_write_it():
    assert vector.show([0.60885, 0.19561]) == "[0.6089, 0.1956]"
    assert vector.show_reading(vector.read("[0.60, 0.2450]", REAL)) == "[0.60, 0.2450]"
    assert matrix.show([[1.0, 0.0], [0.0, 0.25]]) == "[[1, 0], [0, 0.25]]"
    assert matrix.show_reading(matrix.read("0.10 1/3; 2 3", REAL)) == "[[0.10, 1/3], [2, 3]]"
    assert shape.show((32, 16)) == "32 × 16"
    assert shape.show(()) == "()"
    assert shape.show_reading(shape.read("torch.Size([2, 8])", WHOLE)) == "2 × 8"


@pytest.mark.parametrize(
    ("value", "names"),
    [(0.5, []), (512, []), ([0.5, 0.5], ["vector"]), ((32, 16), ["vector", "shape"]), ([[0.5]], ["matrix"])],
)
def test_a_value_fits_the_kinds_of_its_axes(value, names):
    assert [each.name for each in (vector, matrix, shape) if each.fits(value)] == names


@pytest.mark.parametrize("text", ["-[0.5, 2]", "2[0.5, 2]", "0.5*[1, 2]", "-(0.5, 2)", "2 * [1, 0] + [0, 1] = [2, 1]"])
def test_a_calculation_with_a_list_asks_for_its_result(text):
    with pytest.raises(UnreadableAnswer) as refused:
        vector.read(text, Hints(whole=False, shape=(2,)))
    side = text.partition(" = ")[0]
    message = f'"{side}" is a calculation with a list. Write only the entries of its result, such as [a, b].'
    assert refused.value.message == message


@pytest.mark.parametrize(("text", "entries"), rows(__file__, "fractions_labels_and_formulas_may_be_before_a_list"))
def test_fractions_labels_and_formulas_may_be_before_a_list(text, entries):
    hints = Hints(whole=False, shape=(2,), words=Words("Let a = (1, 2) and b = (0, 4). Which vector (x, y) is it?"))
    assert vector.to_json(vector.read(text, hints)) == entries


@pytest.mark.parametrize(
    "text", ["y = 1.5, x = 2", "x = 1, 2, y = 3", "(1, 2) = (1, 3)", "[1, 2", "0 = 1, 2", "un[1, 2]", "1 to 2 to 3"]
)
def test_a_list_with_other_labels_or_sides_is_unreadable(text):
    with pytest.raises(UnreadableAnswer):
        vector.read(text, Hints(whole=False, shape=(2,), words=Words("Which vector (x, y) is it?")))


@pytest.mark.parametrize(("name", "text"), [("list", "1534"), ("list", "1-5-3-4"), ("matrix", "det(A) = 10")])
def test_one_number_is_no_list(name, text):
    with pytest.raises(UnreadableAnswer):
        kind(name).read(text, Hints(whole=True, shape=(4,)))


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
TABLES = {
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
@given(row=st.lists(floats, min_size=2, max_size=6))
def test_a_vector_reads_back_from_every_printing(printing, row):
    assert vector.to_json(vector.read(PRINTINGS[printing](row), REAL)) == row


@pytest.mark.parametrize("printing", TABLES)
@given(
    rows=st.integers(1, 4).flatmap(lambda size: st.lists(st.lists(floats, min_size=size, max_size=size), min_size=1))
)
def test_a_matrix_reads_back_from_every_printing(printing, rows):
    reading = matrix.read(TABLES[printing](rows), REAL)
    flat_anyway = printing == "latex" and 1 in (len(rows), len(rows[0]))
    assert flat_anyway or reading.shape == (len(rows), len(rows[0]))
    assert [float(number.value) for number in reading.numbers] == [x for row in rows for x in row]


@given(st.lists(st.integers(0, 10**6), min_size=1, max_size=6), st.sampled_from(["x", " × ", " by ", ", ", " "]))
def test_a_shape_reads_back(axes, separator):
    for text in (separator.join(map(str, axes)), shape.show(axes), str(tuple(axes))):
        assert shape.to_json(shape.read(text, WHOLE)) == axes


NAMED_ROWS = st.sampled_from(["{0} rows", "rows: {0}", "rows = {0}", "{0} Rows", "row {0}"])
NAMED_COLUMNS = st.sampled_from(["{0} columns", "columns: {0}", "cols = {0}", "{0} cols", "column {0}"])


@given(
    st.integers(0, 10**4),
    st.integers(0, 10**4),
    st.tuples(NAMED_ROWS, NAMED_COLUMNS),
    st.sampled_from([", ", "; ", " and ", " × "]),
)
def test_rows_and_columns_have_one_meaning_in_any_order(rows, columns, forms, between):
    named = [forms[0].format(rows), forms[1].format(columns)]
    for written in (between.join(named), between.join(named[::-1])):
        assert shape.to_json(shape.read(written, WHOLE)) == [rows, columns]
        assert shape.to_json(shape.read(f"({written})", WHOLE)) == [rows, columns]


pieces = st.sampled_from(
    ["[", "]", "(", ")", ",", ", ", ";", " ", "\n", "0", "1", ".5", "0,6", "-", "/", "12", "√", "1.25", "x"]
)
lists = st.from_regex(r"\A\[-?[0-9]{1,4}(\.[0-9]{1,4})?(, -?[0-9]{1,4}(\.[0-9]{1,4})?){1,4}\]\Z")


@given(st.one_of(st.lists(pieces, max_size=14).map("".join), lists), st.sampled_from(EVERY_HINT))
def test_the_quick_and_the_general_path_agree_on_anything_typed(text, hints):
    assert told(vector, vector.read, text, hints) == told(vector, vector.read, f" {text}", hints)


@pytest.mark.parametrize("name", ["vector", "matrix", "shape", "list", "set", "interval"])
@given(text=st.text(max_size=30), hints=st.sampled_from(EVERY_HINT))
def test_any_text_is_read_or_unreadable(name, text, hints):
    told(kind(name), kind(name).read, text, hints)


def told(of, reader, text, hints):
    with suppress(UnreadableAnswer):
        reading = reader(text, hints)
        of.show_reading(reading)
        of.to_json(reading)
        return reading
    return None
