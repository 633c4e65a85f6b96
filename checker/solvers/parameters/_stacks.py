"""Stacks of layers and their norms: what the types of whole models share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from checker.engine.trace import apply, choose, convention, step

NormKind = Literal["layer_norm", "rms_norm"]


def norm_biases(norm: str) -> int:
    """Whether a norm's biases count beside its gains; RMSNorm has none."""
    if norm == "rms_norm":
        return choose("rms_norm", 0, as_layer_norm=1)
    return convention("norm_biases", counted=1, left_out=0)


def layer_norms(norms: int, d_model: int, norm: NormKind) -> int:
    """The norms of one layer, as its step."""
    has_norms = convention("layer_norm", counted=1, left_out=0)
    biases = norm_biases(norm)
    gains = has_norms * norms * d_model
    return step(
        "layer_norm",
        gains + biases * gains,
        how=[("norms · d_model", gains), ("norms · d_model", biases * gains)],
        norms=norms,
    )


def counted_layers(number: int) -> int:
    """How often a stack's layer is counted: one belief about all stacks."""
    return choose(
        "layers",
        number,
        left_out=min(number, 1),
        one_less=max(number - 1, 0),
        one_more=number and number + 1,
        counted_twice=2 * number,
    )


def stack(name: str, layers: int, of: str, layer: int, final_norm: int = 0, position_biases: int = 0) -> int:
    """All layers of a stack with what it has beside them, if it has any, as a step; `of` is the step of one layer."""
    is_there = apply(min, layers, 1)
    final_norm, position_biases = is_there * final_norm, is_there * position_biases
    return step(
        name,
        layers * layer + final_norm + position_biases,
        how=[(f"layers · {of}", layers), ("final_norm", final_norm), ("position_biases", position_biases)],
        layers=layers,
        final_norm=final_norm,
        position_biases=position_biases,
    )


def worded(sentences: Mapping[str, str], norm: NormKind) -> dict[str, str]:
    """The sentences, about the norm that there is."""
    if norm == "layer_norm":
        return dict(sentences)
    about = {mistake: sentence.replace("LayerNorm", "RMSNorm") for mistake, sentence in sentences.items()}
    return about | of_rms_norm


of_rms_norm = {"rms_norm.as_layer_norm": "You gave RMSNorm biases as a LayerNorm has them; it learns gains only."}

explain = {
    "layers.left_out": "You counted one layer; every layer of a stack has parameters of its own, "
    "so multiply by the number of layers.",
    "layers.one_less": "You counted one layer too few in each stack.",
    "layers.one_more": "You counted one layer too many in each stack.",
}

renamed = {"layers.forgotten": "layers.left_out", "layers.doubled": "layers.counted_twice"}

weights = {"layers": 4, "layers.one_less": 1, "layers.one_more": 1, "final_norm": 1}
