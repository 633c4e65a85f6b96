"""Weights, biases and initial states of a recurrent network, checked, as a student uses them."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from checker.engine.errors import ParameterError
from checker.engine.trace import apply, choose
from checker.solvers._shared import arrays
from checker.solvers._shared.maths import Array

MAX_WEIGHT = 1e6
"""Maximum entry: no product of entries overflows, however often they are multiplied."""


class State(NamedTuple):
    """The state that a time step passes to the next; only an LSTM uses the cell state."""

    hidden: Array
    cell: Array


class GateWeights(NamedTuple):
    """Weights with an axis for the gates, in PyTorch's order: (gates, hidden, inputs or hidden) and (gates, hidden)."""

    w_ih: Array
    w_hh: Array
    b_ih: Array
    b_hh: Array


def read_weights(gates: int, input_size: int, w_ih: Any, w_hh: Any, b_ih: Any, b_hh: Any) -> GateWeights:
    """Return the weights with an axis for the gates and the biases of this student.

    Raise ParameterError where shapes do not fit.
    """
    from_input, from_hidden = bounded_array("w_ih", w_ih, 2), bounded_array("w_hh", w_hh, 2)
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
    return GateWeights(from_input.reshape(gates, hidden, -1), from_hidden.reshape(gates, hidden, -1), first, second)


def read_initial_state(size: int, hidden: Any, cell: Any) -> State:
    """Return the state of this student before the first time step."""
    zeros = apply(np.zeros, size)
    state = State(_vector("initial_hidden", hidden, zeros), _vector("initial_cell", cell, zeros))
    if hidden is None and cell is None:
        return state
    ignored = State(zeros, zeros)
    if cell is None:
        return choose("initial_state", state, ignored=ignored)
    return choose("initial_state", state, ignored=ignored, swapped=State(state.cell, state.hidden))


def bounded_array(name: str, values: Any, dimensions: int) -> Array:
    """Return a parameter as an array.  Raise ParameterError if it is too large."""
    array = arrays.checked(name, values, dimensions)
    if array.size > arrays.MAX_SCORES:
        raise ParameterError(name, f"must hold at most {arrays.MAX_SCORES:,} numbers")
    if (np.abs(array) > MAX_WEIGHT).any():
        raise ParameterError(name, f"must hold numbers within ±{MAX_WEIGHT:g}")
    return array


def _vector(name: str, values: Any, default: Array) -> Array:
    """Return a vector shaped like the default, or the default."""
    if values is None:
        return default
    array = bounded_array(name, values, 1)
    if array.shape != default.shape:
        raise ParameterError(name, f"has {len(array)} numbers; it must have {len(default)}")
    return array
