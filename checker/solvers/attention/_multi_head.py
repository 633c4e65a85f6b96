"""Multi-head attention from one sequence to itself or to another: all that such types share but their names."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from checker.engine.errors import ParameterError
from checker.engine.trace import choose, convention, step
from checker.solvers._shared import arrays
from checker.solvers._shared.arrays import Allowed
from checker.solvers._shared.heads import kv_head_count
from checker.solvers._shared.maths import Array, softmax
from checker.solvers.attention import _attention as attention
from checker.solvers.attention import _projections as projections
from checker.solvers.attention._projections import ProjectionInputs, Slices, Sources


def multi_head(
    sources: Sources,
    given: ProjectionInputs,
    mask: Any,
    row: int | None,
    num_heads: int,
    num_kv_heads: int | None,
    head: int | None,
    slices: Slices | None,
    *,
    is_columns: bool,
) -> Array:
    """The heads side by side, times W_O.

    `sources` is what queries, keys and values are made from, a row for each position; each checked, with the mask.
    """
    x, others, _ = sources.right
    kv_heads = _kv_heads(num_heads, num_kv_heads, head)
    allowed = arrays.allowed_by(mask, len(x), len(others), num_heads)
    if isinstance(mask, str):  # a student who takes other rows masks those
        allowed = arrays.allowed_by(mask, len(sources.taken[0]), len(sources.taken[1]))

    if slices is not None:
        queries, keys, values = projections.sliced(sources, slices, given, num_heads)
    else:
        queries, keys, values = projections.projected(sources, given, num_heads, kv_heads, is_columns=is_columns)
    values = choose("value_projection", values, left_out=sources.taken[2])
    hows = projections.formulas(sources.names, is_sliced=slices is not None, is_columns=is_columns)
    queries, keys, values = (
        _recorded(name, array, how, is_columns=is_columns)
        for name, array, how in zip(("queries", "keys", "values"), (queries, keys, values), hows, strict=True)
    )

    numbers = range(1, num_heads + 1) if head is None else [choose("head", head, one_later=head + 1)]
    outputs = [
        step(
            f"head_{position}",
            attention.attend,
            queries=projections.of_head(queries, number, num_heads),
            keys=projections.of_head(keys, projections.kv_head(number, num_heads, kv_heads), kv_heads),
            values=projections.of_head(values, projections.kv_head(number, num_heads, kv_heads), kv_heads),
            allowed=allowed,
            d_model=x.shape[1],
            query=row,
        )
        for position, number in zip(numbers if head is None else [head], numbers, strict=True)
    ]
    is_scaled = convention("scale", sqrt_d_k=True, none=False)
    joined = choose(
        "heads",
        lambda: np.concatenate(outputs, axis=-1),
        added=lambda: np.stack(outputs).sum(axis=0),
        averaged=lambda: np.stack(outputs).mean(axis=0),
        reversed=lambda: np.concatenate(outputs[::-1], axis=-1),
        first_only=outputs[0],
        not_split=lambda: (
            _not_split(queries, keys, values, allowed, row, is_scaled=is_scaled) if head is None else outputs[0]
        ),
    )
    joined = _recorded("heads", joined, "the heads side by side", is_columns=is_columns)
    w_o, b_o = given["w_o"], given["b_o"]
    output = joined if head is not None else _output(joined, w_o, b_o, is_columns=is_columns)
    residual = x if row is None else x[row - 1]
    output = choose("residual", output, added=lambda: output + arrays.shaped(residual, output.shape))
    how = "heads" if w_o is None or head is not None else "W_O · heads" if is_columns else "heads · W_O"
    output = step("output", arrays.turned(output, is_columns=is_columns), how=how)
    return step("total", output, how="output")


def row_of(query: int | str | None, tokens: list[str] | None, length: int) -> int | None:
    """The row of the query, counted from 1."""
    if tokens is not None and len(tokens) != length:
        raise ParameterError("tokens", f"are {len(tokens)}, but inputs have {length} positions")
    if tokens is not None and len(set(tokens)) < length:
        raise ParameterError("tokens", "must differ from each other")
    if isinstance(query, str):
        if tokens is None or query not in tokens:
            known = (
                f"one of the tokens {', '.join(tokens)}" if tokens else f"a row from 1 to {length}: no tokens are given"
            )
            raise ParameterError("query", f"must be {known}")
        return tokens.index(query) + 1
    if query is not None and not 1 <= query <= length:
        raise ParameterError("query", f"must be a row from 1 to {length}")
    return query


def _recorded(name: str, array: Array, how: str, *, is_columns: bool) -> Array:
    """Record a matrix in the question's layout as a step, and go on with its rows."""
    return arrays.turned(step(name, arrays.turned(array, is_columns=is_columns), how), is_columns=is_columns)


