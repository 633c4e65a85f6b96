"""Parameters of the layers of a convolutional network, by the type of the layer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import prod
from typing import Final

from checker.derivation.weights import COMMON, RARE
from checker.engine.errors import ParameterError
from checker.engine.trace import choose, step
from checker.solvers.layers._network_state import Layer, Layers, NetworkState
from checker.solvers.layers._walk import numbered
from checker.solvers.parameters import conv_parameters as conv
from checker.solvers.parameters import linear_parameters as linear
from checker.solvers.parameters import norm_parameters as norm
from checker.solvers.shapes import _windows as windows


def layer_counts(layers: Layers, state: NetworkState, path: str = "") -> dict[str, int]:
    """Return the parameters of each layer, by its name; each is a step."""
    return {name: RULES.get(layer["type"], _none)(name, layer, state, path + name) for name, layer in numbered(layers)}


def total(counts: Mapping[str, int], times: int = 1) -> int:
    """Return the parameters of all these layers, as the result."""

    def how() -> str:
        terms = " + ".join(name for name, count in counts.items() if count) or "0"
        return terms if times == 1 else f"times · ({terms})"

    return step("total", times * sum(counts.values()), how, times=times)


def _none(name: str, _: Layer, __: NetworkState, ___: str) -> int:
    return step(name, 0, how="0")


def _convolution(name: str, layer: Layer, state: NetworkState, path: str) -> int:
    shape = state.inputs[path]
    return step(
        name,
        conv.convolution,
        in_channels=choose("layer_inputs", shape[0], of_the_image=state.image.channels),
        out_channels=layer["out_channels"],
        kernel_size=layer["kernel_size"],
        dimensions=len(shape) - 1,
        groups=layer.get("groups", 1),
        transposed=layer["type"] == "transposed_conv",
        has_biases=_has_biases(layer),
    )


def _linear(name: str, layer: Layer, state: NetworkState, path: str) -> int:
    shape = state.inputs[path]
    if len(shape) != 1:
        raise ParameterError("layers", f"must have a flatten before the linear {path}")
    return step(
        name,
        linear.linear_layer,
        in_features=choose("layer_inputs", shape[0], of_the_image=prod(state.image.sizes) * state.image.channels),
        out_features=layer["out_features"],
        has_biases=_has_biases(layer),
    )


def _has_biases(layer: Layer) -> bool:
    return layer.get("biases", True) or choose("no_biases", False, counted=True)


def _batch_norm(name: str, _: Layer, state: NetworkState, path: str) -> int:
    shape = state.inputs[path]
    features = choose("norm_features", shape[0], every_entry=prod(shape))
    count = step(name, norm.norm_parameters, norm="batch_norm", num_features=features)
    return count * choose("batch_norms", 1, left_out=0)


def _pool(name: str, layer: Layer, state: NetworkState, path: str) -> int:
    channels, *sizes = state.inputs[path]
    window = prod(windows.each("kernel_size", layer["kernel_size"], len(sizes)))
    count = choose("pool_parameters", 0, window=window, every_channel=window * channels, as_conv=window * channels**2)
    return step(name, count, how="0")


def _residual(name: str, layer: Layer, state: NetworkState, path: str) -> int:
    def with_shortcut(layers: Layers, shortcut: Layers | None) -> int:
        counts = layer_counts(layers, state, f"{path}.")
        if shortcut:
            count = step(
                "shortcut", lambda layers: total(layer_counts(layers, state, f"{path}.shortcut.")), layers=shortcut
            )
            counts["shortcut"] = count * choose("shortcut", 1, left_out=0)
        return total(counts)

    return step(name, with_shortcut, layers=layer["layers"], shortcut=layer.get("shortcut"))


def _repeat(name: str, layer: Layer, state: NetworkState, path: str) -> int:
    def repeated(times: int, layers: Layers) -> int:
        times = choose("repeats", times, left_out=1, one_less=times - 1, one_more=times + 1)
        return total(layer_counts(layers, state, f"{path}."), times)

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

_NORM: Final = ("norm_biases", "running_statistics", "norm_size")
"""The choices of norm_parameters that a batch normalisation has."""

explain = (
    conv.explain
    | linear.explain
    | {mistake: sentence for mistake, sentence in norm.explain.items() if mistake.partition(".")[0] in _NORM}
    | {
        "layer_inputs.of_the_image": "You used the input of the network for every layer. "
        "Each layer reads the output of the layer before it.",
        "no_biases.counted": "You counted biases of layers that have none.",
        "norm_features.every_entry": "You counted batch normalisation parameters for every entry of the feature maps. "
        "Count them for every channel.",
        "batch_norms.left_out": "You left out the batch normalisations. "
        "Each learns a gain and a bias for every channel.",
        "batch_norms.left_out if norm_biases.left_out": "You left out the batch normalisations. "
        "Each learns a gain for every channel.",
        "pool_parameters.window": "You counted the pooling windows as weights. Pooling has no parameters.",
        "pool_parameters.every_channel": "You counted a window of weights for each channel of a pooling layer. "
        "Pooling has no parameters.",
        "pool_parameters.as_conv": "You counted pooling as if it were a convolution. Pooling has no parameters.",
        "shortcut.left_out": "You left out the layers on the shortcuts. They have weights as well.",
        "repeats.left_out": "You counted the repeated layers once. Each repetition has its own parameters.",
        "repeats.one_less": "You counted one repetition too few.",
        "repeats.one_more": "You counted one repetition too many.",
    }
)

weights = (
    {mistake: weight for mistake, weight in norm.weights.items() if mistake.partition(".")[0] in _NORM}
    | conv.weights
    | linear.weights
    | {
        "pool_parameters.every_channel": RARE,
        "layer_inputs": RARE,
        "norm_features": RARE,
        "shortcut": COMMON,
        "batch_norms": COMMON,
        "no_biases": COMMON,
        "repeats.left_out": COMMON,
        "repeats.one_less": RARE,
        "repeats.one_more": RARE,
    }
)
