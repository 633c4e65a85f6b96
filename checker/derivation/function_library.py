"""The functions that formulas may call, such as `sum`, `exp` or `binomial_cdf`, under their usual names.

Also comparisons and `and`, `or`, `not`, which give 1 or 0.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from checker.derivation.arithmetic import (
    Function,
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
from checker.derivation.arrays import ARRAY_FUNCTIONS
from checker.derivation.complex_numbers import COMPLEX_FUNCTIONS, of_complex
from checker.formula import functions as known
from checker.formula import value as notation
from checker.formula.nodes import Exact, simple


def call_function(name: str, arguments: list[Operand]) -> Operand:
    """Return a function's value.  Raise NoValue if it has none, or takes another number of arguments."""
    apply, least, most = LIBRARY[name]
    if not least <= len(arguments) <= most:
        raise NoValue(f"gives {name} {len(arguments)} arguments")
    if complex in map(type, arguments):
        return of_complex(name, *arguments)
    return apply_operation(apply, *arguments)


def _by_entry(function: Callable[..., Any], least: int = 1, most: int = 1) -> Function:
    """Return a function of numbers that also takes arrays, entry by entry."""

    def apply(*values: Operand) -> Operand:
        return by_entry(apply, *values) if any(map(is_array, values)) else finite(function(*values))

    return Function(apply, least, most)


def _shared(name: str) -> Function:
    def apply(*values: Exact) -> Operand:
        try:
            return known.call_function(name, values, notation.FLOATS)
        except known.NoCount as error:
            raise NoValue(str(error)) from None

    return _by_entry(apply, known.FUNCTIONS[name].least, known.FUNCTIONS[name].most)


def _of_entries(function: Callable[[list[Operand]], Operand], name: str) -> Function:

    def apply(*values: Operand) -> Operand:
        if len(values) == 1 and is_array(values[0]):
            return function([*values[0].flat])
        if any(map(is_array, values)) or len(values) == 1:
            raise NoValue(f"needs {name} of one vector, one matrix or several numbers")
        return function([*values])

    return Function(apply, 1, 20)


def _condition(function: Callable[..., Any], arguments: int = 2) -> Function:
    def apply(*values: Operand) -> Operand:
        if any(map(is_array, values)):
            raise NoValue("compares numbers only, not lists")
        return int(function(*values))

    return Function(apply, arguments, arguments)


def _norm(value: Operand) -> Operand:
    if len(shape(value)) == 0:
        raise NoValue("needs a vector")
    return notation.root(sum_of([combine_values("*", entry, entry) for entry in value.flat]))


def _transpose(value: Operand) -> Operand:
    if len(shape(value)) != 2:
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
    if (len(shape(left)), len(shape(right))) != (1, 1):
        raise NoValue("needs two vectors")
    return matmul(left, right)


CONDITIONS: Final[Mapping[str, Function]] = {
    "<": _condition(operator.lt),
    "<=": _condition(operator.le),
    ">": _condition(operator.gt),
    ">=": _condition(operator.ge),
    "==": _condition(operator.eq),
    "!=": _condition(operator.ne),
    "and": _condition(lambda one, other: bool(one) and bool(other)),
    "or": _condition(lambda one, other: bool(one) or bool(other)),
    "not": _condition(operator.not_, 1),
}

LIBRARY: Final[Mapping[str, Function]] = {
    **{name: _shared(name) for name in known.FUNCTIONS},
    "ln": _by_entry(math.log),
    "sum": _of_entries(sum_of, "the sum"),
    "mean": _of_entries(lambda entries: combine_values("/", sum_of(entries), len(entries)), "the mean"),
    "max": _of_entries(lambda entries: simple(max(entries)), "the largest"),
    "min": _of_entries(lambda entries: simple(min(entries)), "the smallest"),
    "dot": Function(_dot_product, 2, 2),
    "matmul": Function(partial(combine_values, "@"), 2, 2),
    "norm": Function(_norm),
    "transpose": Function(_transpose),
    "softmax": Function(_softmax, 1, 2),
    **ARRAY_FUNCTIONS,
    **COMPLEX_FUNCTIONS,
    **CONDITIONS,
}

NAMES: Final = frozenset(LIBRARY.keys() - {"list", "at", *CONDITIONS})
"""The functions that are written as a name with arguments."""
