"""Question types as YAML: their counts and those of their mistakes, and what is wrong with a file."""

from __future__ import annotations

import json
import pickle
import re
from pathlib import Path

import pytest

from checker.document.findings import ProblemError
from checker.engine.errors import ParameterError
from checker.engine.trace import Run
from checker.questions.parameters import arguments
from checker.questions.registry import solver
from checker.solvers.formula_types import formula_type, read_type, topics

ROWS = [json.loads(line) for line in Path(__file__).with_name("counts.jsonl").read_text(encoding="utf-8").splitlines()]
LARGE = 10**12
SMALL = {"vocab_size": 100, "d_model": 200, "num_layers": 4, "num_heads": 2, "d_ff": 200}
BERT = SMALL | {"vocab_size": 30_522, "d_model": 768, "num_layers": 12, "num_heads": 12, "d_ff": 3072}
BERT |= {"max_positions": 512, "type_vocab_size": 2}
ALBERT = BERT | {"vocab_size": 30_000, "embedding_dim": 128, "shared_layers": True}
OF_BERT = {"embedding_norm": "counted", "pooler": "counted"}
TIED = {"tied_embeddings": "tied"}
BASE = {"d_model": 512, "num_heads": 8, "d_ff": 2048, "num_encoder_layers": 6, "num_decoder_layers": 6}
T5 = {"src_vocab_size": 32_128, "norm": "rms_norm", "relative_positions": 32}
FLAN = BASE | T5 | {"num_heads": 6, "d_k": 64, "d_v": 64, "d_ff": 1024, "gated": True}
FLAN |= {"num_encoder_layers": 8, "num_decoder_layers": 8}
OF_T5 = {"biases": "left_out", "final_norm": "counted", "embeddings": "counted", "embeddings_shared": "shared"}
OF_T5 |= {"output_head": "tied"}
LLAMA_3 = {"num_layers": 32, "num_kv_heads": 8, "num_heads": 32, "head_dim": 128, "length": 8192, "dtype": "bfloat16"}
BILLION = {"num_parameters": 10**9}
MIXED = BILLION | {"dtype": "bfloat16", "mixed_precision": True}
HEADS = {"d_model": 64, "num_heads": 8, "num_kv_heads": 2, "d_k": 12, "d_v": 10, "length": 7, "num_keys": 9}
MASKED = {"d_model": 96, "num_heads": 6, "length": 40, "mask": "causal"}
FILE = """\
about: Numbers in a box.
formula: width·height
answer: a whole number.
source: none
sizes:
  width: {from: 1, to: 9}
  height: {from: 1, to: 9, default: width}
  kind: {choose: {plain: box, round: ball}, default: plain}
conventions:
  rim: {counted: counts the rim, left_out: leaves the rim out}
steps:
  inside: width*height
  total: inside + rim.counted*(2*width + 2*height)
mistakes:
  - {name: sides.added, change: width*height => width + height, says: "You added the sides of the {kind}."}
examples:
  - {width: 3, height: 4, total: 26}
"""


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['type']} {row['total']}")
def test_counts_and_those_of_mistakes(row):
    type_ = formula_type(row["type"])
    assert Run()(type_, row["sizes"]) == row["total"]
    assert {mistake: Run({}, dict([mistake.split(".", 1)]))(type_, row["sizes"]) for mistake in row["mistakes"]} == row[
        "mistakes"
    ]


def test_every_type_has_rows():
    assert {name for name in topics() if not name.startswith("_")} == {row["type"] for row in ROWS}


@pytest.mark.parametrize("name", topics())
def test_examples_are_true(name):
    type_ = formula_type(name)
    for sizes, total in zip(type_.examples, type_.truths, strict=True):
        assert total is None or type_(**arguments(solver(name), sizes)) == total


