"""Splits the shapes of inputs of convolutions and poolings into batch, channels and sizes (`Image`).

Also records the shape that comes out, in the layout of the question, and draws random inputs.
"""

from __future__ import annotations

from random import Random
from typing import Annotated, Any, NamedTuple

from annotated_types import Ge, Le, MaxLen, MinLen

from checker.derivation.weights import COMMON, RARE
from checker.engine.errors import ParameterError
from checker.engine.trace import choose, convention, step
from checker.solvers._sizes import Size
from checker.solvers.layers._layer_schema import Sizes
from checker.solvers.shapes import _tensors as tensors
from checker.solvers.shapes._tensors import Shape
from checker.solvers.shapes._windows import AXES

InputShape = Annotated[list[Size], MinLen(2), MaxLen(5)]
DimensionsOrNone = Annotated[int, Ge(1), Le(3)] | None


class Image(NamedTuple):
    """A shape split into batch, channels and sizes."""

    batch: Shape
    channels: int
    sizes: Shape


def split(input_shape: list[int], kernel_size: Sizes, dimensions: int | None) -> Image:
    """Return an input's shape as batch, channels and sizes.

    The number of dimensions is `dimensions`, else the length of a list kernel_size; without both, the shape is taken to
    have no batch. Raise ParameterError if the number of sizes does not fit.
    """
    known = dimensions or (None if isinstance(kernel_size, int) else len(kernel_size))
    dims = known or len(input_shape) - 1
    if dims not in AXES:
        raise ParameterError("input_shape", "has no dimensions, or more than 3; with a batch, give `dimensions` too")
    if len(input_shape) not in {dims + 1, dims + 2}:
        raise ParameterError("input_shape", f"must have {dims + 1} sizes, or {dims + 2} with a batch")
    is_channels_last = convention("layout", channels_first=False, channels_last=True)
    batch, parts = tuple(input_shape[: -dims - 1]), input_shape[-dims - 1 :]
    channels, sizes = (parts[-1], parts[:-1]) if is_channels_last else (parts[0], parts[1:])
    return Image(batch, channels, tuple(sizes))


def result_shape(image: Image, channels_name: str) -> Shape:
    """Record the shape as the result, right or as the student of this run orders it, and its number of entries.

    Return it. `channels_name` is the name of the channels in the formula.
    """
    is_channels_last = convention("layout", channels_first=False, channels_last=True)
    channels = choose("channel_axis", (image.channels,), left_out=())
    orders = {
        True: (*image.sizes, *channels),
        False: (*channels, *image.sizes),
    }
    turned = image.sizes[:-2] + image.sizes[:-3:-1]
    shape = choose(
        "axes",
        orders[is_channels_last],
        channels_moved=orders[not is_channels_last],
        height_and_width_swapped=(*turned, *channels) if is_channels_last else (*channels, *turned),
    )
    batch: Shape = choose("batch", image.batch, left_out=()) if image.batch else ()
    names = [*AXES[len(image.sizes)]]
    names = [*["batch_size"] * len(batch), *([*names, channels_name] if is_channels_last else [channels_name, *names])]
    sizes = {channels_name: image.channels} | dict(zip(["batch_size"], image.batch, strict=False))
    shape = step("total", (*batch, *shape), how=f"({', '.join(names)})", **sizes)
    return tensors.with_elements(shape)


def draw_input(rng: Random) -> tuple[int, dict[str, Any]]:
    """Return random dimensions, an input with or without a batch, and a kernel that fits up to a dilation of 3."""
    dims = rng.choice([1, 2, 2, 2, 3])
    axes = [rng.randint(1, 32), *(rng.randint(14, 64) for _ in range(dims))]
    parameters: dict[str, Any] = {"input_shape": axes, "kernel_size": draw_sizes(rng, 1, 5, dims)}
    if rng.random() < 0.4:
        parameters["input_shape"] = [rng.randint(1, 32), *axes]
        if isinstance(parameters["kernel_size"], int):
            parameters["dimensions"] = dims
    return dims, parameters


def draw_sizes(rng: Random, low: int, high: int, dimensions: int) -> int | list[int]:
    """Return one random size for all axes, or a list with one for each."""
    if rng.random() < 0.6:
        return rng.randint(low, high)
    return [rng.randint(low, high) for _ in range(dimensions)]


explain = tensors.explain | {
    "layout.channels_first": "has the channels before the sizes",
    "layout.channels_last": "has the channels after the sizes",
    "channel_axis.left_out": "You left out the channels. The output has an axis for them.",
    "axes.channels_moved": "You moved the channels to the other end. Keep them where the input has them.",
    "axes.height_and_width_swapped": "You swapped height and width. Keep the order of the input.",
    "batch.left_out": "You left out the batch. It comes first in the output as well.",
}

weights = tensors.weights | {"axes.channels_moved": COMMON, "batch": COMMON, "channel_axis": RARE}
