"""The arithmetic of formulas: exact as long as nothing real enters, and bounded before anything large is computed.

Vectors and matrices are numpy arrays of Python's own numbers, so that they are as exact as single ones.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import partial, reduce
from typing import Any, Final, NamedTuple

from checker.errors import Unreadable
from checker.notation import value as notation
from checker.notation.nodes import Exact, simple

MOST_ENTRIES: Final = 10_000
"""Entries of a vector or a matrix."""

MOST_PRODUCTS: Final = 100_000
"""Single products in one matrix product."""

LARGEST_COUNT: Final = 500
"""Of so many things at most the orders are counted."""

NUMBERS: Final = frozenset({int, float, Fraction})
ONE_AXIS: Final = 1
MATRIX: Final = 2

Value = Any
"""An int, a Fraction, a float, or an array of these."""


class NoValue(ArithmeticError):  # noqa: N818 - it says what is wrong with a piece: "divides by zero"
    """A piece has no value at these numbers."""


class Function(NamedTuple):
    """A function, and how many arguments it takes."""

    of: Callable[..., Value]
    least: int = 1
    most: int = 1


def is_array(value: Value) -> bool:
    """Whether this is a vector or a matrix."""
    return type(value) not in NUMBERS


def shape(value: Value) -> tuple[int, ...]:
    """The axes; none of a number."""
    return tuple(value.shape) if is_array(value) else ()


def array(entries: list[Any]) -> Value:
    """A list of numbers, or of rows, as an array.  NoValue where the rows are not of one length."""
    import numpy as np  # here, because most formulas have no arrays

    if len({len(row) if isinstance(row, list) else -1 for row in entries}) > 1:
        raise NoValue("must have rows of one length")
    made = np.array(entries, dtype=object)
    if made.size > MOST_ENTRIES:
        raise NoValue(f"has more than {MOST_ENTRIES:,} entries")
    return made


def combine(sign: str, left: Value, right: Value) -> Value:
    """The sum, difference, product or quotient, entry by entry; or with `@` the matrix product."""
    if type(left) is int and type(right) is int and left.bit_length() + right.bit_length() < notation.MAX_BITS:
        if sign == "*":
            return left * right
        if sign in "+-":
            return left + right if sign == "+" else left - right
    if is_array(left) or is_array(right):
        return _matmul(left, right) if sign == "@" else _each(partial(combine, sign), left, right)
    if sign == "@":
        raise NoValue("multiplies numbers by @, which is for vectors and matrices")
    return _bounded(partial(_combined, sign), left, right)


def power(base: Value, exponent: Value) -> Value:
    """A power, entry by entry."""
    if is_array(base) or is_array(exponent):
        return _each(power, base, exponent)
    return _bounded(_real_power if float in (type(base), type(exponent)) else _exact_power, base, exponent)


def negative(value: Value) -> Value:
    """With the other sign."""
    return -value


def call(name: str, arguments: list[Value]) -> Value:
    """A function of its arguments."""
    try:
        return FUNCTIONS[name].of(*arguments)
    except OverflowError:
        raise NoValue("is too large") from None
    except ValueError:  # of Python's math
        raise NoValue("has no real value") from None


def answer(value: Value, *, real: bool) -> Value:
    """A value as answers are: an int where it is whole and exact, else a float; an array of floats.

    `real`: a float in any case, as it is with the right choices.
    """
    if is_array(value):
        return value.astype(float)
    if isinstance(value, int) and not real:
        return value
    try:
        return float(value)
    except OverflowError:
        raise NoValue("is too large") from None


def exact(value: Value) -> Value:
    """A value that was put in the place of an answer."""
    return value.astype(object) if is_array(value) else value


def _combined(sign: str, left: Exact, right: Exact) -> Exact:
    return notation.combine(sign, left, right, 0)


def _exact_power(base: Exact, exponent: Exact) -> Exact:
    """Exact where that is short; of a fraction to a high power the decimals."""
    try:
        return notation.power(base, exponent, 0)
    except Unreadable:
        if base < 0 or isinstance(base, int):
            raise
        return _real_power(base, exponent)


def _real_power(base: Exact, exponent: Exact) -> float:
    if base < 0 and exponent != int(exponent):
        raise NoValue("has no real value")
    return float(float(base) ** float(exponent))


def _bounded(operation: Callable[[Any, Any], Exact], left: Exact, right: Exact) -> Exact:
    """The operation on two numbers; of fractions that become too long the decimals."""
    try:
        value = operation(left, right)
    except ZeroDivisionError:
        raise NoValue("divides by zero") from None
    except OverflowError:
        raise NoValue("is too large") from None
    except Unreadable as error:
        if isinstance(left, Fraction) or isinstance(right, Fraction):
            return _bounded(operation, float(left), float(right))
        raise NoValue(_in_words(error)) from None
    if isinstance(value, float) and not math.isfinite(value):
        raise NoValue("is too large")
    return value


def _in_words(error: Unreadable) -> str:
    """What a notation's error says of a piece."""
    if "large" in error.message or "beyond" in error.message:
        return "is too large"
    return "has no real value"


