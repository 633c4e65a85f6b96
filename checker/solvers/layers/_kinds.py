"""The kinds of layers in networks: a table of their keys in problem files, their shapes and their parameters.

Also the walk through a list of layers.  The steps are layer_1, layer_2 ...; inside a residual or a repeat
layer_3.layer_1 ..., layer_3.shortcut.layer_1 ...  Where a student only writes a shape down in another order, the walk
goes on with the right one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from inspect import Parameter, signature
from math import prod
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, NamedTuple, NotRequired, TypedDict, Union, cast

from checker.engine.bounds import MaxLen, MinLen
from checker.engine.errors import ParameterError
from checker.engine.trace import ValueWithState, choose, convention, step, wrong
from checker.engine.weights import COMMON, RARE, USUAL
from checker.solvers._sizes import Size, Sizes
from checker.solvers.formula_types import Shape, formula_type
from checker.solvers.layers import _shapes as shapes
from checker.solvers.layers._shapes import Image, Layer, Rule, State

_MAX_LAYERS: Final = 250
"""Maximum number of layers in a network; one that is repeated counts once."""

_MAX_DEPTH: Final = 6
"""Maximum depth of nested residuals and repetitions."""


def numbered(layers: Sequence[Layer]) -> Iterator[tuple[str, Layer]]:
    """Yield each layer with the name of its step: `layer_1`, `layer_2` and so on."""
    for number, layer in enumerate(layers, 1):
        yield f"layer_{number}", layer


# shapes


def shapes_of(state: State, layers: Sequence[Layer], path: str = "") -> ValueWithState:
    """Return the shape after these layers, recorded as the total of a solver that others call, and the state there."""
    after = chain(state, layers, path)
    return ValueWithState(step("total", after.shown, how=f"layer_{len(layers)}"), after)


def chain(state: State, layers: Sequence[Layer], path: str = "") -> State:
    """Return the state after these layers, each of which is recorded as a step.

    Raise ParameterError if they do not fit together, or are too many or nested too deep.
    """
    before = "input_shape"
    for name, layer in numbered(layers):
        own_path, kind = path + name, layer["type"]
        if len(state.inputs) >= _MAX_LAYERS or own_path.count(".") > _MAX_DEPTH:
            raise ParameterError("layers", f"must be at most {_MAX_LAYERS} in all, nested at most {_MAX_DEPTH} deep")
        state = state._replace(inputs={**state.inputs, own_path: state.shape})
        if KINDS[kind].shape is None:
            step(name, state.shown, before)
        else:
            pooled = {"pool": state.unpooled or state.shape, "adaptive_pool": state.unpooled}
            passing = step(name, _after, layer=layer, state=state, path=own_path)
            state = passing.state
            if passing.is_overridden:
                state = state.after(passing.value)
            state = state._replace(unpooled=pooled.get(kind))
        before = name
    return state


def _after(layer: Layer, state: State, path: str) -> ValueWithState:
    """Return the shape that the student writes after a layer, with the state.

    Raise ParameterError for `layers`, naming the layer that does not fit.
    """
    try:
        after = cast(Rule, KINDS[layer["type"]].shape)(layer, state, path)
    except ParameterError as error:
        if error.parameter == "layers":
            raise
        raise ParameterError("layers", f"must fit together, but in {path} {error}") from None
    return ValueWithState(after.shown, after)


def _residual(layer: Layer, state: State, path: str) -> State:
    """Return the state after the sum of what the layers and what the shortcut gives out."""
    layers, shortcut = layer["layers"], layer.get("shortcut")
    after = chain(state, layers, f"{path}.")
    bypass = state._replace(inputs=after.inputs)
    if shortcut:
        bypass = step("shortcut", shapes_of, state=bypass, layers=shortcut, path=f"{path}.shortcut.").state
    if bypass.shape != after.shape or after.dimensions != state.dimensions:
        raise ParameterError(
            "layers", f"must fit together, but {path} adds the shapes {after.shape} and {bypass.shape}"
        )
    state = after._replace(inputs=bypass.inputs)
    batch, channels, sizes = state.parts(state.shape)
    both = state.joined(Image(batch, 2 * channels, sizes))
    says = "You concatenated the two branches of a residual block. Add them entry by entry."
    concatenated = wrong((both, both), says, USUAL if state.is_answer else RARE)
    shape, shown = choose("residual", (state.shape, state.shown), concatenated=concatenated)
    return state.after(shape, step("total", shown, how=f"layer_{len(layers)}"))


def _repeat(layer: Layer, state: State, path: str) -> State:
    """Return the state after a repeat, whose layers must give out the shape that they take in."""
    after = chain(state, layer["layers"], f"{path}.")
    if after.shape != state.shape:
        raise ParameterError(
            "layers", f"must fit together, but {path} repeats layers that turn {state.shape} into {after.shape}"
        )
    return after.after(after.shape, step("total", after.shown, how=f"layer_{len(layer['layers'])}"))


# parameters


def count_layers(layers: Sequence[Layer], state: State, path: str = "") -> dict[str, int]:
    """Record the parameters of each layer as a step; return them by the layer's name."""
    found: dict[str, int] = {}
    for name, layer in numbered(layers):
        if count := KINDS[layer["type"]].parameters:
            found[name] = step(name, partial(count, layer, state, path + name))
        else:
            found[name] = step(name, 0, how="0")
        if layer["type"] == "batch_norm":
            found[name] *= _batch_norms_kept()
    return found


