"""Where queries, keys and values come from: weights, or some dimensions of the inputs; and the columns of each head."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
from annotated_types import MinLen
from typing_extensions import TypedDict

from checker.errors import ParameterError
from checker.maths import Array
from checker.solvers.attention import _arrays as arrays
from checker.solvers.sizes import Size
from checker.trace import choose

Dims = Annotated[list[Size], MinLen(1)]


class Slices(TypedDict):
    """Which dimensions of the inputs are query, key and value: lists, counted from 1."""

    query_dims: Dims
    key_dims: Dims
    value_dims: Dims


def projected(
    x: Array, given: dict[str, Any], num_heads: int, kv_heads: int, *, is_columns: bool
) -> tuple[Array, Array, Array]:
    """Queries, keys and values, by weights; each (n, heads · size)."""
    weights = {name: _weight(name, given[name], x.shape[1], is_columns=is_columns) for name in ("w_q", "w_k", "w_v")}
    widths = {name: weight.shape[1] for name, weight in weights.items()}
    if widths["w_q"] % num_heads:
        raise ParameterError("num_heads", f"must divide the {widths['w_q']} columns of w_q")
    needed = widths["w_q"] // num_heads * kv_heads
    if widths["w_k"] != needed:
        raise ParameterError("w_k", f"gives keys {widths['w_k']} wide; to match w_q they must be {needed} wide")
    if widths["w_v"] % kv_heads:
        raise ParameterError("w_v", f"gives values {widths['w_v']} wide, which {kv_heads} heads cannot share")

    def project(letter: str) -> Array:
        weight, bias = weights[f"w_{letter}"], given[f"b_{letter}"]
        made = choose("projection", lambda: x @ weight, transposed=lambda: x @ weight.T, left_out=x)
        return made if bias is None else with_bias(f"b_{letter}", bias, made, weight.shape[1])

    return project("q"), project("k"), project("v")


def _weight(name: str, weight: Any, rows: int, *, is_columns: bool) -> Array:
    """A weight matrix (rows, columns), ready to stand on the right."""
    if weight is None:
        raise ParameterError(name, "is needed, unless slices are given")
    matrix = arrays.turned(arrays.checked(name, weight, 2), is_columns=is_columns)
    if len(matrix) != rows:
        side = "columns" if is_columns else "rows"
        size = arrays.size_of(arrays.turned(matrix, is_columns=is_columns))
        raise ParameterError(name, f"is {size}; the inputs, {rows} wide, need {rows} {side}")
    return matrix


def with_bias(name: str, bias: Any, made: Array, width: int) -> Array:
    """A product with its bias vector added to each row."""
    vector = arrays.checked(name, bias, 1)
    if len(vector) != width:
        raise ParameterError(name, f"has {len(vector)} numbers; it must have {width}")
    return choose("bias", lambda: made + arrays.shaped(vector, made.shape[-1:]), left_out=made)


def sliced(x: Array, slices: Slices, given: dict[str, Any], num_heads: int) -> tuple[Array, Array, Array]:
    """Queries, keys and values as dimensions of the inputs; each (n, dims)."""
    d_model = x.shape[1]
    for name, value in given.items():
        if value is not None:
            raise ParameterError(name, "and slices are given; one of the two makes queries, keys and values")
    if num_heads > 1:
        raise ParameterError("num_heads", "must be 1 with slices, which are of one head")
    for name, listed in (("query", slices["query_dims"]), ("key", slices["key_dims"]), ("value", slices["value_dims"])):
        if not listed or not all(1 <= dim <= d_model for dim in listed):
            raise ParameterError("slices", f"has {name}_dims {listed}; inputs have dimensions 1 to {d_model}")
    if len(slices["query_dims"]) != len(slices["key_dims"]):
        raise ParameterError("slices", "must have as many query_dims as key_dims")
    shift = choose("slices", 0, counted_from_0=1)

    def part(name: str, listed: list[int]) -> Array:
        dims = np.array(listed)
        dims = choose(name, dims, one_early=dims - 1, one_late=dims + 1) + shift
        if dims.min() < 1:
            raise IndexError(dims)
        columns: Array = x[:, dims - 1]
        return columns

    return (
        part("query_slice", slices["query_dims"]),
        part("key_slice", slices["key_dims"]),
        part("value_slice", slices["value_dims"]),
    )


def of_head(matrix: Array, number: int, heads: int) -> Array:
    """The columns of one head, counted from 1."""
    width, rest = divmod(matrix.shape[1], heads)
    if rest or number > heads:
        raise IndexError(number)
    columns = choose(
        "head_split", slice((number - 1) * width, number * width), interleaved=slice(number - 1, None, heads)
    )
    return matrix[:, columns]


def kv_head(number: int, num_heads: int, kv_heads: int) -> int:
    """Which head of the keys and values a head of queries uses: neighbours share one."""
    return choose("kv_head", (number - 1) * kv_heads // num_heads + 1, alternating=(number - 1) % kv_heads + 1)


explain = {
    "projection.transposed": "You multiplied by the transposed weights; take W_Q, W_K and W_V as they are given.",
    "projection.left_out": "You did not multiply by W_Q, W_K and W_V; "
    "queries, keys and values are the inputs times these.",
    "bias.left_out": "You left the bias vectors out; each projection adds its own.",
    "slices.counted_from_0": "You counted the dimensions from 0; here the first one is 1.",
    "query_slice.one_early": "Your queries start one dimension too early.",
    "query_slice.one_late": "Your queries start one dimension too late.",
    "key_slice.one_early": "Your keys start one dimension too early.",
    "key_slice.one_late": "Your keys start one dimension too late.",
    "value_slice.one_early": "Your values start one dimension too early.",
    "value_slice.one_late": "Your values start one dimension too late.",
    "head_split.interleaved": "You dealt the columns out to the heads in turn; each head takes neighbouring columns.",
    "kv_head.alternating": "You shared the heads of keys and values out in turn; neighbouring heads use the same one.",
}
