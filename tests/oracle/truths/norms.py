"""Normalisation by PyTorch's modules, in float64; their statistics by PyTorch's own reductions."""
# ruff: noqa: PLR0913 - the parameters of questions

from __future__ import annotations

from typing import Any

import torch
from torch import nn

Named = dict[str, Any]

CONVENTIONS: dict[str, dict[str, tuple[str, ...]]] = {"norm_output": {}}


def norm_output(
    said: dict[str, str],
    inputs: list[list[float]],
    norm: str,
    gamma: list[float] | None = None,
    beta: list[float] | None = None,
    eps: float = 1e-5,
    num_groups: int = 1,
) -> Named:
    x = torch.tensor(inputs, dtype=torch.float64)
    rows, columns = x.shape
    modules = {
        "layer_norm": lambda: nn.LayerNorm(columns, eps=eps),
        "batch_norm": lambda: nn.BatchNorm1d(columns, eps=eps),
        "rms_norm": lambda: nn.RMSNorm(columns, eps=eps),
        "group_norm": lambda: nn.GroupNorm(num_groups, columns, eps=eps),
    }
    module = modules[norm]().double().train()
    plain = module(x)
    for name, values in (("weight", gamma), ("bias", beta)):
        if values is not None:
            getattr(module, name).copy_(torch.tensor(values, dtype=torch.float64))
    found = {"total": module(x), "normalised": plain}
    grouped, axis = x, 0 if norm == "batch_norm" else -1
    if norm == "group_norm":
        grouped = x.reshape(rows, num_groups, columns // num_groups)
    if norm == "rms_norm":
        found["mean_square"] = x.square().mean(axis)
    else:
        found |= {"mean": grouped.mean(axis), "variance": grouped.var(axis, correction=0)}
    return {step: value.tolist() for step, value in found.items()}
