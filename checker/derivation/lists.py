"""Functions of lists in formulas: entries, counts and statistics, exact where the numbers are."""

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

_FOR_SPREAD: Final = 2
"""Minimum number of values that have a standard deviation."""

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


def _variance(less: int, values: Operand) -> Operand:
    total = _products(values, values)
    if len(values) <= less:
        raise NoValue(f"needs at least {_FOR_SPREAD} numbers")
    return _over(total, len(values) - less)


def _covariance(left: Operand, right: Operand) -> Operand:
    total = _products(left, right)
    if len(left) < _FOR_SPREAD:
        raise NoValue(f"needs at least {_FOR_SPREAD} pairs")
    return _over(total, len(left) - 1)


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


LIST_FUNCTIONS: Final[Mapping[str, Function]] = {
    "list": Function(_make_list, 1, 1000),
    "at": Function(_entry_at, 2, 3),
    "count": Function(_count),
    "median": Function(lambda values: simple(_quantile(values, Fraction(1, 2)))),
    "var": Function(partial(_variance, 1)),
    "sd": Function(lambda values: notation.root(_variance(1, values))),
    "pvar": Function(partial(_variance, 0)),
    "psd": Function(lambda values: notation.root(_variance(0, values))),
    "quantile": Function(_quantile, 2, 2),
    "cov": Function(_covariance, 2, 2),
    "corr": Function(
        lambda x, y: _over(_products(x, y), notation.root(_times(_products(x, x), _products(y, y)))), 2, 2
    ),
    "slope": Function(_slope, 2, 2),
    "intercept": Function(_intercept, 2, 2),
    "sort": Function(lambda values: array(sorted(_vector(values)))),
    "cumsum": Function(lambda values: array([*accumulate(_vector(values), partial(combine_values, "+"))])),
    "product": Function(lambda values: reduce(_times, _vector(values), 1)),
}
