from __future__ import annotations

from math import exp, tanh

import pytest

from checker.engine.errors import ParameterError
from checker.solvers.recurrent.recurrent_output import recurrent_output

SMALL = {"cell": "rnn", "inputs": [[1], [2]], "w_ih": [[0.5]], "w_hh": [[1]]}
GRU = {
    "cell": "gru",
    "inputs": [[2]],
    "w_ih": [[0], [0], [1]],
    "w_hh": [[0], [0], [3]],
    "b_hh": [0, 0, 4],
    "initial_hidden": [0.5],
}
LSTM = {
    "cell": "lstm",
    "inputs": [[1]],
    "w_ih": [[1], [2], [3], [4]],
    "w_hh": [[0], [0], [0], [0]],
    "initial_cell": [0.5],
}


def sigmoid(x):
    return 1 / (1 + exp(-x))


def test_a_network_of_one_unit(ask):
    question = ask("recurrent_output", SMALL)
    first, last = tanh(0.5), tanh(1 + tanh(0.5))
    assert question.answer() == pytest.approx([last])
    assert question.answer("outputs").ravel().tolist() == pytest.approx([first, last])
    assert question.answer(nonlinearity="left_out") == pytest.approx([1.5])
    assert question.answer(recurrent_term="left_out") == pytest.approx([tanh(1)])
    assert question.answer(reading="backwards") == pytest.approx([tanh(0.5 + tanh(1))])
    assert question.answer(answer="first_step") == pytest.approx([first])
    assert question.answer(carrying="sum") == pytest.approx([tanh(1.5)])
    assert question.answer(answer="sum") == pytest.approx([1 + first])


def test_relu_may_grow(ask):
    question = ask("recurrent_output", SMALL | {"nonlinearity": "relu", "initial_hidden": [3]})
    assert question.answer() == pytest.approx([4.5])
    assert question.answer(initial_state="ignored") == pytest.approx([1.5])
    assert question.answer(carrying="left_out") == pytest.approx([4])


def test_both_habits_of_a_gru(ask):
    """Both gates are one half: the sum is 2 + (3·0.5 + 4) / 2, or 2 + 3·0.25 + 4 where the state is reset first."""
    after, before = ask("recurrent_output", GRU), ask("recurrent_output", GRU, reset="before")
    assert after.answer("gates")[0] == pytest.approx([0.5, 0.5, tanh(4.75)])
    assert before.answer("candidate_1") == pytest.approx([tanh(6.75)])
    assert after.answer() == pytest.approx([0.5 * tanh(4.75) + 0.25])
    assert after.answer("candidate_1", reset_use="ignored") == pytest.approx([tanh(7.5)])
    assert after.answer("candidate_1", reset_use="bias_outside") == before.answer("candidate_1")
    assert after.answer("candidate_1", reset_use="whole_sum") == pytest.approx([tanh(3.75)])
    assert after.answer(mixing="candidate_only") == pytest.approx([tanh(4.75)])


def test_what_the_update_gate_says(ask):
    turned = GRU | {"w_ih": [[0], [1], [1]]}
    z, n = sigmoid(2), tanh(4.75)
    assert ask("recurrent_output", turned).answer() == pytest.approx([(1 - z) * n + z * 0.5])
    question = ask("recurrent_output", turned, update="replaces")
    assert question.answer() == pytest.approx([z * n + (1 - z) * 0.5])
    assert question.answer("update_gate_1") == pytest.approx([z])


def test_an_lstm_by_hand(ask):
    question = ask("recurrent_output", LSTM)
    i, f, g, o = sigmoid(1), sigmoid(2), tanh(3), sigmoid(4)
    cell = f * 0.5 + i * g
    assert question.answer("gates")[0] == pytest.approx([i, f, g, o])
    assert question.answer("cell_1") == pytest.approx([cell])
    assert question.answer() == pytest.approx([o * tanh(cell)])
    assert question.answer(output="tanh_left_out") == pytest.approx([o * cell])
    assert question.answer(answer="cell_state") == pytest.approx([cell])
    assert question.answer("cell_1", gate_order="input_and_forget") == pytest.approx([i * 0.5 + f * g])
    assert question.answer("cell_1", functions="swapped") == pytest.approx([tanh(2) * 0.5 + tanh(1) * sigmoid(3)])
    assert question.answer(initial_state="ignored") == pytest.approx([o * tanh(i * g)])


@pytest.mark.parametrize(
    ("changed", "parameter"),
    [
        ({"w_hh": [[1, 2]]}, "w_hh"),
        ({"cell": "gru"}, "w_hh"),
        ({"w_ih": [[1, 2]]}, "w_ih"),
        ({"b_ih": [1, 2]}, "b_ih"),
        ({"initial_hidden": [1, 2]}, "initial_hidden"),
        ({"initial_cell": [1]}, "initial_cell"),
        ({"inputs": [[1]] * 17}, "inputs"),
        ({"inputs": [[1e7]]}, "inputs"),
        ({"w_ih": [[1.0] * 10_001]}, "w_ih"),
        (LSTM | {"nonlinearity": "relu"}, "nonlinearity"),
    ],
)
def test_impossible_parameters(changed, parameter):
    with pytest.raises(ParameterError) as error:
        recurrent_output(**SMALL | changed)
    assert error.value.parameter == parameter
