"""Arithmetic for evaluating formulas: exact until a float enters, and bounded before anything large is computed.

Vectors and matrices are numpy arrays of Python numbers, so that they are as exact as single numbers.  Where a formula
has no value, `NoValue` is raised.  `as_answer` turns a value into the form that answers have.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import partial, reduce
from typing import Any, Final, NamedTuple

from checker.engine.errors import UnreadableAnswer
from checker.engine.values import ComplexNumber
from checker.formula import value as notation
from checker.formula.nodes import Exact

_MAX_ARRAY_ENTRIES: Final = 10_000
_NUMBERS: Final = frozenset({int, float, Fraction, complex})
_LEAST: Final = sys.float_info.min
"""Floats closer to 0 have lost digits, or are 0."""

_MOST_REPEATED: Final = 20
"""Highest exponent for which a power is a product; 0.5^2000 is as good as 0, as exp(-2000) is."""

Operand = Any
"""An int, a Fraction, a float, a complex number, or an array of real numbers."""


class Function(NamedTuple):
    """A function of authors' formulas with its minimum and maximum number of arguments."""

    apply: Callable[..., Operand]
    least: int = 1
    most: int = 1


class NoValue(ArithmeticError):  # noqa: N818 - its text continues a sentence: "divides by zero"
    """Raised where a formula, or a part of it, has no value at these numbers, such as 1/0."""


NO_VALUE: Final = (NoValue, UnreadableAnswer, ZeroDivisionError, OverflowError, IndexError)
"""Errors of an author's formula that has no value, or one that is no number."""


def is_array(value: Operand) -> bool:
    """Return whether a value is a vector or a matrix."""
    return type(value) not in _NUMBERS


def shape(value: Operand) -> tuple[int, ...]:
    """Return the shape of a value: () for a number, (3,) for a vector of three."""
    return tuple(value.shape) if is_array(value) else ()


def array(entries: list[Any]) -> Operand:
    """Return a list of numbers, or of rows, as an array.  Raise NoValue if the rows differ in length."""
    if len({len(row) if isinstance(row, list) else -1 for row in entries}) > 1:
        raise NoValue("must have rows of one length")
    import numpy as np  # here, because most formulas have no arrays

    numbers = np.array(entries, dtype=object)
    _check_entry_count(numbers.size)
    return numbers


def combine_values(sign: str, left: Operand, right: Operand) -> Operand:
    """Return what a sign gives of two values, entry by entry; `@` is the matrix product.  Raise NoValue."""
    kinds = {type(left), type(right)}
    if kinds == {int} and sign in "+-*" and left.bit_length() + right.bit_length() < notation.MAX_BITS:
        return notation.OPERATIONS[sign](left, right)
    if not kinds <= _NUMBERS:
        return matmul(left, right) if sign == "@" else by_entry(partial(combine_values, sign), left, right)
    if sign == "@":
        raise NoValue("multiplies numbers by @, which is for vectors and matrices")
    if complex in kinds:
        left, right = apply_operation(complex, left), right if type(right) is int else complex(right)
        result = apply_operation(notation.OPERATIONS[sign], left, right)
    elif float in kinds:
        result = apply_operation(_real_power if sign == "^" else notation.OPERATIONS[sign], left, right)
    else:
        try:
            result = apply_operation(notation.power if sign == "^" else partial(notation.combine, sign), left, right)
        except NoValue:
            if Fraction not in kinds:
                raise
            return combine_values(sign, *(apply_operation(float, each) for each in (left, right)))
    is_lost = isinstance(result, float | complex) and left and right and abs(result) < _LEAST
    if is_lost and (sign in "*/" or (sign == "^" and complex not in kinds and abs(right) <= _MOST_REPEATED)):
        raise NoValue("is too small")
    return result


def _real_power(base: Exact, exponent: Exact) -> float:
    if base < 0 and exponent != int(exponent):
        raise NoValue("has no real value")
    return float(float(base) ** float(exponent))


