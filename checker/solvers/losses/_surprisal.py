"""Surprisal of probabilities, -log p, and a check of arrays, which the question types of this folder share."""

from __future__ import annotations

from math import e
from typing import Any

import numpy as np
from numpy.typing import NDArray

from checker.engine.errors import ParameterError
from checker.engine.trace import choose, convention, reading, wrong
from checker.engine.weights import COMMON, RARE
from checker.solvers import _arrays as arrays
from checker.solvers._arrays import Array

MAX_EXPONENT = 300
"""Maximum exponent: exponentials, and their sums, stay finite."""
BASES: dict[str, Any] = {
    "e": reading(e, "takes natural logarithms", COMMON),
    "2": reading(2.0, "takes logarithms to base 2", COMMON),
}


def vector_or_matrix(name: str, values: Any) -> Array:
    """Return a parameter as an array of one axis or two.  Raise ParameterError if it is too large."""
    is_matrix = isinstance(values[0], (list, tuple, np.ndarray)) if len(values) else False
    array = arrays.checked(name, values, 2 if is_matrix else 1)
    if array.size > arrays.MAX_SCORES:
        raise ParameterError(name, f"hold more than {arrays.MAX_SCORES:,} numbers to write out")
    return array


def logarithms(p: Array) -> Array:
    """Return natural logarithms of probabilities.

    A probability of 0 is taken as the smallest positive float, so no logarithm is -inf.
    """
    logs: Array = np.log(np.where(p == 0.0, np.finfo(float).tiny, p))
    return np.where(logs == 0.0, 0.0, logs)  # no -0


@np.errstate(over="raise", divide="raise", invalid="raise")
def surprisal(probabilities: Array, counted: NDArray[np.bool_] | None = None) -> Array:
    """Return -log p in the base of the question, right or as the student of this run has it.

    It is 0 where `counted` is False; with None all count.
    """
    counts = np.ones(probabilities.shape, dtype=bool) if counted is None else counted
    base = convention("log_base", **BASES)
    p = np.where(counts, probabilities, 1.0)
    minus = choose(
        "sign", -1.0, left_out=wrong(1.0, "You left out the minus sign. The loss is minus the logarithm.", COMMON)
    )
    logs: Array = choose(
        "logarithm",
        lambda: minus * logarithms(p) / np.log(base),
        base_10=wrong(
            lambda: minus * logarithms(p) / np.log(10.0),
            "You used logarithms to base 10. This question uses another base.",
        ),
        of_complement=wrong(
            lambda: minus * logarithms(np.where(counts, 1.0 - p, 1.0)) / np.log(base),
            "You took the logarithm of 1 - p. Take the logarithm of p.",
            RARE,
        ),
        one_minus_p=wrong(1.0 - p, "You used 1 - p. The loss is minus the logarithm of p.", RARE),
    )
    return np.where(logs == 0.0, 0.0, logs)  # no -0
