"""Output sizes of convolutions, also transposed ones, and poolings along each axis, by `_window_count.yaml`."""

from __future__ import annotations

from collections.abc import Container
from typing import Any, Final, Literal

from checker.engine.errors import ParameterError
from checker.engine.trace import step
from checker.solvers.formula_types import formula_type
from checker.solvers.layers._layer_schema import Paddings, Sizes
from checker.solvers.shapes._tensors import Shape

PaddingsOrNamed = Paddings | Literal["same", "valid"]

COUNT: Final = formula_type("_window_count")

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
    output_padding: Paddings = 0,
    *,
    ceil_mode: bool = False,
    transposed: bool = False,
) -> Shape:
    """Record the number of windows that fit along each axis as a step; return them.

    Of a transposed convolution they are the sizes that come out.
    """
    given: dict[str, Sizes | Paddings] = {
        "size": [*sizes],
        "kernel_size": kernel_size,
        "stride": stride,
        "padding": 0 if isinstance(padding, str) else padding,
    }
    given |= {"output_padding": output_padding, "dilation": dilation}
    of_axes: dict[str, Any] = {name: each(name, value, len(sizes)) for name, value in given.items()}
    modes: dict[str, Any] = {"same": padding == "same", "ceil_mode": ceil_mode, "transposed": transposed}
    counts: list[int] = [
        step(axis, COUNT, **{name: values[at] for name, values in of_axes.items()}, **modes)
        for at, axis in enumerate(AXES[len(sizes)])
    ]
    return tuple(counts)


def weights_of(sentences: Container[str]) -> dict[str, int]:
    """Return how common the mistakes are that have sentences."""
    return {mistake: weight for mistake, weight in COUNT.weights.items() if mistake in sentences}


def rounded_up(room: int, s: int, end: int) -> int:
    """Return the number of steps to the last window: room / s rounded up, but it must begin before the end."""
    up = -(-room // s)
    return up if up * s < end else up - 1


def same_padding(n: int, span: int, s: int) -> int:
    """Return the total padding of both sides with which ⌈n / s⌉ windows fit."""
    return max((-(-n // s) - 1) * s + span - n, 0)
