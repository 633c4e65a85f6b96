"""Question type on shapes in multi-head attention: its solver, the sentences about its mistakes, and examples."""

from __future__ import annotations

from random import Random
from typing import Any

from checker.derivation.weights import COMMON, RARE
from checker.engine.trace import choose, convention, step
from checker.solvers._sizes import Size, heads_of
from checker.solvers.shapes import _tensors as tensors
from checker.solvers.shapes._tensors import Shape


def attention_shape(
    num_queries: Size,
    d_model: Size,
    num_heads: Size,
    num_keys: Size | None = None,
    num_kv_heads: Size | None = None,
    d_k: Size | None = None,
    d_v: Size | None = None,
    batch_size: Size | None = None,
) -> Shape:
    """Shape of the output of one head; its steps are the other tensors of multi-head attention.

    Formula: queries (h, n_q, d_k), keys (h_kv, n_k, d_k), values (h_kv, n_k, d_v), scores (h, n_q, n_k), head_output
        (n_q, d_v), concatenated (n_q, h·d_v), output (n_q, d_model).
    Sizes: num_queries n_q and num_keys n_k (default n_q) in positions, d_k and d_v (default d_model / h) in numbers per
        position and head, num_kv_heads h_kv (default h); a batch_size comes first in every shape.  Layout columns
        exchanges the last two sizes.
    Answer: a shape, a list of whole numbers.  The step `elements`, and `scores.elements` of another tensor, is the
        number of its entries.
    Source: Vaswani et al. 2017, section 3.2.

    >>> attention_shape(num_queries=32, d_model=64, num_heads=2, d_v=16)
    (32, 16)
    """
    d_k, d_v, split, kv_heads = heads_of(d_model, num_heads, d_k, d_v, num_kv_heads)

    is_columns = convention("layout", rows=False, columns=True)
    batch = choose("batch", () if batch_size is None else (batch_size,), left_out=())
    n_q, h = num_queries, num_heads
    n_k = choose("num_keys", num_keys or n_q, as_num_queries=n_q)
    h_kv = choose("kv_heads", kv_heads, as_num_heads=h)
    d_k = choose("head_size", d_k, split_d_model=split or d_k, as_d_model=d_model)
    d_v = choose("head_size", d_v, split_d_model=split or d_v, as_d_model=d_model)
    d_v = choose("value_size", d_v, as_d_k=d_k)
    heads, kv_heads_axis = choose("heads_axis", ((h,), (h_kv,)), left_out=((), ()))
    scores = choose("scores", (n_q, n_k), swapped=(n_k, n_q), by_dimensions=(d_k, d_k))
    one_head = choose(
        "head_output",
        (n_q, d_v),
        concatenated=(n_q, h * d_v),
        projected=(n_q, d_model),
        heads_kept=(h, n_q, d_v),
        row_for_each_key=(n_k, d_v),
        weights=scores,
    )
    joined = choose(
        "concatenation", (n_q, h * d_v), heads_kept=(h, n_q, d_v), added=(n_q, d_v), below_each_other=(h * n_q, d_v)
    )
    output = choose("output", (n_q, d_model), as_concatenated=(n_q, h * d_v), one_head=(n_q, d_v))

    def tensor(name: str, shape: Shape, how: str) -> Shape:
        turned = (*shape[:-2], shape[-1], shape[-2]) if is_columns else shape
        sizes = {"n_q": n_q, "n_k": n_k, "h": h, "h_kv": h_kv, "d_k": d_k, "d_v": d_v, "d_model": d_model}
        sizes |= {} if batch_size is None else {"batch_size": batch_size}
        return tensors.tensor(name, batch + turned, _text(how, is_columns=is_columns, has_batch=bool(batch)), **sizes)

    tensor("queries", (*heads, n_q, d_k), "h, n_q, d_k")
    tensor("keys", (*kv_heads_axis, n_k, d_k), "h_kv, n_k, d_k")
    tensor("values", (*kv_heads_axis, n_k, d_v), "h_kv, n_k, d_v")
    tensor("scores", heads + scores, "h, n_q, n_k")
    result = tensor("head_output", one_head, "n_q, d_v")
    tensor("concatenated", joined, "n_q, h · d_v")
    tensor("output", output, "n_q, d_model")
    return tensors.with_elements(step("total", result, how="head_output"))


