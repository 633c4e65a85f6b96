"""Question type on the output shape of a transposed convolution: its solver, sentences on mistakes, and examples.

`transposed` also computes the shapes in a network.
"""

from __future__ import annotations

from random import Random
from typing import Any

from checker.derivation.weights import COMMON
from checker.solvers._sizes import Size
from checker.solvers.layers._layer_schema import Paddings, Sizes
from checker.solvers.shapes import _images as images
from checker.solvers.shapes import _windows as windows
from checker.solvers.shapes._images import DimensionsOrNone, Image, InputShape
from checker.solvers.shapes._tensors import Shape
from checker.solvers.shapes.conv_output_shape import filters, of_filters


def transposed_conv_output_shape(
    input_shape: InputShape,
    out_channels: Size,
    kernel_size: Sizes,
    stride: Sizes = 1,
    padding: Paddings = 0,
    output_padding: Paddings = 0,
    dilation: Sizes = 1,
    dimensions: DimensionsOrNone = None,
) -> Shape:
    """Shape of the output of a transposed convolution of 1 to 3 dimensions.

    Formula: along each axis (n - 1)s - 2p + d(k - 1) + output_padding + 1, which turns the formula of a convolution
        round; output_padding is added at one end.
    Shapes: input_shape is (C, H, W), or (C, L) or (C, D, H, W), and gives (out_channels, H', W'); layout channels_last
        (H, W, C).  A batch may come first, where a kernel_size that is a list, or `dimensions`, tells it apart.
        kernel_size k, stride s, padding p, output_padding and dilation d are one number for all axes or a list.
    Answer: a shape, a list of whole numbers.  The steps `height`, `width` (of one dimension `length`, of three also
        `depth`) are its sizes, `elements` is the number of its entries.
    Source: the documentation of PyTorch's nn.ConvTranspose2d, and equal to it.

    >>> transposed_conv_output_shape(input_shape=[16, 12, 20], out_channels=8, kernel_size=4, stride=2, padding=1)
    (8, 24, 40)
    """
    image = images.split(input_shape, kernel_size, dimensions)
    output = transposed(image, out_channels, kernel_size, stride, padding, output_padding, dilation)
    return images.result_shape(output, "out_channels")


def transposed(
    image: Image,
    out_channels: int,
    kernel_size: Sizes,
    stride: Sizes,
    padding: Paddings,
    output_padding: Paddings,
    dilation: Sizes,
) -> Image:
    """Return the shape after a transposed convolution, split into its parts."""
    sizes = windows.window_counts(image.sizes, kernel_size, stride, padding, dilation, output_padding, transposed=True)
    return Image(image.batch, filters(image.channels, out_channels), sizes)


explain = images.explain | windows.COUNT.explain({"transposed": True}) | of_filters

weights = images.weights | windows.weights_of(explain) | {"out_channels.as_input": COMMON}

examples: list[dict[str, Any]] = [
    {"input_shape": [16, 23, 12], "out_channels": 12, "kernel_size": 5, "stride": 3, "padding": 2, "output_padding": 1},
    {"input_shape": [24, 12, 20], "out_channels": 10, "kernel_size": 5, "stride": 3, "padding": 1, "output_padding": 1},
    {
        "input_shape": [8, 3, 15, 22],
        "out_channels": 20,
        "kernel_size": [4, 3],
        "stride": [3, 2],
        "padding": [1, 2],
        "output_padding": [2, 0],
        "dilation": [3, 2],
    },
    {"input_shape": [5, 12, 90], "out_channels": 7, "kernel_size": 9, "stride": 4, "padding": 3, "dimensions": 1},
]


def draw(rng: Random) -> dict[str, Any]:
    """Return random parameters for a question: 1 to 3 dimensions, with and without a batch, output_padding."""
    dims, parameters = images.draw_input(rng)
    parameters["out_channels"] = rng.randint(1, 64)
    if rng.random() < 0.8:
        stride = parameters["stride"] = images.draw_sizes(rng, 1, 4, dims)
        if rng.random() < 0.5:
            most = (stride if isinstance(stride, int) else min(stride)) - 1
            parameters["output_padding"] = images.draw_sizes(rng, 0, most, dims)
    if rng.random() < 0.4:
        parameters["dilation"] = images.draw_sizes(rng, 1, 3, dims)
    if rng.random() < 0.7:
        parameters["padding"] = images.draw_sizes(rng, 0, 3, dims)
    return parameters
