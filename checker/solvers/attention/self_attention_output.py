"""Question type on the output of self-attention: its solver, the sentences about its mistakes, and examples."""

from __future__ import annotations

from typing import Any

from checker.solvers import _arrays as arrays
from checker.solvers._arrays import Array, Mask, Matrix, Vector
from checker.solvers._sizes import Size
from checker.solvers.attention import _multi_head as heads
from checker.solvers.attention._multi_head import MultiHead, Slices


def self_attention_output(
    inputs: Matrix,
    w_q: Matrix | None = None,
    w_k: Matrix | None = None,
    w_v: Matrix | None = None,
    b_q: Vector | None = None,
    b_k: Vector | None = None,
    b_v: Vector | None = None,
    w_o: Matrix | None = None,
    b_o: Vector | None = None,
    num_heads: Size = 1,
    num_kv_heads: Size | None = None,
    head: Size | None = None,
    mask: Mask = "none",
    query: Size | str | None = None,
    tokens: list[str] | None = None,
    slices: Slices | None = None,
) -> Array:
    """Compute self-attention: queries, keys and values come from the same inputs, by weights or as some dimensions.

    Formula: Q = X W_Q + b_Q, K = X W_K + b_K, V = X W_V + b_V; head i is softmax(Q_i K_iᵀ / √d_k) V_i over its own
        columns; the heads side by side, times W_O, plus b_O.  With `slices` Q, K and V are dimensions of X.
    Shapes: inputs (n, d_model), w_q (d_model, h·d_k), w_k (d_model, h_kv·d_k), w_v (d_model, h_kv·d_v), w_o
        (h·d_v, d_out), mask (n, n; 1 = may attend) -> (n, d_out); without w_o (n, h·d_v); of one `head` (n, d_v).
        With `query` (a token, or a row counted from 1) that row.  Layout columns: all but mask, scores and weights is
        transposed, and w_q, w_k, w_v, w_o multiply from the left.
    Answer: a matrix, a row for each position; with `query` a vector.
    Source: Vaswani et al. 2017, section 3.2.  Equal to PyTorch's nn.MultiheadAttention.

    >>> slices = {"query_dims": [1, 2], "key_dims": [3, 4], "value_dims": [5, 6]}
    >>> inputs = [[0, 1, 1, 1, 1, 0], [1, 1, 0, -1, -1, 1]]
    >>> self_attention_output(inputs, tokens=["flying", "arrows"], query="flying", slices=slices).round(4).tolist()
    [0.6089, 0.1956]
    """
    is_columns = heads.choose_layout()
    x = arrays.turned(arrays.checked("inputs", inputs), is_columns=is_columns)
    given = {"w_q": w_q, "w_k": w_k, "w_v": w_v, "b_q": b_q, "b_k": b_k, "b_v": b_v, "w_o": w_o, "b_o": b_o}
    settings = (is_columns, given, slices, num_heads, num_kv_heads or num_heads, head)
    return MultiHead(*settings, right=(x, x, x), used=(x, x, x)).output(mask, query, tokens)


examples: list[dict[str, Any]] = [
    heads.SLICED,
    {"inputs": [[1, 0, 2], [0, 1, -1], [2, 1, 0]]} | heads.WITH_BIASES,
    {"inputs": [[1, 0, 2, -1], [0, 1, -1, 1], [2, 1, 0, 1], [1, 1, 0, 0]], "mask": "causal"} | heads.GROUPED,
    {"inputs": [[1, 0, 2, -1], [0, 1, -1, 1]], "head": 1} | heads.TWO_HEADS,
    {"inputs": [[1, 0, 2, -1], [0, 1, -1, 1], [1, 1, 0, 1]], "mask": [[1, 1, 0], [0, 1, 1], [1, 1, 1]]}
    | heads.TWO_HEADS,
]