def as_answer(value: Operand, *, real: bool) -> Operand:
    """Return a formula's value as an answer: an int if it is exact and whole, otherwise a float.

    An array or a complex number has ints only if all its entries or parts are whole.  With `real` it has floats in any
    case, because the answer without mistakes has them.  Raise NoValue for a value beyond the range of floats.
    """
    if type(value) is float:
        return value
    if isinstance(value, complex):
        parts = [(0.0 if abs(part) < 1e-14 * abs(value) else part) for part in (value.real, value.imag)]
        is_whole = not real and all(part.is_integer() for part in parts)
        return ComplexNumber(*(map(int, parts) if is_whole else parts))
    try:
        if is_array(value) and not real and all(type(each) is int and abs(each) <= 2**53 for each in value.flat):
            return value.astype(int)
        number = value.astype(float) if is_array(value) else float(value)
    except OverflowError:
        raise NoValue("is too large") from None
    except TypeError:
        raise NoValue("has complex numbers in a list, which no answer has") from None
    is_lost = (number == 0) & (value != 0)
    if is_lost.any() if is_array(value) else is_lost:
        raise NoValue("is too small")
    return value if type(value) is int and not real else number


def from_answer(value: Operand) -> Operand:
    """Return an answer as a value to compute with: the reverse of `as_answer`."""
    if isinstance(value, tuple):  # the parts of a complex number
        return complex(*value)
    return value.astype(object) if is_array(value) else value


def apply_operation(operation: Callable[..., Operand], *values: Operand) -> Operand:
    """Return an operation's result for these values.  Raise NoValue if it has none that is finite."""
    try:
        value = operation(*values)
    except ZeroDivisionError:
        raise NoValue("divides by zero") from None
    except OverflowError:
        raise NoValue("is too large") from None
    except ValueError:  # the math module raises it outside the domain of a function
        raise NoValue("has no real value") from None
    return finite(value)


def finite(value: Operand) -> Operand:
    """Return the value unchanged.  Raise NoValue for a float that is infinite or not a number."""
    if isinstance(value, (float, complex)) and not (math.isfinite(value.real) and math.isfinite(value.imag)):
        raise NoValue("is too large")
    return value


def by_entry(operation: Callable[..., Operand], *values: Operand) -> Operand:
    """Return the array of an operation's results for each entry.  Raise NoValue if the shapes do not match."""
    import numpy as np

    try:
        size = math.prod(np.broadcast_shapes(*map(shape, values)))
    except ValueError:
        raise NoValue(f"has shapes that do not match: {_shapes(values)}") from None
    _check_entry_count(size)
    return np.frompyfunc(operation, len(values), 1)(*values)


def _check_entry_count(count: int) -> None:
    if count > _MAX_ARRAY_ENTRIES:
        raise NoValue(f"has more than {_MAX_ARRAY_ENTRIES:,} entries")


def _shapes(values: Iterable[Operand]) -> str:
    return " and ".join(" × ".join(map(str, shape(value))) or "a number" for value in values)


def matmul(left: Operand, right: Operand) -> Operand:
    """Return the product of vectors and matrices.  Raise NoValue if they cannot be multiplied."""
    if not (shape(left) and shape(right)) or left.shape[-1] != right.shape[0]:
        raise NoValue(f"has shapes that cannot be multiplied: {_shapes((left, right))}")
    if left.size * (right.size // right.shape[0]) > 100_000:
        raise NoValue("is too large")
    rows, columns = left.reshape(-1, len(right)), right.reshape(len(right), -1).T
    products = array([[sum_of(combine_values("*", row, column)) for column in columns] for row in rows])
    result = products.reshape((*left.shape[:-1], *right.shape[1:]))
    return result if result.shape else result.item()


def sum_of(numbers: Iterable[Operand]) -> Operand:
    """Return the sum of these numbers, exact where they are."""
    return reduce(partial(combine_values, "+"), numbers)
