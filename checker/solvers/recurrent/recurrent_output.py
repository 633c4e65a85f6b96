"""Question type on the output of a recurrent network: its solver with its mistakes, and examples.

A method for each cell (rnn, gru, lstm) computes one time step.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Literal, NamedTuple

import numpy as np

from checker.engine.errors import ParameterError
from checker.engine.trace import choose, convention, reading, step, wrong
from checker.engine.weights import COMMON, RARE
from checker.solvers import _arrays as arrays
from checker.solvers._arrays import Array, Matrix, Vector

_MAX_STEPS = 16
"""Maximum number of time steps, which students compute by hand."""


_MAX_WEIGHT = 1e6
"""Maximum entry: no product of entries overflows, however often they are multiplied."""


def _sigmoid(x: Array) -> Array:
    """Return 1 / (1 + exp(-x)) without overflow."""
    return 0.5 * (1.0 + np.tanh(0.5 * x))


_NONLINEARITIES: dict[str, Callable[[Array], Array]] = {
    "tanh": np.tanh,
    "relu": lambda x: np.maximum(x, 0.0),
    "sigmoid": _sigmoid,
    "left_out": lambda x: x,
}


class _State(NamedTuple):
    """The state that a time step passes to the next; only an LSTM uses the cell state."""

    hidden: Array
    cell: Array


class _Layer:
    """A layer with its weights, split by gate in PyTorch's order: w_ih (gates, hidden, inputs), b_ih (gates, hidden).

    The methods `rnn`, `gru` and `lstm` return the state after a time step, and the gates.
    """

    GATES: ClassVar = {"rnn": 1, "gru": 3, "lstm": 4}
    """The number of matrices that are stacked in w_ih and w_hh."""

    def __init__(self, gates: int, input_size: int, nonlinearity: str, *weights: Any) -> None:
        """Take the biases as the student of this run has them.  Raise ParameterError where shapes do not fit."""
        w_ih, w_hh, b_ih, b_hh = weights
        from_input, from_hidden = (arrays.checked(*each, _MAX_WEIGHT) for each in (("w_ih", w_ih), ("w_hh", w_hh)))
        rows, hidden = from_hidden.shape
        if rows != gates * hidden:
            how = f"a block of {hidden} rows for each of its {gates} gates" if gates > 1 else "square"
            raise ParameterError("w_hh", f"is {arrays.size_of(from_hidden)}; it must be {how}")
        if from_input.shape != (rows, input_size):
            raise ParameterError("w_ih", f"is {arrays.size_of(from_input)}; it must be {rows} x {input_size}")
        none = np.zeros((gates, hidden))
        first, second = (_vector_or_zeros(*each, rows).reshape(none.shape) for each in (("b_ih", b_ih), ("b_hh", b_hh)))
        if b_ih is not None or b_hh is not None:
            first, second = choose(
                "bias",
                (first, second),
                left_out=wrong((none, none), "You left out the biases.", COMMON),
                input_only=wrong((first, none), "You left out b_hh. The hidden state has a bias as well.", RARE),
                recurrent_only=wrong((none, second), "You left out b_ih. The inputs have a bias as well.", RARE),
            )
        self.nonlinearity, self.b_ih, self.b_hh = nonlinearity, first, second
        self.w_ih, self.w_hh = from_input.reshape(gates, hidden, -1), from_hidden.reshape(gates, hidden, -1)

    def _products(self, x: Array, hidden: Array) -> tuple[Array, Array]:
        """Return W_ih x and W_hh h, a row for each gate.  Raise ValueError where a wrong choice does not fit."""
        w_ih, w_hh = choose(
            "matrices",
            (self.w_ih, self.w_hh),
            transposed=wrong(
                (self.w_ih.swapaxes(1, 2), self.w_hh.swapaxes(1, 2)),
                "You multiplied by transposed weights. Compute W x with x as a column.",
                RARE,
            ),
        )
        return w_ih @ x, choose(
            "recurrent_term",
            w_hh @ hidden,
            left_out=wrong(
                np.zeros_like(self.b_hh),
                "You left out the previous hidden state. W_hh multiplies it in every step.",
                COMMON,
            ),
        )

    def _functions(self) -> tuple[Callable[[Array], Array], Callable[[Array], Array]]:
        return choose(
            "functions",
            (_sigmoid, np.tanh),
            swapped=wrong((np.tanh, _sigmoid), "You swapped the functions. Gates use the sigmoid, the candidate tanh."),
            all_sigmoid=wrong(
                (_sigmoid, _sigmoid), "You used the sigmoid everywhere. The candidate uses tanh.", COMMON
            ),
            all_tanh=wrong(
                (np.tanh, np.tanh),
                "You used tanh everywhere. Gates use the sigmoid, so that they lie between 0 and 1.",
                RARE,
            ),
            tanh_left_out=wrong((_sigmoid, _NONLINEARITIES["left_out"]), "You left out the tanh of the candidate."),
        )

    def rnn(self, number: int, x: Array, before: _State) -> tuple[_State, list[Array]]:
        """Go on by a time step.  `cell` is the sum inside the tanh, which a student may pass on or give."""
        name = choose(
            "nonlinearity",
            self.nonlinearity,
            tanh=wrong("tanh", "You used tanh. This network uses another activation function."),
            relu=wrong("relu", "You used ReLU. This network uses another activation function."),
            sigmoid=wrong("sigmoid", "You used the sigmoid. This network uses another activation function."),
            left_out=wrong("left_out", "You left out the activation function. Apply it in every time step.", COMMON),
        )
        from_input, from_hidden = self._products(x, before.hidden)
        total = (from_input + self.b_ih + from_hidden + self.b_hh)[0]
        how = f"{self.nonlinearity}(W_ih x + b_ih + W_hh h + b_hh)"
        return _State(step(f"hidden_{number}", _NONLINEARITIES[name](total), how=how), total), []

    def gru(self, number: int, x: Array, before: _State) -> tuple[_State, list[Array]]:
        """Go on by a time step, (1 - z) n + z h; r is the reset gate, z the update gate, n the candidate."""
        gate, candidate = self._functions()
        h = before.hidden
        from_input, from_hidden = self._products(x, h)
        inputs, recurrent = from_input + self.b_ih, from_hidden + self.b_hh
        r, z = choose(
            "gate_order",
            (0, 1),
            reset_and_update=wrong(
                (1, 0), "You swapped reset gate and update gate. The rows of the reset gate come first."
            ),
        )
        reset = step(
            f"reset_gate_{number}", gate(inputs[r] + recurrent[r]), how="sigmoid(W_ir x + b_ir + W_hr h + b_hr)"
        )
        update = step(
            f"update_gate_{number}", gate(inputs[z] + recurrent[z]), how="sigmoid(W_iz x + b_iz + W_hz h + b_hz)"
        )

        after = convention(
            "reset",
            after=reading(True, "applies the reset gate after multiplying by W_hn", COMMON),
            before=reading(False, "applies the reset gate to the state, before multiplying by W_hn", COMMON),
        )
        from_reset = self._products(x, reset * h)[1][2]
        from_old = reset * recurrent[2] if after else from_reset + self.b_hh[2]
        new = choose(
            "reset_use",
            inputs[2] + from_old,
            ignored=wrong(inputs[2] + recurrent[2], "You did not apply the reset gate in the candidate."),
            bias_outside=wrong(
                inputs[2] + (reset * from_hidden[2] + self.b_hh[2] if after else from_old),
                "You applied the reset gate to W_hn h without its bias. It scales both.",
            ),
            whole_sum=wrong(
                reset * (inputs[2] + recurrent[2]),
                "You also applied the reset gate to the term of the inputs. It scales only the term of the old state.",
                RARE,
            ),
        )
        how = "tanh(W_in x + b_in + r (W_hn h + b_hn))" if after else "tanh(W_in x + b_in + W_hn (r h) + b_hn)"
        new = step(f"candidate_{number}", candidate(new), how=how)
        keeps = convention(
            "update",
            keeps=reading(True, "uses the update gate z as the share of the old state", COMMON),
            replaces=reading(False, "uses the update gate z as the share of the new candidate", COMMON),
        )
        of_old, of_new = (update, 1.0 - update) if keeps else (1.0 - update, update)
        mixed = choose(
            "mixing",
            of_old * h + of_new * new,
            old_left_out=wrong(
                of_new * new, "You left out the old state. The update gate mixes it with the candidate."
            ),
            candidate_only=wrong(
                new, "You used the candidate as the new state. The update gate mixes it with the old state."
            ),
            new_in_full=wrong(
                of_old * h + new,
                "You added the whole candidate. Its share and the share of the old state must sum to 1.",
                RARE,
            ),
            same_share=wrong(
                of_old * (h + new),
                "You gave the candidate and the old state the same share. Their shares must sum to 1.",
                RARE,
            ),
        )
        hidden = step(f"hidden_{number}", mixed, how="(1 - z) n + z h" if keeps else "(1 - z) h + z n")
        return _State(hidden, before.cell), [reset, update, new]

    def lstm(self, number: int, x: Array, before: _State) -> tuple[_State, list[Array]]:
        """Go on by a time step, c' = f c + i g and h' = o tanh(c'), with gates i, f and o and the candidate g."""
        gate, candidate = self._functions()
        old = before.cell
        from_input, from_hidden = self._products(x, before.hidden)
        sums = from_input + self.b_ih + from_hidden + self.b_hh
        rows = choose(
            "gate_order",
            (0, 1, 2, 3),
            input_and_forget=wrong(
                (1, 0, 2, 3), "You swapped input gate and forget gate. The rows of the input gate come first."
            ),
            candidate_last=wrong(
                (0, 1, 3, 2),
                "You swapped the candidate and the output gate. The rows of the output gate come last.",
                COMMON,
            ),
        )
        names = ("input_gate", "forget_gate", "candidate", "output_gate")
        i, f, g, o = (
            step(
                f"{name}_{number}",
                (candidate if letter == "g" else gate)(sums[row]),
                f"{'tanh' if letter == 'g' else 'sigmoid'}(W_i{letter} x + b_i{letter} + W_h{letter} h + b_h{letter})",
            )
            for name, row, letter in zip(names, rows, "ifgo", strict=True)
        )
        state = choose(
            "cell_update",
            f * old + i * g,
            forget_left_out=wrong(old + i * g, "You left out the forget gate. It multiplies the old cell state."),
            input_left_out=wrong(f * old + g, "You left out the input gate. It multiplies the candidate."),
            old_left_out=wrong(i * g, "You left out the old cell state. Multiply it by the forget gate, then add it."),
            complement=wrong(
                f * old + (1.0 - f) * g,
                "You used one minus the forget gate as the input gate. The LSTM has a separate input gate.",
                RARE,
            ),
            hidden_as_old=wrong(
                f * before.hidden + i * g, "You used the old hidden state in place of the old cell state.", RARE
            ),
        )
        state = step(f"cell_{number}", state, how="f c + i g")
        result = choose(
            "output",
            o * np.tanh(state),
            tanh_left_out=wrong(
                o * state, "You left out the tanh of the cell state. The output gate multiplies that tanh.", COMMON
            ),
            gate_left_out=wrong(
                np.tanh(state), "You left out the output gate. It multiplies the tanh of the cell state."
            ),
            candidate=wrong(
                o * g, "You applied the output gate to the candidate. It multiplies the tanh of the cell state.", RARE
            ),
        )
        return _State(step(f"hidden_{number}", result, how="o tanh(c)"), state), [i, f, g, o]


def _vector_or_zeros(name: str, values: Any, length: int) -> Array:
    return np.zeros(length) if values is None else arrays.vector(name, values, length, _MAX_WEIGHT)


def _read_initial_state(size: int, hidden: Any, cell: Any) -> _State:
    """Return the state before the first time step, right or as the student of this run takes it.

    What the question does not give is 0.  Raise ParameterError for vectors that are not of this size.
    """
    zeros = np.zeros(size)
    state = _State(_vector_or_zeros("initial_hidden", hidden, size), _vector_or_zeros("initial_cell", cell, size))
    if hidden is None and cell is None:
        return state
    swapped = wrong(
        _State(state.cell, state.hidden), "You swapped the initial hidden state and the initial cell state.", RARE
    )
    return choose(
        "initial_state",
        state,
        ignored=wrong(_State(zeros, zeros), "You began with zeros. The question gives the initial state.", COMMON),
        **({} if cell is None else {"swapped": swapped}),
    )


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
    x = arrays.checked("inputs", inputs, _MAX_WEIGHT)
    if len(x) > _MAX_STEPS:
        raise ParameterError("inputs", f"must have at most {_MAX_STEPS} time steps")
    if nonlinearity != "tanh" and cell != "rnn":
        raise ParameterError("nonlinearity", "can be chosen for the rnn cell only")
    if initial_cell is not None and cell != "lstm":
        raise ParameterError("initial_cell", "must be left out: only an LSTM has a cell state")
    layer = _Layer(_Layer.GATES[cell], x.shape[1], nonlinearity, w_ih, w_hh, b_ih, b_hh)
    first = _read_initial_state(layer.b_hh.shape[1], initial_hidden, initial_cell)
    x = choose(
        "reading",
        x,
        backwards=wrong(x[::-1], "You read the sequence backwards. The first row is the first time step.", RARE),
    )

    state, gates = first, []
    states: list[_State] = []
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
        state, values = getattr(layer, cell)(number, row, before)
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
