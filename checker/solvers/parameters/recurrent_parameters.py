"""Parameters of a recurrent network."""

from __future__ import annotations

from random import Random
from typing import Annotated, Any, Literal

from annotated_types import Ge, Le

from checker.engine.errors import ParameterError
from checker.engine.trace import choose, convention, step
from checker.solvers._shared.sizes import Size
from checker.solvers.parameters import linear_parameters as linear

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
) -> int:
    """Parameters of a recurrent network: of each gate a matrix for the input, one for the state, and biases.

    Formula: of a layer D·(G·H·I + G·H·R + G·H (one bias vector; PyTorch has two)); G is 1 for rnn, 3 for gru, 4 for
        lstm, D is 2 if bidirectional, else 1.  R = H; with proj_size P of an LSTM R = P, and D·P·H more.
    Sizes: H is hidden_size; I is input_size for the first layer, and D·R for those above it.  output_size: the number
        of outputs of a linear layer on top, which takes the D·R numbers of the last layer.
    Answer: a whole number of parameters.  The steps layer_1, layer_2 ... are those of each layer, both directions
        together, and `output` those of the linear layer.  The length of the sequences plays no part.
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
    beside = {"one_direction": state} if bidirectional else {}

    first = choose("first_input", inputs, as_hidden_size=hidden)
    above = choose("stacked_input", directions * state, as_first=inputs, **beside) if num_layers > 1 else first
    fed_back = choose("recurrent_input", state, left_out=0, as_input_size=inputs, **unprojected)
    recurrent_gates = choose("recurrent_gates", gates, one=1) if cell != "rnn" else gates
    peepholes = choose("peepholes", 0, counted=3 * hidden) if cell == "lstm" else 0
    vectors = convention("bias_vectors", two=2, one=1, none=0)
    bias_size = choose("gate_bias", gates * hidden, shared=hidden, single=gates)
    projection_bias = choose("projection_bias", 0, counted=1) if proj_size is not None else 0

    def layer(width: int) -> int:
        """One layer, in all its directions."""
        known = {"directions": directions, "hidden_size": hidden, "inputs": width, "state": fed_back}
        shapes = {"gates": gates, "vectors": vectors}
        of_input = step(
            "input_weights",
            directions * gates * hidden * width,
            how="directions · gates · hidden_size · inputs",
            **known,
            **shapes,
        )
        of_state = step(
            "recurrent_weights",
            directions * (recurrent_gates * hidden * fed_back + peepholes),
            how="directions · gates · hidden_size · state",
            **known,
            **shapes,
        )
        biases = step(
            "biases",
            directions * vectors * bias_size,
            how=[("directions · vectors · gates · hidden_size", vectors)],
            **known,
            **shapes,
        )
        projected = directions * (has_projection * state * hidden + projection_bias * state)
        if proj_size is not None:
            projected = step("projection", projected, how="directions · state · hidden_size", **known)
        terms = [("input_weights", 1), ("recurrent_weights", 1), ("biases", biases), ("projection", projected)]
        return step("total", of_input + of_state + biases + projected, how=terms)

    layers = [
        step(f"layer_{number}", layer, width=first if number == 1 else above) for number in range(1, num_layers + 1)
    ]
    counted = sum(layers)
    if num_layers > 1:
        last = layers[-1]
        counted = choose("layers", counted, left_out=layers[0], one_less=counted - last, one_more=counted + last)
    terms = [(f"layer_{number}", 1) for number in range(1, num_layers + 1)]
    output = 0
    if output_size is not None:
        last_state = choose("output_input", directions * state, **beside, **unprojected)
        top = step("output", linear.linear_parameters, in_features=last_state, out_features=output_size)
        output = choose("output_layer", top, left_out=0)
        terms.append(("output", 1))
    return step("total", counted + output, how=terms)


explain = linear.explain | {
    "biases.counted": "counts the biases of the output layer",
    "biases.left_out": "leaves the biases of the output layer out",
    "bias_vectors.two": "counts two bias vectors, one for the input and one for the state",
    "bias_vectors.one": "counts one bias vector for input and state together",
    "bias_vectors.none": "leaves the biases of the cells out",
    "gates.as_rnn": "You counted one matrix each for input and state; every gate, and the candidate, has its own two.",
    "gates.as_gru": "You counted the matrices of a GRU; a plain recurrent network has no gates.",
    "gates.as_lstm": "You counted four blocks as in an LSTM; this cell has fewer.",
    "gates.without_candidate": "You counted the two gates of the GRU, but not its candidate, which has matrices, too.",
    "gates.three_in_lstm": "You counted three blocks; an LSTM has three gates and a candidate, each with matrices.",
    "gates.with_cell_state": "You counted a block too many; the cell state of an LSTM is computed without weights.",
    "sizes.swapped": "You exchanged input_size and hidden_size; the state is hidden_size wide.",
    "directions.one": "You counted one direction; a bidirectional network has a second, with weights of its own.",
    "directions.two": "You counted two directions; this network reads in one.",
    "projection.ignored": "You used hidden_size throughout; with proj_size a further matrix makes the state narrower.",
    "projection.matrix_left_out": "You left out the matrix that projects the state to proj_size.",
    "projection_bias.counted": "You gave the projection of the state a bias; it has none.",
    "first_input.as_hidden_size": "You used hidden_size for the width of the input; "
    "the first layer reads input_size numbers.",
    "stacked_input.as_first": "You gave every layer the input of the first one; "
    "the layers above read the states of the layer below.",
    "stacked_input.one_direction": "You let the layers above read one direction only; "
    "they read the states of both, side by side.",
    "recurrent_input.left_out": "You left the recurrent weights out; the previous state has matrices of its own.",
    "recurrent_input.as_input_size": "You used input_size in the recurrent weights; "
    "they lead from the state to the state.",
    "recurrent_input.unprojected": "You let the recurrent weights read hidden_size numbers; "
    "the state that is fed back is projected to proj_size.",
    "recurrent_gates.one": "You counted one recurrent matrix; every gate, and the candidate, has its own.",
    "peepholes.counted": "You counted peepholes, from the cell state to the gates; a usual LSTM has none.",
    "gate_bias.shared": "You counted the biases once for all gates; every gate, and the candidate, has its own.",
    "gate_bias.single": "You counted a single number as the bias of a gate; it has one for every hidden unit.",
    "layers.left_out": "You counted one layer; every layer has parameters of its own.",
    "layers.one_less": "You counted one layer too few.",
    "layers.one_more": "You counted one layer too many.",
    "output_input.one_direction": "You let the output layer read one direction only; "
    "it reads the states of both, side by side.",
    "output_input.unprojected": "You let the output layer read hidden_size numbers; "
    "the state that it reads is projected to proj_size.",
    "output_layer.left_out": "You left the output layer out; it is a linear layer on top of the recurrent ones.",
}

renamed = {
    "sizes.exchanged": "sizes.swapped",
    "first_input.hidden_size": "first_input.as_hidden_size",
    "recurrent_input.input_size": "recurrent_input.as_input_size",
    "layers.forgotten": "layers.left_out",
}

weights = linear.weights | {
    "gates": 4,
    "gates.with_cell_state": 1,
    "sizes": 1,
    "directions.one": 4,
    "directions.two": 1,
    "projection_bias": 1,
    "stacked_input": 4,
    "recurrent_input.left_out": 4,
    "recurrent_input.as_input_size": 1,
    "peepholes": 1,
    "gate_bias.single": 1,
    "layers.left_out": 4,
    "layers.one_less": 1,
    "layers.one_more": 1,
    "bias_vectors": 4,
}

examples: list[dict[str, Any]] = [
    {"cell": "lstm", "input_size": 4096, "hidden_size": 256},
    {"cell": "gru", "input_size": 160, "hidden_size": 320, "bidirectional": True, "output_size": 90},
    {"cell": "rnn", "input_size": 300, "hidden_size": 500, "num_layers": 3, "output_size": 70},
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
    """Valid random parameters of each cell, with further layers, a second direction, a projection, an output."""
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
