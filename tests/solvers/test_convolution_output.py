from __future__ import annotations

import numpy as np
import pytest

from checker.engine.errors import ParameterError
from checker.solvers.convolutions.convolution_output import convolution_output

EDGES = {
    "input": [[2, 2, 9, 9, 8], [1, 3, 9, 8, 9], [2, 4, 7, 9, 6], [0, 2, 8, 7, 9]],
    "kernel": [[-1, 1], [-2, 2], [-1, 1]],
}
SMALL = {"input": [[1, 5, 2], [7, 3, 0], [4, 6, 8]], "kernel": [[1, 2], [3, 4]]}


def test_by_hand(ask):
    assert ask("convolution_output", SMALL).answer().tolist() == [[44, 18], [49, 53]]
    assert ask("convolution_output", SMALL, operation="flipped_kernel").answer().tolist() == [[36, 32], [51, 32]]
    assert ask("convolution_output", EDGES).answer().tolist() == [[6, 22, 0, -2], [8, 18, 2, -3]]


def test_mistakes(ask):
    question = ask("convolution_output", SMALL)
    assert question.mistakes([[36, 32], [51, 32]]) == ["operation.flipped_kernel"]
    assert question.answer(kernel_axes="transposed").tolist() == [[1 + 15 + 14 + 12, 5 + 6 + 6], [7 + 9 + 8 + 24, 47]]
    assert question.answer(combination="averaged").tolist() == [[11, 4.5], [12.25, 13.25]]
    assert question.answer(combination="added").tolist() == [[26, 20], [30, 27]]
    assert question.answer(combination="largest").tolist() == [[21, 9], [24, 32]]
    assert question.answer(combination="normalised").tolist() == [[4.4, 1.8], [4.9, 5.3]]
    assert question.answer(output_axes="transposed").tolist() == [[44, 49], [18, 53]]
    assert question.answer(last_window="left_out").tolist() == [[44]]
    assert ask("convolution_output", EDGES).answer(negative_results="as_zero").tolist() == [
        [6, 22, 0, 0],
        [8, 18, 2, 0],
    ]


def test_padding_and_stride(ask):
    question = ask("convolution_output", SMALL | {"padding": 1, "stride": 2})
    assert question.answer("padded_input").tolist()[1] == [0, 1, 5, 2, 0]
    assert question.answer().tolist() == [[4, 23], [30, 53]]
    assert question.answer(padding="left_out").tolist() == [[44]]
    assert question.answer(padding="before_only").tolist() == [[4, 23], [30, 53]]
    assert question.answer(stride="across_only").tolist() == [[4, 23], [30, 18], [30, 53], [8, 22]]
    assert question.answer(padding_value="edge").tolist()[0] == [10, 32]


def test_vectors_and_channels(ask):
    assert convolution_output([1, 2, 3, 4, 5], kernel=[1, -1], dilation=2).tolist() == [-2, -2, -2]
    question = ask("convolution_output", {"input": [[[1, 2]], [[3, 4]]], "kernel": [[[5]], [[-2]]]})
    assert question.answer().tolist() == [[-1, 2]]
    assert question.answer(channels="first_only").tolist() == [[5, 10]]
    assert question.answer(channels="averaged").tolist() == [[-0.5, 1]]


@pytest.mark.parametrize(
    ("changed", "parameter"),
    [
        ({"kernel": [[1] * 4]}, "input"),
        ({"kernel": [1, 2]}, "kernel"),
        ({"kernel": [[1, 2], [3]]}, "kernel"),
        ({"input": []}, "input"),
        ({"stride": [1, 1, 1]}, "stride"),
        ({"padding": 10**9}, "input"),
    ],
)
def test_impossible_parameters(changed, parameter):
    with pytest.raises(ParameterError) as error:
        convolution_output(**SMALL | changed)
    assert error.value.parameter == parameter


def test_windows_that_lie_partly_outside(ask):
    question = ask("convolution_output", {"input": [4, 0, 7, 1, 3], "kernel": [1, 2, -1]})
    assert question.answer(padding="full").tolist() == np.convolve([4, 0, 7, 1, 3], [-1, 2, 1]).tolist()
