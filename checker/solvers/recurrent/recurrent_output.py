"""Question type on the output of a recurrent network: its solver, the sentences about its mistakes, and examples."""

from __future__ import annotations

from random import Random
from typing import Any, Literal

import numpy as np

from checker.engine.errors import ParameterError
from checker.engine.trace import choose, step, wrong
from checker.engine.weights import COMMON, RARE
from checker.solvers import _arrays as arrays
from checker.solvers._arrays import Array, Matrix, Vector
from checker.solvers.recurrent._cells import (
    CELLS,
    GATE_COUNTS,
    State,
    TimeStep,
    bounded_array,
    read_initial_state,
    read_weights,
)

MAX_STEPS = 16
"""Maximum number of time steps, which students compute by hand."""


def recurrent_output(
    cell: Literal["rnn", "gru", "lstm"],
    inputs: Matrix,
    w_ih: Matrix,
    w_hh: Matrix,
    b_ih: Vector | None = None,
    b_hh: Vector | None = None,
    initial_hidden: Vector | None = None,
    initial_cell: Vector | None = None,
    nonlinearity: Literal["tanh", "relu"] = "tanh",
) -> Array:
    """Compute the last hidden state of one layer of a recurrent network that reads a sequence.

    Formula: rnn h' = tanh(W_ih x + b_ih + W_hh h + b_hh).  gru r = sigmoid(W_ir x + b_ir + W_hr h + b_hr), z likewise,
        n = tanh(W_in x + b_in + r (W_hn h + b_hn)), h' = (1 - z) n + z h.  lstm i = sigmoid(W_ii x + b_ii + W_hi h +
        b_hi), f and o likewise, g = tanh(...), c' = f c + i g, h' = o tanh(c').
    Shapes: inputs (length, input_size), a row for each time step; w_ih (gates·hidden, input_size), w_hh (gates·hidden,
        hidden), b_ih and b_hh (gates·hidden,): a block of rows for every gate, below each other in PyTorch's order,
        r, z, n and i, f, g, o.  Biases and initial states that are not given are 0.  -> (hidden,)
        Steps of time step 1: `hidden_1`; of a gru `reset_gate_1`, `update_gate_1`, `candidate_1`; of an lstm
        `input_gate_1`, `forget_gate_1`, `candidate_1`, `output_gate_1`, `cell_1`.  Of all, a row each: `gates` (side by
        side, in the order above), `cells`, `outputs`.
    Answer: a vector.
    Source: Elman 1990; Cho et al. 2014, whose gru has `reset: before` and `update: keeps` (Chung et al. 2014 have
        `update: replaces`); Hochreiter and Schmidhuber 1997.  Equal to PyTorch's nn.RNN, nn.GRU, nn.LSTM.

    >>> recurrent_output("rnn", [[1], [2]], w_ih=[[0.5]], w_hh=[[1]]).round(4).tolist()
    [0.8981]
    """
    x = bounded_array("inputs", inputs, 2)
    if len(x) > MAX_STEPS:
        raise ParameterError("inputs", f"must have at most {MAX_STEPS} time steps")
    if nonlinearity != "tanh" and cell != "rnn":
        raise ParameterError("nonlinearity", "can be chosen for the rnn cell only")
    if initial_cell is not None and cell != "lstm":
        raise ParameterError("initial_cell", "must be left out: only an LSTM has a cell state")
    stacked = read_weights(GATE_COUNTS[cell], x.shape[1], w_ih, w_hh, b_ih, b_hh)
    first = read_initial_state(stacked.b_hh.shape[1], initial_hidden, initial_cell)
    x = choose(
        "reading",
        x,
        backwards=wrong(x[::-1], "You read the sequence backwards. The first row is the first time step.", RARE),
    )

    state, gates = first, []
    states: list[State] = []
    for number, row in enumerate(x, start=1):
        of_sum = wrong(
            state._replace(hidden=state.cell) if states else first,
            "You carried the sum forward. The next time step starts from the state, after the activation.",
        )
        before = choose(
            "carrying",
            state,
            left_out=wrong(
                first,
                "You did not carry the state forward. Each time step starts from the state of the one before.",
                COMMON,
            ),
            **({"sum": of_sum} if cell == "rnn" else {}),
        )
        state, values = CELLS[cell](TimeStep(number, row, before, stacked, nonlinearity))
        states.append(state)
        gates.append(np.concatenate([*values, np.empty(0)]))
    if cell != "rnn":
        step("gates", np.stack(gates), how="r, z, n side by side" if cell == "gru" else "i, f, g, o side by side")
    further = {}
    if cell == "rnn":
        further = {"sum": wrong(state.cell, "You left out the activation function in the last time step.")}
    if cell == "lstm":
        step("cells", np.stack([each.cell for each in states]), how="c after each time step")
        further = {
            "cell_state": wrong(state.cell, "You gave the cell state. The question asks for the hidden state.", COMMON)
        }
    step("outputs", np.stack([each.hidden for each in states]), how="h after each time step")
    result = choose(
        "answer",
        state.hidden,
        first_step=wrong(
            states[0].hidden, "You gave the state after the first time step. The question asks for the last one."
        ),
        averaged=wrong(
            np.stack([each.hidden for each in states]).mean(axis=0),
            "You averaged the states of all time steps. The question asks for the last one.",
            RARE,
        ),
        **further,
    )
    return step("total", result, how=f"hidden_{len(x)}")


