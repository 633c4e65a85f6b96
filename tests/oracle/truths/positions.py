"""Rotary embeddings by complex numbers; ALiBi's slopes as a geometric series, by the recursion of the published code.

The slopes are held to the table of the paper, and to BLOOM's 112 heads, as well: see tests/solvers/test_alibi_slopes.py.
"""

from __future__ import annotations

import math
from typing import Any

import torch

Named = dict[str, Any]

CONVENTIONS: dict[str, dict[str, tuple[str, ...]]] = {
    "rotary_embedding": {"pairing": ("interleaved", "half_split")},
    "alibi_slopes": {},
}


def rotary_embedding(said: dict[str, str], vector: list[float], position: int, base: float) -> Named:
    x = torch.tensor(vector, dtype=torch.float64)
    d = len(x)
    is_split = said["pairing"] == "half_split"
    pairs = x.reshape(2, d // 2).T if is_split else x.reshape(d // 2, 2)
    angles = position * torch.exp(-math.log(base) * torch.arange(0, d, 2, dtype=torch.float64) / d)
    turned = torch.view_as_real(
        torch.view_as_complex(pairs.contiguous()) * torch.polar(torch.ones_like(angles), angles)
    )
    return {"total": (turned.T if is_split else turned).flatten().tolist(), "angles": angles.tolist()}


def alibi_slopes(said: dict[str, str], num_heads: int) -> Named:
    slopes = slopes_of(num_heads)
    return {"total": slopes, "exponents": [-math.log2(slope) for slope in slopes]}


def slopes_of(heads: int) -> list[float]:
    """The series of each power of two begins with its ratio; the ratio's square is that of half as many heads."""
    if math.log2(heads).is_integer():
        ratio, half = 2.0**-8, 1
        while half < heads:
            ratio, half = math.sqrt(ratio), 2 * half
        return [ratio**number for number in range(1, heads + 1)]
    closest = 2 ** math.floor(math.log2(heads))
    return slopes_of(closest) + slopes_of(2 * closest)[0::2][: heads - closest]
