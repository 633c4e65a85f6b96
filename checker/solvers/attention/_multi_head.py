"""Multi-head attention within one sequence or to another one, which the question types of this folder share.

Queries, keys and values are made by weights or by slices.  Also matrices of examples.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, NamedTuple

import numpy as np
from annotated_types import MinLen
from typing_extensions import TypedDict

from checker.engine.errors import ParameterError
from checker.engine.trace import choose, convention, reading, step, wrong
from checker.engine.weights import COMMON, RARE
from checker.solvers import _arrays as arrays
from checker.solvers._arrays import Allowed, Array, softmax
from checker.solvers._sizes import Size
from checker.solvers.attention.attention_output import attend

_Dims = Annotated[list[Size], MinLen(1)]
Three = tuple[Array, Array, Array]
_SOURCE_SYMBOLS = {"inputs": "X", "memory": "M"}


class Slices(TypedDict):
    """The dimensions of a sequence that are its queries, keys and values, counted from 1."""

    query_dims: _Dims
    key_dims: _Dims
    value_dims: _Dims


class Sources(NamedTuple):
    """The sequences that queries, keys and values are made from, with a row for each position."""

    names: tuple[str, str, str]
    right: Three
    used: Three
    """The sequences that this student uses."""

    @property
    def has_memory(self) -> bool:
        """Return whether keys and values come from another sequence."""
        return "memory" in self.names


class MultiHead(NamedTuple):
    """The settings of a multi-head attention."""

    parameters: Mapping[str, Any]
    """Weights w_q, w_k, w_v, w_o and biases b_q, b_k, b_v, b_o by name; None where the question has none."""
    slices: Slices | None
    num_heads: int
    num_kv_heads: int
    head: int | None
    """The only head that the question asks for, counted from 1."""
    is_columns: bool
    """Each position is a column; the weights multiply from the left."""


def _projected(sources: Sources, settings: MultiHead) -> Three:
    """Return queries, keys and values as sources times weights: each of shape (n, heads · size).

    Raise ParameterError for weights that do not fit the sources, the heads or each other.
    """
    given, num_heads, kv_heads = settings.parameters, settings.num_heads, settings.num_kv_heads
    weights = {
        name: _weight(name, given[name], source, len(x.T), is_columns=settings.is_columns)
        for name, source, x in zip(("w_q", "w_k", "w_v"), sources.names, sources.right, strict=True)
    }
    widths = {name: weight.shape[1] for name, weight in weights.items()}
    if widths["w_q"] % num_heads:
        raise ParameterError("num_heads", f"must divide the {widths['w_q']} columns of w_q")
    needed = widths["w_q"] // num_heads * kv_heads
    if widths["w_k"] != needed:
        raise ParameterError("w_k", f"gives keys {widths['w_k']} wide; to match w_q they must be {needed} wide")
    if widths["w_v"] % kv_heads:
        raise ParameterError("w_v", f"gives values {widths['w_v']} wide, which {kv_heads} heads cannot share")

    of_memory = "W_Q multiplies the inputs; W_K and W_V multiply the memory."
    of_inputs = "They make queries, keys and values from the inputs."

    def project(x: Array, letter: str) -> Array:
        weight = weights[f"w_{letter}"]
        bias = given[f"b_{letter}"]
        made = choose(
            "projection",
            lambda: x @ weight,
            transposed=wrong(
                lambda: x @ weight.T, "You multiplied by transposed weights. Use W_Q, W_K and W_V as given."
            ),
            left_out=wrong(
                x,
                f"You did not multiply by W_Q, W_K and W_V. {of_memory if sources.has_memory else of_inputs}",
            ),
        )
        return made if bias is None else _with_bias(f"b_{letter}", bias, made, weight.shape[1])

    return _in_roles(project, ("q", "k", "v"), sources)


def _in_roles(make: Callable[[Array, str], Array], right: tuple[str, str, str], sources: Sources) -> Three:
    """Return queries, keys and values, each made of its source by the weights or dimensions of its role."""
    queries, keys, values = right
    makers = "the weights (or dimensions) of " if sources.has_memory else ""
    roles = choose(
        "roles",
        right,
        queries_and_keys=wrong((keys, queries, values), f"You swapped {makers}the queries and the keys."),
        keys_and_values=wrong((queries, values, keys), "You swapped the keys and the values."),
    )
    made_of_queries, made_of_keys, made_of_values = map(make, sources.used, roles)
    return made_of_queries, made_of_keys, made_of_values


def _weight(name: str, weight: Any, source: str, rows: int, *, is_columns: bool) -> Array:
    """Return weight matrix `name` as (rows, columns), to multiply from the right.

    Raise ParameterError if it is missing or does not have as many rows as `source` is wide.
    """
    if weight is None:
        raise ParameterError(name, "is needed, unless slices are given")
    matrix = arrays.turned(arrays.checked(name, weight), is_columns=is_columns)
    if len(matrix) != rows:
        side = "columns" if is_columns else "rows"
        need = "need" if source == "inputs" else "needs"
        size = arrays.size_of(arrays.turned(matrix, is_columns=is_columns))
        raise ParameterError(name, f"is {size}; the {source}, {rows} wide, {need} {rows} {side}")
    return matrix


def _with_bias(name: str, bias: Any, made: Array, width: int) -> Array:
    """Return a product with a bias vector added to each row, or without it if the student of this run leaves it out.

    Raise ParameterError if the bias has not `width` numbers.
    """
    vector = arrays.vector(name, bias, width)
    return choose(
        "bias",
        lambda: made + arrays.shaped(vector, made.shape[-1:]),
        left_out=wrong(made, "You left out the bias vectors. Each projection adds its own."),
    )


def _sliced(sources: Sources, slices: Slices, settings: MultiHead) -> Three:
    """Return queries, keys and values as some dimensions of the sources: each of shape (n, dims).

    Raise ParameterError for dimensions that the sources do not have, or if weights or several heads are given as well.
    """
    for name in ("w_q", "w_k", "w_v", "b_q", "b_k", "b_v"):
        if settings.parameters[name] is not None:
            raise ParameterError(name, "and slices are given; one of the two makes queries, keys and values")
    if settings.num_heads > 1:
        raise ParameterError("num_heads", "must be 1 with slices, which are of one head")
    dims = {"query": slices["query_dims"], "key": slices["key_dims"], "value": slices["value_dims"]}
    for (name, listed), source, right in zip(dims.items(), sources.names, sources.right, strict=True):
        width = right.shape[1]
        if not listed or not all(1 <= dim <= width for dim in listed):
            have = "have" if source == "inputs" else "has"
            raise ParameterError("slices", f"has {name}_dims {listed}; {source} {have} dimensions 1 to {width}")
    if len(dims["query"]) != len(dims["key"]):
        raise ParameterError("slices", "must have as many query_dims as key_dims")
    shift = choose(
        "slices", 0, counted_from_0=wrong(1, "You counted the dimensions from 0. This question counts them from 1.")
    )

    def part(x: Array, name: str) -> Array:
        listed = np.array(dims[name])
        parts = "queries" if name == "query" else f"{name}s"
        listed = choose(
            f"{name}_slice",
            listed,
            one_early=wrong(listed - 1, f"Your {parts} start one dimension too early."),
            one_late=wrong(listed + 1, f"Your {parts} start one dimension too late."),
        )
        return _columns(x, listed + shift - 1)

    return _in_roles(part, ("query", "key", "value"), sources)


def _formulas(names: tuple[str, str, str], settings: MultiHead) -> list[str]:
    """Return the formulas by which queries, keys and values are made, for the worked solution."""
    symbols = [_SOURCE_SYMBOLS[name] for name in names]
    if settings.slices:
        return [f"{x}[:, {part}_dims]" for x, part in zip(symbols, ("query", "key", "value"), strict=True)]
    return [f"W_{name} {x}" if settings.is_columns else f"{x} W_{name}" for x, name in zip(symbols, "QKV", strict=True)]


def _named_matrices(sources: Sources, settings: MultiHead) -> dict[str, Array]:
    """Return the matrices that the formulas of the worked solution name, in the layout of the question."""
    known = {
        _SOURCE_SYMBOLS[name]: arrays.turned(x, is_columns=settings.is_columns)
        for name, x in zip(sources.names, sources.right, strict=True)
    }
    given = {f"W_{letter}": settings.parameters[f"w_{letter.lower()}"] for letter in "QKVO"}
    return known | {name: arrays.checked(name, weight) for name, weight in given.items() if weight is not None}


def _of_head(matrix: Array, number: int, heads: int, *, is_columns: bool) -> Array:
    """Return the columns of a matrix that belong to one head, counted from 1.  Raise IndexError if there is none."""
    width, rest = divmod(matrix.shape[1], heads)
    if rest or number > heads:
        raise IndexError(number)
    lines = "rows" if is_columns else "columns"
    columns = choose(
        "head_split",
        slice((number - 1) * width, number * width),
        interleaved=wrong(
            slice(number - 1, None, heads),
            f"You gave the {lines} to the heads in turn. Each head takes neighbouring {lines}.",
            RARE,
        ),
    )
    return _columns(matrix, columns)


def _columns(matrix: Array, columns: Any) -> Array:
    if not isinstance(columns, slice) and columns.min() < 0:
        raise IndexError(columns)
    return matrix[:, columns]


def _kv_head(number: int, settings: MultiHead) -> int:
    """Return which head of keys and values a head of queries uses; neighbouring heads share one."""
    num_heads, kv_heads = settings.num_heads, settings.num_kv_heads
    return choose(
        "kv_head",
        (number - 1) * kv_heads // num_heads + 1,
        alternating=wrong(
            (number - 1) % kv_heads + 1,
            "You assigned the heads of keys and values in turn. Neighbouring query heads share one of them.",
            RARE,
        ),
    )


def multi_head(sources: Sources, settings: MultiHead, mask: Any, row: int | None) -> Array:
    """Return the output of multi-head attention: the heads side by side, times W_O if that is given.

    With `row` (from 1) it is that of this row alone.  Raise ParameterError for what does not fit.
    """
    x, others, _ = sources.right
    num_heads, num_kv_heads, head, is_columns = settings[2:]
    if head is not None and not 1 <= head <= num_heads:
        raise ParameterError("head", f"must be from 1 to num_heads = {num_heads}")
    if num_heads % num_kv_heads:
        raise ParameterError("num_kv_heads", f"must divide num_heads = {num_heads}")
    allowed = arrays.allowed_by(mask, len(x), len(others), num_heads)
    if isinstance(mask, str):  # a student who takes other rows masks those
        allowed = arrays.allowed_by(mask, len(sources.used[0]), len(sources.used[1]))

    if settings.slices:
        queries, keys, values = _sliced(sources, settings.slices, settings)
    else:
        queries, keys, values = _projected(sources, settings)
    named = _named_matrices(sources, settings)
    itself = "memory itself" if sources.has_memory else "inputs themselves"
    unprojected = f"You multiplied the weights by the {itself}. Multiply them by the values."
    values = choose("value_projection", values, left_out=wrong(sources.used[2], unprojected, COMMON))
    queries, keys, values = (
        _record(name, array, how, settings, **named)
        for name, array, how in zip(
            ("queries", "keys", "values"),
            (queries, keys, values),
            _formulas(sources.names, settings),
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
            attend,
            queries=_of_head(queries, number, num_heads, is_columns=is_columns),
            keys=_of_head(keys, _kv_head(number, settings), num_kv_heads, is_columns=is_columns),
            values=_of_head(values, _kv_head(number, settings), num_kv_heads, is_columns=is_columns),
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
    weight = arrays.turned(arrays.checked("w_o", w_o), is_columns=is_columns)
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
    return output if b_o is None else _with_bias("b_o", b_o, output, weight.shape[1])


WITH_BIASES: dict[str, Any] = {
    "w_q": [[1, 0, 2], [0, 1, 1], [1, -1, 0]],
    "w_k": [[0, 1, 1], [1, 0, -1], [2, 1, 0]],
    "w_v": [[1, 2, 0], [0, 1, 1], [1, 0, 3]],
    "b_q": [1, 0, -1],
    "b_k": [0, 1, 2],
    "b_v": [1, 1, 0],
    "w_o": [[1, 0, 1], [2, 1, 0], [0, -1, 1]],
    "b_o": [0, 1, 2],
}
TWO_HEADS: dict[str, Any] = {
    "w_q": [[1, 0, 2, 1], [0, 1, 1, 0], [1, -1, 0, 2], [0, 2, 1, 1]],
    "w_k": [[0, 1, 1, 2], [1, 0, -1, 0], [2, 1, 0, 1], [0, 1, 0, 1]],
    "w_v": [[1, 2, 0, 1], [0, 1, 1, 0], [1, 0, 3, 1], [2, 0, 1, 0]],
    "num_heads": 2,
}
GROUPED = TWO_HEADS | {
    "w_q": [[1, 0, 2, 1, 0, 1, 0, 2], [0, 1, 1, 0, 2, 0, 1, 0], [1, -1, 0, 2, 0, 1, 1, 0], [0, 2, 1, 1, 1, 0, 0, 1]],
    "num_heads": 4,
    "num_kv_heads": 2,
}
SLICED: dict[str, Any] = {
    "inputs": [[0, 1, 1, 1, 1, 0], [1, 1, 0, -1, -1, 1], [1, 0, 2, 1, 0, -1]],
    "tokens": ["time", "flies", "fast"],
    "query": "flies",
    "slices": {"query_dims": [2, 3], "key_dims": [3, 4], "value_dims": [4, 5]},
}
"""Parameters of examples."""
