"""Files may name a mistake by an id that it had earlier."""

from __future__ import annotations

import pytest

from checker import check
from checker.lint import lint
from checker.questions.registry import solver

LAYERS = """\
id: stack
type: transformer_parameters
parameters: {d_model: 64, num_heads: 4, d_ff: 120, num_encoder_layers: 3, num_decoder_layers: 2}
"""


def test_credit_for_a_mistake_by_its_earlier_id(desk):
    (part,) = desk.load(LAYERS + "credit: {layers.forgotten: 0.5, one_mistake: 0.25}\n").parts
    assert part.credit == {"layers.left_out": 0.5, "one_mistake": 0.25}


def test_an_assignment_may_use_earlier_ids_of_types_that_a_problem_does_not_have(desk):
    assignment = "problems: [{id: stack}]\ncredit: {layers.doubled: 0.5, plus_one.forgotten: 0.75}\n"
    (part,) = desk.load(LAYERS, assignment).parts
    assert part.credit == {"layers.counted_twice": 0.5}


def test_both_ids_of_one_mistake_are_an_error(desk):
    assert desk.findings(LAYERS + "credit: {layers.left_out: 0.5, layers.forgotten: 0.25}\n") == [
        "4:32 layers.forgotten and layers.left_out are the same mistake"
    ]


def test_an_example_by_its_earlier_id_comes_out_and_the_record_has_the_present_one(desk):
    attention, feed_forward, norm = 4 * (64 * 64 + 64), 2 * 64 * 120 + 120 + 64, 2 * 64
    answer = (attention + feed_forward + 2 * norm) + (2 * attention + feed_forward + 3 * norm)
    example = f"{{answer: {answer}, verdict: incorrect, mistakes: [layers.forgotten]}}"
    problem = desk.load(LAYERS + f"examples: [{example}]\n")
    assert [finding for finding in lint(problem.path).findings if finding.code == "example"] == []
    assert check(problem, str(answer)).record()["explanations"][0]["mistakes"][0]["id"] == "layers.left_out"


@pytest.mark.parametrize(
    ("earlier", "present"),
    [
        ("plus_one.forgotten", "plus_one.left_out"),
        ("layer_3.plus_one.forgotten", "layer_3.plus_one.left_out"),
        ("layer_3.layer_1.plus_one.forgotten", "layer_3.layer_1.plus_one.left_out"),
        ("minus_one.forgotten", "minus_one.forgotten"),
        ("one_mistake", "one_mistake"),
    ],
)
def test_a_place_before_an_id_is_kept(earlier, present):
    assert solver("conv_output_shape").current_id(earlier) == present
