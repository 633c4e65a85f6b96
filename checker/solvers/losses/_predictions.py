"""Predictions and targets, checked, as distributions over classes."""

from __future__ import annotations

from typing import Any

import numpy as np

from checker.engine.errors import ParameterError
from checker.engine.trace import convention
from checker.solvers._shared import arrays
from checker.solvers._shared.maths import Array
from checker.solvers.losses._arrays import MAX_EXPONENT, vector_or_matrix

FIRST_CLASS: dict[str, Any] = {"0": 0, "1": 1}

MAX_SUM_ERROR = 0.011
"""Maximum distance of a sum of rounded probabilities from 1."""


def read_scores(logits: Any, probabilities: Any) -> Array:
    """Return the logits or the probabilities.  Raise ParameterError unless exactly one is given."""
    if logits is None and probabilities is None:
        raise ParameterError("logits", "or probabilities must be given")
    if probabilities is None:
        scores = vector_or_matrix("logits", logits)
        if np.abs(scores).max() > MAX_EXPONENT:
            raise ParameterError("logits", f"must lie within ±{MAX_EXPONENT}")
        return scores
    if logits is not None:
        raise ParameterError("probabilities", "and logits are given; one of the two says what is predicted")
    scores = vector_or_matrix("probabilities", probabilities)
    _check_distributions("probabilities", scores)
    return scores


def read_targets(targets: Any, scores: Array) -> Array:
    """Return the targets as distributions, shaped like the predictions."""
    classes = scores.shape[-1]
    if np.ndim(targets) == scores.ndim:
        distributions = vector_or_matrix("targets", targets)
        if distributions.shape != scores.shape:
            raise ParameterError(
                "targets", f"are {arrays.size_of(distributions)}, but the predictions are {arrays.size_of(scores)}"
            )
        _check_distributions("targets", distributions)
        return distributions
    numbers = np.asarray(targets, dtype=np.float64)
    if numbers.shape != scores.shape[:-1]:
        needed = "one class" if scores.ndim == 1 else f"{len(scores)} classes, one for each example"
        raise ParameterError("targets", f"must be {needed}, or distributions like the predictions")
    first: int = convention("first_class", **FIRST_CLASS)
    if (numbers >= 1).all() and (numbers == classes).any():  # only counted from 1 is there such a class
        first = 1
    if not np.isin(numbers, np.arange(first, first + classes)).all():
        raise ParameterError("targets", f"must be classes from {first} to {first + classes - 1}")
    columns = numbers.astype(int) - first
    one_hot: Array = np.eye(classes)[columns]
    return one_hot


def _check_distributions(name: str, rows: Array) -> None:
    """Raise ParameterError unless each row holds probabilities that sum to 1."""
    if (rows < 0.0).any() or (rows > 1.0).any() or (np.abs(rows.sum(axis=-1) - 1.0) > MAX_SUM_ERROR).any():
        raise ParameterError(name, "must hold probabilities, from 0 to 1, that sum to 1 for each example")
