"""Question type on the output of scaled dot-product attention: its solver with its mistakes, and examples.

`attend` is one head, which the other types of this folder share.
"""

from __future__ import annotations

import math
from typing import Annotated, Any

import numpy as np

from checker.engine.bounds import Ge, Le
from checker.engine.errors import ParameterError
from checker.engine.trace import choose, convention, reading, step, wrong
from checker.engine.weights import COMMON, RARE
from checker.solvers import _arrays as arrays
from checker.solvers._arrays import Allowed, Array, Mask, Matrix, shaped, softmax
from checker.solvers._sizes import Size

_MIN_DIVISOR, _MAX_DIVISOR = 1e-6, 1e12


@np.errstate(over="raise", divide="raise", invalid="raise")
def attend(
    queries: Array,
    keys: Array,
    values: Array,
    allowed: Allowed,
    divisor: float | None = None,
    d_model: int | None = None,
    query: int | None = None,
    *,
    is_columns: bool = False,
    has_memory: bool = False,
) -> Array:
    """Compute softmax(Q Kᵀ / √d_k) V.

    queries (n_q, d_k), keys (n_k, d_k), values (n_k, d_v), allowed (n_q, n_k) -> (n_q, d_v); one `query` (1-based) ->
    (d_v,), and every step is then the row of that query.  `divisor` replaces √d_k.  A student may confuse d_k with
    `d_model`, if that is given.  Sentences depend on `is_columns` and `has_memory`.  Raise ValueError, ArithmeticError
    or IndexError where a wrong choice does not fit.
    """
    num_keys, d_k = keys.shape
    root = math.sqrt(d_k)
    line = "column" if is_columns else "row"
    count = f"Count the {line}s from 1."
    if query is not None:
        query = choose(
            "query_row",
            query,
            one_later=wrong(query + 1, f"You took the {line} after the query's {line}. {count}", RARE),
            one_earlier=wrong(query - 1, f"You took the {line} before the query's {line}. {count}", RARE),
        )
    scores = choose(
        "score_product",
        lambda: queries @ keys.T,
        swapped=wrong(
            lambda: keys @ queries.T,
            "You swapped queries and keys in the scores. Each query has a score for every key."
            if is_columns
            else "You computed K Qᵀ instead of Q Kᵀ. In Q Kᵀ each query has a row, with a score for every key.",
        ),
        elementwise=wrong(
            lambda: queries * keys,
            "You multiplied queries and keys entry by entry. A score is the dot product of a query and a key.",
            RARE,
        ),
        not_transposed=wrong(
            lambda: queries @ keys,
            "You multiplied Q by K without transposing K. "
            "A score is the dot product of a query and a key, which are rows of Q and K.",
            RARE,
        ),
    )
    asked = queries if query is None else _row(queries, query)
    names = {"Q": asked, "K": keys, "V": values, "d_k": d_k, "d_v": values.shape[1]}
    scores = _record("scores", shaped(scores, allowed.shape), query, how="Q Kᵀ", **names)

    is_scaled = convention(
        "scale",
        sqrt_d_k=reading(True, f"divides the scores by {'√d_k' if divisor is None else 'the given number'}", COMMON),
        none=reading(False, "does not divide the scores", COMMON),
    )
    scale = (divisor or root) if is_scaled else 1.0
    others: dict[str, Any] = {}
    if divisor is not None or not is_scaled:
        instead = f"This question {'gives another number to divide by' if is_scaled else 'does not divide them'}."
        left_out = f"You divided the scores by d_k. {instead}"
        squared = f"You divided the scores by the square of d_k. {instead}"
    else:
        left_out = "You divided the scores by d_k, not by its square root."
        squared = "You divided the scores by the square of d_k. Divide them by √d_k."
    if divisor is not None:
        others["as_sqrt_d_k"] = wrong(root, f"You divided the scores by √d_k. {instead}")
    not_divided = "This question does not divide the scores."
    if d_model is not None:
        because = "The scale is the root of d_k, the size of a query." if is_scaled else not_divided
        others["as_sqrt_d_model"] = wrong(math.sqrt(d_model), f"You divided by the square root of d_model. {because}")
    scale = choose(
        "root",
        scale,
        left_out=wrong(1.0 * d_k, left_out, COMMON),
        squared=wrong(1.0 * d_k**2, squared, RARE),
        multiplied=wrong(
            1.0 / scale,
            "You multiplied the scores by √d_k. Divide them by √d_k."
            if divisor is None
            else "You multiplied the scores by the given number. Divide them by it.",
        ),
        as_sqrt_length=wrong(
            math.sqrt(num_keys),
            f"You divided by the square root of the number of positions{' in the memory' if has_memory else ''}. "
            f"{'The scale does not depend on that number.' if is_scaled else not_divided}",
            RARE,
        ),
        **others,
    )
    scaled = choose(
        "negative_scores",
        lambda: scores / scale,
        as_zero=wrong(
            lambda: _clipped(scores, query) / scale,
            "You replaced negative scores by 0. Softmax takes negative scores as they are.",
            RARE,
        ),
        as_zero_over_d_k=wrong(
            lambda: _clipped(scores, query) / d_k,
            "You replaced negative scores by 0 and divided the others by d_k. "
            "Softmax takes negative scores as they are.",
            RARE,
        ),
    )
    how = "Q Kᵀ" if not is_scaled else "Q Kᵀ / √d_k" if divisor is None else "Q Kᵀ / divisor"
    scaled = _record("scaled_scores", scaled, query, how, **names)

    visible = _choose_mask(allowed, is_columns=is_columns, has_memory=has_memory)
    masked = choose(
        "masking",
        lambda: np.where(visible, scaled, -np.inf),
        zero_scores=wrong(
            lambda: np.where(visible, scaled, 0.0),
            "You set masked scores to 0. Set them to -∞ before softmax, so that their weight is 0.",
        ),
        after_softmax=wrong(
            scaled, "You masked after softmax, so the weights no longer sum to 1. Mask before softmax."
        ),
    )
    weights = choose(
        "softmax",
        lambda: softmax(masked, axis=1),
        over_queries=wrong(
            lambda: softmax(masked, axis=0),
            "You took the softmax over the queries. The weights of each query, over the keys, must sum to 1."
            if is_columns
            else "You took the softmax down the columns. The weights of each query, a row, must sum to 1.",
            COMMON,
        ),
        over_all=wrong(
            lambda: softmax(masked, axis=None),
            "You took one softmax over the whole matrix. Take a separate softmax for each query.",
            RARE,
        ),
        left_out=wrong(lambda: _zero_masked(masked), "You left out the softmax and weighted the values by the scores."),
        by_sum=wrong(
            lambda: _zero_masked(masked) / _zero_masked(masked).sum(axis=1, keepdims=True),
            "You divided the scores by their sum. Softmax takes their exponentials first.",
        ),
        exponentials=wrong(lambda: np.exp(masked), "You took exponentials but did not divide them by their sum.", RARE),
        scaled_afterwards=wrong(
            lambda: softmax(masked * scale, axis=1) / scale,
            "You scaled after softmax. Divide the scores before softmax.",
            RARE,
        ),
    )
    weights = choose("masking", weights, zero_scores=weights, after_softmax=lambda: np.where(visible, weights, 0.0))
    weights = _record("weights", weights, query, how="softmax(scaled_scores)")
    averaged = choose(
        "values",
        values,
        keys=wrong(keys, "You multiplied the weights by the keys. Multiply them by the values.", COMMON),
    )
    output = _record("output", weights @ averaged, query, how="weights · V", **names)
    return step("total", output if query is None else output[query - 1], how="output")


