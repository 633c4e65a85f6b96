"""Draws random networks of images, feature maps or tokens; `draw_valid` draws until the layers fit together."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from checker.engine.errors import ParameterError

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


def draw_image_network(rng: Random) -> Network:
    """Return a random network: convolutions, poolings and residuals on an image, then linear layers.

    Its layers need not fit together.
    """
    dimensions = rng.choice([1, 2, 2, 2, 2, 3])
    channels = rng.randint(1, 6)
    image = [channels, *(rng.randint(20, 70) for _ in range(dimensions))]
    layers: list[Layer] = []
    for _ in range(rng.randint(1, 4)):
        drawn, channels = rng.choice(_BLOCKS)(rng, channels, dimensions)
        layers += drawn
    if rng.random() < 0.15:
        layers.append(_transposed(rng, dimensions))
    if rng.random() < 0.3:
        layers.append({"type": "adaptive_pool", "output_size": _sizes(rng, 1, 3, dimensions)})
    layers.append({"type": "flatten"})
    for _ in range(rng.randint(1, 3)):
        layers.append({"type": "linear", "out_features": rng.randint(2, 60)})
        if rng.random() < 0.2:
            layers[-1]["biases"] = False
        if rng.random() < 0.3:
            layers.append({"type": rng.choice(["relu", "tanh", "dropout"])})
    return {"input_shape": image, "layers": layers}


def draw_map_network(rng: Random) -> Network:
    """Return a random convolutional network without a flatten layer.

    Its last step makes the feature maps larger (a transposed convolution), sometimes with a linear layer behind it.
    """
    network = draw_image_network(rng)
    flat = next(number for number, layer in enumerate(network["layers"]) if layer["type"] == "flatten")
    dimensions = len(network["input_shape"]) - 1
    layers = [*network["layers"][:flat], _transposed(rng, dimensions)]
    if rng.random() < 0.3:
        layers.append({"type": "linear", "out_features": rng.randint(2, 60)})
    return {"input_shape": network["input_shape"], "layers": layers}


def draw_token_network(rng: Random) -> Network:
    """Return a random network: an embedding of tokens, mostly a recurrent network, and a linear layer."""
    vocabulary, width = rng.randint(100, 5000), rng.randint(4, 64)
    layers: list[Layer] = [{"type": "embedding", "num_embeddings": vocabulary, "embedding_dim": width}]
    if rng.random() < 0.8:
        cell = rng.choice(["rnn", "gru", "lstm"])
        layer = {"type": "recurrent", "cell": cell, "hidden_size": rng.randint(4, 64)}
        if rng.random() < 0.5:
            layer["num_layers"] = rng.randint(2, 3)
        if rng.random() < 0.5:
            layer["bidirectional"] = True
        layers.append(layer)
    if rng.random() < 0.3:
        layers.append({"type": "flatten"})
    return {"input_shape": [rng.randint(5, 80)], "layers": [*layers, {"type": "linear", "out_features": 7}]}


def with_batch(rng: Random, network: Network) -> Network:
    """Return the network with a random batch size before its input's shape."""
    dimensions = max(len(network["input_shape"]) - 1, 1)
    return network | {"input_shape": [rng.randint(2, 64), *network["input_shape"]], "dimensions": dimensions}


Drawn = tuple[list[Layer], int]


def _draw_conv_block(rng: Random, channels: int, dimensions: int) -> Drawn:
    """Return a random convolution with the layers after it, and the number of channels that they give out."""
    groups = rng.choice([g for g in range(1, channels + 1) if channels % g == 0]) if rng.random() < 0.3 else 1
    out = groups * rng.randint(1, 8)
    conv: Layer = {"type": "conv", "out_channels": out, "kernel_size": _sizes(rng, 1, 5, dimensions)}
    if rng.random() < 0.4:
        conv["stride"] = _sizes(rng, 1, 3, dimensions)
    if rng.random() < 0.6:
        conv["padding"] = _sizes(rng, 0, 3, dimensions)
    elif "stride" not in conv:
        conv["padding"] = rng.choice(["same", "valid"])
    if rng.random() < 0.2:
        conv["dilation"] = rng.randint(2, 3)
    if groups > 1:
        conv["groups"] = groups
    if rng.random() < 0.2:
        conv["biases"] = False
    return [conv, *_after(rng, dimensions)], out


def _after(rng: Random, dimensions: int) -> list[Layer]:
    """Return random layers to follow a convolution: a normalisation, an activation and a pooling, or some of them."""
    layers: list[Layer] = []
    if rng.random() < 0.3:
        layers.append({"type": "batch_norm"})
    if rng.random() < 0.3:
        layers.append({"type": "relu"})
    if rng.random() < 0.5:
        kernel = rng.randint(2, 3)
        layers.append({"type": "pool", "kernel_size": [kernel] * dimensions if rng.random() < 0.2 else kernel})
        if rng.random() < 0.5:
            layers[-1]["stride"] = rng.randint(1, 3)
        if rng.random() < 0.3:
            layers[-1]["padding"] = 1
        if rng.random() < 0.3:
            layers[-1]["ceil_mode"] = True
    return layers


def _residual(rng: Random, channels: int, _: int) -> Drawn:
    """Draw a residual that keeps the channels or changes them by a shortcut; also return the channels that come out."""
    is_wider = rng.random() < 0.6
    out, stride = (rng.randint(2, 24), rng.randint(1, 2)) if is_wider else (channels, 1)
    layers: list[Layer] = [
        {"type": "conv", "out_channels": rng.randint(2, 24), "kernel_size": 1, "biases": False},
        {"type": "batch_norm"},
        {"type": "conv", "out_channels": out, "kernel_size": 3, "stride": stride, "padding": 1},
    ]
    residual: Layer = {"type": "residual", "layers": layers[rng.choice([0, 2]) :]}
    if is_wider:
        residual["shortcut"] = [{"type": "conv", "out_channels": out, "kernel_size": 1, "stride": stride}]
        residual["shortcut"] += [{"type": "batch_norm"}] * rng.randint(0, 1)
    return [residual], out


def _repeat(rng: Random, channels: int, _: int) -> Drawn:
    """Draw a repetition of layers that keep the shape; also return the number of channels."""
    conv: Layer = {"type": "conv", "out_channels": channels, "kernel_size": 3, "padding": 1}
    inside = [conv, {"type": "batch_norm"}][: rng.randint(1, 2)]
    if rng.random() < 0.5:
        inside = [{"type": "residual", "layers": inside}]
    return [{"type": "repeat", "times": rng.randint(2, 5), "layers": inside}], channels


def _transposed(rng: Random, dimensions: int) -> Layer:
    """Return a random transposed convolution."""
    layer: Layer = {"type": "transposed_conv", "out_channels": rng.randint(1, 12), "kernel_size": rng.randint(2, 5)}
    stride = rng.randint(1, 3)
    if rng.random() < 0.7:
        layer["stride"] = [stride] * dimensions
    if rng.random() < 0.5:
        layer["padding"] = 1
    if "stride" in layer and stride > 1 and rng.random() < 0.5:
        layer["output_padding"] = 1
    return layer


_BLOCKS = (_draw_conv_block, _draw_conv_block, _draw_conv_block, _residual, _repeat)


def _sizes(rng: Random, low: int, high: int, dimensions: int) -> int | list[int]:
    """Draw one size, or one for each direction."""
    if rng.random() < 0.7:
        return rng.randint(low, high)
    return [rng.randint(low, high) for _ in range(dimensions)]
