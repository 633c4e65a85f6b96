"""Question type on output shapes of the layers of a network."""

from __future__ import annotations

from typing import Annotated, Any

from checker.engine.bounds import Ge, Le, MaxLen, MinLen
from checker.engine.errors import ParameterError
from checker.engine.trace import convention, reading, step
from checker.solvers._sizes import Size
from checker.solvers.formula_types import Shape, with_elements
from checker.solvers.layers._kinds import NetworkLayers, chain
from checker.solvers.layers._shapes import Image, State


def network_output_shape(
    input_shape: Annotated[list[Size], MinLen(1), MaxLen(5)],
    layers: NetworkLayers,
    dimensions: Annotated[int, Ge(1), Le(3)] | None = None,
) -> Shape:
    """Shape of the output of a network; its steps are the shapes after each layer.

    Formula: conv, transposed_conv, pool and recurrent as the types of their shapes; adaptive_pool gives output_size,
        flatten multiplies the sizes, embedding and linear give a new last axis; a residual gives what its layers give.
    Shapes: input_shape is (C, H, W), or (C, L) or (C, D, H, W), of a sequence (L, features), of tokens (L), of a row
        (features); layout channels_last (H, W, C).  A batch may come first, where `dimensions` tells it apart: 1 for
        sequences and tokens, 2 for images.  Linear layers act on the last axis.
    Answer: a shape, a list of whole numbers.  The steps are layer_1, layer_2 ...; inside a residual or a repeat
        layer_3.layer_1 ..., layer_3.shortcut.  `layer_1.elements` is the number of entries, `features` that of one row.
    Source: the documentation of PyTorch's modules; equal to theirs.

    >>> network_output_shape([1, 28, 36], [{"type": "conv", "out_channels": 8, "kernel_size": 5}, {"type": "flatten"}])
    (6144,)
    """
    is_channels_last = convention(
        "layout",
        channels_first=reading(False, "has the channels before the sizes"),
        channels_last=reading(True, "has the channels after the sizes"),
    )
    given, is_text = tuple(input_shape), layers[0]["type"] == "embedding"
    sizes = len(given) - 1 if dimensions is None else dimensions - is_text
    if len(given) not in {sizes + 1, sizes + 2}:
        raise ParameterError("input_shape", f"must have {sizes + 1} sizes, or {sizes + 2} with a batch")
    state = State(Image((), 1, given), sizes, given, given, is_channels_last, is_answer=True)
    state = chain(state._replace(image=state.parts(given)), layers)
    return with_elements(step("total", state.shown, how=f"layer_{len(layers)}"))


examples: list[dict[str, Any]] = [
    {"input_shape": [1, 29, 31], "layers": [{"type": "flatten"}, {"type": "linear", "out_features": 12}]},
    {
        "input_shape": [3, 95, 120],
        "layers": [
            {"type": "conv", "out_channels": 24, "kernel_size": 7, "stride": 2, "padding": 2},
            {"type": "relu"},
            {"type": "pool", "kernel_size": 3, "stride": 2},
            {
                "type": "residual",
                "layers": [{"type": "conv", "out_channels": 40, "kernel_size": 3, "stride": 2, "padding": 1}],
                "shortcut": [{"type": "conv", "out_channels": 40, "kernel_size": 1, "stride": 2}],
            },
            {"type": "pool", "kernel_size": 2},
            {"type": "flatten"},
            {"type": "linear", "out_features": 11},
        ],
    },
    {
        "input_shape": [16, 36, 77, 104],
        "dimensions": 2,
        "layers": [
            {"type": "pool", "kernel_size": [2, 3], "stride": [3, 2], "padding": [1, 0], "ceil_mode": True},
            {"type": "conv", "out_channels": 18, "kernel_size": [4, 3], "stride": 2, "dilation": [2, 3]},
            {
                "type": "transposed_conv",
                "out_channels": 7,
                "kernel_size": 6,
                "stride": 3,
                "padding": 1,
                "output_padding": 2,
            },
            {"type": "adaptive_pool", "output_size": [4, 3]},
            {"type": "flatten"},
        ],
    },
    {
        "input_shape": [57],
        "layers": [
            {"type": "embedding", "num_embeddings": 8000, "embedding_dim": 96},
            {"type": "recurrent", "cell": "lstm", "hidden_size": 70, "num_layers": 3, "bidirectional": True},
            {"type": "recurrent", "cell": "lstm", "hidden_size": 50, "proj_size": 20},
            {"type": "linear", "out_features": 13},
        ],
    },
    {
        "input_shape": [32, 41],
        "dimensions": 1,
        "layers": [
            {"type": "embedding", "num_embeddings": 900, "embedding_dim": 24},
            {"type": "recurrent", "cell": "gru", "hidden_size": 30},
            {"type": "repeat", "times": 2, "layers": [{"type": "dropout"}]},
            {"type": "linear", "out_features": 9},
        ],
    },
]
