"""Mistakes in functions of matrices, vectors and complex numbers: signs of cofactors, a wrong diagonal, a lost i."""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from checker.derivation import arithmetic
from checker.derivation.arithmetic import NoValue, Operand, combine_values, is_array, sum_of
from checker.derivation.function_library import call_with
from checker.derivation.lists import vector
from checker.derivation.weights import COMMON, RARE, USUAL

FunctionMistake = tuple[str, int, str, Callable[..., Operand]]
"""Option, weight, sentence, and the effect on the operands."""

_TWO: Final = 2
_THREE: Final = 3


def _rows(matrix: Operand, size: int = 0) -> list[list[Any]]:
    """Return the rows of a square matrix of at least two rows, or of a given size.  Raise NoValue for another value."""
    if not is_array(matrix) or matrix.ndim != _TWO or matrix.shape[0] != matrix.shape[1] or matrix.shape[0] < _TWO:
        raise NoValue("is no square matrix")
    if size and matrix.shape[0] != size:
        raise NoValue("has another size")
    return [list(row) for row in matrix]


def _product_of_diagonal(matrix: Operand) -> Operand:
    """Return the product of the diagonal of a square matrix, taken for its determinant."""
    return math.prod(row[at] for at, row in enumerate(_rows(matrix)))


def _diagonal(matrix: Operand) -> Operand:
    """Return the sorted diagonal of a square matrix, taken for its eigenvalues."""
    return call_with("sort", call_with("list", *(row[at] for at, row in enumerate(_rows(matrix)))))


def _permanent(matrix: Operand) -> Operand:
    """Return a·d + b·c of a matrix of two rows, taken for its determinant."""
    (a, b), (c, d) = _rows(matrix, _TWO)
    return a * d + b * c


def _expanded(signs: tuple[int, ...], matrix: Operand) -> Operand:
    """Return the expansion of a determinant along the first row with other signs."""
    first, *below = _rows(matrix, _THREE)
    minors = [
        call_with("det", arithmetic.array([[row[at] for at in range(_THREE) if at != column] for row in below]))
        for column in range(_THREE)
    ]
    return sum_of([sign * entry * minor for sign, entry, minor in zip(signs, first, minors, strict=True)])


def _with_sign_in_minor(at: int, matrix: Operand) -> Operand:
    """Return a 3 × 3 determinant in which the two products of the minor of column `at` are added instead of subtracted.

    Raise NoValue if that changes nothing.
    """
    first, *below = _rows(matrix, _THREE)
    left, right = (column for column in range(_THREE) if column != at)
    lost = below[0][right] * below[1][left]
    if not first[at] * lost:
        raise NoValue("has no such product")
    return call_with("det", matrix) + 2 * (-1) ** at * first[at] * lost


def _sarrus(sign: int, matrix: Operand) -> Operand:
    """Return the products along the diagonals alone, or with those of the other diagonals added."""
    rows = _rows(matrix, _THREE)
    down = sum_of([math.prod(rows[at][(at + shift) % _THREE] for at in range(_THREE)) for shift in range(_THREE)])
    up = sum_of([math.prod(rows[at][(shift - at) % _THREE] for at in range(_THREE)) for shift in range(_THREE)])
    return down + sign * up


def _negated_eigenvalues(matrix: Operand) -> Operand:
    """Return the eigenvalues with the other sign, sorted."""
    return call_with("sort", arithmetic.negative(call_with("eigenvalues", matrix)))


def _with_other_determinant(matrix: Operand) -> Operand:
    """Return the zeros of x² - (a + d)·x - (a·d - b·c), with the sign of the determinant lost."""
    (a, b), (c, d) = _rows(matrix, _TWO)
    root = call_with("sqrt", (a + d) ** 2 + 4 * (a * d - b * c))
    return call_with("list", *(combine_values("/", combine_values(sign, a + d, root), 2) for sign in "-+"))


def _of_two_rows(matrix: Operand, *, signs: bool, exchanged: bool, by: str) -> Operand:
    """Return a wrong inverse of two rows: without the signs, the exchange or the determinant."""
    (a, b), (c, d) = _rows(matrix, _TWO)
    determinant = a * d - b * c
    first, last = (d, a) if exchanged else (a, d)
    entries = [[first, -b if signs else b], [-c if signs else c, last]]
    scale = {"/": combine_values("/", 1, determinant), "*": determinant, "": 1}[by]
    return combine_values("*", arithmetic.array(entries), scale)


def _solve_transposed(matrix: Operand, right: Operand) -> Operand:
    """Return the solution of a system whose matrix is transposed."""
    return call_with("solve", matrix.T, right)


def _cross_added(left: Operand, right: Operand) -> Operand:
    """Return a cross product in which each component adds its two products instead of subtracting them."""
    pairs = ((1, 2), (2, 0), (0, 1))
    return call_with("list", *(left[one] * right[other] + left[other] * right[one] for one, other in pairs))


