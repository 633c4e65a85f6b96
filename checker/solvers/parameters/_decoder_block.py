"""One layer of a decoder-only model, with one feed-forward block or a mixture of such experts."""

from __future__ import annotations

from checker.engine.errors import ParameterError
from checker.engine.trace import choose, convention, step
from checker.solvers.parameters import _stacks as stacks
from checker.solvers.parameters import attention_parameters as attention
from checker.solvers.parameters import feed_forward_parameters as feed_forward


def check(num_experts: int | None, experts_per_token: int | None) -> None:
    """Both are given or neither, and no token goes to more experts than there are."""
    if num_experts is None and experts_per_token is not None:
        raise ParameterError("num_experts", "is needed where experts_per_token is given")
    if num_experts is not None and experts_per_token is None:
        raise ParameterError("experts_per_token", "is needed where num_experts is given")
    if num_experts is not None and experts_per_token is not None and experts_per_token > num_experts:
        raise ParameterError("experts_per_token", f"must not exceed num_experts = {num_experts}")


def _counted_experts(num_experts: int, experts_per_token: int) -> int:
    experts = convention("count", total=num_experts, active=experts_per_token, non_embedding=num_experts)
    return choose("experts", experts, one=1)


def copies(num_experts: int, experts_per_token: int) -> int:
    """How often all that lies outside the layers is there: once, although "8x7B" sounds like eight models."""
    experts = _counted_experts(num_experts, experts_per_token)
    return choose("expert_copies", 1, attention=1, layer=1, model=experts)


def decoder_block(
    d_model: int,
    num_heads: int,
    d_ff: int,
    num_kv_heads: int | None,
    head_dim: int | None,
    gated: bool,
    norm: stacks.NormKind,
    num_experts: int | None,
    experts_per_token: int | None,
) -> int:
    """Parameters of one layer: attention, feed-forward or a mixture of such experts, and a norm for each."""
    blocks = choose("attention_blocks", 1, with_cross=2)
    attended = step(
        "attention",
        attention.attention_parameters,
        d_model=d_model,
        num_heads=num_heads,
        d_k=head_dim,
        d_v=head_dim,
        num_kv_heads=num_kv_heads,
    )
    fed = step("feed_forward", feed_forward.feed_forward_parameters, d_model=d_model, d_ff=d_ff, gated=gated)
    normed = stacks.layer_norms(choose("norms", 2, one=1) + blocks - 1, d_model, norm)
    if not num_experts or not experts_per_token:
        terms = [("attention", 1), ("attention", blocks - 1), ("feed_forward", 1), ("layer_norm", normed)]
        return step("total", blocks * attended + fed + normed, how=terms)

    experts = _counted_experts(num_experts, experts_per_token)
    mixed = step("experts", experts * fed, how="experts · feed_forward", experts=experts)
    biases = convention("biases", counted=1, left_out=0)
    outputs = choose("router", num_experts, left_out=0, chosen_only=experts_per_token)
    routed = step(
        "router",
        (d_model + biases) * outputs,
        how=[("d_model · num_experts", outputs), ("num_experts", biases * outputs)],
        num_experts=outputs,
    )
    attentions, norms, routers = choose(
        "expert_copies", (1, 1, 1), attention=(experts, 1, 1), layer=(experts, experts, 1), model=(experts, experts, 0)
    )
    return step(
        "total",
        attentions * blocks * attended + mixed + routers * routed + norms * normed,
        how=[("attention", 1), ("attention", blocks - 1), ("experts", 1), ("router", routed), ("layer_norm", normed)],
    )


explain = {
    "attention_blocks.with_cross": "You counted a cross-attention block in each layer, too; "
    "a decoder-only model has no encoder to attend to.",
}

of_experts = {
    "experts.one": "You counted one expert in each layer; every expert has a feed-forward block of its own.",
    "experts.one if count.active": "You counted one expert in each layer; "
    "every expert that is active for a token has a feed-forward block of its own.",
    "expert_copies.attention": "You counted the attention once for each expert; the experts are feed-forward blocks, "
    "and share the attention of their layer.",
    "expert_copies.layer": "You counted the whole layer once for each expert; the experts are feed-forward blocks, "
    "and share the attention and the norms of their layer.",
    "expert_copies.model": "You counted a whole model for each expert; the experts are feed-forward blocks within "
    "the layers, and share everything else.",
    "router.left_out": "You left the router out; it scores the experts, with a column of weights for each.",
    "router.chosen_only": "You counted the router's weights for the chosen experts only; "
    "it has to score all of them to choose.",
}

weights = {"attention_blocks": 1, "router.chosen_only": 1, "expert_copies.layer": 1}
