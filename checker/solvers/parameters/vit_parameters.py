"""Question type on the number of parameters of a vision transformer: its solver, sentences and examples."""

from __future__ import annotations

from random import Random
from typing import Any

from checker.derivation.weights import COMMON, RARE
from checker.engine.errors import ParameterError
from checker.engine.trace import choose, convention, step
from checker.solvers._sizes import Size
from checker.solvers.formula_types import formula_type
from checker.solvers.layers._layer_schema import Sizes
from checker.solvers.parameters import _layer_stack as stacks
from checker.solvers.parameters._transformer_layer import TransformerLayer, norm_size
from checker.solvers.shapes import _windows as windows

_LINEAR = formula_type("linear_parameters")
_ENCODER_LAYER = formula_type("encoder_layer_parameters")
_HEAD = formula_type("classification_head_parameters")


def vit_parameters(
    image_size: Sizes,
    patch_size: Sizes,
    in_channels: Size,
    d_model: Size,
    num_layers: Size,
    num_heads: Size,
    d_ff: Size,
    num_classes: Size,
    d_k: Size | None = None,
    d_v: Size | None = None,
    num_kv_heads: Size | None = None,
    gated: bool = False,
) -> int:
    """Parameters of a vision transformer: patch embedding, class token, positions, encoder layers, norm and head.

    Formula: (C·p·p·d_model + d_model) + d_model (class token) + (N + 1)·d_model (positions) + L·encoder_layer
        + 2·d_model (final norm) + d_model·num_classes + num_classes.  N = (H/p)·(W/p) patches.
    Sizes: image_size H x W and patch_size p x p in pixels, one number or [height, width]; in_channels C (colours: 3);
        the others as encoder_layer_parameters.  Without a class token there are N positions.
    Answer: a whole number of parameters.
    Source: Dosovitskiy et al. 2021, section 3.1.  Equal to torchvision's vit_b_16 and its relatives.

    >>> vit_parameters(224, 16, in_channels=3, d_model=768, num_layers=12, num_heads=12, d_ff=3072, num_classes=1000)
    86567656
    """
    height, width = windows.each("image_size", image_size, 2)
    patch_height, patch_width = windows.each("patch_size", patch_size, 2)
    if height % patch_height or width % patch_width:
        raise ParameterError("patch_size", f"must divide image_size = {image_size}")
    rows, columns = height // patch_height, width // patch_width

    pixels = patch_height * patch_width
    pixels = choose("patch_pixels", pixels, one_side=patch_height, added=patch_height + patch_width)
    channels = choose("patch_channels", in_channels, left_out=1, as_colours=3)
    values = step("patch_values", channels * pixels, how="in_channels · pixels", in_channels=channels, pixels=pixels)
    embedded: int = step("patch_embedding", _LINEAR, in_features=values, out_features=d_model)
    patches = step(
        "patches",
        choose(
            "patches",
            rows * columns,
            one_side=rows,
            added=rows + columns,
            as_pixels=height * width,
            one_per_channel=in_channels * rows * columns,
        ),
        how="rows · columns",
        rows=rows,
        columns=columns,
    )
    has_class = convention("class_token", counted=1, left_out=0)
    token = step("class_token", has_class * choose("class_vector", d_model, left_out=0), how=[("d_model", has_class)])
    tokens = patches + has_class * choose("class_position", 1, left_out=0)
    positions = step(
        "positions",
        choose("position_embeddings", tokens * d_model, left_out=0),
        how="tokens · d_model",
        tokens=tokens,
    )

    transformer_layer = TransformerLayer(d_model, num_heads, d_ff, d_k, d_v, num_kv_heads, gated)
    layer: int = step("layer", _ENCODER_LAYER, **transformer_layer._asdict())
    final_norm = convention("final_norm", counted=1, left_out=0) * norm_size(d_model, "layer_norm")
    encoder = stacks.layer_stack("encoder", stacks.layer_count(num_layers), "layer", layer, final_norm)

    reads = choose("head_input", d_model, all_tokens=tokens * d_model)
    head: int = step("head", _HEAD, hidden_size=reads, num_classes=num_classes, d_ff=d_ff)
    has_head = choose("head", 1, left_out=0)
    return step(
        "total",
        embedded + token + positions + encoder + has_head * head,
        how=[("patch_embedding", 1), ("class_token", token), ("positions", 1), ("encoder", 1), ("head", has_head)],
    )


