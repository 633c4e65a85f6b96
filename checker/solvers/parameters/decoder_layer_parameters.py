"""Parameters of one decoder layer."""

from __future__ import annotations

from typing import Any

from checker.engine.trace import choose, convention, step
from checker.solvers._shared.sizes import Size
from checker.solvers.parameters import _stacks as stacks
from checker.solvers.parameters import attention_parameters as attention
from checker.solvers.parameters import encoder_layer_parameters as encoder_layer
from checker.solvers.parameters import feed_forward_parameters as feed_forward


def decoder_layer_parameters(
    d_model: Size,
    num_heads: Size,
    d_ff: Size,
    d_k: Size | None = None,
    d_v: Size | None = None,
    num_kv_heads: Size | None = None,
    gated: bool = False,
) -> int:
    """Parameters of one decoder layer: self-attention, cross-attention, feed-forward, and a LayerNorm for each.

    Formula: 2·attention + feed-forward + 3·(d_model + d_model), a gain and a bias for each LayerNorm.
    Sizes: as attention_parameters and feed_forward_parameters; the encoder's output is d_model wide, too.
    Answer: a whole number of parameters.  Where cross_attention is left out its LayerNorm still counts.
    Source: Vaswani et al. 2017, section 3.1.  Equal to PyTorch's nn.TransformerDecoderLayer.

    >>> decoder_layer_parameters(d_model=200, num_heads=2, d_ff=200)
    403200
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
    sizes: dict[str, Any] = {
        "d_model": d_model,
        "num_heads": num_heads,
        "d_k": d_k,
        "d_v": d_v,
        "num_kv_heads": num_kv_heads,
    }
    attended: int = step("self_attention", attention.attention_parameters, **sizes)
    has_cross = convention("cross_attention", counted=1, left_out=0)
    crossed: int = has_cross * step("cross_attention", attention.attention_parameters, **sizes)
    fed = step("feed_forward", feed_forward.feed_forward_parameters, d_model=d_model, d_ff=d_ff, gated=gated)
    norms = choose("decoder_norms", choose("norms", 3, one=1), as_encoder=2)
    normed = stacks.layer_norms(norms, d_model, norm)
    return step(
        "total",
        attended + crossed + fed + normed,
        how=[("self_attention", 1), ("cross_attention", crossed), ("feed_forward", 1), ("layer_norm", normed)],
    )


explain = encoder_layer.explain | {
    "cross_attention.counted": "counts the cross-attention",
    "cross_attention.left_out": "leaves the cross-attention out",
    "decoder_norms.as_encoder": "You counted two LayerNorms, as in an encoder layer; "
    "a decoder layer has a third, for its cross-attention.",
    "decoder_norms.as_encoder if cross_attention.left_out": "You counted two LayerNorms, as in an encoder layer; "
    "a decoder layer has a third, which this question counts.",
}

weights = encoder_layer.weights | {"cross_attention": 4}

examples = encoder_layer.examples

draw = encoder_layer.draw
