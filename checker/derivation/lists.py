"""Functions of lists in formulas: entries, counts and statistics, exact where the numbers are."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Any, Final

from checker.derivation.arithmetic import (
    ONE_AXIS,
    NoValue,
    Operand,
    array,
    combine_values,
    is_array,
    shape,
    sum_of,
)
from checker.formula import value as notation
from checker.formula.nodes import simple

LEAST_FOR_SPREAD: Final = 2


def make_list(*entries: Operand) -> Operand:
    """Return numbers as a vector, or vectors of one length as a matrix.  Raise NoValue for other entries."""
    if len({shape(each) for each in entries}) > 1:
        raise NoValue("must have entries of one kind: numbers, or rows of one length")
    if len(shape(entries[0])) > ONE_AXIS:
        raise NoValue("must be a list of numbers or of rows")
    return array([list(each) if is_array(each) else each for each in entries])


def entry_at(values: Operand, *places: Operand) -> Operand:
    """Return the entry of a list at a place, counted from 1.  One place in a matrix is a whole row.

    Raise NoValue if there is no such entry.
    """
    sizes = shape(values)
    if not sizes:
        raise NoValue("needs a list before [")
    if len(places) > len(sizes):
        raise NoValue("has more places than axes")
    for place, size in zip(places, sizes, strict=False):
        if is_array(place) or place != math.floor(place) or not 1 <= place <= size:
            raise NoValue(f"has no entry {place}: entries count from 1 to {size}")
    return values[tuple(int(place) - 1 for place in places)]


def vector(values: Operand) -> list[Any]:
    """Return the entries of a one-dimensional list.  Raise NoValue for any other value."""
    if len(shape(values)) != ONE_AXIS:
        raise NoValue("needs a list of numbers")
    return list(values)


def mean_of(values: Sequence[Any]) -> Any:
    """Return the mean of some numbers, exact where they are."""
    return combine_values("/", sum_of(values), len(values))


def _sum_of_products(left: Operand, right: Operand) -> tuple[Any, int]:
    """Return the sum of the products of deviations, and the number of pairs.

    Raise NoValue for lists of different lengths.
    """
    one, other = vector(left), vector(right)
    if len(one) != len(other):
        raise NoValue(f"needs lists of one length, not {len(one)} and {len(other)}")
    means = mean_of(one), mean_of(other)
    pairs = [
        combine_values("*", combine_values("-", x, means[0]), combine_values("-", y, means[1]))
        for x, y in zip(one, other, strict=True)
    ]
    return sum_of(pairs), len(one)


def _spread(less: int, *, rooted: bool) -> Callable[[Operand], Operand]:
    """Return a function for the variance with the divisor n - less; if `rooted`, for the standard deviation.

    It raises NoValue for too few numbers.
    """

    def apply(values: Operand) -> Operand:
        total, number = _sum_of_products(values, values)
        if number <= less:
            raise NoValue(f"needs at least {LEAST_FOR_SPREAD} numbers")
        variance = combine_values("/", total, number - less)
        return notation.root(variance) if rooted else variance

    return apply


def covariance(left: Operand, right: Operand) -> Operand:
    """Return the sample covariance of two lists, with n - 1 in the denominator.  Raise NoValue for a single pair."""
    total, number = _sum_of_products(left, right)
    if number < LEAST_FOR_SPREAD:
        raise NoValue(f"needs at least {LEAST_FOR_SPREAD} pairs")
    return combine_values("/", total, number - 1)


def _correlation(left: Operand, right: Operand) -> Operand:
    squares = combine_values("*", _sum_of_products(left, left)[0], _sum_of_products(right, right)[0])
    return combine_values("/", _sum_of_products(left, right)[0], notation.root(squares))


def _slope(left: Operand, right: Operand) -> Operand:
    return combine_values("/", _sum_of_products(left, right)[0], _sum_of_products(left, left)[0])


def _intercept(left: Operand, right: Operand) -> Operand:
    away = combine_values("*", _slope(left, right), mean_of(vector(left)))
    return combine_values("-", mean_of(vector(right)), away)


def _quantile(values: Operand, p: Operand) -> Operand:
    """Return a quantile by linear interpolation between the places of sorted numbers.

    Raise NoValue unless p is from 0 to 1.
    """
    if is_array(p) or not 0 <= p <= 1:
        raise NoValue("needs a share from 0 to 1")
    ordered = sorted(vector(values))
    place = combine_values("*", len(ordered) - 1, Fraction(p) if isinstance(p, int) else p)
    below = math.floor(place)
    low, high = ordered[below], ordered[min(below + 1, len(ordered) - 1)]
    return combine_values(
        "+", low, combine_values("*", combine_values("-", place, below), combine_values("-", high, low))
    )


def _median(values: Operand) -> Operand:
    return simple(_quantile(values, Fraction(1, 2)))


def _count(values: Operand) -> Operand:
    if not is_array(values):
        raise NoValue("needs a list")
    return int(values.size)


def _cumsum(values: Operand) -> Operand:
    return array(list(accumulate(vector(values), lambda total, each: combine_values("+", total, each))))


def _product(values: Operand) -> Operand:
    total: Operand = 1
    for each in vector(values):
        total = combine_values("*", total, each)
    return total


def _sort(values: Operand) -> Operand:
    return array(sorted(vector(values)))


LIST_FUNCTIONS: Final[Mapping[str, tuple[Callable[..., Operand], int, int]]] = {
    "list": (make_list, 1, 1000),
    "at": (entry_at, 2, 3),
    "count": (_count, 1, 1),
    "median": (_median, 1, 1),
    "var": (_spread(1, rooted=False), 1, 1),
    "sd": (_spread(1, rooted=True), 1, 1),
    "pvar": (_spread(0, rooted=False), 1, 1),
    "psd": (_spread(0, rooted=True), 1, 1),
    "quantile": (_quantile, 2, 2),
    "cov": (covariance, 2, 2),
    "corr": (_correlation, 2, 2),
    "slope": (_slope, 2, 2),
    "intercept": (_intercept, 2, 2),
    "sort": (_sort, 1, 1),
    "cumsum": (_cumsum, 1, 1),
    "product": (_product, 1, 1),
}
"""The functions with their minimum and maximum number of arguments."""