def _text(how: str, *, is_columns: bool, has_batch: bool) -> str:
    """Return a shape's formula such as `(batch_size, h, n_q, d_k)` from the list of names in `how`.

    It has the layout of the question.
    """
    names = how.split(", ")
    if is_columns:
        names[-2:] = names[:-3:-1]
    return f"({', '.join(['batch_size'] * has_batch + names)})"


explain = tensors.explain | {
    "layout.rows": "writes a row for each position",
    "layout.columns": "writes a column for each position, which transposes everything",
    "batch.left_out": "You left out the batch. It comes first in every shape.",
    "num_keys.as_num_queries": "You used as many keys as queries. Here their numbers differ.",
    "kv_heads.as_num_heads": "You gave keys and values as many heads as the queries. Here they have fewer.",
    "head_size.split_d_model": "You divided the model width by the number of heads. Here the head size is given.",
    "head_size.as_d_model": "You gave each head the whole model width. Use the size of one head.",
    "value_size.as_d_k": "You used the key size for the values. Here the values have another size.",
    "heads_axis.left_out": "You left out the axis of the heads. "
    "Every head has its own queries, keys, values and scores.",
    "scores.swapped": "You swapped queries and keys in the scores. Each query has a row, and each key a column.",
    "scores.swapped if layout.columns": "You swapped queries and keys in the scores. "
    "Each key has a row, and each query a column.",
    "scores.by_dimensions": "You used the head size for the scores. "
    "They have a row for each query and a column for each key.",
    "scores.by_dimensions if layout.columns": "You used the head size for the scores. "
    "They have a row for each key and a column for each query.",
    "head_output.concatenated": "You put all heads side by side. Give the output of one head.",
    "head_output.concatenated if layout.columns": "You stacked all heads. Give the output of one head.",
    "head_output.projected": "You gave the output after the projection W_O. Give the output of one head.",
    "head_output.heads_kept": "You gave the outputs of all heads. Give the output of one head.",
    "head_output.row_for_each_key": "You gave a row for each key. The output has a row for each query.",
    "head_output.row_for_each_key if layout.columns": "You gave a column for each key. "
    "The output has a column for each query.",
    "head_output.weights": "You gave the shape of the attention weights. Multiply them by the values.",
    "concatenation.heads_kept": "You kept the axis of the heads. Concatenated, the heads form one row for each query.",
    "concatenation.heads_kept if layout.columns": "You kept the axis of the heads. "
    "Concatenated, the heads form one column for each query.",
    "concatenation.added": "You gave the width of one head. Concatenation puts all heads side by side.",
    "concatenation.added if layout.columns": "You gave the size of one head. Concatenation stacks all heads.",
    "concatenation.below_each_other": "You stacked the heads. Put them side by side.",
    "concatenation.below_each_other if layout.columns": "You put the heads side by side. "
    "Stack them, as each position is a column.",
    "output.as_concatenated": "You gave the width before the projection W_O. It leads back to the model width.",
    "output.one_head": "You gave the width of one head. The projection W_O leads back to the model width.",
}

weights = tensors.weights | {
    "batch": COMMON,
    "value_size": RARE,
    "scores.swapped": COMMON,
    "head_output.concatenated": COMMON,
    "head_output.projected": COMMON,
    "head_output.row_for_each_key": RARE,
    "head_output.weights": RARE,
    "concatenation.below_each_other": RARE,
    "output.as_concatenated": COMMON,
}

examples = [
    {"num_queries": 10, "d_model": 512, "num_heads": 8, "batch_size": 3},
    {"num_queries": 32, "d_model": 64, "num_heads": 2, "d_v": 16},
    {"num_queries": 7, "num_keys": 11, "d_model": 60, "num_heads": 4, "d_k": 9, "d_v": 5, "num_kv_heads": 2},
]


def draw(rng: Random) -> dict[str, Any]:
    """Return random parameters for a question, with and without a batch, given head sizes, shared keys."""
    num_heads = rng.choice([2, 3, 4, 6, 8, 12])
    parameters = {"num_queries": rng.randint(2, 64), "d_model": num_heads * rng.randint(2, 64), "num_heads": num_heads}
    if rng.random() < 0.5:
        parameters["num_keys"] = rng.randint(2, 64)
    if rng.random() < 0.5:
        parameters |= {"d_k": rng.randint(2, 64), "d_v": rng.randint(2, 64)}
    if rng.random() < 0.5:
        parameters["num_kv_heads"] = rng.choice([n for n in range(1, num_heads) if num_heads % n == 0])
    if rng.random() < 0.5:
        parameters["batch_size"] = rng.randint(2, 32)
    return parameters
