"""Arrays as parameters of solvers: checks, masks, and softmax.

Only solvers with arrays import this, as numpy takes 55 ms.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

import numpy as np
from numpy.typing import NDArray

from checker.engine.errors import ParameterError

Allowed = NDArray[np.bool_]

_MAX_ENTRY = 1e50
"""Maximum size of an entry: no product of entries in a right solution overflows."""

_MAX_SCORES = 10_000
"""Maximum number of scores in one question, and of numbers in one parameter."""


@dataclass(frozen=True, slots=True)
class Dimensions:
    """A parameter's number of axes, for checking: a problem file gives rectangular lists of finite numbers."""

    number: int


Array = NDArray[np.float64]
Vector = Annotated[Array, Dimensions(1)]
Matrix = Annotated[Array, Dimensions(2)]
Mask = Literal["none", "causal"] | Matrix


def softmax(x: Array, axis: int | None) -> Array:
    """Return exponentials divided by their sum along `axis` (None: over all entries).

    If everything along the axis is -inf, because nothing may be attended to, the result is 0.

    >>> softmax(np.array([[0.0, 0.0], [0.0, -np.inf]]), axis=1).tolist()
    [[0.5, 0.5], [1.0, 0.0]]
    """
    highest = x.max(axis=axis, keepdims=True)
    powers = np.exp(x - np.where(highest == -np.inf, 0.0, highest))  # the largest exponent is 0: no overflow
    total = powers.sum(axis=axis, keepdims=True)
    return powers / np.where(total == 0.0, 1.0, total)


def checked(name: str, values: Any, within: float = _MAX_ENTRY) -> Array:
    """Return a parameter as a float array.  Raise ParameterError for too many entries, or too large ones."""
    array = np.asarray(values, dtype=np.float64)
    if array.size > _MAX_SCORES:
        raise ParameterError(name, f"hold more than {_MAX_SCORES:,} numbers to write out")
    if not (np.abs(array) <= within).all():
        raise ParameterError(name, f"must hold numbers within ±{within:g}")
    return array


def vector(name: str, values: Any, length: int, within: float = _MAX_ENTRY) -> Array:
    """Return a parameter as a vector.  Raise ParameterError if it is not one of this length."""
    array = checked(name, values, within)
    if len(array) != length:
        raise ParameterError(name, f"has {len(array)} numbers; it must have {length}")
    return array


def size_of(array: Array) -> str:
    """Return the size of an array as text, such as `4 x 2`."""
    return " x ".join(map(str, array.shape))


def allowed_by(mask: Any, num_queries: int, num_keys: int, num_heads: int = 1) -> Allowed:
    """Return a mask (none, causal, or rows of 0 and 1) as a matrix, true where a query may attend to a key.

    Raise ParameterError if it has another size, leaves a query nothing, or if all heads together have too many scores.
    """
    if num_queries * num_keys * num_heads > _MAX_SCORES:
        raise ParameterError("mask", f"would have more than {_MAX_SCORES:,} scores; take fewer positions")
    if isinstance(mask, str):
        if mask not in {"none", "causal"}:
            raise ParameterError("mask", "must be none, causal, or a matrix of 0 and 1")
        shape = (num_queries, num_keys)
        return np.ones(shape, dtype=bool) if mask == "none" else np.tri(*shape, dtype=bool)
    matrix = checked("mask", mask)
    if matrix.shape != (num_queries, num_keys):
        raise ParameterError("mask", f"is {size_of(matrix)}; the scores are {num_queries} x {num_keys}")
    if not np.isin(matrix, (0.0, 1.0)).all():
        raise ParameterError("mask", "must hold 1 (may attend) and 0 only")
    allowed: Allowed = matrix == 1.0
    if not allowed.any(axis=1).all():
        raise ParameterError("mask", f"leaves query {int(allowed.any(axis=1).argmin()) + 1} nothing to attend to")
    return allowed


def turned(array: Array, *, is_columns: bool) -> Array:
    """Return the array, transposed if the question has positions as columns and not as rows."""
    return array.T if is_columns else array


def shaped(array: Any, shape: tuple[int, ...]) -> Any:
    """Return the array unchanged.  Raise ValueError if it has another shape, which numpy would stretch to fit."""
    if array.shape != shape:
        raise ValueError(f"{array.shape} is not {shape}")
    return array
