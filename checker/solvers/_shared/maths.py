"""Array parameters and softmax.  Only solvers with arrays import this, as numpy takes 55 ms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Dimensions:
    """The number of axes of an array.  A problem file gives rectangular lists of finite numbers."""

    number: int


Array = NDArray[np.float64]
Vector = Annotated[Array, Dimensions(1)]
Matrix = Annotated[Array, Dimensions(2)]


def softmax(x: Array, axis: int | None) -> Array:
    """Return exponentials divided by their sum along `axis` (None: over all entries).

    If everything along the axis is -inf, because nothing may be attended to, the result is 0.

    >>> softmax(np.array([[0.0, 0.0], [0.0, -np.inf]]), axis=1).tolist()
    [[0.5, 0.5], [1.0, 0.0]]
    """
    highest = x.max(axis=axis, keepdims=True)
    powers = np.exp(x - np.where(highest == -np.inf, 0.0, highest))  # the largest exponent is 0: no overflow
    total = powers.sum(axis=axis, keepdims=True)
    shares: Array = powers / np.where(total == 0.0, 1.0, total)
    return shares
