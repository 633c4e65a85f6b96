"""Softmax and losses in float64, by F.softmax, F.log_softmax, F.cross_entropy and F.nll_loss."""

from __future__ import annotations

import math
from typing import Any

import torch
import torch.nn.functional as F  # noqa: N812 - its usual name

Named = dict[str, Any]

BASES = ("e", "2")
CONVENTIONS: dict[str, dict[str, tuple[str, ...]]] = {
    "softmax": {"log": ("left_out", "taken")},
    "cross_entropy": {"reduction": ("mean", "sum"), "log_base": BASES, "first_class": ("0", "1")},
    "perplexity": {"log_base": BASES},
}


def fitted(name: str, parameters: Named, conventions: dict[str, str]) -> tuple[Named, dict[str, str]]:
    """Classes are drawn as counted from 0."""
    if name == "cross_entropy" and conventions.get("first_class") == "1" and are_classes(parameters):
        targets = parameters["targets"]
        parameters["targets"] = [each + 1 for each in targets] if isinstance(targets, list) else targets + 1
    return parameters, conventions


def are_classes(parameters: Named) -> bool:
    scores = numbers(parameters.get("logits") or parameters["probabilities"])
    return torch.tensor(parameters["targets"]).ndim < scores.ndim


def numbers(values: Any) -> torch.Tensor:
    return torch.tensor(values, dtype=torch.float64)


def softmax(said: dict[str, str], logits: Any, temperature: float = 1, axis: int = -1) -> Named:
    z = numbers(logits) / temperature
    found = {"probabilities": F.softmax(z, axis), "probabilities.exponentials": z.exp()}
    found["total"] = F.log_softmax(z, axis) if said["log"] == "taken" else found["probabilities"]
    return {step: value.tolist() for step, value in found.items()}


def cross_entropy(
    said: dict[str, str], targets: Any, logits: Any = None, probabilities: Any = None, label_smoothing: float = 0.0
) -> Named:
    # the logarithms of probabilities are logits of them, where these sum to 1
    scores = numbers(probabilities).log() if logits is None else numbers(logits)
    if are_classes({"logits": scores.tolist(), "targets": targets}):
        target = torch.tensor(targets) - int(said["first_class"])
    else:
        target = numbers(targets)
    found = {
        step: F.cross_entropy(scores, target, reduction=reduction, label_smoothing=label_smoothing)
        for step, reduction in (("total", said["reduction"]), ("losses", "none"))
    }
    unit = math.log(2) if said["log_base"] == "2" else 1.0
    named = {step: (value / unit).tolist() for step, value in found.items()}
    if scores.ndim == 1:
        del named["losses"]
    if logits is not None:
        named["probabilities"] = F.softmax(scores, -1).tolist()
    if label_smoothing:
        named["smoothed_targets"] = smoothed(scores, target, label_smoothing).tolist()
    return named


def smoothed(scores: torch.Tensor, target: torch.Tensor, label_smoothing: float) -> torch.Tensor:
    """The targets that PyTorch's loss has in the end: its gradient by the logits is softmax minus these."""
    with torch.enable_grad():
        logits = scores.clone().requires_grad_()
        F.cross_entropy(logits, target, reduction="sum", label_smoothing=label_smoothing).backward()
    return F.softmax(scores, -1) - logits.grad


def perplexity(said: dict[str, str], probabilities: Any = None, mean_cross_entropy: float | None = None) -> Named:
    base = 2.0 if said["log_base"] == "2" else math.e
    if probabilities is None:
        return {"total": torch.pow(numbers(base), numbers(mean_cross_entropy)).item()}
    columns = numbers(probabilities).log().unsqueeze(1)  # one class: the token that came
    entropy = F.nll_loss(columns, torch.zeros(len(columns), dtype=torch.long))
    return {"mean_cross_entropy": entropy.item() / math.log(base), "total": entropy.exp().item()}
