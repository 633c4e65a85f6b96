"""The default tolerance: 3 significant digits, entries rounded like the largest one, and money to the cent."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from checker.answers import Judge, Reading, StatedNumber, Tolerance
from checker.answers.kinds import matrix, number, vector
from checker.answers.tolerance import is_money
from checker.notation.number import Hints

REAL = Hints(whole=False)
DEFAULT = Tolerance.default(whole=False)
MONEY = Tolerance.default(whole=False, unit="USD")
THREE = (0.61278, 0.08293, 0.30429)


def verdict(answer, truth, tolerance=DEFAULT):
    return Judge(truth, tolerance).verdict(vector.kind.read(answer, REAL))


@pytest.mark.parametrize(
    ("answer", "truth", "expected"),
    [
        ("[0.613, 0.083, 0.304]", THREE, "correct"),
        ("[0.6128, 0.0829, 0.3043]", THREE, "correct"),
        ("[0.6128, 0.083, 0.304]", THREE, "correct"),
        ("[61.3%, 8.3%, 30.4%]", THREE, "correct"),
        ("[613e-3, 83e-3, 304e-3]", THREE, "correct"),
        ("[0.613, 0.082, 0.304]", THREE, "wrong"),
        ("[0.613, 0.084, 0.304]", THREE, "wrong"),
        ("[0.613, 0.08, 0.304]", THREE, "coarse"),
        ("[0.61, 0.083, 0.30]", THREE, "coarse"),
        ("[0.613, 0.0830, 0.304]", THREE, "wrong"),  # four decimals are those of a finer rounding: 0.0829
        ("[0.613, 83/1000, 0.304]", THREE, "wrong"),  # no last digit is stated
        ("[0.613, 0.0829, 0.304]", THREE, "correct"),
        ("[0.613, 0.0003]", (0.61278, 0.000136), "wrong"),
        ("[0.613, -0.0003]", (0.61278, 0.000136), "wrong"),
        ("[0.613, 0.0001]", (0.61278, 0.000136), "correct"),
        ("[0.613, -0.0001]", (0.61278, 0.000136), "wrong"),
        ("[0.613, 0.000]", (0.61278, 0.00004), "correct"),
        ("[0.613, -0.000]", (0.61278, 0.00004), "correct"),
        ("[0.613, 0.001]", (0.61278, 0.00004), "wrong"),
        ("[0.613, 0]", (0.61278, 0.00004), "coarse"),
        ("[0.613, 0.0]", (0.61278, 0.00004), "coarse"),
        ("[0.613, 0.00]", (0.61278, 0.00004), "coarse"),
        ("[0.613, 0/1]", (0.61278, 0.00004), "wrong"),
        ("[0.613, -0.000]", (0.61278, 0.0007), "wrong"),
        ("[0.613, 0.0005]", (0.61278, 0.00045), "correct"),  # a tie: both are its roundings
        ("[0.613, 0.0004]", (0.61278, 0.00045), "correct"),
        ("[0.063, 0.008]", (0.06252, 0.00829), "coarse"),
        ("[0.0625, 0.0083]", (0.06252, 0.00829), "correct"),
        ("[250, 13]", (250.3, 12.6), "correct"),
        ("[250, 1]", (250.3, 0.6), "correct"),
        ("[250, 0]", (250.3, 0.3), "coarse"),  # the 0 has no digit
        ("[2500, 1]", (2500.3, 0.6), "coarse"),  # more than 1,000 times as large
        ("[2500, 0.6]", (2500.3, 0.6), "correct"),
        ("[25, 13]", (25.3, 12.6), "coarse"),
        ("[9.25 million, 12 thousand]", (9_248_256.5, 12_345.6), "correct"),
        ("[9.25 million, 13 thousand]", (9_248_256.5, 12_345.6), "wrong"),
        ("[0.500, 0.0005]", (0.5, 0.0), "correct"),
        ("[0.500, 0.0006]", (0.5, 0.0), "wrong"),
    ],
)  # fmt: skip
def test_the_largest_entry_decides_how_many_decimals_are_enough(answer, truth, expected):
    assert verdict(answer, truth) == expected


def test_a_matrix_has_one_largest_entry():
    judge = Judge([[0.61278, 0.08293], [0.00829, 0.30429]], DEFAULT)
    assert judge.verdict(matrix.kind.read("[[0.613, 0.083], [0.008, 0.304]]", REAL)) == "correct"
    assert judge.verdict(matrix.kind.read("[[0.613, 0.083], [0.009, 0.304]]", REAL)) == "wrong"


def test_the_sign_of_the_largest_entry_does_not_matter():
    assert verdict("[-0.613, 0.083]", (-0.61278, 0.08293)) == "correct"


def test_a_declared_tolerance_is_taken_literally():
    declared = Tolerance("significant", Decimal(3))
    assert verdict("[0.613, 0.083, 0.304]", THREE, declared) == "coarse"
    assert verdict("[0.613, 0.0829, 0.304]", THREE, declared) == "correct"


@pytest.mark.parametrize(
    ("answer", "truth", "expected"),
    [
        ("0.083", 0.08293, "coarse"),
        ("0.0829", 0.08293, "correct"),
        ("61.3%", 0.613, "correct"),
        ("61.3%", 0.61278, "correct"),
        ("61%", 0.61278, "coarse"),
    ],
)
def test_a_single_number_keeps_three_significant_digits(answer, truth, expected):
    assert Judge(truth, DEFAULT).verdict(number.kind.read(answer, REAL)) == expected


@pytest.mark.parametrize(
    ("answer", "truth", "expected"),
    [
        ("0.36", 0.357, "correct"),
        ("0.357", 0.357, "correct"),
        ("0.35", 0.357, "wrong"),
        ("0.37", 0.357, "wrong"),
        ("0.4", 0.357, "coarse"),
        ("0.360", 0.357, "wrong"),  # three decimals are those of 0.357
        ("9/25", 0.357, "wrong"),
        ("0.01", 0.0123, "correct"),
        ("0.00", 0.0049, "wrong"),  # less than a cent: nothing would be left
        ("0.01", 0.0099, "coarse"),
        ("1234.57", 1234.567, "correct"),
        ("1229", 1234.567, "wrong"),
    ],
)
def test_money_may_be_rounded_to_the_cent(answer, truth, expected):
    assert Judge(truth, MONEY).verdict(number.kind.read(answer, REAL)) == expected


def test_several_amounts_of_money_may_be_rounded_to_the_cent():
    assert verdict("[0.36, 0.01]", (0.357, 0.0123), MONEY) == "correct"
    assert verdict("[0.36, 0.01]", (0.357, 0.0123)) == "coarse"


@pytest.mark.parametrize("unit", ["USD", "EUR", "GBP", "CHF", "JPY", "$", "€", "£", "usd", " EUR "])
def test_currencies(unit):
    assert is_money(unit)
    assert Tolerance.default(whole=False, unit=unit) == MONEY
    assert Tolerance.default(whole=True, unit=unit) == Tolerance("exact")


@pytest.mark.parametrize("unit", [None, "", "GB", "USD/h", "%", "cents", "EURO ZONE"])
def test_other_units_are_not_currencies(unit):
    assert not is_money(unit)
    assert Tolerance.default(whole=False, unit=unit) == DEFAULT


@pytest.mark.parametrize(
    ("answer", "is_coarse"),
    [
        ("[0.613, 0.083, 0.309]", False),
        ("[0.613, 0.000, 0.309]", False),
        ("[0.613, 0.08, 0.309]", True),
        ("[0.61, 0.083, 0.309]", True),
        ("[0.06, 0.083, 0.030]", True),
    ],
)
def test_an_answer_is_too_coarse_by_its_own_largest_entry(answer, is_coarse):
    assert Judge(THREE, DEFAULT).is_coarse(vector.kind.read(answer, REAL)) is is_coarse


def test_the_halves_of_converted_units_are_fractions():
    """100 s are 5/3 min."""
    one = StatedNumber(Fraction(5, 3), Fraction(1, 120), None)
    assert Judge((100.0, 1.6667), DEFAULT).verdict(Reading((2,), (one._replace(value=100), one))) == "correct"
    assert Judge((100.0, 1.68), DEFAULT).verdict(Reading((2,), (one._replace(value=100), one))) == "wrong"


# Laws

entries = st.lists(st.floats(-1e6, 1e6).filter(lambda value: abs(value) > 1e-6), min_size=1, max_size=6)


def decimals_of(truth):
    """Return how many decimals give the largest entry 3 significant digits, by the digits of its printed form."""
    exponent = int(f"{max(map(abs, truth)):.11e}".split("e")[1])
    return 2 - exponent


def rounded(value, decimals):
    exact = Decimal(f"{value:.11e}")  # a float of the truth is good for twelve digits
    return exact.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)


def reading(values, decimals):
    return Reading((len(values),), tuple(StatedNumber(value, Decimal(5).scaleb(-decimals - 1), 3) for value in values))


@given(entries, st.integers(0, 5))
def test_the_rounding_with_the_decimals_of_the_largest_or_more_is_right(truth, more):
    decimals = decimals_of(truth) + more
    values = [rounded(value, decimals) for value in truth]
    largest, smallest = max(map(abs, truth)), min((abs(value) for value in truth if value), default=1)
    keeps_a_digit = all(value or not right for value, right in zip(values, truth, strict=True))
    assume(largest < 1 or (largest <= 1000 * smallest and keeps_a_digit))
    answer = reading(values, decimals)
    assert Judge(tuple(truth), DEFAULT).verdict(answer) == "correct"


@given(entries, st.data())
def test_one_unit_off_is_right_only_by_the_rule_of_significant_digits(truth, data):
    decimals = decimals_of(truth)
    i = data.draw(st.integers(0, len(truth) - 1))
    values = [rounded(value, decimals) for value in truth]
    values[i] += data.draw(st.sampled_from([-1, 1])) * Decimal(1).scaleb(-decimals)
    exact = Decimal(f"{truth[i]:.11e}")
    assume(abs(values[i] - exact) > Decimal(5).scaleb(-decimals - 1))  # of a tie both neighbours are roundings
    is_near = abs(values[i] - exact) <= Decimal(5).scaleb(exact.adjusted() - 3)
    assert (Judge(tuple(truth), DEFAULT).verdict(reading(values, decimals)) == "correct") == is_near


@given(st.floats(1e-6, 1e6), st.integers(-10, 10), st.integers(-2, 2))
def test_for_one_number_both_rules_are_one(truth, decimals, off):
    """Its own third digit is that of the largest."""
    value = rounded(truth, decimals) + off * Decimal(1).scaleb(-decimals)
    answer = Reading((), (StatedNumber(value, Decimal(5).scaleb(-decimals - 1), 3),))
    literal = Judge(truth, Tolerance("significant", Decimal(3)))
    assert Judge(truth, DEFAULT).verdict(answer) == literal.verdict(answer)


@given(st.lists(st.floats(-0.9, 0.9), min_size=2, max_size=5), st.data())
def test_whole_numbers_are_right_about_small_real_ones_only_where_they_are_exact(truth, data):
    values = data.draw(st.lists(st.integers(-1, 1), min_size=len(truth), max_size=len(truth)))
    answer = reading(list(map(Decimal, values)), 0)
    literal = Judge(tuple(truth), Tolerance("significant", Decimal(3)))
    exact = Reading(answer.shape, tuple(each._replace(half=0) for each in answer.numbers))
    is_right = literal.verdict(exact) == "correct"
    assert Judge(tuple(truth), DEFAULT).verdict(answer) == ("correct" if is_right else "wrong")
