"""The default tolerance: 3 significant digits, entries rounded like the largest one, and money to the cent."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from checker.engine.values.tolerance import is_money
from checker.kinds import Judge, Reading, StatedNumber, Tolerance, vector
from checker.text.number import Hints

REAL = Hints(whole=False)
DEFAULT = Tolerance.default(whole=False)
MONEY = Tolerance.default(whole=False, unit="USD")
THREE = (0.61278, 0.08293, 0.30429)


def verdict(answer, truth, tolerance=DEFAULT):
    return Judge(truth, tolerance).verdict(vector.kind.read(answer, REAL))


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
