"""Multi-head attention within one sequence or to another one, which the question types of this folder share.

Queries, keys and values are made by weights or by slices.  Also matrices of examples.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
from typing_extensions import TypedDict

from checker.engine.bounds import MinLen
from checker.engine.errors import ParameterError
from checker.engine.trace import choose, convention, reading, step, wrong
from checker.engine.weights import COMMON, RARE
from checker.solvers import _arrays as arrays
from checker.solvers._arrays import Allowed, Array, softmax
from checker.solvers._sizes import Size
from checker.solvers.attention.attention_output import attend

_Dims = Annotated[list[Size], MinLen(1)]
_Three = tuple[Array, Array, Array]


class Slices(TypedDict):
    """The dimensions of a sequence that are its queries, keys and values, counted from 1."""

    query_dims: _Dims
    key_dims: _Dims
    value_dims: _Dims


def choose_layout() -> bool:
    """Return whether each position is a column."""
    return convention(
        "layout",
        rows=reading(False, "writes a row for each position"),
        columns=reading(True, "writes a column for each position"),
    )


@dataclass
class MultiHead:
    """A multi-head attention as a question describes it; what it computes is right, or as the student of a run has it.

    Within it a position is a row, and weights multiply from the right, whatever the layout of the question.
    """

    is_columns: bool
    """In the question each position is a column; the weights multiply from the left."""
    parameters: Mapping[str, Any]
    """Weights w_q, w_k, w_v, w_o and biases b_q, b_k, b_v, b_o by name; None where the question has none."""
    slices: Slices | None
    num_heads: int
    num_kv_heads: int
    head: int | None
    """The only head that the question asks for, counted from 1."""
    right: _Three
    """The sequences that queries, keys and values are made from."""
    used: _Three
    """The sequences that the student of this run uses."""
    has_memory: bool = False
    """Keys and values come from another sequence."""

    def output(self, mask: Any, query: int | str | None, tokens: list[str] | None) -> Array:
        """Return the heads side by side, times W_O if that is given; of a query only its row.

        Raise ParameterError for what does not fit.
        """
        x, others, _ = self.right
        row, head = self._row_of(query, tokens), self.head
        if head is not None and not 1 <= head <= self.num_heads:
            raise ParameterError("head", f"must be from 1 to num_heads = {self.num_heads}")
        if self.num_heads % self.num_kv_heads:
            raise ParameterError("num_kv_heads", f"must divide num_heads = {self.num_heads}")
        allowed = arrays.allowed_by(mask, len(x), len(others), self.num_heads)
        if isinstance(mask, str):  # a student who takes other rows masks those
            allowed = arrays.allowed_by(mask, len(self.used[0]), len(self.used[1]))

        queries, keys, values = self._sliced(self.slices) if self.slices else self._projected()
        itself = "memory itself" if self.has_memory else "inputs themselves"
        unprojected = f"You multiplied the weights by the {itself}. Multiply them by the values."
        values = choose("value_projection", values, left_out=wrong(self.used[2], unprojected, COMMON))
        named = {symbol: self._turned(source) for symbol, source in zip(self._symbols, self.right, strict=True)}
        weights = {f"W_{letter}": self.parameters[f"w_{letter.lower()}"] for letter in "QKVO"}
        named |= {name: arrays.checked(name, weight) for name, weight in weights.items() if weight is not None}
        made = {"queries": queries, "keys": keys, "values": values}
        queries, keys, values = (
            self._record(name, array, self._formula(symbol, name), **named)
            for symbol, (name, array) in zip(self._symbols, made.items(), strict=True)
        )

        positions = numbers = [*range(1, self.num_heads + 1)]
        if head is not None:
            later = wrong(head + 1, "You took the head after the one in the question. Count the heads from 1.")
            positions, numbers = [head], [choose("head", head, one_later=later)]
        outputs = [
            step(
                f"head_{position}",
                attend,
                queries=self._of_head(queries, number, self.num_heads),
                keys=self._of_head(keys, self._kv_head(number), self.num_kv_heads),
                values=self._of_head(values, self._kv_head(number), self.num_kv_heads),
                allowed=allowed,
                d_model=x.shape[1],
                query=row,
                is_columns=self.is_columns,
                has_memory=self.has_memory,
            )
            for position, number in zip(positions, numbers, strict=True)
        ]
        is_scaled = convention("scale", sqrt_d_k=True, none=False)

        def not_split() -> Array:
            return outputs[0] if head else _not_split(queries, keys, values, allowed, row, is_scaled=is_scaled)

        joined = self._record("heads", self._joined(outputs, not_split), "the heads side by side")
        output = joined if head is not None else self._project_output(joined)
        residual = x if row is None else x[row - 1]
        output = choose(
            "residual",
            output,
            added=wrong(
                lambda: output + arrays.shaped(residual, output.shape),
                "You added the inputs (the residual connection). This question asks for the attention alone.",
            ),
        )
        has_output = head is None and self.parameters["w_o"] is not None
        how = ("W_O · heads" if self.is_columns else "heads · W_O") if has_output else "heads"
        return step("total", step("output", self._turned(output), how, **named), how="output")

    @property
    def _names(self) -> tuple[str, str, str]:
        return ("inputs", "memory", "memory") if self.has_memory else ("inputs", "inputs", "inputs")

    @property
    def _symbols(self) -> str:
        return "XMM" if self.has_memory else "XXX"

    def _turned(self, array: Array) -> Array:
        return arrays.turned(array, is_columns=self.is_columns)

    def _record(self, name: str, array: Array, how: str, **named: Array) -> Array:
        """Record a matrix in the layout of the question as a step; return it with positions as rows."""
        return self._turned(step(name, self._turned(array), how, **named))

    def _row_of(self, query: int | str | None, tokens: list[str] | None) -> int | None:
        """Return the row of the query that the question asks about, from 1; None for no query.

        Raise ParameterError if there is no such row, or if the tokens do not fit the rows or repeat.
        """
        length = len(self.right[0])
        if tokens is not None and len(tokens) != length:
            raise ParameterError("tokens", f"are {len(tokens)}, but inputs have {length} positions")
        if tokens is not None and len(set(tokens)) < length:
            raise ParameterError("tokens", "must differ from each other")
        if isinstance(query, str):
            if tokens is None or query not in tokens:
                known = f"a row from 1 to {length}: no tokens are given"
                raise ParameterError(
                    "query", f"must be one of the tokens {', '.join(tokens)}" if tokens else f"must be {known}"
                )
            return tokens.index(query) + 1
        if query is not None and not 1 <= query <= length:
            raise ParameterError("query", f"must be a row from 1 to {length}")
        return query

    def _formula(self, symbol: str, name: str) -> str:
        """Return the formula by which queries, keys or values are made of the sequence with this symbol."""
        if self.slices:
            return f"{symbol}[:, {'query' if name == 'queries' else name[:-1]}_dims]"
        weight = f"W_{name[0].upper()}"
        return f"{weight} {symbol}" if self.is_columns else f"{symbol} {weight}"

    def _projected(self) -> _Three:
        """Return queries, keys and values as sources times weights: each of shape (n, heads · size).

        Raise ParameterError for weights that do not fit the sources, the heads or each other.
        """
        weights = {
            name: self._weight(name, f"the {source}, {len(x.T)} wide, need{'s' * (source != 'inputs')}", len(x.T))
            for name, source, x in zip(("w_q", "w_k", "w_v"), self._names, self.right, strict=True)
        }
        widths = {name: weight.shape[1] for name, weight in weights.items()}
        if widths["w_q"] % self.num_heads:
            raise ParameterError("num_heads", f"must divide the {widths['w_q']} columns of w_q")
        needed = widths["w_q"] // self.num_heads * self.num_kv_heads
        if widths["w_k"] != needed:
            raise ParameterError("w_k", f"gives keys {widths['w_k']} wide; to match w_q they must be {needed} wide")
        if widths["w_v"] % self.num_kv_heads:
            raise ParameterError(
                "w_v", f"gives values {widths['w_v']} wide, which {self.num_kv_heads} heads cannot share"
            )
        made_from = (
            "W_Q multiplies the inputs; W_K and W_V multiply the memory."
            if self.has_memory
            else "They make queries, keys and values from the inputs."
        )

        def project(x: Array, letter: str) -> Array:
            weight = weights[f"w_{letter}"]
            made = choose(
                "projection",
                lambda: x @ weight,
                transposed=wrong(
                    lambda: x @ weight.T, "You multiplied by transposed weights. Use W_Q, W_K and W_V as given."
                ),
                left_out=wrong(x, f"You did not multiply by W_Q, W_K and W_V. {made_from}"),
            )
            return self._with_bias(f"b_{letter}", made, weight.shape[1])

        return self._in_roles(project, ("q", "k", "v"))

    def _sliced(self, slices: Slices) -> _Three:
        """Return queries, keys and values as some dimensions of the sources: each of shape (n, dims).

        Raise ParameterError for dimensions that the sources do not have, or if weights or several heads are given.
        """
        for name in ("w_q", "w_k", "w_v", "b_q", "b_k", "b_v"):
            if self.parameters[name] is not None:
                raise ParameterError(name, "and slices are given; one of the two makes queries, keys and values")
        if self.num_heads > 1:
            raise ParameterError("num_heads", "must be 1 with slices, which are of one head")
        dims = {"query": slices["query_dims"], "key": slices["key_dims"], "value": slices["value_dims"]}
        for (name, listed), source, x in zip(dims.items(), self._names, self.right, strict=True):
            if not listed or not all(1 <= dim <= x.shape[1] for dim in listed):
                has = f"{source} {'have' if source == 'inputs' else 'has'} dimensions 1 to {x.shape[1]}"
                raise ParameterError("slices", f"has {name}_dims {listed}; {has}")
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
            if (columns := listed + shift - 1).min() < 0:
                raise IndexError(columns)
            return x[:, columns]

        return self._in_roles(part, ("query", "key", "value"))

    def _in_roles(self, make: Callable[[Array, str], Array], right: tuple[str, str, str]) -> _Three:
        """Return queries, keys and values, each made of its source by the weights or dimensions of its role."""
        queries, keys, values = right
        makers = "the weights (or dimensions) of " if self.has_memory else ""
        roles = choose(
            "roles",
            right,
            queries_and_keys=wrong((keys, queries, values), f"You swapped {makers}the queries and the keys."),
            keys_and_values=wrong((queries, values, keys), "You swapped the keys and the values."),
        )
        made_of_queries, made_of_keys, made_of_values = map(make, self.used, roles)
        return made_of_queries, made_of_keys, made_of_values

    def _weight(self, name: str, need: str, rows: int) -> Array:
        """Return a weight matrix as (rows, columns), to multiply from the right.

        Raise ParameterError if it is missing or does not have the rows that something, as `need` says, needs.
        """
        if (given := self.parameters[name]) is None:
            raise ParameterError(name, "is needed, unless slices are given")
        matrix = arrays.checked(name, given)
        weight = self._turned(matrix)
        if len(weight) != rows:
            side = "columns" if self.is_columns else "rows"
            raise ParameterError(name, f"is {arrays.size_of(matrix)}; {need} {rows} {side}")
        return weight

    def _with_bias(self, name: str, made: Array, width: int) -> Array:
        """Return a product with a bias vector added to each row, if it is given, or without if it is left out.

        Raise ParameterError if the bias has not `width` numbers.
        """
        if self.parameters[name] is None:
            return made
        vector = arrays.vector(name, self.parameters[name], width)
        return choose(
            "bias",
            lambda: made + arrays.shaped(vector, made.shape[-1:]),
            left_out=wrong(made, "You left out the bias vectors. Each projection adds its own."),
        )

    def _of_head(self, matrix: Array, number: int, heads: int) -> Array:
        """Return the columns of a matrix that belong to one head, from 1.  Raise IndexError if there is none."""
        width, rest = divmod(matrix.shape[1], heads)
        if rest or number > heads:
            raise IndexError(number)
        lines = "rows" if self.is_columns else "columns"
        columns = choose(
            "head_split",
            slice((number - 1) * width, number * width),
            interleaved=wrong(
                slice(number - 1, None, heads),
                f"You gave the {lines} to the heads in turn. Each head takes neighbouring {lines}.",
                RARE,
            ),
        )
        return matrix[:, columns]

    def _kv_head(self, number: int) -> int:
        """Return which head of keys and values a head of queries uses; neighbouring heads share one."""
        return choose(
            "kv_head",
            (number - 1) * self.num_kv_heads // self.num_heads + 1,
            alternating=wrong(
                (number - 1) % self.num_kv_heads + 1,
                "You assigned the heads of keys and values in turn. Neighbouring query heads share one of them.",
                RARE,
            ),
        )

    def _joined(self, outputs: list[Array], not_split: Callable[[], Array]) -> Array:
        joining, joined, lines = "Concatenate them side by side", "concatenated", "columns"
        if self.is_columns:
            joining, joined, lines = "Stack them below each other", "stacked", "rows"
        return choose(
            "heads",
            lambda: np.concatenate(outputs, axis=-1),
            added=wrong(lambda: np.stack(outputs).sum(axis=0), f"You added the heads. {joining}."),
            averaged=wrong(lambda: np.stack(outputs).mean(axis=0), f"You averaged the heads. {joining}."),
            reversed=wrong(
                lambda: np.concatenate(outputs[::-1], axis=-1),
                f"You {joined} the heads in the wrong order. The first head comes first.",
                RARE,
            ),
            first_only=wrong(outputs[0], f"You gave the first head only. {joining.replace('them', 'all heads')}."),
            not_split=wrong(
                not_split, f"You computed one attention over the whole width. Each head attends with its own {lines}."
            ),
        )

    def _project_output(self, joined: Array) -> Array:
        """Multiply the concatenated heads by W_O and add b_O, where they are given.

        Raise ParameterError if W_O does not fit, or if only b_O is given.
        """
        if self.parameters["w_o"] is None:
            if self.parameters["b_o"] is not None:
                raise ParameterError("b_o", "is given without w_o")
            return joined
        weight = self._weight("w_o", "the heads side by side need", joined.shape[-1])
        output = choose(
            "output_projection",
            lambda: joined @ weight,
            left_out=wrong(joined, "You left out the output projection W_O.", COMMON),
            transposed=wrong(lambda: joined @ weight.T, "You multiplied by the transpose of W_O. Use W_O as given."),
        )
        return self._with_bias("b_o", output, weight.shape[1])


@np.errstate(over="raise", divide="raise", invalid="raise")
def _not_split(
    queries: Array, keys: Array, values: Array, allowed: Allowed, row: int | None, *, is_scaled: bool
) -> Array:
    """Compute one attention over the whole width, not split into heads; with `row` only that row of it."""
    scores = queries @ keys.T / (np.sqrt(queries.shape[1]) if is_scaled else 1.0)
    output = softmax(np.where(allowed, scores, -np.inf), axis=1) @ values
    return output if row is None else output[row - 1]


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
