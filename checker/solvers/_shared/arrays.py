"""Arrays as parameters: checked, masked, drawn at random.  Only solvers with arrays import this: it takes numpy."""

from __future__ import annotations

from random import Random
from typing import Any, Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from checker.engine.errors import ParameterError
from checker.engine.trace import apply
from checker.solvers._shared.maths import Array, Matrix

Allowed = NDArray[np.bool_]
Mask = Literal["none", "causal"] | Matrix
Shaped = TypeVar("Shaped", bound=NDArray[Any])

HIGHEST = 1e50
"""Entries stay so small that no product of them in a right solution overflows."""

MOST = 10_000
"""Scores of one question."""


def checked(name: str, values: Any, dimensions: int) -> Array:
    """A parameter as an array of `dimensions` axes."""
    try:
        array = np.asarray(values, dtype=np.float64)
    except ValueError:
        raise ParameterError(name, "must have rows of one length") from None
    if array.ndim != dimensions or not array.size:
        raise ParameterError(name, "must be a list of numbers" if dimensions == 1 else "must be a list of rows")
    if not (np.abs(array) <= HIGHEST).all():
        raise ParameterError(name, f"must hold numbers within ±{HIGHEST:g}")
    return array


def size_of(array: Array) -> str:
    """As in 4 x 2."""
    return " x ".join(map(str, array.shape))


def allowed_by(mask: Any, num_queries: int, num_keys: int, num_heads: int = 1) -> Allowed:
    """The mask as a matrix (num_queries, num_keys): true where a query may attend to a key."""
    if num_queries * num_keys * num_heads > MOST:
        raise ParameterError("mask", f"would have more than {MOST:,} scores; take fewer positions")
    if isinstance(mask, str):
        if mask not in {"none", "causal"}:
            raise ParameterError("mask", "must be none, causal, or a matrix of 0 and 1")
        shape = (num_queries, num_keys)
        return np.ones(shape, dtype=bool) if mask == "none" else np.tri(*shape, dtype=bool)
    matrix = checked("mask", mask, 2)
    if matrix.shape != (num_queries, num_keys):
        raise ParameterError("mask", f"is {size_of(matrix)}; the scores are {num_queries} x {num_keys}")
    if not np.isin(matrix, (0.0, 1.0)).all():
        raise ParameterError("mask", "must hold 1 (may attend) and 0 only")
    allowed: Allowed = matrix == 1.0
    if not allowed.any(axis=1).all():
        raise ParameterError("mask", f"leaves query {int(allowed.any(axis=1).argmin()) + 1} nothing to attend to")
    return allowed


def turned(array: Array, *, is_columns: bool) -> Array:
    """The array with positions as rows, where the question has them as columns; and back."""
    return array.T if is_columns else array


def shaped(array: Shaped, shape: tuple[int, ...]) -> Shaped:
    """The array, if it has this shape: numpy would stretch it."""
    same: Shaped = apply(_shaped, array, shape)
    return same


def _shaped(array: Shaped, shape: tuple[int, ...]) -> Shaped:
    if array.shape != shape:
        raise ValueError(f"{array.shape} is not {shape}")
    return array


def random_matrix(rng: Random, rows: int, columns: int) -> list[list[float]]:
    """Random numbers of one decimal."""
    return [[round(rng.uniform(-3, 3), 1) for _ in range(columns)] for _ in range(rows)]


def random_mask(rng: Random, rows: int, columns: int) -> list[list[int]]:
    """A random mask that leaves something in every row."""
    kept = [rng.randrange(columns) for _ in range(rows)]
    return [[int(column == keep or rng.random() < 0.6) for column in range(columns)] for keep in kept]
