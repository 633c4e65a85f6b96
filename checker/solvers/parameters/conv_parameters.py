"""Question type on the number of parameters of one convolution: its solver, sentences on mistakes, and examples.

`convolution` also counts those of a convolution in a network.
"""

from __future__ import annotations

from math import prod
from random import Random
from typing import Any, Final, Literal

from checker.derivation.weights import COMMON, RARE
from checker.engine.errors import ParameterError
from checker.engine.trace import choose, convention, step
from checker.solvers._sizes import Size
from checker.solvers.layers._layer_schema import Sizes
from checker.solvers.shapes import _windows as windows

MAX_IMAGE_CHANNELS: Final = 4
"""The most channels that an image usually has: red, green, blue, and one more."""


def conv_parameters(
    in_channels: Size,
    out_channels: Size,
    kernel_size: Sizes,
    dimensions: Literal[1, 2, 3] | None = None,
    groups: Size = 1,
    transposed: bool = False,
) -> int:
    """Parameters of a convolution: a filter for each output channel, which spans the input channels, and its bias.

    Formula: out_channels·(in_channels/groups)·k·k + out_channels; k once in 1 dimension, three times in 3.
    Sizes: kernel_size k is one number for all directions, or a list; dimensions is 1, 2 or 3 (default: as many as
        kernel_size lists, else 2).  With groups every filter spans in_channels/groups channels; groups = in_channels
        is a depthwise convolution.  Image size, stride, padding and dilation play no part.
    Answer: a whole number of parameters.  A transposed convolution has as many.
    Source: Goodfellow et al. 2016, section 9.5.  Equal to PyTorch's nn.Conv1d, nn.Conv2d, nn.Conv3d and
        nn.ConvTranspose1d, 2d, 3d.

    >>> conv_parameters(in_channels=3, out_channels=100, kernel_size=5)
    7600
    """
    if groups == 1 and in_channels <= MAX_IMAGE_CHANNELS:
        in_channels = of_image(in_channels)
    return convolution(in_channels, out_channels, kernel_size, dimensions, groups, transposed)


def of_image(channels: int) -> int:
    """Return the number of input channels of an image, or 3 if the student of this run takes it for a colour image."""
    return choose("image_channels", channels, as_colours=3)


def convolution(
    in_channels: int,
    out_channels: int,
    kernel_size: Sizes,
    dimensions: int | None = None,
    groups: int = 1,
    transposed: bool = False,
    has_biases: bool = True,
    places: int | None = None,
) -> int:
    """Return the number of parameters of a convolution, which may be built without biases.

    Its filters are the same at all `places` of the output, where it is known how many there are.  Raise ParameterError
    if the groups do not divide the channels.
    """
    if in_channels % groups or out_channels % groups:
        raise ParameterError("groups", f"must divide in_channels = {in_channels} and out_channels = {out_channels}")
    dimensions = dimensions or (2 if isinstance(kernel_size, int) else len(kernel_size))
    kernel = windows.each("kernel_size", kernel_size, dimensions)

    with_biases = has_biases * convention("biases", counted=1, left_out=0)
    depth, filters = in_channels // groups, out_channels
    if groups > 1:
        one_group = (depth, out_channels // groups)
        depth, filters = choose("groups", (depth, filters), ignored=(in_channels, filters), one_only=one_group)
    depth = choose("filter_depth", depth, left_out=1)
    filters = choose("filters", filters, one=1)
    if places is not None:
        filters = choose("weight_sharing", filters, ignored=filters * places)
    area = choose(
        "kernel_area",
        prod(kernel),
        one_side=kernel[0],
        added=sum(kernel),
        as_image=kernel[-1] * kernel[max(-2, -dimensions)],
        all_sides_equal=kernel[0] ** dimensions,
    )
    names = windows.AXES[dimensions]
    order = ("channels", "filters") if transposed else ("filters", "channels")  # as their weights have them
    weights = step(
        "weights",
        filters * depth * area,
        how=" · ".join((*order, *names)),
        filters=filters,
        channels=depth,
        **dict(zip(names, kernel, strict=True)),
    )
    sizes = choose(
        "conv_bias", filters, single=1, per_input_channel=in_channels, per_kernel=depth * filters, per_weight=weights
    )
    biases = step("biases", with_biases * sizes, how=[("filters", with_biases)], filters=filters)
    return step("total", weights + biases, how="weights + biases")


explain = {
    "biases.counted": "counts the biases",
    "biases.left_out": "leaves the biases out",
    "groups.ignored": "You let every filter read all input channels. "
    "With groups, it reads only the channels of its group.",
    "groups.one_only": "You counted the filters of one group. Every group has its own.",
    "filter_depth.left_out": "You left out the input channels. "
    "Every filter has weights for each channel that it reads.",
    "filters.one": "You counted one filter. There is one for every output channel.",
    "image_channels.as_colours": "You took the three channels of a colour image. "
    "The input of this convolution has another number of channels.",
    "kernel_area.one_side": "You used only one side of the kernel. Multiply all its sides.",
    "kernel_area.added": "You added the sides of the kernel. Multiply them.",
    "kernel_area.as_image": "You used a two-dimensional kernel. This convolution is not two-dimensional.",
    "kernel_area.all_sides_equal": "You used one size for all sides of the kernel. Here the sides differ.",
    "conv_bias.single": "You counted a single bias for a convolution. Every filter has one.",
    "conv_bias.per_input_channel": "You counted a bias for each input channel. There is one for each output channel.",
    "conv_bias.per_kernel": "You counted a bias for each channel that a filter reads. A filter has a single bias.",
    "conv_bias.per_weight": "You counted a bias for every weight of a convolution. Every filter has one.",
}

weights = {
    "biases": COMMON,
    "filter_depth": COMMON,
    "groups.ignored": COMMON,
    "image_channels": RARE,
    "kernel_area.added": RARE,
    "kernel_area.all_sides_equal": RARE,
    "conv_bias.per_input_channel": RARE,
    "conv_bias.per_weight": RARE,
}

examples: list[dict[str, Any]] = [
    {"in_channels": 3, "out_channels": 100, "kernel_size": 5},
    {"in_channels": 240, "out_channels": 960, "kernel_size": 7, "groups": 4},
    {"in_channels": 1152, "out_channels": 3456, "kernel_size": [11, 7], "groups": 1152},
    {"in_channels": 640, "out_channels": 200, "kernel_size": 9, "dimensions": 1, "transposed": True},
    {"in_channels": 4, "out_channels": 56, "kernel_size": 6},
    {"in_channels": 150, "out_channels": 720, "kernel_size": [5, 7, 9]},
]


def draw(rng: Random) -> dict[str, Any]:
    """Return random parameters for a question: 1 to 3 dimensions, groups up to depthwise, transposed ones."""
    dimensions, groups = rng.randint(1, 3), rng.choice([1, 1, 2, 3, 8])
    channels = groups * rng.randint(1, 64)
    parameters: dict[str, Any] = {"in_channels": channels, "out_channels": groups * rng.randint(1, 64)}
    if rng.random() < 0.2:
        groups = channels
        parameters["out_channels"] = channels * rng.randint(1, 3)
    if rng.random() < 0.5:
        parameters["kernel_size"] = [rng.randint(1, 9) for _ in range(dimensions)]
    else:
        parameters["kernel_size"] = rng.randint(1, 11)
    if isinstance(parameters["kernel_size"], int) or rng.random() < 0.3:
        parameters["dimensions"] = dimensions
    if groups > 1:
        parameters["groups"] = groups
    if rng.random() < 0.3:
        parameters["transposed"] = True
    return parameters
