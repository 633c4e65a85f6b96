"""Question type on the output shape of a convolution: its solver, the sentences about its mistakes, and examples.

`convolved` also computes the shapes in a network.
"""

from __future__ import annotations

from random import Random
from typing import Any

from checker.derivation.weights import COMMON
from checker.engine.trace import choose
from checker.solvers._sizes import Size
from checker.solvers.layers._layer_schema import Sizes
from checker.solvers.shapes import _images as images
from checker.solvers.shapes import _windows as windows
from checker.solvers.shapes._images import DimensionsOrNone, Image, InputShape
from checker.solvers.shapes._tensors import Shape
from checker.solvers.shapes._windows import PaddingsOrNamed


def conv_output_shape(
    input_shape: InputShape,
    out_channels: Size,
    kernel_size: Sizes,
    stride: Sizes = 1,
    padding: PaddingsOrNamed = 0,
    dilation: Sizes = 1,
    dimensions: DimensionsOrNone = None,
) -> Shape:
    """Shape of the output of a convolution of 1 to 3 dimensions.

    Formula: along each axis ⌊(n + 2p - d(k - 1) - 1) / s⌋ + 1; with padding `same` ⌈n / s⌉, with `valid` p = 0.
    Shapes: input_shape is (C, H, W), or (C, L) or (C, D, H, W), and gives (out_channels, H', W'); layout channels_last
        (H, W, C).  A batch may come first, where a kernel_size that is a list, or `dimensions`, tells it apart.
        kernel_size k, stride s, padding p and dilation d are one number for all axes or a list.
    Answer: a shape, a list of whole numbers.  The steps `height`, `width` (of one dimension `length`, of three also
        `depth`) are its sizes, `elements` is the number of its entries.
    Source: the documentation of PyTorch's nn.Conv2d, and equal to it; `same` with a stride: that of Keras.

    >>> conv_output_shape(input_shape=[3, 32, 48], out_channels=16, kernel_size=5, stride=2, padding=1)
    (16, 15, 23)
    """
    image = images.split(input_shape, kernel_size, dimensions)
    return images.result_shape(convolved(image, out_channels, kernel_size, stride, padding, dilation), "out_channels")


def convolved(
    image: Image, out_channels: int, kernel_size: Sizes, stride: Sizes, padding: PaddingsOrNamed, dilation: Sizes
) -> Image:
    """Return the shape after a convolution, split into its parts."""
    sizes = windows.window_counts(image.sizes, kernel_size, stride, padding, dilation)
    return Image(image.batch, filters(image.channels, out_channels), sizes)


def filters(in_channels: int, out_channels: int) -> int:
    """Return the number of output channels, right or as the student of this run has it."""
    return choose("out_channels", out_channels, as_input=in_channels, product=in_channels * out_channels)


of_filters = {
    "out_channels.as_input": "You kept the channels of the input. The output has one channel for each filter.",
    "out_channels.product": "You multiplied the channels of input and output. "
    "Each filter adds up all channels that it reads.",
}

explain = images.explain | windows.COUNT.explain({}) | of_filters

weights = images.weights | windows.weights_of(explain) | {"out_channels.as_input": COMMON}

examples: list[dict[str, Any]] = [
    {"input_shape": [3, 46, 38], "out_channels": 8, "kernel_size": 5, "stride": 3, "padding": 1},
    {"input_shape": [3, 32, 48], "out_channels": 16, "kernel_size": 5, "stride": 2, "padding": 1},
    {
        "input_shape": [8, 3, 61, 90],
        "out_channels": 20,
        "kernel_size": [4, 3],
        "stride": [3, 4],
        "padding": [2, 1],
        "dilation": [3, 2],
    },
    {"input_shape": [5, 1, 200], "out_channels": 7, "kernel_size": 9, "stride": 4, "dilation": 2, "dimensions": 1},
    {"input_shape": [2, 20, 31, 42], "out_channels": 6, "kernel_size": 4, "stride": 3, "padding": 1},
    {"input_shape": [3, 37, 50], "out_channels": 12, "kernel_size": 5, "stride": 3, "padding": "same"},
]


def draw(rng: Random) -> dict[str, Any]:
    """Return random parameters for a question: 1 to 3 dimensions, with and without a batch, padding by name."""
    dims, parameters = images.draw_input(rng)
    parameters["out_channels"] = rng.randint(1, 64)
    if rng.random() < 0.6:
        parameters["stride"] = images.draw_sizes(rng, 1, 4, dims)
    if rng.random() < 0.4:
        parameters["dilation"] = images.draw_sizes(rng, 1, 3, dims)
    if rng.random() < 0.7:
        parameters["padding"] = images.draw_sizes(rng, 0, 3, dims)
    elif rng.random() < 0.5:
        parameters["padding"] = rng.choice(["same", "valid"])
    return parameters
