"""Functions of lists and matrices in formulas, such as median and det: exact for exact entries."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from functools import partial, reduce
from itertools import accumulate
from typing import Final

from checker.derivation.arithmetic import (
    Function,
    NoValue,
    Operand,
    array,
    combine_values,
    is_array,
    matmul,
    shape,
    sum_of,
)
from checker.formula import value as notation
from checker.formula.nodes import simple

_LARGEST: Final = 30
"""Maximum number of rows and columns of a matrix in a function."""


_times, _over, _less = (partial(combine_values, sign) for sign in "*/-")


def _make_list(*entries: Operand) -> Operand:
    if len({shape(each) for each in entries}) > 1:
        raise NoValue("must have entries of one kind: numbers, or rows of one length")
    if len(shape(entries[0])) > 1:
        raise NoValue("must be a list of numbers or of rows")
    return array([list(each) if is_array(each) else each for each in entries])


def _entry_at(values: Operand, *places: Operand) -> Operand:
    """Return the entry of a list at a place, counted from 1.  One place in a matrix is a whole row."""
    sizes = shape(values)
    if not sizes:
        raise NoValue("needs a list before [")
    if len(places) > len(sizes):
        raise NoValue("has more places than axes")
    for place, size in zip(places, sizes, strict=False):
        if is_array(place) or place != math.floor(place) or not 1 <= place <= size:
            raise NoValue(f"has no entry {place}: entries count from 1 to {size}")
    return values[tuple(int(place) - 1 for place in places)]


def _vector(values: Operand) -> Operand:
    if len(shape(values)) != 1:
        raise NoValue("needs a list of numbers")
    return values


def _mean(values: Operand) -> Operand:
    return _over(sum_of(values), len(values))


def _products(left: Operand, right: Operand) -> Operand:
    """Return the sum of the products of deviations.  Raise NoValue for lists of different lengths."""
    one, other = _vector(left), _vector(right)
    if len(one) != len(other):
        raise NoValue(f"needs lists of one length, not {len(one)} and {len(other)}")
    return matmul(_less(one, _mean(one)), _less(other, _mean(other)))


def _covariance(less: int, left: Operand, right: Operand) -> Operand:
    total = _products(left, right)
    if len(left) <= less:
        raise NoValue("needs at least 2 numbers")
    return _over(total, len(left) - less)


def _variance(less: int, values: Operand) -> Operand:
    return _covariance(less, values, values)


def _slope(left: Operand, right: Operand) -> Operand:
    """Return the slope of the regression line of y (`right`) on x (`left`)."""
    return _over(_products(left, right), _products(left, left))


def _intercept(left: Operand, right: Operand) -> Operand:
    away = _times(_slope(left, right), _mean(left))
    return _less(_mean(right), away)


def _quantile(values: Operand, p: Operand) -> Operand:
    """Return a quantile by linear interpolation between the places of sorted numbers."""
    if is_array(p) or not 0 <= p <= 1:
        raise NoValue("needs a share from 0 to 1")
    ordered = sorted(_vector(values))
    place = _times(len(ordered) - 1, Fraction(p) if isinstance(p, int) else p)
    below = math.floor(place)
    low, high = ordered[below], ordered[min(below + 1, len(ordered) - 1)]
    return combine_values("+", low, _times(_less(place, below), _less(high, low)))


def _count(values: Operand) -> Operand:
    if not is_array(values):
        raise NoValue("needs a list")
    return int(values.size)


def _matrix(value: Operand, *, square: bool = True) -> Operand:
    sizes = shape(value)
    if len(sizes) != 2:
        raise NoValue("needs a matrix")
    if square and sizes[0] != sizes[1]:
        raise NoValue(f"needs a matrix with as many rows as columns, not {sizes[0]} × {sizes[1]}")
    if max(sizes) > _LARGEST:
        raise NoValue(f"needs a matrix with at most {_LARGEST} rows and columns")
    return value


def _eliminate(matrix: Operand, columns: int, noise: float = 0) -> tuple[Operand, int, Operand]:
    """Return the reduced rows, the rank of these columns, and the product of the pivots with the sign of the swaps.

    An entry up to `noise` counts as 0 where a pivot is looked for.
    """
    rows, rank, product = matrix * Fraction(1), 0, Fraction(1)
    for column in range(columns):
        pivot = max(range(rank, len(rows)), key=lambda at: abs(rows[at, column]), default=None)
        if pivot is None or abs(rows[pivot, column]) <= noise:
            continue
        if pivot != rank:
            rows[[rank, pivot]] = rows[[pivot, rank]]
            product = -product
        product *= rows[rank, column]
        rows[rank] = rows[rank] / rows[rank, column]
        for at in range(len(rows)):
            if at != rank and rows[at, column]:
                rows[at] = rows[at] - rows[at, column] * rows[rank]
        rank += 1
    return rows, rank, product


def _determinant(value: Operand) -> Operand:
    _, rank, product = _eliminate(_matrix(value), len(value))
    return simple(product) if rank == len(value) else 0


def _solve(value: Operand, right: Operand) -> Operand:
    """Return the vector or matrix X of A X = B.  Raise NoValue for a singular matrix."""
    import numpy as np

    matrix = _matrix(value)
    if not shape(right) or shape(right)[0] != len(matrix):
        raise NoValue("needs a right side with one entry for each row of the matrix")
    columns = right.reshape(len(matrix), -1)
    reduced, rank, _ = _eliminate(np.hstack([matrix, _matrix(columns, square=False)]), len(matrix))
    if rank < len(matrix):
        raise NoValue("has no unique solution: the matrix is singular")
    return np.frompyfunc(simple, 1, 1)(reduced[:, len(matrix) :]).reshape(right.shape)


def _inverse(value: Operand) -> Operand:
    import numpy as np

    return _solve(_matrix(value), np.eye(len(value), dtype=int).astype(object))


def _rank(value: Operand) -> Operand:
    matrix = _matrix(value, square=False)
    has_floats = any(isinstance(each, float) for each in matrix.flat)
    return _eliminate(matrix, matrix.shape[1], 1e-13 * float(abs(matrix).max()) if has_floats else 0)[1]


def _eigenvalues(value: Operand) -> Operand:
    import numpy as np

    matrix = _matrix(value).astype(float)
    found = np.linalg.eigvalsh(matrix) if (matrix == matrix.T).all() else np.linalg.eigvals(matrix)
    if np.abs(found.imag).max() > 1e-9 * max(1.0, float(np.abs(found).max())):
        raise NoValue("has complex eigenvalues")
    return array(sorted(map(float, found.real)))


def _cross(left: Operand, right: Operand) -> Operand:
    if shape(left) != (3,) or shape(right) != (3,):
        raise NoValue("needs two vectors of 3 entries")

    def turned(one: Operand, other: Operand) -> Operand:
        return combine_values("*", one[[1, 2, 0]], other[[2, 0, 1]])

    return combine_values("-", turned(left, right), turned(right, left))


ARRAY_FUNCTIONS: Final[Mapping[str, Function]] = {
    "list": Function(_make_list, 1, 1000),
    "at": Function(_entry_at, 2, 3),
    "count": Function(_count),
    "median": Function(lambda values: simple(_quantile(values, Fraction(1, 2)))),
    "var": Function(partial(_variance, 1)),
    "sd": Function(lambda values: notation.root(_variance(1, values))),
    "pvar": Function(partial(_variance, 0)),
    "psd": Function(lambda values: notation.root(_variance(0, values))),
    "quantile": Function(_quantile, 2, 2),
    "cov": Function(partial(_covariance, 1), 2, 2),
    "corr": Function(
        lambda x, y: _over(_products(x, y), notation.root(_times(_products(x, x), _products(y, y)))), 2, 2
    ),
    "slope": Function(_slope, 2, 2),
    "intercept": Function(_intercept, 2, 2),
    "sort": Function(lambda values: array(sorted(_vector(values)))),
    "cumsum": Function(lambda values: array([*accumulate(_vector(values), partial(combine_values, "+"))])),
    "product": Function(lambda values: reduce(_times, _vector(values), 1)),
    "det": Function(_determinant),
    "inv": Function(_inverse),
    "solve": Function(_solve, 2, 2),
    "rank": Function(_rank),
    "trace": Function(lambda value: sum_of(_matrix(value).diagonal())),
    "eigenvalues": Function(_eigenvalues),
    "cross": Function(_cross, 2, 2),
}
