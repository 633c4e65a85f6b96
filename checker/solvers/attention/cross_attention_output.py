"""Question type on the output of cross-attention: its solver, the sentences about its mistakes, and examples.

Queries come from one sequence, keys and values from another.
"""

from __future__ import annotations

from typing import Any

from checker.engine.trace import choose, wrong
from checker.engine.weights import COMMON, RARE
from checker.solvers import _arrays as arrays
from checker.solvers._arrays import Array, Mask, Matrix, Vector
from checker.solvers._sizes import Size
from checker.solvers.attention import _multi_head as heads
from checker.solvers.attention._multi_head import MultiHead, Slices


def cross_attention_output(
    inputs: Matrix,
    memory: Matrix,
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
    """Compute cross-attention: queries come from the inputs (of a decoder), keys and values from the memory (encoder).

    Formula: Q = X W_Q + b_Q, K = M W_K + b_K, V = M W_V + b_V; head i is softmax(Q_i K_iᵀ / √d_k) V_i over its own
        columns; the heads side by side, times W_O, plus b_O.  With `slices` Q is dimensions of X, K and V of M.
    Shapes: inputs X (n, d_model), memory M (m, d_memory), w_q (d_model, h·d_k), w_k (d_memory, h_kv·d_k), w_v
        (d_memory, h_kv·d_v), w_o (h·d_v, d_out), mask (n, m; 1 = may attend) -> (n, d_out); without w_o (n, h·d_v); of
        one `head` (n, d_v).  With `query` (a token of the inputs, or a row counted from 1) that row.  Layout columns:
        all but mask, scores and weights is transposed, and w_q, w_k, w_v, w_o multiply from the left.
    Answer: a matrix, a row for each position of the inputs; with `query` a vector.
    Source: Vaswani et al. 2017, section 3.2.3.  Equal to PyTorch's nn.MultiheadAttention.

    >>> slices = {"query_dims": [1, 2], "key_dims": [1, 2], "value_dims": [3]}
    >>> cross_attention_output(inputs=[[0, 1]], memory=[[1, 1, 4], [0, 1, 8]], slices=slices).tolist()
    [[6.0]]
    """
    is_columns = heads.choose_layout()
    x = arrays.turned(arrays.checked("inputs", inputs), is_columns=is_columns)
    m = arrays.turned(arrays.checked("memory", memory), is_columns=is_columns)
    used = choose(
        "sources",
        (x, m, m),
        swapped=wrong(
            (m, x, x),
            "You swapped inputs and memory. Queries come from the inputs; keys and values come from the memory.",
            COMMON,
        ),
        inputs_only=wrong(
            (x, x, x), "You computed self-attention of the inputs. Keys and values come from the memory.", COMMON
        ),
        memory_only=wrong((m, m, m), "You computed self-attention of the memory. Queries come from the inputs."),
        values_of_inputs=wrong(
            (x, m, x), "You made the values from the inputs. They come from the memory, as the keys do.", COMMON
        ),
        keys_of_inputs=wrong(
            (x, x, m), "You made the keys from the inputs. They come from the memory, as the values do.", RARE
        ),
    )
    given = {"w_q": w_q, "w_k": w_k, "w_v": w_v, "b_q": b_q, "b_k": b_k, "b_v": b_v, "w_o": w_o, "b_o": b_o}
    settings = (is_columns, given, slices, num_heads, num_kv_heads or num_heads, head)
    return MultiHead(*settings, right=(x, m, m), used=used, has_memory=True).output(mask, query, tokens)


_MEMORY = [[1, 1, 0, 2], [0, -1, 1, 1], [2, 0, 1, -1]]

examples: list[dict[str, Any]] = [
    {"inputs": [[1, 0, 2], [0, 1, -1], [2, 1, 0]], "memory": [[0, 1, 1], [1, 0, -1], [1, 2, 1]]} | heads.WITH_BIASES,
    {"memory": [[1, 0, 1, -1, 2, 1], [0, 2, -1, 1, 1, 0]]} | heads.SLICED,
    {"inputs": [[1, 0, 2, -1], [0, 1, -1, 1]], "memory": _MEMORY, "mask": [[1, 1, 0], [0, 1, 1]]} | heads.GROUPED,
    {"inputs": [[1, 0, 2, -1], [0, 1, -1, 1]], "memory": _MEMORY, "head": 1} | heads.TWO_HEADS,
    {
        "inputs": [[1, 0, 2, -1], [0, 1, -1, 1], [1, 1, 0, 1]],
        "memory": _MEMORY,
        "mask": [[1, 1, 0], [0, 1, 1], [1, 1, 1]],
    }
    | heads.TWO_HEADS,
]
