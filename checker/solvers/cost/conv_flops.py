"""Question type on the floating-point operations of a convolution: its solver, sentences on mistakes, and examples."""

from __future__ import annotations

from math import prod
from random import Random
from typing import Any, get_args

from checker.derivation.weights import COMMON, RARE
from checker.engine.errors import ParameterError
from checker.engine.trace import choose, step
from checker.solvers._sizes import Size
from checker.solvers.cost import _operations as operations
from checker.solvers.layers._layer_schema import Sizes
from checker.solvers.shapes import _images as images
from checker.solvers.shapes import _windows as windows
from checker.solvers.shapes._images import DimensionsOrNone, InputShape
from checker.solvers.shapes._windows import PaddingsOrNamed


def conv_flops(
    input_shape: InputShape,
    out_channels: Size,
    kernel_size: Sizes,
    stride: Sizes = 1,
    padding: PaddingsOrNamed = 0,
    dilation: Sizes = 1,
    groups: Size = 1,
    dimensions: DimensionsOrNone = None,
    batch_size: Size | None = None,
    pass_: operations.Pass = "forward",  # noqa: S107 - no password
) -> int:
    """Count the floating-point operations of a convolution of 1 to 3 dimensions.

    Formula: 2·(in_channels / groups)·k·k for each of the out_channels·H'·W' numbers of the output, times the batch.
        Training takes three times as many: the backward pass has two such products.
    Sizes: as conv_output_shape, which gives H' and W'; a batch comes first in input_shape, or as batch_size.
    Answer: a whole number of FLOPs.  The additions of biases are not counted.
    Source: He et al. 2016, table 1, which counts multiply-adds.  Equal to PyTorch's FlopCounterMode.

    >>> conv_flops(input_shape=[3, 224, 224], out_channels=64, kernel_size=7, stride=2, padding=3)
    236027904
    """
    image = images.split(input_shape, kernel_size, dimensions)
    if image.batch and batch_size is not None:
        raise ParameterError("batch_size", "is given, and input_shape has a batch; give one of them")
    for name, channels in (("in_channels", image.channels), ("out_channels", out_channels)):
        if channels % groups:
            raise ParameterError("groups", f"must divide {name} = {channels}")
    sizes = windows.window_counts(image.sizes, kernel_size, stride, padding, dilation)
    places = choose("positions", prod(sizes), one=1, as_input=prod(image.sizes), one_side=sizes[0])
    positions = step(
        "positions", places, " · ".join(windows.AXES[len(sizes)]) if places == prod(sizes) else str(places)
    )

    per_mac = operations.multiply_add()
    seen, filters = choose(
        "groups",
        (image.channels // groups, out_channels),
        ignored=(image.channels, out_channels),
        one_only=(image.channels // groups, out_channels // groups),
    )
    seen = choose("in_channels", seen, left_out=1)
    kernel = windows.each("kernel_size", kernel_size, len(sizes))
    cells = choose("kernel_area", prod(kernel), one_side=kernel[0], left_out=1)
    additions = choose("additions", 0, one_less=1 - per_mac, with_biases=1)
    per_number = step(
        "per_number",
        per_mac * seen * cells + additions,
        [("flops_per_mac · in_channels · kernel_area", 1), ("additions", additions)],
        flops_per_mac=per_mac,
        in_channels=seen,
        kernel_area=cells,
        additions=additions,
    )
    filters = choose("out_channels", filters, left_out=1)
    per_image = step(
        "per_image", per_number * filters * positions, "per_number · out_channels · positions", out_channels=filters
    )
    batch = choose("batch", prod(image.batch) * (batch_size or 1), left_out=1)
    return operations.pass_total(per_image, batch, "per_image", pass_)


explain = (
    operations.explain
    | windows.explain
    | windows.rounding
    | {id_: images.explain[id_] for id_ in ("layout.channels_first", "layout.channels_last")}
    | {
        "additions.one_less": "You counted one addition fewer than multiplications. "
        "Count one addition for each multiplication.",
        "additions.with_biases": "You also counted the additions of biases. Count only multiply-adds with weights.",
        "batch.left_out": "You counted a single image. Multiply by the batch size.",
        "positions.one": "You used each weight once. The kernel is applied at every position of the output.",
        "positions.as_input": "You applied the kernel at every position of the input. "
        "Count the positions of the output.",
        "positions.one_side": "You used one side of the output only. Multiply all its sides.",
        "groups.ignored": "You let every filter see all channels. "
        "With groups a filter sees only the channels of its group.",
        "groups.one_only": "You divided the output channels by the number of groups as well, which counts one group. "
        "Every group has filters.",
        "in_channels.left_out": "You left out the channels of the input. A filter spans all channels that it sees.",
        "kernel_area.one_side": "You used one side of the kernel only. Count all cells of the kernel.",
        "kernel_area.left_out": "You left out the size of the kernel. "
        "Each number of the output uses all cells of the kernel.",
        "out_channels.left_out": "You counted one filter. Each output channel has one.",
    }
)

weights = (
    operations.weights
    | windows.weights
    | {
        "additions": RARE,
        "positions.one": COMMON,
        "positions.as_input": COMMON,
        "positions.one_side": RARE,
        "groups": COMMON,
        "in_channels": COMMON,
        "kernel_area.left_out": RARE,
        "out_channels": COMMON,
    }
)

units = dict.fromkeys(("positions", "length", "depth", "height", "width"), "")

examples: list[dict[str, Any]] = [
    {"input_shape": [16, 83, 179], "out_channels": 48, "kernel_size": 5, "stride": 3, "padding": 1, "batch_size": 4},
    {"input_shape": [3, 224, 224], "out_channels": 64, "kernel_size": 7, "stride": 2, "padding": 3, "batch_size": 5},
    {"input_shape": [6, 61, 90], "out_channels": 20, "kernel_size": [4, 3], "stride": 3, "groups": 2, "dilation": 2},
    {"input_shape": [4, 8, 300], "out_channels": 12, "kernel_size": 9, "stride": 4, "padding": 2, "dimensions": 1},
    {"input_shape": [4, 300], "out_channels": 12, "kernel_size": 5, "dilation": 2, "dimensions": 1},
    {"input_shape": [64, 57, 43], "out_channels": 48, "kernel_size": 3, "padding": 1, "pass": "training"},
]


def draw(rng: Random) -> dict[str, Any]:
    """Return random parameters for a question: convolutions of 1 to 3 dimensions, with and without groups."""
    dims, parameters = images.draw_input(rng)
    groups = rng.choice([1, 1, 2, 3])
    parameters["input_shape"][-dims - 1] *= groups
    parameters |= {"out_channels": groups * rng.randint(1, 32), "groups": groups}
    parameters["stride"] = images.draw_sizes(rng, 1, 4, dims)
    parameters["dilation"] = images.draw_sizes(rng, 1, 3, dims)
    parameters["padding"] = images.draw_sizes(rng, 0, 3, dims)
    return parameters | {"pass": rng.choice(get_args(operations.Pass))}
