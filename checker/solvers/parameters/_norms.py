"""Norms of transformers: LayerNorms and RMSNorms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from checker.engine.trace import choose, convention

NormKind = Literal["layer_norm", "rms_norm"]


def norm_biases(norm: str) -> int:
    """Return 1 if a norm has biases that count, else 0: RMSNorm has gains only."""
    if norm == "rms_norm":
        return choose("rms_norm", 0, as_layer_norm=1)
    return convention("norm_biases", counted=1, left_out=0)


def norm_size(d_model: int, norm: NormKind) -> int:
    """Return the parameters of one norm."""
    return d_model + norm_biases(norm) * d_model


def worded(sentences: Mapping[str, str], norm: NormKind) -> dict[str, str]:
    """Return the sentences in the words of this kind of norm."""
    if norm == "layer_norm":
        return dict(sentences)
    about = {
        mistake: sentence.replace("a LayerNorm", "an RMSNorm").replace("LayerNorm", "RMSNorm")
        for mistake, sentence in sentences.items()
    }
    return about | of_rms_norm


of_rms_norm = {"rms_norm.as_layer_norm": "You counted biases for RMSNorm. Unlike LayerNorm, it learns only gains."}
