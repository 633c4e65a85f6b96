"""What is shown of an answer or of a truth reads back to the same value."""

from __future__ import annotations

import math
import re
from decimal import Decimal
from fractions import Fraction
from itertools import product
from operator import truediv

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from checker import check
from checker.cli.answer_pages import solution, verdicts
from checker.cli.output import page_text
from checker.engine.errors import UnreadableAnswer
from checker.kinds import Hints, Judge, Tolerance, fit_shape, flatten, is_whole, kind
from checker.reading.show import Spelling, legible
from checker.solvers.generic.numeric import numeric
from tests.reading.test_typed_truth import TOLERANCES, literals

SIGNS = st.sampled_from([None, "point", "comma"])
WHOLE = st.integers(-(10**12), 10**12)
REAL = st.decimals(-(10**8), 10**8, places=3).map(float) | st.integers(0, 10**6).map(float)


def shown_again(name, text, hints):
    """Return the values of a text, and of what is shown of its reading."""
    reading = kind(name).read(text, hints)
    shown = (
        kind(name).show_reading(reading, Spelling(hints.whole, hints.decimal)).partition(" (")[0]
    )  # without the count of digits
    again = kind(name).read(shown, hints)
    return (reading.shape, [number.value for number in reading.numbers]), (
        again.shape,
        [number.value for number in again.numbers],
    )


def spelled(number, sign):
    """Return a number as a student may type it, with the decimal sign of the assignment."""
    return str(number).replace(".", ",") if sign == "comma" else str(number)


@given(WHOLE | st.decimals(-(10**8), 10**8, places=3, allow_nan=False), st.booleans(), SIGNS)
def test_a_number_that_was_read(number, whole, sign):
    if whole and not isinstance(number, int):
        return
    hints = Hints(whole=whole, decimal=sign)
    one, other = shown_again("number", spelled(number, sign), hints)
    assert one == other
    assert one[1] == [number]


@given(st.lists(WHOLE, min_size=1, max_size=6), st.booleans(), SIGNS)
def test_a_list_of_whole_numbers(numbers, whole, sign):
    hints = Hints(whole=whole, decimal=sign, shape=(len(numbers),))
    one, other = shown_again("vector", "[" + "; ".join(map(str, numbers)) + "]", hints)
    assert one == other == ((len(numbers),), numbers)


@given(
    st.integers(1, 3).flatmap(
        lambda columns: st.lists(
            st.lists(st.decimals(-5000, 5000, places=2), min_size=columns, max_size=columns), min_size=1, max_size=3
        )
    ),
    SIGNS,
)
def test_a_table_of_real_numbers(rows, sign):
    hints = Hints(whole=False, decimal=sign, shape=(len(rows), len(rows[0])))
    text = "\n".join("  ".join(spelled(number, sign) for number in row) for row in rows)
    text = text if len(rows) > 1 else f"[[{', '.join(spelled(number, sign) for number in rows[0])}]]"
    one, other = shown_again("matrix", text, hints)
    assert one == other == ((len(rows), len(rows[0])), [number for row in rows for number in row])


@given(WHOLE | REAL, SIGNS)
def test_a_true_number_is_read_as_a_rounding_of_it(value, sign):
    hints = Hints(whole=isinstance(value, int), decimal=sign)
    for shown in (legible(value, sign), kind("number").show(value, sign)):
        number = kind("number").read(shown, hints).numbers[0]
        assert abs(Fraction(number.value) - Fraction(value)) <= max(Fraction(number.half), Fraction(1, 10**9))


# The digits that the tolerance needs


def judged(name, text, truth, tolerance, sign):
    shape = flatten(truth)[0]
    reading = kind(name).read(text, Hints(whole=is_whole(truth), decimal=sign, shape=shape))
    return Judge(truth, tolerance).verdict(fit_shape(reading, shape))


TRUTHS = literals().map(lambda text: numeric(value=float(text))) | st.builds(
    truediv, st.integers(-(10**9), 10**9), st.integers(1, 10**6)
)


@given(TRUTHS | WHOLE, TOLERANCES, SIGNS)
def test_a_true_number_as_it_is_shown_is_right(value, tolerance, sign):
    assert judged("number", legible(value, sign, tolerance), value, tolerance, sign) == "correct"


@given(st.lists(TRUTHS | WHOLE, min_size=2, max_size=5), TOLERANCES, SIGNS)
def test_a_true_list_as_it_is_shown_is_right(values, tolerance, sign):
    assert judged("vector", legible(values, sign, tolerance), values, tolerance, sign) == "correct"


