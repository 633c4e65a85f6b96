"""Question type on the output shape of a pooling: its solver, the sentences about its mistakes, and examples.

`pooled` also computes the shapes in a network.
"""

from __future__ import annotations

from random import Random
from typing import Any, Literal

from checker.derivation.weights import COMMON, RARE, USUAL
from checker.engine.errors import ParameterError
from checker.engine.trace import choose
from checker.solvers.layers._layer_schema import Sizes
from checker.solvers.shapes import _images as images
from checker.solvers.shapes import _windows as windows
from checker.solvers.shapes._images import DimensionsOrNone, Image, InputShape
from checker.solvers.shapes._tensors import Shape
from checker.solvers.shapes._windows import PaddingsOrNamed


def pool_output_shape(
    input_shape: InputShape,
    kernel_size: Sizes,
    stride: Sizes | None = None,
    padding: PaddingsOrNamed = 0,
    dilation: Sizes = 1,
    ceil_mode: bool = False,
    mode: Literal["max", "average"] = "max",
    dimensions: DimensionsOrNone = None,
) -> Shape:
    """Shape of the output of a maximum or average pooling of 1 to 3 dimensions.

    Formula: along each axis ⌊(n + 2p - d(k - 1) - 1) / s⌋ + 1; with ceil_mode rounded up, but no window begins in the
        padding on the far side; with padding `same` ⌈n / s⌉, with `valid` p = 0.
    Shapes: input_shape is (C, H, W), or (C, L) or (C, D, H, W), and gives (C, H', W'); layout channels_last (H, W, C).
        A batch may come first, where a kernel_size that is a list, or `dimensions`, tells it apart.  kernel_size k,
        stride s (default k), padding p and dilation d are one number for all axes or a list.
    Answer: a shape, a list of whole numbers.  The steps `height`, `width` (of one dimension `length`, of three also
        `depth`) are its sizes, `elements` is the number of its entries.
    Source: the documentation of PyTorch's nn.MaxPool2d and nn.AvgPool2d, and equal to them; `same`: that of Keras.

    >>> pool_output_shape(input_shape=[16, 15, 24], kernel_size=2)
    (16, 7, 12)
    """
    image = images.split(input_shape, kernel_size, dimensions)
    if mode == "average" and windows.each("dilation", dilation, len(image.sizes)) != (1,) * len(image.sizes):
        raise ParameterError("dilation", "must be 1 with mode average")
    return images.result_shape(pooled(image, kernel_size, stride, padding, dilation, ceil_mode=ceil_mode), "channels")


def pooled(
    image: Image,
    kernel_size: Sizes,
    stride: Sizes | None,
    padding: PaddingsOrNamed,
    dilation: Sizes = 1,
    *,
    ceil_mode: bool = False,
) -> Image:
    """Return the shape after a pooling, split into its parts; a stride that is not given is the kernel size.

    Raise ParameterError for a padding beyond half of the kernel, or `same` with ceil_mode, and ValueError if a
    student's mistake leaves no channel.
    """
    dims = len(image.sizes)
    if padding == "same" and ceil_mode:
        raise ParameterError("ceil_mode", "must be false with padding `same`, which says how many windows there are")
    if not isinstance(padding, str):
        paddings, kernels = windows.each("padding", padding, dims), windows.each("kernel_size", kernel_size, dims)
        if any(2 * p > k for p, k in zip(paddings, kernels, strict=True)):
            raise ParameterError("padding", "must be at most half of kernel_size")
    stride = kernel_size if stride is None else stride
    sizes = windows.window_counts(image.sizes, kernel_size, stride, padding, dilation, ceil_mode=ceil_mode)
    first = windows.each("stride", stride, dims)[0]
    channels = choose("channels", image.channels, divided=image.channels // first, one=1)
    if channels < 1:
        raise ValueError("no channel is left")
    return Image(image.batch, channels, sizes)


of_channels = {
    "channels.divided": "You divided the channels as well. Pooling keeps all channels.",
    "channels.one": "You pooled all channels into one. Pooling keeps all channels.",
}

explain = images.explain | windows.COUNT.explain({}) | windows.COUNT.explain({"ceil_mode": True}) | of_channels

weights = (
    images.weights
    | windows.weights_of(explain)
    | {"stride.ignored": COMMON, "channels.one": RARE, "stride.as_kernel_size": USUAL}
)

may_fail = {"channels.divided"}  # there may be fewer channels than the stride

examples: list[dict[str, Any]] = [
    {"input_shape": [16, 59, 28], "kernel_size": 4},
    {"input_shape": [16, 33, 50], "kernel_size": 2},
    {"input_shape": [24, 55, 71], "kernel_size": 4, "stride": 3, "padding": 1},
    {"input_shape": [8, 12, 60, 41], "kernel_size": [5, 4], "stride": [4, 3], "padding": [2, 1], "ceil_mode": True},
    {"input_shape": [6, 21, 200], "kernel_size": 3, "stride": 5, "dilation": 4, "dimensions": 1},
    {"input_shape": [6, 200], "kernel_size": 5, "stride": 1, "dilation": 2, "dimensions": 1},
    {"input_shape": [10, 27, 38], "kernel_size": 2, "stride": 3, "padding": 1, "ceil_mode": True, "mode": "average"},
    {"input_shape": [9, 31, 44], "kernel_size": 4, "stride": 3, "padding": "same"},
]


def draw(rng: Random) -> dict[str, Any]:
    """Return random parameters for a question: 1 to 3 dimensions, with and without a batch, stride and padding."""
    dims, parameters = images.draw_input(rng)
    if rng.random() < 0.6:
        parameters["stride"] = images.draw_sizes(rng, 1, 6, dims)
    if rng.random() < 0.5:
        parameters["mode"] = "average"
    elif rng.random() < 0.5:
        parameters["dilation"] = images.draw_sizes(rng, 1, 3, dims)
    kernel = parameters["kernel_size"]
    if rng.random() < 0.6:
        parameters["padding"] = rng.randint(0, (kernel if isinstance(kernel, int) else min(kernel)) // 2)
    elif rng.random() < 0.7:
        parameters["padding"] = rng.choice(["same", "same", "valid"])
    if parameters.get("padding") != "same" and rng.random() < 0.5:
        parameters["ceil_mode"] = True
    return parameters
