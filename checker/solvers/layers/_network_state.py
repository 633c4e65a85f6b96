"""The state of a network at one of its layers: the shape there, and what later layers need of the way to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from checker.solvers.shapes._images import Image
from checker.solvers.shapes._tensors import Shape

Layer = Mapping[str, Any]
Layers = Sequence[Layer]


class NetworkState(NamedTuple):
    """The state of a network before or after one of its layers."""

    image: Image
    """The input of the network."""
    dimensions: int
    """The number of sizes besides the channels; 0 once the shape is flattened."""
    shape: Shape
    """The right shape."""
    shown: Shape
    """The shape as a student writes it down."""
    is_channels_last: bool = False
    """Whether the channels come last."""
    is_answer: bool = False
    """Whether shapes are the answer: then they may be in a wrong order, and their entries may be added up."""
    unpooled: Shape | None = None
    """The input of the last pooling, if only layers that change no shape follow it."""
    inputs: Mapping[str, Shape] = {}  # replaced, never changed; a proxy could not be sent to workers
    """The input shape of each layer, by its path."""

    def parts(self, shape: Shape) -> Image:
        """Return batch, channels and sizes of a shape; in a row all numbers are channels."""
        batch, rest = shape[: -self.dimensions - 1], shape[-self.dimensions - 1 :]
        return Image(batch, rest[-1], rest[:-1]) if self.is_channels_last else Image(batch, rest[0], rest[1:])

    def joined(self, image: Image) -> Shape:
        """Return the shape of these parts."""
        batch, channels, sizes = image
        return (*batch, *sizes, channels) if self.is_channels_last else (*batch, channels, *sizes)

    def after(self, shape: Shape, shown: Shape | None = None) -> NetworkState:
        """Return the state one layer on, with its shape and the one that is written down."""
        return self._replace(shape=shape, shown=shape if shown is None else shown)


Rule = Callable[[Layer, NetworkState, str], NetworkState]
"""Returns the state after a layer, from the layer, the state before it, and its path."""
