"""Question type on the number of parameters of a convolutional network: its solver, sentences and examples.

RULES has a function for each kind of layer that records its parameters.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import prod
from random import Random
from typing import Annotated, Any, Final

from annotated_types import MaxLen, MinLen

from checker.engine.errors import ParameterError
from checker.engine.trace import choose, convention, step, wrong
from checker.engine.weights import COMMON, RARE
from checker.solvers._sizes import Size
from checker.solvers.formula_types import formula_type
from checker.solvers.layers import _walk as walk
from checker.solvers.layers._draws import draw_image_network, draw_valid
from checker.solvers.layers._layer_schema import Layers, Sizes
from checker.solvers.layers._rules import Image, Layer, NetworkState
from checker.solvers.layers._walk import numbered
from checker.solvers.shapes._tensors import Shape

_CONVOLUTION = formula_type("conv_parameters")
_LINEAR = formula_type("linear_parameters")
_NORM = formula_type("norm_parameters")


def layer_counts(layers: Sequence[Layer], state: NetworkState, path: str = "") -> dict[str, int]:
    """Record the parameters of each layer as a step; return them by the layer's name."""
    return {
        name: RULES.get(layer["type"], _no_parameters)(name, layer, state, path + name)
        for name, layer in numbered(layers)
    }


def total_of_layers(counts: Mapping[str, int], times: int = 1) -> int:
    """Record times · (sum of the counts) as the result; return it."""

    def how() -> str:
        terms = " + ".join(name for name, count in counts.items() if count) or "0"
        return terms if times == 1 else f"times · ({terms})"

    return step("total", times * sum(counts.values()), how, times=times)


def _no_parameters(name: str, _: Layer, __: NetworkState, ___: str) -> int:
    """Record a step of 0 parameters, and return 0."""
    return step(name, 0, how="0")


def _inputs(right: int, of_the_image: int) -> int:
    says = "You used the input of the network for every layer. Each layer reads the output of the layer before it."
    return choose("layer_inputs", right, of_the_image=wrong(of_the_image, says, RARE))


def _convolution(name: str, layer: Layer, state: NetworkState, path: str) -> int:
    """Record the parameters of a convolution, plain or transposed, as a step; return their number."""
    shape, filters = state.inputs[path], layer["out_channels"]
    everywhere = wrong(
        filters * prod(_output_shape(path, state)[1:]),
        "You counted the filters again at every place of the feature maps. All places share the same filters.",
        RARE,
    )
    count: int = step(
        name,
        _CONVOLUTION,
        in_channels=_inputs(shape[0], state.image.channels),
        out_channels=choose("weight_sharing", filters, ignored=everywhere),
        kernel_size=layer["kernel_size"],
        dimensions=len(shape) - 1,
        groups=layer.get("groups", 1),
        bias=_has_biases(layer),
        of_image=path == "layer_1",
    )
    return count


def _output_shape(path: str, state: NetworkState) -> Shape:
    """Return the output shape of a layer: the input shape of the layer behind it.

    After the last layer of a residual or repeat it is not known, and the layer's own input shape is returned.
    """
    block, _, number = path.rpartition("layer_")
    following = f"{block}layer_{int(number) + 1}"
    return state.inputs.get(following, state.inputs[path] if block else state.shape)


def _linear(name: str, layer: Layer, state: NetworkState, path: str) -> int:
    """Record the parameters of a linear layer as a step; return their number.

    Raise ParameterError if its input is not flattened.
    """
    shape = state.inputs[path]
    if len(shape) != 1:
        raise ParameterError("layers", f"must have a flatten before the linear {path}")
    count: int = step(
        name,
        _LINEAR,
        in_features=_inputs(shape[0], prod(state.image.sizes) * state.image.channels),
        out_features=layer["out_features"],
        bias=_has_biases(layer),
    )
    return count


def _has_biases(layer: Layer) -> bool:
    """Return whether a layer is built with biases, or the student of this run thinks so."""
    return layer.get("biases", True) or choose(
        "no_biases", False, counted=wrong(True, "You counted biases of layers that have none.", COMMON)
    )


