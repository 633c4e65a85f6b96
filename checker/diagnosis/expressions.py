"""Short expressions of a question's numbers: where answers of unknown origin lie.

Somebody who does not know the way adds, multiplies or divides what the question gives.  With small numbers this often
gives what a known mistake gives, too.  `numbers_in` finds the numbers of a parameter, for other modules as well.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations_with_replacement
from typing import Any, Final

from checker.diagnosis.values import NOISE

MAX_NUMBERS: Final = 7
"""Maximum number of different numbers of a question that are combined, with 1 and 2."""

OF_ONE, OF_TWO, OF_THREE = 0.1, 0.45, 0.45
"""Shares of expressions with one number, two and three."""


def numbers_in(value: Any) -> Iterator[Any]:
    """Yield every number in a parameter, at any depth of lists, mappings and arrays; true and false are none."""
    if isinstance(value, Mapping):
        value = list(value.values())
    elif hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, list | tuple):
        for each in value:
            yield from numbers_in(each)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield value


class ShortExpressions:
    """The values of sums, differences, products and quotients of up to three of a question's numbers, without signs."""

    def __init__(self, numbers: Iterable[Any]) -> None:
        given = list(dict.fromkeys(float(abs(number)) for number in numbers if number))[:MAX_NUMBERS]
        given = list(dict.fromkeys([*given, 1.0, 2.0])) if given else []
        two = [value for one, other in combinations_with_replacement(given, 2) for value in _combined(one, other)]
        three = [value for one in set(two) for other in given for value in _combined(one, other)]
        self._sizes = [(OF_ONE, sorted(given)), (OF_TWO, sorted(two)), (OF_THREE, sorted(three))]

    def probability(self, low: float, high: float) -> float:
        """Return the share of the short expressions whose value, without its sign, lies between two bounds."""
        low, high = sorted((abs(low), abs(high)))
        low, high = low * (1 - NOISE), high * (1 + NOISE)
        return sum(
            share * (bisect_right(values, high) - bisect_left(values, low)) / len(values)
            for share, values in self._sizes
            if values
        )


def _combined(one: float, other: float) -> Iterator[float]:
    """Yield the sum, the difference without its sign, the product and both quotients of two numbers."""
    yield from (one + other, abs(one - other), one * other)
    if other:
        yield one / other
    if one:
        yield other / one
