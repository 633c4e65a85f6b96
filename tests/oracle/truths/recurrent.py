"""Recurrent networks as PyTorch builds and runs them, in float64.

PyTorch's GRU applies the reset gate after W_hn, and its update gate keeps the old state.  To apply the reset gate
before, W_hn is applied by F.linear to the state that is reset; to let the update gate replace, its rows change sign, as
sigmoid(-a) = 1 - sigmoid(a).
"""
# ruff: noqa: PLR0913 - the parameters of questions

from __future__ import annotations

from typing import Any

import torch
import torch.nn.functional as F  # noqa: N812 - its usual name
from torch import nn

Named = dict[str, Any]

CONVENTIONS: dict[str, dict[str, tuple[str, ...]]] = {
    "recurrent_output": {"reset": ("after", "before"), "update": ("keeps", "replaces")},
    "recurrent_output_shape": {},
}

MODULES = {"rnn": nn.RNN, "gru": nn.GRU, "lstm": nn.LSTM}


def recurrent_output_shape(
    said: dict[str, str],
    cell: str,
    input_shape: list[int],
    hidden_size: int,
    num_layers: int = 1,
    bidirectional: bool = False,
    proj_size: int = 0,
    batch_first: bool = False,
) -> Named:
    of_lstm = {"proj_size": proj_size} if cell == "lstm" else {}
    options = {"bidirectional": bidirectional, "batch_first": batch_first} | of_lstm
    with torch.device("meta"):
        outputs, states = MODULES[cell](input_shape[-1], hidden_size, num_layers, **options)(torch.empty(input_shape))
    tensors = {"outputs": outputs, "hidden": states} if cell != "lstm" else {"outputs": outputs, "hidden": states[0]}
    tensors |= {"cell": states[1]} if cell == "lstm" else {}
    found: Named = {"total": list(outputs.shape), "elements": outputs.numel()}
    for name, tensor in tensors.items():
        found |= {name: list(tensor.shape), f"{name}.elements": tensor.numel()}
    return found


def tensor(values: Any) -> torch.Tensor:
    return torch.tensor(values, dtype=torch.float64)


def fitted(name: str, parameters: Named, conventions: dict[str, str]) -> tuple[Named, dict[str, str]]:
    """Only a GRU has a reset gate and an update gate."""
    return parameters, conventions if parameters["cell"] == "gru" else {}


def recurrent_output(
    said: dict[str, str],
    cell: str,
    inputs: list[list[float]],
    w_ih: list[list[float]],
    w_hh: list[list[float]],
    b_ih: list[float] | None = None,
    b_hh: list[float] | None = None,
    initial_hidden: list[float] | None = None,
    initial_cell: list[float] | None = None,
    nonlinearity: str = "tanh",
) -> Named:
    x, hidden = tensor(inputs), len(w_hh[0])
    of_rnn = {"nonlinearity": nonlinearity} if cell == "rnn" else {}
    module = MODULES[cell](x.shape[1], hidden, **of_rnn).double()
    for name, values in (("weight_ih", w_ih), ("weight_hh", w_hh), ("bias_ih", b_ih), ("bias_hh", b_hh)):
        parameter = getattr(module, f"{name}_l0")
        parameter.copy_(torch.zeros_like(parameter) if values is None else tensor(values))
    h, c = (torch.zeros(1, hidden) if each is None else tensor([each]) for each in (initial_hidden, initial_cell))
    h, c = h.double(), c.double()
    if cell == "rnn":
        outputs, _ = module(x, h)
        return {"total": outputs[-1].tolist(), "outputs": outputs.tolist(), "hidden_1": outputs[0].tolist()}
    if cell == "lstm":
        return by_lstm(module, x, h, c)
    return by_gru(module, x, h, said)


def sums(module: nn.Module, x: torch.Tensor, h: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    return F.linear(x, module.weight_ih_l0, module.bias_ih_l0), F.linear(h, module.weight_hh_l0, module.bias_hh_l0)


def first_step(names: tuple[str, ...], found: Named) -> Named:
    """What each gate, and the states, are after time step 1."""
    gates = dict(zip(names, found["gates"][0].chunk(len(names)), strict=True))
    states = {
        name: found[f"{each}s"][0] for name, each in (("hidden", "output"), ("cell", "cell")) if f"{each}s" in found
    }
    return {f"{name}_1": value for name, value in (gates | states).items()}


def by_lstm(module: nn.Module, x: torch.Tensor, h: torch.Tensor, c: torch.Tensor) -> Named:
    outputs, cells, gates = [], [], []
    for row in x:
        i, f, g, o = sum(sums(module, row[None], h)).chunk(4, dim=1)
        gates.append(torch.cat([i.sigmoid(), f.sigmoid(), g.tanh(), o.sigmoid()], dim=1)[0])
        output, (h, c) = module(row[None], (h, c))
        outputs.append(output[0])
        cells.append(c[0])
    rows = {"outputs": outputs, "cells": cells, "gates": gates}
    found = {name: torch.stack(each) for name, each in rows.items()} | {"total": outputs[-1]}
    found |= first_step(("input_gate", "forget_gate", "candidate", "output_gate"), found)
    return {name: value.tolist() for name, value in found.items()}


def by_gru(module: nn.Module, x: torch.Tensor, h: torch.Tensor, said: dict[str, str]) -> Named:
    size, replaces = h.shape[1], said["update"] == "replaces"
    if replaces:
        for parameter in module.parameters():
            parameter[size : 2 * size] *= -1
    outputs, gates = [], []
    for row in x:
        (i_r, i_z, i_n), (h_r, h_z, h_n) = (each.chunk(3, dim=1) for each in sums(module, row[None], h))
        r, z = (i_r + h_r).sigmoid(), (i_z + h_z).sigmoid()
        if said["reset"] == "before":
            n = (i_n + F.linear(r * h, module.weight_hh_l0[2 * size :], module.bias_hh_l0[2 * size :])).tanh()
            h = torch.lerp(n, h, z)
        else:
            n = (i_n + r * h_n).tanh()
            _, h = module(row[None], h)
        outputs.append(h[0])
        gates.append(torch.cat([r, 1 - z if replaces else z, n], dim=1)[0])
    found = {"outputs": torch.stack(outputs), "gates": torch.stack(gates), "total": outputs[-1]}
    found |= first_step(("reset_gate", "update_gate", "candidate"), found)
    return {name: value.tolist() for name, value in found.items()}
