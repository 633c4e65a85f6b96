"""Groups of entries that are normalised together, and their statistics."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from checker.engine.errors import ParameterError
from checker.engine.trace import choose, step
from checker.solvers._shared.maths import Array

Norm = Literal["layer_norm", "batch_norm", "rms_norm", "group_norm"]
Groups = tuple[NDArray[np.int64], tuple[int, ...]]
"""The number of the group of each entry, and the shape of the groups."""

MIN_SPREAD = 1e-20
"""A variance smaller than this, relative to the mean square, is only rounding."""


def groupings(norm: Norm, rows: int, columns: int, num_groups: int | None) -> dict[str, Groups]:
    """Return by option which entries are normalised together."""
    if (num_groups is None) == (norm == "group_norm"):
        raise ParameterError("num_groups", "must be given for group_norm, and only there")
    row, column = np.indices((rows, columns))
    known = {
        "rows": (row, (rows,)),
        "columns": (column, (columns,)),
        "all": (np.zeros_like(row), (1,)),
    }
    if num_groups is None:
        return {"right": known["columns" if norm == "batch_norm" else "rows"], **known}
    if columns % num_groups:
        raise ParameterError("num_groups", f"must divide the {columns} columns of the inputs")
    size = columns // num_groups
    count = -(-columns // num_groups)  # groups of num_groups columns; the last may be smaller
    return {
        "right": (row * num_groups + column // size, (rows, num_groups)),
        **known,
        "over_batch": (column // size, (num_groups,)),
        "group_size": (row * count + column // num_groups, (rows, count)),
        "every_other": (row * num_groups + column % num_groups, (rows, num_groups)),
    }


@np.errstate(over="raise", divide="raise", invalid="raise")
def normalised(x: Array, groups: Groups, eps: float, *, is_rms: bool) -> Array:
    """Subtract the mean of its group from each entry (not in RMSNorm) and divide by the spread of the group."""
    labels, shape = groups
    sizes = np.bincount(labels.ravel()).reshape(shape)

    def group_sums(values: Array) -> Array:
        """Return the sum of each group."""
        sums: Array = np.bincount(labels.ravel(), values.ravel()).astype(np.float64).reshape(shape)
        return sums

    def of_entries(statistics: Array) -> Array:
        """Return for each entry the number of its group."""
        numbers: Array = statistics.reshape(-1)[labels]
        return numbers

    mean = group_sums(x) / sizes
    if not is_rms:
        mean = step("mean", mean, how="sum of x / n")
    means = of_entries(mean)
    nothing = np.zeros_like(means)
    centres = {
        "both": (means, means),
        "neither": (nothing, nothing),
        "only_above": (means, nothing),
        "only_below": (nothing, means),
    }
    above, below = choose("centring", centres["neither" if is_rms else "both"], **centres)
    squares = group_sums((x - below) ** 2)
    variance = choose(
        "variance",
        lambda: squares / sizes,
        sample=lambda: squares / (sizes - 1),
        summed=squares,
        root=lambda: np.sqrt(squares / sizes),
    )
    name, how = ("mean_square", "sum of x² / n") if is_rms else ("variance", "sum of (x - mean)² / n")
    variance = of_entries(step(name, variance, how=how))
    if not eps and (variance <= MIN_SPREAD * of_entries(group_sums(x * x) / sizes)).any():
        raise ParameterError("eps", "must be above 0: some of the inputs do not vary")

    divisor = choose(
        "divisor",
        lambda: np.sqrt(variance + eps),
        root_left_out=lambda: variance + eps,
        eps_outside=lambda: np.sqrt(variance) + eps,
        eps_left_out=lambda: np.sqrt(variance),
        left_out=lambda: np.ones_like(variance),
    )
    how = f"{'x' if is_rms else '(x - mean)'} / √({name} + eps)"
    return step("normalised", (x - above) / divisor, how=how)
