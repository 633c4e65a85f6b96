"""Question type on the number of parameters of one decoder layer: its solver, sentences on mistakes, and examples.

`decoder_layer` also counts the layers of a whole transformer.
"""

from __future__ import annotations

from checker.derivation.weights import COMMON
from checker.engine.trace import choose, convention, step
from checker.solvers._sizes import Size
from checker.solvers.parameters import encoder_layer_parameters as encoder_layer
from checker.solvers.parameters._transformer_layer import TransformerLayer


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
    return decoder_layer(TransformerLayer(d_model, num_heads, d_ff, d_k, d_v, num_kv_heads, gated))


def decoder_layer(layer: TransformerLayer) -> int:
    """Return the number of parameters of a decoder layer, whose norms may also be RMSNorms."""
    self_attention = layer.attention("self_attention")
    cross_attention = convention("cross_attention", counted=1, left_out=0) * layer.attention("cross_attention")
    feed_forward = layer.feed_forward()
    norm_count = choose("decoder_norms", choose("norms", 3, one=1), as_encoder=2)
    norms = layer.norms(norm_count)
    return step(
        "total",
        self_attention + cross_attention + feed_forward + norms,
        how=[("self_attention", 1), ("cross_attention", cross_attention), ("feed_forward", 1), ("layer_norm", norms)],
    )


explain = encoder_layer.explain | {
    "cross_attention.counted": "counts the cross-attention",
    "cross_attention.left_out": "leaves the cross-attention out",
    "decoder_norms.as_encoder": "You counted two LayerNorms, as in an encoder layer. "
    "A decoder layer has a third for its cross-attention.",
    "decoder_norms.as_encoder if cross_attention.left_out": "You counted two LayerNorms, as in an encoder layer. "
    "A decoder layer has a third, which counts here.",
}

weights = encoder_layer.weights | {"cross_attention": COMMON, "decoder_norms": COMMON}

examples = encoder_layer.examples

draw = encoder_layer.draw
