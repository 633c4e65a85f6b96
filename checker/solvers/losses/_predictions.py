"""What is predicted, and what is true: checked, as distributions over classes."""

from __future__ import annotations

from typing import Any

import numpy as np

from checker.engine.errors import ParameterError
from checker.engine.trace import convention
from checker.solvers._shared import arrays
from checker.solvers._shared.maths import Array
from checker.solvers.losses import _shares

FIRST: dict[str, Any] = {"0": 0, "1": 1}

ROUNDING = 0.011
"""Probabilities may be rounded ones: their sum is that near to 1."""


def scores_of(logits: Any, probabilities: Any) -> Array:
    """The logits, or the probabilities."""
    if logits is None and probabilities is None:
        raise ParameterError("logits", "or probabilities must be given")
    if probabilities is None:
        scores = _shares.given("logits", logits)
        if np.abs(scores).max() > _shares.HIGHEST:
            raise ParameterError("logits", f"must lie within ±{_shares.HIGHEST}")
        return scores
    if logits is not None:
        raise ParameterError("probabilities", "and logits are given; one of the two says what is predicted")
    scores = _shares.given("probabilities", probabilities)
    _check_distributions("probabilities", scores)
    return scores


def targets_of(targets: Any, scores: Array) -> Array:
    """The targets as distributions, like the predictions."""
    classes = scores.shape[-1]
    if np.ndim(targets) == scores.ndim:
        due = _shares.given("targets", targets)
        if due.shape != scores.shape:
            raise ParameterError(
                "targets", f"are {arrays.size_of(due)}, but the predictions are {arrays.size_of(scores)}"
            )
        _check_distributions("targets", due)
        return due
    numbers = np.asarray(targets, dtype=np.float64)
    if numbers.shape != scores.shape[:-1]:
        needed = "one class" if scores.ndim == 1 else f"{len(scores)} classes, one for each example"
        raise ParameterError("targets", f"must be {needed}, or distributions like the predictions")
    first: int = convention("first_class", **FIRST)
    if (numbers >= 1).all() and (numbers == classes).any():  # counted from 0 there is no such class
        first = 1
    if not np.isin(numbers, np.arange(first, first + classes)).all():
        raise ParameterError("targets", f"must be classes from {first} to {first + classes - 1}")
    columns = numbers.astype(int) - first
    one_hot: Array = np.eye(classes)[columns]
    return one_hot


def _check_distributions(name: str, rows: Array) -> None:
    if (rows < 0.0).any() or (rows > 1.0).any() or (np.abs(rows.sum(axis=-1) - 1.0) > ROUNDING).any():
        raise ParameterError(name, "must hold probabilities, from 0 to 1, that sum to 1 for each example")
