"""Question type on the number of parameters of a decoder-only language model, such as GPT-2, Llama or Mixtral.

Its solver, the sentences about its mistakes, and examples.  A layer may have a mixture of experts with a router.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Literal, NamedTuple

from checker.derivation.weights import COMMON, RARE
from checker.engine.errors import ParameterError
from checker.engine.trace import choose, convention, step
from checker.solvers._sizes import Size
from checker.solvers.formula_types import formula_type
from checker.solvers.parameters import _layer_stack
from checker.solvers.parameters import _layer_stack as stacks
from checker.solvers.parameters._transformer_layer import NormKind, TransformerLayer, norm_size, worded

_ENCODER_LAYER = formula_type("encoder_layer_parameters")


class Mixture(NamedTuple):
    """A mixture of experts: how many there are, and how many of them a token uses."""

    num_experts: int
    experts_per_token: int


def mixture_of(num_experts: int | None, experts_per_token: int | None) -> Mixture | None:
    """Return the mixture of experts; None for a single feed-forward block.

    Raise ParameterError if only one of the two numbers is given.
    """
    if num_experts is None and experts_per_token is None:
        return None
    if num_experts is None:
        raise ParameterError("num_experts", "is needed where experts_per_token is given")
    if experts_per_token is None:
        raise ParameterError("experts_per_token", "is needed where num_experts is given")
    if experts_per_token > num_experts:
        raise ParameterError("experts_per_token", f"must not exceed num_experts = {num_experts}")
    return Mixture(num_experts, experts_per_token)


class Copies(NamedTuple):
    """How often the pieces of a layer count, and the whole model around the layers."""

    feed_forward: int
    attention: int = 1
    norms: int = 1
    router: int = 1
    model: int = 1


def copies_of(mixture: Mixture | None) -> Copies:
    """Return how often the pieces count, by the convention `count` or as the student has it.

    A student may count a whole model for each expert, because a name like 8x7B sounds like eight models.
    """
    if not mixture:
        return Copies(1, router=0)
    everyone, active = mixture
    count = convention("count", total=everyone, active=active, non_embedding=everyone)
    return choose(
        "experts",
        Copies(count),
        one=Copies(1),
        dense=Copies(1, router=0),
        with_attention=Copies(count, attention=count),
        as_layers=Copies(count, attention=count, norms=count),
        as_models=Copies(count, attention=count, norms=count, router=0, model=count),
    )


def decoder_layer(layer: TransformerLayer, mixture: Mixture | None) -> int:
    """Return the number of parameters of one layer: attention, feed-forward or experts, and a norm for each."""
    blocks = choose("attention_blocks", 1, with_cross=2)
    attention = layer.attention()
    feed_forward = layer.feed_forward()
    norms = layer.norms(choose("norms", 2, one=1) + blocks - 1)
    attention_terms = [("attention", 1), ("attention", blocks - 1)]
    if not mixture:
        terms = [*attention_terms, ("feed_forward", 1), ("layer_norm", norms)]
        return step("total", blocks * attention + feed_forward + norms, how=terms)

    copies = copies_of(mixture)
    count = copies.feed_forward
    experts = step("experts", count * feed_forward, how="experts · feed_forward", experts=count)
    router = copies.router * _router(layer.d_model, mixture)
    return step(
        "total",
        copies.attention * blocks * attention + experts + router + copies.norms * norms,
        how=[*attention_terms, ("experts", 1), ("router", router), ("layer_norm", norms)],
    )


def _router(d_model: int, mixture: Mixture) -> int:
    """Return the parameters of the linear layer that scores the experts, as a step."""
    biases = convention("biases", counted=1, left_out=0)
    outputs = choose("router", mixture.num_experts, left_out=0, chosen_only=mixture.experts_per_token)
    return step(
        "router",
        (d_model + biases) * outputs,
        how=[("d_model · num_experts", outputs), ("num_experts", biases * outputs)],
        d_model=d_model,
        num_experts=outputs,
    )


of_layer = {
    "attention_blocks.with_cross": "You counted cross-attention in each layer. "
    "A decoder-only model has no encoder to attend to.",
}

of_experts = {
    "experts.one": "You counted one expert in each layer. Every expert has its own feed-forward block.",
    "experts.one if count.active": "You counted one expert in each layer. "
    "Every expert that a token uses has its own feed-forward block.",
    "experts.dense": "You counted a dense model, with a single feed-forward block in each layer. "
    "Here each layer has several experts and a router.",
    "experts.with_attention": "You counted the attention once for each expert. "
    "All experts of a layer share its attention.",
    "experts.as_layers": "You counted the whole layer once for each expert. "
    "Only the feed-forward block exists once for each expert.",
    "experts.as_models": "You counted a whole model for each expert. "
    "Only the feed-forward blocks exist once for each expert.",
    "router.left_out": "You left out the router. It has a column of weights for each expert.",
    "router.chosen_only": "You counted the router's weights for the chosen experts only. "
    "It scores every expert to choose among them.",
}

weights_of_layer = {"attention_blocks": RARE, "router.chosen_only": RARE, "experts.as_layers": RARE}


def decoder_model_parameters(
    vocab_size: Size,
    d_model: Size,
    num_layers: Size,
    num_heads: Size,
    d_ff: Size,
    num_kv_heads: Size | None = None,
    head_dim: Size | None = None,
    gated: bool = False,
    positional: Literal["learned", "sinusoidal", "rotary"] = "learned",
    max_positions: Size | None = None,
    norm: NormKind = "layer_norm",
    num_experts: Size | None = None,
    experts_per_token: Size | None = None,
) -> int:
    """Parameters of a decoder-only language model: embeddings, layers, and where they count final norm and head.

    Formula: V·d_model (+ P·d_model, learned positions) + L·(attention + feed-forward + 2·norm) (+ norm, final)
        (+ d_model·V, untied head) (+ V, its biases).  norm = 2·d_model, of RMSNorm d_model.  A mixture of E experts
        has E feed-forward blocks in each layer, and a router d_model·E (+ E).
    Sizes: vocab_size V in tokens, num_layers L, max_positions P in tokens (needed where they are learned; sinusoidal
        and rotary positions have no parameters); head_dim (default d_model / h) is the size of one head, the others
        are as attention_parameters and feed_forward_parameters; a token goes to experts_per_token of num_experts.
    Answer: a whole number of parameters.  The convention count says which: all, those that are active for one token
        (experts_per_token experts, everything else), or all without embeddings and head.
    Source: Radford et al. 2019 (GPT-2), Touvron et al. 2023 (Llama), Jiang et al. 2023, 2024 (Mistral, Mixtral).
        Equal to PyTorch's nn.Embedding, nn.Linear, nn.LayerNorm and nn.RMSNorm.

    >>> decoder_model_parameters(50257, d_model=768, num_layers=12, num_heads=12, d_ff=3072, max_positions=1024)
    124439808
    """
    if positional == "learned" and max_positions is None:
        raise ParameterError("max_positions", "is needed where positions are learned")
    mixture = mixture_of(num_experts, experts_per_token)
    counts_vocabulary = convention("count", total=1, active=1, non_embedding=0)
    copies = copies_of(mixture).model

    tokens = _layer_stack.token_embeddings(vocab_size, d_model)
    positions = step(
        "position_embeddings",
        _positions(positional, max_positions, d_model),
        how=[("max_positions · d_model", positional == "learned")],
    )
    embeddings = step(
        "embeddings",
        _layer_stack.embedding_copies(num_layers) * (tokens + positions),
        how=[("token_embeddings", tokens), ("position_embeddings", positions)],
    )

    transformer_layer = TransformerLayer(d_model, num_heads, d_ff, head_dim, head_dim, num_kv_heads, gated, norm)
    layer = step("layer", decoder_layer, layer=transformer_layer, mixture=mixture)
    final_norm = copies * (convention("final_norm", counted=1, left_out=0) * norm_size(d_model, norm))
    decoder = stacks.layer_stack("decoder", stacks.layer_count(num_layers), "layer", layer, final_norm)

    matrix = convention("tied_embeddings", tied=0, untied=1) * d_model * vocab_size
    bias = convention("head_biases", left_out=0, counted=1) * vocab_size
    head = step("head", matrix + bias, how=[("d_model · vocab_size", matrix), ("vocab_size", bias)])
    embeddings, head = counts_vocabulary * copies * embeddings, counts_vocabulary * copies * head
    return step(
        "total",
        embeddings + decoder + head,
        how=[("embeddings", embeddings), ("decoder", 1), ("head", head)],
    )


def _positions(positional: str, max_positions: int | None, d_model: int) -> int:
    """Return the number of parameters of position embeddings.

    It is 0 for sinusoidal and rotary ones, unless the student of this run takes them for learned ones.
    """
    if not max_positions:
        return 0
    if positional == "learned":
        return _layer_stack.learned_positions(max_positions, d_model)
    return choose("computed_positions", 0, counted=max_positions * d_model)


_sentences = (
    _ENCODER_LAYER.explain({})
    | of_layer
    | stacks.explain
    | _layer_stack.of_embeddings
    | {
        "layer_norm.counted": "counts the LayerNorms of the layers",
        "layer_norm.left_out": "leaves the LayerNorms of the layers out",
        "count.total": "is about all parameters",
        "count.active": "is about the parameters that are active for one token",
        "count.non_embedding": "is about all parameters but those of the embeddings and the output layer",
        "layers.counted_twice": "You counted every layer twice. This model is a decoder without an encoder.",
        "final_norm.counted": "counts the LayerNorm after the last layer",
        "final_norm.left_out": "leaves the LayerNorm after the last layer out",
        "tied_embeddings.tied": "ties the matrix of the output layer to the token embeddings, so that it counts once",
        "tied_embeddings.untied": "counts a separate matrix for the output layer",
        "head_biases.left_out": "leaves the biases of the output layer out",
        "head_biases.counted": "counts the biases of the output layer",
    }
)

_computed = {
    "computed_positions.counted": "You counted a table of positions. "
    "Here positions are computed, so they have no parameters.",
}


def explain(
    norm: NormKind = "layer_norm",
    positional: str = "learned",
    max_positions: int | None = None,
    num_experts: int | None = None,
    **_: Any,
) -> Mapping[str, str]:
    """Return the sentences about mistakes, for the norms, positions and experts of the question."""
    positions = _layer_stack.of_learned_positions if positional == "learned" else _computed if max_positions else {}
    return worded(_sentences, norm) | positions | (of_experts if num_experts else {})


weights = (
    _ENCODER_LAYER.weights
    | stacks.weights
    | _layer_stack.weights_of_embeddings
    | weights_of_layer
    | {
        "count": COMMON,
        "computed_positions": COMMON,
        "tied_embeddings": COMMON,
        "head_biases": RARE,
    }
)

examples: list[dict[str, Any]] = [
    {
        "vocab_size": 50257,
        "d_model": 768,
        "num_layers": 12,
        "num_heads": 12,
        "d_ff": 3072,
        "max_positions": 1024,
    },
    {
        "vocab_size": 32000,
        "d_model": 4096,
        "num_layers": 32,
        "num_heads": 32,
        "d_ff": 14336,
        "num_kv_heads": 8,
        "gated": True,
        "positional": "rotary",
        "max_positions": 32768,
        "norm": "rms_norm",
        "num_experts": 8,
        "experts_per_token": 2,
    },
    {
        "vocab_size": 2500,
        "d_model": 96,
        "num_layers": 5,
        "num_heads": 4,
        "d_ff": 250,
        "head_dim": 20,
        "num_kv_heads": 2,
        "positional": "sinusoidal",
        "num_experts": 6,
        "experts_per_token": 2,
    },
]


def draw(rng: Random) -> dict[str, Any]:
    """Return random parameters for a question: all kinds of positions and norms; a third with a mixture of experts."""
    drawn = _ENCODER_LAYER.draw(rng)
    parameters = {name: drawn[name] for name in ("d_model", "num_heads", "d_ff")}
    parameters["gated"] = drawn.get("gated", False)
    parameters |= {"vocab_size": rng.randint(50, 250_000), "num_layers": rng.randint(1, 40)}
    if "d_k" in drawn:
        parameters["head_dim"] = drawn["d_k"]
    elif parameters["d_model"] % parameters["num_heads"]:
        parameters["head_dim"] = drawn["d_v"]
    if "num_kv_heads" in drawn:
        parameters["num_kv_heads"] = drawn["num_kv_heads"]
    parameters["positional"] = rng.choice(["learned", "sinusoidal", "rotary"])
    if parameters["positional"] == "learned" or rng.random() < 0.67:
        parameters["max_positions"] = rng.randint(16, 8192)
    parameters["norm"] = rng.choice(["layer_norm", "rms_norm"])
    if rng.random() < 0.33:
        parameters["num_experts"] = rng.randint(1, 16)
        parameters["experts_per_token"] = rng.randint(1, parameters["num_experts"])
    return parameters