examples: list[dict[str, Any]] = [
    {
        "cell": "rnn",
        "inputs": [[1, 0.5], [-1, 2], [0.4, 0.3]],
        "w_ih": [[0.5, -0.2], [0.1, 0.4]],
        "w_hh": [[0.3, -0.6], [0.2, 0.7]],
        "b_ih": [0.1, -0.3],
        "b_hh": [0.2, 0.4],
        "initial_hidden": [0.5, -0.5],
    },
    {"cell": "rnn", "inputs": [[2], [3]], "w_ih": [[0.5]], "w_hh": [[-0.4]], "nonlinearity": "relu"},
    {
        "cell": "gru",
        "inputs": [[1, 0.5], [-1, 2]],
        "w_ih": [[0.5, -0.2], [0.1, 0.4], [0.3, 0.8], [-0.5, 0.6], [0.9, 0.2], [-0.7, 0.4]],
        "w_hh": [[0.3, -0.6], [0.2, 0.7], [0.5, 0.1], [-0.3, 0.4], [0.8, -0.9], [0.6, 0.2]],
        "b_ih": [0.1, -0.3, 0.2, 0.5, -0.1, 0.3],
        "b_hh": [0.2, 0.4, -0.2, 0.1, 0.6, -0.5],
        "initial_hidden": [0.5, -0.4],
    },
    {
        "cell": "lstm",
        "inputs": [[1], [-2]],
        "w_ih": [[0.5], [0.7], [-0.9], [0.3]],
        "w_hh": [[0.1], [-0.4], [0.8], [0.6]],
        "b_ih": [0.1, 0.9, -0.2, 0.4],
        "b_hh": [0.3, -0.1, 0.2, -0.5],
        "initial_hidden": [0.5],
        "initial_cell": [-0.8],
    },
]


def draw(rng: Random) -> dict[str, Any]:
    """Return random parameters for a question of this type: each cell, with and without biases and initial states."""
    cell = rng.choice(["rnn", "gru", "lstm"])
    input_size, hidden = rng.randint(1, 3), rng.randint(1, 3)
    rows = GATE_COUNTS[cell] * hidden
    parameters: dict[str, Any] = {
        "cell": cell,
        "inputs": arrays.random_matrix(rng, rng.randint(1, 4), input_size),
        "w_ih": arrays.random_matrix(rng, rows, input_size),
        "w_hh": arrays.random_matrix(rng, rows, hidden),
    }
    parameters |= {name: arrays.random_matrix(rng, 1, rows)[0] for name in ("b_ih", "b_hh") if rng.random() < 0.6}
    if rng.random() < 0.5:
        parameters["initial_hidden"] = arrays.random_matrix(rng, 1, hidden)[0]
    if cell == "lstm" and rng.random() < 0.5:
        parameters["initial_cell"] = arrays.random_matrix(rng, 1, hidden)[0]
    if cell == "rnn" and rng.random() < 0.3:
        parameters["nonlinearity"] = "relu"
    return parameters