def _cross_swapped(left: Operand, right: Operand) -> Operand:
    """Return the cross product in the other order."""
    return call_with("cross", right, left)


_matrix_product, _products = partial(combine_values, "@"), partial(combine_values, "*")


def _absolute_sum(value: Operand) -> Operand:
    """Return the sum of the sizes of the entries, taken for the norm."""
    return sum_of([abs(each) for each in vector(value)])


def _cross_middle_turned(left: Operand, right: Operand) -> Operand:
    """Return the cross product with the other sign in its middle entry."""
    first, second, third = call_with("cross", left, right)
    return call_with("list", first, -second, third)


def _with_lost_sign(at: int, left: Operand, right: Operand) -> Operand:
    """Return a dot product in which the negative product number `at` counts as positive.

    Raise NoValue if there are fewer.
    """
    products = [one * other for one, other in zip(vector(left), vector(right), strict=True)]
    negative = [each for each in products if each < 0]
    if at >= len(negative):
        raise NoValue("has no such product")
    return sum_of(products) - 2 * negative[at]


def _parts(value: Operand) -> tuple[float, float]:
    """Return the parts of a complex number.  Raise NoValue for a real one."""
    if not isinstance(value, complex) or not value.imag:
        raise NoValue("is real")
    return value.real, value.imag


def _of_parts(effect: Callable[[float, float], Any]) -> Callable[[Operand], Operand]:
    """Return a function of a complex number that passes its real and imaginary part to `effect`."""
    return lambda value: effect(*_parts(value))


def _arc_of(one: float, other: float) -> float:
    """Return the angle whose tangent is a quotient.  Raise NoValue if it divides by 0."""
    if not other:
        raise NoValue("divides by 0")
    return math.atan(one / other)


def _sizes_added(real: float, imaginary: float) -> float:
    """Return the sum of the sizes of both parts, taken for the absolute value."""
    return abs(real) + abs(imaginary)


MISTAKES_WITH_ARRAYS: Final[Mapping[str, tuple[FunctionMistake, ...]]] = {
    "det": (
        ("added", USUAL, "You added the products instead of subtracting them in {bare}.", _permanent),
        ("no_signs", COMMON, "You expanded {bare} without the alternating signs.", partial(_expanded, (1, 1, 1))),
        ("third_sign", USUAL, "You subtracted the third product too in {bare}.", partial(_expanded, (1, -1, -1))),
        ("sign_in_minor", USUAL, "You added the two products of the first minor in {bare}. Subtract them.",
         partial(_with_sign_in_minor, 0)),
        ("sign_in_second", USUAL, "You added the two products of the second minor in {bare}. Subtract them.",
         partial(_with_sign_in_minor, 1)),
        ("sign_in_third", USUAL, "You added the two products of the third minor in {bare}. Subtract them.",
         partial(_with_sign_in_minor, 2)),
        ("down_only", USUAL, "You left out the products of the rising diagonals in {bare}.", partial(_sarrus, 0)),
        ("all_added", USUAL, "You added all products in {bare}.", partial(_sarrus, 1)),
        ("diagonal", RARE, "You multiplied the entries of the diagonal only in {bare}.", _product_of_diagonal),
    ),
    "eigenvalues": (
        ("diagonal", COMMON, "You read {bare} off the diagonal. That holds for triangular matrices.", _diagonal),
        ("negated", COMMON, "You have the wrong signs in {bare}: check the sign of the trace.", _negated_eigenvalues),
        ("determinant", USUAL, "You used the determinant with the wrong sign in {bare}.", _with_other_determinant),
    ),
    "inv": (
        ("transposed", RARE, "You transposed instead of inverting in {bare}.", lambda matrix: matrix.T),
        ("not_divided", COMMON, "You did not divide by the determinant in {bare}.",
         partial(_of_two_rows, signs=True, exchanged=True, by="")),
        ("multiplied", USUAL, "You multiplied by the determinant in {bare}, instead of dividing.",
         partial(_of_two_rows, signs=True, exchanged=True, by="*")),
        ("no_signs", COMMON, "You did not change the signs off the diagonal in {bare}.",
         partial(_of_two_rows, signs=False, exchanged=True, by="/")),
        ("not_exchanged", COMMON, "You did not exchange the entries of the diagonal in {bare}.",
         partial(_of_two_rows, signs=True, exchanged=False, by="/")),
    ),
    "solve": (
        ("transposed", USUAL, "You used the rows as columns in {bare}.", _solve_transposed),
        ("multiplied", USUAL, "You multiplied by the matrix instead of solving in {bare}.", _matrix_product),
    ),
    "norm": (
        ("root_left_out", COMMON, "You left out the root in {bare}.", lambda value: call_with("dot", value, value)),
        ("sizes_added", COMMON, "You added up the entries instead of their squares in {bare}.", _absolute_sum),
    ),
    "cross": (
        ("swapped", USUAL, "You multiplied in the wrong order in {bare}.", _cross_swapped),
        ("added", USUAL, "You added the two products of each component in {bare}.", _cross_added),
        ("middle_sign", COMMON, "You have the wrong sign in the middle entry of {bare}.", _cross_middle_turned),
        ("products", USUAL, "You multiplied entry by entry in {bare}.", _products),
    ),
    "dot": (
        ("first_sign", USUAL, "You lost a minus sign in a product of {bare}.", partial(_with_lost_sign, 0)),
        ("second_sign", USUAL, "You lost a minus sign in a product of {bare}.", partial(_with_lost_sign, 1)),
        ("products", USUAL, "You did not add up the products in {bare}.", _products),
    ),
    "abs": (
        ("parts_added", COMMON, "You added the sizes of both parts in {bare}.", _of_parts(_sizes_added)),
        ("root_left_out", COMMON, "You left out the root in {bare}.", _of_parts(lambda a, b: a * a + b * b)),
        ("squares_subtracted", USUAL, "You subtracted the squares in {bare}: you squared the i, too.",
         _of_parts(lambda a, b: math.sqrt(abs(a * a - b * b)))),
        ("real_only", USUAL, "You took the real part only in {bare}.", _of_parts(lambda a, _: abs(a))),
        ("imaginary_only", USUAL, "You took the imaginary part only in {bare}.", _of_parts(lambda _, b: abs(b))),
    ),
    "arg": (
        ("other_quadrant", COMMON, "You took an angle in the wrong quadrant in {bare}.",
         _of_parts(lambda real, imaginary: _arc_of(imaginary, real))),
        ("turned", USUAL, "You turned the quotient upside down in {bare}.", _of_parts(_arc_of)),
        ("degrees", USUAL, "You gave the angle {bare} in degrees. It is in radians.",
         lambda value: math.degrees(cmath.phase(value))),
    ),
    "conj": (("unchanged", COMMON, "You did not conjugate in {bare}.", lambda value: complex(*_parts(value))),),
}  # fmt: skip
"""The mistakes that put another value in place of a function's."""