def total_of_layers(found: Mapping[str, int], times: int = 1) -> int:
    """Record times · (sum of the counts) as the result; return it."""

    def how() -> str:
        terms = " + ".join(name for name, count in found.items() if count) or "0"
        return terms if times == 1 else f"times · ({terms})"

    return step("total", times * sum(found.values()), how, times=times)


def _count_residual(layer: Layer, state: State, path: str) -> int:
    found = count_layers(layer["layers"], state, f"{path}.")
    if shortcut := layer.get("shortcut"):
        count = step("shortcut", lambda: total_of_layers(count_layers(shortcut, state, f"{path}.shortcut.")))
        says = "You left out the layers on the shortcuts. They have weights as well."
        found["shortcut"] = count * choose("shortcut", 1, left_out=wrong(0, says, COMMON))
    return total_of_layers(found)


def _count_repeat(layer: Layer, state: State, path: str) -> int:
    times = layer["times"]
    says = "You counted the repeated layers once. Each repetition has its own parameters."
    times = choose(
        "repeats",
        times,
        left_out=wrong(1, says, COMMON),
        one_less=wrong(times - 1, "You counted one repetition too few.", RARE),
        one_more=wrong(times + 1, "You counted one repetition too many.", RARE),
    )
    return total_of_layers(count_layers(layer["layers"], state, f"{path}."), times)


def _count_convolution(layer: Layer, state: State, path: str) -> Any:
    """Return the parameters of a convolution, plain or transposed."""
    shape, filters = state.inputs[path], layer["out_channels"]
    everywhere = wrong(
        filters * prod(_output_shape(path, state)[1:]),
        "You counted the filters again at every place of the feature maps. All places share the same filters.",
        RARE,
    )
    return formula_type("conv_parameters")(
        in_channels=_inputs(shape[0], state.image.channels),
        out_channels=choose("weight_sharing", filters, ignored=everywhere),
        kernel_size=layer["kernel_size"],
        dimensions=len(shape) - 1,
        groups=layer.get("groups", 1),
        bias=_has_biases(layer),
        of_image=path == "layer_1",
    )


def _output_shape(path: str, state: State) -> Shape:
    """Return the output shape of a layer: the input shape of the layer behind it.

    After the last layer of a residual or repeat it is not known, and the layer's own input shape is returned.
    """
    block, _, number = path.rpartition("layer_")
    following = f"{block}layer_{int(number) + 1}"
    return state.inputs.get(following, state.inputs[path] if block else state.shape)


def _inputs(right: int, of_the_image: int) -> int:
    says = "You used the input of the network for every layer. Each layer reads the output of the layer before it."
    return choose("layer_inputs", right, of_the_image=wrong(of_the_image, says, RARE))


def _has_biases(layer: Layer) -> bool:
    if layer.get("biases", True):
        return True
    return choose("no_biases", False, counted=wrong(True, "You counted biases of layers that have none.", COMMON))


def _count_linear(layer: Layer, state: State, path: str) -> Any:
    shape = state.inputs[path]
    if len(shape) != 1:
        raise ParameterError("layers", f"must have a flatten before the linear {path}")
    return formula_type("linear_parameters")(
        in_features=_inputs(shape[0], prod(state.image.sizes) * state.image.channels),
        out_features=layer["out_features"],
        bias=_has_biases(layer),
    )