explain = (
    _LINEAR.explain({})
    | _HEAD.explain({})
    | _ENCODER_LAYER.explain({})
    | stacks.explain
    | {
        "layer_norm.counted": "counts the LayerNorms of the layers",
        "layer_norm.left_out": "leaves the LayerNorms of the layers out",
        "patch_pixels.one_side": "You used one side of a patch as its number of pixels. Multiply its sides.",
        "patch_pixels.added": "You added the sides of a patch. Multiply them to get its number of pixels.",
        "patch_channels.left_out": "You left out the channels of a patch. Every pixel has a number for each channel.",
        "patch_channels.as_colours": "You took the three channels of a colour image. "
        "The images of this question have another number of channels.",
        "patches.one_side": "You counted the patches along one side of the image. "
        "Multiply by those along the other side.",
        "patches.added": "You added the patches along both sides. They form a grid, so multiply them.",
        "patches.as_pixels": "You gave every pixel a position. Here every patch has one.",
        "patches.one_per_channel": "You counted the patches of each channel. One patch covers all channels.",
        "class_token.counted": "counts the class token and its position",
        "class_token.left_out": "leaves the class token and its position out",
        "class_vector.left_out": "You left out the vector of the class token. It is learned.",
        "class_position.left_out": "You gave positions to the patches only. The class token has one, too.",
        "position_embeddings.left_out": "You left out the position embeddings. "
        "They are learned, with a row for every token.",
        "layers.counted_twice": "You counted every layer twice. This model is an encoder without a decoder.",
        "final_norm.counted": "counts the LayerNorm after the last layer",
        "final_norm.left_out": "leaves the LayerNorm after the last layer out",
        "head_input.all_tokens": "You let the head read all tokens. It reads a single vector of the model width.",
        "head.left_out": "You left out the classification head. It belongs to this model, too.",
    }
)

weights = (
    _LINEAR.weights
    | _HEAD.weights
    | _ENCODER_LAYER.weights
    | stacks.weights
    | {
        "neurons": RARE,
        "connections": RARE,
        "linear_bias": RARE,
        "patch_pixels.added": RARE,
        "patch_channels": COMMON,
        "patches.one_side": COMMON,
        "patches.as_pixels": RARE,
        "patches.one_per_channel": RARE,
        "class_token": COMMON,
        "class_position": COMMON,
        "position_embeddings": COMMON,
        "outputs": RARE,
        "head": COMMON,
    }
)

examples: list[dict[str, Any]] = [
    {
        "image_size": 224,
        "patch_size": 16,
        "in_channels": 3,
        "d_model": 768,
        "num_layers": 12,
        "num_heads": 12,
        "d_ff": 3072,
        "num_classes": 1000,
    },
    {
        "image_size": [48, 90],
        "patch_size": [8, 6],
        "in_channels": 4,
        "d_model": 120,
        "num_layers": 5,
        "num_heads": 6,
        "d_ff": 350,
        "num_classes": 17,
        "d_k": 24,
        "d_v": 28,
        "num_kv_heads": 2,
        "gated": True,
    },
]


def draw(rng: Random) -> dict[str, Any]:
    """Return random parameters for a question of this type; some of images and patches that are no squares."""
    parameters = _ENCODER_LAYER.draw(rng)
    parameters.pop("norm", None)
    patch = [rng.randint(1, 32), rng.randint(1, 32)]
    parameters |= {"image_size": [side * rng.randint(1, 20) for side in patch], "patch_size": patch}
    if rng.random() < 0.67:
        side = rng.randint(1, 32)
        parameters |= {"image_size": side * rng.randint(1, 20), "patch_size": side}
    parameters |= {"in_channels": rng.randint(1, 12), "num_layers": rng.randint(1, 32)}
    return parameters | {"num_classes": rng.randint(2, 1000)}