def _record(name: str, matrix: Array, query: int | None, how: str, **names: Any) -> Array:
    """Record a matrix as a step, or only row `query` (from 1) if that is given.

    Return the matrix with the step's value put in, because a run may replace it.
    """
    if query is None:
        return step(name, matrix, how, **names)
    row = step(name, _row(matrix, query), how, **names)
    return np.where(np.arange(len(matrix))[:, np.newaxis] == query - 1, row, matrix)


def _row(matrix: Array, number: int) -> Array:
    """Return a row, counted from 1.  Raise IndexError if there is none."""
    if not 1 <= number <= len(matrix):
        raise IndexError(number)
    return matrix[number - 1]


def _choose_mask(allowed: Allowed, *, is_columns: bool, has_memory: bool) -> Allowed:
    """Return where a student thinks that a query may attend to a key."""
    rows, columns = allowed.shape
    hides_nothing = bool(allowed.all())
    mask = choose(
        "mask",
        allowed,
        left_out=wrong(
            lambda: np.ones_like(allowed), "You left out the mask. Set the scores that it hides to -∞.", COMMON
        ),
        causal=wrong(
            lambda: np.tri(rows, columns, dtype=bool),
            "You masked the future. The memory is known as a whole, and this question does not use a causal mask."
            if has_memory
            else "You masked the future. This question does not use a causal mask.",
        ),
        strict=wrong(
            lambda: allowed & ~np.eye(rows, columns, dtype=bool),
            "You did not let positions attend to themselves. In this question they may.",
            RARE,
        ),
        inverted=wrong(
            lambda: allowed if hides_nothing else ~allowed,
            "You used the mask the wrong way round. You hid the scores that it keeps, and kept the others.",
        ),
        transposed=wrong(
            lambda: allowed.T,
            "You swapped queries and keys in the mask."
            if is_columns
            else "You swapped the rows and columns of the mask. It has a row for each query.",
        ),
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


def attention_output(
    queries: Matrix,
    keys: Matrix,
    values: Matrix,
    mask: Mask = "none",
    query: Size | None = None,
    scale_divisor: Annotated[float, Ge(_MIN_DIVISOR), Le(_MAX_DIVISOR)] | None = None,
) -> Array:
    """Compute scaled dot-product attention: for each query the mean of the values, weighted by how its keys fit.

    Formula: softmax(Q Kᵀ / √d_k) V, the softmax over the keys; masked scores are -∞ before it.
    Shapes: queries (n_q, d_k), keys (n_k, d_k), values (n_k, d_v), mask (n_q, n_k; 1 = may attend) -> (n_q, d_v).
        With `query` (a row, counted from 1) the steps and the output are that row: (d_v,).  `scale_divisor` is what
        the question divides by in place of √d_k.
    Answer: a matrix, a row for each query; with `query` a vector.
    Source: Vaswani et al. 2017, eq. 1.  Equal to PyTorch's F.scaled_dot_product_attention.

    >>> attention_output([[0, 1]], [[1, 1], [0, -1]], [[1, 0], [-1, 1]]).round(4).tolist()
    [[0.6089, 0.1956]]
    """
    queries, keys = arrays.checked("queries", queries), arrays.checked("keys", keys)
    values = arrays.checked("values", values)
    sizes = {name: arrays.size_of(array) for name, array in (("queries", queries), ("keys", keys))}
    if queries.shape[1] != keys.shape[1]:
        raise ParameterError("keys", f"are {sizes['keys']}, but queries are {sizes['queries']}; both must be d_k wide")
    if len(keys) != len(values):
        problem = f"are {arrays.size_of(values)}, but keys are {sizes['keys']}; each key needs its value"
        raise ParameterError("values", problem)
    if query is not None and not 1 <= query <= len(queries):
        raise ParameterError("query", f"must be a row of queries, from 1 to {len(queries)}")
    if scale_divisor is not None and not _MIN_DIVISOR <= scale_divisor <= _MAX_DIVISOR:
        raise ParameterError("scale_divisor", f"must be from {_MIN_DIVISOR:g} to {_MAX_DIVISOR:g}")
    allowed = arrays.allowed_by(mask, len(queries), len(keys))
    return attend(queries, keys, values, allowed, divisor=scale_divisor, query=query)


_THREE: dict[str, Any] = {
    "queries": [[1, 0, 2], [0, 1, 1], [2, 1, -1]],
    "keys": [[1, 1, 0], [0, 2, 1], [-1, 0, 1]],
    "values": [[1, 2, 0], [3, 0, 1], [0, 1, 5]],
}

examples: list[dict[str, Any]] = [
    _THREE,
    _THREE | {"mask": "causal", "query": 2},
    _THREE | {"queries": [[1, 0, 2], [0, 1, 1]], "mask": [[1, 0, 1], [1, 1, 0]], "scale_divisor": 3},
]
