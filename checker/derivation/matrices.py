"""Functions of matrices in formulas, such as det and inverse: exact for exact entries, otherwise by numpy."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Final

from checker.derivation.arithmetic import MATRIX, ONE_AXIS, NoValue, Operand, array, combine_values, shape, sum_of
from checker.formula.nodes import simple

LARGEST: Final = 30
"""Maximum number of rows and columns."""

_IN_SPACE: Final = 3
_REAL: Final = 1e-9

Rows = list[list[Any]]


def _rows(value: Operand, *, square: bool = True) -> Rows:
    sizes = shape(value)
    if len(sizes) != MATRIX:
        raise NoValue("needs a matrix")
    if square and sizes[0] != sizes[1]:
        raise NoValue(f"needs a matrix with as many rows as columns, not {sizes[0]} × {sizes[1]}")
    if max(sizes) > LARGEST:
        raise NoValue(f"needs a matrix with at most {LARGEST} rows and columns")
    return [list(row) for row in value]


def _is_exact(rows: Rows) -> bool:
    return all(isinstance(entry, int | Fraction) for row in rows for entry in row)


def _floats(rows: Rows) -> Any:
    import numpy as np

    return np.array(rows, dtype=float)


def _eliminate(rows: Rows, columns: int) -> tuple[Rows, int, Fraction]:
    """Return the reduced rows, the rank of these columns, and the product of the pivots with the sign of the swaps."""
    rows = [[Fraction(entry) for entry in row] for row in rows]
    rank, product = 0, Fraction(1)
    for column in range(columns):
        pivot = next((at for at in range(rank, len(rows)) if rows[at][column]), None)
        if pivot is None:
            continue
        if pivot != rank:
            rows[rank], rows[pivot] = rows[pivot], rows[rank]
            product = -product
        head = rows[rank][column]
        product *= head
        rows[rank] = [entry / head for entry in rows[rank]]
        for at, row in enumerate(rows):
            if at != rank and row[column]:
                factor = row[column]
                rows[at] = [entry - factor * top for entry, top in zip(row, rows[rank], strict=True)]
        rank += 1
    return rows, rank, product


def _exact(rows: Rows) -> Operand:
    return array([[simple(entry) for entry in row] for row in rows])


def _determinant(value: Operand) -> Operand:
    rows = _rows(value)
    if _is_exact(rows):
        _, rank, product = _eliminate(rows, len(rows))
        return simple(product) if rank == len(rows) else 0
    import numpy as np

    return float(np.linalg.det(_floats(rows)))


def _solution(rows: Rows, right: Rows) -> Operand:
    size = len(rows)
    if _is_exact(rows) and _is_exact(right):
        reduced, rank, _ = _eliminate([[*row, *other] for row, other in zip(rows, right, strict=True)], size)
        if rank < size:
            raise NoValue("has no unique solution: the matrix is singular")
        return _exact([row[size:] for row in reduced])
    import numpy as np

    try:
        return np.linalg.solve(_floats(rows), _floats(right)).astype(object)
    except np.linalg.LinAlgError:
        raise NoValue("has no unique solution: the matrix is singular") from None


def _inverse(value: Operand) -> Operand:
    rows = _rows(value)
    return _solution(rows, [[int(row == column) for column in range(len(rows))] for row in range(len(rows))])


def _solve(value: Operand, right: Operand) -> Operand:
    rows = _rows(value)
    if not shape(right) or shape(right)[0] != len(rows):
        raise NoValue("needs a right side with one entry for each row of the matrix")
    if len(shape(right)) == ONE_AXIS:
        return array([row[0] for row in _solution(rows, [[entry] for entry in right])])
    return _solution(rows, _rows(right, square=False))


def _rank(value: Operand) -> Operand:
    rows = _rows(value, square=False)
    if _is_exact(rows):
        return _eliminate(rows, len(rows[0]))[1]
    import numpy as np

    return int(np.linalg.matrix_rank(_floats(rows)))


def _trace(value: Operand) -> Operand:
    return sum_of([row[at] for at, row in enumerate(_rows(value))])


def _eigenvalues(value: Operand) -> Operand:
    import numpy as np

    matrix = _floats(_rows(value))
    found = np.linalg.eigvalsh(matrix) if (matrix == matrix.T).all() else np.linalg.eigvals(matrix)
    if np.abs(found.imag).max() > _REAL * max(1.0, float(np.abs(found).max())):
        raise NoValue("has complex eigenvalues")
    return array(sorted(map(float, found.real)))


def _cross(left: Operand, right: Operand) -> Operand:
    if shape(left) != (_IN_SPACE,) or shape(right) != (_IN_SPACE,):
        raise NoValue("needs two vectors of 3 entries")

    def entry(one: int, other: int) -> Operand:
        return combine_values(
            "-", combine_values("*", left[one], right[other]), combine_values("*", left[other], right[one])
        )

    return array([entry(1, 2), entry(2, 0), entry(0, 1)])


MATRIX_FUNCTIONS: Final[Mapping[str, tuple[Callable[..., Operand], int, int]]] = {
    "det": (_determinant, 1, 1),
    "inv": (_inverse, 1, 1),
    "solve": (_solve, 2, 2),
    "rank": (_rank, 1, 1),
    "trace": (_trace, 1, 1),
    "eigenvalues": (_eigenvalues, 1, 1),
    "cross": (_cross, 2, 2),
}
"""The functions with their minimum and maximum number of arguments."""
