"""The functions that formulas may call, such as `sum`, `exp` or `binomial_cdf`, under their usual names.

Also comparisons and `and`, `or`, `not`, which give 1 or 0.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, NamedTuple

from checker.derivation.arithmetic import (
    MATRIX,
    ONE_AXIS,
    NoValue,
    Operand,
    apply_operation,
    by_entry,
    combine_values,
    finite,
    is_array,
    matmul,
    shape,
    sum_of,
)
from checker.derivation.complex_numbers import COMPLEX_FUNCTIONS, of_complex
from checker.derivation.lists import LIST_FUNCTIONS
from checker.derivation.matrices import MATRIX_FUNCTIONS
from checker.formula import functions as known
from checker.formula import value as notation
from checker.formula.nodes import Exact, simple


class LibraryFunction(NamedTuple):
    """A function with its minimum and maximum number of arguments."""

    apply: Callable[..., Operand]
    least: int = 1
    most: int = 1


def call_function(name: str, arguments: list[Operand]) -> Operand:
    """Return a function's value.  Raise NoValue if it has none, or takes another number of arguments."""
    apply, least, most = LIBRARY[name]
    if not least <= len(arguments) <= most:
        raise NoValue(f"gives {name} {len(arguments)} arguments")
    if complex in map(type, arguments):
        return of_complex(name, *arguments)
    return apply_operation(apply, *arguments)


def _entries(values: tuple[Operand, ...], name: str) -> list[Operand]:
    if len(values) == 1 and is_array(values[0]):
        return list(values[0].flat)
    if any(map(is_array, values)) or len(values) == 1:
        raise NoValue(f"needs {name} of one vector, one matrix or several numbers")
    return list(values)


def _of_entries(function: Callable[..., Any]) -> Callable[..., Operand]:
    def apply(*values: Operand) -> Operand:
        return by_entry(apply, *values) if any(map(is_array, values)) else finite(function(*values))

    return apply


def _shared(name: str) -> LibraryFunction:
    def apply(*values: Exact) -> Operand:
        try:
            return known.call_function(name, values, notation.FLOATS)
        except known.NoCount as error:
            raise NoValue(str(error)) from None

    return LibraryFunction(_of_entries(apply), known.FUNCTIONS[name].least, known.FUNCTIONS[name].most)


def _log(value: Exact, base: Exact) -> float:
    if base == 1:
        raise NoValue("divides by zero: the logarithm of 1")
    return math.log(value) / math.log(base)


def _root(value: Exact) -> Exact:
    """Return a square root, exact where it is rational.  Raise NoValue for a negative number."""
    if value < 0:
        raise NoValue("has no real value: the root of a negative number")
    return notation.root(value)


def _norm(value: Operand) -> Operand:
    if len(shape(value)) == 0:
        raise NoValue("needs a vector")
    return _root(sum_of([combine_values("*", entry, entry) for entry in value.flat]))


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


def _of_numbers(function: Callable[..., Any]) -> Callable[..., Operand]:
    def apply(*values: Operand) -> Operand:
        if any(map(is_array, values)):
            raise NoValue("compares numbers only, not lists")
        return int(function(*values))

    return apply


CONDITIONS: Final[Mapping[str, LibraryFunction]] = {
    "<": LibraryFunction(_of_numbers(operator.lt), 2, 2),
    "<=": LibraryFunction(_of_numbers(operator.le), 2, 2),
    ">": LibraryFunction(_of_numbers(operator.gt), 2, 2),
    ">=": LibraryFunction(_of_numbers(operator.ge), 2, 2),
    "==": LibraryFunction(_of_numbers(operator.eq), 2, 2),
    "!=": LibraryFunction(_of_numbers(operator.ne), 2, 2),
    "and": LibraryFunction(_of_numbers(lambda one, other: bool(one) and bool(other)), 2, 2),
    "or": LibraryFunction(_of_numbers(lambda one, other: bool(one) or bool(other)), 2, 2),
    "not": LibraryFunction(_of_numbers(operator.not_)),
}
"""Comparisons, and what joins them."""

LIBRARY: Final[Mapping[str, LibraryFunction]] = {
    **{name: _shared(name) for name in known.FUNCTIONS},
    "sqrt": LibraryFunction(_of_entries(_root)),
    "ln": LibraryFunction(_of_entries(math.log)),
    "log": LibraryFunction(_of_entries(_log), 2, 2),
    "sum": LibraryFunction(lambda *values: sum_of(_entries(values, "the sum")), 1, 20),
    "mean": LibraryFunction(
        lambda *values: combine_values("/", sum_of(entries := _entries(values, "the mean")), len(entries)), 1, 20
    ),
    "max": LibraryFunction(lambda *values: simple(max(_entries(values, "the largest"))), 1, 20),
    "min": LibraryFunction(lambda *values: simple(min(_entries(values, "the smallest"))), 1, 20),
    "dot": LibraryFunction(_dot_product, 2, 2),
    "matmul": LibraryFunction(partial(combine_values, "@"), 2, 2),
    "norm": LibraryFunction(_norm),
    "transpose": LibraryFunction(_transpose),
    "softmax": LibraryFunction(_softmax, 1, 2),
    **{
        name: LibraryFunction(*function)
        for name, function in {**LIST_FUNCTIONS, **MATRIX_FUNCTIONS, **COMPLEX_FUNCTIONS}.items()
    },
    **CONDITIONS,
}
"""The functions by name."""

_SIGNS: Final = frozenset({"list", "at", *CONDITIONS})
NAMES: Final = frozenset({*LIBRARY} - _SIGNS)
"""The functions that are written as a name with arguments."""
