"""Computes the output sizes of convolutions, also transposed ones, and poolings along each axis.

They are right or as the student of this run has them.  `each` gives one number for each axis.  Also the sentences about
mistakes.
"""

from __future__ import annotations

from typing import Literal

from checker.derivation.weights import COMMON, RARE
from checker.engine.errors import ParameterError
from checker.engine.trace import choose, step
from checker.solvers.layers._layer_schema import Paddings, Sizes
from checker.solvers.shapes._tensors import Shape

PaddingsOrNamed = Paddings | Literal["same", "valid"]

AXES = {1: ("length",), 2: ("height", "width"), 3: ("depth", "height", "width")}
"""The names of the axes, by their number; each is a step."""


def each(name: str, given: Sizes | Paddings, dimensions: int) -> Shape:
    """Return a tuple with one number for each axis, given one number for all axes or a list.

    Raise ParameterError for a list of another length.
    """
    if isinstance(given, int):
        return (given,) * dimensions
    if len(given) != dimensions:
        raise ParameterError(name, f"has {len(given)} numbers for {dimensions} dimensions")
    return tuple(given)


def window_counts(
    sizes: Shape,
    kernel_size: Sizes,
    stride: Sizes,
    padding: PaddingsOrNamed,
    dilation: Sizes,
    *,
    ceil_mode: bool = False,
) -> Shape:
    """Return the number of windows that fit along each axis: ⌊(n + 2p - d(k - 1) - 1) / s⌋ + 1.

    With padding `same` it is ⌈n / s⌉; with ceil_mode the quotient is rounded up if that window begins before the end.
    """
    dims, is_same = len(sizes), padding == "same"
    kernels, strides = each("kernel_size", kernel_size, dims), each("stride", stride, dims)
    paddings = each("padding", 0 if isinstance(padding, str) else padding, dims)
    dilations = each("dilation", dilation, dims)
    of_axes = zip(AXES[dims], sizes, kernels, strides, paddings, dilations, strict=True)
    return tuple(_along(*of_axis, is_same=is_same, ceil_mode=ceil_mode) for of_axis in of_axes)


