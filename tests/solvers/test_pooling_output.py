from __future__ import annotations

import pytest

from checker.engine.errors import ParameterError
from checker.solvers.convolutions.pooling_output import pooling_output

MAP = {"input": [[1, 3, 2, 8], [4, -9, 6, 1], [7, 0, 2, 3]], "kernel_size": 2}
BELOW_ZERO = {"input": [-57, -21, -93, -46, -78, -14, -85, -32], "kernel_size": 3, "stride": 3, "padding": 1}


def test_by_hand(ask):
    assert ask("pooling_output", MAP).answer().tolist() == [[4, 8]]
    assert ask("pooling_output", MAP | {"mode": "average"}).answer().tolist() == [[-0.25, 4.25]]
    assert ask("pooling_output", MAP | {"ceil_mode": True}).answer().tolist() == [[4, 8], [7, 3]]
    assert ask("pooling_output", MAP | {"ceil_mode": True, "mode": "average"}).answer().tolist()[1] == [3.5, 2.5]
    assert ask("pooling_output", MAP | {"stride": 1}).answer().tolist() == [[4, 6, 8], [7, 6, 6]]


def test_mistakes(ask):
    question = ask("pooling_output", MAP)
    assert question.mistakes([[-0.25, 4.25]]) == ["pooling.average"]
    assert question.answer(pooling="smallest").tolist() == [[-9, 1]]
    assert question.answer(pooling="sum").tolist() == [[-1, 17]]
    assert question.answer(pooling="without_sign").tolist() == [[9, 8]]
    assert question.answer(stride="ignored").tolist() == [[4, 6, 8], [7, 6, 6]]
    assert question.answer(incomplete_windows="counted").tolist() == [[4, 8], [7, 3]]
    assert question.answer(output_axes="transposed").tolist() == [[4], [8]]
    assert ask("pooling_output", MAP | {"mode": "average"}).answer(divisor="side").tolist() == [[-0.5, 8.5]]


def test_padding_is_never_a_maximum(ask):
    question = ask("pooling_output", BELOW_ZERO)
    assert question.answer().tolist() == [-21, -46, -14]
    assert question.mistakes([0, -46, -14]) == ["padding_value.zero"]
    assert question.mistakes([-21, -14]) == ["padding.left_out"]


def test_padding_in_a_mean(ask):
    parameters = {"input": [12, 4, 20], "kernel_size": 2, "padding": 1, "mode": "average"}
    assert ask("pooling_output", parameters).answer().tolist() == [6, 12]
    assert ask("pooling_output", parameters, padding_in_mean="left_out").answer().tolist() == [12, 12]


@pytest.mark.parametrize(
    ("changed", "parameter"),
    [
        ({"kernel_size": 5}, "input"),
        ({"padding": 2}, "padding"),
        ({"kernel_size": [2, 2, 2]}, "kernel_size"),
        ({"input": [[[1.0]]]}, "input"),
    ],
)
def test_impossible_parameters(changed, parameter):
    with pytest.raises(ParameterError) as error:
        pooling_output(**MAP | changed)
    assert error.value.parameter == parameter


def test_the_kernel_size_as_the_number_of_windows(ask):
    rows = [[3, 17, 8, 25, 6, 12], [41, 5, 19, 2, 33, 7], [14, 28, 9, 36, 1, 22], [10, 4, 31, 15, 27, 18]]
    question = ask("pooling_output", {"input": rows, "kernel_size": 2})
    assert question.answer(kernel_size="as_window_count").tolist() == [[41, 33], [31, 36]]
