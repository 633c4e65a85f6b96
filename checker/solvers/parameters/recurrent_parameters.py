"""Question type on the number of parameters of a recurrent network: its solver, sentences on mistakes, and examples."""

from __future__ import annotations

from random import Random
from typing import Annotated, Any, Literal

from annotated_types import Ge, Le

from checker.derivation.weights import COMMON, RARE, TYPICAL
from checker.engine.errors import ParameterError
from checker.engine.trace import choose, convention, step
from checker.solvers._sizes import Size
from checker.solvers.formula_types import formula_type

_LINEAR = formula_type("linear_parameters")

Cell = Literal["rnn", "gru", "lstm"]
Layers = Annotated[int, Ge(1), Le(64)]

GATES: dict[str, int] = {"rnn": 1, "gru": 3, "lstm": 4}
"""Matrices side by side: of the gates and of the candidate."""

MISTAKEN: dict[str, dict[str, int]] = {
    "rnn": {"as_gru": 3, "as_lstm": 4},
    "gru": {"as_rnn": 1, "without_candidate": 2, "as_lstm": 4},
    "lstm": {"as_rnn": 1, "three_in_lstm": 3, "with_cell_state": 5},
}


def recurrent_parameters(
    cell: Cell,
    input_size: Size,
    hidden_size: Size,
    num_layers: Layers = 1,
    bidirectional: bool = False,
    proj_size: Size | None = None,
    output_size: Size | None = None,
    length: Size | None = None,
) -> int:
    """Parameters of a recurrent network: of each gate a matrix for the input, one for the state, and biases.

    Formula: of a layer D·(G·H·I + G·H·R + G·H (one bias vector; PyTorch has two)); G is 1 for rnn, 3 for gru, 4 for
        lstm, D is 2 if bidirectional, else 1.  R = H; with proj_size P of an LSTM R = P, and D·P·H more.
    Sizes: H is hidden_size; I is input_size for the first layer, and D·R for those above it.  output_size: the number
        of outputs of a linear layer on top, which takes the D·R numbers of the last layer.
    Answer: a whole number of parameters.  The steps layer_1, layer_2 ... are those of each layer, both directions
        together, and `output` those of the linear layer.  length, the number of time steps, plays no part.
    Source: Hochreiter and Schmidhuber 1997, Cho et al. 2014.  Equal to PyTorch's nn.RNN, nn.GRU and nn.LSTM.

    >>> recurrent_parameters("lstm", input_size=4096, hidden_size=256)
    4458496
    """
    if proj_size is not None and cell != "lstm":
        raise ParameterError("proj_size", "must be left out: only an LSTM has a projection")
    if proj_size is not None and proj_size >= hidden_size:
        raise ParameterError("proj_size", f"must be smaller than hidden_size = {hidden_size}")
    gates = choose("gates", GATES[cell], **MISTAKEN[cell])
    inputs, hidden = choose("sizes", (input_size, hidden_size), swapped=(hidden_size, input_size))
    directions = choose("directions", 1 + bidirectional, one=1, two=2)
    state, has_projection = hidden, 0
    if proj_size is not None:
        state, has_projection = choose(
            "projection", (proj_size, 1), ignored=(hidden, 0), matrix_left_out=(proj_size, 0)
        )
    unprojected = {} if proj_size is None else {"unprojected": hidden}
    one_direction = {"one_direction": state} if bidirectional else {}

    with_length = {} if length is None else {"as_length": length, "all_steps": length * inputs}
    first = choose("first_input", inputs, as_hidden_size=hidden, **with_length)
    above = choose("stacked_input", directions * state, as_first=inputs, **one_direction) if num_layers > 1 else first
    fed_back = choose("recurrent_input", state, left_out=0, as_input_size=inputs, **unprojected)
    recurrent_gates = choose("recurrent_gates", gates, one=1) if cell != "rnn" else gates
    peepholes = choose("peepholes", 0, counted=3 * hidden) if cell == "lstm" else 0
    vectors = convention("bias_vectors", two=2, one=1, none=0)
    bias_size = choose("gate_bias", gates * hidden, shared=hidden, single=gates)
    projection_bias = choose("projection_bias", 0, counted=1) if proj_size is not None else 0

    def layer(width: int) -> int:
        """Return the parameters of one layer, in all its directions."""
        sizes = {"directions": directions, "hidden_size": hidden, "inputs": width, "state": fed_back}
        sizes |= {"gates": gates, "vectors": vectors}
        of_input = step(
            "input_weights",
            directions * gates * hidden * width,
            how="directions · gates · hidden_size · inputs",
            **sizes,
        )
        of_state = step(
            "recurrent_weights",
            directions * (recurrent_gates * hidden * fed_back + peepholes),
            how="directions · gates · hidden_size · state",
            **sizes,
        )
        biases = step(
            "biases",
            directions * vectors * bias_size,
            how=[("directions · vectors · gates · hidden_size", vectors)],
            **sizes,
        )
        projected = directions * (has_projection * state * hidden + projection_bias * state)
        if proj_size is not None:
            projected = step("projection", projected, how="directions · state · hidden_size", **sizes)
        terms = [("input_weights", 1), ("recurrent_weights", 1), ("biases", biases), ("projection", projected)]
        return step("total", of_input + of_state + biases + projected, how=terms)

    layers = [
        step(f"layer_{number}", layer, width=first if number == 1 else above) for number in range(1, num_layers + 1)
    ]
    total = sum(layers)
    if num_layers > 1:
        last = layers[-1]
        total = choose("layers", total, left_out=layers[0], one_less=total - last, one_more=total + last)
    terms = [(f"layer_{number}", 1) for number in range(1, num_layers + 1)]
    output = 0
    if output_size is not None:
        last_state = choose("output_input", directions * state, **one_direction, **unprojected)
        top = step("output", _LINEAR, in_features=last_state, out_features=output_size)
        output = choose("output_layer", top, left_out=0)
        terms.append(("output", 1))
    return step("total", total + output, how=terms)