def _kv_heads(num_heads: int, num_kv_heads: int | None, head: int | None) -> int:
    if head is not None and not 1 <= head <= num_heads:
        raise ParameterError("head", f"must be from 1 to num_heads = {num_heads}")
    return kv_head_count(num_heads, num_kv_heads)


@np.errstate(over="raise", divide="raise", invalid="raise")
def _not_split(
    queries: Array, keys: Array, values: Array, allowed: Allowed, row: int | None, *, is_scaled: bool
) -> Array:
    """One attention over the whole width."""
    scores = queries @ keys.T / (np.sqrt(queries.shape[1]) if is_scaled else 1.0)
    output: Array = softmax(np.where(allowed, scores, -np.inf), axis=1) @ values
    return output if row is None else output[row - 1]


def _output(joined: Array, w_o: Any, b_o: Any, *, is_columns: bool) -> Array:
    """The heads side by side, through the output projection."""
    if w_o is None:
        if b_o is not None:
            raise ParameterError("b_o", "is given without w_o")
        return joined
    weight = arrays.turned(arrays.checked("w_o", w_o, 2), is_columns=is_columns)
    if joined.shape[-1] != len(weight):
        side = "columns" if is_columns else "rows"
        size = arrays.size_of(arrays.turned(weight, is_columns=is_columns))
        raise ParameterError("w_o", f"is {size}; the heads side by side need {joined.shape[-1]} {side}")
    output = choose("output_projection", lambda: joined @ weight, left_out=joined, transposed=lambda: joined @ weight.T)
    return output if b_o is None else projections.with_bias("b_o", b_o, output, weight.shape[1])


explain = (
    attention.explain
    | projections.explain
    | {
        "layout.rows": "writes a row for each position",
        "layout.columns": "writes a column for each position",
        "root.of_model": "You divided by the square root of d_model; the scale comes from d_k, the size of a query.",
        "root.of_model if scale.none": "You divided by the square root of d_model; "
        "this question does not divide the scores.",
        "query_row.one_later if layout.columns": "You took the column after the one that is asked for; "
        "columns are counted from 1 here.",
        "query_row.one_earlier if layout.columns": "You took the column before the one that is asked for.",
        "score_product.exchanged if layout.columns": "You exchanged queries and keys in the scores; "
        "each query has a score for every key.",
        "softmax.over_queries if layout.columns": "You took the softmax over the queries; "
        "each query's weights, over the keys, must sum to 1.",
        "mask.transposed if layout.columns": "You exchanged queries and keys in the mask.",
        "head_split.interleaved if layout.columns": "You dealt the rows out to the heads in turn; "
        "each head takes neighbouring rows.",
        "head.one_later": "You took the head after the one that is asked for; heads are counted from 1 here.",
        "heads.added": "You added the heads up; they are put side by side.",
        "heads.added if layout.columns": "You added the heads up; they are put below each other.",
        "heads.averaged": "You took the mean of the heads; they are put side by side.",
        "heads.averaged if layout.columns": "You took the mean of the heads; they are put below each other.",
        "heads.reversed": "You put the heads side by side in the wrong order; the first comes first.",
        "heads.reversed if layout.columns": "You put the heads below each other in the wrong order; "
        "the first comes first.",
        "heads.first_only": "You gave the first head only; all heads are put side by side.",
        "heads.first_only if layout.columns": "You gave the first head only; all heads are put below each other.",
        "heads.not_split": "You computed one attention over the whole width; each head attends with its own columns.",
        "heads.not_split if layout.columns": "You computed one attention over the whole width; "
        "each head attends with its own rows.",
        "output_projection.left_out": "You left the output projection W_O out.",
        "output_projection.transposed": "You multiplied by the transposed W_O; take it as it is given.",
        "residual.added": "You added the inputs (the residual connection); here attention alone is asked for.",
    }
)

