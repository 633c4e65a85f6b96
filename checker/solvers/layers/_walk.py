"""Goes through a list of layers, and gives the shape that goes into each layer and the shape that comes out.

The steps are layer_1, layer_2 ...; inside a residual or a repetition layer_3.layer_1 ..., layer_3.shortcut.layer_1 ...
Where a student only writes a shape down in another order, the walk goes on with the right one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from checker.engine.errors import ParameterError
from checker.engine.trace import ValueWithState, choose, step, wrong
from checker.engine.weights import RARE, USUAL
from checker.solvers.layers import _rules as rules
from checker.solvers.layers._rules import Image, Layer, Layers, NetworkState, Rule

MAX_LAYERS: Final = 250
"""Maximum number of layers in a network; one that is repeated counts once."""

MAX_DEPTH: Final = 6
"""Maximum depth of nested residuals and repetitions."""

UNCHANGED: Final = frozenset({"batch_norm", "relu", "tanh", "softmax", "dropout"})
"""The layers that change no shape."""


def numbered(layers: Layers) -> Iterator[tuple[str, Layer]]:
    """Yield each layer with the name of its step: `layer_1`, `layer_2` and so on."""
    for number, layer in enumerate(layers, 1):
        yield f"layer_{number}", layer


def shapes(state: NetworkState, layers: Layers, path: str = "") -> ValueWithState:
    """Return the shape after these layers, recorded as the total of a solver that others call, and the state there."""
    after = chain(state, layers, path)
    return ValueWithState(step("total", after.shown, how=f"layer_{len(layers)}"), after)


def chain(state: NetworkState, layers: Layers, path: str = "") -> NetworkState:
    """Return the state after these layers, each of which is recorded as a step.

    Raise ParameterError if they do not fit together, or are too many or nested too deep.
    """
    before = "input_shape"
    for name, layer in numbered(layers):
        own_path, kind = path + name, layer["type"]
        if len(state.inputs) >= MAX_LAYERS or own_path.count(".") > MAX_DEPTH:
            raise ParameterError("layers", f"must be at most {MAX_LAYERS} in all, nested at most {MAX_DEPTH} deep")
        state = state._replace(inputs={**state.inputs, own_path: state.shape})
        if kind in UNCHANGED:
            step(name, state.shown, before)
        else:
            unpooled = (state.unpooled or state.shape) if kind == "pool" else None
            if kind == "adaptive_pool":  # without a pooling before it, it has a mistake of its own
                unpooled = state.unpooled
            passing = step(name, _after, layer=layer, state=state, path=own_path)
            state = passing.state
            if passing.is_overridden:
                state = state.after(passing.value)
            state = state._replace(unpooled=unpooled)
        before = name
    return state


def _after(layer: Layer, state: NetworkState, path: str) -> ValueWithState:
    """Apply one layer's rule; return the shape that the student writes, with the state.

    Raise ParameterError for `layers`, naming the layer that does not fit.
    """
    try:
        after = RULES[layer["type"]](layer, state, path)
    except ParameterError as error:
        if error.parameter == "layers":
            raise
        raise ParameterError("layers", f"must fit together, but in {path} {error}") from None
    return ValueWithState(after.shown, after)


def _residual(layer: Layer, state: NetworkState, path: str) -> NetworkState:
    """Return the state after the sum of what the layers and what the shortcut gives out.

    Raise ParameterError if their shapes differ.
    """
    layers, shortcut = layer["layers"], layer.get("shortcut")
    after = chain(state, layers, f"{path}.")
    bypass = state._replace(inputs=after.inputs)
    if shortcut:
        bypass = step("shortcut", shapes, state=bypass, layers=shortcut, path=f"{path}.shortcut.").state
    if bypass.shape != after.shape or after.dimensions != state.dimensions:
        raise ParameterError(
            "layers", f"must fit together, but {path} adds the shapes {after.shape} and {bypass.shape}"
        )
    state = after._replace(inputs=bypass.inputs)
    batch, channels, sizes = state.parts(state.shape)
    both = state.joined(Image(batch, 2 * channels, sizes))
    shape, shown = choose(
        "residual",
        (state.shape, state.shown),
        concatenated=wrong(
            (both, both),
            "You concatenated the two branches of a residual block. Add them entry by entry.",
            USUAL if state.is_answer else RARE,
        ),
    )
    return state.after(shape, step("total", shown, how=f"layer_{len(layers)}"))


def _repeat(layer: Layer, state: NetworkState, path: str) -> NetworkState:
    """Return the state after a repeat layer.

    Its layers are gone through once, because they must give out the shape that they take in; raise ParameterError if
    not.
    """
    after = chain(state, layer["layers"], f"{path}.")
    if after.shape != state.shape:
        raise ParameterError(
            "layers", f"must fit together, but {path} repeats layers that turn {state.shape} into {after.shape}"
        )
    return after.after(after.shape, step("total", after.shown, how=f"layer_{len(layer['layers'])}"))


RULES: Final[Mapping[str, Rule]] = {
    "conv": rules.windowed(rules.CONV),
    "transposed_conv": rules.windowed(rules.TRANSPOSED),
    "pool": rules.windowed(rules.POOL),
    "adaptive_pool": rules.adaptive_pool,
    "flatten": rules.flatten,
    "linear": rules.linear,
    "embedding": rules.embedding,
    "recurrent": rules.recurrent,
    "residual": _residual,
    "repeat": _repeat,
}
