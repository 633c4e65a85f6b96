from __future__ import annotations

import pytest

from checker.engine.errors import ParameterError
from checker.solvers.shapes.conv_output_shape import conv_output_shape
from checker.solvers.shapes.transposed_conv_output_shape import transposed_conv_output_shape

LARGER = {
    "input_shape": [16, 12, 20],
    "out_channels": 33,
    "kernel_size": 5,
    "stride": 3,
    "padding": 1,
    "output_padding": 1,
}


def test_it_reverses_a_convolution():
    kernel = {"kernel_size": 3, "stride": 2, "padding": 1}
    assert conv_output_shape(input_shape=[16, 12, 12], out_channels=16, **kernel) == (16, 6, 6)
    back = transposed_conv_output_shape(input_shape=[16, 6, 6], out_channels=16, output_padding=1, **kernel)
    assert back == (16, 12, 12)


def test_the_generator_of_dcgan():
    shape = transposed_conv_output_shape(input_shape=[100, 1, 1], out_channels=1024, kernel_size=4)
    assert shape == (1024, 4, 4)
    usual = {"kernel_size": 4, "stride": 2, "padding": 1}
    assert transposed_conv_output_shape(input_shape=[1024, 4, 4], out_channels=512, **usual) == (512, 8, 8)


def test_each_mistake_gives_its_answer(ask):
    question = ask("transposed_conv_output_shape", LARGER)
    assert question.answer() == (33, 37, 61)
    assert question.answer("width") == 61
    assert question.answer(output_padding="left_out") == (33, 36, 60)
    assert question.answer(output_padding="both_sides") == (33, 38, 62)
    assert question.answer(padding="left_out") == (33, 39, 63)
    assert question.answer(padding="same") == (33, 36, 60)
    assert question.answer(transposed_size="as_convolution") == (33, 4, 6)
    assert question.answer(transposed_size="padding_added") == (33, 41, 65)
    assert question.answer(transposed_size="every_step") == (33, 40, 64)
    assert question.answer(transposed_size="times_stride") == (33, 36, 60)
    assert question.answer(transposed_size="kernel_left_out") == (33, 32, 56)
    assert question.answer(stride="ignored") == (33, 15, 23)


@pytest.mark.parametrize(
    ("changed", "parameter"),
    [
        ({"output_padding": 3}, "output_padding"),
        ({"padding": 40}, "padding"),
        ({"output_padding": [1]}, "output_padding"),
        ({"kernel_size": [5, 5, 5], "dimensions": 2}, "kernel_size"),
    ],
)
def test_impossible_parameters_are_errors(changed, parameter):
    with pytest.raises(ParameterError) as error:
        transposed_conv_output_shape(**LARGER | changed)
    assert error.value.parameter == parameter
