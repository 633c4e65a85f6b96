"""What is shown of an answer or of a truth reads back to the same value."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from itertools import product
from operator import truediv

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.answers import Hints, Judge, Tolerance, fit_shape, flatten, is_whole, kind
from checker.answers.legible import legible
from checker.answers.show import Spelling
from checker.engine.errors import UnreadableAnswer
from checker.solvers.generic.numeric import numeric
from tests.answers.test_typed_truth import TOLERANCES, literals

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


@given(st.lists(WHOLE, min_size=2, max_size=5) | st.lists(REAL, min_size=2, max_size=5), SIGNS)
def test_a_true_list_is_read_as_a_rounding_of_it(values, sign):
    whole = all(isinstance(value, int) for value in values)
    hints = Hints(whole=whole, decimal=sign, shape=(len(values),))
    for shown in (legible(values, sign), kind("vector").show(values, sign)):
        reading = kind("vector").read(shown, hints)
        assert reading.shape == (len(values),)
        for number, value in zip(reading.numbers, flatten(values)[1], strict=True):
            assert abs(Fraction(number.value) - Fraction(value)) <= max(Fraction(number.half), Fraction(1, 1000))


@given(st.lists(st.integers(1, 10**7), min_size=1, max_size=5), SIGNS)
def test_a_shape(sizes, sign):
    hints = Hints(whole=True, decimal=sign, shape=(len(sizes),))
    assert [number.value for number in kind("shape").read(kind("shape").show(sizes, sign), hints).numbers] == sizes


# The digits that the tolerance needs


def judged(name, text, truth, tolerance, sign):
    shape = flatten(truth)[0]
    reading = kind(name).read(text, Hints(whole=is_whole(truth), decimal=sign, shape=shape))
    return Judge(truth, tolerance).verdict(fit_shape(reading, shape))


TRUTHS = literals().map(lambda text: numeric(value=float(text))) | st.builds(
    truediv, st.integers(-(10**9), 10**9), st.integers(1, 10**6)
)


@given(TRUTHS, TOLERANCES, SIGNS)
def test_a_true_number_as_it_is_shown_is_right(value, tolerance, sign):
    assert judged("number", legible(value, sign, tolerance), value, tolerance, sign) == "correct"


@given(WHOLE, TOLERANCES, SIGNS)
def test_a_true_whole_number_as_it_is_shown_is_right(value, tolerance, sign):
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
    shown = kind("number").show_reading(reading, Spelling(is_whole=False, decimal=sign, tolerance=tolerance))
    assert judged("number", shown, truth, tolerance, sign) == "correct"


# Commas with several meanings


@pytest.mark.parametrize(
    ("text", "hints", "values"),
    [
        ("[27,648, 12,288]", Hints(whole=True, shape=(2,)), [27648, 12288]),
        ("27,648, 12,288", Hints(whole=True, shape=(2,)), [27648, 12288]),
        ("27,648; 12,288", Hints(whole=True, shape=(2,)), [27648, 12288]),
        ("[27,648, 12,288]", Hints(whole=True, shape=(4,)), [27, 648, 12, 288]),
        ("[1,234, 5]", Hints(whole=True, shape=(3,)), [1, 234, 5]),
        ("[1,234, 5]", Hints(whole=False, shape=(2,), decimal="point"), [1234, 5]),
        ("[1,234, 5]", Hints(whole=False, shape=(2,), decimal="comma"), [Decimal("1.234"), 5]),
        ("[1,234, 5]", Hints(whole=False, shape=(3,)), [1, 234, 5]),
    ],
)
def test_the_shape_of_the_answer_settles_commas(text, hints, values):
    assert [number.value for number in kind("vector").read(text, hints).numbers] == values


@pytest.mark.parametrize("whole", [True, False])
def test_commas_that_nothing_settles_are_unreadable(whole):
    with pytest.raises(UnreadableAnswer) as refused:
        kind("vector").read("[1,234, 5]", Hints(whole=whole, shape=(7,)))
    assert refused.value.message == (
        'The commas in "1,234, 5" could separate entries or thousands. Write no commas between thousands, such as 1250.'
    )


def test_a_real_pair_with_a_comma_for_thousands_or_decimals_is_unreadable():
    with pytest.raises(UnreadableAnswer):
        kind("vector").read("[1,234, 5]", Hints(whole=False, shape=(2,)))


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
