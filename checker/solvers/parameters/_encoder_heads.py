"""Heads of encoder models: output layers for tokens, sentence pairs and classes."""

from __future__ import annotations

from typing import Literal, get_args

from checker.derivation.weights import COMMON, USUAL
from checker.engine.errors import ParameterError
from checker.engine.trace import choose, convention

Head = Literal["none", "language_model", "masked_language_model", "next_sentence", "both", "classification"]
Terms = list[tuple[str, int]]
"""Formulas with their values, to be added up."""


def total(terms: Terms) -> int:
    """Return the sum of the terms."""
    return sum(number for _, number in terms)


def check_head(head: str, num_classes: int | None) -> None:
    """Raise ParameterError for an unknown head, or one without the classes that it needs."""
    if head not in get_args(Head):
        raise ParameterError("head", f"must be one of {', '.join(get_args(Head))}")
    if head == "classification" and num_classes is None:
        raise ParameterError("num_classes", "is needed where head is classification")
    if head != "classification" and num_classes is not None:
        raise ParameterError("num_classes", f"is given, but head is {head}")


def head_terms(head: str, vocab_size: int, d_model: int, width: int, num_classes: int, norm_biases: int) -> Terms:
    """Return the terms of the head; `width` is that of the embeddings, to which a masked language model goes back."""
    biases = convention("head_biases", follows="biases", counted=1, left_out=0)
    has_matrix = convention("tied_embeddings", untied=1, tied=0)
    gains = convention("layer_norm", counted=1, left_out=0) * width
    matrix, bias = ("embedding_dim · vocab_size", has_matrix * width * vocab_size), ("vocab_size", biases * vocab_size)
    language: Terms = [("d_model · vocab_size", has_matrix * d_model * vocab_size), bias]
    transform: Terms = [
        ("d_model · embedding_dim", d_model * width),
        ("embedding_dim", biases * width),
        ("embedding_dim", gains),
        ("embedding_dim", norm_biases * gains),
    ]
    masked = choose("head_transform", transform, left_out=[]) + [matrix, bias]  # noqa: RUF005 - may differ by student
    sentence: Terms = [("d_model · 2", d_model * 2), ("2", biases * 2)]
    classes: Terms = [("d_model · num_classes", d_model * num_classes), ("num_classes", biases * num_classes)]
    right = {
        "none": [],
        "language_model": language,
        "masked_language_model": masked,
        "next_sentence": sentence,
        "both": masked + sentence,
        "classification": classes,
    }[head]
    predicts_tokens = head in {"language_model", "masked_language_model", "both"}
    return choose("head", right, left_out=[], as_language_model=right if predicts_tokens else language)


explain = {
    "head_biases.counted": "counts the biases of the head",
    "head_biases.left_out": "leaves the biases of the head out",
    "tied_embeddings.untied": "counts a separate matrix for the output layer",
    "tied_embeddings.tied": "ties the matrix of the output layer to the token embeddings, so that it counts once",
    "head_transform.left_out": "You left out the transform before the output layer, a linear layer and a LayerNorm.",
    "head_transform.left_out if layer_norm.left_out": "You left out the transform before the output layer, which is a "
    "linear layer.",
    "head.left_out": "You left out the head. Its weights belong to this model.",
    "head.as_language_model": "You counted an output layer over the whole vocabulary. This model has none.",
}

weights = {"tied_embeddings": COMMON, "head": COMMON, "head.as_language_model": USUAL}