def _along(axis: str, n: int, k: int, s: int, p: int, d: int, *, is_same: bool, ceil_mode: bool) -> int:
    """Record the number of windows along one axis as a step; return it.  Raise ParameterError if none fits."""
    names = {"n": n, "k": k, "s": s, "p": p, "d": d}
    written = f"(n + 2 · p - {'k' if d == 1 else 'd · (k - 1) - 1'}) / s"
    s, span = chosen_stride(s, k), chosen_span(k, d)
    same = same_padding(n, span, s)
    both = chosen_padding(same if is_same else 2 * p, same)
    room = n + both - choose("kernel", span, left_out=0)
    inside, outside = choose("plus_one", (0, 1), left_out=(0, 0), before_division=(0, 1) if ceil_mode else (1, 0))
    room += inside
    down, up = room // s, -(-room // s)
    if ceil_mode:
        last = rounded_up(room, s, n + both // 2)
        fitting = choose("ceil_mode", last, ignored=down, every_window=up)
    else:
        last, fitting = up, choose("rounding", down, up=up, nearest=(2 * room + s) // (2 * s))
    size = choose("size", fitting + outside, over_stride=n // s, as_input=n)
    if size < 1:
        raise ParameterError("kernel_size", f"must fit: a window spans {span}, and there are {n + both} ({axis})")

    def how() -> str:
        if is_same:
            return "⌈n / s⌉"
        return f"⌈{written}⌉ + 1{'' if last == up else ' - 1'}" if ceil_mode else f"⌊{written}⌋ + 1"

    return step(axis, size, how, **names)


def rounded_up(room: int, s: int, end: int) -> int:
    """Return the number of steps to the last window: room / s rounded up, but it must begin before the end."""
    up = -(-room // s)
    return up if up * s < end else up - 1


def same_padding(n: int, span: int, s: int) -> int:
    """Return the total padding of both sides with which ⌈n / s⌉ windows fit."""
    return max((-(-n // s) - 1) * s + span - n, 0)


def transposed_sizes(
    sizes: Shape, kernel_size: Sizes, stride: Sizes, padding: Paddings, output_padding: Paddings, dilation: Sizes
) -> Shape:
    """Return the output sizes of a transposed convolution: (n - 1)s - 2p + d(k - 1) + output_padding + 1."""
    dims = len(sizes)
    given = {"kernel_size": kernel_size, "stride": stride, "padding": padding, "output_padding": output_padding}
    numbers = (each(name, value, dims) for name, value in (given | {"dilation": dilation}).items())
    return tuple(_transposed_along(*of_axis) for of_axis in zip(AXES[dims], sizes, *numbers, strict=True))


def _transposed_along(axis: str, n: int, k: int, s: int, p: int, extra: int, d: int) -> int:
    """Record the output size of a transposed convolution along one axis as a step; return it.

    Raise ParameterError if the output padding is too large or nothing is left.
    """
    if extra >= max(s, d):
        raise ParameterError("output_padding", "must be smaller than the stride or the dilation")
    names = {"n": n, "k": k, "s": s, "p": p, "d": d, "output_padding": extra}
    how = f"(n - 1) · s - 2 · p + {'k' if d == 1 else 'd · (k - 1) + 1'} + output_padding"
    s, span = chosen_stride(s, k), chosen_span(k, d)
    extra = choose("output_padding", extra, left_out=0, both_sides=2 * extra)
    both = chosen_padding(2 * p, max(span + extra - s, 0))  # same: so that n · s come out
    size = choose(
        "transposed_size",
        (n - 1) * s - both + span + extra,
        as_convolution=(n + both - span) // s + 1,
        padding_added=(n - 1) * s + both + span + extra,
        every_step=n * s - both + span + extra,
        kernel_left_out=(n - 1) * s - both + extra,
        reach_left_out=(n - 1) * s - both + extra + 1,
        plus_one_left_out=(n - 1) * s - both + span - 1 + extra,
        times_stride=n * s,
    )
    if size < 1:
        raise ParameterError("padding", f"must leave something: it is {both} on both sides together ({axis})")
    return step(axis, size, how, **names)


def chosen_stride(s: int, k: int) -> int:
    """Return the distance between two windows, right or as the student of this run has it."""
    return choose("stride", s, ignored=1, as_kernel_size=k)


def chosen_span(k: int, d: int) -> int:
    """Return the span of a window, d(k - 1) + 1, or what the student of this run takes for it."""
    return choose(
        "dilation",
        d * (k - 1) + 1,
        ignored=k,
        times_kernel=d * k,
        as_gaps=(d + 1) * (k - 1) + 1 if d > 1 else k,
        swapped=k * (d - 1) + 1 if d > 1 else k,
    )


def chosen_padding(both: int, same: int) -> int:
    """Return the total padding of both sides, right or as the student of this run has it.

    `same` is the padding that keeps the size.
    """
    return choose("padding", both, left_out=0, one_side=both // 2, same=same)


of_windows = {
    "stride.ignored": "You moved the kernel by 1 each time. Here the stride is larger.",
    "stride.as_kernel_size": "You used the kernel size as the stride. Here the stride is given.",
    "dilation.ignored": "You ignored the dilation. A dilated kernel spans more cells.",
    "dilation.times_kernel": "You multiplied the kernel size by the dilation. "
    "The dilation applies only to the steps between its cells.",
    "dilation.as_gaps": "You made the gaps between the kernel's cells one too large. "
    "A dilation of 2 leaves a gap of one cell.",
    "dilation.swapped": "You swapped the kernel size and the dilation. "
    "The dilation multiplies the steps between the kernel's cells.",
    "padding.left_out": "You left out the padding.",
    "padding.one_side": "You counted the padding once. It is added on both sides.",
    "padding.same": "You used the padding that keeps the size. Here the padding is different.",
}

explain = of_windows | {
    "kernel.left_out": "You did not subtract the kernel size. The last window must still fit.",
    "plus_one.left_out": "You left out the + 1. The first window counts as well.",
    "plus_one.before_division": "You added 1 before you divided by the stride. Add it afterwards.",
    "size.over_stride": "You only divided the input size by the stride. Use the kernel size as well.",
    "size.as_input": "You kept the size of the input. Count how many windows fit.",
}

rounding = {
    "rounding.up": "You rounded up. A window that does not fit is dropped, so round down.",
    "rounding.nearest": "You rounded to the nearest whole number. "
    "A window that does not fit is dropped, so round down.",
}

weights_of_windows = {
    "stride.as_kernel_size": RARE,
    "dilation": COMMON,
    "dilation.as_gaps": RARE,
    "padding.left_out": COMMON,
    "padding.one_side": COMMON,
    "padding.same": RARE,
}

weights = weights_of_windows | {
    "kernel.left_out": RARE,
    "plus_one.left_out": COMMON,
    "plus_one.before_division": RARE,
    "rounding.up": COMMON,
    "rounding.nearest": RARE,
    "size.as_input": RARE,
}
