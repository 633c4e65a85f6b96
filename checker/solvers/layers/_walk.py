"""The one walk over a list of layers: the shape that reaches each, and the shape that it gives out.

The steps are layer_1, layer_2 ...; inside a residual or a repetition layer_3.layer_1 ..., layer_3.shortcut.layer_1 ...
Where a student only writes a shape down in another order, the walk goes on with the right one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import prod
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from checker.engine.errors import ParameterError
from checker.engine.trace import ValueWithState, apply, choose, step
from checker.solvers.shapes import _images as images
from checker.solvers.shapes import _tensors as tensors
from checker.solvers.shapes._images import Image
from checker.solvers.shapes._tensors import Shape
from checker.solvers.shapes._windows import AXES
from checker.solvers.shapes.conv_output_shape import convolved
from checker.solvers.shapes.pool_output_shape import pooled
from checker.solvers.shapes.recurrent_output_shape import recurrent_output_shape
from checker.solvers.shapes.transposed_conv_output_shape import transposed

Layer = Mapping[str, Any]
Layers = Sequence[Layer]

MOST: Final = 250
"""So many layers a network may have in all; one that is repeated counts once."""

DEEPEST: Final = 6
"""So deep residuals and repetitions may be nested."""

UNCHANGED: Final = frozenset({"batch_norm", "relu", "tanh", "softmax", "dropout"})
"""The layers that change no shape."""


class NetworkState(NamedTuple):
    """What is known at one point of the way through a network."""

    image: Image
    """What goes in."""
    dimensions: int
    """Of what is here: the number of sizes beside the channels; 0 once it is flattened."""
    here: Shape
    """The shape that the last layer gave out ..."""
    told: Shape
    """... and as it is written down."""
    is_last: bool = False
    """Whether the channels stand last."""
    is_asked: bool = False
    """Whether shapes are what the question asks for: then they may be written in a wrong order, or added up."""
    unpooled: Shape | None = None
    """What the pooling took in, where nothing but unchanging layers stands between it and here."""
    into: Mapping[str, Shape] = MappingProxyType({})
    """The shape that reaches each layer, by its path."""

    def parts(self, shape: Shape) -> Image:
        """Batch, channels and sizes; of a row all its numbers are channels."""
        batch, rest = shape[: -self.dimensions - 1], shape[-self.dimensions - 1 :]
        return Image(batch, rest[-1], rest[:-1]) if self.is_last else Image(batch, rest[0], rest[1:])

    def joined(self, image: Image) -> Shape:
        """The shape of these parts."""
        batch, channels, sizes = image
        return (*batch, *sizes, channels) if self.is_last else (*batch, channels, *sizes)

    def at(self, here: Shape, shown: Shape | None = None) -> NetworkState:
        """One layer on: the shape there, and as it is written down."""
        return self._replace(here=here, told=here if shown is None else shown)


Rule = Callable[[Layer, NetworkState, str], NetworkState]
"""The way after a layer, by its path."""


def numbered(layers: Layers) -> Iterator[tuple[str, Layer]]:
    """The layers with the names of their steps."""
    for number, layer in enumerate(layers, 1):
        yield f"layer_{number}", layer


def shapes(way: NetworkState, layers: Layers, path: str = "") -> ValueWithState:
    """The shape after these layers, and the way there."""
    after = chain(way, layers, path)
    return ValueWithState(step("total", after.told, how=f"layer_{len(layers)}"), after)


def chain(way: NetworkState, layers: Layers, path: str = "") -> NetworkState:
    """The way after these layers, each of which is a step."""
    beside = "input_shape"
    for name, layer in numbered(layers):
        at, kind = path + name, layer["type"]
        if len(way.into) >= MOST or at.count(".") > DEEPEST:
            raise ParameterError("layers", f"must be at most {MOST} in all, nested at most {DEEPEST} deep")
        way = way._replace(into={**way.into, at: way.here})
        if kind in UNCHANGED:
            step(name, way.told, beside)
        else:
            unpooled = (way.unpooled or way.here) if kind == "pool" else None
            passing = step(name, _after, layer=layer, way=way, at=at)
            way = passing.state
            if passing.is_overridden:
                way = way.at(passing.value)
            way = way._replace(unpooled=unpooled)
        beside = name
    return way


def _after(layer: Layer, way: NetworkState, at: str) -> ValueWithState:
    """The way after one layer.  What does not go together is told of the list, with its place in it."""
    try:
        after = RULES[layer["type"]](layer, way, at)
    except ParameterError as error:
        if error.parameter == "layers":
            raise
        raise ParameterError("layers", f"must go together, but in {at} {error}") from None
    return ValueWithState(after.told, after)


def _windowed(transform: Callable[..., Image], channels_name: str, **defaults: Any) -> Rule:
    """The rule of a layer that moves windows over an image."""

    def rule(layer: Layer, way: NetworkState, at: str) -> NetworkState:
        if not way.dimensions:
            raise ParameterError("layers", f"must go together, but {at} needs an image or a sequence")
        image, groups = way.parts(way.here), layer.get("groups", 1)
        if image.channels % groups:
            raise ParameterError("groups", f"must divide the channels, of which {image.channels} come in")
        if (out := layer.get("out_channels", groups)) % groups:
            raise ParameterError("groups", f"must divide out_channels = {out}")
        given = {name: value for name, value in layer.items() if name not in {"type", "biases", "groups"}}
        return _image(transform(image, **(defaults | given)), way, channels_name)

    return rule


def _image(image: Image, way: NetworkState, channels_name: str) -> NetworkState:
    here = way.joined(image)
    if way.is_asked:
        return way.at(here, images.written(image, channels_name))
    how = f"({', '.join([channels_name, *AXES[len(image.sizes)]])})"
    return way.at(here, step("total", here, how, **{channels_name: image.channels}))


def _told(batch: Shape, rest: Shape, how: str, way: NetworkState, **sizes: int) -> NetworkState:
    """The way at a shape without channels, its batch first."""
    here = (*batch, *rest)
    if way.image.batch:
        batch = choose("batch", batch, left_out=())
        how = f"batch_size, {how}"
        sizes |= {"batch_size": batch[0]} if batch else {}
    shown = step("total", (*batch, *rest), f"({how})", **sizes)
    return way.at(here, tensors.with_elements(shown) if way.is_asked else shown)


def _adaptive_pool(layer: Layer, way: NetworkState, at: str) -> NetworkState:
    (batch, channels, sizes), given = way.parts(way.here), layer["output_size"]
    pooled_to = tuple(given) if isinstance(given, list) else (given,) * len(sizes)
    if not sizes or len(pooled_to) != len(sizes):
        raise ParameterError("layers", f"must go together, but {at} gives {given} to {len(sizes)} dimensions")
    windows = tuple(apply(max, size // window, 1) for size, window in zip(sizes, pooled_to, strict=True))
    out = choose("adaptive_pool", pooled_to, left_out=sizes, as_window=windows)
    for axis, size in zip(AXES[len(out)], out, strict=True):
        step(axis, size, how="output_size")
    return _image(Image(batch, channels, out), way, "channels")


def _flatten(_: Layer, way: NetworkState, __: str) -> NetworkState:
    batch, channels, sizes = way.parts(way.here)
    numbers, before_pool = way.here[len(batch) :], way.parts(way.unpooled or way.here)
    of_image = way.image.sizes if len(way.image.sizes) == len(sizes) else sizes
    features = choose(
        "flatten",
        prod(numbers),
        no_channels=prod(sizes) if sizes else channels,
        one_direction=channels * prod(sizes[:1]),
        channels_only=channels,
        before_pool=prod(before_pool.sizes) * before_pool.channels,
        of_the_image=channels * prod(of_image),
    )
    features = step("features", features, how=lambda: " · ".join(map(str, numbers)))
    if way.image.batch:
        batch, features = choose("flatten_batch", (batch, features), multiplied=((), prod(batch) * features))
    return _told(batch, (features,), "features", way._replace(dimensions=0))


def _linear(layer: Layer, way: NetworkState, _: str) -> NetworkState:
    out = layer["out_features"]
    batch, rest = way.here[: -way.dimensions - 1], way.here[-way.dimensions - 1 :]
    if way.dimensions:
        given = choose("linear", (*rest[:-1], out), one_row=(out,), first_axis=(out, *rest[1:]), appended=(*rest, out))
    else:
        given = (out,)
    how = ", ".join([*map(str, given[:-1]), "out_features"])
    return _told(batch, given, how, way, out_features=out)


def _embedding(layer: Layer, way: NetworkState, at: str) -> NetworkState:
    if at != "layer_1" or way.dimensions:
        raise ParameterError("layers", "must have an embedding as the first only, with an input_shape of tokens")
    batch, tokens, _ = way.parts(way.here)
    width, vocabulary = layer["embedding_dim"], layer["num_embeddings"]
    out = choose(
        "embedding",
        (tokens, width),
        vocabulary=(tokens, vocabulary),
        as_table=(vocabulary, width),
        one_token=(1, width),
        exchanged=(width, tokens),
    )
    return _told(batch, out, f"{tokens}, embedding_dim", way._replace(dimensions=1), embedding_dim=width)


def _recurrent(layer: Layer, way: NetworkState, at: str) -> NetworkState:
    if way.dimensions != 1:
        raise ParameterError("layers", f"must go together, but {at} needs a sequence")
    given = {name: value for name, value in layer.items() if name != "type"}
    is_batch = len(way.here) > 2
    return way.at(recurrent_output_shape(input_shape=list(way.here), batch_first=is_batch, **given))


def _residual(layer: Layer, way: NetworkState, at: str) -> NetworkState:
    """What the layers give out, and beside it what passes them by."""
    layers, shortcut = layer["layers"], layer.get("shortcut")
    after = chain(way, layers, f"{at}.")
    beside = way._replace(into=after.into)
    if shortcut:
        beside = step("shortcut", shapes, way=beside, layers=shortcut, path=f"{at}.shortcut.").state
    if beside.here != after.here or after.dimensions != way.dimensions:
        shapes_ = f"{after.here} and {beside.here}"
        raise ParameterError("layers", f"must go together, but {at} adds the shapes {shapes_}")
    way = after._replace(into=beside.into)
    batch, channels, sizes = way.parts(way.here)
    both = way.joined(Image(batch, 2 * channels, sizes))
    here, shown = choose("residual", (way.here, way.told), concatenated=(both, both))
    return way.at(here, step("total", shown, how=f"layer_{len(layers)}"))


def _repeat(layer: Layer, way: NetworkState, at: str) -> NetworkState:
    """What is repeated gives out the shape that it takes in, so that once is enough."""
    after = chain(way, layer["layers"], f"{at}.")
    if after.here != way.here:
        raise ParameterError("layers", f"must go together, but {at} repeats what turns {way.here} into {after.here}")
    return after.at(after.here, step("total", after.told, how=f"layer_{len(layer['layers'])}"))


RULES: Final[Mapping[str, Rule]] = {
    "conv": _windowed(convolved, "out_channels", stride=1, padding=0, dilation=1),
    "transposed_conv": _windowed(transposed, "out_channels", stride=1, padding=0, output_padding=0, dilation=1),
    "pool": _windowed(pooled, "channels", stride=None, padding=0),
    "adaptive_pool": _adaptive_pool,
    "flatten": _flatten,
    "linear": _linear,
    "embedding": _embedding,
    "recurrent": _recurrent,
    "residual": _residual,
    "repeat": _repeat,
}

explain = {
    "adaptive_pool.left_out": "You left the adaptive pooling out; its output has the size that is given for it, "
    "whatever comes in.",
    "adaptive_pool.as_window": "You took the output size of the adaptive pooling for the size of its windows.",
    "flatten.no_channels": "You left the channels out when flattening; every channel has a map of its own.",
    "flatten.one_direction": "You took only one side of the feature maps when flattening; every number in them counts.",
    "flatten.channels_only": "You took one number for each channel when flattening; each channel has a whole map.",
    "flatten.before_pool": "You flattened what the last pooling takes in; flatten what it gives out.",
    "flatten.of_the_image": "You flattened maps of the size of the input; "
    "strides, windows and poolings make them smaller on the way.",
    "residual.concatenated": "You put the channels of the shortcut beside those of the layers; "
    "the two are added, entry by entry.",
}
"""Of all networks.  What only some of them have is told below."""

of_batches = {
    "flatten_batch.multiplied": "You multiplied by the batch when flattening; each example keeps a row of its own."
}

of_axes = {
    "linear.one_row": "You gave one row of out_features; a linear layer acts on the last axis and keeps the others.",
    "linear.first_axis": "You let the linear layer act on the first axis; it acts on the last.",
    "linear.appended": "You appended the outputs as a new axis; they take the place of the last one.",
    "embedding.vocabulary": "You gave each token as many numbers as the vocabulary has tokens; "
    "its vector has embedding_dim numbers.",
    "embedding.as_table": "You gave the shape of the table; of it only the rows of these tokens come out.",
    "embedding.one_token": "You gave the vector of one token; every token has one.",
    "embedding.exchanged": "You exchanged tokens and dimensions; an embedding has a row for each token.",
}

weights = {
    "adaptive_pool.as_window": 1,
    "flatten.no_channels": 4,
    "flatten.before_pool": 4,
    "flatten.one_direction": 1,
    "flatten.channels_only": 1,
}

of_axes_weights = {"linear.first_axis": 1, "embedding.exchanged": 1, "embedding.as_table": 1}
