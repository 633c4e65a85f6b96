"""Parameters of a convolutional network."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import prod
from random import Random
from typing import Annotated, Any, Final

from annotated_types import MaxLen, MinLen

from checker.engine.errors import ParameterError
from checker.engine.trace import choose, step
from checker.solvers._shared.sizes import Size
from checker.solvers.layers import _draws as draws
from checker.solvers.layers import _walk as walk
from checker.solvers.layers._entries import Layers
from checker.solvers.layers._walk import Layer, NetworkState, numbered
from checker.solvers.parameters import conv_parameters as conv
from checker.solvers.parameters import linear_parameters as linear
from checker.solvers.parameters import norm_parameters as norm
from checker.solvers.shapes import _windows as windows
from checker.solvers.shapes import conv_output_shape as conv_shape
from checker.solvers.shapes import pool_output_shape as pool_shape
from checker.solvers.shapes import transposed_conv_output_shape as transposed_shape
from checker.solvers.shapes._images import Image


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
    way = NetworkState(Image((), channels, tuple(sizes)), len(sizes), shape, shape)
    way = step("shapes", walk.shapes, way=way, layers=layers).state
    counts = _counts(layers, way, "")

    has_first, has_last = choose("layers_added", (1, 1), first_left_out=(0, 1), last_left_out=(1, 0))
    has_convolutions, has_linear = choose("kinds", (1, 1), convolutions_only=(1, 0), linear_only=(0, 1))
    learning = [name for name, layer in numbered(layers) if layer["type"] in LEARNING]
    for name, layer in numbered(layers):
        counts[name] *= has_linear if layer["type"] == "linear" else has_convolutions
        counts[name] *= (has_first if name in learning[:1] else 1) * (has_last if name in learning[-1:] else 1)
    return _total(counts)


LEARNING: Final = frozenset({"conv", "transposed_conv", "linear", "residual", "repeat"})
"""The layers that a student may take for the first or the last."""


def _counts(layers: Layers, way: NetworkState, path: str) -> dict[str, int]:
    """The parameters of each layer, by its name."""
    return {name: RULES.get(layer["type"], _none)(name, layer, way, path + name) for name, layer in numbered(layers)}


def _total(counts: Mapping[str, int], times: int = 1) -> int:
    """All of them together."""

    def how() -> str:
        terms = " + ".join(name for name, count in counts.items() if count) or "0"
        return terms if times == 1 else f"times · ({terms})"

    return step("total", times * sum(counts.values()), how, times=times)


def _none(name: str, _: Layer, __: NetworkState, ___: str) -> int:
    return step(name, 0, how="0")


def _convolution(name: str, layer: Layer, way: NetworkState, at: str) -> int:
    shape = way.into[at]
    return step(
        name,
        conv.counted,
        in_channels=choose("layer_inputs", shape[0], of_the_image=way.image.channels),
        out_channels=layer["out_channels"],
        kernel_size=layer["kernel_size"],
        dimensions=len(shape) - 1,
        groups=layer.get("groups", 1),
        transposed=layer["type"] == "transposed_conv",
        has_biases=_has_biases(layer),
    )


def _linear(name: str, layer: Layer, way: NetworkState, at: str) -> int:
    shape = way.into[at]
    if len(shape) != 1:
        raise ParameterError("layers", f"must have a flatten before the linear {at}")
    return step(
        name,
        linear.counted,
        in_features=choose("layer_inputs", shape[0], of_the_image=prod(way.image.sizes) * way.image.channels),
        out_features=layer["out_features"],
        has_biases=_has_biases(layer),
    )


def _has_biases(layer: Layer) -> bool:
    return layer.get("biases", True) or choose("no_biases", False, counted=True)


def _batch_norm(name: str, _: Layer, way: NetworkState, at: str) -> int:
    shape = way.into[at]
    features = choose("norm_features", shape[0], every_entry=prod(shape))
    count: int = step(name, norm.norm_parameters, norm="batch_norm", num_features=features)
    return count * choose("batch_norms", 1, left_out=0)


def _pool(name: str, layer: Layer, way: NetworkState, at: str) -> int:
    shape = way.into[at]
    window = prod(windows.each("kernel_size", layer["kernel_size"], len(shape) - 1))
    channels = shape[0]
    count = choose("pool_parameters", 0, window=window, every_channel=window * channels, as_conv=window * channels**2)
    return step(name, count, how="0")


def _residual(name: str, layer: Layer, way: NetworkState, at: str) -> int:
    return step(name, _added, layers=layer["layers"], shortcut=layer.get("shortcut"), way=way, at=at)


def _added(layers: Layers, shortcut: Layers | None, way: NetworkState, at: str) -> int:
    counts = _counts(layers, way, f"{at}.")
    if shortcut:
        count: int = step("shortcut", _once, layers=shortcut, way=way, at=f"{at}.shortcut")
        counts["shortcut"] = count * choose("shortcut", 1, left_out=0)
    return _total(counts)


def _once(layers: Layers, way: NetworkState, at: str) -> int:
    return _total(_counts(layers, way, f"{at}."))


def _repeat(name: str, layer: Layer, way: NetworkState, at: str) -> int:
    return step(name, _times, times=layer["times"], layers=layer["layers"], way=way, at=at)


def _times(times: int, layers: Layers, way: NetworkState, at: str) -> int:
    counted = choose("repeats", times, left_out=1, one_less=times - 1, one_more=times + 1)
    return _total(_counts(layers, way, f"{at}."), counted)


RULES: Final[Mapping[str, Callable[[str, Layer, NetworkState, str], int]]] = {
    "conv": _convolution,
    "transposed_conv": _convolution,
    "linear": _linear,
    "batch_norm": _batch_norm,
    "pool": _pool,
    "residual": _residual,
    "repeat": _repeat,
}

NORMS: Final = ("norm_biases", "running_statistics", "norm_size")
"""What there is to say about a batch normalisation."""

explain = (
    conv.explain
    | linear.explain
    | {mistake: said for mistake, said in norm.explain.items() if mistake.partition(".")[0] in NORMS}
    | windows.explain
    | windows.rounding
    | conv_shape.of_filters
    | pool_shape.of_channels
    | pool_shape.of_ceil_mode
    | transposed_shape.of_transposed
    | walk.explain
    | {
        "layers_added.first_left_out": "You left the first layer out; it has parameters as well.",
        "layers_added.last_left_out": "You left the last layer out; it has parameters as well.",
        "kinds.convolutions_only": "You left the linear layers at the end out; they have weights as well.",
        "kinds.linear_only": "You counted the linear layers only; the convolutions before them have weights as well.",
        "layer_inputs.of_the_image": "You gave every layer the input of the network; "
        "each layer takes in what the layer before it gives out.",
        "no_biases.counted": "You counted biases of layers that are built without them.",
        "norm_features.every_entry": "You gave a normalisation parameters for every entry of the feature maps; "
        "batch normalisation has them for every channel.",
        "batch_norms.left_out": "You left the batch normalisations out; they learn a gain and a bias for each channel.",
        "batch_norms.left_out if norm_biases.left_out": "You left the batch normalisations out; "
        "they learn a gain for each channel.",
        "pool_parameters.window": "You counted the windows of the poolings as weights; poolings learn nothing.",
        "pool_parameters.every_channel": "You counted a window of weights for each channel of a pooling; "
        "poolings learn nothing.",
        "pool_parameters.as_conv": "You counted poolings like convolutions; poolings learn nothing.",
        "shortcut.left_out": "You left the layers on the shortcuts out; "
        "where a block changes the shape its shortcut has weights as well.",
        "repeats.left_out": "You counted repeated layers once; each time they have parameters of their own.",
        "repeats.one_less": "You counted repeated layers once too little.",
        "repeats.one_more": "You counted repeated layers once too often.",
    }
)

renamed = windows.renamed | transposed_shape.of_transposed_renamed | {"repeats.forgotten": "repeats.left_out"}

weights = (
    {mistake: weight for mistake, weight in norm.weights.items() if mistake.partition(".")[0] in NORMS}
    | conv.weights
    | linear.weights
    | windows.weights
    | walk.weights
    | {
        "pool_parameters.every_channel": 1,
        "layers_added.first_left_out": 1,
        "kinds": 1,
        "layer_inputs": 1,
        "norm_features": 1,
        "shortcut": 4,
        "batch_norms": 4,
        "no_biases": 4,
        "repeats.left_out": 4,
        "repeats.one_less": 1,
        "repeats.one_more": 1,
        "residual": 1,
    }
)

may_fail = pool_shape.may_fail

examples: list[dict[str, Any]] = [
    {
        "input_shape": [3, 60, 91],
        "layers": [
            {"type": "conv", "out_channels": 40, "kernel_size": 5, "padding": 1},
            {"type": "pool", "kernel_size": 3},
            {"type": "conv", "out_channels": 90, "kernel_size": 3},
            {"type": "pool", "kernel_size": 2},
            {"type": "flatten"},
            {"type": "linear", "out_features": 10},
        ],
    },
    {
        "input_shape": [3, 131, 171],
        "layers": [
            {"type": "conv", "out_channels": 1280, "kernel_size": 5, "stride": 2, "padding": 1},
            {"type": "pool", "kernel_size": 3, "stride": 2},
            {"type": "conv", "out_channels": 3600, "kernel_size": 3, "dilation": 2},
            {"type": "relu"},
            {"type": "pool", "kernel_size": 2},
            {"type": "flatten"},
            {"type": "linear", "out_features": 5000},
            {"type": "linear", "out_features": 1700},
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
                "out_channels": 3000,
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
        "input_shape": [45, 60, 91],
        "layers": [
            {"type": "conv", "out_channels": 1500, "kernel_size": 3, "padding": 1},
            {
                "type": "repeat",
                "times": 3,
                "layers": [
                    {"type": "conv", "out_channels": 1500, "kernel_size": 3, "padding": 1},
                    {"type": "batch_norm"},
                ],
            },
            {
                "type": "residual",
                "layers": [{"type": "conv", "out_channels": 4300, "kernel_size": 3, "stride": 2, "padding": 1}],
                "shortcut": [{"type": "conv", "out_channels": 4300, "kernel_size": 1, "stride": 2}],
            },
            {"type": "adaptive_pool", "output_size": 2},
            {"type": "flatten"},
            {"type": "linear", "out_features": 2900},
        ],
    },
    {
        "input_shape": [70, 1000],
        "layers": [
            {"type": "conv", "out_channels": 2700, "kernel_size": 9, "stride": 4},
            {"type": "pool", "kernel_size": 4},
            {"type": "flatten"},
            {"type": "linear", "out_features": 1900},
        ],
    },
]


def draw(rng: Random) -> dict[str, Any]:
    """A random network of images of one to three dimensions."""
    return draws.fitting(rng, draws.of_image, cnn_parameters)
