"""Answers of Python programs: numbers, lists, arrays, and objects that are no answers."""

import subprocess
import sys
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from checker import check, load_problem
from checker.reading.from_program import as_text
from checker.text.number import Hints, TypedNumber

COUNT = "id: count\ntitle: t\ntype: numeric\nprompt: p\nparameters: {value: 27648}\n"
VECTOR = "id: vector\ntitle: t\ntype: numeric\nprompt: p\nparameters: {value: [0.609, 0.196]}\n"
MATRIX = "id: matrix\ntitle: t\ntype: numeric\nprompt: p\nparameters: {value: [[1.5, 0.25], [3.0, 4.5]]}\n"
PARTS = (
    "id: parts\ntitle: t\ntype: encoder_layer_parameters\nprompt: p\nparts: [{id: total}]\n"
    "parameters: {d_model: 64, num_heads: 4, d_ff: 120}\n"
)


@pytest.fixture
def problem(tmp_path):
    def load(text):
        file = tmp_path / "problem.yaml"
        file.write_text(text)
        return load_problem(file)

    return load


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (27648, "27648"),
        (-1.5, "-1.5"),
        (Fraction(1, 3), "1/3"),
        (Decimal("0.60"), "0.60"),
        (None, ""),
        ("27,648", "27,648"),
        ([0.5, (1, "1/2")], "[0.5, [1, 1/2]]"),
        (np.int64(27648), "27648"),
        (np.uint8(7), "7"),
        (np.float64(0.609), "0.609"),
        (np.float32(0.609), "0.609"),
        (np.float16(0.5), "0.5"),
        (np.array(27648), "27648"),
        (np.array([1, 2]), "[1, 2]"),
        (np.array([0.609, 0.196], dtype=np.float32), "[0.609, 0.196]"),
        (np.array([[1, 2], [3, 4]]), "[[1, 2], [3, 4]]"),
        (np.array([]), "[]"),
        (np.array(["1/2", "0.5"]), "[1/2, 0.5]"),
        ((np.int64(32), np.int32(16)), "[32, 16]"),
        ([np.array([1.5, 2.0]), [np.float64(3), np.array(4)]], "[[1.5, 2.0], [3.0, 4]]"),
    ],
)
def test_an_answer_becomes_the_text_that_a_student_would_write(answer, text):
    assert as_text(answer) == text


class Tensor:
    """An array of another library: it has axes, entries, and where it has no axes an item."""

    def __init__(self, entries):
        self.entries = entries
        self.ndim = 1 if isinstance(entries, list) else 0

    def __iter__(self):
        return iter(map(Tensor, self.entries))

    def item(self):
        return self.entries


def test_arrays_of_any_library_are_recognised_by_their_methods():
    assert as_text(Tensor([1, 2.5])) == "[1, 2.5]"


def test_numpy_answers_are_marked(problem):
    assert check(problem(COUNT), np.int64(27648)).status == "correct"
    assert check(problem(COUNT), np.int64(27649)).status == "incorrect"
    assert check(problem(VECTOR), np.array([0.609, 0.196])).status == "correct"
    assert check(problem(VECTOR), (np.float64(0.609), np.float32(0.196))).status == "correct"
    assert check(problem(MATRIX), np.array([[1.5, 0.25], [3, 4.5]])).status == "correct"
    assert check(problem(PARTS), {"total": np.int64(32688)}).parts["total"].given == "32688"


@pytest.mark.parametrize(
    ("answer", "named"),
    [(True, "bool"), (np.bool_(1), "bool"), (1j, "complex"), (np.complex128(1j), "complex"), ({1, 2}, "set"),
     (object(), "object"), ([1, {}], "dict"), (np.datetime64("2026-01-01"), "date"), (range(3), "range")],
)  # fmt: skip
def test_any_other_answer_is_a_type_error_that_says_what_is_expected(answer, named):
    with pytest.raises(TypeError, match=rf"^an answer must be a text, a number or a list of them, not {named}$"):
        as_text(answer)


def test_a_list_that_holds_itself_or_is_nested_without_end_is_a_type_error(problem):
    endless = [1]
    endless.append(endless)
    deep = 1
    for _ in range(100_000):
        deep = [deep]
    for answer in (endless, deep):
        with pytest.raises(TypeError, match=r"this one is nested more than 30 deep, or holds itself$"):
            check(problem(VECTOR), answer)


def test_lists_that_share_entries_a_billion_times_are_refused_by_their_length(problem):
    shared = [1] * 10
    for _ in range(20):
        shared = [shared] * 10
    result = check(problem(VECTOR), shared)
    assert (result.status, result.message) == (
        "unreadable",
        "This answer is longer than 10,000 characters. Write only the answer.",
    )


def test_a_number_with_thousands_of_digits_is_unreadable_like_its_text(problem):
    model = problem(COUNT)
    assert check(model, 10**5000).record() == check(model, f"1{'0' * 5000}").record()
    assert check(model, 10**5000).message == "This number has more than 1000 digits."
    with pytest.raises(TypeError, match="this number has more than 100,000 digits"):
        check(model, 1 << 10_000_000)


LIMITED = """
from checker import check, load_problem
from checker.marking.result import dumps
for text in ("9" * 1000, "9" * 700 + "/" + "7" * 701, "2^4000", "1/3^1000", "1 " + "7" * 700 + "/" + "8" * 700, "9" * 700 + " K"):
    for name in ("count", "vector"):
        for level in ("explain", "full"):
            for given in (text, f"[{text}, 1]"):
                result = check(load_problem(f"{name}.yaml"), given, feedback=level)
                dumps(result.record())
                print(result.status)
print(check(load_problem("count.yaml"), 10**5000).message)
print(check(load_problem("count.yaml"), 10**800, feedback="full").record()["read_as"] == "1" + "0" * 800)
"""


def test_pythons_own_limit_on_digits_changes_nothing(tmp_path):
    (tmp_path / "count.yaml").write_text(COUNT)
    (tmp_path / "vector.yaml").write_text(VECTOR)
    found = [
        subprocess.run(
            [sys.executable, "-X", f"int_max_str_digits={limit}", "-c", LIMITED],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        for limit in (640, 0)
    ]
    assert [run.stderr for run in found] == ["", ""]
    assert found[0].stdout == found[1].stdout
    assert found[0].stdout.endswith("This number has more than 1000 digits.\nTrue\n")


def test_numpy_is_not_imported():
    code = (
        "import sys; from checker.reading.from_program import as_text; as_text([1, 2]); print('numpy' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "False\n"


@pytest.mark.parametrize(
    ("answer", "text"),
    [(1.234, "01.234"), (-12.345, "-012.345"), (0.196, "0.196"), (1234.5, "1234.5"), (Decimal("1.234"), "01.234")],
)
def test_a_number_of_a_program_is_never_one_with_thousands(answer, text):
    given = as_text(answer)
    assert given == str(answer)
    if isinstance(given, TypedNumber):
        for whole, decimal in ((True, None), (True, "point"), (False, "comma")):
            assert given.spelled(Hints(whole, decimal)) == text
        assert given.spelled(Hints(whole=False)) == given.spelled(Hints(whole=False, decimal="point")) == given
    else:
        assert given == text


def test_a_number_next_to_texts_is_none_with_thousands_either():
    assert as_text(["0,609", 1.234]) == "[0,609; 01.234]"


def test_a_text_with_a_comma_stays_one_entry():
    assert as_text(["0,609", 0.196]) == "[0,609; 0.196]"
    assert as_text(["a", 0.5]) == "[a, 0.5]"
