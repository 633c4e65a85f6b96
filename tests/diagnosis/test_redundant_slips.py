"""Slips that equal a known mistake: only the mistake is reported, the slip remains a way to the answer."""

from __future__ import annotations

from decimal import Decimal

import pytest

from checker import check, load_problem
from checker.diagnosis import MistakenRuns, WrongAnswerIndex, diagnose
from checker.engine.trace import TOTAL
from checker.kinds import Reading, StatedNumber
from checker.solvers.registry import solver
from checker.solvers.signature import arguments
from checker.solvers.variant import AuthorMistakes, Variant


def index_of(expression, listed=None, **symbols):
    question = solver("formula")
    variant = Variant(question, arguments(question, {"expression": expression, "symbols": symbols}))
    return WrongAnswerIndex(MistakenRuns(variant.changed(listed=listed), [TOTAL]))


def stated(value):
    written = Decimal(f"{value:.7e}")
    return Reading((), (StatedNumber(written, Decimal(5).scaleb(written.adjusted() - 8), 8),))


def told(diagnosis):
    return [([one.id for one in each.mistakes], each.slip) for each in diagnosis.explanations]


def test_a_factor_of_two_yields_to_a_factor_of_the_formula():
    diagnosis = diagnose(index_of("2*pi*sqrt(l/g)", l=1.37, g=9.81), stated(3.14159265359 * (1.37 / 9.81) ** 0.5))
    assert all(slip is None for _, slip in told(diagnosis))
    assert told(diagnosis)[0][0][0].endswith(".left_out")
    assert ((), "factor_two") in diagnosis.ways


def test_a_reciprocal_yields_to_a_swapped_division():
    diagnosis = diagnose(index_of("1/(1/f - 1/g)", f=16.2, g=171.5), stated(1 / 16.2 - 1 / 171.5))
    assert "reciprocal" not in [slip for _, slip in told(diagnosis)]
    assert ((), "reciprocal") in diagnosis.ways


def test_a_slip_on_a_mistake_yields_to_one_more_mistake():
    """Half of the value without the root is the factor 2 left out."""
    diagnosis = diagnose(index_of("2*pi*sqrt(l/g)", l=1.37, g=9.81), stated(3.14159265359 * 1.37 / 9.81))
    assert ([], None) not in told(diagnosis)
    assert all(slip != "factor_two" for _, slip in told(diagnosis))


def test_a_slip_yields_to_a_listed_answer_of_the_same_value():
    listed = AuthorMistakes(TOTAL, (("mistake_1", -8.6),), (("listed.mistake_1", "You went down."),))
    diagnosis = diagnose(index_of("a + b", listed, a=3.5, b=5.1), stated(-8.6))
    assert told(diagnosis) == [(["listed.mistake_1"], None)]
    assert ((), "sign") in diagnosis.ways


@pytest.mark.parametrize("slip", ["sign", "power_of_ten"])
def test_a_slip_that_no_mistake_explains_is_reported(slip):
    factor = {"sign": -1, "power_of_ten": 100}[slip]
    diagnosis = diagnose(index_of("a*b + 3.1", a=3.517, b=5.13), stated(factor * (3.517 * 5.13 + 3.1)))
    assert ([], slip) in told(diagnosis)


# What an author has listed

LAYER = """\
id: layer
type: encoder_layer_parameters
parameters: {d_model: 64, num_heads: 4, d_k: 16, d_v: 16, d_ff: 120}
conventions: {biases: left_out, layer_norm: left_out, output_projection: left_out}
credit: {output_projection.counted: 0.9}
"""
COUNTED = 27648 + 64 * 64


def told_with(tmp_path, entry, answer=str(COUNTED)):
    file = tmp_path / "layer.yaml"
    file.write_text(f"{LAYER}mistakes: [{{{entry}}}]\n")
    outcome = check(load_problem(file), answer, feedback="full")
    return told(outcome.diagnosis), outcome


@pytest.mark.parametrize(
    "entry",
    [
        f"answer: {COUNTED}, says: You counted the output projection.",
        f"answer: {COUNTED}, says: That is the layer of the paper.",
        "change: whole => 2*d_model*num_heads*(d_k + d_v) + 2*d_model*d_ff, says: That is the layer of the paper.",
    ],
)
def test_a_listed_mistake_replaces_a_derived_one_that_means_the_same(tmp_path, entry):
    explanations, outcome = told_with(tmp_path, entry)
    assert explanations[0] == (["listed.mistake_1"], None)
    assert (["output_projection.counted"], None) not in explanations
    assert outcome.feedback.where == "The first step that differs is attention."
    assert " or: " not in outcome.feedback.message.lower()
    assert outcome.points == 0.9  # credit that names the derived mistake


@pytest.mark.parametrize(
    "entry",
    [
        "change: whole => d_model*496, says: You counted the output projection.",  # equal at these sizes only
    ],
)
def test_different_mistakes_with_the_same_value_are_both_reported(tmp_path, entry):
    explanations, outcome = told_with(tmp_path, entry)
    assert explanations[:2] == [(["listed.mistake_1"], None), (["output_projection.counted"], None)]
    assert " or: " in outcome.feedback.message.lower()
