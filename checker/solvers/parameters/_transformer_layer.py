"""`TransformerLayer` counts the parameters of one layer's attention, feed-forward block and norms, each as a step.

Question types on layers and models add them up.  Also the biases of norms, and the sentences about RMSNorm.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from checker.engine.trace import choose, convention, step
from checker.solvers.formula_types import formula_type

NormKind = Literal["layer_norm", "rms_norm"]


def norm_biases(norm: str) -> int:
    """Return 1 if norms have biases that count, by the convention or as the student of this run has it.

    An RMSNorm rightly gives 0.
    """
    if norm == "rms_norm":
        return choose("rms_norm", 0, as_layer_norm=1)
    return convention("norm_biases", counted=1, left_out=0)


def norm_size(d_model: int, norm: NormKind) -> int:
    """Return the number of parameters of one norm."""
    return d_model + norm_biases(norm) * d_model


def worded(sentences: Mapping[str, str], norm: NormKind) -> dict[str, str]:
    """Return the sentences about mistakes, with RMSNorm in place of LayerNorm if the norm is one."""
    if norm == "layer_norm":
        return dict(sentences)
    about = {
        mistake: sentence.replace("a LayerNorm", "an RMSNorm").replace("LayerNorm", "RMSNorm")
        for mistake, sentence in sentences.items()
    }
    return about | of_rms_norm


of_rms_norm = {"rms_norm.as_layer_norm": "You counted biases for RMSNorm. Unlike LayerNorm, it learns only gains."}


class TransformerLayer(NamedTuple):
    """The sizes of one layer, of an encoder or of a decoder."""

    d_model: int
    num_heads: int
    d_ff: int
    d_k: int | None = None
    d_v: int | None = None
    num_kv_heads: int | None = None
    gated: bool = False
    norm: NormKind = "layer_norm"

    def attention(self, name: str = "attention") -> int:
        """Record the parameters of one attention block as a step; return their number."""
        count: int = step(
            name,
            formula_type("attention_parameters"),
            d_model=self.d_model,
            num_heads=self.num_heads,
            d_k=self.d_k,
            d_v=self.d_v,
            num_kv_heads=self.num_kv_heads,
        )
        return count

    def feed_forward(self) -> int:
        """Record the parameters of the feed-forward block as a step; return their number."""
        block = formula_type("feed_forward_parameters")
        count: int = step("feed_forward", block, d_model=self.d_model, d_ff=self.d_ff, gated=self.gated)
        return count

    def norms(self, number: int) -> int:
        """Record the parameters of `number` norms as a step; return their number."""
        gains = convention("layer_norm", counted=1, left_out=0) * number * self.d_model
        biases = norm_biases(self.norm) * gains
        return step(
            "layer_norm",
            gains + biases,
            how=[("norms · d_model", gains), ("norms · d_model", biases)],
            norms=number,
            d_model=self.d_model,
        )
