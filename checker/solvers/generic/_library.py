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
    Operand,
    combine,
    each,
    is_array,
    matmul,
    shape,
    total,
    worked,
)


class LibraryFunction(NamedTuple):
    """A function, and how many arguments it takes."""

    of: Callable[..., Operand]
    least: int = 1
    most: int = 1


def call(name: str, arguments: list[Operand]) -> Operand:
    """A function of its arguments."""
    return worked(FUNCTIONS[name].of, *arguments)


def _flat(values: tuple[Operand, ...], name: str) -> list[Operand]:
    """The entries of an array, or several numbers."""
    if len(values) == 1 and is_array(values[0]):
        return list(values[0].flat)
    if any(map(is_array, values)) or len(values) == 1:
        raise NoValue(f"needs {name} of one vector, one matrix or several numbers")
    return list(values)


def _number(function: Callable[..., Any]) -> Callable[..., Operand]:
    """A function of numbers, which of arrays is taken entry by entry."""

    def applied(*values: Operand) -> Operand:
        return each(applied, *values) if any(map(is_array, values)) else _real(function(*values))

    return applied


def _real(value: Operand) -> Operand:
    if isinstance(value, float) and not math.isfinite(value):
        raise NoValue("is too large")
    return value


def _known(name: str) -> LibraryFunction:
    """A function of numbers as students have it, too."""

    def of(*values: Exact) -> Operand:
        try:
            return known.call_function(name, values, notation.FLOATS)
        except known.NoCount as error:
            raise NoValue(str(error)) from None

    return LibraryFunction(_number(of), known.FUNCTIONS[name].least, known.FUNCTIONS[name].most)


def _log(value: Exact, base: Exact) -> float:
    if base == 1:
        raise NoValue("divides by zero: the logarithm of 1")
    return math.log(value) / math.log(base)


def _root(value: Exact) -> Exact:
    if value < 0:
        raise NoValue("has no real value: the root of a negative number")
    return notation.root(value)


def _norm(value: Operand) -> Operand:
    if len(shape(value)) == 0:
        raise NoValue("needs a vector")
    return _root(total([combine("*", entry, entry) for entry in value.flat]))


def _transpose(value: Operand) -> Operand:
    if len(shape(value)) != MATRIX:
        raise NoValue("needs a matrix")
    return value.T


def _softmax(value: Operand, axis: Operand = -1) -> Operand:
    axes = len(shape(value))
    if not axes or axis not in range(-axes, axes):
        raise NoValue("needs a vector, or a matrix and its axis 0 or 1")
    import numpy as np

    numbers = value.astype(float)
    powers = np.exp(numbers - numbers.max(axis=axis, keepdims=True))
    return (powers / powers.sum(axis=axis, keepdims=True)).astype(object)


def _dot_product(left: Operand, right: Operand) -> Operand:
    if (len(shape(left)), len(shape(right))) != (ONE_AXIS, ONE_AXIS):
        raise NoValue("needs two vectors")
    return matmul(left, right)


def _matrix_product(left: Operand, right: Operand) -> Operand:
    return combine("@", left, right)


FUNCTIONS: Final[Mapping[str, LibraryFunction]] = {
    **{name: _known(name) for name in known.FUNCTIONS},
    "sqrt": LibraryFunction(_number(_root)),
    "ln": LibraryFunction(_number(math.log)),
    "log": LibraryFunction(_number(_log), 2, 2),
    "sum": LibraryFunction(lambda *values: total(_flat(values, "the sum")), 1, 20),
    "mean": LibraryFunction(
        lambda *values: combine("/", total(entries := _flat(values, "the mean")), len(entries)), 1, 20
    ),
    "max": LibraryFunction(lambda *values: simple(max(_flat(values, "the largest"))), 1, 20),
    "min": LibraryFunction(lambda *values: simple(min(_flat(values, "the smallest"))), 1, 20),
    "dot": LibraryFunction(_dot_product, 2, 2),
    "matmul": LibraryFunction(_matrix_product, 2, 2),
    "norm": LibraryFunction(_norm),
    "transpose": LibraryFunction(_transpose),
    "softmax": LibraryFunction(_softmax, 1, 2),
}
"""By their names in formulas."""
