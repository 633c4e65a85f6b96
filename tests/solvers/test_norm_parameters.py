from __future__ import annotations

import pytest

from checker.engine.errors import ParameterError


def test_batch_normalisation(ask):
    question = ask("norm_parameters", {"norm": "batch_norm", "num_features": 512})
    assert question.answer() == 1024
    assert question.mistakes(2048) == ["running_statistics.counted"]
    assert question.mistakes(512) == ["norm_biases.left_out"]


def test_running_statistics_count_if_declared(ask):
    question = ask("norm_parameters", {"norm": "batch_norm", "num_features": 512}, running_statistics="counted")
    assert question.answer() == 2048
    assert question.answer("statistics") == 1024
    assert question.mistakes(1024) == ["running_statistics.left_out"]


def test_rms_norm_has_gains_only(ask):
    question = ask("norm_parameters", {"norm": "rms_norm", "num_features": 4096})
    assert question.answer() == 4096
    assert question.mistakes(8192) == ["rms_norm.as_layer_norm"]


def test_layer_norm_over_several_axes(ask):
    question = ask("norm_parameters", {"norm": "layer_norm", "num_features": [64, 28, 30]})
    assert question.answer() == 2 * 64 * 28 * 30
    assert question.mistakes(2 * 64) == ["axes.first_only"]
    assert question.mistakes(2 * 30) == ["axes.last_only"]


def test_a_norm_that_is_not_affine_has_no_parameters(ask):
    question = ask("norm_parameters", {"norm": "batch_norm", "num_features": 300, "affine": False})
    assert question.answer() == 0
    assert question.answer(running_statistics="counted") == 600
    assert question.mistakes(600) == ["running_statistics.counted", "not_affine.ignored"]


@pytest.mark.parametrize("norm", ["batch_norm", "group_norm"])
def test_batch_norm_takes_one_number_of_channels(ask, norm):
    with pytest.raises(ParameterError, match="one number of channels"):
        ask("norm_parameters", {"norm": norm, "num_features": [3, 4]}).answer()
