"""A slip that is a known mistake in other words is told once, as that mistake, and stays a way to the answer."""

from __future__ import annotations

from decimal import Decimal

import pytest

from checker.answers import Number, Reading
from checker.diagnose import Index, Traces, diagnose
from checker.parameters import arguments
from checker.solvers import solver
from checker.trace import TOTAL
from checker.variant import Listed, Variant


def index_of(expression, listed=None, **symbols):
    question = solver("formula")
    variant = Variant(question, arguments(question, {"expression": expression, "symbols": symbols}))
    return Index(Traces(variant.with_listed(listed), [TOTAL]))


def stated(value):
    written = Decimal(f"{value:.7e}")
    return Reading((), (Number(written, Decimal(5).scaleb(written.adjusted() - 8), 8),))


def told(diagnosis):
    return [([one.id for one in each.mistakes], each.slip) for each in diagnosis.explanations]


def test_a_factor_of_two_that_is_a_factor_of_the_formula():
    diagnosis = diagnose(index_of("2*pi*sqrt(l/g)", l=1.37, g=9.81), stated(3.14159265359 * (1.37 / 9.81) ** 0.5))
    assert all(slip is None for _, slip in told(diagnosis))
    assert told(diagnosis)[0][0][0].endswith(".left_out")
    assert ((), "factor_two") in diagnosis.ways


def test_a_reciprocal_that_is_a_division_turned_round():
    diagnosis = diagnose(index_of("1/(1/f - 1/g)", f=16.2, g=171.5), stated(1 / 16.2 - 1 / 171.5))
    assert "reciprocal" not in [slip for _, slip in told(diagnosis)]
    assert ((), "reciprocal") in diagnosis.ways


def test_a_slip_on_a_mistake_yields_to_one_more_mistake():
    """Half of it, with the root forgotten: the factor 2 left out."""
    diagnosis = diagnose(index_of("2*pi*sqrt(l/g)", l=1.37, g=9.81), stated(3.14159265359 * 1.37 / 9.81))
    assert ([], None) not in told(diagnosis)
    assert all(slip != "factor_two" for _, slip in told(diagnosis))


def test_a_listed_answer_goes_before_a_slip_of_the_same_value():
    listed = Listed(TOTAL, (("mistake_1", -8.6),), (("listed.mistake_1", "You went down."),))
    diagnosis = diagnose(index_of("a + b", listed, a=3.5, b=5.1), stated(-8.6))
    assert told(diagnosis) == [(["listed.mistake_1"], None)]
    assert ((), "sign") in diagnosis.ways


@pytest.mark.parametrize("slip", ["sign", "power_of_ten"])
def test_a_slip_that_nothing_else_gives_is_told(slip):
    factor = {"sign": -1, "power_of_ten": 100}[slip]
    diagnosis = diagnose(index_of("a*b + 3.1", a=3.517, b=5.13), stated(factor * (3.517 * 5.13 + 3.1)))
    assert ([], slip) in told(diagnosis)
