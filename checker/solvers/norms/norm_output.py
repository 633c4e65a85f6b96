"""Question type on the output of a normalisation layer: its solver, the sentences about its mistakes, and examples."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import numpy as np
from numpy.typing import NDArray

from checker.engine.bounds import Ge, Le
from checker.engine.errors import ParameterError
from checker.engine.trace import choose, step, wrong
from checker.engine.weights import COMMON, RARE
from checker.solvers import _arrays as arrays
from checker.solvers._arrays import Array, Matrix, Vector
from checker.solvers._sizes import Size

Norm = Literal["layer_norm", "batch_norm", "rms_norm", "group_norm"]
_GROUPED: dict[Norm, str] = {
    "layer_norm": "Layer norm normalises the features of one example, a row.",
    "rms_norm": "RMSNorm normalises the features of one example, a row.",
    "batch_norm": "Batch norm normalises each feature over the examples of the batch.",
    "group_norm": "Group norm normalises each group of features of one example.",
}

Groups = tuple[NDArray[np.int64], tuple[int, ...]]
"""The number of the group of each entry, and the shape of the groups."""


def _choose_groups(norm: Norm, rows: int, columns: int, num_groups: int | None) -> Groups:
    """Return the grouping of the entries, right or as the student of this run has it.

    Raise ParameterError if `num_groups` is missing, or does not fit.
    """
    if (num_groups is None) == (norm == "group_norm"):
        raise ParameterError("num_groups", "must be given for group_norm, and only there")
    row, column = np.indices((rows, columns))
    of_rows, of_columns = (row, (rows,)), (column, (columns,))
    known = {
        "rows": wrong(of_rows, f"You normalised each row as a whole. {_GROUPED[norm]}", COMMON),
        "columns": wrong(of_columns, f"You normalised down the columns. {_GROUPED[norm]}", COMMON),
        "all": wrong((np.zeros_like(row), (1,)), f"You normalised all entries together. {_GROUPED[norm]}", RARE),
    }
    if num_groups is None:
        return choose("axis", of_columns if norm == "batch_norm" else of_rows, **known)
    if columns % num_groups:
        raise ParameterError("num_groups", f"must divide the {columns} columns of the inputs")
    size = columns // num_groups
    count = -(-columns // num_groups)  # groups of num_groups columns; the last may be smaller
    return choose(
        "axis",
        (row * num_groups + column // size, (rows, num_groups)),
        **known,
        over_batch=wrong(
            (column // size, (num_groups,)), f"You normalised each group over the whole batch. {_GROUPED[norm]}", COMMON
        ),
        group_size=wrong(
            (row * count + column // num_groups, (rows, count)),
            "You used the number of groups as the size of a group. Divide the number of features by it.",
            COMMON,
        ),
        every_other=wrong(
            (row * num_groups + column % num_groups, (rows, num_groups)),
            "You picked the features of a group at equal distances. A group consists of neighbouring features.",
            RARE,
        ),
    )


@np.errstate(over="raise", divide="raise", invalid="raise")
def _normalise(x: Array, groups: Groups, eps: float, *, is_rms: bool) -> Array:
    """Return the entries less the mean of their group (not in RMSNorm), divided by the spread of the group.

    The result is right, or as the student of this run has it; the mean, the variance and the result are recorded as
    steps. Raise ParameterError if a group does not vary and `eps` is 0.
    """
    labels, shape = groups
    sizes = np.bincount(labels.ravel()).reshape(shape)

    def group_sums(values: Array) -> Array:
        return np.bincount(labels.ravel(), values.ravel()).astype(np.float64).reshape(shape)

    def of_entries(statistics: Array) -> Array:
        return statistics.reshape(-1)[labels]

    sums = group_sums(x)
    mean = sums / sizes
    if not is_rms:
        averages = choose(
            "averaging",
            mean,
            sample=wrong(
                lambda: sums / (sizes - 1), "You divided the sum by n - 1 to get the mean. A mean divides by n."
            ),
            median=wrong(
                lambda: np.array([np.median(x[labels == group]) for group in range(sizes.size)]).reshape(shape),
                "You took the median. Normalisation takes the mean.",
                RARE,
            ),
        )
        mean = step("mean", averages, how="sum of x / n")
    means = of_entries(mean)
    nothing = np.zeros_like(means)
    above, below = choose(
        "centring",
        (nothing, nothing) if is_rms else (means, means),
        both=wrong((means, means), "You subtracted the mean. RMSNorm does not."),
        neither=wrong((nothing, nothing), "You did not subtract the mean. Only RMSNorm omits it."),
        only_above=wrong(
            (means, nothing),
            "You subtracted the mean above the fraction line. RMSNorm does not."
            if is_rms
            else "You squared the inputs as they are. The variance squares their distance from the mean.",
            RARE,
        ),
        only_below=wrong(
            (nothing, means),
            "You squared the distances from the mean. RMSNorm squares the inputs as they are."
            if is_rms
            else "You subtracted the mean in the variance only. Subtract it above the fraction line as well.",
            RARE,
        ),
    )
    squares = group_sums((x - below) ** 2)
    variance = choose(
        "variance",
        lambda: squares / sizes,
        sample=wrong(
            lambda: squares / (sizes - 1),
            "You divided the sum of squares by n - 1. "
            + (
                "Divide by n to get the mean square."
                if is_rms
                else "Normalisation uses the biased variance, so divide by n."
            ),
            COMMON,
        ),
        summed=wrong(
            squares, f"You added the squares. {'RMSNorm takes' if is_rms else 'The variance is'} their mean.", RARE
        ),
        root=wrong(
            lambda: np.sqrt(squares / sizes),
            "You gave the root of the mean square. Take the root only to divide by it."
            if is_rms
            else "You gave the standard deviation. The variance is its square.",
            RARE,
        ),
    )
    name, how = ("mean_square", "sum of x² / n") if is_rms else ("variance", "sum of (x - mean)² / n")
    variance = of_entries(step(name, variance, how=how))
    rounding = 1e-20  # a variance smaller than this, relative to the mean square, is nothing else
    if not eps and (variance <= rounding * of_entries(group_sums(x * x) / sizes)).any():
        raise ParameterError("eps", "must be above 0: some of the inputs do not vary")

    spread, root = ("mean square", "root of the mean square") if is_rms else ("variance", "standard deviation")
    divisor = choose(
        "divisor",
        lambda: np.sqrt(variance + eps),
        root_left_out=wrong(lambda: variance + eps, f"You divided by the {spread}. Divide by its square root.", COMMON),
        eps_outside=wrong(
            lambda: np.sqrt(variance) + eps, f"You added eps after the root. Add it to the {spread}, under the root."
        ),
        eps_left_out=wrong(lambda: np.sqrt(variance), f"You left out eps. Add it to the {spread}, under the root."),
        left_out=wrong(lambda: np.ones_like(variance), f"You did not divide by the {root}.", RARE),
    )
    how = f"{'x' if is_rms else '(x - mean)'} / √({name} + eps)"
    return step("normalised", (x - above) / divisor, how=how)


def norm_output(
    inputs: Matrix,
    norm: Norm,
    gamma: Vector | None = None,
    beta: Vector | None = None,
    eps: Annotated[float, Ge(0), Le(1)] = 1e-5,
    num_groups: Size | None = None,
) -> Array:
    """Compute the output of a normalisation layer; the inputs have a row for each token or example.

    Formula: (x - mean) / √(variance + eps) · gamma + beta, the variance biased (a sum over n, not n - 1); RMSNorm:
        x / √(mean of x² + eps) · gamma.
    Shapes: inputs (n, d), gamma and beta (d,) -> (n, d).  A mean and a variance belong to each row (layer_norm,
        rms_norm), each column (batch_norm, with the statistics of this batch), or each of the num_groups groups of
        neighbouring columns in each row (group_norm).  The steps `mean` and `variance` are (n,), (d,) or
        (n, num_groups); RMSNorm has `mean_square` instead; `normalised` is the result before gamma and beta.
    Answer: a matrix, a row for each row of the inputs.
    Source: Ba et al. 2016; Ioffe and Szegedy 2015; Zhang and Sennrich 2019; Wu and He 2018.  Equal to PyTorch's
        nn.LayerNorm, nn.BatchNorm1d in training, nn.RMSNorm and nn.GroupNorm.

    >>> norm_output([[1, 3], [2, 8]], norm="layer_norm", gamma=[2, 1], eps=0).tolist()
    [[-2.0, 1.0], [-2.0, 1.0]]
    """
    x = arrays.checked("inputs", inputs)
    rows, columns = x.shape
    gain = np.ones(columns) if gamma is None else arrays.vector("gamma", gamma, columns)
    bias = np.zeros(columns) if beta is None else arrays.vector("beta", beta, columns)
    if norm == "rms_norm" and beta is not None:
        raise ParameterError("beta", "must be left out: RMSNorm has no bias")
    if norm == "batch_norm" and rows == 1:
        raise ParameterError("inputs", "must have two rows or more: batch norm compares the examples of a batch")
    groups = _choose_groups(norm, rows, columns, num_groups)
    normalised = _normalise(x, groups, eps, is_rms=norm == "rms_norm")
    if gamma is None and beta is None:
        return step("total", normalised, how="normalised")
    output = choose(
        "affine",
        gain * normalised + bias,
        left_out=wrong(
            normalised,
            "You left out gamma. Apply it after the normalisation."
            if norm == "rms_norm"
            else "You left out gamma and beta. Apply them after the normalisation.",
            COMMON,
        ),
        gain_only=wrong(gain * normalised, "You left out beta. Add it at the end."),
        bias_only=wrong(normalised + bias, "You left out gamma. Multiply each feature by its own gamma."),
        bias_first=wrong(gain * (normalised + bias), "You added beta before multiplying by gamma. Add it last."),
        swapped=wrong(bias * normalised + gain, "You swapped gamma and beta. Multiply by gamma and add beta.", RARE),
    )
    return step("total", output, how="gamma · normalised" + ("" if beta is None else " + beta"))


_INPUTS = [[1, 4, -2, 3, 0, 6], [2, 2, 5, -1, 3, 1], [0, 7, 1, 1, -4, 2]]

examples: list[dict[str, Any]] = [
    {"inputs": _INPUTS, "norm": "layer_norm", "gamma": [1, 2, 1, 0.5, 3, 1], "beta": [0, 1, 0, 2, -1, 1], "eps": 0.01},
    {"inputs": _INPUTS, "norm": "batch_norm", "eps": 0.1},
    {"inputs": _INPUTS, "norm": "rms_norm", "gamma": [1, 2, 1, 0.5, 3, 1]},
    {"inputs": _INPUTS, "norm": "group_norm", "num_groups": 3, "beta": [0, 1, 0, 2, -1, 1], "eps": 0.01},
    {"inputs": _INPUTS, "norm": "group_norm", "num_groups": 2, "gamma": [1, 2, 1, 0.5, 3, 1]},
]
