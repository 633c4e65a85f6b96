"""Makes queries, keys and values from sequences, by weights or by slices, and gives the columns of each head.

Also `MultiHead`, the settings of such an attention.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple

import numpy as np
from annotated_types import MinLen
from typing_extensions import TypedDict

from checker.engine.errors import ParameterError
from checker.engine.trace import choose, wrong
from checker.engine.weights import RARE
from checker.solvers import _arrays as arrays
from checker.solvers._arrays import Array
from checker.solvers._sizes import Size

Dims = Annotated[list[Size], MinLen(1)]
Three = tuple[Array, Array, Array]
SOURCE_SYMBOLS = {"inputs": "X", "memory": "M"}


class Slices(TypedDict):
    """The dimensions of a sequence that are its queries, keys and values, counted from 1."""

    query_dims: Dims
    key_dims: Dims
    value_dims: Dims


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


def multi_head_of(
    parameters: Mapping[str, Any],
    slices: Slices | None,
    num_heads: int,
    num_kv_heads: int | None,
    head: int | None,
    *,
    is_columns: bool,
) -> MultiHead:
    """Return the settings of a multi-head attention, checked.  Raise ParameterError where heads do not divide."""
    if head is not None and not 1 <= head <= num_heads:
        raise ParameterError("head", f"must be from 1 to num_heads = {num_heads}")
    kv_heads = num_heads if num_kv_heads is None else num_kv_heads
    if num_heads % kv_heads:
        raise ParameterError("num_kv_heads", f"must divide num_heads = {num_heads}")
    return MultiHead(parameters, slices, num_heads, kv_heads, head, is_columns)


def projected(sources: Sources, settings: MultiHead) -> Three:
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
        return made if bias is None else with_bias(f"b_{letter}", bias, made, weight.shape[1])

    for_queries, for_keys, for_values = _roles(("q", "k", "v"), sources)
    queries, keys, values = sources.used
    return project(queries, for_queries), project(keys, for_keys), project(values, for_values)


def _roles(right: tuple[str, str, str], sources: Sources) -> tuple[str, str, str]:
    """Return what makes the queries, the keys and the values of this student."""
    queries, keys, values = right
    makers = "the weights (or dimensions) of " if sources.has_memory else ""
    return choose(
        "roles",
        right,
        queries_and_keys=wrong((keys, queries, values), f"You swapped {makers}the queries and the keys."),
        keys_and_values=wrong((queries, values, keys), "You swapped the keys and the values."),
    )


def _weight(name: str, weight: Any, source: str, rows: int, *, is_columns: bool) -> Array:
    """Return weight matrix `name` as (rows, columns), to multiply from the right.

    Raise ParameterError if it is missing or does not have as many rows as `source` is wide.
    """
    if weight is None:
        raise ParameterError(name, "is needed, unless slices are given")
    matrix = arrays.turned(arrays.checked(name, weight, 2), is_columns=is_columns)
    if len(matrix) != rows:
        side = "columns" if is_columns else "rows"
        need = "need" if source == "inputs" else "needs"
        size = arrays.size_of(arrays.turned(matrix, is_columns=is_columns))
        raise ParameterError(name, f"is {size}; the {source}, {rows} wide, {need} {rows} {side}")
    return matrix


def with_bias(name: str, bias: Any, made: Array, width: int) -> Array:
    """Return a product with a bias vector added to each row, or without it if the student of this run leaves it out.

    Raise ParameterError if the bias has not `width` numbers.
    """
    vector = arrays.checked(name, bias, 1)
    if len(vector) != width:
        raise ParameterError(name, f"has {len(vector)} numbers; it must have {width}")
    return choose(
        "bias",
        lambda: made + arrays.shaped(vector, made.shape[-1:]),
        left_out=wrong(made, "You left out the bias vectors. Each projection adds its own."),
    )


def sliced(sources: Sources, slices: Slices, settings: MultiHead) -> Three:
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

    for_queries, for_keys, for_values = _roles(("query", "key", "value"), sources)
    queries, keys, values = sources.used
    return part(queries, for_queries), part(keys, for_keys), part(values, for_values)


def formulas(names: tuple[str, str, str], settings: MultiHead) -> list[str]:
    """Return the formulas by which queries, keys and values are made, for the worked solution."""
    symbols = [SOURCE_SYMBOLS[name] for name in names]
    if settings.slices:
        return [f"{x}[:, {part}_dims]" for x, part in zip(symbols, ("query", "key", "value"), strict=True)]
    return [f"W_{name} {x}" if settings.is_columns else f"{x} W_{name}" for x, name in zip(symbols, "QKV", strict=True)]


def named_matrices(sources: Sources, settings: MultiHead) -> dict[str, Array]:
    """Return the matrices that the formulas of the worked solution name, in the layout of the question."""
    known = {
        SOURCE_SYMBOLS[name]: arrays.turned(x, is_columns=settings.is_columns)
        for name, x in zip(sources.names, sources.right, strict=True)
    }
    given = {f"W_{letter}": settings.parameters[f"w_{letter.lower()}"] for letter in "QKVO"}
    return known | {name: arrays.checked(name, weight, 2) for name, weight in given.items() if weight is not None}


def of_head(matrix: Array, number: int, heads: int, *, is_columns: bool) -> Array:
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
    """Return some columns, counted from 0.  Raise IndexError for a negative number."""
    if not isinstance(columns, slice) and columns.min() < 0:
        raise IndexError(columns)
    chosen: Array = matrix[:, columns]
    return chosen


def kv_head(number: int, settings: MultiHead) -> int:
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