weights = attention.weights | {
    "value_projection": 4,
    "kv_head": 1,
    "head_split": 1,
    "heads.reversed": 1,
    "output_projection.left_out": 4,
}

may_fail = (
    attention.may_fail
    | projections.may_fail
    | {
        # other widths than those of the inputs, of the heads or of W_O
        "heads.not_split",
        "output_projection.left_out",
        "output_projection.transposed",
        "residual.added",
    }
)


def random_question(rng: Random, *, has_memory: bool) -> dict[str, Any]:
    """Valid random parameters: by weights, with and without biases, W_O, shared keys and one head; or by slices."""
    length = rng.randint(2, 4)
    num_keys = rng.randint(1, 5) if has_memory else length
    common: dict[str, Any] = {"mask": rng.choice(["none", "causal", arrays.random_mask(rng, length, num_keys)])}
    if rng.random() < 0.3:
        common["query"] = rng.randint(1, length)
    if rng.random() < 0.25:
        d_model, d_k, d_v = 6, rng.randint(1, 3), rng.randint(1, 3)
        dims = {name: sorted(rng.sample(range(1, d_model + 1), size)) for name, size in (("query", d_k), ("key", d_k))}
        dims["value"] = sorted(rng.sample(range(1, d_model + 1), d_v))
        slices = {f"{name}_dims": listed for name, listed in dims.items()}
        common |= {"inputs": arrays.random_matrix(rng, length, d_model), "slices": slices}
        return common | ({"memory": arrays.random_matrix(rng, num_keys, d_model)} if has_memory else {})
    num_heads, kv_heads = rng.choice([(1, 1), (2, 2), (2, 2), (2, 1), (4, 2)])
    d_k, d_v = rng.randint(1, 3), rng.randint(1, 3)
    d_model = rng.randint(2, 4)
    if rng.random() < 0.67:
        d_model, d_v = num_heads * d_k, d_k if rng.random() < 0.8 else d_v
    widths = {"q": num_heads * d_k, "k": kv_heads * d_k, "v": kv_heads * d_v}
    heights = dict.fromkeys(widths, d_model)
    common["inputs"] = arrays.random_matrix(rng, length, d_model)
    if has_memory:
        heights |= dict.fromkeys("kv", d_model if rng.random() < 0.6 else rng.randint(2, 5))
        common["memory"] = arrays.random_matrix(rng, num_keys, heights["k"])
    common |= {f"w_{letter}": arrays.random_matrix(rng, heights[letter], width) for letter, width in widths.items()}
    common |= {"num_heads": num_heads}
    if kv_heads < num_heads:
        common["num_kv_heads"] = kv_heads
    has_biases = rng.random() < 0.5
    if has_biases:
        common |= {f"b_{letter}": arrays.random_matrix(rng, 1, width)[0] for letter, width in widths.items()}
    if rng.random() < 0.67:
        common["w_o"] = arrays.random_matrix(rng, num_heads * d_v, d_model)
        if has_biases:
            common["b_o"] = arrays.random_matrix(rng, 1, d_model)[0]
    elif rng.random() < 0.5:
        common["head"] = rng.randint(1, num_heads)
    return common
