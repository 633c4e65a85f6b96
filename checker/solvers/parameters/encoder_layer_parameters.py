"""Parameters of one encoder layer."""

from __future__ import annotations

from random import Random
from typing import Any

from checker.engine.trace import choose, step
from checker.solvers._shared.sizes import Size
from checker.solvers.parameters import _stacks as stacks
from checker.solvers.parameters import attention_parameters as attention
from checker.solvers.parameters import feed_forward_parameters as feed_forward


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
    return counted(d_model, num_heads, d_ff, d_k, d_v, num_kv_heads, gated)


def counted(
    d_model: int,
    num_heads: int,
    d_ff: int,
    d_k: int | None = None,
    d_v: int | None = None,
    num_kv_heads: int | None = None,
    gated: bool = False,
    norm: stacks.NormKind = "layer_norm",
) -> int:
    """The same, also of a layer with RMSNorms."""
    attended = step(
        "attention",
        attention.attention_parameters,
        d_model=d_model,
        num_heads=num_heads,
        d_k=d_k,
        d_v=d_v,
        num_kv_heads=num_kv_heads,
    )
    fed = step("feed_forward", feed_forward.feed_forward_parameters, d_model=d_model, d_ff=d_ff, gated=gated)
    normed = stacks.layer_norms(choose("norms", 2, one=1), d_model, norm)
    return step("total", attended + fed + normed, how="attention + feed_forward + layer_norm")


explain = (
    attention.explain
    | feed_forward.explain
    | {
        "layer_norm.counted": "counts the LayerNorms",
        "layer_norm.left_out": "leaves the LayerNorms out",
        "norm_biases.counted": "counts the biases of the LayerNorms",
        "norm_biases.left_out": "leaves the biases of the LayerNorms out and counts only their gains",
        "norms.one": "You counted one LayerNorm a layer; there is one for each sublayer.",
    }
)

weights = attention.weights | feed_forward.weights | {"layer_norm": 4, "norms": 4}

examples = [
    {"d_model": 512, "num_heads": 8, "d_ff": 2048},
    {"d_model": 64, "num_heads": 4, "d_k": 16, "d_v": 16, "d_ff": 120},
    {"d_model": 96, "num_heads": 6, "d_k": 24, "d_v": 20, "num_kv_heads": 2, "d_ff": 250, "gated": True},
]


def draw(rng: Random) -> dict[str, Any]:
    """Valid random parameters."""
    drawn = attention.draw(rng) | feed_forward.draw(rng)
    parameters = {name: drawn[name] for name in ("num_heads", "d_ff", "gated")}
    parameters["d_model"] = drawn["num_heads"] * rng.randint(4, 96)
    return parameters | {name: drawn[name] for name in ("d_k", "d_v", "num_kv_heads") if name in drawn}
