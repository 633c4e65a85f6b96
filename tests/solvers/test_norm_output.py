from __future__ import annotations

import numpy as np
import pytest

from checker.engine.errors import ParameterError
from checker.solvers.norms.norm_output import norm_output

TWO = [[1, 3, 5, 7], [2, 2, 6, 2]]


def test_layer_norm_by_hand(ask):
    question = ask("norm_output", {"inputs": [[1, 3, 5, 7]], "norm": "layer_norm", "eps": 0})
    assert question.answer("mean").tolist() == [4]
    assert question.answer("variance").tolist() == [5]
    assert question.answer()[0] == pytest.approx(np.array([-3, -1, 1, 3]) / np.sqrt(5))
    assert question.answer("variance", variance="sample") == pytest.approx([20 / 3])
    assert question.answer(divisor="root_left_out")[0] == pytest.approx(np.array([-3, -1, 1, 3]) / 5)
    assert question.mistakes(np.array([[1, 3, 5, 7]]) / np.sqrt(21)) == ["centring.neither"]


def test_batch_norm_goes_down_the_columns(ask):
    question = ask("norm_output", {"inputs": [[1, 3], [3, 9]], "norm": "batch_norm", "eps": 0})
    assert question.answer("mean").tolist() == [2, 6]
    assert question.answer("variance").tolist() == [1, 9]
    assert question.answer().tolist() == [[-1, -1], [1, 1]]
    assert question.answer(axis="rows").tolist() == [[-1, 1], [-1, 1]]
    assert question.answer("mean", axis="all").tolist() == [4]


def test_rms_norm_does_not_centre(ask):
    question = ask("norm_output", {"inputs": [[1, 7]], "norm": "rms_norm", "eps": 0, "gamma": [10, 20]})
    assert question.answer("mean_square").tolist() == [25]
    assert question.answer().tolist() == [[2, 28]]
    assert question.answer(centring="both").tolist() == [[-10, 20]]
    assert question.answer(affine="left_out").tolist() == [[0.2, 1.4]]


def test_group_norm_by_group(ask):
    question = ask("norm_output", {"inputs": TWO, "norm": "group_norm", "num_groups": 2})
    assert question.answer("mean").tolist() == [[2, 6], [2, 4]]
    assert question.answer("variance").tolist() == [[1, 1], [0, 4]]
    assert question.answer("mean", axis="every_other").tolist() == [[3, 5], [4, 2]]
    assert question.answer("mean", axis="over_batch").tolist() == [2, 5]
    assert question.answer("mean", axis="rows").tolist() == [4, 3]


def test_eps_gamma_and_beta(ask):
    question = ask(
        "norm_output", {"inputs": [[-2, 2]], "norm": "layer_norm", "eps": 0.84, "gamma": [2, 3], "beta": [1, -1]}
    )
    unit = 2 / np.sqrt(4.84)
    assert question.answer()[0] == pytest.approx([1 - 2 * unit, 3 * unit - 1])
    assert question.answer("normalised", divisor="eps_outside")[0] == pytest.approx([-2 / 2.84, 2 / 2.84])
    assert question.answer("normalised", divisor="eps_left_out")[0] == pytest.approx([-1, 1])
    assert question.answer(affine="bias_first")[0] == pytest.approx([2 * (1 - unit), 3 * (unit - 1)])
    assert question.answer(affine="gain_only")[0] == pytest.approx([-2 * unit, 3 * unit])


@pytest.mark.parametrize(
    ("changed", "parameter"),
    [
        ({"gamma": [1, 2]}, "gamma"),
        ({"num_groups": 2}, "num_groups"),
        ({"norm": "group_norm"}, "num_groups"),
        ({"norm": "group_norm", "num_groups": 3}, "num_groups"),
        ({"norm": "rms_norm", "beta": [1, 1, 1, 1]}, "beta"),
        ({"norm": "batch_norm", "inputs": [[1, 2]]}, "inputs"),
        ({"inputs": [[0.1, 0.1, 0.1]], "eps": 0}, "eps"),
        ({"inputs": [[1.0] * 101] * 100}, "inputs"),
    ],
)
def test_impossible_parameters(changed, parameter):
    with pytest.raises(ParameterError) as error:
        norm_output(**{"inputs": TWO, "norm": "layer_norm"} | changed)
    assert error.value.parameter == parameter


def test_other_averages_in_place_of_the_mean(ask):
    question = ask("norm_output", {"inputs": [[2, 4, 6, 12], [7, 1, 3, -3]], "norm": "layer_norm", "eps": 0})
    assert question.answer("mean", averaging="sample") == pytest.approx([24 / 3, 8 / 3])
    assert question.answer("mean", averaging="median").tolist() == [5, 2]
    grouped = ask("norm_output", {"inputs": [[1, 9, 2, 4, 4, 7]], "norm": "group_norm", "num_groups": 2})
    assert grouped.answer("mean", averaging="median").tolist() == [[2, 4]]
