"""Encodings and rotations have no counterpart in PyTorch: they are computed with complex numbers."""

from __future__ import annotations

import math
from typing import Any

import torch

Named = dict[str, Any]

CONVENTIONS: dict[str, dict[str, tuple[str, ...]]] = {
    "positional_encoding": {"layout": ("interleaved", "halves"), "first_position": ("0", "1")},
    "positional_rotation": {"layout": ("interleaved", "halves")},
}


def numbers(values: Any) -> torch.Tensor:
    return torch.tensor(values, dtype=torch.float64)


def positional_encoding(
    said: dict[str, str], d_model: int, base: float, length: int = 0, positions: list[int] | None = None
) -> Named:
    first = int(said["first_position"])
    places = numbers(positions or list(range(first, first + length)))
    frequencies = torch.exp(-math.log(base) * torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    angles = torch.outer(places, frequencies)
    turned = torch.exp(1j * angles)
    pairs = [turned.imag, turned.real]
    encoding = torch.cat(pairs, dim=1) if said["layout"] == "halves" else torch.stack(pairs, dim=2).flatten(1)
    return {"angles": angles.tolist(), "total": encoding.tolist()}


def positional_rotation(said: dict[str, str], d_model: int, offset: int, base: float) -> Named:
    angles = offset * torch.exp(-math.log(base) * torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    basis = torch.tensor([1j, 1.0])  # a pair (sine, cosine) is the number cosine + i sine; to shift it is to multiply
    images = [torch.exp(1j * angle) * basis.to(torch.complex128) for angle in angles]
    rotation = torch.block_diag(*(torch.stack([image.imag, image.real]) for image in images))
    if said["layout"] == "halves":
        order = torch.cat([torch.arange(0, d_model, 2), torch.arange(1, d_model, 2)])
        rotation = rotation[order][:, order]
    return {"angles": angles.tolist(), "total": rotation.tolist()}
