"""Question type on the number of parameters of an encoder model, such as BERT: its solver, sentences and examples.

The first third is on the heads of the model, such as a masked language model's or a classifier's.
"""

from __future__ import annotations

from random import Random
from typing import Any, Literal, get_args

from checker.derivation.weights import COMMON, RARE, USUAL
from checker.engine.errors import ParameterError
from checker.engine.trace import choose, convention, step
from checker.solvers._sizes import Size
from checker.solvers.formula_types import formula_type
from checker.solvers.parameters import _layer_stack
from checker.solvers.parameters import _layer_stack as stacks
from checker.solvers.parameters._transformer_layer import TransformerLayer

_ENCODER_LAYER = formula_type("encoder_layer_parameters")

Head = Literal["none", "language_model", "masked_language_model", "next_sentence", "both", "classification"]
Terms = list[tuple[str, int]]
"""Formulas with their values, to be added up."""


def total_of_head(terms: Terms) -> int:
    """Return the sum of the terms of a head."""
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
    """Return the counts of parameters of the model's head, each with its formula.

    `width` is that of the embeddings, to which a masked language model goes back.
    """
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


of_heads = {
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

weights_of_heads = {"tied_embeddings": COMMON, "head": COMMON, "head.as_language_model": USUAL}


def encoder_model_parameters(
    vocab_size: Size,
    d_model: Size,
    num_layers: Size,
    num_heads: Size,
    d_ff: Size,
    max_positions: Size | None = None,
    type_vocab_size: Size | None = None,
    embedding_dim: Size | None = None,
    shared_layers: bool = False,
    head: Head = "none",
    num_classes: Size | None = None,
    d_k: Size | None = None,
    d_v: Size | None = None,
    num_kv_heads: Size | None = None,
    gated: bool = False,
) -> int:
    """Parameters of an encoder model: embeddings, layers, and where they count pooler and head.

    Formula: (V + P + T)·E (+ 2·E, embedding norm) + L·encoder_layer (+ 2·d_model, final norm)
        (+ d_model² + d_model, pooler) + head.  E = d_model, unless embedding_dim is given: then E·d_model + d_model
        more lead up to d_model.  Heads: language_model d_model·V + V; masked_language_model d_model·E + E, a LayerNorm
        2·E, and E·V + V; next_sentence d_model·2 + 2; both: these two; classification d_model·C + C.
    Sizes: vocab_size V in tokens, max_positions P learned positions (none: sinusoidal, nothing learned),
        type_vocab_size T kinds of segments (none: no segments); the others as encoder_layer_parameters.
        shared_layers: all layers are one and the same, which is counted once.
    Answer: a whole number of parameters.
    Source: Devlin et al. 2019, sections 3 and A.2; Lan et al. 2020 (ALBERT: embedding_dim, shared_layers).
        Equal to PyTorch's nn.Embedding, nn.TransformerEncoder and nn.Linear.

    >>> encoder_model_parameters(vocab_size=100, d_model=200, num_layers=4, num_heads=2, d_ff=200)
    988000
    """
    check_head(head, num_classes)
    biases = convention("biases", counted=1, left_out=0)
    norm_biases = convention("norm_biases", counted=1, left_out=0)
    width, projection = choose(
        "embedding_size",
        (embedding_dim or d_model, (embedding_dim + biases) * d_model if embedding_dim else 0),
        as_d_model=(d_model, 0),
    )

    tokens = _layer_stack.token_embeddings(vocab_size, width)
    positions = step(
        "position_embeddings",
        _layer_stack.learned_positions(max_positions or 0, width),
        how=[("max_positions · embedding_dim", max_positions)],
        embedding_dim=width,
    )
    rows = type_vocab_size or 0
    rows = convention("segment_embeddings", counted=1, left_out=0) * choose("segment_rows", rows, one=min(rows, 1))
    segments = step(
        "segment_embeddings",
        rows * width,
        how=[("type_vocab_size · embedding_dim", rows)],
        type_vocab_size=rows,
        embedding_dim=width,
    )
    gains = convention("embedding_norm", left_out=0, counted=1) * width
    norm = step(
        "embedding_norm",
        gains + norm_biases * gains,
        how=[("embedding_dim", gains), ("embedding_dim", norm_biases * gains)],
        embedding_dim=width,
    )
    projection = choose("embedding_projection", projection, left_out=0)
    embeddings = step(
        "embeddings",
        _layer_stack.embedding_copies(num_layers) * (tokens + positions + segments + norm + projection),
        how=[
            ("token_embeddings", tokens),
            ("position_embeddings", positions),
            ("segment_embeddings", segments),
            ("embedding_norm", norm),
            ("projection", projection),
        ],
        projection=projection,
    )

    transformer_layer = TransformerLayer(d_model, num_heads, d_ff, d_k, d_v, num_kv_heads, gated)
    layer = step("layer", _ENCODER_LAYER, **transformer_layer._asdict())
    layers = stacks.layer_count(choose("layer_sharing", 1 if shared_layers else num_layers, ignored=num_layers))
    final_norm = convention("final_norm", left_out=0, counted=1) * (d_model + norm_biases * d_model)
    encoder = stacks.layer_stack("encoder", layers, "layer", layer, final_norm)

    has_pooler = convention("pooler", left_out=0, counted=1)
    pooled = choose("pooler_outputs", d_model, two_classes=2)
    pooler = step(
        "pooler",
        has_pooler * (d_model + biases) * pooled,
        how=[("d_model · d_model", has_pooler), ("d_model", has_pooler * biases)],
    )
    terms = head_terms(head, vocab_size, d_model, width, num_classes or 0, norm_biases)
    output = step("head", total_of_head(terms), how=terms, embedding_dim=width)
    return step(
        "total",
        embeddings + encoder + pooler + output,
        how=[("embeddings", embeddings), ("encoder", encoder), ("pooler", pooler), ("head", output)],
    )


explain = (
    _ENCODER_LAYER.explain({})
    | stacks.explain
    | _layer_stack.of_embeddings
    | _layer_stack.of_learned_positions
    | of_heads
    | {
        "embedding_size.as_d_model": "You made the embeddings as wide as the model. "
        "Here they have another width, and a matrix projects them.",
        "segment_embeddings.counted": "counts the segment embeddings",
        "segment_embeddings.left_out": "leaves the segment embeddings out",
        "segment_rows.one": "You counted one row of segment embeddings. There is one for each kind of segment.",
        "embedding_norm.left_out": "leaves the LayerNorm after the embeddings out",
        "embedding_norm.counted": "counts the LayerNorm after the embeddings",
        "embedding_projection.left_out": "You left out the matrix that projects the embeddings to the model width.",
        "layer_sharing.ignored": "You counted every layer. Here all layers share the same parameters.",
        "layers.counted_twice": "You counted every layer twice. This model is an encoder without a decoder.",
        "final_norm.left_out": "leaves the LayerNorm after the last layer out",
        "final_norm.counted": "counts a LayerNorm after the last layer",
        "pooler.left_out": "leaves the pooler out",
        "pooler.counted": "counts the pooler",
        "pooler_outputs.two_classes": "You counted a classifier of two classes in place of the pooler. "
        "The pooler's output is as wide as its input.",
    }
)

weights = (
    _ENCODER_LAYER.weights
    | stacks.weights
    | _layer_stack.weights_of_embeddings
    | weights_of_heads
    | {
        "segment_rows": RARE,
        "embedding_norm": USUAL,
        "segment_embeddings": RARE,
        "pooler": RARE,
        "pooler_outputs": RARE,
    }
)

examples = [
    {
        "vocab_size": 30522,
        "d_model": 768,
        "num_layers": 12,
        "num_heads": 12,
        "d_ff": 3072,
        "max_positions": 512,
        "type_vocab_size": 2,
        "head": "both",
    },
    {"vocab_size": 100, "d_model": 200, "num_layers": 4, "num_heads": 2, "d_ff": 200, "head": "language_model"},
    {
        "vocab_size": 30000,
        "d_model": 768,
        "num_layers": 12,
        "num_heads": 12,
        "d_ff": 3072,
        "max_positions": 512,
        "type_vocab_size": 2,
        "embedding_dim": 128,
        "shared_layers": True,
        "head": "masked_language_model",
    },
    {
        "vocab_size": 1000,
        "d_model": 96,
        "num_layers": 3,
        "num_heads": 4,
        "d_ff": 250,
        "d_k": 20,
        "d_v": 28,
        "num_kv_heads": 2,
        "gated": True,
        "head": "classification",
        "num_classes": 5,
    },
]


def draw(rng: Random) -> dict[str, Any]:
    """Return random parameters for a question: models with and without positions, segments and heads."""
    parameters = _ENCODER_LAYER.draw(rng)
    parameters.pop("norm", None)
    parameters |= {"vocab_size": rng.randint(50, 50_000), "num_layers": rng.randint(2, 24)}
    if rng.random() < 0.67:
        parameters["max_positions"] = rng.randint(16, 1024)
    if rng.random() < 0.5:
        parameters["type_vocab_size"] = rng.randint(2, 4)
    if rng.random() < 0.33:
        parameters |= {"embedding_dim": rng.randint(4, 128), "shared_layers": rng.random() < 0.5}
    parameters["head"] = rng.choice(get_args(Head))
    if parameters["head"] == "classification":
        parameters["num_classes"] = rng.randint(2, 100)
    return parameters
