"""How often students make mistakes, compared with what the weights of a type or of a formula say.

Counted in about 1,100 wrong answers that people wrote blind to questions of the bank, each with its reason, where the
answer shows which mistake was made.  An author's weight is one judgement; these are the counts with that judgement
worth two answers, rounded; and in 600 answers to formulas of other courses.  They order explanations and never move
points.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Final

_TIMES: Final = {
    4: """
        kv_heads.as_num_heads
    """,
    3: """
        bias_sizes.both_inner cross_attention.left_out embedding_norm.left_out factors.second_only
        head_size.split_d_model matrices.two relative_tables.one_per_layer tied_embeddings.untied
        variance.root
    """,
    2: """
        adaptive_pool.left_out attention_blocks.with_cross backward.as_forward base.ten_thousand
        bias_size.as_hidden_size biases.left_out causal_halving.left_out computed_positions.counted
        count.active dilation.ignored divisor.root_left_out embeddings_shared.separate exponent.half_d_model
        final_norm.left_out flatten.before_pool gates.three_in_lstm kernel_area.as_image
        layers_added.last_left_out mask.left_out masking.after_softmax number_size.four_bytes
        output_projection.left_out pairing.half_split pooler.left_out projected_keys.as_queries
        projections.counted quantity.as_operations relative_biases.all_heads_alike reset.after scale.none
        shortcut.left_out tied_embeddings.tied trained.full_matrices update.keeps
    """,
    0.5: """
        axis.columns base.e centring.neither connections.added count.non_embedding ffn_biases.counted
        functions.swapped heads.one_only initial_state.ignored layer_norm.counted layout.channels_last
        matrices.one plus_one.before_division qkv_biases.counted roles.queries_and_keys signs.both_positive
        states.last_layer_only table_bias.one_per_token token_embeddings.left_out trained.frozen_too
    """,
    0.3: """
        axes.height_and_width_swapped base.thousand bias_size.one channels.one heads.multiplied
        hidden_layer.added length.once_too_rarely linear_bias.single matrices.three output_heads.one_only
    """,
    0.2: """
        direction.multiplied ffn_width.as_d_model filters.one keys_met.one layers.counted_twice neurons.one
        out_channels.product output_heads.multiplied projections.one root.multiplied
    """,
}
"""How many times as often as their weight says, or as rarely."""

_BY_MISTAKE: Final = {mistake: float(times) for times, mistakes in _TIMES.items() for mistake in mistakes.split()}

_BY_OPTION: Final = {
    "left_out": 1.5,
    "added": 0.5,
    "counted_twice": 0.5,
    "multiplied": 0.3,
    "one": 0.5,
    "one_only": 0.5,
    "product": 0.5,
    "three": 0.5,
    "as_d_model": 0.3,
}
"""The same for mistakes that were seen too rarely, by what they do: people forget far more often than they repeat."""


def observed(point: str, option: str) -> float:
    """Return how many times as often a mistake is made as its weight says.

    >>> observed("cross_attention", "left_out"), observed("projections", "one"), observed("rounding", "up")
    (3.0, 0.2, 1.0)
    """
    return _BY_MISTAKE.get(f"{point}.{option}") or _BY_OPTION.get(option, 1.0)


_IN_FORMULAS: Final = {
    "left_out number": 2,
    "left_out symbol": 0.4,
    "left_out piece": 0.7,
    "as_symbol": 0.2,
    "counted_twice symbol": 0.35,
    "counted_twice piece": 0.4,
    "added piece": 2,
    "multiplied piece": 1.5,
    "multiplied number": 0.5,
    "divided symbol": 0.5,
    "divided_twice symbol": 0.5,
    "subtracted symbol": 0.6,
    "root_left_out": 2,
    "other_base": 2,
    "bracket_ignored": 0.7,
    "sum_first": 0.6,
    "exponent_left_out": 0.5,
    "as_sum": 0.5,
    "degrees": 0.5,
}
"""By what a mistake in a formula does, and to what: nobody forgets a given quantity as easily as a factor 2."""

_ORDINARY: Final = frozenset(
    {
        *(
            "added",
            "as_product",
            "counted_twice",
            "divided",
            "divided_twice",
            "exponent_multiplied",
            "exponent_negated",
        ),
        *("halved", "last_only", "left_out", "minus_left_out", "multiplied", "one_less", "one_more", "ratio_turned"),
        *("square_left_out", "squared", "subtracted", "upside_down"),
    }
)
"""Mistakes that any formula has; all others come from wrong rules that books and courses name."""

_RULES: Final = 1.5
"""How much more often students follow a wrong rule with a name than its weight says."""


def observed_in_formula(point: str, option: str, symbols: Container[str]) -> float:
    """Return how many times as often a mistake in a formula is made as its weight says.

    >>> observed_in_formula("2#2", "left_out", {"a"}), observed_in_formula("a", "left_out", {"a"})
    (2, 0.4)
    """
    piece, base = point.partition("#")[0], option.rstrip("0123456789").removesuffix("_")
    if option.startswith("as_") and option.removeprefix("as_") in symbols:
        return _IN_FORMULAS["as_symbol"]
    kind = "symbol" if piece in symbols else "number" if piece.strip("0123456789,.") == "" else "piece"
    times = _IN_FORMULAS.get(f"{base} {kind}") or _IN_FORMULAS.get(base)
    return times or (1 if base in _ORDINARY else _RULES)
