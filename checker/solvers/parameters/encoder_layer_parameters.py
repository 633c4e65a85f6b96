"""Question type on the number of parameters of one encoder layer: its solver, sentences on mistakes, and examples.

`encoder_layer` also counts the layers of whole models.
"""

from __future__ import annotations

from random import Random
from typing import Any

from checker.derivation.weights import COMMON
from checker.engine.trace import choose, step
from checker.solvers._sizes import Size
from checker.solvers.parameters import attention_parameters as attention_block
from checker.solvers.parameters import feed_forward_parameters as feed_forward_block
from checker.solvers.parameters._transformer_layer import TransformerLayer


def encoder_layer_parameters(
    d_model: Size,
    num_heads: Size,
    d_ff: Size,
    d_k: Size | None = None,
    d_v: Size | None = None,
    num_kv_heads: Size | None = None,
    gated: bool = False,
) -> int:
    """Parameters of one encoder layer: attention, feed-forward, and a LayerNorm after (or before) each.

    Formula: attention + feed-forward + 2·(d_model + d_model), a gain and a bias for each LayerNorm.
    Sizes: as attention_parameters and feed_forward_parameters.
    Answer: a whole number of parameters.
    Source: Vaswani et al. 2017, section 3.1.  Equal to PyTorch's nn.TransformerEncoderLayer.

    >>> encoder_layer_parameters(d_model=200, num_heads=2, d_ff=200)
    242000
    """
    return encoder_layer(TransformerLayer(d_model, num_heads, d_ff, d_k, d_v, num_kv_heads, gated))


def encoder_layer(layer: TransformerLayer) -> int:
    """Return the number of parameters of an encoder layer, whose norms may also be RMSNorms."""
    attention = layer.attention()
    feed_forward = layer.feed_forward()
    norms = layer.norms(choose("norms", 2, one=1))
    return step("total", attention + feed_forward + norms, how="attention + feed_forward + layer_norm")


explain = (
    attention_block.explain
    | feed_forward_block.explain
    | {
        "layer_norm.counted": "counts the LayerNorms",
        "layer_norm.left_out": "leaves the LayerNorms out",
        "norm_biases.counted": "counts the biases of the LayerNorms",
        "norm_biases.left_out": "leaves the biases of the LayerNorms out and counts only their gains",
        "norms.one": "You counted one LayerNorm in each layer. There is one for each sublayer.",
    }
)

weights = attention_block.weights | feed_forward_block.weights | {"layer_norm": COMMON, "norms": COMMON}

examples = [
    {"d_model": 512, "num_heads": 8, "d_ff": 2048},
    {"d_model": 64, "num_heads": 4, "d_k": 16, "d_v": 16, "d_ff": 120},
    {"d_model": 96, "num_heads": 6, "d_k": 24, "d_v": 20, "num_kv_heads": 2, "d_ff": 250, "gated": True},
]


def draw(rng: Random) -> dict[str, Any]:
    """Return random parameters for a question of this type."""
    drawn = attention_block.draw(rng) | feed_forward_block.draw(rng)
    parameters = {name: drawn[name] for name in ("num_heads", "d_ff", "gated")}
    parameters["d_model"] = drawn["num_heads"] * rng.randint(4, 96)
    return parameters | {name: drawn[name] for name in ("d_k", "d_v", "num_kv_heads") if name in drawn}
