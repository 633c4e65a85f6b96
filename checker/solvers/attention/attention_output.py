"""Question type on the output of scaled dot-product attention: its solver, sentences on mistakes, and examples."""

from __future__ import annotations

from random import Random
from typing import Annotated, Any

from annotated_types import Ge, Le

from checker.engine.errors import ParameterError
from checker.solvers import _arrays as arrays
from checker.solvers._arrays import Array, Mask, Matrix
from checker.solvers._sizes import Size
from checker.solvers.attention import _attention as attention

MIN_DIVISOR, MAX_DIVISOR = 1e-6, 1e12


def attention_output(
    queries: Matrix,
    keys: Matrix,
    values: Matrix,
    mask: Mask = "none",
    query: Size | None = None,
    scale_divisor: Annotated[float, Ge(MIN_DIVISOR), Le(MAX_DIVISOR)] | None = None,
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
    queries, keys = arrays.checked("queries", queries, 2), arrays.checked("keys", keys, 2)
    values = arrays.checked("values", values, 2)
    sizes = {name: arrays.size_of(array) for name, array in (("queries", queries), ("keys", keys))}
    if queries.shape[1] != keys.shape[1]:
        raise ParameterError("keys", f"are {sizes['keys']}, but queries are {sizes['queries']}; both must be d_k wide")
    if len(keys) != len(values):
        problem = f"are {arrays.size_of(values)}, but keys are {sizes['keys']}; each key needs its value"
        raise ParameterError("values", problem)
    if query is not None and not 1 <= query <= len(queries):
        raise ParameterError("query", f"must be a row of queries, from 1 to {len(queries)}")
    if scale_divisor is not None and not MIN_DIVISOR <= scale_divisor <= MAX_DIVISOR:
        raise ParameterError("scale_divisor", f"must be from {MIN_DIVISOR:g} to {MAX_DIVISOR:g}")
    allowed = arrays.allowed_by(mask, len(queries), len(keys))
    return attention.attend(queries, keys, values, allowed, divisor=scale_divisor, query=query)


examples: list[dict[str, Any]] = [
    {
        "queries": [[1, 0, 2], [0, 1, 1], [2, 1, -1]],
        "keys": [[1, 1, 0], [0, 2, 1], [-1, 0, 1]],
        "values": [[1, 2, 0], [3, 0, 1], [0, 1, 5]],
    },
    {
        "queries": [[1, 0, 2], [0, 1, 1], [2, 1, -1]],
        "keys": [[1, 1, 0], [0, 2, 1], [-1, 0, 1]],
        "values": [[1, 2, 0], [3, 0, 1], [0, 1, 5]],
        "mask": "causal",
        "query": 2,
    },
    {
        "queries": [[1, 0], [0, 1]],
        "keys": [[1, 1], [0, 2], [-1, 0]],
        "values": [[1], [3], [0]],
        "mask": [[1, 0, 1], [1, 1, 0]],
        "scale_divisor": 3,
    },
]


def draw(rng: Random) -> dict[str, Any]:
    """Return random parameters for a question of this type: small matrices, with and without a mask and a query."""
    num_queries, d_k, d_v = rng.randint(1, 4), rng.randint(2, 5), rng.randint(1, 4)
    num_keys = num_queries if rng.random() < 0.5 else rng.randint(1, 5)
    parameters: dict[str, Any] = {
        "queries": arrays.random_matrix(rng, num_queries, d_k),
        "keys": arrays.random_matrix(rng, num_keys, d_k),
        "values": arrays.random_matrix(rng, num_keys, d_v),
        "mask": rng.choice(["none", "causal", arrays.random_mask(rng, num_queries, num_keys)]),
    }
    if rng.random() < 0.3:
        parameters["query"] = rng.randint(1, num_queries)
    if rng.random() < 0.2:
        parameters["scale_divisor"] = rng.choice([2, 3, 8, 10])
    return parameters
