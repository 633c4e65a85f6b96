from __future__ import annotations

import pytest

from checker.engine.errors import ParameterError
from checker.solvers.shapes.network_output_shape import network_output_shape

FLATTEN = {"type": "flatten"}
CONV = {"type": "conv", "out_channels": 8, "kernel_size": 5}
POOL = {"type": "pool", "kernel_size": 2}
EMBEDDING = {"type": "embedding", "num_embeddings": 900, "embedding_dim": 24}
LSTM = {"type": "recurrent", "cell": "lstm", "hidden_size": 70, "num_layers": 2, "bidirectional": True}
LINEAR = {"type": "linear", "out_features": 13}


def test_the_shapes_of_an_image_after_each_layer(ask):
    question = ask("network_output_shape", {"input_shape": [1, 28, 36], "layers": [CONV, POOL, FLATTEN, LINEAR]})
    assert question.answer() == (13,)
    assert question.answer("layer_1") == (8, 24, 32)
    assert question.answer("layer_2") == (8, 12, 16)
    assert question.answer("layer_2.elements") == question.answer("layer_3.features") == 1_536
    assert question.answer("layer_3", flatten="no_channels") == (192,)
    assert question.answer("layer_3", flatten="one_direction") == (96,)
    assert question.answer("layer_3", flatten="before_pool") == (8 * 24 * 32,)
    assert question.answer("layer_3", flatten="of_the_image") == (8 * 28 * 36,)


def test_a_batch_stays_first(ask):
    network = {"input_shape": [32, 1, 28, 36], "dimensions": 2, "layers": [CONV, POOL, FLATTEN, LINEAR]}
    question = ask("network_output_shape", network)
    assert question.answer() == (32, 13)
    assert question.answer("layer_2") == (32, 8, 12, 16)
    assert question.answer("layer_3") == (32, 1_536)
    assert question.answer("layer_3", flatten_batch="multiplied") == (32 * 1_536,)
    assert question.answer("layer_3", batch="left_out") == (1_536,)
    assert question.answer("layer_2", batch="left_out") == (8, 12, 16)


def test_channels_may_come_last(ask):
    question = ask("network_output_shape", {"input_shape": [28, 36, 1], "layers": [CONV, POOL]}, layout="channels_last")
    assert question.answer() == (12, 16, 8)


def test_a_shape_in_another_order_does_not_change_later_layers(ask):
    question = ask("network_output_shape", {"input_shape": [1, 28, 36], "layers": [CONV, POOL, FLATTEN]})
    assert question.answer("layer_2", axes="height_and_width_swapped") == (8, 16, 12)
    assert question.answer("layer_2", channel_axis="left_out") == (12, 16)
    assert question.answer(channel_axis="left_out") == (1_536,)


def test_the_shapes_of_tokens_after_each_layer(ask):
    question = ask("network_output_shape", {"input_shape": [57], "layers": [EMBEDDING, LSTM, LINEAR]})
    assert question.answer("layer_1") == (57, 24)
    assert question.answer("layer_2") == (57, 140)
    assert question.answer() == (57, 13)
    assert question.answer("layer_1", embedding="as_vocabulary") == (57, 900)
    assert question.answer("layer_1", embedding="swapped") == (24, 57)
    assert question.answer(linear="one_row") == (13,)
    assert question.answer(linear="appended") == (57, 140, 13)


def test_residuals_and_transposed_convolutions(ask):
    half = {"type": "conv", "out_channels": 20, "kernel_size": 3, "stride": 2, "padding": 1}
    shortcut = {"type": "conv", "out_channels": 20, "kernel_size": 1, "stride": 2}
    double = {"type": "transposed_conv", "out_channels": 6, "kernel_size": 2, "stride": 2}
    layers = [{"type": "residual", "layers": [half], "shortcut": [shortcut]}, double]
    question = ask("network_output_shape", {"input_shape": [12, 15, 22], "layers": layers})
    assert question.answer("layer_1") == question.answer("layer_1.shortcut") == (20, 8, 11)
    assert question.answer() == (6, 16, 22)
    assert question.answer("layer_1", residual="concatenated") == (40, 8, 11)


def test_an_adaptive_pooling_has_its_size(ask):
    layers = [{"type": "adaptive_pool", "output_size": [4, 1]}]
    question = ask("network_output_shape", {"input_shape": [12, 15, 22], "layers": layers})
    assert question.answer() == (12, 4, 1)
    assert question.answer(adaptive_pool="left_out") == (12, 15, 22)
    assert question.answer(adaptive_pool="as_window") == (12, 3, 22)


@pytest.mark.parametrize(
    ("input_shape", "layers", "parameter", "told"),
    [
        ([3, 8, 8], [EMBEDDING], "layers", "must have an embedding as the first only"),
        ([57], [EMBEDDING, FLATTEN, LSTM], "layers", "layer_3 needs a sequence"),
        ([57], [EMBEDDING, FLATTEN, POOL], "layers", "layer_3 needs an image"),
        ([3, 9], [{"type": "adaptive_pool", "output_size": [1, 1]}], "layers", "layer_1 gives [1, 1] to 1 dimensions"),
        ([3, 9, 9], [{"type": "pool", "kernel_size": [2]}], "layers", "in layer_1 kernel_size has 1 numbers"),
    ],
)
def test_layers_that_do_not_fit_together_are_errors(input_shape, layers, parameter, told):
    with pytest.raises(ParameterError) as error:
        network_output_shape(input_shape, layers)
    assert error.value.parameter == parameter
    assert told in error.value.problem


def test_an_input_with_a_batch_needs_the_number_of_dimensions():
    with pytest.raises(ParameterError, match="must have 3 sizes, or 4 with a batch"):
        network_output_shape([8, 28], [CONV], dimensions=2)
