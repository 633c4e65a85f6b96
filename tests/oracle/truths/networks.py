"""Whole networks, built from their lists of layers with PyTorch's modules on the meta device, which has shapes but no numbers.

PyTorch's lazy modules take their input channels and features from what reaches them in a forward run; parameters are
counted by their names, shapes are those that the forward run meets.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn

Named = dict[str, Any]
Layers = list[dict[str, Any]]

CONVENTIONS: dict[str, dict[str, tuple[str, ...]]] = {
    "cnn_parameters": {
        "biases": ("counted", "left_out"),
        "norm_biases": ("counted", "left_out"),
        "running_statistics": ("left_out", "counted"),
    },
    "network_output_shape": {"layout": ("channels_first", "channels_last")},
}


def batch(input_shape: list[int], layers: Layers, dimensions: int | None) -> list[int]:
    """The batch before the input, if there is one; tokens have no channels."""
    is_text = layers[0]["type"] == "embedding"
    return input_shape[: -dimensions - (not is_text)] if dimensions else []


def fitted(_: str, parameters: Named, conventions: dict[str, str]) -> tuple[Named, dict[str, str]]:
    """The same image with its channels last."""
    layers, input_shape = parameters["layers"], parameters["input_shape"]
    if conventions.get("layout") == "channels_last" and layers[0]["type"] != "embedding":
        examples = batch(input_shape, layers, parameters.get("dimensions"))
        channels, *sizes = input_shape[len(examples) :]
        parameters["input_shape"] = [*examples, *sizes, channels]
    return parameters, conventions


class Turned(nn.Module):
    """A module for channels that stand last."""

    def __init__(self, module: nn.Module) -> None:
        super().__init__()
        self.module = module

    def forward(self, x: Tensor) -> Tensor:
        return self.module(x.movedim(-1, 1)).movedim(1, -1)


class Added(nn.Module):
    """The layers' output and the shortcut's."""

    def __init__(self, layers: nn.Module, shortcut: nn.Module | None) -> None:
        super().__init__()
        self.inner = layers
        self.shortcut = shortcut

    def forward(self, x: Tensor) -> Tensor:
        return self.inner(x) + (x if self.shortcut is None else self.shortcut(x))


class Outputs(nn.Module):
    """What a recurrent network gives at all positions."""

    def __init__(self, network: nn.Module) -> None:
        super().__init__()
        self.network = network

    def forward(self, x: Tensor) -> Tensor:
        return self.network(x)[0]


class Network:
    """The module of a list of layers; which part of it stands at which path, and what shape each gave out."""

    def __init__(self, input_shape: list[int], layers: Layers, layout: str = "", dimensions: int | None = None) -> None:
        self.is_turned = layout == "channels_last"
        self.skipped = 0 if batch(input_shape, layers, dimensions) else 1  # PyTorch's modules want a batch
        self.parts: dict[str, nn.Module] = {}
        self.shapes: dict[str, list[int] | int] = {}
        with torch.device("meta"):
            is_text = layers[0]["type"] == "embedding"
            size = [1] * self.skipped + input_shape
            self.module, output = self.chain(
                layers, torch.zeros(size, dtype=torch.long if is_text else torch.float32), ""
            )
        self.shape = list(output.shape[self.skipped :])

    def chain(self, layers: Layers, x: Tensor, path: str) -> tuple[nn.Module, Tensor]:
        modules = []
        for number, layer in enumerate(layers, 1):
            at = f"{path}layer_{number}"
            module, x = self.part(layer, x, at)
            self.parts[at], self.shapes[at] = module, list(x.shape[self.skipped :])
            if layer["type"] == "flatten":
                self.shapes[f"{at}.features"] = x.shape[-1]
            modules.append(module)
        return nn.Sequential(*modules), x

    def part(self, layer: dict[str, Any], x: Tensor, at: str) -> tuple[nn.Module, Tensor]:
        if layer["type"] == "residual":
            inner, _ = self.chain(layer["layers"], x, f"{at}.")
            shortcut = self.chain(layer["shortcut"], x, f"{at}.shortcut.")[0] if layer.get("shortcut") else None
            if shortcut is not None:
                self.parts[f"{at}.shortcut"] = shortcut
                self.shapes[f"{at}.shortcut"] = list(shortcut.eval()(x).shape[self.skipped :])
            module: nn.Module = Added(inner, shortcut)
        elif layer["type"] == "repeat":
            first, _ = self.chain(layer["layers"], x, f"{at}.")
            others = []
            for _ in range(layer["times"] - 1):
                other = Network.__new__(Network)
                other.is_turned, other.skipped, other.parts, other.shapes = self.is_turned, 0, {}, {}
                others.append(other.chain(layer["layers"], x, "")[0])
            module = nn.Sequential(first, *others)
        else:
            module = self.single(layer, x)
        return module, module.eval()(x)

    def single(self, layer: dict[str, Any], x: Tensor) -> nn.Module:
        given = {name: tuple(value) if isinstance(value, list) else value for name, value in layer.items()}
        kind, dimensions = given.pop("type"), x.dim() - 2
        if "biases" in given:
            given["bias"] = given.pop("biases")
        if kind == "linear":
            return nn.LazyLinear(**given)
        if kind == "flatten":
            return nn.Flatten()
        if kind == "embedding":
            return nn.Embedding(**given)
        if kind == "recurrent":
            cell = {"rnn": nn.RNN, "gru": nn.GRU, "lstm": nn.LSTM}[given.pop("cell")]
            return Outputs(cell(x.shape[-1], batch_first=True, **given))
        if kind in {"relu", "tanh", "softmax", "dropout"}:
            return {"relu": nn.ReLU(), "tanh": nn.Tanh(), "softmax": nn.Softmax(-1), "dropout": nn.Dropout()}[kind]
        if kind == "batch_norm":
            module = getattr(nn, f"LazyBatchNorm{max(dimensions, 1)}d")()
        else:
            names = {
                "conv": "LazyConv",
                "transposed_conv": "LazyConvTranspose",
                "pool": "MaxPool",
                "adaptive_pool": "AdaptiveAvgPool",
            }
            module = getattr(nn, f"{names[kind]}{dimensions}d")(**given)
        return Turned(module) if self.is_turned and dimensions else module


def counted(module: nn.Module, said: dict[str, str]) -> int:
    """The module's parameters that count."""
    total = 0
    for each in module.modules():
        is_norm = isinstance(each, nn.modules.batchnorm._BatchNorm)  # noqa: SLF001 - of all dimensions
        for name, parameter in each.named_parameters(recurse=False):
            said_of = said["norm_biases" if is_norm else "biases"]
            total += parameter.numel() if name == "weight" or said_of == "counted" else 0
        if is_norm and said["running_statistics"] == "counted":
            total += each.running_mean.numel() + each.running_var.numel()
    return total


def cnn_parameters(said: dict[str, str], input_shape: list[int], layers: Layers) -> Named:
    network = Network(input_shape, layers)
    counts = {path: counted(module, said) for path, module in network.parts.items()}
    shapes = {f"shapes.{path}": shape for path, shape in network.shapes.items()}
    return counts | shapes | {"total": counted(network.module, said)}


def network_output_shape(
    said: dict[str, str], input_shape: list[int], layers: Layers, dimensions: int | None = None
) -> Named:
    network = Network(input_shape, layers, said["layout"], dimensions)
    return network.shapes | {"total": network.shape}