explain = _LINEAR.explain({}) | {
    "biases.counted": "counts the biases of the output layer",
    "biases.left_out": "leaves the biases of the output layer out",
    "bias_vectors.two": "counts two bias vectors, one for the input and one for the state",
    "bias_vectors.one": "counts one bias vector for input and state together",
    "bias_vectors.none": "leaves the biases of the cells out",
    "gates.as_rnn": "You counted one matrix each for input and state. Every gate and the candidate have their own.",
    "gates.as_gru": "You counted the matrices of a GRU. A plain recurrent network has no gates.",
    "gates.as_lstm": "You counted four blocks, as in an LSTM. This cell has fewer.",
    "gates.without_candidate": "You counted only the two gates of the GRU. Its candidate has matrices, too.",
    "gates.three_in_lstm": "You counted three blocks of weights. An LSTM has four: three gates and a candidate.",
    "gates.with_cell_state": "You counted one block too many. The cell state of an LSTM has no weights.",
    "sizes.swapped": "You swapped the input size and the hidden size.",
    "directions.one": "You counted one direction. A bidirectional network has a second one with its own weights.",
    "directions.two": "You counted two directions. This network reads in one direction.",
    "projection.ignored": "You ignored the projection. It makes the state narrower and has its own matrix.",
    "projection.matrix_left_out": "You left out the matrix that projects the state.",
    "projection_bias.counted": "You counted a bias for the projection of the state. It has none.",
    "first_input.as_hidden_size": "You used the hidden size for the input of the first layer. Use the input size.",
    "first_input.as_length": "You used the number of time steps as the input size. "
    "The same weights read the features of every step.",
    "first_input.all_steps": "You used the numbers of all time steps as the input size. "
    "The same weights read one step after the other.",
    "stacked_input.as_first": "You used the input size for every layer. "
    "Each later layer reads the states of the layer below.",
    "stacked_input.one_direction": "You let later layers read one direction only. "
    "They read the states of both directions.",
    "recurrent_input.left_out": "You left out the recurrent weights. The previous state has its own matrices.",
    "recurrent_input.as_input_size": "You used the input size in the recurrent weights. They read the previous state.",
    "recurrent_input.unprojected": "You used the hidden size in the recurrent weights. They read the projected state.",
    "recurrent_gates.one": "You counted one recurrent matrix. Every gate and the candidate have their own.",
    "peepholes.counted": "You counted peepholes from the cell state to the gates. A standard LSTM has none.",
    "gate_bias.shared": "You counted the biases once for all gates. Every gate and the candidate have their own.",
    "gate_bias.single": "You counted a single number as the bias of a gate. It has one for every hidden unit.",
    "layers.left_out": "You counted one layer. Every layer has its own parameters.",
    "layers.one_less": "You counted one layer too few.",
    "layers.one_more": "You counted one layer too many.",
    "output_input.one_direction": "You let the output layer read one direction only. "
    "It reads the states of both directions.",
    "output_input.unprojected": "You used the hidden size for the input of the output layer. "
    "It reads the projected state.",
    "output_layer.left_out": "You left out the output layer. It is a linear layer on top of the recurrent ones.",
}

weights = _LINEAR.weights | {
    "gates": COMMON,
    "gates.with_cell_state": RARE,
    "sizes": RARE,
    "directions.one": COMMON,
    "directions.two": RARE,
    "projection_bias": RARE,
    "stacked_input": COMMON,
    "recurrent_input.left_out": COMMON,
    "recurrent_input.as_input_size": RARE,
    "peepholes": RARE,
    "gate_bias.single": RARE,
    "layers.left_out": COMMON,
    "layers.one_less": RARE,
    "layers.one_more": RARE,
    "bias_vectors": TYPICAL,
}

examples: list[dict[str, Any]] = [
    {"cell": "lstm", "input_size": 4096, "hidden_size": 256},
    {"cell": "gru", "input_size": 160, "hidden_size": 320, "bidirectional": True, "output_size": 90},
    {"cell": "rnn", "input_size": 300, "hidden_size": 500, "num_layers": 3, "output_size": 70},
    {"cell": "lstm", "input_size": 16, "hidden_size": 64, "length": 30},
    {
        "cell": "lstm",
        "input_size": 120,
        "hidden_size": 400,
        "num_layers": 2,
        "bidirectional": True,
        "proj_size": 150,
        "output_size": 35,
    },
]


def draw(rng: Random) -> dict[str, Any]:
    """Return random parameters for a question: each cell, with further layers, directions, a projection, an output."""
    cell = rng.choice(["rnn", "gru", "lstm"])
    parameters: dict[str, Any] = {"cell": cell, "input_size": rng.randint(1, 512), "hidden_size": rng.randint(2, 512)}
    if rng.random() < 0.6:
        parameters["num_layers"] = rng.randint(1, 5)
    if rng.random() < 0.5:
        parameters["bidirectional"] = True
    if cell == "lstm" and rng.random() < 0.5:
        parameters["proj_size"] = rng.randint(1, parameters["hidden_size"] - 1)
    if rng.random() < 0.5:
        parameters["output_size"] = rng.randint(1, 512)
    return parameters
