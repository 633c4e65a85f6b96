"""Short expressions of a question's numbers: where answers of unknown origin lie.

Somebody who does not know the way adds, multiplies or divides what the question gives.  With small numbers this often
gives what a known mistake gives, too.  `numbers_in` finds the numbers of a parameter, for other modules as well.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import combinations_with_replacement
from math import prod
from typing import Any, Final

MAX_NUMBERS: Final = 7
"""Maximum number of different numbers of a question that are combined, with 1 and 2."""

MAX_FACTORS, MAX_PRODUCTS, MAX_TIMES = 4, 3000, 12
"""Maximum number of factors, of their combinations, and of the whole number before them, in a product."""

FEWEST_PRODUCTS: Final = 1000
"""Minimum number of products that an answer of unknown origin may be: of few sizes there are sums, too."""

OF_ONE, OF_TWO, OF_THREE = 0.1, 0.45, 0.45
"""Shares of expressions with one number, two and three."""

NOISE: Final = 1e-9


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
    """The values of sums, differences, products and quotients of up to three of a question's numbers, without signs.

    Gives the share of them that hits an answer, and the same for products of more numbers.
    """

    def __init__(self, numbers: Iterable[Any]) -> None:
        given = list(dict.fromkeys(float(abs(number)) for number in numbers if number))[:MAX_NUMBERS]
        given = list(dict.fromkeys([*given, 1.0, 2.0])) if given else []
        two = [value for one, other in combinations_with_replacement(given, 2) for value in _combined(one, other)]
        three = [value for one in set(two) for other in given for value in _combined(one, other)]
        self._given = given
        self._sizes = [(OF_ONE, sorted(given)), (OF_TWO, sorted(two)), (OF_THREE, sorted(three))]

    @cached_property
    def _products(self) -> list[float]:
        """Return the products of some of the numbers with a small whole number."""
        most = next(count for count in range(MAX_FACTORS, 0, -1) if len(self._given) ** count <= MAX_PRODUCTS)
        found = {
            times * prod(names)
            for count in range(1, most + 1)
            for names in combinations_with_replacement(self._given, count)
            for times in range(1, MAX_TIMES + 1)
        }
        return sorted(found)

    def probability_of_product(self, value: float) -> float:
        """Return the share of this number among all products of the question's numbers; 0 if it is none of them."""
        place = bisect_left(self._products, abs(value))
        is_one = place < len(self._products) and self._products[place] == abs(value)
        return 1 / max(len(self._products), FEWEST_PRODUCTS) if is_one else 0.0

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
    yield one + other
    yield abs(one - other)
    yield one * other
    if other:
        yield one / other
    if one:
        yield other / one
