"""Factors for the priors of mistakes: how often students were seen to make them, compared with their weights.

Counted in about 1,100 wrong answers that people wrote blind to questions of the bank, each with its reason, where the
answer shows which mistake was made, and in 600 answers to formulas of other courses.  The counts order explanations and
never move points.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Final

_OFTEN: Final = """
    adaptive_pool.left_out attention_blocks.with_cross backward.as_forward base.ten_thousand
    bias_size.as_hidden_size bias_sizes.both_inner biases.left_out causal_halving.left_out
    computed_positions.counted count.active cross_attention.left_out dilation.ignored divisor.root_left_out
    embedding_norm.left_out embeddings_shared.separate exponent.half_d_model factors.second_only final_norm.left_out
    flatten.before_pool gates.three_in_lstm head_size.split_d_model kernel_area.as_image kv_heads.as_num_heads
    layers_added.last_left_out mask.left_out masking.after_softmax matrices.two number_size.four_bytes
    output_projection.left_out pairing.half_split pooler.left_out projections.counted quantity.as_operations
    relative_biases.all_heads_alike relative_tables.one_per_layer reset.after scale.none shortcut.left_out
    tied_embeddings.tied tied_embeddings.untied trained.full_matrices update.keeps variance.root
"""
_RARELY: Final = """
    axes.height_and_width_swapped axis.columns base.thousand connections.added direction.multiplied
    ffn_biases.counted ffn_width.as_d_model filters.one functions.swapped heads.multiplied heads.one_only
    initial_state.ignored keys_met.one layers.counted_twice layout.channels_last length.once_too_rarely matrices.one
    matrices.three neurons.one out_channels.product output_heads.multiplied output_heads.one_only projections.one
    qkv_biases.counted roles.queries_and_keys token_embeddings.left_out
"""

_BY_MISTAKE: Final = dict.fromkeys(_OFTEN.split(), 2.0) | dict.fromkeys(_RARELY.split(), 0.6)
"""The counts with the author's judgement worth two answers are further apart, but so ties remain ties."""

_BY_OPTION: Final = {
    "left_out": 1.5,
    "added": 0.5,
    "counted_twice": 0.5,
    "multiplied": 0.5,
    "one": 0.5,
    "one_only": 0.5,
    "product": 0.5,
    "three": 0.5,
    "as_d_model": 0.5,
}
"""The same for mistakes that were seen too rarely, by what they do: people forget far more often than they repeat."""


def observed(point: str, option: str) -> float:
    """Return how many times as often students make a solver's mistake as its weight says; 1.0 if it was not counted.

    >>> observed("cross_attention", "left_out"), observed("projections", "one"), observed("rounding", "up")
    (2.0, 0.6, 1.0)
    """
    return _BY_MISTAKE.get(f"{point}.{option}") or _BY_OPTION.get(option, 1.0)


_IN_FORMULAS: Final = {
    "left_out number": 2,
    "left_out symbol": 0.7,
    "as_symbol": 0.9,
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
    """Return how many times as often students make a mistake in a formula as its weight says.

    >>> observed_in_formula("2#2", "left_out", {"a"}), observed_in_formula("a", "left_out", {"a"})
    (2, 0.7)
    """
    piece, base = point.partition("#")[0], option.rstrip("0123456789").removesuffix("_")
    if option.startswith("as_") and option.removeprefix("as_") in symbols:
        return _IN_FORMULAS["as_symbol"]
    kind = "symbol" if piece in symbols else "number" if piece.strip("0123456789,.") == "" else "piece"
    times = _IN_FORMULAS.get(f"{base} {kind}") or _IN_FORMULAS.get(base)
    return times or (1 if base in _ORDINARY else _RULES)
