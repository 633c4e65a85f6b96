"""Scaled dot-product attention of one head, step by step: what the types of this topic share."""

from __future__ import annotations

import math

import numpy as np

from checker.engine.trace import apply, choose, convention, step
from checker.solvers._shared.arrays import Allowed, shaped
from checker.solvers._shared.maths import Array, softmax


@np.errstate(over="raise", divide="raise", invalid="raise")
def attend(
    queries: Array,
    keys: Array,
    values: Array,
    allowed: Allowed,
    divisor: float | None = None,
    d_model: int | None = None,
    query: int | None = None,
) -> Array:
    """softmax(Q Kᵀ / √d_k) V.

    queries (n_q, d_k), keys (n_k, d_k), values (n_k, d_v), allowed (n_q, n_k) -> (n_q, d_v); one `query` (1-based) ->
    (d_v,), and every step is then its row.  `divisor` stands in the place of √d_k; with d_model known a student may
    confuse it with d_k.  Fails with ValueError, ArithmeticError or IndexError where a wrong choice does not fit.
    """
    num_keys, d_k = keys.shape
    root = apply(math.sqrt, d_k)
    if query is not None:
        query = choose("query_row", query, one_later=query + 1, one_earlier=query - 1)
    scores = choose(
        "score_product",
        lambda: queries @ keys.T,
        exchanged=lambda: keys @ queries.T,
        elementwise=lambda: queries * keys,
    )
    scores = _recorded("scores", shaped(scores, allowed.shape), query, how="Q Kᵀ")

    how = "Q Kᵀ / √d_k" if divisor is None else "Q Kᵀ / divisor"
    scale, how = convention("scale", sqrt_d_k=(divisor or root, how), none=(1.0, "Q Kᵀ"))
    others = {} if divisor is None else {"usual": root}
    others |= {} if d_model is None else {"of_model": apply(math.sqrt, d_model)}
    scale = choose(
        "root",
        scale,
        forgotten=1.0 * d_k,
        squared=1.0 * d_k**2,
        multiplied=1.0 / scale,
        of_length=apply(math.sqrt, num_keys),
        **others,
    )
    scaled = choose(
        "negative_scores",
        lambda: scores / scale,
        as_zero=lambda: _clipped(scores) / scale,
        as_zero_over_d_k=lambda: _clipped(scores) / d_k,
    )
    scaled = _recorded("scaled_scores", scaled, query, how, d_k=d_k)

    open_to = _believed(allowed)
    masked = choose(
        "masking",
        lambda: np.where(open_to, scaled, -np.inf),
        zero_scores=lambda: np.where(open_to, scaled, 0.0),
        after_softmax=scaled,
    )
    weights = choose(
        "softmax",
        lambda: softmax(masked, axis=1),
        over_queries=lambda: softmax(masked, axis=0),
        over_all=lambda: softmax(masked, axis=None),
        left_out=lambda: _without_blanks(masked),
        by_sum=lambda: _by_sum(_without_blanks(masked)),
        exponentials=lambda: np.exp(masked),
        scaled_afterwards=lambda: softmax(masked * scale, axis=1) / scale,
    )
    weights = choose("masking", weights, zero_scores=weights, after_softmax=lambda: np.where(open_to, weights, 0.0))
    weights = _recorded("weights", weights, query, how="softmax over the keys")
    output = _recorded("output", weights @ choose("values", values, keys=keys), query, how="weights · V")
    return step("total", output if query is None else output[query - 1], how="output")


def _recorded(name: str, matrix: Array, query: int | None, how: str, **names: int) -> Array:
    """Record a matrix, or only the row of the query, as a step; and go on with what the step gives back."""
    if query is None:
        return step(name, matrix, how, **names)
    if not 1 <= query <= len(matrix):
        raise IndexError(query)
    row = step(name, matrix[query - 1], how, **names)
    return np.where(np.arange(len(matrix))[:, np.newaxis] == query - 1, row, matrix)


