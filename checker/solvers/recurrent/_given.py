"""What a recurrent network is given: weights, biases and first states, checked, and as a student takes them."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from checker.engine.errors import ParameterError
from checker.engine.trace import apply, choose
from checker.solvers._shared import arrays
from checker.solvers._shared.maths import Array

HIGHEST = 1e6
"""Entries stay so small that no product of them overflows, however often they are multiplied."""


class State(NamedTuple):
    """What a time step hands on to the next; the cell state is there for every cell, and used by the LSTM only."""

    hidden: Array
    cell: Array


class Weights(NamedTuple):
    """With an axis for the gates, in PyTorch's order: (gates, hidden, inputs or hidden) and (gates, hidden)."""

    w_ih: Array
    w_hh: Array
    b_ih: Array
    b_hh: Array


def weights(gates: int, input_size: int, w_ih: Any, w_hh: Any, b_ih: Any, b_hh: Any) -> Weights:
    """The weights with an axis for the gates, and as a student takes the biases."""
    from_input, from_hidden = checked("w_ih", w_ih, 2), checked("w_hh", w_hh, 2)
    rows, hidden = from_hidden.shape
    if rows != gates * hidden:
        how = f"a block of {hidden} rows for each of its {gates} gates" if gates > 1 else "square"
        raise ParameterError("w_hh", f"is {arrays.size_of(from_hidden)}; it must be {how}")
    if from_input.shape != (rows, input_size):
        raise ParameterError("w_ih", f"is {arrays.size_of(from_input)}; it must be {rows} x {input_size}")
    none = np.zeros((gates, hidden))
    first = _vector("b_ih", b_ih, none.reshape(rows)).reshape(none.shape)
    second = _vector("b_hh", b_hh, none.reshape(rows)).reshape(none.shape)
    if b_ih is not None or b_hh is not None:
        first, second = choose(
            "bias", (first, second), left_out=(none, none), input_only=(first, none), recurrent_only=(none, second)
        )
    return Weights(from_input.reshape(gates, hidden, -1), from_hidden.reshape(gates, hidden, -1), first, second)


def initial(size: int, hidden: Any, cell: Any) -> State:
    """The state before the first time step, as a student takes it."""
    nothing = apply(np.zeros, size)
    state = State(_vector("initial_hidden", hidden, nothing), _vector("initial_cell", cell, nothing))
    if hidden is None and cell is None:
        return state
    ignored = State(nothing, nothing)
    if cell is None:
        return choose("initial_state", state, ignored=ignored)
    return choose("initial_state", state, ignored=ignored, swapped=State(state.cell, state.hidden))


def checked(name: str, values: Any, dimensions: int) -> Array:
    array = arrays.checked(name, values, dimensions)
    if array.size > arrays.MOST:
        raise ParameterError(name, f"must hold {arrays.MOST:,} numbers at most")
    if (np.abs(array) > HIGHEST).any():
        raise ParameterError(name, f"must hold numbers within ±{HIGHEST:g}")
    return array


def _vector(name: str, values: Any, default: Array) -> Array:
    if values is None:
        return default
    array = checked(name, values, 1)
    if array.shape != default.shape:
        raise ParameterError(name, f"has {len(array)} numbers; it must have {len(default)}")
    return array
