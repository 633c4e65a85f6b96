from __future__ import annotations

import pytest

from checker.engine.errors import ParameterError
from checker.solvers.shapes.pool_output_shape import pool_output_shape

OVERLAPPING = {"input_shape": [96, 55, 63], "kernel_size": 3, "stride": 2}


def test_published_networks_have_their_published_shapes():
    assert pool_output_shape(input_shape=[96, 55, 55], kernel_size=3, stride=2) == (96, 27, 27)
    assert pool_output_shape(input_shape=[64, 112, 112], kernel_size=3, stride=2, padding=1) == (64, 56, 56)
    assert pool_output_shape(input_shape=[20, 16, 50, 32], kernel_size=[3, 2], stride=[2, 1]) == (20, 16, 24, 31)


def test_the_stride_is_the_kernel_size_unless_given(ask):
    question = ask("pool_output_shape", OVERLAPPING | {"stride": None})
    assert question.answer() == (96, 18, 21)
    assert question.answer(stride="ignored") == (96, 53, 61)
    assert ask("pool_output_shape", OVERLAPPING).answer(stride="as_kernel_size") == (96, 18, 21)


def test_channels_stay(ask):
    question = ask("pool_output_shape", OVERLAPPING)
    assert question.answer() == (96, 27, 31)
    assert question.mistakes((48, 27, 31)) == ["channels.divided"]
    assert question.mistakes((1, 27, 31)) == ["channels.one"]


def test_ceil_mode_rounds_up(ask):
    question = ask("pool_output_shape", {"input_shape": [4, 10, 11], "kernel_size": 3, "stride": 2, "ceil_mode": True})
    assert question.answer() == (4, 5, 5)
    assert question.answer(ceil_mode="ignored") == (4, 4, 5)


def test_no_window_begins_in_the_padding_at_the_end(ask):
    question = ask(
        "pool_output_shape", {"input_shape": [1, 59], "kernel_size": 2, "stride": 3, "padding": 1, "ceil_mode": True}
    )
    assert question.answer() == (1, 20)
    assert question.answer(ceil_mode="every_window") == (1, 21)


def test_same_padding_is_that_of_keras():
    assert pool_output_shape(input_shape=[8, 31, 45], kernel_size=3, stride=2, padding="same") == (8, 16, 23)


@pytest.mark.parametrize(
    ("changed", "parameter"),
    [
        ({"padding": 2}, "padding"),
        ({"padding": "same", "ceil_mode": True}, "ceil_mode"),
        ({"mode": "average", "dilation": 2}, "dilation"),
        ({"kernel_size": 56}, "kernel_size"),
        ({"stride": [2]}, "stride"),
    ],
)
def test_impossible_parameters_are_errors(changed, parameter):
    with pytest.raises(ParameterError) as error:
        pool_output_shape(**OVERLAPPING | changed)
    assert error.value.parameter == parameter
