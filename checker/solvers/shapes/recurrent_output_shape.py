"""Question type on output and state shapes of a recurrent network: its solver, sentences on mistakes, and examples."""

from __future__ import annotations

from random import Random
from typing import Annotated, Any, Literal

from annotated_types import MaxLen, MinLen

from checker.derivation.weights import COMMON, RARE
from checker.engine.errors import ParameterError
from checker.engine.trace import choose, step
from checker.solvers._sizes import Size
from checker.solvers.shapes import _tensors as tensors
from checker.solvers.shapes._tensors import Shape, tensor


def recurrent_output_shape(
    cell: Literal["rnn", "gru", "lstm"],
    input_shape: Annotated[list[Size], MinLen(2), MaxLen(3)],
    hidden_size: Size,
    num_layers: Size = 1,
    bidirectional: bool = False,
    proj_size: Size | None = None,
    batch_first: bool = False,
) -> Shape:
    """Shape of the outputs of a recurrent network at all time steps; its steps are these and the last states.

    Formula: outputs (L, N, D·H_out), hidden (D·num_layers, N, H_out), and of an LSTM cell (D·num_layers, N, H).  D is 2
        if bidirectional, else 1; H_out is proj_size if given, else H = hidden_size.
    Sizes: input_shape is (L, N, input_size): L time steps, N sequences; with batch_first (N, L, input_size), and the
        outputs have this order too, but not the states.  Without a batch (L, input_size), and no N in the others.
    Answer: a shape, a list of whole numbers.  The step `elements`, and `hidden.elements` of another tensor, is the
        number of its entries.
    Source: the documentation of PyTorch's nn.RNN, nn.GRU and nn.LSTM; equal to theirs.

    >>> recurrent_output_shape("lstm", input_shape=[35, 20, 10], hidden_size=64, bidirectional=True)
    (35, 20, 128)
    """
    if len(input_shape) not in {2, 3}:
        raise ParameterError("input_shape", "must be (L, N, input_size), or (L, input_size) without a batch")
    if proj_size is not None and cell != "lstm":
        raise ParameterError("proj_size", "must be left out: only an LSTM has a projection")
    if proj_size is not None and proj_size >= hidden_size:
        raise ParameterError("proj_size", f"must be smaller than hidden_size = {hidden_size}")
    *axes, input_size = input_shape
    length, *batch = axes[::-1] if batch_first else axes
    sequences = tuple(batch)
    in_outputs, in_states = choose(
        "sequences",
        (sequences, sequences),
        left_out=((), ()),
        as_one=((1,), (1,)),
        length_in_states=(sequences, (length,) * len(sequences)),
    )
    directions = choose("directions", 1 + bidirectional, one=1, two=2)
    width = choose("projection", proj_size or hidden_size, ignored=hidden_size)
    steps_and_batch = (*in_outputs, length) if batch_first else (length, *in_outputs)

    columns = choose(
        "output_width",
        directions * width,
        one_direction=width,
        all_layers=num_layers * directions * width,
        as_input_size=input_size,
    )
    outputs = choose(
        "outputs",
        (*steps_and_batch, columns),
        axes_swapped=(*steps_and_batch[::-1], columns),
        last_step_only=(*in_outputs, columns),
        directions_apart=(*steps_and_batch, directions, width),
        layers_apart=(num_layers, *steps_and_batch, columns),
    )
    batch_name = ["N"] * len(in_outputs)
    how = ", ".join([*([*batch_name, "L"] if batch_first else ["L", *batch_name]), "D · H_out"])
    sizes = {"L": length, "D": directions, "H_out": width, "H": hidden_size} | dict(zip("N", in_outputs, strict=False))
    result = tensor("outputs", outputs, f"({how})", **sizes)

    def state(name: str, size: int, letter: str) -> None:
        """Record the shape of the last states of all layers and directions."""
        rows = num_layers * directions
        shape = choose(
            "states",
            (rows, *in_states, size),
            last_layer_only=(directions, *in_states, size),
            one_for_all=(*in_states, size),
            batch_first=(*in_states, rows, size),
            side_by_side=(num_layers, *in_states, directions * size),
            directions_apart=(num_layers, directions, *in_states, size),
            every_step=(*steps_and_batch, directions * size),
        )
        how = ", ".join(["D · num_layers", *batch_name, letter])
        tensor(name, shape, f"({how})", num_layers=num_layers, **sizes)

    state("hidden", choose("hidden_width", width, not_projected=hidden_size), "H_out")
    if cell == "lstm":
        state("cell", choose("cell_width", hidden_size, projected=width), "H")
    return tensors.with_elements(step("total", result, how="outputs"))


