"""Functions of matrices in formulas, such as det and inverse: exact for exact entries, otherwise by numpy."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from checker.derivation.arithmetic import Function, NoValue, Operand, array, combine_values, shape, sum_of
from checker.formula.nodes import simple

LARGEST: Final = 30
"""Maximum number of rows and columns."""

_REAL: Final = 1e-9
"""Largest imaginary part, relative to the largest eigenvalue, that is rounding."""


def _matrix(value: Operand, *, square: bool = True) -> Operand:
    sizes = shape(value)
    if len(sizes) != 2:
        raise NoValue("needs a matrix")
    if square and sizes[0] != sizes[1]:
        raise NoValue(f"needs a matrix with as many rows as columns, not {sizes[0]} × {sizes[1]}")
    if max(sizes) > LARGEST:
        raise NoValue(f"needs a matrix with at most {LARGEST} rows and columns")
    return value


def _is_exact(*matrices: Operand) -> bool:
    return all(isinstance(entry, int | Fraction) for each in matrices for entry in each.flat)


def _eliminate(matrix: Operand, columns: int) -> tuple[Operand, int, Fraction]:
    """Return the reduced rows, the rank of these columns, and the product of the pivots with the sign of the swaps."""
    rows = matrix * Fraction(1)
    rank, product = 0, Fraction(1)
    for column in range(columns):
        pivot = next((at for at in range(rank, len(rows)) if rows[at, column]), None)
        if pivot is None:
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
    matrix = _matrix(value)
    if _is_exact(matrix):
        _, rank, product = _eliminate(matrix, len(matrix))
        return simple(product) if rank == len(matrix) else 0
    import numpy as np

    return float(np.linalg.det(matrix.astype(float)))


def _solution(matrix: Operand, right: Operand) -> Operand:
    """Return the matrix X of A X = B.  Raise NoValue for a singular matrix."""
    import numpy as np

    size, singular = len(matrix), NoValue("has no unique solution: the matrix is singular")
    if _is_exact(matrix, right):
        reduced, rank, _ = _eliminate(np.hstack([matrix, right]), size)
        if rank < size:
            raise singular
        return np.frompyfunc(simple, 1, 1)(reduced[:, size:])
    try:
        return np.linalg.solve(matrix.astype(float), right.astype(float)).astype(object)
    except np.linalg.LinAlgError:
        raise singular from None


def _inverse(value: Operand) -> Operand:
    import numpy as np

    return _solution(_matrix(value), np.eye(len(value), dtype=int).astype(object))


def _solve(value: Operand, right: Operand) -> Operand:
    matrix = _matrix(value)
    if not shape(right) or shape(right)[0] != len(matrix):
        raise NoValue("needs a right side with one entry for each row of the matrix")
    if len(shape(right)) == 1:
        return _solution(matrix, right.reshape(-1, 1))[:, 0]
    return _solution(matrix, _matrix(right, square=False))


def _rank(value: Operand) -> Operand:
    matrix = _matrix(value, square=False)
    if _is_exact(matrix):
        return _eliminate(matrix, matrix.shape[1])[1]
    import numpy as np

    return int(np.linalg.matrix_rank(matrix.astype(float)))


def _eigenvalues(value: Operand) -> Operand:
    import numpy as np

    matrix = _matrix(value).astype(float)
    found = np.linalg.eigvalsh(matrix) if (matrix == matrix.T).all() else np.linalg.eigvals(matrix)
    if np.abs(found.imag).max() > _REAL * max(1.0, float(np.abs(found).max())):
        raise NoValue("has complex eigenvalues")
    return array(sorted(map(float, found.real)))


def _cross(left: Operand, right: Operand) -> Operand:
    if shape(left) != (3,) or shape(right) != (3,):
        raise NoValue("needs two vectors of 3 entries")

    def turned(one: Operand, other: Operand) -> Operand:
        return combine_values("*", one[[1, 2, 0]], other[[2, 0, 1]])

    return combine_values("-", turned(left, right), turned(right, left))


MATRIX_FUNCTIONS: Final[Mapping[str, Function]] = {
    "det": Function(_determinant),
    "inv": Function(_inverse),
    "solve": Function(_solve, 2, 2),
    "rank": Function(_rank),
    "trace": Function(lambda value: sum_of(_matrix(value).diagonal())),
    "eigenvalues": Function(_eigenvalues),
    "cross": Function(_cross, 2, 2),
}
