"""One layer of a decoder-only model, with one feed-forward block or a mixture of such experts."""

from __future__ import annotations

from typing import NamedTuple

from checker.derivation.weights import RARE
from checker.engine.errors import ParameterError
from checker.engine.trace import choose, convention, step
from checker.solvers.parameters._transformer_layer import TransformerLayer


class Mixture(NamedTuple):
    """A mixture of experts: how many there are, and how many of them a token uses."""

    num_experts: int
    experts_per_token: int


def mixture_of(num_experts: int | None, experts_per_token: int | None) -> Mixture | None:
    """Return the mixture of experts, or None for a single feed-forward block.  Raise ParameterError for half of one."""
    if num_experts is None and experts_per_token is None:
        return None
    if num_experts is None:
        raise ParameterError("num_experts", "is needed where experts_per_token is given")
    if experts_per_token is None:
        raise ParameterError("experts_per_token", "is needed where num_experts is given")
    if experts_per_token > num_experts:
        raise ParameterError("experts_per_token", f"must not exceed num_experts = {num_experts}")
    return Mixture(num_experts, experts_per_token)


def expert_count(mixture: Mixture) -> int:
    """Return how many experts count in each layer."""
    everyone, active = mixture
    return choose("experts", convention("count", total=everyone, active=active, non_embedding=everyone), one=1)


def model_copies(mixture: Mixture | None) -> int:
    """Return how often what lies outside the layers counts: once, although "8x7B" sounds like eight models."""
    return choose("expert_copies", 1, attention=1, layer=1, model=expert_count(mixture)) if mixture else 1


def decoder_layer(layer: TransformerLayer, mixture: Mixture | None) -> int:
    """Return the parameters of one layer: attention, feed-forward or a mixture of such experts, and a norm for each."""
    blocks = choose("attention_blocks", 1, with_cross=2)
    attention = layer.attention()
    feed_forward = layer.feed_forward()
    norms = layer.norms(choose("norms", 2, one=1) + blocks - 1)
    attention_terms = [("attention", 1), ("attention", blocks - 1)]
    if not mixture:
        terms = [*attention_terms, ("feed_forward", 1), ("layer_norm", norms)]
        return step("total", blocks * attention + feed_forward + norms, how=terms)

    count = expert_count(mixture)
    experts = step("experts", count * feed_forward, how="experts · feed_forward", experts=count)
    router = _router(layer.d_model, mixture)
    attentions, layer_copies, routers = choose(
        "expert_copies", (1, 1, 1), attention=(count, 1, 1), layer=(count, count, 1), model=(count, count, 0)
    )
    return step(
        "total",
        attentions * blocks * attention + experts + routers * router + layer_copies * norms,
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


explain = {
    "attention_blocks.with_cross": "You counted cross-attention in each layer. "
    "A decoder-only model has no encoder to attend to.",
}

of_experts = {
    "experts.one": "You counted one expert in each layer. Every expert has its own feed-forward block.",
    "experts.one if count.active": "You counted one expert in each layer. "
    "Every expert that a token uses has its own feed-forward block.",
    "expert_copies.attention": "You counted the attention once for each expert. "
    "All experts of a layer share its attention.",
    "expert_copies.layer": "You counted the whole layer once for each expert. "
    "Only the feed-forward block exists once for each expert.",
    "expert_copies.model": "You counted a whole model for each expert. "
    "Only the feed-forward blocks exist once for each expert.",
    "router.left_out": "You left out the router. It has a column of weights for each expert.",
    "router.chosen_only": "You counted the router's weights for the chosen experts only. "
    "It scores every expert to choose among them.",
}

weights = {"attention_blocks": RARE, "router.chosen_only": RARE, "expert_copies.layer": RARE}