def _believed(allowed: Allowed) -> Allowed:
    """Where a student thinks that a query may attend to a key."""
    rows, columns = allowed.shape
    is_open = bool(allowed.all())
    believed = choose(
        "mask",
        allowed,
        left_out=lambda: np.ones_like(allowed),
        causal=lambda: np.tri(rows, columns, dtype=bool),
        strict=lambda: allowed & ~np.eye(rows, columns, dtype=bool),
        inverted=lambda: allowed if is_open else ~allowed,
        transposed=lambda: allowed.T,
    )
    return shaped(believed, allowed.shape)


def _clipped(scores: Array) -> Array:
    """The scores with 0 for the negative ones; ValueError where there are none."""
    if not (scores < 0.0).any():
        raise ValueError("no score is negative")
    return np.maximum(scores, 0.0)


def _without_blanks(masked: Array) -> Array:
    return np.where(masked == -np.inf, 0.0, masked)


def _by_sum(scores: Array) -> Array:
    shares: Array = scores / scores.sum(axis=1, keepdims=True)
    return shares


explain = {
    "query_row.one_later": "You took the row after the one that is asked for; rows are counted from 1 here.",
    "query_row.one_earlier": "You took the row before the one that is asked for.",
    "score_product.exchanged": "You computed K Qᵀ; in Q Kᵀ each query has a row, with a score for every key.",
    "score_product.elementwise": "You multiplied queries and keys entry by entry; a score is their dot product.",
    "scale.sqrt_d_k": "divides the scores by √d_k",
    "scale.none": "does not divide the scores",
    "root.forgotten": "You divided the scores by d_k, not by its square root.",
    "root.forgotten if scale.none": "You divided the scores by d_k; this question does not divide them.",
    "root.squared": "You divided the scores by the square of d_k.",
    "root.squared if scale.none": "You divided the scores by the square of d_k; this question does not divide them.",
    "root.multiplied": "You multiplied the scores by √d_k; they are divided by it.",
    "root.of_length": "You divided by the square root of the number of positions; the scale does not depend on it.",
    "root.of_length if scale.none": "You divided by the square root of the number of positions; "
    "this question does not divide the scores.",
    "negative_scores.as_zero": "You took the negative scores as 0; softmax takes them as they are.",
    "negative_scores.as_zero_over_d_k": "You took the negative scores as 0 and divided the others by d_k; "
    "softmax takes negative scores as they are.",
    "mask.left_out": "You did not mask; here some positions may not be attended to.",
    "mask.causal": "You masked the future; here the mask is another, or none.",
    "mask.strict": "You kept positions from attending to themselves.",
    "mask.inverted": "You took the mask the wrong way round; 1 marks what may be attended to.",
    "mask.transposed": "You exchanged the rows and columns of the mask.",
    "masking.zero_scores": "You set masked scores to 0; before softmax they must be -∞, so that their weight is 0.",
    "masking.after_softmax": "You masked after softmax, so that the weights no longer sum to 1; mask before it.",
    "softmax.over_queries": "You took the softmax down the columns; each query's weights, a row, must sum to 1.",
    "softmax.over_all": "You took one softmax over the whole matrix; each query has a softmax of its own.",
    "softmax.left_out": "You left the softmax out and weighted the values by the scores.",
    "softmax.by_sum": "You divided the scores by their sum; softmax takes their exponentials first.",
    "softmax.exponentials": "You took exponentials, but did not divide them by their sum.",
    "softmax.scaled_afterwards": "You scaled after softmax; the scores are divided before it.",
    "values.keys": "You multiplied the weights by the keys; they multiply the values.",
}

weights = {
    "query_row": 1,
    "score_product.exchanged": 2,
    "score_product.elementwise": 1,
    "scale": 4,
    "root.forgotten": 4,
    "root.squared": 1,
    "root.of_length": 1,
    "negative_scores": 1,
    "mask.left_out": 4,
    "mask.strict": 1,
    "softmax.over_queries": 4,
    "softmax.over_all": 1,
    "softmax.exponentials": 1,
    "softmax.scaled_afterwards": 1,
    "values": 4,
}

may_fail = {
    # there is no row before the first or after the last
    "query_row.one_later",
    "query_row.one_earlier",
    # as many queries as keys, or as wide as there are keys
    "score_product.exchanged",
    "score_product.elementwise",
    "mask.transposed",
    # no score is negative; the scores add up to 0
    "negative_scores.as_zero",
    "negative_scores.as_zero_over_d_k",
    "softmax.by_sum",
}
