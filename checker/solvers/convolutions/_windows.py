"""Windows of a padded input, and the stride and padding that convolution and pooling share, with their mistakes.

A window has the entries below one place of a kernel.  Also the limit on sizes.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Annotated, Any, Literal

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from checker.engine.errors import ParameterError
from checker.engine.trace import choose, wrong
from checker.engine.weights import COMMON, RARE
from checker.solvers import _arrays as arrays
from checker.solvers._arrays import Array, Dimensions
from checker.solvers._sizes import Paddings, Sizes

PaddingsOrNamed = Paddings | Literal["same", "valid"]

Volume = Annotated[Array, Dimensions(3)]
"""Several channels, each of them a matrix."""

Widths = tuple[tuple[int, int], ...]
"""The padding before and after, along each axis."""

_MAX_WINDOW_PRODUCTS = 200_000
"""Maximum number of products in one run."""


def each(name: str, given: Sizes | Paddings, dimensions: int) -> tuple[int, ...]:
    """Return a tuple with one number for each axis, given one number for all axes or a list.

    Raise ParameterError for a list of another length.
    """
    if isinstance(given, int):
        return (given,) * dimensions
    if len(given) != dimensions:
        raise ParameterError(name, f"has {len(given)} numbers for {dimensions} dimensions")
    return tuple(given)


def channels(name: str, values: Any) -> Array:
    """Return a vector, a matrix or several channels as an array (channels, ...); the first two are one channel."""
    array = arrays.checked(name, values)
    return array if array.ndim > 2 else array[np.newaxis]


def choose_strides(given: Sizes, kernels: Sequence[int]) -> tuple[int, ...]:
    """Return the stride along each axis, right or as the student of this run has it."""
    strides = each("stride", given, len(kernels))
    is_image = len(strides) > 1
    return choose(
        "stride",
        strides,
        ignored=wrong((1,) * len(strides), "You moved the window by 1 each time. The stride is larger.", COMMON),
        as_kernel_size=wrong(
            tuple(kernels), "You placed the windows side by side. Move each window by the stride.", RARE
        ),
        across_only=wrong(
            (1, strides[1]) if is_image else strides, "You used the stride across only. Use it down the rows as well."
        ),
        down_only=wrong(
            (strides[0], 1) if is_image else strides,
            "You used the stride down the rows only. Use it across as well.",
            RARE,
        ),
    )


def choose_padding(
    given: PaddingsOrNamed, sizes: Sequence[int], spans: Sequence[int], strides: Sequence[int]
) -> Widths:
    """Return the padding before and after the input along each axis, right or as the student of this run has it.

    An odd total has its larger part after.
    """
    totals = [max((-(-n // s) - 1) * s + span - n, 0) for n, span, s in zip(sizes, spans, strides, strict=True)]
    same = tuple((total // 2, total - total // 2) for total in totals)
    named = {"same": same, "valid": ((0, 0),) * len(same)}
    numbers = each("padding", 0 if isinstance(given, str) else given, len(same))
    widths = named[given] if isinstance(given, str) else tuple((p, p) for p in numbers)
    return choose(
        "padding",
        widths,
        left_out=wrong(named["valid"], "You left out the padding.", COMMON),
        before_only=wrong(
            tuple((before, 0) for before, _ in widths), "You padded before the first entries only. Pad both sides."
        ),
        after_only=wrong(
            tuple((0, after) for _, after in widths), "You padded after the last entries only. Pad both sides."
        ),
        same=wrong(same, "You used the padding that keeps the size. This question uses another padding.", RARE),
        full=wrong(
            tuple((span - 1, span - 1) for span in spans),
            "You also used windows that lie partly outside. This question uses another padding.",
            RARE,
        ),
    )


def check_size(sizes: Sequence[int], widths: Widths, kernels: Sequence[int], num_channels: int = 1) -> None:
    """Raise ParameterError if one run would take too many products."""
    if (
        prod(n + sum(width) for n, width in zip(sizes, widths, strict=True)) * prod(kernels) * num_channels
        > _MAX_WINDOW_PRODUCTS
    ):
        raise ParameterError("input", f"must be smaller: this would take more than {_MAX_WINDOW_PRODUCTS:,} products")


def pad(x: Array, widths: Widths, mode: Literal["constant", "edge", "reflect"] = "constant", value: float = 0) -> Array:
    """Return the input with padding around each channel; only a constant padding has a value."""
    around = ((0, 0), *widths)
    return np.pad(x, around, mode, constant_values=value) if mode == "constant" else np.pad(x, around, mode)


def windows(x: Array, spans: Sequence[int], strides: Sequence[int], dilations: Sequence[int]) -> Array:
    """Return all windows that fit, as an array (channels, places along each axis..., entries along each axis...).

    `spans` are the sizes of a window with its gaps, d·(k - 1) + 1.  Raise ParameterError if the input is smaller.
    """
    if any(span > n for span, n in zip(spans, x.shape[1:], strict=True)):
        raise ParameterError("input", "must, with its padding, be at least as large as a window")
    views = sliding_window_view(x, tuple(spans), axis=tuple(range(1, x.ndim)))
    steps = (*strides, *dilations)
    return views[(slice(None), *(slice(None, None, step) for step in steps))]


def padding_of_incomplete(sizes: Sequence[int], widths: Widths, spans: Sequence[int], strides: Sequence[int]) -> Widths:
    """Return the extra padding after each axis that makes room for an incomplete last window (ceil_mode).

    It is 0 where that window would begin in the padding behind the input.
    """
    lacking = []
    for n, (before, after), span, s in zip(sizes, widths, spans, strides, strict=True):
        room = n + before + after - span
        steps = -(-room // s)
        steps -= steps * s >= n + before
        lacking.append((0, max(steps * s - room, 0)))
    return tuple(lacking)


LAST_LEFT_OUT = "You left out the last window along each axis. It still fits."


def without_last(views: Array, dimensions: int) -> Array:
    """Return an array of windows without the last window along each of its `dimensions` axes.

    Raise ValueError if none is left.
    """
    if min(views.shape[1 : dimensions + 1]) < 2:
        raise ValueError("no window is left")
    return views[(slice(None), *(slice(-1),) * dimensions)]


def choose_axes(output: Array) -> Array:
    """Return a result, of which a student may have swapped the axes."""
    transposed = wrong(output.T, "Your result is transposed. Swap its rows and columns.", RARE)
    return choose("output_axes", output, transposed=transposed) if output.ndim > 1 else output
