from __future__ import annotations

import pytest

from checker.engine.errors import ParameterError
from checker.solvers.shapes.attention_shape import attention_shape

SHEET = {"num_queries": 32, "d_model": 64, "num_heads": 2, "d_v": 16}


def test_one_head_of_the_homework_sheet(ask):
    question = ask("attention_shape", SHEET)
    assert question.answer() == (32, 16)
    assert question.answer("elements") == 512
    assert question.mistakes((16, 32)) == ["layout.columns"]


@pytest.mark.parametrize(("elements", "first"), [(1024, "head_output.concatenated"), (2048, "head_output.projected")])
def test_the_likeliest_reason_comes_first(ask, elements, first):
    question = ask("attention_shape", SHEET)
    tie = question.mistakes(elements, "elements")
    assert tie[0] == first
    weights = [question.solver.weight(*mistake.split(".")) for mistake in tie]
    assert all(weight < weights[0] for weight in weights[1:])


def test_every_tensor_is_a_step(ask):
    sizes = {"num_queries": 7, "num_keys": 11, "d_model": 60, "num_heads": 4, "d_k": 9, "d_v": 5, "num_kv_heads": 2}
    question = ask("attention_shape", sizes | {"batch_size": 3})
    assert question.answer("queries") == (3, 4, 7, 9)
    assert question.answer("keys") == (3, 2, 11, 9)
    assert question.answer("values") == (3, 2, 11, 5)
    assert question.answer("scores") == (3, 4, 7, 11)
    assert question.answer("scores.elements") == 3 * 4 * 7 * 11
    assert question.answer("head_output") == question.answer() == (3, 7, 5)
    assert question.answer("concatenated") == (3, 7, 20)
    assert question.answer("output") == (3, 7, 60)


def test_positions_may_be_columns(ask):
    question = ask("attention_shape", SHEET | {"num_keys": 10}, layout="columns")
    assert question.answer() == (16, 32)
    assert question.answer("scores") == (2, 10, 32)
    assert question.answer("elements") == 512
    assert question.answer(layout="rows") == (32, 16)


def test_each_mistake_gives_its_answer(ask):
    question = ask("attention_shape", SHEET | {"num_keys": 10, "batch_size": 3})
    assert question.answer("scores", scores="swapped") == (3, 2, 10, 32)
    assert question.answer("scores", heads_axis="left_out") == (3, 32, 10)
    assert question.answer("scores", batch="left_out") == (2, 32, 10)
    assert question.answer("scores", scores="by_dimensions") == (3, 2, 32, 32)
    assert question.answer("scores", num_keys="as_num_queries") == (3, 2, 32, 32)
    assert question.answer(head_output="row_for_each_key") == (3, 10, 16)
    assert question.answer(head_output="heads_kept") == (3, 2, 32, 16)
    assert question.answer("concatenated", concatenation="added") == (3, 32, 16)
    assert question.answer("output", output="as_concatenated") == (3, 32, 32)
    assert question.answer("elements", elements="added") == 3 + 32 + 16


def test_impossible_parameters_are_errors():
    with pytest.raises(ParameterError, match="num_heads must divide d_model = 64"):
        attention_shape(num_queries=32, d_model=64, num_heads=3, d_v=16)
    with pytest.raises(ParameterError, match="num_kv_heads must divide num_heads = 4"):
        attention_shape(num_queries=32, d_model=64, num_heads=4, num_kv_heads=3)
