"""Question type on the output of a convolution: its solver, the sentences about its mistakes, and examples."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from checker.derivation.weights import COMMON, RARE
from checker.engine.errors import ParameterError
from checker.engine.trace import choose, convention, step
from checker.solvers._arrays import Array, Matrix, Vector, size_of
from checker.solvers.convolutions import _windows as windows
from checker.solvers.convolutions._windows import PaddingsOrNamed, Volume, each
from checker.solvers.layers._layer_schema import Sizes


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
    k = convention("operation", cross_correlation=k, flipped_kernel=np.flip(k, tuple(range(1, k.ndim))))
    if dims > 1:
        k = choose("kernel_axes", k, transposed=k.swapaxes(1, 2), upside_down=k[:, ::-1], mirrored=k[:, :, ::-1])
    sizes, kernels = x.shape[1:], k.shape[1:]
    strides = windows.choose_strides(stride, kernels)
    apart = each("dilation", dilation, dims)
    apart = choose("dilation", apart, ignored=(1,) * dims, as_gaps=tuple(d + (d > 1) for d in apart))
    spans = [d * (size - 1) + 1 for d, size in zip(apart, kernels, strict=True)]
    widths = windows.choose_padding(padding, sizes, spans, strides)
    windows.check_size(sizes, widths, kernels, len(x))
    x = choose(
        "padding_value",
        lambda: windows.pad(x, widths),
        edge=lambda: windows.pad(x, widths, "edge"),
        reflected=lambda: windows.pad(x, widths, "reflect"),
    )
    if len(x) == 1 and padding not in (0, "valid"):
        x = np.asarray(step("padded_input", x[0], how="input with zeros around it"))[np.newaxis]
    views = choose(
        "last_window",
        lambda: windows.windows(x, spans, strides, apart),
        left_out=lambda: windows.without_last(windows.windows(x, spans, strides, apart), dims),
        incomplete=lambda: windows.windows(
            windows.pad(x, windows.padding_of_incomplete(sizes, widths, spans, strides)), spans, strides, apart
        ),
    )

    over_all = k[(slice(None), *(np.newaxis,) * dims)]
    axes = tuple(range(-dims, 0))
    products = views * over_all
    maps = choose(
        "combination",
        products.sum(axes),
        averaged=lambda: products.mean(axes),
        added=lambda: (views + over_all).sum(axes),
        largest=lambda: products.max(axes),
        normalised=lambda: products.sum(axes) / _divisor(k),
    )
    output = maps[0]
    if len(maps) > 1:
        output = choose("channels", maps.sum(0), first_only=maps[0], averaged=maps.mean(0))
    output = choose("negative_results", output, as_zero=np.maximum(output, 0.0), without_sign=np.abs(output))
    if dims > 1:
        output = choose("output_axes", output, transposed=output.T)
    return step("total", output, how="for each window the sum of kernel · window")


def _divisor(kernel: Array) -> float:
    """Return the sum of a kernel, by which a student may divide.  Raise ValueError if it is too small for that."""
    total = float(kernel.sum())
    if abs(total) <= 1.0:
        raise ValueError("the kernel sums to no divisor")
    return total


explain = windows.explain | {
    "operation.cross_correlation": "places the kernel on the input as it is (cross-correlation)",
    "operation.flipped_kernel": "rotates the kernel by 180° first (convolution as in mathematics)",
    "kernel_axes.transposed": "You swapped the rows and columns of the kernel.",
    "kernel_axes.upside_down": "You flipped the kernel upside down. This question does not flip it.",
    "kernel_axes.upside_down if operation.flipped_kernel": "You flipped the kernel left to right only. "
    "A rotation by 180° also flips it upside down.",
    "kernel_axes.mirrored": "You flipped the kernel left to right. This question does not flip it.",
    "kernel_axes.mirrored if operation.flipped_kernel": "You flipped the kernel upside down only. "
    "A rotation by 180° also flips it left to right.",
    "dilation.ignored": "You used the kernel without its dilation. Its cells lie further apart.",
    "dilation.as_gaps": "You skipped one cell too many. "
    "With dilation d the cells of the kernel are d apart, so d - 1 are skipped.",
    "padding_value.edge": "You repeated the outermost entries as padding. The padding consists of zeros.",
    "padding_value.reflected": "You reflected the input as padding. The padding consists of zeros.",
    "last_window.incomplete": "You counted a window that reaches beyond the input. Only windows that fit count.",
    "combination.averaged": "You averaged the products of each window. Add them.",
    "combination.added": "You added kernel and window. Multiply their entries, then add the products.",
    "combination.largest": "You took the largest product of each window. Add all products.",
    "combination.normalised": "You divided by the sum of the kernel. Only add the products.",
    "channels.first_only": "You used the first channel only. Add the results of all channels.",
    "channels.averaged": "You averaged over the channels. Add their results.",
    "negative_results.as_zero": "You replaced negative results by 0, as a ReLU does. A convolution keeps them.",
    "negative_results.without_sign": "You left out the minus signs of the results. A convolution keeps them.",
}

weights = windows.weights | {
    "operation": COMMON,
    "kernel_axes.upside_down": RARE,
    "kernel_axes.mirrored": RARE,
    "dilation.ignored": COMMON,
    "padding_value.reflected": RARE,
    "combination.averaged": RARE,
    "combination.added": RARE,
    "combination.largest": RARE,
    "negative_results.without_sign": RARE,
}

may_fail = windows.may_fail | {"combination.normalised"}  # the kernel may sum to 0

examples: list[dict[str, Any]] = [
    {
        "input": [[1, 2, 0, 3, 1], [0, 4, 1, 2, 2], [5, 1, 1, 0, 3], [2, 2, 6, 1, 0]],
        "kernel": [[1, 0, 2], [-1, 3, 1]],
    },
    {
        "input": [
            [3, 1, 4, 1, 5, 9],
            [2, 6, 5, 3, 5, 8],
            [9, 7, 9, 3, 2, 3],
            [8, 4, 6, 2, 6, 4],
            [3, 3, 8, 3, 2, 7],
            [9, 5, 0, 2, 8, 8],
        ],
        "kernel": [[1, -2], [3, 1], [0, 2]],
        "stride": [2, 3],
        "padding": 1,
    },
    {
        "input": [[1, 5, 2, 7, 3], [4, 0, 6, 1, 2], [3, 8, 1, 5, 9], [7, 2, 4, 6, 0], [2, 9, 3, 1, 8]],
        "kernel": [[2, -1], [1, 3]],
        "dilation": 2,
    },
    {
        "input": [[[1, 2, 3], [4, 5, 6], [7, 8, 9]], [[2, 0, 1], [3, 1, 0], [5, 2, 4]]],
        "kernel": [[[1, 2], [0, -1]], [[3, 1], [1, 2]]],
        "padding": "same",
    },
    {"input": [1, 4, 2, 8, 5, 7, 3, 6, 9, 2, 4], "kernel": [2, -1, 3], "stride": 2, "padding": 2, "dilation": 2},
]


def draw(rng: Random) -> dict[str, Any]:
    """Return random parameters for a question: matrices, vectors or channels, with stride, padding and dilation."""
    kind = rng.choice(["vector", "matrix", "matrix", "matrix", "channels"])
    dims = 1 if kind == "vector" else 2
    channels = [rng.randint(2, 3)] if kind == "channels" else []
    kernels = [rng.randint(1, 3) for _ in range(dims)]
    sizes = [rng.randint(5, 12 if dims == 1 else 7) for _ in range(dims)]
    parameters: dict[str, Any] = {
        "input": windows.random_numbers(rng, [*channels, *sizes]),
        "kernel": windows.random_numbers(rng, [*channels, *kernels]),
    }
    if rng.random() < 0.4:
        parameters["stride"] = rng.choice([2, 3, [rng.randint(1, 3) for _ in range(dims)]])
    if rng.random() < 0.3:
        parameters["dilation"] = 2
    if rng.random() < 0.5:
        parameters["padding"] = rng.choice([1, 2, [rng.randint(0, 2) for _ in range(dims)]])
    elif rng.random() < 0.6:
        parameters["padding"] = "same"
    return parameters
