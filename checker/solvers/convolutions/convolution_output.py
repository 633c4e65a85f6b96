"""Question type on the output of a convolution: its solver, the sentences about its mistakes, and examples."""

from __future__ import annotations

from typing import Any

import numpy as np

from checker.engine.errors import ParameterError
from checker.engine.trace import choose, convention, reading, step, wrong
from checker.engine.weights import COMMON, RARE
from checker.solvers._arrays import Array, Matrix, Vector, size_of
from checker.solvers._sizes import Sizes
from checker.solvers.convolutions import _windows as windows
from checker.solvers.convolutions._windows import PaddingsOrNamed, Volume, each


def convolution_output(
    input: Vector | Matrix | Volume,  # noqa: A002 - PyTorch's name
    kernel: Vector | Matrix | Volume,
    stride: Sizes = 1,
    padding: PaddingsOrNamed = 0,
    dilation: Sizes = 1,
) -> Array:
    """Compute the output of a convolution with one kernel, without a bias.

    Formula: Y[i, j] = Σ over a, b of kernel[a, b] · X[s·i + d·a, s·j + d·b], where X is the input padded with zeros;
        with several channels also the sum over them.
    Shapes: input (H, W) and kernel (k_h, k_w), or (L) and (k); with channels (C, H, W) and (C, k_h, k_w) -> (H', W')
        or (L').  stride s, padding and dilation d are one number for both axes or a list; padding `same` gives
        ⌈H / s⌉ rows.  The step `padded_input` is the input with its padding, where one channel has one.
    Answer: a matrix, of a vector a vector.
    Source: the documentation of PyTorch's nn.Conv2d, and equal to it; `flipped_kernel` as in signal processing.

    >>> convolution_output([[1, 2, 3], [4, 5, 6], [7, 8, 9]], kernel=[[1, 0], [0, -1]]).tolist()
    [[-4.0, -4.0], [-4.0, -4.0]]
    """
    x, k = windows.channels("input", input), windows.channels("kernel", kernel)
    if k.ndim != x.ndim or len(k) != len(x):
        raise ParameterError("kernel", f"is {size_of(k)} (channels first); the input is {size_of(x)}")
    dims = x.ndim - 1
    is_flipped = convention(
        "operation",
        cross_correlation=reading(False, "places the kernel on the input as it is (cross-correlation)", COMMON),
        flipped_kernel=reading(True, "rotates the kernel by 180° first (convolution as in mathematics)", COMMON),
    )
    k = np.flip(k, tuple(range(1, k.ndim))) if is_flipped else k
    if dims > 1:
        k = choose(
            "kernel_axes",
            k,
            transposed=wrong(k.swapaxes(1, 2), "You swapped the rows and columns of the kernel."),
            upside_down=wrong(
                k[:, ::-1],
                "You flipped the kernel left to right only. A rotation by 180° also flips it upside down."
                if is_flipped
                else "You flipped the kernel upside down. This question does not flip it.",
                RARE,
            ),
            mirrored=wrong(
                k[:, :, ::-1],
                "You flipped the kernel upside down only. A rotation by 180° also flips it left to right."
                if is_flipped
                else "You flipped the kernel left to right. This question does not flip it.",
                RARE,
            ),
        )
    sizes, kernels = x.shape[1:], k.shape[1:]
    strides = windows.choose_strides(stride, kernels)
    apart = each("dilation", dilation, dims)
    apart = choose(
        "dilation",
        apart,
        ignored=wrong((1,) * dims, "You used the kernel without its dilation. Its cells lie further apart.", COMMON),
        as_gaps=wrong(
            tuple(d + (d > 1) for d in apart),
            "You skipped one cell too many. With dilation d the cells of the kernel are d apart, so d - 1 are skipped.",
        ),
    )
    spans = [d * (size - 1) + 1 for d, size in zip(apart, kernels, strict=True)]
    widths = windows.choose_padding(padding, sizes, spans, strides)
    windows.check_size(sizes, widths, kernels, len(x))
    x = choose(
        "padding_value",
        lambda: windows.pad(x, widths),
        edge=wrong(
            lambda: windows.pad(x, widths, "edge"),
            "You repeated the outermost entries as padding. The padding consists of zeros.",
        ),
        reflected=wrong(
            lambda: windows.pad(x, widths, "reflect"),
            "You reflected the input as padding. The padding consists of zeros.",
            RARE,
        ),
    )
    if len(x) == 1 and padding not in (0, "valid"):
        x = np.asarray(step("padded_input", x[0], how="input with zeros around it"))[np.newaxis]
    views = choose(
        "last_window",
        lambda: windows.windows(x, spans, strides, apart),
        left_out=wrong(
            lambda: windows.without_last(windows.windows(x, spans, strides, apart), dims),
            windows.LAST_LEFT_OUT,
        ),
        incomplete=wrong(
            lambda: windows.windows(
                windows.pad(x, windows.padding_of_incomplete(sizes, widths, spans, strides)), spans, strides, apart
            ),
            "You counted a window that reaches beyond the input. Only windows that fit count.",
        ),
    )

    over_all = k[(slice(None), *(np.newaxis,) * dims)]
    axes = tuple(range(-dims, 0))
    products = views * over_all
    maps = choose(
        "combination",
        products.sum(axes),
        averaged=wrong(lambda: products.mean(axes), "You averaged the products of each window. Add them.", RARE),
        added=wrong(
            lambda: (views + over_all).sum(axes),
            "You added kernel and window. Multiply their entries, then add the products.",
            RARE,
        ),
        largest=wrong(
            lambda: products.max(axes), "You took the largest product of each window. Add all products.", RARE
        ),
        normalised=wrong(
            lambda: products.sum(axes) / _divisor(k), "You divided by the sum of the kernel. Only add the products."
        ),
    )
    output = maps[0]
    if len(maps) > 1:
        output = choose(
            "channels",
            maps.sum(0),
            first_only=wrong(maps[0], "You used the first channel only. Add the results of all channels."),
            averaged=wrong(maps.mean(0), "You averaged over the channels. Add their results."),
        )
    output = choose(
        "negative_results",
        output,
        as_zero=wrong(
            np.maximum(output, 0.0), "You replaced negative results by 0, as a ReLU does. A convolution keeps them."
        ),
        without_sign=wrong(
            np.abs(output), "You left out the minus signs of the results. A convolution keeps them.", RARE
        ),
    )
    return step("total", windows.choose_axes(output), how="for each window the sum of kernel · window")


