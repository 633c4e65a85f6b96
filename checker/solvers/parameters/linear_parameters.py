"""Question type on the number of parameters of one linear layer: its solver, sentences on mistakes, and examples.

`linear_layer` also counts layers that are built without biases.
"""

from __future__ import annotations

from random import Random
from typing import Any

from checker.derivation.weights import COMMON, RARE
from checker.engine.trace import choose, convention, step
from checker.solvers._sizes import Size


def linear_parameters(in_features: Size, out_features: Size) -> int:
    """Parameters of a linear (fully connected) layer: a weight for each pair of an input and an output, and the biases.

    Formula: in_features·out_features + out_features.
    Sizes: in_features and out_features are the numbers that go in and that come out; of a batch or of a sequence those
        of one row, as all rows share the weights.
    Answer: a whole number of parameters.
    Source: Goodfellow et al. 2016, section 6.1.  Equal to PyTorch's nn.Linear.

    >>> linear_parameters(in_features=784, out_features=10)
    7850
    """
    return linear_layer(in_features, out_features)


def linear_layer(in_features: int, out_features: int, has_biases: bool = True) -> int:
    """Return the number of parameters of a linear layer, which may be built without biases."""
    with_biases = has_biases * convention("biases", counted=1, left_out=0)
    neurons = choose("neurons", out_features, one=1)
    connections = in_features * neurons
    weights = step(
        "weights",
        choose("connections", connections, added=in_features + neurons, in_squared=in_features**2),
        how="in_features · neurons",
        neurons=neurons,
    )
    sizes = choose(
        "linear_bias",
        neurons,
        single=1,
        per_input=in_features,
        inputs_too=in_features + neurons,
        unit_in_outputs=in_features + neurons + 1,
        per_weight=connections,
    )
    biases = step("biases", with_biases * sizes, how=[("neurons", with_biases)], neurons=neurons)
    return step("total", weights + biases, how="weights + biases")


explain = {
    "biases.counted": "counts the biases",
    "biases.left_out": "leaves the biases out",
    "neurons.one": "You counted the weights of one output only. Every output has the same number of weights.",
    "connections.added": "You added the numbers of inputs and outputs. "
    "Multiply them, as every input is connected to every output.",
    "connections.in_squared": "You multiplied the number of inputs by itself. Multiply it by the number of outputs.",
    "linear_bias.single": "You counted a single bias for a linear layer. Every output has one.",
    "linear_bias.per_input": "You counted a bias for each input of a linear layer. It has one for each output.",
    "linear_bias.inputs_too": "You counted biases for the inputs of a linear layer, too. Only its outputs have them.",
    "linear_bias.unit_in_outputs": "You added a bias unit to the inputs and to the outputs. "
    "No weight leads into a bias unit.",
    "linear_bias.per_weight": "You counted a bias for every weight of a linear layer. It has one for each output.",
}

weights = {
    "biases": COMMON,
    "linear_bias.inputs_too": RARE,
    "linear_bias.unit_in_outputs": RARE,
    "linear_bias.per_weight": RARE,
    "connections.in_squared": RARE,
}

examples = [{"in_features": 784, "out_features": 10}, {"in_features": 120, "out_features": 500}]


def draw(rng: Random) -> dict[str, Any]:
    """Return random parameters for a question of this type."""
    return {"in_features": rng.randint(1, 4096), "out_features": rng.randint(1, 4096)}
