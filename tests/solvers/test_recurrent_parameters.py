from __future__ import annotations

import pytest

from checker.engine.errors import ParameterError


def test_an_lstm_with_two_bias_vectors_and_with_one(ask):
    sizes = {"cell": "lstm", "input_size": 4096, "hidden_size": 256}
    two = ask("recurrent_parameters", sizes, bias_vectors="two")
    assert two.answer() == 4_458_496
    assert two.mistakes(4_457_472) == ["bias_vectors.one"]
    assert two.mistakes(1_114_624) == ["gates.as_rnn"]
    assert ask("recurrent_parameters", sizes, bias_vectors="one").answer() == 4_457_472
    assert ask("recurrent_parameters", sizes, bias_vectors="none").answer() == 4_456_448


def test_a_gru_of_keras_in_both_directions(ask):
    sizes = {"cell": "gru", "input_size": 16, "hidden_size": 32, "bidirectional": True}
    two = ask("recurrent_parameters", sizes, bias_vectors="two")
    assert two.answer() == 9_600
    assert two.mistakes(9_408) == ["bias_vectors.one"]
    assert two.mistakes(4_800) == ["directions.one", "sizes.swapped"]
    assert ask("recurrent_parameters", sizes, bias_vectors="one").answer() == 9_408


def test_layers_on_top_of_each_other(ask):
    sizes = {"cell": "lstm", "input_size": 120, "hidden_size": 350, "num_layers": 2}
    question = ask("recurrent_parameters", sizes)
    assert question.answer("layer_1") == 4 * 350 * (120 + 350 + 2)
    assert question.answer("layer_2") == 4 * 350 * (350 + 350 + 2)
    assert question.mistakes(2 * question.answer("layer_1")) == ["stacked_input.as_first"]
    assert question.mistakes(question.answer("layer_1")) == ["layers.left_out", "layers.one_less"]


def test_the_layers_above_read_both_directions(ask):
    sizes = {"cell": "rnn", "input_size": 30, "hidden_size": 50, "num_layers": 2, "bidirectional": True}
    question = ask("recurrent_parameters", sizes | {"output_size": 7}, bias_vectors="one")
    assert question.answer("layer_2") == 2 * 50 * (100 + 50 + 1)
    assert question.answer("output") == 100 * 7 + 7
    assert question.answer("layer_2", stacked_input="one_direction") == 2 * 50 * (50 + 50 + 1)
    assert question.answer("output", output_input="one_direction") == 50 * 7 + 7


def test_a_projected_state(ask):
    sizes = {"cell": "lstm", "input_size": 80, "hidden_size": 600, "proj_size": 130}
    question = ask("recurrent_parameters", sizes)
    assert question.answer("layer_1.recurrent_weights") == 4 * 600 * 130
    assert question.answer("layer_1.projection") == 130 * 600
    assert question.mistakes(question.answer() - 130 * 600) == ["projection.matrix_left_out"]
    assert question.mistakes(4 * 600 * (80 + 600 + 2)) == ["projection.ignored"]


@pytest.mark.parametrize(
    ("sizes", "message"),
    [
        ({"cell": "gru", "proj_size": 3}, "only an LSTM"),
        ({"cell": "lstm", "proj_size": 8}, "smaller than hidden_size = 8"),
    ],
)
def test_only_an_lstm_can_be_projected(ask, sizes, message):
    with pytest.raises(ParameterError, match=message):
        ask("recurrent_parameters", {"input_size": 5, "hidden_size": 8} | sizes).answer()
