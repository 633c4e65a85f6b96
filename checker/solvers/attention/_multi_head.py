"""Multi-head attention within one sequence or to another one, which the question types of this folder share.

Also random questions.
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from checker.engine.errors import ParameterError
from checker.engine.trace import choose, convention, reading, step, wrong
from checker.engine.weights import COMMON, RARE
from checker.solvers import _arrays as arrays
from checker.solvers._arrays import Allowed, Array, softmax
from checker.solvers.attention import _attention as attention
from checker.solvers.attention import _projections as projections
from checker.solvers.attention._projections import MultiHead, Sources


def multi_head(sources: Sources, settings: MultiHead, mask: Any, row: int | None) -> Array:
    """Return the output of multi-head attention: the heads side by side, times W_O if that is given.

    With `row` (from 1) it is that of this row alone.  Raise ParameterError for a mask or for weights that do not fit.
    """
    x, others, _ = sources.right
    num_heads, num_kv_heads, head, is_columns = settings[2:]
    allowed = arrays.allowed_by(mask, len(x), len(others), num_heads)
    if isinstance(mask, str):  # a student who takes other rows masks those
        allowed = arrays.allowed_by(mask, len(sources.used[0]), len(sources.used[1]))

    if settings.slices:
        queries, keys, values = projections.sliced(sources, settings.slices, settings)
    else:
        queries, keys, values = projections.projected(sources, settings)
    named = projections.named_matrices(sources, settings)
    itself = "memory itself" if sources.has_memory else "inputs themselves"
    unprojected = f"You multiplied the weights by the {itself}. Multiply them by the values."
    values = choose("value_projection", values, left_out=wrong(sources.used[2], unprojected, COMMON))
    queries, keys, values = (
        _record(name, array, how, settings, **named)
        for name, array, how in zip(
            ("queries", "keys", "values"),
            (queries, keys, values),
            projections.formulas(sources.names, settings),
            strict=True,
        )
    )

    positions = numbers = [*range(1, num_heads + 1)]
    if head is not None:
        later = wrong(head + 1, "You took the head after the one in the question. Count the heads from 1.")
        positions, numbers = [head], [choose("head", head, one_later=later)]
    outputs = [
        step(
            f"head_{position}",
            attention.attend,
            queries=projections.of_head(queries, number, num_heads, is_columns=is_columns),
            keys=projections.of_head(keys, projections.kv_head(number, settings), num_kv_heads, is_columns=is_columns),
            values=projections.of_head(
                values, projections.kv_head(number, settings), num_kv_heads, is_columns=is_columns
            ),
            allowed=allowed,
            d_model=x.shape[1],
            query=row,
            is_columns=is_columns,
            has_memory=sources.has_memory,
        )
        for position, number in zip(positions, numbers, strict=True)
    ]
    is_scaled = convention("scale", sqrt_d_k=True, none=False)
    joining, joined_them, lines = "Concatenate them side by side", "concatenated", "columns"
    if is_columns:
        joining, joined_them, lines = "Stack them below each other", "stacked", "rows"
    joined = choose(
        "heads",
        lambda: np.concatenate(outputs, axis=-1),
        added=wrong(lambda: np.stack(outputs).sum(axis=0), f"You added the heads. {joining}."),
        averaged=wrong(lambda: np.stack(outputs).mean(axis=0), f"You averaged the heads. {joining}."),
        reversed=wrong(
            lambda: np.concatenate(outputs[::-1], axis=-1),
            f"You {joined_them} the heads in the wrong order. The first head comes first.",
            RARE,
        ),
        first_only=wrong(outputs[0], f"You gave the first head only. {joining.replace('them', 'all heads')}."),
        not_split=wrong(
            lambda: (
                _not_split(queries, keys, values, allowed, row, is_scaled=is_scaled) if head is None else outputs[0]
            ),
            f"You computed one attention over the whole width. Each head attends with its own {lines}.",
        ),
    )
    joined = _record("heads", joined, "the heads side by side", settings)
    output = joined if head is not None else _project_output(joined, settings)
    residual = x if row is None else x[row - 1]
    output = choose(
        "residual",
        output,
        added=wrong(
            lambda: output + arrays.shaped(residual, output.shape),
            "You added the inputs (the residual connection). This question asks for the attention alone.",
        ),
    )
    has_output = head is None and settings.parameters["w_o"] is not None
    how = ("W_O · heads" if is_columns else "heads · W_O") if has_output else "heads"
    output = step("output", arrays.turned(output, is_columns=is_columns), how, **named)
    return step("total", output, how="output")


def choose_layout() -> bool:
    """Return whether each position is a column."""
    return convention(
        "layout",
        rows=reading(False, "writes a row for each position"),
        columns=reading(True, "writes a column for each position"),
    )


def row_of(query: int | str | None, tokens: list[str] | None, length: int) -> int | None:
    """Return the row of the query that the question asks about, from 1; None for no query.

    Raise ParameterError if there is no such row, or if the tokens do not fit the rows or repeat.
    """
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


def _record(name: str, array: Array, how: str, settings: MultiHead, **named: Array) -> Array:
    """Record a matrix in the layout of the question as a step; return it with positions as rows."""
    is_columns = settings.is_columns
    return arrays.turned(step(name, arrays.turned(array, is_columns=is_columns), how, **named), is_columns=is_columns)


@np.errstate(over="raise", divide="raise", invalid="raise")
def _not_split(
    queries: Array, keys: Array, values: Array, allowed: Allowed, row: int | None, *, is_scaled: bool
) -> Array:
    """Compute one attention over the whole width, not split into heads; with `row` only that row of it."""
    scores = queries @ keys.T / (np.sqrt(queries.shape[1]) if is_scaled else 1.0)
    output: Array = softmax(np.where(allowed, scores, -np.inf), axis=1) @ values
    return output if row is None else output[row - 1]


def _project_output(joined: Array, settings: MultiHead) -> Array:
    """Multiply the concatenated heads by W_O and add b_O, where they are given.

    Raise ParameterError if W_O does not fit, or if only b_O is given.
    """
    w_o, b_o, is_columns = settings.parameters["w_o"], settings.parameters["b_o"], settings.is_columns
    if w_o is None:
        if b_o is not None:
            raise ParameterError("b_o", "is given without w_o")
        return joined
    weight = arrays.turned(arrays.checked("w_o", w_o, 2), is_columns=is_columns)
    if joined.shape[-1] != len(weight):
        side = "columns" if is_columns else "rows"
        size = arrays.size_of(arrays.turned(weight, is_columns=is_columns))
        raise ParameterError("w_o", f"is {size}; the heads side by side need {joined.shape[-1]} {side}")
    output = choose(
        "output_projection",
        lambda: joined @ weight,
        left_out=wrong(joined, "You left out the output projection W_O.", COMMON),
        transposed=wrong(lambda: joined @ weight.T, "You multiplied by the transpose of W_O. Use W_O as given."),
    )
    return output if b_o is None else projections.with_bias("b_o", b_o, output, weight.shape[1])


def random_question(rng: Random, *, has_memory: bool) -> dict[str, Any]:
    """Return random parameters with weights, with and without biases, W_O and shared keys; or with slices."""
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