def _count_batch_norm(_: Layer, state: State, path: str) -> Any:
    shape = state.inputs[path]
    every_entry = wrong(
        prod(shape),
        "You counted batch normalisation parameters for every entry of the feature maps. Count them for every channel.",
        RARE,
    )
    features = choose("norm_features", shape[0], every_entry=every_entry)
    return formula_type("norm_parameters")(norm="batch_norm", num_features=features)


def _batch_norms_kept() -> int:
    """Return 1, or 0 where the student of this run leaves out the batch normalisations."""
    learned = convention("norm_biases", follows="biases", counted="a gain and a bias", left_out="a gain")
    says = f"You left out the batch normalisations. Each learns {learned} for every channel."
    return choose("batch_norms", 1, left_out=wrong(0, says, COMMON))


def _count_pool(layer: Layer, state: State, path: str) -> int:
    """Return 0 for a pooling, or what the student of this run counts."""
    channels, *sizes = state.inputs[path]
    kernel = layer["kernel_size"]
    window = prod(kernel) if isinstance(kernel, list) else kernel ** len(sizes)
    count = choose(
        "pool_parameters",
        0,
        window=wrong(window, "You counted the pooling windows as weights. Pooling has no parameters."),
        every_channel=wrong(
            window * channels,
            "You counted a window of weights for each channel of a pooling layer. Pooling has no parameters.",
            RARE,
        ),
        as_conv=wrong(
            window * channels**2, "You counted pooling as if it were a convolution. Pooling has no parameters."
        ),
    )
    return step("total", count, how="0")


# the table


class Kind(NamedTuple):
    """A kind of layer: its keys with their types, and the rules for its shape and its parameters."""

    keys: Mapping[str, Any] = {}
    shape: Rule | None = None
    """None where the shape stays the same."""
    parameters: Callable[[Layer, State, str], Any] | None = None
    """Returns the parameters, given the layer, the state after the last layer, and its path; None where it has none."""


def _sizes_of(type_: str) -> dict[str, Any]:
    """Return the keys of a layer that is a question type: the sizes that do not follow from what reaches it."""
    return {
        name: each.annotation if each.default is Parameter.empty else NotRequired[each.annotation]
        for name, each in signature(formula_type(type_)).parameters.items()
        if name not in {"input_shape", "dimensions", "batch_first", "mode"}
    }


KINDS: Final[Mapping[str, Kind]] = {
    "conv": Kind(
        {**_sizes_of("conv_output_shape"), "groups": NotRequired[Size], "biases": NotRequired[bool]},
        shapes.windowed("conv_output_shape"),
        _count_convolution,
    ),
    "transposed_conv": Kind(
        _sizes_of("transposed_conv_output_shape"), shapes.windowed("transposed_conv_output_shape"), _count_convolution
    ),
    "pool": Kind(_sizes_of("pool_output_shape"), shapes.windowed("pool_output_shape"), _count_pool),
    "adaptive_pool": Kind({"output_size": Sizes}, shapes.adaptive_pool),
    "batch_norm": Kind(parameters=_count_batch_norm),
    "flatten": Kind(shape=shapes.flatten),
    "linear": Kind({"out_features": Size, "biases": NotRequired[bool]}, shapes.linear, _count_linear),
    "relu": Kind(),
    "tanh": Kind(),
    "softmax": Kind(),
    "dropout": Kind(),
    "residual": Kind({"layers": "Layers", "shortcut": "NotRequired[Layers]"}, _residual, _count_residual),
    "repeat": Kind({"times": Size, "layers": "Layers"}, _repeat, _count_repeat),
    "embedding": Kind({"num_embeddings": Size, "embedding_dim": Size}, shapes.embedding),
    "recurrent": Kind(_sizes_of("recurrent_output_shape"), shapes.recurrent),
}
"""All kinds of layers, by their `type`; names of keys are mostly PyTorch's."""


if TYPE_CHECKING:
    Layers = list[dict[str, Any]]
    NetworkLayers = Layers
else:
    _keys = {
        name: TypedDict(name.title().replace("_", ""), {"type": Literal[name], **kind.keys})
        for name, kind in KINDS.items()
    }
    Inner = Union[tuple(keys for name, keys in _keys.items() if name not in {"embedding", "recurrent"})]  # noqa: UP007
    Layers = Annotated[list[Inner], MinLen(1), MaxLen(64)]
    NetworkLayers = Annotated[list[Union[tuple(_keys.values())]], MinLen(1), MaxLen(64)]  # noqa: UP007
