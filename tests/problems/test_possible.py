"""Whether parameters are possible is decided by the conventions that a question declares."""

from __future__ import annotations

import pytest

from checker import check, load_problem
from checker.problems import ProblemError

SMALL = "{input_shape: [64, 224, 2], kernel_size: [7, 7], dilation: [1, 3], out_channels: 5}"
"""Channels last: 2 channels, of 64 × 224; channels first: 64 channels, of 224 × 2, where a span of 19 does not fit."""


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


def test_each_part_declares_its_own_conventions(load):
    parts = "parts:\n  - {id: last, conventions: {layout: channels_last}}\n  - {id: elements, asks: elements}\n"
    with pytest.raises(ProblemError, match=r"there are 2 with 0 of padding"):
        load("conv_output_shape", SMALL, more=parts)
    both = parts.replace("asks: elements}", "asks: elements, conventions: {layout: channels_last}}")
    problem = load("conv_output_shape", SMALL, more=both)
    assert problem.prompt == "p This question has the channels after the sizes."
    assert check(problem, {"last": "(58, 206, 5)"}).status == "correct"
    assert check(problem, {"elements": str(58 * 206 * 5)}).status == "correct"


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
