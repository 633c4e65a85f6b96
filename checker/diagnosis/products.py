"""Numbers as products of a question's sizes, `4 · d_model + d_ff`: an explanation of a difference.

A product should hold at other sizes, too.  Nearly every number equals some product of a few sizes by coincidence.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations_with_replacement, takewhile
from math import gcd, prod
from typing import Final, NamedTuple

MOST_TIMES: Final = 24
"""Largest whole number before the sizes of a product."""

MOST_FACTORS: Final = 5
MOST_FACTORS_ADDED: Final = 4
"""Maximum number of sizes in a single product, and in each of two that are added."""

MOST_NAMES: Final = 9
"""Maximum number of sizes of a question whose products and sums of products are searched."""

TIMES_SIGN: Final = " · "

WEIGHT: Final = 1009
"""Base of the weights in a mark; see `Products`."""

NamedSizes = Mapping[str, int]
SizeValues = tuple[int, ...]


class Product(NamedTuple):
    """A product of a question's sizes in numbers, `4 · 768`, and in names, `4 · d_model`; either may be empty."""

    numbers: str = ""
    names: str = ""


class ProductTerm(NamedTuple):
    """One product of sizes, with a whole number as a factor: `4 · d_model`."""

    times: int
    names: tuple[str, ...]

    @property
    def factors(self) -> int:
        """Return the number of factors that a person has to read."""
        return len(self.names) + (self.times > 1)

    def with_numbers(self, sizes: NamedSizes) -> str:
        """Return the product as text with the values of the sizes: `4 · 768`."""
        values = [sizes[name] for name in self.names if sizes[name] > 1]
        return _written(self.times, [f"{value:,}" for value in values])


class Products:
    """The products of a question's sizes at several points, of which the question's sizes come first.

    They are computed once, and each number is looked up among them: a single product by the ratios of its values
    between the points, and a sum of two by marks.  The mark of a list of numbers is their sum, weighted with powers of
    WEIGHT.  It is linear, so the mark of a sum is the sum of the marks of its terms.  Few other numbers have the same
    mark, and these are sorted out afterwards.
    """

    def __init__(
        self, points: Sequence[NamedSizes], most_factors: int = MOST_FACTORS, most_times: int = MOST_TIMES
    ) -> None:
        self._points = points
        self._most_factors = most_factors
        self._most_times = most_times
        self._weights = [WEIGHT**place for place in range(len(points))]

    def product(self, numbers: Sequence[int]) -> Product:
        """Return the product, or else the sum of two, that equals these numbers at all points; empty if none does.

        >>> Products([{"d": 64, "f": 120}, {"d": 10, "f": 7}, {"d": 3, "f": 20}]).product([376, 47, 32])
        Product(numbers='4 · 64 + 120', names='4 · d + f')
        """
        if any(number <= 0 for number in numbers) or len(self._points[0]) > MOST_NAMES:
            return Product()
        found = self.single(numbers)
        return found if found.names else self._shown(min(self._sums(tuple(numbers)), key=_length, default=()))

    def single(self, numbers: Sequence[int]) -> Product:
        """Return the simplest single product that equals these numbers at all points; empty if none does."""
        terms = ((term,) for term in self._terms(tuple(numbers), self._most_factors))
        return self._shown(min(terms, key=_length, default=()))

    def _shown(self, terms: Sequence[ProductTerm]) -> Product:
        """Return a sum of products as text, in numbers and in names; the numbers are empty for a single number."""
        numbers = " + ".join(term.with_numbers(self._points[0]) for term in terms)
        is_number = len(terms) == 1 and TIMES_SIGN not in numbers  # and shown already
        return Product("" if is_number else numbers, " + ".join(_written(*term) for term in terms))

    def _terms(self, numbers: SizeValues, most: int) -> Iterator[ProductTerm]:
        """Yield the single products that a number is, of at most this many sizes; few sizes come first."""
        for names in self._by_ratio.get(_ratio(numbers), ()):
            times, rest = divmod(numbers[0], self._values[names][0])
            if len(names) <= most and not rest and 0 < times <= self._most_times:
                yield ProductTerm(times, names)

    def _sums(self, numbers: SizeValues) -> Iterator[tuple[ProductTerm, ProductTerm]]:
        """Yield the sums of two products that a number is, the larger first."""
        number, marked, marks = numbers[0], self._mark(numbers), self._marks
        for names, (value, mark) in self._added.items():
            for times in range(-(-number // (2 * value)), min(number // value, self._most_times) + 1):
                if marked - times * mark in marks:
                    rests = [each - times * other for each, other in zip(numbers, self._values[names], strict=True)]
                    others = self._terms(tuple(rests), MOST_FACTORS_ADDED) if min(rests) > 0 else ()
                    yield from ((ProductTerm(times, names), other) for other in others)

    def _mark(self, values: SizeValues) -> int:
        """Return the mark of a list of numbers: their sum, weighted with powers of WEIGHT."""
        return sum(map(int.__mul__, self._weights, values))

    @cached_property
    def _values(self) -> dict[tuple[str, ...], SizeValues]:
        """Return the products without a whole number before them, by sizes, with their values at all points."""
        names = (
            names
            for most in range(1, self._most_factors + 1)
            for names in combinations_with_replacement(self._points[0], most)
        )
        return {each: tuple([prod(map(sizes.__getitem__, each)) for sizes in self._points]) for each in names}

    @cached_property
    def _by_ratio(self) -> dict[SizeValues, list[tuple[str, ...]]]:
        """Return the sizes of all products, by the ratios of their values between the points."""
        found: dict[SizeValues, list[tuple[str, ...]]] = {}
        for names, values in self._values.items():
            found.setdefault(_ratio(values), []).append(names)
        return found

    @cached_property
    def _added(self) -> dict[tuple[str, ...], tuple[int, int]]:
        """Return the products that may be added to another one, with their first values and their marks."""
        few = takewhile(lambda item: len(item[0]) <= MOST_FACTORS_ADDED, self._values.items())
        return {names: (values[0], self._mark(values)) for names, values in few}

    @cached_property
    def _marks(self) -> frozenset[int]:
        """Return the marks of everything that may be added, with whole numbers before it."""
        return frozenset(times * mark for _, mark in self._added.values() for times in range(1, self._most_times + 1))


def _ratio(values: SizeValues) -> SizeValues:
    """Return whole numbers divided by their greatest common divisor."""
    common = gcd(*values)
    return tuple([value // common for value in values])


def _length(terms: Sequence[ProductTerm]) -> tuple[int, int]:
    """Return the sort key of a sum: few factors, then small whole numbers before them."""
    return sum(term.factors for term in terms), sum(term.times for term in terms)


def _written(times: int, factors: Sequence[str]) -> str:
    """Return factors as text, `4 · d_model`; a 1 before them is left out."""
    return TIMES_SIGN.join(factors if times == 1 and factors else [str(times), *factors])