@given(
    st.integers(1, 3).flatmap(
        lambda n: st.lists(st.lists(TRUTHS | WHOLE, min_size=n, max_size=n), min_size=2, max_size=3)
    )
)
def test_a_true_matrix_as_it_is_shown_is_right(rows):
    for tolerance in (Tolerance("exact"), Tolerance("significant", Decimal(9)), Tolerance.default(whole=False)):
        for sign in (None, "point", "comma"):
            assert judged("matrix", legible(rows, sign, tolerance), rows, tolerance, sign) == "correct"


@given(
    st.integers(0, 10**6),
    st.integers(2, 10**6),
    st.sampled_from(["{} + sqrt({})", "{}/{}", "{}*{}/7"]),
    TOLERANCES,
    SIGNS,
)
def test_a_right_expression_as_it_is_shown_is_right(one, other, form, tolerance, sign):
    hints = Hints(whole=False, decimal=sign)
    reading = kind("number").read(form.format(one, other), hints)
    truth = float(reading.numbers[0].value)
    assert Judge(truth, tolerance).verdict(reading) == "correct"
    assume(tolerance.rule != "exact")  # no decimals of a number without an end are exact
    shown = kind("number").show_reading(reading, Spelling(is_whole=False, decimal=sign, tolerance=tolerance))
    assert judged("number", shown, truth, tolerance, sign) == "correct"


@pytest.mark.parametrize(
    ("name", "value", "shown"),
    [
        ("vector", (1000, 250), "[1000, 250]"),
        ("vector", (-3, 4), "[-3, 4]"),
        ("vector", (7,), "[7]"),
        ("matrix", ((7,),), "[7]"),
        ("matrix", ((1, 2),), "[1  2]"),
        ("shape", (1000, 250), "1000 × 250"),
    ],
)
def test_a_tuple_is_shown_by_the_kind_of_the_answer(name, value, shown):
    assert legible(value, is_list=kind(name).is_list) == shown


@given(
    st.sampled_from(["vector", "shape"]).flatmap(
        lambda name: st.tuples(st.just(name), st.lists(st.integers(0, 10**7), min_size=1, max_size=5).map(tuple))
    )
    | st.tuples(st.just("vector"), st.lists(WHOLE, min_size=1, max_size=5).map(tuple))
    | st.tuples(st.just("matrix"), st.lists(st.tuples(WHOLE, WHOLE), min_size=1, max_size=3).map(tuple))
    | st.tuples(st.just("matrix"), st.lists(st.tuples(WHOLE), min_size=1, max_size=3).map(tuple)),
    SIGNS,
)
def test_a_tuple_of_whole_numbers_reads_back(answer, sign):
    name, value = answer
    shape, numbers = flatten(value)
    reading = kind(name).read(
        legible(value, sign, is_list=kind(name).is_list), Hints(whole=True, decimal=sign, shape=shape)
    )
    reading = fit_shape(reading, shape)
    assert (reading.shape, [number.value for number in reading.numbers]) == (shape, list(numbers))


def test_the_worked_solution_and_what_is_expected_show_a_vector_as_one(problem):
    vector = problem([1000, 250], answer="vector")
    outcome = check(vector, "[1, 2]", feedback="full")
    assert "  Expected  [1000, 250]" in page_text(verdicts(vector, [outcome]))
    assert page_text(solution(vector, vector.parts), plain=True).endswith(
        "\ntotal: as the problem gives it = [1000, 250]"
    )


# What messages advise

GROUPED = st.integers(1, 999).flatmap(lambda front: st.integers(0, 999).map(lambda back: (front, back)))


@given(GROUPED, st.booleans(), st.sampled_from(["", "-"]), st.sampled_from([None, "GB"]))
def test_each_advice_on_a_number_with_two_readings_is_read_as_it_says(parts, whole, sign, unit):
    front, back = parts
    written = f"{front}{'.' if whole else ','}{back:03d}"
    behind = f" {unit}" if unit else ""
    hints = Hints(whole=whole, unit=unit)
    with pytest.raises(UnreadableAnswer) as refused:
        kind("number").read(f"{sign}{written}{behind}", hints)
    one, other = re.search(r"Write ([\d.]+) or ([\d.]+)\.$", refused.value.message).groups()
    said = re.search(r"can be read as ([\d.]+) or as ([\d.]+)\. Write", refused.value.message).groups()
    meant = [front * 1000 + back, front + Fraction(back, 1000)]
    assert [Fraction(each) for each in (one, other)] == [Fraction(each) for each in said] == meant
    for advice, value in zip((one, other), meant, strict=True):
        reading = kind("number").read(f"{sign}{advice}{behind}", hints)
        assert Fraction(reading.numbers[0].value) == (-value if sign else value)