explain = tensors.explain | {
    "sequences.left_out": "You left out the batch. Every sequence has its own outputs and states.",
    "sequences.as_one": "You used a batch of one sequence. Take the batch, if there is one, from the input.",
    "sequences.length_in_states": "You used the number of time steps as the number of sequences. "
    "Check which of them comes first.",
    "directions.one": "You counted one direction. A bidirectional network reads from both ends.",
    "directions.two": "You counted two directions. Only a bidirectional network reads from both ends.",
    "projection.ignored": "You ignored the projection. It sets the size of the hidden state.",
    "output_width.one_direction": "You gave the outputs of one direction. The outputs of both are concatenated.",
    "output_width.all_layers": "You concatenated the outputs of all layers. Only those of the last layer come out.",
    "output_width.as_input_size": "You kept the width of the inputs. The hidden state sets the width of the outputs.",
    "outputs.axes_swapped": "You swapped time steps and sequences. Keep the order of the inputs.",
    "outputs.last_step_only": "You gave the output of the last time step. There is one for every step.",
    "outputs.directions_apart": "You gave the directions a separate axis. In the outputs they are concatenated.",
    "outputs.layers_apart": "You gave the outputs of every layer. Only those of the last layer come out.",
    "states.last_layer_only": "You gave the state of the last layer. Every layer has one.",
    "states.one_for_all": "You gave one state for all layers and directions. Each has its own, along the first axis.",
    "states.batch_first": "You put the batch first in the states. Put the axis of layers and directions first.",
    "states.side_by_side": "You concatenated the states of both directions. The first axis counts them separately.",
    "states.directions_apart": "You gave layers and directions separate axes. They share the first one.",
    "states.every_step": "You gave a state for every time step. Only the last states come out.",
    "hidden_width.not_projected": "You used the hidden size for the hidden state. The projection makes it narrower.",
    "cell_width.projected": "You used the projection size for the cell state. Only the hidden state is projected.",
}

weights = tensors.weights | {
    "sequences.as_one": RARE,
    "directions.one": COMMON,
    "directions.two": RARE,
    "projection": COMMON,
    "output_width.as_input_size": RARE,
    "outputs.layers_apart": RARE,
    "states.last_layer_only": COMMON,
    "states.batch_first": COMMON,
    "states.directions_apart": RARE,
}

examples: list[dict[str, Any]] = [
    {"cell": "lstm", "input_shape": [35, 20, 10], "hidden_size": 64, "num_layers": 3, "bidirectional": True},
    {"cell": "gru", "input_shape": [16, 50, 12], "hidden_size": 40, "num_layers": 2, "batch_first": True},
    {"cell": "lstm", "input_shape": [24, 18, 9], "hidden_size": 48, "num_layers": 2, "proj_size": 15},
    {"cell": "rnn", "input_shape": [11, 6], "hidden_size": 13, "bidirectional": True},
]


def draw(rng: Random) -> dict[str, Any]:
    """Return random parameters for a question, with and without a batch, a second direction, a projection."""
    cell = rng.choice(["rnn", "gru", "lstm"])
    axes = [rng.randint(1, 64) for _ in range(rng.choice([2, 3, 3, 3]))]
    parameters: dict[str, Any] = {"cell": cell, "input_shape": axes, "hidden_size": rng.randint(2, 64)}
    if rng.random() < 0.7:
        parameters["num_layers"] = rng.randint(1, 5)
    parameters |= {name: True for name in ("bidirectional", "batch_first") if rng.random() < 0.5}
    if cell == "lstm" and rng.random() < 0.5:
        parameters["proj_size"] = rng.randint(1, parameters["hidden_size"] - 1)
    return parameters
