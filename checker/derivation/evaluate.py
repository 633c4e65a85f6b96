"""Evaluates authors' expressions: with lists, matrices and complex numbers, exact until a float enters.

The functions that they may call (`LIBRARY`) have their usual names, such as `sum`, `exp` or `binomial_cdf`; comparisons
and `and`, `or`, `not` give 1 or 0.  An evaluation has a limit of steps, so that sums, products and zeros end.
`IMAGINARY` has the imaginary unit i and `inf`, the infinite end of an interval.
"""

from __future__ import annotations

import cmath
import math
import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final, NoReturn

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
from checker.formula import functions as known
from checker.formula import value as notation
from checker.formula.nodes import SERIES, Exact, Known, simple
from checker.formula.value import CONSTANTS, INFINITE, Evaluator

IMAGINARY: Final[Mapping[str, Operand]] = {"i": 1j, "j": 1j, "inf": INFINITE}
"""The imaginary unit and the infinite end of an interval, where these names are not those of symbols."""


def _argument(value: Any) -> float:
    if not value:
        raise NoValue("has no angle: it is 0")
    return cmath.phase(complex(value))


def _of_number(function: Callable[[Any], Any]) -> Function:
    def apply(value: Operand) -> Operand:
        if is_array(value):
            raise NoValue("takes a number, not a list")
        return function(value)

    return Function(apply)


COMPLEX_FUNCTIONS: Final[Mapping[str, Function]] = {
    "re": _of_number(lambda value: value.real),
    "im": _of_number(lambda value: value.imag),
    "arg": _of_number(_argument),
    "conj": _of_number(lambda value: value.conjugate()),
}

_OF_COMPLEX: Final[Mapping[str, Callable[..., Operand]]] = {
    **{name: function.apply for name, function in COMPLEX_FUNCTIONS.items()},
    **{name: getattr(cmath, name) for name in ("exp", "sqrt", "sin", "cos", "tan", "sinh", "cosh", "tanh")},
    "ln": cmath.log,
    "abs": lambda value: math.hypot(value.real, value.imag),
    "==": lambda one, other: int(one == other),
    "!=": lambda one, other: int(one != other),
}


def call_function(name: str, arguments: list[Operand]) -> Operand:
    """Return a function's value.  Raise NoValue if it has none, or takes another number of arguments."""
    apply, least, most = LIBRARY[name]
    if not least <= len(arguments) <= most:
        raise NoValue(f"gives {name} {len(arguments)} arguments")
    if complex in map(type, arguments):
        if name not in _OF_COMPLEX:
            raise NoValue(f"puts a complex number into {name}")
        return apply_operation(lambda *given: _OF_COMPLEX[name](*map(complex, given)), *arguments)
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

SCOPED: Final = frozenset({"if", *SERIES.values()})
"""The functions that compute an argument only where they need it, or several times, as trees name them."""

_MAX_STEPS: Final = 100_000


class TooManySteps(NoValue):
    """Raised where an expression takes too many steps to compute."""

    def __init__(self) -> None:
        super().__init__("takes too many steps: make the sum or the product shorter")


def evaluate(
    node: Any, values: Mapping[str, Operand] = CONSTANTS, pieces: Sequence[Operand] = (), most: int = _MAX_STEPS
) -> Operand:
    """Return the value of an expression over symbols and earlier pieces.  Raise NoValue for none in so many steps."""
    if type(node) is Known:
        return pieces[node.piece]
    return _Authors(values if values is CONSTANTS else {**CONSTANTS, **values}, pieces, most).value(node)


class _Authors(Evaluator):
    """The arithmetic of authors' expressions; it counts its operations."""

    def __init__(self, values: Mapping[str, Operand], pieces: Sequence[Operand], most: int) -> None:
        super().__init__(values, pieces=pieces)
        self.left = self.most = most

    def _count(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise TooManySteps

    def combine(self, sign: str, left: Operand, right: Operand) -> Operand:
        self._count()
        return combine_values(sign, left, right)

    def power(self, base: Operand, exponent: Operand) -> Operand:
        self._count()
        return combine_values("^", base, exponent)

    def call(self, node: Any, values: list[Operand]) -> Operand:
        """Return a function's value; a mistake may have a function of Python in its place."""
        self._count()
        if callable(node.function):
            return apply_operation(node.function, *values)
        return call_function(node.function, values)

    def choice(self, _: Any, condition: Operand) -> bool:
        return is_true(condition)

    def numbers(self, _: Any, first: Operand, last: Operand) -> Iterable[int]:
        if any(is_array(each) or each != math.floor(each) for each in (first, last)):
            raise NoValue("must run from one whole number to another")
        if last - first >= self.most:
            raise TooManySteps
        return range(int(first), int(last) + 1)

    def zero(self, _: Any, at: Callable[[Operand], Operand], low: Operand, high: Operand) -> Operand:
        """Return where an expression is 0 between two numbers at which its signs differ, by halving."""
        below, above = at(low), at(high)
        if is_array(below) or is_array(above):
            raise NoValue("needs an expression that is a number")
        if below == 0 or above == 0:
            return low if below == 0 else high
        if (below < 0) == (above < 0):
            raise NoValue("has the same sign at both ends: choose ends between which it changes its sign once")
        low, high = float(low), float(high)
        for _ in range(200):
            middle = low + (high - low) / 2
            if middle in (low, high):
                break
            value = at(middle)
            if value == 0:
                return middle
            low, high = (middle, high) if (value < 0) == (below < 0) else (low, middle)
        return low if abs(at(low)) < abs(at(high)) else high

    def unknown(self, node: Any) -> NoReturn:
        raise NoValue(f"has no value for {node.name}")


def is_true(condition: Operand) -> bool:
    """Return whether a condition holds, given its value.  Raise NoValue for one that is no number."""
    if is_array(condition):
        raise NoValue("needs a condition about numbers")
    return bool(condition)
