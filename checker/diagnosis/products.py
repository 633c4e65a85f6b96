"""A number in a question's sizes, `4 · d_model + d_ff`: what a difference is made of.

It has to hold at other sizes, too.  Nearly every number equals some product of a few sizes; that says nothing of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations_with_replacement, takewhile
from math import gcd, prod
from typing import Final, NamedTuple

MOST_TIMES: Final = 24
"""The largest whole number before the sizes of a product."""

MOST_FACTORS: Final = 5
MOST_FACTORS_ADDED: Final = 4
"""Of a product alone, and of each of two that are added."""

MOST_NAMES: Final = 9
"""Of more sizes no product is looked for."""

TIMES: Final = " · "

WEIGHT: Final = 1009
"""The mark of a list of numbers is their sum, weighted with powers of this; see `Products`."""

NamedSizes = Mapping[str, int]
SizeValues = tuple[int, ...]


class Product(NamedTuple):
    """The same twice: `numbers` is `4 · 768`, and `names` is `4 · d_model`; either may be empty."""

    numbers: str = ""
    names: str = ""


class ProductTerm(NamedTuple):
    """A whole number times sizes."""

    times: int
    names: tuple[str, ...]

    @property
    def factors(self) -> int:
        """How many there are to read."""
        return len(self.names) + (self.times > 1)

    def shown(self, sizes: NamedSizes) -> str:
        """With the numbers that the sizes are."""
        values = [sizes[name] for name in self.names if sizes[name] > 1]
        return _written(self.times, [f"{value:,}" for value in values])


def product(points: Sequence[NamedSizes], numbers: Sequence[int]) -> Product:
    """Return the product, or else the sum of two, that a number is at all points.

    >>> product([{"d": 64, "f": 120}, {"d": 10, "f": 7}, {"d": 3, "f": 20}], [376, 47, 32])
    Product(numbers='4 · 64 + 120', names='4 · d + f')
    """
    return Products(points).product(numbers)


class Products:
    """The products of a question's sizes at several points, of which its own comes first.

    They are worked out once, and each number is looked up among them: a product alone by the ratios of its values
    between the points, and a sum of two by marks.  A mark is linear, so that of a number is the sum of those of its
    terms.  Few other numbers have the same mark, and these are sorted out afterwards.
    """

    def __init__(self, points: Sequence[NamedSizes]) -> None:
        self._points = points
        self._weights = [WEIGHT**at for at in range(len(points))]

    def product(self, numbers: Sequence[int]) -> Product:
        """Return the product, or else the sum of two, that a number is at all points; an empty one if there is none."""
        if any(number <= 0 for number in numbers) or len(self._points[0]) > MOST_NAMES:
            return Product()
        numbers = tuple(numbers)
        terms: tuple[ProductTerm, ...] = tuple(self._alone(numbers, MOST_FACTORS))[:1]
        terms = terms or min(self._sums(numbers), key=_length, default=())
        if not terms:
            return Product()
        shown = " + ".join(term.shown(self._points[0]) for term in terms)
        is_plain = len(terms) == 1 and TIMES not in shown  # the number itself
        return Product("" if is_plain else shown, " + ".join(_written(*term) for term in terms))

    def _alone(self, numbers: SizeValues, most: int) -> Iterator[ProductTerm]:
        """Yield the products of at most so many factors that a number is, those of few factors first."""
        for names in self._by_ratio.get(_ratio(numbers), ()):
            times, rest = divmod(numbers[0], self._values[names][0])
            if len(names) <= most and not rest and 0 < times <= MOST_TIMES:
                yield ProductTerm(times, names)

    def _sums(self, numbers: SizeValues) -> Iterator[tuple[ProductTerm, ProductTerm]]:
        """Yield the sums of two products that a number is, the larger first."""
        number, marked, marks = numbers[0], self._mark(numbers), self._marks
        for names, (value, mark) in self._added.items():
            for times in range(-(-number // (2 * value)), min(number // value, MOST_TIMES) + 1):
                if marked - times * mark in marks:
                    rests = [each - times * own for each, own in zip(numbers, self._values[names], strict=True)]
                    others = self._alone(tuple(rests), MOST_FACTORS_ADDED) if min(rests) > 0 else ()
                    yield from ((ProductTerm(times, names), other) for other in others)

    def _mark(self, values: SizeValues) -> int:
        return sum(map(int.__mul__, self._weights, values))

    @cached_property
    def _values(self) -> dict[tuple[str, ...], SizeValues]:
        """The products without a whole number before them, with their values at all points; few factors first."""
        names = (names for most in range(1, MOST_FACTORS + 1) for names in _monomials(self._points[0], most))
        return {each: tuple([prod(map(sizes.__getitem__, each)) for sizes in self._points]) for each in names}

    @cached_property
    def _by_ratio(self) -> dict[SizeValues, list[tuple[str, ...]]]:
        found: dict[SizeValues, list[tuple[str, ...]]] = {}
        for names, values in self._values.items():
            found.setdefault(_ratio(values), []).append(names)
        return found

    @cached_property
    def _added(self) -> dict[tuple[str, ...], tuple[int, int]]:
        """Those that may be added to another one: their values at the question's own sizes, and their marks."""
        few = takewhile(lambda item: len(item[0]) <= MOST_FACTORS_ADDED, self._values.items())
        return {names: (values[0], self._mark(values)) for names, values in few}

    @cached_property
    def _marks(self) -> frozenset[int]:
        """The marks of everything that may be added, with whole numbers before it."""
        return frozenset(times * mark for _, mark in self._added.values() for times in range(1, MOST_TIMES + 1))


def _monomials(sizes: NamedSizes, factors: int) -> Iterator[tuple[str, ...]]:
    return combinations_with_replacement(sizes, factors)


def _ratio(values: SizeValues) -> SizeValues:
    """Return their sizes relative to each other."""
    common = gcd(*values)
    return tuple([value // common for value in values])


def _length(terms: Sequence[ProductTerm]) -> tuple[int, int]:
    """What is preferred: few factors, then small whole numbers before them."""
    return sum(term.factors for term in terms), sum(term.times for term in terms)


def _written(times: int, factors: Sequence[str]) -> str:
    return TIMES.join(factors if times == 1 and factors else [str(times), *factors])
