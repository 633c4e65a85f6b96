"""What is normalised together, and how."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from checker.engine.errors import ParameterError
from checker.engine.trace import choose, step
from checker.solvers._shared.maths import Array

Norm = Literal["layer_norm", "batch_norm", "rms_norm", "group_norm"]
Groups = tuple[NDArray[np.int64], tuple[int, ...]]
"""The number of the group that each entry belongs to; and how the groups are laid out."""

NO_SPREAD = 1e-20
"""A variance is nothing but rounding if it is smaller than this, relative to the mean square."""


def groupings(norm: Norm, rows: int, columns: int, num_groups: int | None) -> dict[str, Groups]:
    """By option: which entries are normalised together."""
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
    found = -(-columns // num_groups)  # so many groups of num_groups columns, the last one perhaps smaller
    return {
        "right": (row * num_groups + column // size, (rows, num_groups)),
        **known,
        "over_batch": (column // size, (num_groups,)),
        "group_size": (row * found + column // num_groups, (rows, found)),
        "every_other": (row * num_groups + column % num_groups, (rows, num_groups)),
    }


@np.errstate(over="raise", divide="raise", invalid="raise")
def normalised(x: Array, groups: Groups, eps: float, *, is_rms: bool) -> Array:
    """The entries less their group's mean (but of RMSNorm), over their group's spread."""
    labels, layout = groups
    sizes = np.bincount(labels.ravel()).reshape(layout)

    def over_groups(values: Array) -> Array:
        """The sum in each group."""
        sums: Array = np.bincount(labels.ravel(), values.ravel()).astype(np.float64).reshape(layout)
        return sums

    def of_entries(statistics: Array) -> Array:
        """For each entry what belongs to its group."""
        found: Array = statistics.reshape(-1)[labels]
        return found

    mean = over_groups(x) / sizes
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
    squares = over_groups((x - below) ** 2)
    variance = choose("variance", lambda: squares / sizes, sample=lambda: squares / (sizes - 1), summed=squares)
    name, how = ("mean_square", "sum of x² / n") if is_rms else ("variance", "sum of (x - mean)² / n")
    variance = of_entries(step(name, variance, how=how))
    if not eps and (variance <= NO_SPREAD * of_entries(over_groups(x * x) / sizes)).any():
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
