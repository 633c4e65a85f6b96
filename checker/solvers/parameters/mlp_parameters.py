"""Question type on the number of parameters of a multilayer perceptron: its solver, sentences and examples."""

from __future__ import annotations

from itertools import pairwise
from math import prod
from random import Random
from typing import Annotated, Any

from annotated_types import MaxLen, MinLen

from checker.derivation.weights import COMMON, RARE
from checker.engine.trace import choose, convention, step
from checker.solvers._sizes import Size
from checker.solvers.formula_types import formula_type

_LINEAR = formula_type("linear_parameters")


def mlp_parameters(layer_sizes: Annotated[list[Size], MinLen(2), MaxLen(64)]) -> int:
    """Parameters of a multilayer perceptron: a linear layer between each two neighbouring sizes.

    Formula: the sum over the layers of inputs·outputs + outputs.
    Sizes: layer_sizes are the numbers of units from the input to the output: [784, 128, 10] has two layers of weights,
        784 to 128 and 128 to 10.
    Answer: a whole number of parameters.  The steps layer_1, layer_2 ... are those of each layer of weights.
    Source: Goodfellow et al. 2016, chapter 6.  Equal to PyTorch's nn.Linear layers in a row.

    >>> mlp_parameters([784, 128, 10])
    101770
    """
    with_biases = convention("biases", counted=1, left_out=0)
    layers: list[int] = [
        step(
            f"layer_{number}",
            _LINEAR,
            in_features=inputs,
            out_features=choose("hidden_units", outputs, with_bias_unit=outputs + with_biases)
            if number < len(layer_sizes) - 1
            else outputs,
        )
        for number, (inputs, outputs) in enumerate(pairwise(layer_sizes), 1)
    ]
    has_input_biases = choose("input_layer", 0, with_biases=1)
    input_biases = has_input_biases * with_biases * layer_sizes[0]
    total = sum(layers)
    if len(layers) > 1:
        total = choose(
            "layers_counted",
            total,
            first_left_out=sum(layers[1:]),
            last_left_out=sum(layers[:-1]),
            all_multiplied=prod(layer_sizes) + with_biases * sum(layer_sizes[1:]),
        )
        skipping = sum(one * other for i, one in enumerate(layer_sizes) for other in layer_sizes[i + 2 :])
        total += choose("skipping", 0, connected=skipping)
    how = " + ".join(f"layer_{number}" for number in range(1, len(layers) + 1))
    return step("total", total + input_biases, how=how)


explain = _LINEAR.explain({}) | {
    "input_layer.with_biases": "You gave the input layer biases. Its units only hold the inputs.",
    "hidden_units.with_bias_unit": "You counted weights into the bias unit of each hidden layer. "
    "No weight leads into a bias unit.",
    "layers_counted.first_left_out": "You left out the first layer of weights. "
    "It connects the inputs to the first hidden layer.",
    "layers_counted.last_left_out": "You left out the last layer of weights. "
    "It connects the last hidden layer to the outputs.",
    "layers_counted.all_multiplied": "You multiplied all layer sizes with each other. "
    "Multiply neighbouring sizes and add the products.",
    "skipping.connected": "You connected every layer to all later ones. Each is connected only to the next.",
}

weights = _LINEAR.weights | {
    "layers_counted.last_left_out": COMMON,
    "hidden_units": RARE,
    "layers_counted.all_multiplied": RARE,
    "skipping": RARE,
}

examples: list[dict[str, Any]] = [
    {"layer_sizes": [784, 128, 10]},
    {"layer_sizes": [300, 500, 90, 40]},
    {"layer_sizes": [1200, 70]},
]


def draw(rng: Random) -> dict[str, Any]:
    """Return random parameters for a question of this type: one to five layers of weights."""
    return {"layer_sizes": [rng.randint(1, 1024) for _ in range(rng.randint(2, 6))]}
