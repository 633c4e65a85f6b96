"""Truths of many digits: the number as its author typed it is right, and so is the number as it was computed."""

from __future__ import annotations

import json
from decimal import Decimal

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from checker import check, load_problem
from checker.kinds import Judge, Tolerance, number
from checker.solvers.generic.numeric import numeric
from checker.text.number import Hints
from tests.tables import rows

REAL = Hints(whole=False)
AMOUNTS = st.integers(0, 16).map(lambda power: Decimal(1).scaleb(-power))
TOLERANCES = (
    st.just(Tolerance("exact"))
    | st.builds(Tolerance, st.sampled_from(["absolute", "relative"]), AMOUNTS)
    | st.builds(Tolerance, st.just("decimals"), st.integers(0, 20).map(Decimal))
    | st.builds(Tolerance, st.just("significant"), st.integers(1, 20).map(Decimal))
    | st.just(Tolerance.default(whole=False))
)


@st.composite
def literals(draw, most=15):
    """Draw a decimal of at most this many digits, as people type it."""
    digits = draw(st.integers(1, most))
    whole = draw(st.integers(10 ** (digits - 1), 10**digits - 1)) * draw(st.sampled_from([1, -1]))
    return f"{Decimal(whole).scaleb(-draw(st.integers(1, digits + 2))):f}"


def verdict(answer, truth, tolerance):
    return Judge(truth, tolerance).verdict(number.kind.read(answer, REAL))


@given(literals(), TOLERANCES)
def test_a_literal_is_right_for_itself(text, tolerance):
    assert verdict(text, float(text), tolerance) == "correct"
    assert verdict(text, numeric(value=float(text)), tolerance) == "correct"


@given(literals(most=17), TOLERANCES)
def test_a_truth_is_right_as_it_was_computed(text, tolerance):
    truth = numeric(value=float(text))
    assert verdict(repr(float(truth)), truth, tolerance) == "correct"
    assert verdict(repr(float(truth) / 7), float(truth) / 7, tolerance) == "correct"


@given(literals(), st.integers(0, 10))
def test_an_exact_literal_is_met_by_itself_alone(text, more):
    last = Decimal(text).as_tuple().exponent
    other = Decimal(text) + Decimal(1).scaleb(last - more)
    assume(other - Decimal(text) > Decimal("1e-13") * abs(other))  # what is nearer may be the noise of floats
    assert verdict(f"{other:f}", numeric(value=float(text)), Tolerance("exact")) != "correct"


@pytest.mark.parametrize(("text", "tolerance", "wrong"), rows(__file__, "a_key_of_many_digits"))
def test_a_key_of_many_digits(tmp_path, text, tolerance, wrong):
    path = tmp_path / "key.yaml"
    content = {"id": "key", "type": "numeric", "prompt": "How much?", "parameters": {"value": float(text)}}
    path.write_text(json.dumps({**content, "tolerance": tolerance}), encoding="utf-8")
    problem = load_problem(path)
    assert check(problem, text).message == f"Correct: {Decimal(text):,f}."
    assert check(problem, wrong).status != "correct"