@pytest.mark.parametrize(
    ("name", "sizes", "conventions", "counts"),
    [
        ("attention_parameters", {"d_model": LARGE, "num_heads": 10}, {}, {"total": 4 * LARGE**2 + 4 * LARGE}),
        ("attention_parameters", {"d_model": 512, "num_heads": 6, "d_k": 64, "d_v": 64}, {}, {"total": 788_096}),
        ("linear_parameters", {"in_features": 784, "out_features": 10, "bias": False}, {}, {"total": 7840}),
        ("encoder_model_parameters", SMALL | {"head": "language_model"}, {}, {"head": 20_100, "total": 1_008_100}),
        ("encoder_model_parameters", SMALL | {"head": "classification", "num_classes": 2}, {}, {"head": 402}),
        ("encoder_model_parameters", BERT, {"embedding_norm": "counted"}, {"total": 108_891_648}),
        ("encoder_model_parameters", BERT, OF_BERT, {"total": 109_482_240}),
        ("encoder_model_parameters", BERT | {"head": "both"}, OF_BERT | TIED, {"total": 110_106_428}),
        ("encoder_model_parameters", ALBERT, OF_BERT, {"total": 11_683_584}),
        ("transformer_parameters", BASE, {}, {"total": 44_138_496}),
        ("transformer_parameters", BASE, {"final_norm": "counted"}, {"total": 44_140_544}),
        ("transformer_parameters", BASE | {"norm": "rms_norm"}, {"final_norm": "counted"}, {"total": 44_124_160}),
        ("transformer_parameters", BASE | {"num_decoder_layers": 0}, {}, {"total": 6 * 3_152_384}),
        ("transformer_parameters", BASE | T5, OF_T5, {"total": 60_506_624}),
        ("transformer_parameters", FLAN, OF_T5 | {"output_head": "counted"}, {"total": 76_961_152}),
        ("linear_flops", {"in_features": 20, "out_features": 30}, {"flops_per_mac": "1"}, {"total": 600}),
        ("attention_flops", MASKED, {"projections": "left_out"}, {"projected": 0, "total": 2 * 40**2 * 96}),
        ("attention_flops", MASKED, {"causal_halving": "left_out"}, {"attended": 4 * 40**2 * 96}),
        ("attention_flops", MASKED | {"num_keys": 40}, {}, {"attended": 2 * 40**2 * 96}),
        ("attention_flops", HEADS, {}, {"keys": 2 * 9 * 64 * 2 * 12, "values": 2 * 9 * 64 * 2 * 10}),
        ("attention_flops", HEADS, {}, {"scores": 2 * 7 * 9 * 8 * 12, "output_projection": 2 * 7 * 8 * 10 * 64}),
        ("weight_memory", {"num_parameters": 101, "dtype": "int4"}, {}, {"total": 51}),
        ("weight_memory", {"num_parameters": 100, "dtype": "fp16"}, {}, {"total": 200}),
        ("weight_memory", {"num_parameters": 7 * 10**9, "dtype": "bf16"}, {"unit": "GB"}, {"total": 14.0}),
        ("weight_memory", {"num_parameters": 7 * 10**9, "dtype": "bf16"}, {"unit": "GiB"}, {"total": 14e9 / 2**30}),
        ("kv_cache_memory", LLAMA_3, {}, {"bytes_per_token": 131_072, "total": 2**30}),
        ("kv_cache_memory", LLAMA_3 | {"batch_size": 5}, {"unit": "GiB"}, {"total": 5.0}),
        ("training_memory", MIXED, {}, {"total": 16 * 10**9}),
        ("training_memory", MIXED | {"optimizer": "momentum"}, {}, {"total": 12 * 10**9}),
        ("training_memory", MIXED | {"optimizer": "sgd"}, {}, {"total": 8 * 10**9}),
        ("training_memory", BILLION, {}, {"total": 16 * 10**9}),
        ("training_memory", BILLION | {"dtype": "bf16"}, {}, {"total": 8 * 10**9}),
    ],
)
def test_further_counts(name, sizes, conventions, counts):
    run = Run(conventions, wanted=counts)
    run(formula_type(name), sizes)
    assert {step: repr(run.recorded[step]) for step in counts} == {step: repr(count) for step, count in counts.items()}


