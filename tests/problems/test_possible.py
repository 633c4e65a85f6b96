"""Whether parameters are possible is decided by the conventions that a question declares."""

from __future__ import annotations

import pytest

from checker import check, load_problem
from checker.problems import ProblemError

SMALL = "{input_shape: [64, 224, 2], kernel_size: [7, 7], dilation: [1, 3], out_channels: 5}"
"""Channels last: 2 channels, of 64 × 224; channels first: 64 channels, of 224 × 2, where a span of 19 does not fit."""

QUESTIONS = {
    # 64 - 6 = 58; 224 - 3 · 6 = 206
    "conv_output_shape": (SMALL, "(58, 206, 5)"),
    # ⌊64 / 7⌋ = 9; 224 / 7 = 32
    "pool_output_shape": ("{input_shape: [64, 224, 2], kernel_size: 7}", "(9, 32, 2)"),
    # 64 - 1 - 4 + 2 + 1 = 62; 224 - 1 - 4 + 2 + 1 = 222
    "transposed_conv_output_shape": (
        "{input_shape: [64, 224, 1], kernel_size: 3, padding: 2, out_channels: 5}",
        "(62, 222, 5)",
    ),
    # 58 · 206 positions, 5 filters of 7 · 7 · 2 weights, two FLOPs each
    "conv_flops": (SMALL, "11709040"),
    "network_output_shape": (
        "{input_shape: [64, 224, 2], layers: [{type: conv, out_channels: 5, kernel_size: 7}]}",
        "(58, 218, 5)",
    ),
}


@pytest.fixture
def load(tmp_path):
    def loaded(type_, parameters, conventions="", more=""):
        file = tmp_path / "problem.yaml"
        file.write_text(
            f"id: problem\ntitle: t\ntype: {type_}\nprompt: p {{conventions}}\nparameters: {parameters}\n"
            + (f"conventions: {conventions}\n" if conventions else "")
            + more
        )
        return load_problem(file)

    return loaded


@pytest.mark.parametrize("conventions", ["{layout: channels_last}", "{preset: keras}"])
@pytest.mark.parametrize("name", QUESTIONS)
def test_parameters_that_only_the_declared_convention_makes_possible_are_accepted(load, name, conventions):
    parameters, answer = QUESTIONS[name]
    problem = load(name, parameters, conventions)
    assert check(problem, answer).status == "correct"
    assert check(problem, answer.replace("5", "6")).status in {"correct", "incorrect"}


def test_each_part_declares_its_own_conventions(load):
    parts = "parts:\n  - {id: last, conventions: {layout: channels_last}}\n  - {id: elements, asks: elements}\n"
    with pytest.raises(ProblemError, match=r"there are 2 \(width\)"):
        load("conv_output_shape", SMALL, more=parts)
    both = parts.replace("asks: elements}", "asks: elements, conventions: {layout: channels_last}}")
    problem = load("conv_output_shape", SMALL, more=both)
    assert problem.prompt == "p This question has the channels after the sizes."
    assert check(problem, "(58, 206, 5)", "last").status == "correct"
    assert check(problem, str(58 * 206 * 5), "elements").status == "correct"


TRANSLATOR = """\
id: translator
type: transformer_parameters
prompt: How many do the embeddings have?
parameters: {d_model: 8, num_heads: 2, d_ff: 8, num_encoder_layers: 1, num_decoder_layers: 1,
             src_vocab_size: 100, tgt_vocab_size: 100}
conventions: {embeddings: counted}
asks: embeddings
answer: formula
accept: [{conventions: {embeddings_shared: shared}, credit: 0.5}]
"""


@pytest.mark.parametrize(
    ("text", "points"),
    [
        (TRANSLATOR + "symbols: {d: d_model, V: src_vocab_size = tgt_vocab_size}\n", {"2Vd": 1, "Vd": 0.5, "3Vd": 0}),
        (TRANSLATOR.replace("answer: formula\n", ""), {"1600": 1, "800": 0.5, "2400": 0}),
    ],
)
def test_an_accepted_convention_may_fit_only_these_sizes(tmp_path, text, points):
    (tmp_path / "translator.yaml").write_text(text)
    problem = load_problem(tmp_path / "translator.yaml")
    assert {answer: check(problem, answer).points for answer in points} == points
