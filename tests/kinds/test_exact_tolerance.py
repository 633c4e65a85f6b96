"""`tolerance: exact` and very small tolerances, where the truth has no end."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from checker import check, load_problem
from checker.engine.values.tolerance import is_endless
from checker.kinds import Judge, Tolerance, number
from checker.text.number import Hints

REAL = Hints(whole=False)
EXACT = Tolerance("exact")


def verdict(answer, truth, tolerance=EXACT):
    return Judge(truth, tolerance).verdict(number.kind.read(answer, REAL))


@given(st.integers(-10_000, 10_000), st.integers(1, 10_000), st.integers(1, 50))
def test_every_fraction_is_itself(top, bottom, factor):
    assert verdict(f"{top}/{bottom}", top / bottom) == "correct"
    assert verdict(f"{factor * top}/{factor * bottom}", top / bottom) == "correct"
    assert verdict(f"{top}/{bottom}", (top + 1) / bottom) == "wrong"


@given(st.integers(2, 10_000), st.integers(-100, 100), st.sampled_from(["relative", "absolute", "exact"]))
def test_every_root_is_itself(square, more, rule):
    truth = math.sqrt(square) + more
    assume(abs(truth) > 1e-3)
    tolerance = Tolerance(rule, Decimal("1e-15") if rule != "exact" else Decimal(0))
    assert verdict(f"{more} + sqrt({square})", truth, tolerance) == "correct"
    assert verdict(f"{more} + sqrt({square}) + 1/10^6", truth, tolerance) == "wrong"


@given(st.fractions(min_value=-100, max_value=100, max_denominator=500), st.integers(1, 8) | st.integers(12, 20))
def test_decimals_are_too_coarse_below_twelve_digits(truth, digits):
    assume(truth and is_endless(float(truth)))
    rounded = f"{Decimal(truth.numerator) / truth.denominator:.{digits - 1}e}"
    assert verdict(rounded, float(truth)) == ("correct" if digits >= 12 else "coarse")


@given(st.integers(-(10**9), 10**9), st.integers(0, 6))
def test_a_decimal_truth_is_met_by_itself_alone(digits, places):
    truth = Decimal(digits).scaleb(-places)
    assert not is_endless(float(truth))
    assert verdict(f"{truth:f}", float(truth)) == "correct"
    assert verdict(str(Fraction(truth)), float(truth)) == "correct"
    near = truth + max(Decimal("1e-9"), abs(truth) * Decimal("1e-13"))
    assert verdict(f"{near:f}", float(truth)) != "correct"


@pytest.mark.parametrize(
    ("answer", "truth", "expected"),
    [
        ("2.0000000000000004", 2, "correct"),
        ("-52.999999999999986", -53, "correct"),
        ("0.30000000000000004", 0.3, "correct"),
        ("2.0000000000004", 2, "wrong"),
        ("36120.00000000001", 36120, "correct"),
        ("9007199254740994.0", 9007199254740993, "wrong"),
        ("1e-400", 2, "wrong"),
        ("1.2345678901234567e-330", 0.5, "wrong"),
    ],
)
def test_what_a_program_prints_for_a_float_is_right(answer, truth, expected):
    assert verdict(answer, truth) == expected


@pytest.mark.parametrize("level", ["explain", "full"])
def test_a_rounding_of_an_exact_answer(tmp_path, level):
    path = tmp_path / "share.yaml"
    path.write_text(
        "id: share\ntype: formula\nprompt: Which share?\nparameters: {expression: a/b, symbols: {a: 7, b: 22}}\n"
        "tolerance: exact\nimprecise_credit: 0.5\n",
        encoding="utf-8",
    )
    problem = load_problem(path)
    assert check(problem, "7/22", feedback=level).message == "Correct: 7/22."
    result = check(problem, "0.318", feedback=level)
    asked = "the exact value, such as a fraction or a root."
    assert result.message == (f"Write {asked}" if level == "full" else f"I have not judged it yet: write {asked}")
    assert (result.status, result.points) == (("partial", 0.5) if level == "full" else ("too_coarse", None))
    assert check(problem, "7/23", feedback=level).status == "incorrect"
    # at the other levels the reply does not say whether the digits are right
    assert check(problem, "0.319", feedback=level).status == ("incorrect" if level == "full" else "too_coarse")
