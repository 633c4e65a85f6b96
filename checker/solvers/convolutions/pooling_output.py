"""Question type on the output of a pooling: its solver, the sentences about its mistakes, and examples."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from checker.engine.errors import ParameterError
from checker.engine.trace import choose, convention, reading, step, wrong
from checker.engine.weights import COMMON, RARE
from checker.solvers._arrays import Array, Matrix, Vector
from checker.solvers._sizes import Paddings, Sizes
from checker.solvers.convolutions import _windows as windows
from checker.solvers.convolutions._windows import each


def pooling_output(
    input: Vector | Matrix,  # noqa: A002 - PyTorch's name
    kernel_size: Sizes,
    stride: Sizes | None = None,
    padding: Paddings = 0,
    mode: Literal["max", "average"] = "max",
    ceil_mode: bool = False,
) -> Array:
    """Compute the output of a maximum or average pooling.

    Formula: Y[i, j] = max, or mean, over a, b of X[s·i + a, s·j + b], where X is the padded input.  Padding never
        is a maximum; in a mean it counts as zeros, with `padding_in_mean: left_out` not at all.
    Shapes: input (H, W), or (L), -> (H', W') or (L'), as many as windows fit; with ceil_mode also an incomplete one,
        if it begins in the input or in the padding before it.  kernel_size k, stride s (default k) and padding are one
        number for both axes or a list.
    Answer: a matrix, of a vector a vector.
    Source: the documentation of PyTorch's nn.MaxPool2d and nn.AvgPool2d, and equal to them.

    >>> pooling_output([[1, 5, 2, 0], [3, 4, 8, 1]], kernel_size=2).tolist()
    [[5.0, 8.0]]
    """
    x = windows.channels("input", input)
    if x.ndim > 3:
        raise ParameterError("input", "must be a list of numbers or a list of rows")
    dims = x.ndim - 1
    kernels, pads = each("kernel_size", kernel_size, dims), each("padding", padding, dims)
    if any(2 * p > k for p, k in zip(pads, kernels, strict=True)):
        raise ParameterError("padding", "must be at most half of kernel_size")
    strides = windows.choose_strides(kernel_size if stride is None else stride, kernels)
    if stride is None:
        parts = tuple(max(n // k, 1) for n, k in zip(x.shape[1:], kernels, strict=True))
        kernels, strides = choose(
            "kernel_size",
            (kernels, strides),
            as_window_count=wrong(
                (parts, parts),
                "You took the kernel size as the number of windows along each side. It is the size of a window.",
                RARE,
            ),
        )
    widths = windows.choose_padding(padding, x.shape[1:], kernels, strides)
    windows.check_size(x.shape[1:], widths, kernels)
    beyond = windows.padding_of_incomplete(x.shape[1:], widths, kernels, strides)
    nothing = ((0, 0),) * dims
    beyond = choose(
        "incomplete_windows",
        beyond if ceil_mode else nothing,
        counted=wrong(beyond, "You counted an incomplete window at the end. This question drops it.", COMMON),
        dropped=wrong(nothing, "You dropped the incomplete window at the end. With ceil_mode it counts.", COMMON),
    )

    def views(filled: Array) -> Array:
        found: Array = windows.windows(windows.pad(filled, beyond), kernels, strides, (1,) * dims)[0]
        return found.reshape(*found.shape[:dims], -1)

    entries = views(windows.pad(x, widths))
    is_input = views(windows.pad(np.ones_like(x), widths)) > 0.0
    is_padded = views(np.ones_like(windows.pad(x, widths))) > 0.0
    highest = np.where(is_input, entries, -np.inf).max(-1)
    lowest = np.where(is_input, entries, np.inf).min(-1)
    sums, counted = entries.sum(-1), is_padded.sum(-1)
    if mode == "average":
        if any(pads):
            counted = convention(
                "padding_in_mean",
                counted=reading(counted, "counts the zeros of the padding in the means"),
                left_out=reading(is_input.sum(-1), "averages the entries of the input only, without the padding"),
            )
        if dims > 1:
            counted = choose(
                "divisor",
                counted,
                side=wrong(
                    np.full_like(counted, kernels[-1]),
                    "You divided by the side of the window. Divide by the number of its entries.",
                ),
            )
    else:
        highest = choose(
            "padding_value",
            highest,
            zero=wrong(
                np.where(is_padded, entries, -np.inf).max(-1),
                "You used 0 for the padding. Padding never counts in a maximum, even among negative entries.",
            ),
        )
    with np.errstate(divide="raise", invalid="raise"):
        means = sums / counted
    output = choose(
        "pooling",
        means if mode == "average" else highest,
        maximum=wrong(highest, "You took the largest entry of each window. Average pooling takes the mean.", COMMON),
        average=wrong(means, "You took the mean of each window. Max pooling takes the largest entry.", COMMON),
        sum=wrong(sums, "You added the entries of each window."),
        smallest=wrong(lowest, "You took the smallest entry of each window.", RARE),
        without_sign=wrong(
            np.maximum(np.abs(highest), np.abs(lowest)),
            "You left out the minus signs of the entries. Pooling keeps them.",
            RARE,
        ),
    )
    output = choose(
        "last_window",
        output,
        left_out=wrong(lambda: windows.without_last(output[np.newaxis], dims)[0], windows.LAST_LEFT_OUT),
    )
    how = "the largest entry of each window" if mode == "max" else "the mean of each window"
    return step("total", windows.choose_axes(output), how)


_IMAGE = [
    [-12, 35, 21, 86, 57, 44, 23],
    [-47, -93, 68, 15, -59, 31, 75],
    [74, 19, 26, 33, 10, 62, 58],
    [28, 51, -45, 97, 66, 13, 39],
    [83, 37, 20, 71, 24, -64, 49],
    [16, 61, 36, 52, 85, 29, 90],
]

examples: list[dict[str, Any]] = [
    {"input": _IMAGE, "kernel_size": 2},
    {"input": _IMAGE[:5], "kernel_size": [3, 2], "stride": [2, 3], "padding": 1},
    {"input": _IMAGE, "kernel_size": 3, "stride": 2, "padding": 1, "mode": "average"},
    {"input": _IMAGE[:4], "kernel_size": [2, 3], "stride": 1, "padding": 1, "mode": "average"},
    {
        "input": _IMAGE[0] + _IMAGE[1][:5],
        "kernel_size": 4,
        "stride": 3,
        "padding": 1,
        "mode": "average",
        "ceil_mode": True,
    },
]
