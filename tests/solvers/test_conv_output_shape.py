from __future__ import annotations

import pytest

from checker.engine.errors import ParameterError
from checker.solvers.shapes.conv_output_shape import conv_output_shape

FIRST_OF_RESNET = {"input_shape": [3, 224, 224], "out_channels": 64, "kernel_size": 7, "stride": 2, "padding": 3}
FIRST_OF_ALEXNET = {"input_shape": [3, 227, 200], "out_channels": 96, "kernel_size": 11, "stride": 4, "padding": 2}


def test_published_networks_have_their_published_shapes(ask):
    assert conv_output_shape(**FIRST_OF_RESNET) == (64, 112, 112)
    assert conv_output_shape(input_shape=[3, 227, 227], out_channels=96, kernel_size=11, stride=4) == (96, 55, 55)
    assert ask("conv_output_shape", FIRST_OF_RESNET).answer("height") == 112
    assert ask("conv_output_shape", FIRST_OF_RESNET).answer("elements") == 802_816


def test_each_mistake_along_an_axis_gives_its_answer(ask):
    question = ask("conv_output_shape", FIRST_OF_ALEXNET)
    assert question.answer() == (96, 56, 49)
    assert question.answer(padding="left_out") == (96, 55, 48)
    assert question.answer(padding="one_side") == (96, 55, 48)
    assert question.answer(padding="same") == (96, 57, 50)
    assert question.answer(kernel="left_out") == (96, 58, 52)
    assert question.answer(plus_one="left_out") == (96, 55, 48)
    assert question.answer(plus_one="before_division") == (96, 55, 48)
    assert question.answer(rounding="up") == (96, 56, 50)
    assert question.answer(stride="ignored") == (96, 221, 194)
    assert question.answer(size="over_stride") == (96, 56, 50)


def test_each_mistake_about_the_other_axes_gives_its_answer(ask):
    question = ask("conv_output_shape", FIRST_OF_ALEXNET)
    assert question.answer(out_channels="as_input") == (3, 56, 49)
    assert question.answer(out_channels="product") == (288, 56, 49)
    assert question.answer(channel_axis="left_out") == (56, 49)
    assert question.answer(axes="channels_moved") == (56, 49, 96)
    assert question.answer(axes="height_and_width_swapped") == (96, 49, 56)
    assert question.answer("elements", channel_axis="left_out") == 56 * 49
    assert question.mistakes((56, 49, 96)) == ["axes.channels_moved"]


def test_dilation(ask):
    question = ask("conv_output_shape", {"input_shape": [1, 100], "out_channels": 1, "kernel_size": 5, "dilation": 3})
    assert question.answer("length") == 88
    assert question.answer("length", dilation="ignored") == 96
    assert question.answer("length", dilation="times_kernel") == 86
    assert question.answer("length", dilation="as_gaps") == 84


def test_channels_may_come_last_after_a_batch(ask):
    parameters = {"input_shape": [8, 30, 41, 3], "out_channels": 16, "kernel_size": [5, 3], "padding": "same"}
    question = ask("conv_output_shape", parameters, layout="channels_last")
    assert question.answer() == (8, 30, 41, 16)
    assert question.answer(padding="left_out") == (8, 26, 39, 16)
    assert question.answer(batch="left_out") == (30, 41, 16)
    assert ask("conv_output_shape", parameters | {"stride": 2}, layout="channels_last").answer() == (8, 15, 21, 16)


@pytest.mark.parametrize(
    ("changed", "parameter"),
    [
        ({"kernel_size": 250}, "kernel_size"),
        ({"kernel_size": [3, 3, 3]}, "input_shape"),
        ({"stride": [2, 2, 2]}, "stride"),
        ({"padding": [1]}, "padding"),
        ({"dimensions": 3}, "input_shape"),
        ({"input_shape": [2, 3, 4, 5, 6]}, "input_shape"),
    ],
)
def test_impossible_parameters_are_errors(changed, parameter):
    with pytest.raises(ParameterError) as error:
        conv_output_shape(**FIRST_OF_RESNET | changed)
    assert error.value.parameter == parameter