def _each(operation: Callable[..., Value], *values: Value) -> Value:
    """The operation entry by entry."""
    import numpy as np

    try:
        size = math.prod(np.broadcast_shapes(*map(shape, values)))
    except ValueError:
        raise NoValue(f"has shapes that do not go together: {_shapes(values)}") from None
    if size > MOST_ENTRIES:
        raise NoValue(f"has more than {MOST_ENTRIES:,} entries")
    return np.frompyfunc(operation, len(values), 1)(*values)


def _shapes(values: Iterable[Value]) -> str:
    return " and ".join(" × ".join(map(str, shape(value))) or "a number" for value in values)


def _matmul(left: Value, right: Value) -> Value:
    axes = (len(shape(left)), len(shape(right)))
    if 0 in axes or left.shape[-1] != right.shape[0]:
        raise NoValue(f"has shapes that cannot be multiplied: {_shapes((left, right))}")
    if left.size * (right.size // right.shape[0]) > MOST_PRODUCTS:
        raise NoValue("is too large")
    rows = [left] if axes[0] == ONE_AXIS else list(left)
    columns = [right] if axes[1] == ONE_AXIS else list(right.T)
    products = [[_dot(row, column) for column in columns] for row in rows]
    if axes[1] == ONE_AXIS:
        return products[0][0] if axes[0] == ONE_AXIS else array([row[0] for row in products])
    return array(products[0] if axes[0] == ONE_AXIS else products)


def _dot(left: Value, right: Value) -> Value:
    return _sum([combine("*", one, other) for one, other in zip(left, right, strict=True)])


def _sum(numbers: Iterable[Value]) -> Value:
    return reduce(partial(combine, "+"), numbers)


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
        return _each(applied, *values) if any(map(is_array, values)) else _real(function(*values))

    return applied


def _real(value: Value) -> Value:
    if isinstance(value, float) and not math.isfinite(value):
        raise NoValue("is too large")
    return value


def _floats(function: Callable[..., float]) -> Callable[..., Value]:
    return _number(lambda *values: function(*map(float, values)))


def _log(value: Exact, base: Exact) -> float:
    if base == 1:
        raise NoValue("divides by zero: the logarithm of 1")
    return math.log(value) / math.log(base)


def _root(value: Exact) -> Exact:
    if value < 0:
        raise NoValue("has no real value: the root of a negative number")
    return notation.root(value)


def _rounded(value: Exact) -> int:
    """To the nearest whole number, halves away from 0 as people do."""
    return int(math.copysign(1, value)) * math.floor(abs(Fraction(value)) + Fraction(1, 2))


def _count(function: Callable[..., int]) -> Callable[..., Value]:
    """A function of whole numbers that grows fast."""

    def counted(*values: Exact) -> int:
        if not all(isinstance(value, int) and 0 <= value <= LARGEST_COUNT for value in values):
            raise NoValue(f"needs whole numbers from 0 to {LARGEST_COUNT}")
        return function(*values)

    return _number(counted)


def _norm(value: Value) -> Value:
    if len(shape(value)) == 0:
        raise NoValue("needs a vector")
    return _root(_sum([combine("*", entry, entry) for entry in value.flat]))


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
    return _matmul(left, right)


def _matrix_product(left: Value, right: Value) -> Value:
    return combine("@", left, right)


FUNCTIONS: Final[Mapping[str, Function]] = {
    "sqrt": Function(_number(_root)),
    "abs": Function(_number(abs)),
    "floor": Function(_number(math.floor)),
    "ceil": Function(_number(math.ceil)),
    "round": Function(_number(_rounded)),
    "exp": Function(_floats(math.exp)),
    "ln": Function(_number(math.log)),
    "log2": Function(_number(math.log2)),
    "log10": Function(_number(math.log10)),
    "log": Function(_number(_log), 2, 2),
    "sin": Function(_floats(math.sin)),
    "cos": Function(_floats(math.cos)),
    "tan": Function(_floats(math.tan)),
    "asin": Function(_floats(math.asin)),
    "acos": Function(_floats(math.acos)),
    "atan": Function(_floats(math.atan)),
    "tanh": Function(_floats(math.tanh)),
    "degrees": Function(_floats(math.degrees)),
    "radians": Function(_floats(math.radians)),
    "factorial": Function(_count(math.factorial)),
    "comb": Function(_count(math.comb), 2, 2),
    "sum": Function(lambda *values: _sum(_flat(values, "the sum")), 1, 20),
    "mean": Function(lambda *values: combine("/", _sum(entries := _flat(values, "the mean")), len(entries)), 1, 20),
    "max": Function(lambda *values: simple(max(_flat(values, "the largest"))), 1, 20),
    "min": Function(lambda *values: simple(min(_flat(values, "the smallest"))), 1, 20),
    "dot": Function(_dot_product, 2, 2),
    "matmul": Function(_matrix_product, 2, 2),
    "norm": Function(_norm),
    "transpose": Function(_transpose),
    "softmax": Function(_softmax, 1, 2),
}
"""By their names in formulas."""
