"""Question type on the number of parameters of a convolutional network."""

from __future__ import annotations

from typing import Annotated, Any

from checker.engine.bounds import MaxLen, MinLen
from checker.engine.trace import choose, step, wrong
from checker.engine.weights import RARE
from checker.solvers._sizes import Size
from checker.solvers.layers._kinds import Layers, count_layers, numbered, shapes_of, total_of_layers
from checker.solvers.layers._shapes import Image, State


def cnn_parameters(input_shape: Annotated[list[Size], MinLen(2), MaxLen(4)], layers: Layers) -> int:
    """Parameters of a convolutional network: those of its convolutions, normalisations and linear layers.

    Formula: the sum over the layers, as conv_parameters, norm_parameters and linear_parameters count them; poolings,
        activations and flattening have none.  A residual counts its layers and those of its shortcut, a repeat its
        layers as many times as they are repeated.
    Sizes: input_shape is (C, H, W), or (C, L) or (C, D, H, W).  What reaches a layer follows from those before it: the
        steps shapes.layer_1, shapes.layer_2 ... are what they give out, `features` the numbers in a flattened row.
        `biases: false` of a layer says that it was built without.
    Answer: a whole number of parameters.  The steps layer_1, layer_2 ... are those of each layer, layer_3.layer_1 ...
        those of the layers in a residual, layer_3.shortcut those of its shortcut.
    Source: LeCun et al. 1998, section II; residuals: He et al. 2016.  Equal to PyTorch's modules.

    >>> layers = [{"type": "conv", "out_channels": 8, "kernel_size": 5}, {"type": "flatten"}]
    >>> cnn_parameters(input_shape=[1, 28, 36], layers=[*layers, {"type": "linear", "out_features": 10}])
    61658
    """
    channels, *sizes = shape = tuple(input_shape)
    state = State(Image((), channels, tuple(sizes)), len(sizes), shape, shape)
    counts = count_layers(layers, step("shapes", shapes_of, state=state, layers=layers).state)

    has_first, has_last = choose(
        "layers_added",
        (1, 1),
        first_left_out=wrong((0, 1), "You left out the first layer. It has parameters as well.", RARE),
        last_left_out=wrong((1, 0), "You left out the last layer. It has parameters as well."),
    )
    has_convolutions, has_linear = choose(
        "kinds",
        (1, 1),
        convolutions_only=wrong((1, 0), "You left out the linear layers at the end. They have weights as well.", RARE),
        linear_only=wrong((0, 1), "You counted the linear layers only. The convolutions have weights as well.", RARE),
    )
    kinds = {"conv", "transposed_conv", "linear", "residual", "repeat"}  # those that count as the first or the last
    learning = [name for name, layer in numbered(layers) if layer["type"] in kinds]
    for name, layer in numbered(layers):
        counts[name] *= has_linear if layer["type"] == "linear" else has_convolutions
        counts[name] *= (has_first if name in learning[:1] else 1) * (has_last if name in learning[-1:] else 1)
    return total_of_layers(counts)


examples: list[dict[str, Any]] = [
    {"input_shape": [1, 29, 31], "layers": [{"type": "flatten"}, {"type": "linear", "out_features": 12}]},
    {
        "input_shape": [4, 60, 91],
        "layers": [
            {"type": "conv", "out_channels": 40, "kernel_size": 5, "padding": 1},
            {"type": "pool", "kernel_size": 3},
            {"type": "conv", "out_channels": 90, "kernel_size": 3, "dilation": 2},
            {"type": "pool", "kernel_size": 2},
            {"type": "flatten"},
            {"type": "linear", "out_features": 50},
            {"type": "linear", "out_features": 10},
        ],
    },
    {
        "input_shape": [20, 77, 106],
        "layers": [
            {"type": "conv", "out_channels": 2400, "kernel_size": [4, 3], "padding": 1, "biases": False},
            {"type": "batch_norm"},
            {"type": "pool", "kernel_size": [2, 3], "stride": [3, 2], "padding": [1, 0], "ceil_mode": True},
            {"type": "conv", "out_channels": 6400, "kernel_size": 3, "stride": 3, "padding": 2, "groups": 8},
            {
                "type": "transposed_conv",
                "out_channels": 30,
                "kernel_size": 6,
                "stride": 3,
                "padding": 1,
                "output_padding": 2,
            },
            {"type": "flatten"},
            {"type": "linear", "out_features": 2100},
        ],
    },
    {
        "input_shape": [70, 1000],
        "layers": [
            {"type": "conv", "out_channels": 27, "kernel_size": 9, "stride": 4},
            {"type": "repeat", "times": 3, "layers": [{"type": "conv", "out_channels": 27, "kernel_size": 1}]},
            {
                "type": "residual",
                "layers": [{"type": "conv", "out_channels": 43, "kernel_size": 3, "stride": 2, "padding": 1}],
                "shortcut": [{"type": "conv", "out_channels": 43, "kernel_size": 1, "stride": 2}],
            },
            {"type": "adaptive_pool", "output_size": 2},
            {"type": "flatten"},
            {"type": "linear", "out_features": 2900},
        ],
    },
]