def _complex_pair(one: Operand, other: Operand) -> tuple[float, float, float, float]:
    """Return the four parts of two complex numbers.  Raise NoValue if one is real."""
    return (*_parts(one), *_parts(other))


def _i_squared(one: Operand, other: Operand) -> Operand:
    """Multiply complex numbers with i² = 1 instead of -1."""
    a, b, c, d = _complex_pair(one, other)
    return complex(a * c + b * d, a * d + b * c)


def _part_by_part(one: Operand, other: Operand) -> Operand:
    """Multiply complex numbers part by part."""
    a, b, c, d = _complex_pair(one, other)
    return complex(a * c, b * d)


def _without_mixed(one: Operand, other: Operand) -> Operand:
    """Multiply complex numbers without the mixed products: only a·c - b·d is left."""
    a, b, c, d = _complex_pair(one, other)
    return complex(a * c - b * d, 0)


def _divided_part_by_part(one: Operand, other: Operand) -> Operand:
    """Divide complex numbers part by part.  Raise NoValue if a part of the divisor is 0."""
    a, b, c, d = _complex_pair(one, other)
    if not c or not d:
        raise NoValue("divides by 0")
    return complex(a / c, b / d)


def _not_divided(one: Operand, other: Operand) -> Operand:
    """Divide complex numbers, but leave out the division by c² + d²."""
    _complex_pair(one, other)
    return one * other.conjugate()


def _not_conjugated(one: Operand, other: Operand) -> Operand:
    """Divide complex numbers, but multiply by the divisor instead of its conjugate."""
    _complex_pair(one, other)
    return one * other / abs(other) ** 2


def _difference_of_squares(one: Operand, other: Operand) -> Operand:
    """Divide complex numbers by c² - d² instead of c² + d².  Raise NoValue if that is 0."""
    _, _, c, d = _complex_pair(one, other)
    if abs(c) == abs(d):
        raise NoValue("divides by 0")
    return one * other.conjugate() / (c * c - d * d)


COMPLEX_PRODUCT: Final[tuple[FunctionMistake, ...]] = (
    ("i_squared", COMMON, "You took i² for 1 in {bare}. It is -1.", _i_squared),
    ("part_by_part", USUAL, "You multiplied part by part in {bare}.", _part_by_part),
    ("without_mixed", USUAL, "You left out the mixed products in {bare}.", _without_mixed),
)
COMPLEX_QUOTIENT: Final[tuple[FunctionMistake, ...]] = (
    ("part_by_part", USUAL, "You divided part by part in {bare}.", _divided_part_by_part),
    ("not_divided", COMMON, "You did not divide by the squared size of the divisor in {bare}.", _not_divided),
    ("not_conjugated", COMMON, "You did not multiply by the conjugate of the divisor in {bare}.", _not_conjugated),
    ("squares_subtracted", USUAL, "You divided by a² - b² in {bare}. The divisor times its conjugate is a² + b².",
     _difference_of_squares),
)  # fmt: skip
"""The mistakes in a product and in a quotient of two complex numbers."""
