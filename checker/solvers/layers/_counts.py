"""The number of parameters of each kind of layer, a solver for the walk through layers."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any, Final

from checker.engine.errors import ParameterError
from checker.engine.trace import choose, convention, step, wrong
from checker.engine.weights import COMMON, RARE
from checker.solvers.formula_types import Shape, formula_type
from checker.solvers.layers._shapes import Layer, State

_CONVOLUTION: Final = formula_type("conv_parameters")
_LINEAR: Final = formula_type("linear_parameters")
_NORM: Final = formula_type("norm_parameters")

Count = Callable[[Layer, State, str], Any]
"""Returns the parameters of a layer, given the layer, the state after the last layer, and its path."""


def convolution(layer: Layer, state: State, path: str) -> Any:
    """Return the parameters of a convolution, plain or transposed."""
    shape, filters = state.inputs[path], layer["out_channels"]
    everywhere = wrong(
        filters * prod(_output_shape(path, state)[1:]),
        "You counted the filters again at every place of the feature maps. All places share the same filters.",
        RARE,
    )
    return _CONVOLUTION(
        in_channels=_inputs(shape[0], state.image.channels),
        out_channels=choose("weight_sharing", filters, ignored=everywhere),
        kernel_size=layer["kernel_size"],
        dimensions=len(shape) - 1,
        groups=layer.get("groups", 1),
        bias=_has_biases(layer),
        of_image=path == "layer_1",
    )


def _output_shape(path: str, state: State) -> Shape:
    """Return the output shape of a layer: the input shape of the layer behind it.

    After the last layer of a residual or repeat it is not known, and the layer's own input shape is returned.
    """
    block, _, number = path.rpartition("layer_")
    following = f"{block}layer_{int(number) + 1}"
    return state.inputs.get(following, state.inputs[path] if block else state.shape)


def _inputs(right: int, of_the_image: int) -> int:
    says = "You used the input of the network for every layer. Each layer reads the output of the layer before it."
    return choose("layer_inputs", right, of_the_image=wrong(of_the_image, says, RARE))


def _has_biases(layer: Layer) -> bool:
    if layer.get("biases", True):
        return True
    return choose("no_biases", False, counted=wrong(True, "You counted biases of layers that have none.", COMMON))


def linear(layer: Layer, state: State, path: str) -> Any:
    shape = state.inputs[path]
    if len(shape) != 1:
        raise ParameterError("layers", f"must have a flatten before the linear {path}")
    return _LINEAR(
        in_features=_inputs(shape[0], prod(state.image.sizes) * state.image.channels),
        out_features=layer["out_features"],
        bias=_has_biases(layer),
    )


def batch_norm(_: Layer, state: State, path: str) -> Any:
    shape = state.inputs[path]
    every_entry = wrong(
        prod(shape),
        "You counted batch normalisation parameters for every entry of the feature maps. Count them for every channel.",
        RARE,
    )
    features = choose("norm_features", shape[0], every_entry=every_entry)
    return _NORM(norm="batch_norm", num_features=features)


def batch_norms_kept() -> int:
    """Return 1, or 0 where the student of this run leaves out the batch normalisations."""
    learned = convention("norm_biases", follows="biases", counted="a gain and a bias", left_out="a gain")
    says = f"You left out the batch normalisations. Each learns {learned} for every channel."
    return choose("batch_norms", 1, left_out=wrong(0, says, COMMON))


def pool(layer: Layer, state: State, path: str) -> int:
    """Return 0 for a pooling, or what the student of this run counts."""
    channels, *sizes = state.inputs[path]
    kernel = layer["kernel_size"]
    window = prod(kernel) if isinstance(kernel, list) else kernel ** len(sizes)
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
    return step("total", count, how="0")