def _batch_norm(name: str, _: Layer, state: NetworkState, path: str) -> int:
    """Record the parameters of a batch normalisation as a step; return their number.

    It is 0 if the student of this run leaves them out.
    """
    shape = state.inputs[path]
    features = choose(
        "norm_features",
        shape[0],
        every_entry=wrong(
            prod(shape),
            "You counted batch normalisation parameters for every entry of the feature maps. "
            "Count them for every channel.",
            RARE,
        ),
    )
    count: int = step(name, _NORM, norm="batch_norm", num_features=features)
    learned = "a gain and a bias" if convention("norm_biases", counted=True, left_out=False) else "a gain"
    says = f"You left out the batch normalisations. Each learns {learned} for every channel."
    return count * choose("batch_norms", 1, left_out=wrong(0, says, COMMON))


def _pool(name: str, layer: Layer, state: NetworkState, path: str) -> int:
    """Record the parameters of a pooling as a step: 0, or what the student of this run counts; return their number."""
    channels, *sizes = state.inputs[path]
    window = _window(layer["kernel_size"], len(sizes))
    count = choose(
        "pool_parameters",
        0,
        window=wrong(window, "You counted the pooling windows as weights. Pooling has no parameters."),
        every_channel=wrong(
            window * channels,
            "You counted a window of weights for each channel of a pooling layer. Pooling has no parameters.",
            RARE,
        ),
        as_conv=wrong(
            window * channels**2, "You counted pooling as if it were a convolution. Pooling has no parameters."
        ),
    )
    return step(name, count, how="0")


def _window(kernel_size: Sizes, dimensions: int) -> int:
    return kernel_size**dimensions if isinstance(kernel_size, int) else prod(kernel_size)


def _residual(name: str, layer: Layer, state: NetworkState, path: str) -> int:
    """Record the parameters of a residual's layers and of its shortcut as a step; return their number."""

    def with_shortcut(layers: Layers, shortcut: Layers | None) -> int:
        counts = layer_counts(layers, state, f"{path}.")
        if shortcut:
            count = step(
                "shortcut",
                lambda layers: total_of_layers(layer_counts(layers, state, f"{path}.shortcut.")),
                layers=shortcut,
            )
            counts["shortcut"] = count * choose(
                "shortcut",
                1,
                left_out=wrong(0, "You left out the layers on the shortcuts. They have weights as well.", COMMON),
            )
        return total_of_layers(counts)

    return step(name, with_shortcut, layers=layer["layers"], shortcut=layer.get("shortcut"))


def _repeat(name: str, layer: Layer, state: NetworkState, path: str) -> int:
    """Record the parameters of repeated layers, times their repetitions, as a step; return their number."""

    def repeated(times: int, layers: Layers) -> int:
        times = choose(
            "repeats",
            times,
            left_out=wrong(1, "You counted the repeated layers once. Each repetition has its own parameters.", COMMON),
            one_less=wrong(times - 1, "You counted one repetition too few.", RARE),
            one_more=wrong(times + 1, "You counted one repetition too many.", RARE),
        )
        return total_of_layers(layer_counts(layers, state, f"{path}."), times)

    return step(name, repeated, times=layer["times"], layers=layer["layers"])


RULES: Final[Mapping[str, Callable[[str, Layer, NetworkState, str], int]]] = {
    "conv": _convolution,
    "transposed_conv": _convolution,
    "linear": _linear,
    "batch_norm": _batch_norm,
    "pool": _pool,
    "residual": _residual,
    "repeat": _repeat,
}


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
    state = NetworkState(Image((), channels, tuple(sizes)), len(sizes), shape, shape)
    counts = layer_counts(layers, step("shapes", walk.shapes, state=state, layers=layers).state)

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
    learning = [name for name, layer in walk.numbered(layers) if layer["type"] in LEARNING]
    for name, layer in walk.numbered(layers):
        counts[name] *= has_linear if layer["type"] == "linear" else has_convolutions
        counts[name] *= (has_first if name in learning[:1] else 1) * (has_last if name in learning[-1:] else 1)
    return total_of_layers(counts)


LEARNING: Final = frozenset({"conv", "transposed_conv", "linear", "residual", "repeat"})
"""The types of layers that count as the first or the last."""

examples: list[dict[str, Any]] = [
    {"input_shape": [1, 29, 31], "layers": [{"type": "flatten"}, {"type": "linear", "out_features": 12}]},
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
        "input_shape": [1, 29, 31],
        "layers": [
            {"type": "conv", "out_channels": 1280, "kernel_size": 7},
            {"type": "flatten"},
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
    """Return random parameters for a question of this type: a network of images with one to three dimensions."""
    return draw_valid(rng, draw_image_network, cnn_parameters)
