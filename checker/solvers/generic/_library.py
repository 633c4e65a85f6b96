"""The functions of formulas, with the names that numpy and mathematics have for them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from checker.notation import functions as known
from checker.notation import value as notation
from checker.notation.nodes import Exact, simple
from checker.solvers.generic._arithmetic import (
    MATRIX,
    ONE_AXIS,
    NoValue,
    Value,
    combine,
    each,
    is_array,
    matmul,
    shape,
    total,
    worked,
)


class Function(NamedTuple):
    """A function, and how many arguments it takes."""

    of: Callable[..., Value]
    least: int = 1
    most: int = 1


def call(name: str, arguments: list[Value]) -> Value:
    """A function of its arguments."""
    return worked(FUNCTIONS[name].of, *arguments)


def _flat(values: tuple[Value, ...], name: str) -> list[Value]:
    """The entries of an array, or several numbers."""
    if len(values) == 1 and is_array(values[0]):
        return list(values[0].flat)
    if any(map(is_array, values)) or len(values) == 1:
        raise NoValue(f"needs {name} of one vector, one matrix or several numbers")
    return list(values)


def _number(function: Callable[..., Any]) -> Callable[..., Value]:
    """A function of numbers, which of arrays is taken entry by entry."""

    def applied(*values: Value) -> Value:
        return each(applied, *values) if any(map(is_array, values)) else _real(function(*values))

    return applied


def _real(value: Value) -> Value:
    if isinstance(value, float) and not math.isfinite(value):
        raise NoValue("is too large")
    return value


def _known(name: str) -> Function:
    """A function of numbers as students have it, too."""

    def of(*values: Exact) -> Value:
        try:
            return known.call(name, values, notation.FLOATS)
        except known.NoCount as error:
            raise NoValue(str(error)) from None

    return Function(_number(of), known.FUNCTIONS[name].least, known.FUNCTIONS[name].most)


def _log(value: Exact, base: Exact) -> float:
    if base == 1:
        raise NoValue("divides by zero: the logarithm of 1")
    return math.log(value) / math.log(base)


def _root(value: Exact) -> Exact:
    if value < 0:
        raise NoValue("has no real value: the root of a negative number")
    return notation.root(value)


def _norm(value: Value) -> Value:
    if len(shape(value)) == 0:
        raise NoValue("needs a vector")
    return _root(total([combine("*", entry, entry) for entry in value.flat]))


def _transpose(value: Value) -> Value:
    if len(shape(value)) != MATRIX:
        raise NoValue("needs a matrix")
    return value.T


def _softmax(value: Value, axis: Value = -1) -> Value:
    axes = len(shape(value))
    if not axes or axis not in range(-axes, axes):
        raise NoValue("needs a vector, or a matrix and its axis 0 or 1")
    import numpy as np

    numbers = value.astype(float)
    powers = np.exp(numbers - numbers.max(axis=axis, keepdims=True))
    return (powers / powers.sum(axis=axis, keepdims=True)).astype(object)


def _dot_product(left: Value, right: Value) -> Value:
    if (len(shape(left)), len(shape(right))) != (ONE_AXIS, ONE_AXIS):
        raise NoValue("needs two vectors")
    return matmul(left, right)


def _matrix_product(left: Value, right: Value) -> Value:
    return combine("@", left, right)


FUNCTIONS: Final[Mapping[str, Function]] = {
    **{name: _known(name) for name in known.FUNCTIONS},
    "sqrt": Function(_number(_root)),
    "ln": Function(_number(math.log)),
    "log": Function(_number(_log), 2, 2),
    "sum": Function(lambda *values: total(_flat(values, "the sum")), 1, 20),
    "mean": Function(lambda *values: combine("/", total(entries := _flat(values, "the mean")), len(entries)), 1, 20),
    "max": Function(lambda *values: simple(max(_flat(values, "the largest"))), 1, 20),
    "min": Function(lambda *values: simple(min(_flat(values, "the smallest"))), 1, 20),
    "dot": Function(_dot_product, 2, 2),
    "matmul": Function(_matrix_product, 2, 2),
    "norm": Function(_norm),
    "transpose": Function(_transpose),
    "softmax": Function(_softmax, 1, 2),
}
"""By their names in formulas."""