@pytest.mark.parametrize(
    ("name", "sizes", "conventions", "parameter"),
    [
        ("attention_parameters", {"d_model": 10, "num_heads": 4}, {}, "num_heads"),
        ("attention_parameters", {"d_model": 10, "num_heads": 4, "d_k": 3}, {}, "num_heads"),
        ("attention_parameters", {"d_model": 16, "num_heads": 4, "num_kv_heads": 3}, {}, "num_kv_heads"),
        ("encoder_model_parameters", SMALL | {"num_heads": 3}, {}, "num_heads"),
        ("encoder_model_parameters", SMALL | {"head": "classification"}, {}, "num_classes"),
        ("encoder_model_parameters", SMALL | {"num_classes": 3}, {}, "num_classes"),
        ("transformer_parameters", BASE | {"num_encoder_layers": 0, "num_decoder_layers": 0}, {}, "num_encoder_layers"),
        ("attention_flops", {"d_model": 10, "num_heads": 3, "length": 4}, {}, "num_heads"),
        ("attention_flops", MASKED | {"num_keys": 7}, {}, "mask"),
        ("kv_cache_memory", LLAMA_3 | {"num_heads": 9}, {}, "num_kv_heads"),
        ("training_memory", BILLION | {"dtype": "int8"}, {}, "dtype"),
        ("training_memory", BILLION | {"mixed_precision": True}, {}, "dtype"),
        ("transformer_parameters", BASE | {"num_decoder_layers": 0, "tgt_vocab_size": 5}, {}, "tgt_vocab_size"),
        ("transformer_parameters", BASE, {"embeddings": "counted"}, "src_vocab_size"),
        ("transformer_parameters", BASE, {"output_head": "tied"}, "src_vocab_size"),
        (
            "transformer_parameters",
            BASE | {"src_vocab_size": 100, "tgt_vocab_size": 200},
            {"embeddings_shared": "shared"},
            "tgt_vocab_size",
        ),
    ],
)
def test_sizes_that_do_not_fit_together(name, sizes, conventions, parameter):
    with pytest.raises(ParameterError) as error:
        Run(conventions)(formula_type(name), sizes)
    assert error.value.parameter == parameter


def test_a_type_of_another_folder():
    type_ = read_type("box", FILE, "box.yaml", formula_type)
    assert type_(width=3) == 9 + 12
    assert Run({"rim": "left_out"}, {"sides": "added"})(type_, {"width": 3, "height": 4}) == 7
    assert type_.explain({"kind": "round"})["sides.added"] == "You added the sides of the ball."


def test_the_example_of_the_contributors_page():
    page = (Path(__file__).parents[2] / "CONTRIBUTING.md").read_text(encoding="utf-8")
    type_ = read_type("square", re.search(r"```yaml\n(about:.*?)```", page, re.DOTALL)[1], "square.yaml", formula_type)
    type_.check()
    assert [type_(**each) for each in type_.examples] == type_.truths == [930, 330]
    assert Run({}, {"weights": "doubled"})(type_, {"width": 30}) == 90


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("inside: width*height", "inside: width*heigth", "12:11 schema inside names heigth"),
        ("inside: width*height", "inside: width*(height", "12:11 schema inside cannot be read"),
        ("inside: width*height", "inside: {include: bx}", "12:11 schema includes bx, which is not a question type"),
        (
            "inside: width*height",
            "inside: {include: linear_parameters}",
            "12:11 schema linear_parameters needs in_features",
        ),
        (
            "inside: width*height",
            "inside: {include: linear_parameters, in_features: width, out_features: 1, in: 1}",
            "12:77 schema in is not a size of linear_parameters",
        ),
        ("rim.counted", "rim.counts", "13:10 schema total names rim.counts"),
        ("default: width", "default: with", "7:37 schema default names with"),
        (
            "change: width*height => width + height",
            "change: width*height",
            "15:33 schema `width*height` is not `PATTERN",
        ),
        ("=> width + height", "=> width + hight", "15:33 schema `width*height => width + hight` has hight"),
        ("total: inside", "all: inside", "12:3 schema the last step must be `total`"),
        ("says:", "say:", "15:65 schema say is not known here"),
    ],
)
def test_faults_have_places(old, new, message):
    with pytest.raises(ProblemError) as error:
        read_type("box", FILE.replace(old, new), "box.yaml", formula_type).check()
    assert f"box.yaml:{message}" in str(error.value)


def test_a_type_is_sent_to_another_process():
    type_ = formula_type("linear_parameters")
    assert pickle.loads(pickle.dumps(type_)) is type_
