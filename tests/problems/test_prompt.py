"""The question as a student reads it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.problems.prompt import conventions_sentence, parameter_text, rendered
from tests.tables import rows

HEAD = (
    "id: layer\ntype: encoder_layer_parameters\nparameters: {d_model: 64, num_heads: 4, d_k: 16, d_v: 16, d_ff: 120}\n"
)


@pytest.mark.parametrize(("prompt", "shown"), rows(__file__, "names_in_braces"))
def test_names_in_braces(desk, prompt, shown):
    text = HEAD + f"prompt: '{prompt}'\n"
    assert desk.load(text).prompt == (prompt if shown is None else shown)


@pytest.mark.parametrize(("conventions", "instructions"), rows(__file__, "conventions_become_instructions"))
def test_conventions_become_instructions(desk, conventions, instructions):
    assert desk.load(HEAD + f"conventions: {conventions}\nprompt: '{{conventions}}'\n").prompt == instructions


def test_conventions_that_are_no_instructions_become_a_sentence(desk):
    (part,) = desk.load(
        "id: a\ntype: attention_flops\nparameters: {length: 8, d_model: 4, num_heads: 2}\n"
        "conventions: {projections: left_out, flops_per_mac: 1, unit: FLOP}\n"
    ).parts
    assert conventions_sentence(part.variant) == (
        "Do not count the projections Q, K, V and O. This question is in FLOP; it takes a multiply-add as one FLOP."
    )


def test_parts_do_not_change_the_prompt(desk):
    prompt = "prompt: '{d_model} {d_ff} {conventions}'\nconventions: {biases: counted}\n"
    parts = "parts: [{id: a, parameters: {d_ff: 1}, conventions: {biases: left_out}}, {id: b}]\n"
    assert desk.load(HEAD + prompt + parts).prompt == "64 120 Count the biases."


def test_names_that_only_parts_have_are_not_filled_in(desk):
    text = "id: a\ntype: feed_forward_parameters\nparameters: {d_model: 4}\nprompt: '{d_model} {d_ff}'\n"
    assert desk.load(text + "parts: [{id: a, parameters: {d_ff: 1}}]\n").prompt == "4 {d_ff}"


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (30522, "30522"),
        (0.1, "0.1"),
        (1e-5, "1e-05"),
        (np.array([[1.0, 0.25], [-3.0, 4.0]]), "[[1, 0.25], [-3, 4]]"),
        ([1, (2, 3)], "[1, [2, 3]]"),
        ([{"type": "conv", "stride": 2}], "[{type: conv, stride: 2}]"),
        ("causal", "causal"),
        (True, "true"),
    ],
)
def test_values_are_legible(value, shown):
    assert parameter_text(value) == shown


@given(st.text(alphabet="{}\\sqrtd_k^ ab1[]", max_size=60))
def test_without_names_nothing_changes(prompt):
    assert rendered(prompt, {}) == prompt


PARTS = """\
id: two
type: feed_forward_parameters
prompt: A block leads from {d_model} numbers to {d_ff} and back.
parameters: {d_model: 64, d_ff: 128}
parts:
  - id: weights
    prompt: How many weights has it? {conventions}
    conventions: {ffn_biases: left_out}
  - {id: gated, parameters: {gated: true}}
  - id: other
    prompt: |
      And with {d_ff} numbers instead, {unknown} and {d_model}?
    parameters: {d_ff: 512}
"""


def test_the_prompts_of_parts_follow_that_of_the_problem(desk):
    problem = desk.load(PARTS)
    assert problem.prompt == (
        "A block leads from 64 numbers to 128 and back.\n\n"
        "(weights) How many weights has it? Do not count the biases of the feed-forward block.\n\n"
        "(other) And with 512 numbers instead, {unknown} and 64?"
    )
    assert [part.shown for part in problem.parts] == [
        {"d_model": "64", "d_ff": "128"},
        {"d_model": "64", "d_ff": "128"},
        {"d_model": "64", "d_ff": "512"},
    ]


def test_another_prompt_of_a_part_is_another_version(desk):
    assert desk.load(PARTS).version != desk.load(PARTS.replace("How many weights", "What number of weights")).version


def test_a_problem_may_have_prompts_in_its_parts_only(desk):
    text = PARTS.replace("prompt: A block leads from {d_model} numbers to {d_ff} and back.\n", "")
    assert desk.load(text).prompt.startswith("(weights) How many weights has it?")
