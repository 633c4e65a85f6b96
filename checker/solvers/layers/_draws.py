"""Draws random networks of images or tokens until their layers fit together."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from checker.engine.errors import ParameterError
from checker.solvers.formula_types import FormulaType
from checker.solvers.layers import _shapes as shapes

Layer = dict[str, Any]
Network = dict[str, Any]


def draw_valid(rng: Random, draw: Callable[[Random], Network], solver: Callable[..., Any]) -> Network:
    """Draw networks until the solver accepts one, and return it; in others a kernel is too large for its input."""
    while True:
        network = draw(rng)
        try:
            solver(**network)
        except ParameterError:
            continue
        return network


def draw_image_network(rng: Random, *, is_flat: bool = True) -> Network:
    """Return a random network: convolutions, poolings and residuals on an image, then linear layers.

    Unless it `is_flat`, its last step makes the feature maps larger, sometimes with a linear layer behind.
    """
    dimensions, channels = rng.choice([1, 2, 2, 2, 2, 3]), rng.randint(1, 6)
    image = [channels, *(rng.randint(20, 70) for _ in range(dimensions))]
    layers: list[Layer] = []
    for _ in range(rng.randint(1, 4)):
        block = rng.choice([_convolution, _convolution, _convolution, _residual, _repeat])
        layers += block(rng, channels, dimensions)
        channels = _channels(layers, channels)
    transposed = _drawn(rng, "transposed_conv", shapes.TRANSPOSED_CONV, dimensions)
    linear = {"type": "linear", "out_features": rng.randint(2, 60)}
    if not is_flat:
        layers += [transposed, *_maybe(rng, 0.3, linear)]
    else:
        adaptive = {"type": "adaptive_pool", "output_size": rng.randint(1, 3)}
        layers += [*_maybe(rng, 0.15, transposed), *_maybe(rng, 0.3, adaptive), {"type": "flatten"}, linear]
        layers += [*_maybe(rng, 0.3, {"type": rng.choice(["relu", "tanh", "dropout"])})]
        layers += [*_maybe(rng, 0.5, {**linear, "biases": False})]
    return {"input_shape": image, "layers": layers}


def draw_token_network(rng: Random) -> Network:
    """Return a random network: an embedding of tokens, mostly a recurrent network, and a linear layer."""
    layers = [
        {"type": "embedding", "num_embeddings": rng.randint(100, 5000), "embedding_dim": rng.randint(4, 64)},
        *_maybe(rng, 0.8, _drawn(rng, "recurrent", shapes.RECURRENT, 1)),
        *_maybe(rng, 0.3, {"type": "flatten"}),
        {"type": "linear", "out_features": 7},
    ]
    return {"input_shape": [rng.randint(5, 80)], "layers": layers}


def with_batch(rng: Random, network: Network) -> Network:
    """Return the network with a random batch size before its input's shape."""
    dimensions = max(len(network["input_shape"]) - 1, 1)
    return network | {"input_shape": [rng.randint(2, 64), *network["input_shape"]], "dimensions": dimensions}


def _drawn(rng: Random, kind: str, type_: FormulaType, dimensions: int) -> Layer:
    """Return a random layer that is a question type, with some of the keys that have a default."""
    layer: Layer = {"type": kind}
    for name, size in type_.sizes.items():
        if name in shapes.NO_KEYS or ("default" in size.keys and rng.random() < 0.6):
            continue
        drawn = size.drawn(rng)
        layer[name] = (drawn * dimensions)[:dimensions] if isinstance(drawn, list) else drawn
    if "stride" in layer or kind == "pool":  # `same` has another meaning in each framework
        layer |= {"padding": 0} if isinstance(layer.get("padding"), str) else {}
    return layer


def _convolution(rng: Random, channels: int, dimensions: int) -> list[Layer]:
    """Return a random convolution, with a normalisation, an activation and a pooling behind it, or some of them."""
    conv = _drawn(rng, "conv", shapes.CONV, dimensions)
    if rng.random() < 0.3 and channels > 1:
        conv |= {"out_channels": channels * rng.randint(1, 4), "groups": channels}
    if rng.random() < 0.2:
        conv["biases"] = False
    after = [{"type": "batch_norm"}, {"type": "relu"}, _drawn(rng, "pool", shapes.POOL, dimensions)]
    return [conv, *(layer for layer in after if rng.random() < 0.4)]


def _residual(rng: Random, channels: int, _: int) -> list[Layer]:
    """Return a residual that keeps the channels, or changes them by a shortcut."""
    is_wider = rng.random() < 0.6
    out, stride = (rng.randint(2, 24), rng.randint(1, 2)) if is_wider else (channels, 1)
    layers = [
        {"type": "conv", "out_channels": rng.randint(2, 24), "kernel_size": 1, "biases": False},
        {"type": "batch_norm"},
        {"type": "conv", "out_channels": out, "kernel_size": 3, "stride": stride, "padding": 1},
    ]
    residual: Layer = {"type": "residual", "layers": layers[rng.choice([0, 2]) :]}
    if is_wider:
        residual["shortcut"] = [{"type": "conv", "out_channels": out, "kernel_size": 1, "stride": stride}]
    return [residual]


def _repeat(rng: Random, channels: int, _: int) -> list[Layer]:
    conv: Layer = {"type": "conv", "out_channels": channels, "kernel_size": 3, "padding": 1}
    inside = [conv, *_maybe(rng, 0.5, {"type": "batch_norm"})]
    if rng.random() < 0.5:
        inside = [{"type": "residual", "layers": inside}]
    return [{"type": "repeat", "times": rng.randint(2, 5), "layers": inside}]


def _channels(layers: list[Layer], channels: int) -> int:
    for layer in layers:
        channels = _channels(layer["layers"], channels) if "layers" in layer else layer.get("out_channels", channels)
    return channels


def _maybe(rng: Random, share: float, layer: Layer) -> list[Layer]:
    return [layer] if rng.random() < share else []
