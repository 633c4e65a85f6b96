from __future__ import annotations

import pytest

from checker.engine.errors import ParameterError
from checker.solvers.parameters.attention_parameters import attention_parameters


def test_each_mistake_in_a_block_gives_its_answer(ask):
    question = ask("attention_parameters", {"d_model": 768, "num_heads": 8}, biases="left_out")
    assert question.answer() == 2_359_296
    assert question.answer("input_projections") == 1_769_472
    assert question.answer("input_projections", heads="multiplied") == 14_155_776
    assert question.answer("output_projection", output_heads="multiplied") == 4_718_592
    assert question.answer(heads="multiplied", output_heads="multiplied") == 18_874_368
    assert question.answer(output_projection="left_out") == question.answer(projections="two") == 1_769_472


def test_given_head_sizes_are_used():
    assert attention_parameters(d_model=3072, num_heads=16, d_k=256, d_v=256) == 4 * 3072 * 4096 + 3 * 4096 + 3072
    assert attention_parameters(d_model=512, num_heads=6, d_k=64, d_v=64) == 4 * 512 * 384 + 3 * 384 + 512


def test_no_mistake_splits_d_model_unevenly(ask):
    question = ask("attention_parameters", {"d_model": 512, "num_heads": 6, "d_k": 64, "d_v": 64})
    assert question.answer(head_size="split_d_model") == question.answer()


def test_a_mistake_about_the_head_size_acts_in_every_projection(ask):
    question = ask("attention_parameters", {"d_model": 64, "num_heads": 4, "d_k": 24, "d_v": 20}, biases="left_out")
    assert question.answer(head_size="split_d_model") == 4 * 64 * 64


def test_large_counts_are_exact():
    size = 10**12
    assert attention_parameters(d_model=size, num_heads=10) == 4 * size * size + 4 * size


@pytest.mark.parametrize(
    ("parameters", "parameter"),
    [
        ({"d_model": 10, "num_heads": 4}, "num_heads"),
        ({"d_model": 10, "num_heads": 4, "d_k": 3}, "num_heads"),
        ({"d_model": 16, "num_heads": 4, "num_kv_heads": 3}, "num_kv_heads"),
        ({"d_model": 16, "num_heads": 4, "num_kv_heads": 8}, "num_kv_heads"),
    ],
)
def test_impossible_parameters_are_errors(parameters, parameter):
    with pytest.raises(ParameterError) as error:
        attention_parameters(**parameters)
    assert error.value.parameter == parameter
