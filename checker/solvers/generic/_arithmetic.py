"""The arithmetic of formulas: exact as long as nothing real enters, and bounded before anything large is computed.

Vectors and matrices are numpy arrays of Python's own numbers, so that they are as exact as single ones.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import partial, reduce
from typing import Any, Final

from checker.engine.errors import UnreadableAnswer
from checker.notation import value as notation
from checker.notation.nodes import Exact

MOST_ENTRIES: Final = 10_000
"""Entries of a vector or a matrix."""

MOST_PRODUCTS: Final = 100_000
"""Single products in one matrix product."""

NUMBERS: Final = frozenset({int, float, Fraction})
ONE_AXIS: Final = 1
MATRIX: Final = 2

Operand = Any
"""An int, a Fraction, a float, or an array of these."""


class NoValue(ArithmeticError):  # noqa: N818 - it says what is wrong with a piece: "divides by zero"
    """A piece has no value at these numbers."""


def is_array(value: Operand) -> bool:
    """Whether this is a vector or a matrix."""
    return type(value) not in NUMBERS


def shape(value: Operand) -> tuple[int, ...]:
    """The axes; none of a number."""
    return tuple(value.shape) if is_array(value) else ()


def array(entries: list[Any]) -> Operand:
    """A list of numbers, or of rows, as an array.  NoValue where the rows are not of one length."""
    import numpy as np  # here, because most formulas have no arrays

    if len({len(row) if isinstance(row, list) else -1 for row in entries}) > 1:
        raise NoValue("must have rows of one length")
    made = np.array(entries, dtype=object)
    if made.size > MOST_ENTRIES:
        raise NoValue(f"has more than {MOST_ENTRIES:,} entries")
    return made


def combine(sign: str, left: Operand, right: Operand) -> Operand:
    """The sum, difference, product or quotient, entry by entry; or with `@` the matrix product."""
    if type(left) is int and type(right) is int and left.bit_length() + right.bit_length() < notation.MAX_BITS:
        if sign == "*":
            return left * right
        if sign in "+-":
            return left + right if sign == "+" else left - right
    if is_array(left) or is_array(right):
        return matmul(left, right) if sign == "@" else each(partial(combine, sign), left, right)
    if sign == "@":
        raise NoValue("multiplies numbers by @, which is for vectors and matrices")
    return _bounded(partial(_combined, sign), left, right)


def power(base: Operand, exponent: Operand) -> Operand:
    """A power, entry by entry."""
    if is_array(base) or is_array(exponent):
        return each(power, base, exponent)
    return _bounded(_real_power if float in (type(base), type(exponent)) else _exact_power, base, exponent)


def negative(value: Operand) -> Operand:
    """With the other sign."""
    return -value


def answer(value: Operand, *, real: bool) -> Operand:
    """A value as answers are: an int where it is whole and exact, else a float; an array of floats.

    `real`: a float in any case, as it is with the right choices.
    """
    try:
        made = value.astype(float) if is_array(value) else float(value)
    except OverflowError:
        raise NoValue("is too large") from None
    return value if type(value) is int and not real else made


def exact(value: Operand) -> Operand:
    """A value that was put in the place of an answer."""
    return value.astype(object) if is_array(value) else value


def _combined(sign: str, left: Exact, right: Exact) -> Exact:
    made: Exact = notation.combine(sign, left, right, 0)
    return made


def _exact_power(base: Exact, exponent: Exact) -> Exact:
    """Exact where that is short; of a fraction to a high power the decimals."""
    try:
        made: Exact = notation.power(base, exponent, 0)
    except UnreadableAnswer:
        if base < 0 or isinstance(base, int):
            raise
        return _real_power(base, exponent)
    return made


def _real_power(base: Exact, exponent: Exact) -> float:
    if base < 0 and exponent != int(exponent):
        raise NoValue("has no real value")
    return float(float(base) ** float(exponent))


def worked(operation: Callable[..., Operand], *values: Operand) -> Operand:
    """The operation, with what Python's own arithmetic says of values that have no result as NoValue."""
    try:
        value = operation(*values)
    except ZeroDivisionError:
        raise NoValue("divides by zero") from None
    except OverflowError:
        raise NoValue("is too large") from None
    except ValueError:  # of Python's math, outside a function's domain
        raise NoValue("has no real value") from None
    if isinstance(value, float) and not math.isfinite(value):
        raise NoValue("is too large")
    return value


def _bounded(operation: Callable[[Any, Any], Exact], left: Exact, right: Exact) -> Operand:
    """The operation on two numbers; of fractions that become too long the decimals."""
    try:
        return worked(operation, left, right)
    except UnreadableAnswer as error:
        if isinstance(left, Fraction) or isinstance(right, Fraction):
            return _bounded(operation, worked(float, left), worked(float, right))
        raise NoValue(_in_words(error)) from None


def _in_words(error: UnreadableAnswer) -> str:
    """What a notation's error says of a piece."""
    if "large" in error.message or "beyond" in error.message:
        return "is too large"
    return "has no real value"


def each(operation: Callable[..., Operand], *values: Operand) -> Operand:
    """The operation entry by entry."""
    import numpy as np

    try:
        size = math.prod(np.broadcast_shapes(*map(shape, values)))
    except ValueError:
        raise NoValue(f"has shapes that do not go together: {_shapes(values)}") from None
    if size > MOST_ENTRIES:
        raise NoValue(f"has more than {MOST_ENTRIES:,} entries")
    return np.frompyfunc(operation, len(values), 1)(*values)


def _shapes(values: Iterable[Operand]) -> str:
    return " and ".join(" × ".join(map(str, shape(value))) or "a number" for value in values)


def matmul(left: Operand, right: Operand) -> Operand:
    """The product of vectors and matrices."""
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


def _dot(left: Operand, right: Operand) -> Operand:
    return total([combine("*", one, other) for one, other in zip(left, right, strict=True)])


def total(numbers: Iterable[Operand]) -> Operand:
    """The sum of numbers."""
    return reduce(partial(combine, "+"), numbers)