@pytest.mark.parametrize(
    ("unit", "text", "advised", "values"),
    [
        (None, "27,648k", ["27648k", "27.648k"], [27_648_000, 27648]),
        (None, "27,648 million", ["27648 million", "27.648 million"], [27_648_000_000, 27_648_000]),
        (None, "about -27.648 in total", ["about -27648 in total", "about -27.6480 in total"], [-27648, -27.648]),
        ("GB", "14,336 MB", ["14336 MB", "14.336 MB"], [14.336, 0.014336]),
        ("m/s", "12·5 km/h", ["12.5 km/h", "12*5 km/h"], [12.5 / 3.6, 60 / 3.6]),
    ],
)
def test_the_advice_on_a_number_keeps_what_is_around_it(problem, unit, text, advised, values):
    known = problem(12.5 if unit else 27648, unit)
    assert check(known, text).message.endswith(f"Write {advised[0]} or {advised[1]}.")
    read = [check(known, each).reading.numbers[0].value for each in advised]
    assert list(map(float, read)) == pytest.approx(values)


def test_the_advice_is_short():
    with pytest.raises(UnreadableAnswer) as refused:
        kind("number").read("1.151", Hints(whole=True))
    assert refused.value.message == '"1.151" can be read as 1151 or as 1.151. Write 1151 or 1.1510.'
    with pytest.raises(UnreadableAnswer) as refused:
        kind("number").read("2.000", Hints(whole=True))
    assert refused.value.message == '"2.000" can be read as 2000 or as 2.000. Write 2000 or 2.'


# Decimal commas in a question about whole numbers


@given(
    st.sampled_from([(1,), (2,), (3,), (1, 1), (2, 1), (1, 2), (2, 2), (3, 2)]),
    st.data(),
    st.booleans(),
    SIGNS,
)
def test_a_list_of_fractions(shape, data, whole, sign):
    name = "matrix" if len(shape) > 1 else "vector"
    entries = [str(data.draw(st.fractions(-50, 50, max_denominator=40))) for _ in range(math.prod(shape))]
    text = f"[{'; '.join(entries)}]"
    if name == "matrix":
        rows = [", ".join(entries[start : start + shape[1]]) for start in range(0, len(entries), shape[1])]
        text = "[" + ", ".join(f"[{row}]" for row in rows) + "]"
    hints = Hints(whole=whole, decimal=sign, shape=shape)
    reading = fit_shape(kind(name).read(text, hints), shape)
    again = fit_shape(kind(name).read(kind(name).show_reading(reading, Spelling(whole, sign)), hints), shape)
    assert again.shape == reading.shape == shape
    for one, other in zip(reading.numbers, again.numbers, strict=True):
        assert float(one.value) == pytest.approx(float(other.value), rel=1e-5)


# Commas with several meanings


@pytest.mark.parametrize(
    ("whole", "meaning"), [(True, "separate entries or thousands"), (False, "be decimal commas or separate entries")]
)
def test_commas_that_nothing_settles_are_unreadable(whole, meaning):
    with pytest.raises(UnreadableAnswer, match=rf'The commas in "\[1,234, 5\]" could {meaning}'):
        kind("vector").read("[1,234, 5]", Hints(whole=whole, shape=(7,)))


@pytest.mark.parametrize(
    ("name", "text", "hints"),
    [
        ("number", "31/8", Hints(whole=True)),
        ("matrix", "[[0,5; 2]]", Hints(whole=False, decimal="comma", shape=(1, 2))),
        ("vector", "1,234; 5,678", Hints(whole=False, decimal="point", shape=(2,))),
    ],
)
def test_what_a_reader_found(name, text, hints):
    one, other = shown_again(name, text, hints)
    assert one == other


@pytest.mark.parametrize(("name", "sign"), [*product(("number", "vector"), (None, "point", "comma"))])
def test_a_decimal_comma_is_shown_where_the_assignment_declares_it(name, sign):
    value = 1.234 if name == "number" else [1.234, 0.5]
    shown = {"number": ("1.234", "1,234"), "vector": ("[1.234, 0.5]", "[1,234; 0,5]")}[name][sign == "comma"]
    assert kind(name).show(value, sign) == legible(value, sign) == shown
