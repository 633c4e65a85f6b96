"""The shape that each kind of layer gives out, given the shape that goes in, right and as the student writes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import prod
from typing import Any, NamedTuple

from checker.engine.errors import ParameterError
from checker.engine.trace import choose, step, wrong
from checker.engine.weights import COMMON, RARE
from checker.solvers.formula_types import Shape, formula_type, with_elements

Layer = Mapping[str, Any]


class Image(NamedTuple):
    """A shape split into batch, channels and sizes."""

    batch: Shape
    channels: int
    sizes: Shape


class State(NamedTuple):
    """The shape of the data before or after one layer of a network."""

    image: Image
    """The input of the network."""
    dimensions: int
    """The number of sizes besides the channels; 0 once the shape is flattened."""
    shape: Shape
    """The right shape."""
    shown: Shape
    """The shape as a student writes it down."""
    is_channels_last: bool = False
    is_answer: bool = False
    """Whether shapes are the answer: then they may be in a wrong order, and their entries may be added up."""
    unpooled: Shape | None = None
    """The input of the last pooling, if only layers that change no shape follow it."""
    inputs: Mapping[str, Shape] = {}  # replaced, never changed; a proxy could not be sent to workers
    """The input shape of each layer, by its path."""

    def parts(self, shape: Shape) -> Image:
        """Return a shape as batch, channels and sizes; the length of a row counts as its channels."""
        batch, rest = shape[: -self.dimensions - 1], shape[-self.dimensions - 1 :]
        return Image(batch, rest[-1], rest[:-1]) if self.is_channels_last else Image(batch, rest[0], rest[1:])

    def joined(self, image: Image) -> Shape:
        """Return the shape that consists of these parts, in the layout of the question."""
        batch, channels, sizes = image
        return (*batch, *sizes, channels) if self.is_channels_last else (*batch, channels, *sizes)

    def after(self, shape: Shape, shown: Shape | None = None) -> State:
        """Return the state after one more layer, with its right shape and the one that is written down."""
        return self._replace(shape=shape, shown=shape if shown is None else shown)


Rule = Callable[[Layer, State, str], State]
"""Returns the state after a layer, given the layer, the state before it, and its path."""


def windowed(name: str) -> Rule:
    """Return the rule for a layer that moves windows over an image, by the question type of its shape."""
    type_ = formula_type(name)

    def rule(layer: Layer, state: State, path: str) -> State:
        if not state.dimensions:
            raise ParameterError("layers", f"must fit together, but {path} needs an image or a sequence")
        image, groups = state.parts(state.shape), layer.get("groups", 1)
        if image.channels % groups:
            raise ParameterError("groups", f"must divide the number of input channels, {image.channels}")
        if layer.get("out_channels", groups) % groups:
            raise ParameterError("groups", f"must divide out_channels = {layer['out_channels']}")
        given = {name: value for name, value in layer.items() if name in type_.sizes}
        context = {"input_shape": state.shape, "dimensions": state.dimensions, "is_answer": state.is_answer}
        values = type_.before_result(**given, **context)
        out = Image(image.batch, values["channels"], values["axes"])
        if name == "pool_output_shape":
            says = "You left out the pooling. It makes the feature maps smaller."
            out = choose("poolings", out, left_out=wrong(image, says, COMMON))
        return _image(out, state)

    return rule


def _image(image: Image, state: State) -> State:
    shape = state.joined(image)
    if not state.is_answer:
        return state.after(shape, step("total", shape, str(shape)))
    batch = image.batch[0] if image.batch else 0
    return state.after(shape, formula_type("_image_shape")(batch=batch, channels=image.channels, axes=image.sizes))


def _without_channels(batch: Shape, row: Shape, how: str, state: State, **sizes: int) -> State:
    """Return the state with a shape without channels, its batch first."""
    shape = (*batch, *row)
    if state.image.batch:
        batch = choose(
            "batch", batch, left_out=wrong((), "You left out the batch. It comes first in the output as well.", COMMON)
        )
        how = f"batch_size, {how}"
        sizes |= {"batch_size": batch[0]} if batch else {}
    shown = step("total", (*batch, *row), f"({how})", **sizes)
    return state.after(shape, with_elements(shown) if state.is_answer else shown)


def adaptive_pool(layer: Layer, state: State, path: str) -> State:
    (batch, channels, sizes), given = state.parts(state.shape), layer["output_size"]
    pooled_to = tuple(given) if isinstance(given, list) else (given,) * len(sizes)
    if not sizes or len(pooled_to) != len(sizes):
        raise ParameterError("layers", f"must fit together, but {path} gives {given} to {len(sizes)} dimensions")
    windows = tuple(max(size // window, 1) for size, window in zip(sizes, pooled_to, strict=True))
    out = choose(
        "adaptive_pool",
        pooled_to,
        left_out=wrong(sizes, "You left out the adaptive pooling. Its output always has the given size."),
        as_window=wrong(windows, "You used the output size of the adaptive pooling as the size of its windows.", RARE),
    )
    for axis, size in zip(("depth", "height", "width")[-len(out) :] if len(out) > 1 else ("length",), out, strict=True):
        step(axis, size, how="output_size")
    return _image(Image(batch, channels, out), state)


def flatten(_: Layer, state: State, __: str) -> State:
    batch, channels, sizes = state.parts(state.shape)
    numbers, before_pool = state.shape[len(batch) :], state.parts(state.unpooled or state.shape)
    of_image = state.image.sizes if len(state.image.sizes) == len(sizes) else sizes
    is_of_grey_image = channels == 1 and len(sizes) > 1 and state.shape == state.joined(state.image)
    features = choose(
        "flatten",
        prod(numbers),
        no_channels=wrong(
            prod(sizes) if sizes else channels,
            "You left out the channels when flattening. Every channel has its own map.",
            COMMON,
        ),
        one_direction=wrong(
            channels * prod(sizes[:1]),
            "You used only one side of the feature maps when flattening. Multiply all their sizes.",
            RARE,
        ),
        channels_only=wrong(
            channels, "You counted one number for each channel when flattening. Each channel has a whole map.", RARE
        ),
        before_pool=wrong(
            prod(before_pool.sizes) * before_pool.channels,
            "You flattened the input of the last pooling. Flatten its output.",
            COMMON,
        ),
        of_the_image=wrong(
            channels * prod(of_image),
            "You flattened maps as large as the input of the network. Use the size that reaches this layer.",
        ),
        as_colours=wrong(
            3 * prod(sizes) if is_of_grey_image else prod(numbers),
            "You took the three channels of a colour image. This image has one channel.",
            RARE,
        ),
    )
    features = step("features", features, how=lambda: " · ".join(map(str, numbers)))
    if state.image.batch:
        says = "You multiplied by the batch size when flattening. Each example keeps its own row."
        multiplied = wrong(((), prod(batch) * features), says)
        batch, features = choose("flatten_batch", (batch, features), multiplied=multiplied)
    return _without_channels(batch, (features,), "features", state._replace(dimensions=0))


def linear(layer: Layer, state: State, _: str) -> State:
    out = layer["out_features"]
    batch, row = state.shape[: -state.dimensions - 1], state.shape[-state.dimensions - 1 :]
    out_row: Shape = (*row[:-1], out)
    if state.dimensions:
        out_row = choose(
            "linear",
            out_row,
            one_row=wrong(
                (out,), "You gave a single row of outputs. A linear layer acts on the last axis and keeps the others."
            ),
            first_axis=wrong(
                (out, *row[1:]), "You applied the linear layer to the first axis. It acts on the last.", RARE
            ),
            appended=wrong((*row, out), "You appended the outputs as a new axis. They replace the last axis."),
        )
    how = ", ".join([*map(str, out_row[:-1]), "out_features"])
    return _without_channels(batch, out_row, how, state, out_features=out)


def embedding(layer: Layer, state: State, path: str) -> State:
    if path != "layer_1" or state.dimensions:
        raise ParameterError("layers", "must have an embedding as the first only, with an input_shape of tokens")
    batch, tokens, _ = state.parts(state.shape)
    width, vocabulary = layer["embedding_dim"], layer["num_embeddings"]
    out = choose(
        "embedding",
        (tokens, width),
        as_vocabulary=wrong(
            (tokens, vocabulary),
            "You gave each token as many numbers as the vocabulary has tokens. Use the embedding width.",
        ),
        as_table=wrong(
            (vocabulary, width), "You gave the shape of the whole table. Only the rows of these tokens come out.", RARE
        ),
        one_token=wrong((1, width), "You gave the vector of one token. Every token has one."),
        swapped=wrong((width, tokens), "You swapped the tokens and the embedding width. Each token has a row.", RARE),
    )
    return _without_channels(batch, out, f"{tokens}, embedding_dim", state._replace(dimensions=1), embedding_dim=width)


def recurrent(layer: Layer, state: State, path: str) -> State:
    """Return the state after a recurrent layer: its outputs at all time steps."""
    if state.dimensions != 1:
        raise ParameterError("layers", f"must fit together, but {path} needs a sequence")
    sizes = {name: value for name, value in layer.items() if name != "type"}
    given = {"input_shape": list(state.shape), "batch_first": len(state.shape) > 2}
    return state.after(formula_type("recurrent_output_shape")(**given, **sizes))