def _divisor(kernel: Array) -> float:
    """Return the sum of a kernel, by which a student may divide.  Raise ValueError if it is too small for that."""
    total = float(kernel.sum())
    if abs(total) <= 1.0:
        raise ValueError("the kernel sums to no divisor")
    return total


_IMAGE = [
    [3, 1, 4, 1, 5, 9],
    [2, 6, 5, 3, 5, 8],
    [9, 7, 9, 3, 2, 3],
    [8, 4, 6, 2, 6, 4],
    [3, 3, 8, 3, 2, 7],
    [9, 5, 0, 2, 8, 8],
]

examples: list[dict[str, Any]] = [
    {"input": _IMAGE[:4], "kernel": [[1, 0, 2], [-1, 3, 1]]},
    {"input": _IMAGE, "kernel": [[1, -2], [3, 1], [0, 2]], "stride": [2, 3], "padding": 1},
    {"input": _IMAGE[:5], "kernel": [[2, -1], [1, 3]], "dilation": 2},
    {"input": [_IMAGE[:3], _IMAGE[3:]], "kernel": [[[1, 2], [0, -1]], [[3, 1], [1, 2]]], "padding": "same"},
    {"input": _IMAGE[0] + _IMAGE[1], "kernel": [2, -1, 3], "stride": 2, "padding": 2, "dilation": 2},
]
