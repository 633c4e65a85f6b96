"""Arrays of scores as parameters of this topic."""

from __future__ import annotations

from typing import Any

import numpy as np

from checker.engine.errors import ParameterError
from checker.solvers._shared import arrays
from checker.solvers._shared.maths import Array

MAX_EXPONENT = 300
"""Maximum exponent: exponentials, and their sums, stay finite."""


def vector_or_matrix(name: str, values: Any) -> Array:
    """Return a parameter as an array of one axis or two.  Raise ParameterError if it is too large."""
    is_matrix = isinstance(values[0], (list, tuple, np.ndarray)) if len(values) else False
    array = arrays.checked(name, values, 2 if is_matrix else 1)
    if array.size > arrays.MAX_SCORES:
        raise ParameterError(name, f"hold more than {arrays.MAX_SCORES:,} numbers to write out")
    return array
