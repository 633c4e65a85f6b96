"""Questions of the author's own: the oracle looks a given answer up, and has each formula in closed form."""

# ruff: noqa: N803 - the symbols of formulas

from __future__ import annotations

import math
from collections.abc import Callable
from statistics import fmean
from typing import Any

import torch

CONVENTIONS: dict[str, dict[str, tuple[str, ...]]] = {"numeric": {}, "choice": {}, "formula": {}}


def numeric(said: dict[str, str], value: Any, mistakes: Any) -> dict[str, Any]:
    return {"total": value}


def choice(said: dict[str, str], options: list[str], correct: str, mistakes: Any) -> dict[str, Any]:
    return {"total": [[len(options)], [int(option == correct) for option in options]]}


FORMULAS: dict[str, Callable[..., Any]] = {
    "(n + 2*p - k)/s + 1": lambda n, p, k, s: whole_or_real((n + p + p - k + s) / s),
    "N*(4*(d^2 + d) + 2*d*f + (f + d))": lambda N, d, f: (
        N
        * (
            sum(numel(torch.nn.MultiheadAttention(d, 1, device="meta")))
            + sum(numel(torch.nn.Linear(d, f, device="meta")))
            + sum(numel(torch.nn.Linear(f, d, device="meta")))
        )
    ),
    "h + v*t - g*t^2/2": lambda h, v, t, g: h + t * (v - 0.5 * g * t),
    "(mean(x) - m)/(s/sqrt(n))": lambda x, m, s, n: math.sqrt(n) * (fmean(x) - m) / s,
    "P*(1 + r/12)^(12*y)": lambda P, r, y: P * math.exp(12 * y * math.log1p(r / 12)),
    "softmax(K @ q/sqrt(w))": lambda K, q, w: torch.softmax(
        torch.tensor(K, dtype=torch.float64) @ torch.tensor(q, dtype=torch.float64) / math.sqrt(w), 0
    ).tolist(),
    "-log10(c) + E*(T - 25)": lambda c, E, T: E * T - 25 * E - math.log(c) / math.log(10),
    "A*exp(-B/(R*T))": lambda A, B, R, T: A / math.exp(B / R / T),
}


def formula(
    said: dict[str, str], expression: str, symbols: dict[str, Any], pieces: Any = None, unit: Any = None
) -> dict[str, Any]:
    values = {name: each["value"] if isinstance(each, dict) else each for name, each in symbols.items()}
    if values.pop("d_k", None):
        d_k, score = values["d"] / values["h"], sum(a * b for a, b in zip(values["q"], values["k"], strict=True))
        return {"d_k": whole_or_real(d_k), "total": real_or_whole_root(score, d_k)}
    return {"total": FORMULAS[expression](**values)}


def numel(layer: torch.nn.Module) -> list[int]:
    return [parameter.numel() for parameter in layer.parameters()]


def whole_or_real(value: float) -> int | float:
    return int(value) if value.is_integer() else value


def real_or_whole_root(score: int, size: float) -> int | float:
    value = score / math.sqrt(size)
    return whole_or_real(value) if math.sqrt(size).is_integer() else value
