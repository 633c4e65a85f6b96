"""Draws random networks of images, feature maps or tokens; `draw_valid` draws until the layers fit together."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from checker.engine.errors import ParameterError

Layer = dict[str, Any]
Network = dict[str, Any]
_Block = tuple[list[Layer], int]


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
    """Return a random network: convolutions, poolings and residuals on an image, then linear layers."""
    network = _maps(rng)
    dimensions = len(network["input_shape"]) - 1
    layers = network["layers"]
    layers += _maybe(rng, 0.15, _transposed(rng, dimensions))
    layers += _maybe(rng, 0.3, {"type": "adaptive_pool", "output_size": _sizes(rng, 1, 3, dimensions)})
    layers.append({"type": "flatten"})
    for _ in range(rng.randint(1, 3)):
        layers.append({"type": "linear", "out_features": rng.randint(2, 60)} | _key(rng, 0.2, biases=False))
        layers += _maybe(rng, 0.3, {"type": rng.choice(["relu", "tanh", "dropout"])})
    return network


def draw_map_network(rng: Random) -> Network:
    """Return a random network that makes feature maps larger at its end, sometimes with a linear layer behind."""
    network = _maps(rng)
    network["layers"].append(_transposed(rng, len(network["input_shape"]) - 1))
    network["layers"] += _maybe(rng, 0.3, {"type": "linear", "out_features": rng.randint(2, 60)})
    return network


def draw_token_network(rng: Random) -> Network:
    """Return a random network: an embedding of tokens, mostly a recurrent network, and a linear layer."""
    recurrent: Layer = {
        "type": "recurrent",
        "cell": rng.choice(["rnn", "gru", "lstm"]),
        "hidden_size": rng.randint(4, 64),
    }
    recurrent |= _key(rng, 0.5, num_layers=rng.randint(2, 3)) | _key(rng, 0.5, bidirectional=True)
    layers: list[Layer] = [
        {"type": "embedding", "num_embeddings": rng.randint(100, 5000), "embedding_dim": rng.randint(4, 64)},
        *_maybe(rng, 0.8, recurrent),
        *_maybe(rng, 0.3, {"type": "flatten"}),
        {"type": "linear", "out_features": 7},
    ]
    return {"input_shape": [rng.randint(5, 80)], "layers": layers}


def with_batch(rng: Random, network: Network) -> Network:
    """Return the network with a random batch size before its input's shape."""
    dimensions = max(len(network["input_shape"]) - 1, 1)
    return network | {"input_shape": [rng.randint(2, 64), *network["input_shape"]], "dimensions": dimensions}


def _maps(rng: Random) -> Network:
    """Return a random network of convolutions, poolings, residuals and repeats."""
    dimensions, channels = rng.choice([1, 2, 2, 2, 2, 3]), rng.randint(1, 6)
    image = [channels, *(rng.randint(20, 70) for _ in range(dimensions))]
    layers: list[Layer] = []
    for _ in range(rng.randint(1, 4)):
        drawn, channels = rng.choice([_convolutions, _convolutions, _convolutions, _residual, _repeat])(
            rng, channels, dimensions
        )
        layers += drawn
    return {"input_shape": image, "layers": layers}


def _convolutions(rng: Random, channels: int, dimensions: int) -> _Block:
    """Return a random convolution with the layers after it, and the number of channels that they give out."""
    groups = rng.choice([g for g in range(1, channels + 1) if channels % g == 0]) if rng.random() < 0.3 else 1
    out = groups * rng.randint(1, 8)
    conv: Layer = {"type": "conv", "out_channels": out, "kernel_size": _sizes(rng, 1, 5, dimensions)}
    conv |= _key(rng, 0.4, stride=_sizes(rng, 1, 3, dimensions)) | _key(rng, 0.6, padding=_sizes(rng, 0, 3, dimensions))
    if not conv.keys() & {"stride", "padding"}:
        conv["padding"] = rng.choice(["same", "valid"])
    conv |= _key(rng, 0.2, dilation=rng.randint(2, 3)) | _key(rng, 0.2, biases=False)
    conv |= {"groups": groups} if groups > 1 else {}
    kernel = rng.randint(2, 3)
    pool: Layer = {"type": "pool", "kernel_size": [kernel] * dimensions if rng.random() < 0.2 else kernel}
    pool |= _key(rng, 0.5, stride=rng.randint(1, 3)) | _key(rng, 0.3, padding=1) | _key(rng, 0.3, ceil_mode=True)
    after = [*_maybe(rng, 0.3, {"type": "batch_norm"}), *_maybe(rng, 0.3, {"type": "relu"}), *_maybe(rng, 0.5, pool)]
    return [conv, *after], out


def _residual(rng: Random, channels: int, _: int) -> _Block:
    """Return a residual that keeps the channels or changes them by a shortcut, and the channels that come out."""
    is_wider = rng.random() < 0.6
    out, stride = (rng.randint(2, 24), rng.randint(1, 2)) if is_wider else (channels, 1)
    layers: list[Layer] = [
        {"type": "conv", "out_channels": rng.randint(2, 24), "kernel_size": 1, "biases": False},
        {"type": "batch_norm"},
        {"type": "conv", "out_channels": out, "kernel_size": 3, "stride": stride, "padding": 1},
    ]
    residual: Layer = {"type": "residual", "layers": layers[rng.choice([0, 2]) :]}
    if is_wider:
        conv = {"type": "conv", "out_channels": out, "kernel_size": 1, "stride": stride}
        residual["shortcut"] = [conv, *_maybe(rng, 0.5, {"type": "batch_norm"})]
    return [residual], out


def _repeat(rng: Random, channels: int, _: int) -> _Block:
    """Return a repetition of layers that keep the shape, and the number of channels."""
    conv: Layer = {"type": "conv", "out_channels": channels, "kernel_size": 3, "padding": 1}
    inside = [conv, *_maybe(rng, 0.5, {"type": "batch_norm"})]
    if rng.random() < 0.5:
        inside = [{"type": "residual", "layers": inside}]
    return [{"type": "repeat", "times": rng.randint(2, 5), "layers": inside}], channels


def _transposed(rng: Random, dimensions: int) -> Layer:
    stride = rng.randint(1, 3)
    layer: Layer = {"type": "transposed_conv", "out_channels": rng.randint(1, 12), "kernel_size": rng.randint(2, 5)}
    layer |= _key(rng, 0.7, stride=[stride] * dimensions) | _key(rng, 0.5, padding=1)
    return layer | (_key(rng, 0.5, output_padding=1) if stride > 1 and "stride" in layer else {})


def _sizes(rng: Random, low: int, high: int, dimensions: int) -> int | list[int]:
    """Return one size, or one for each direction."""
    return rng.randint(low, high) if rng.random() < 0.7 else [rng.randint(low, high) for _ in range(dimensions)]


def _maybe(rng: Random, share: float, layer: Layer) -> list[Layer]:
    return [layer] if rng.random() < share else []


def _key(rng: Random, share: float, **key: Any) -> Layer:
    return key if rng.random() < share else {}
