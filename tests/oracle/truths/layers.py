"""Parameters of single layers, counted on PyTorch's modules on the meta device, which have shapes but no numbers.

LoRA has no module in PyTorch: its two factors are built as parameters beside each frozen nn.Linear, and what requires a
gradient is counted.
"""
# ruff: noqa: PLR0913 - the parameters of questions

from __future__ import annotations

from itertools import pairwise
from math import prod
from typing import Any

import torch
from torch import nn

Named = dict[str, Any]

# The first option is the default.
_biases = {"biases": ("counted", "left_out")}
CONVENTIONS: dict[str, dict[str, tuple[str, ...]]] = {
    "linear_parameters": _biases,
    "mlp_parameters": _biases,
    "embedding_parameters": {},
    "norm_parameters": {"norm_biases": ("counted", "left_out"), "running_statistics": ("left_out", "counted")},
    "conv_parameters": _biases,
    "recurrent_parameters": _biases | {"bias_vectors": ("two", "one", "none")},
    "lora_parameters": {},
}
CONVOLUTIONS = {
    False: {1: nn.Conv1d, 2: nn.Conv2d, 3: nn.Conv3d},
    True: {1: nn.ConvTranspose1d, 2: nn.ConvTranspose2d, 3: nn.ConvTranspose3d},
}
CELLS = {"rnn": nn.RNN, "gru": nn.GRU, "lstm": nn.LSTM}


def fitted(name: str, parameters: Named, conventions: dict[str, str]) -> tuple[Named, dict[str, str]]:
    """Only a batch_norm has running statistics, and an RMSNorm no biases; only linear layers on top have others."""
    if name == "norm_parameters":
        if parameters["norm"] != "batch_norm":
            conventions.pop("running_statistics", None)
        if parameters["norm"] == "rms_norm":
            conventions.pop("norm_biases", None)
    if name == "recurrent_parameters" and "output_size" not in parameters:
        conventions.pop("biases", None)
    return parameters, conventions


def count(module: nn.Module, *endings: str) -> int:
    """The parameters whose names have one of these endings; all if there is none."""
    named = module.named_parameters()
    return sum(each.numel() for name, each in named if not endings or name.endswith(endings))


def with_biases(module: nn.Module, said: dict[str, str]) -> Named:
    weights = count(module, "weight")
    biases = count(module) - weights if said["biases"] == "counted" else 0
    return {"weights": weights, "biases": biases, "total": weights + biases}


def linear_parameters(said: dict[str, str], in_features: int, out_features: int) -> Named:
    return with_biases(nn.Linear(in_features, out_features, device="meta"), said)


def mlp_parameters(said: dict[str, str], layer_sizes: list[int]) -> Named:
    has_bias = said["biases"] == "counted"
    layers = [nn.Linear(*sizes, bias=has_bias, device="meta") for sizes in pairwise(layer_sizes)]
    steps = {f"layer_{number}": count(layer) for number, layer in enumerate(layers, 1)}
    return steps | {"total": count(nn.Sequential(*layers))}


def embedding_parameters(said: dict[str, str], num_embeddings: int, embedding_dim: int) -> Named:
    return {"total": count(nn.Embedding(num_embeddings, embedding_dim, padding_idx=0, device="meta"))}


def norm_parameters(said: dict[str, str], norm: str, num_features: Any, affine: bool = True) -> Named:
    has_statistics = said["running_statistics"] == "counted"
    with torch.device("meta"):
        if norm == "layer_norm":
            module = nn.LayerNorm(num_features, elementwise_affine=affine)
        elif norm == "rms_norm":
            module = nn.RMSNorm(num_features, elementwise_affine=affine)
        elif norm == "group_norm":
            module = nn.GroupNorm(1, num_features, affine=affine)
        else:
            module = nn.BatchNorm2d(num_features, affine=affine)
    biases = count(module, "bias") if said["norm_biases"] == "counted" else 0
    buffers = {name: each.numel() for name, each in module.named_buffers() if name.startswith("running")}
    statistics = sum(buffers.values()) if has_statistics else 0
    gains = count(module, "weight")
    return {"gains": gains, "biases": biases, "statistics": statistics, "total": gains + biases + statistics}


def conv_parameters(
    said: dict[str, str],
    in_channels: int,
    out_channels: int,
    kernel_size: Any,
    dimensions: int | None = None,
    groups: int = 1,
    transposed: bool = False,
) -> Named:
    of = CONVOLUTIONS[transposed][dimensions or len(kernel_size)]
    size = kernel_size if isinstance(kernel_size, int) else tuple(kernel_size)
    return with_biases(of(in_channels, out_channels, size, groups=groups, device="meta"), said)


def recurrent_parameters(
    said: dict[str, str],
    cell: str,
    input_size: int,
    hidden_size: int,
    num_layers: int = 1,
    bidirectional: bool = False,
    proj_size: int = 0,
    output_size: int | None = None,
) -> Named:
    of_lstm = {"proj_size": proj_size} if proj_size else {}
    with torch.device("meta"):
        module = CELLS[cell](input_size, hidden_size, num_layers, bidirectional=bidirectional, **of_lstm)
        width = module(torch.empty(1, 1, input_size))[0].shape[-1]
        top = None if output_size is None else nn.Linear(width, output_size)
    left_out = {"two": ("none",), "one": ("bias_hh",), "none": ("bias_ih", "bias_hh")}[said["bias_vectors"]]
    sizes = {name: each.numel() for name, each in module.named_parameters() if not name.startswith(left_out)}
    steps = {}
    for number in range(num_layers):
        here = {name: size for name, size in sizes.items() if f"_l{number}" in name}
        for step, start in (("input_weights", "weight_ih"), ("recurrent_weights", "weight_hh"), ("biases", "bias")):
            steps[f"layer_{number + 1}.{step}"] = sum(size for name, size in here.items() if name.startswith(start))
        if proj_size:
            steps[f"layer_{number + 1}.projection"] = sum(size for name, size in here.items() if "weight_hr" in name)
        steps[f"layer_{number + 1}"] = sum(here.values())
    total = sum(sizes.values())
    if top is not None:
        steps["output"] = with_biases(top, said)["total"]
        total += steps["output"]
    return steps | {"total": total}


class Adapted(nn.Module):
    """A frozen linear layer with its low-rank adaptation; B A has the shape of its weight."""

    def __init__(self, in_features: int, out_features: int, rank: int) -> None:
        super().__init__()
        self.frozen = nn.Linear(in_features, out_features).requires_grad_(requires_grad=False)
        self.lora_a = nn.Parameter(torch.empty(rank, in_features))
        self.lora_b = nn.Parameter(torch.empty(out_features, rank))
        if (self.lora_b @ self.lora_a).shape != self.frozen.weight.shape:
            raise ValueError


def lora_parameters(said: dict[str, str], rank: int, modules: list[list[int]], num_layers: int = 1) -> Named:
    with torch.device("meta"):
        layers = nn.ModuleList(nn.ModuleList(Adapted(*sizes, rank) for sizes in modules) for _ in range(num_layers))
    trained = {name: prod(each.shape) for name, each in layers.named_parameters() if each.requires_grad}
    steps = {f"module_{number}": f"0.{number - 1}." for number in range(1, len(modules) + 1)} | {"layer": "0."}
    values = {step: sum(n for name, n in trained.items() if name.startswith(start)) for step, start in steps.items()}
    return values | {"total": sum(trained.values())}
