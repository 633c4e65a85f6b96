"""Scaled dot-product attention of one head, which the question types of this folder share.

Also the mistakes with it: their sentences, weights, and which of them may fail.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from checker.derivation.weights import COMMON, RARE
from checker.engine.trace import choose, convention, step
from checker.solvers._arrays import Allowed, Array, shaped, softmax


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
    """Compute softmax(Q Kᵀ / √d_k) V.

    queries (n_q, d_k), keys (n_k, d_k), values (n_k, d_v), allowed (n_q, n_k) -> (n_q, d_v); one `query` (1-based) ->
    (d_v,), and every step is then the row of that query.  `divisor` replaces √d_k.  A student may confuse d_k with
    `d_model`, if that is given.  Raise ValueError, ArithmeticError or IndexError where a wrong choice does not fit.
    """
    num_keys, d_k = keys.shape
    root = math.sqrt(d_k)
    if query is not None:
        query = choose("query_row", query, one_later=query + 1, one_earlier=query - 1)
    scores = choose(
        "score_product",
        lambda: queries @ keys.T,
        swapped=lambda: keys @ queries.T,
        elementwise=lambda: queries * keys,
        not_transposed=lambda: queries @ keys,
    )
    asked = queries if query is None else _row(queries, query)
    names = {"Q": asked, "K": keys, "V": values, "d_k": d_k, "d_v": values.shape[1]}
    scores = _record("scores", shaped(scores, allowed.shape), query, how="Q Kᵀ", **names)

    how = "Q Kᵀ / √d_k" if divisor is None else "Q Kᵀ / divisor"
    scale, how = convention("scale", sqrt_d_k=(divisor or root, how), none=(1.0, "Q Kᵀ"))
    others = {} if divisor is None else {"as_sqrt_d_k": root}
    others |= {} if d_model is None else {"as_sqrt_d_model": math.sqrt(d_model)}
    scale = choose(
        "root",
        scale,
        left_out=1.0 * d_k,
        squared=1.0 * d_k**2,
        multiplied=1.0 / scale,
        as_sqrt_length=math.sqrt(num_keys),
        **others,
    )
    scaled = choose(
        "negative_scores",
        lambda: scores / scale,
        as_zero=lambda: _clipped(scores, query) / scale,
        as_zero_over_d_k=lambda: _clipped(scores, query) / d_k,
    )
    scaled = _record("scaled_scores", scaled, query, how, **names)

    visible = _choose_mask(allowed)
    masked = choose(
        "masking",
        lambda: np.where(visible, scaled, -np.inf),
        zero_scores=lambda: np.where(visible, scaled, 0.0),
        after_softmax=scaled,
    )
    weights = choose(
        "softmax",
        lambda: softmax(masked, axis=1),
        over_queries=lambda: softmax(masked, axis=0),
        over_all=lambda: softmax(masked, axis=None),
        left_out=lambda: _zero_masked(masked),
        by_sum=lambda: _by_sum(_zero_masked(masked)),
        exponentials=lambda: np.exp(masked),
        scaled_afterwards=lambda: softmax(masked * scale, axis=1) / scale,
    )
    weights = choose("masking", weights, zero_scores=weights, after_softmax=lambda: np.where(visible, weights, 0.0))
    weights = _record("weights", weights, query, how="softmax(scaled_scores)")
    output = _record("output", weights @ choose("values", values, keys=keys), query, how="weights · V", **names)
    return step("total", output if query is None else output[query - 1], how="output")


def _record(name: str, matrix: Array, query: int | None, how: str, **names: Any) -> Array:
    """Record a matrix as a step, or only row `query` (from 1) if that is given.

    Return the matrix with the step's value put in, because a run may replace it. Raise IndexError if there is no such
    row.
    """
    if query is None:
        return step(name, matrix, how, **names)
    if not 1 <= query <= len(matrix):
        raise IndexError(query)
    row = step(name, matrix[query - 1], how, **names)
    return np.where(np.arange(len(matrix))[:, np.newaxis] == query - 1, row, matrix)


def _row(matrix: Array, number: int) -> Array:
    """Return a row, counted from 1.  Raise IndexError if there is none."""
    if not 1 <= number <= len(matrix):
        raise IndexError(number)
    row: Array = matrix[number - 1]
    return row


def _choose_mask(allowed: Allowed) -> Allowed:
    """Return where a student thinks that a query may attend to a key."""
    rows, columns = allowed.shape
    hides_nothing = bool(allowed.all())
    mask = choose(
        "mask",
        allowed,
        left_out=lambda: np.ones_like(allowed),
        causal=lambda: np.tri(rows, columns, dtype=bool),
        strict=lambda: allowed & ~np.eye(rows, columns, dtype=bool),
        inverted=lambda: allowed if hides_nothing else ~allowed,
        transposed=lambda: allowed.T,
    )
    return shaped(mask, allowed.shape)


def _clipped(scores: Array, query: int | None) -> Array:
    """Return the scores with negative ones set to 0.

    Raise ValueError if no score (in row `query`, if given) is negative, because then the mistake changes nothing.
    """
    rows = scores if query is None else scores[query - 1 : query]
    if not (rows < 0.0).any():
        raise ValueError("no score is negative")
    return np.maximum(scores, 0.0)


def _zero_masked(masked: Array) -> Array:
    """Return the scores with 0 in place of each -inf, the mark of a masked score."""
    return np.where(masked == -np.inf, 0.0, masked)


def _by_sum(scores: Array) -> Array:
    """Divide the scores of each query by their sum."""
    shares: Array = scores / scores.sum(axis=1, keepdims=True)
    return shares


explain = {
    "query_row.one_later": "You took the row after the query's row. Count the rows from 1.",
    "query_row.one_earlier": "You took the row before the query's row. Count the rows from 1.",
    "score_product.swapped": "You computed K Qᵀ instead of Q Kᵀ. "
    "In Q Kᵀ each query has a row, with a score for every key.",
    "score_product.elementwise": "You multiplied queries and keys entry by entry. "
    "A score is the dot product of a query and a key.",
    "score_product.not_transposed": "You multiplied Q by K without transposing K. "
    "A score is the dot product of a query and a key, which are rows of Q and K.",
    "scale.sqrt_d_k": "divides the scores by √d_k",
    "scale.none": "does not divide the scores",
    "root.left_out": "You divided the scores by d_k, not by its square root.",
    "root.left_out if scale.none": "You divided the scores by d_k. This question does not divide them.",
    "root.squared": "You divided the scores by the square of d_k. Divide them by √d_k.",
    "root.squared if scale.none": "You divided the scores by the square of d_k. This question does not divide them.",
    "root.multiplied": "You multiplied the scores by √d_k. Divide them by √d_k.",
    "root.as_sqrt_length": "You divided by the square root of the number of positions. "
    "The scale does not depend on that number.",
    "root.as_sqrt_length if scale.none": "You divided by the square root of the number of positions. "
    "This question does not divide the scores.",
    "negative_scores.as_zero": "You replaced negative scores by 0. Softmax takes negative scores as they are.",
    "negative_scores.as_zero_over_d_k": "You replaced negative scores by 0 and divided the others by d_k. "
    "Softmax takes negative scores as they are.",
    "mask.left_out": "You left out the mask. Set the scores that it hides to -∞.",
    "mask.causal": "You masked the future. This question does not use a causal mask.",
    "mask.strict": "You did not let positions attend to themselves. In this question they may.",
    "mask.inverted": "You used the mask the wrong way round. You hid the scores that it keeps, and kept the others.",
    "mask.transposed": "You swapped the rows and columns of the mask. It has a row for each query.",
    "masking.zero_scores": "You set masked scores to 0. Set them to -∞ before softmax, so that their weight is 0.",
    "masking.after_softmax": "You masked after softmax, so the weights no longer sum to 1. Mask before softmax.",
    "softmax.over_queries": "You took the softmax down the columns. The weights of each query, a row, must sum to 1.",
    "softmax.over_all": "You took one softmax over the whole matrix. Take a separate softmax for each query.",
    "softmax.left_out": "You left out the softmax and weighted the values by the scores.",
    "softmax.by_sum": "You divided the scores by their sum. Softmax takes their exponentials first.",
    "softmax.exponentials": "You took exponentials but did not divide them by their sum.",
    "softmax.scaled_afterwards": "You scaled after softmax. Divide the scores before softmax.",
    "values.keys": "You multiplied the weights by the keys. Multiply them by the values.",
}

weights = {
    "query_row": RARE,
    "score_product.elementwise": RARE,
    "score_product.not_transposed": RARE,
    "scale": COMMON,
    "root.left_out": COMMON,
    "root.squared": RARE,
    "root.as_sqrt_length": RARE,
    "negative_scores": RARE,
    "mask.left_out": COMMON,
    "mask.strict": RARE,
    "softmax.over_queries": COMMON,
    "softmax.over_all": RARE,
    "softmax.exponentials": RARE,
    "softmax.scaled_afterwards": RARE,
    "values": COMMON,
}

may_fail = {
    # no row comes before the first or after the last
    "query_row.one_later",
    "query_row.one_earlier",
    # only with as many queries as keys, or queries as wide as there are keys
    "score_product.swapped",
    "score_product.elementwise",
    "score_product.not_transposed",
    "mask.transposed",
    # no score is negative; the scores add up to 0
    "negative_scores.as_zero",
    "negative_scores.as_zero_over_d_k",
    "softmax.by_sum",
}
