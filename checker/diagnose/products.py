"""A number in a question's sizes, `4 · d_model + d_ff`: what a difference is made of.

It has to hold at other sizes, too.  Nearly every number equals some product of a few sizes; that says nothing of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations_with_replacement
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

Sizes = Mapping[str, int]


class Product(NamedTuple):
    """The same twice: `numbers` is `4 · 768`, and `names` is `4 · d_model`; either may be empty."""

    numbers: str = ""
    names: str = ""


class Term(NamedTuple):
    """A whole number times sizes."""

    times: int
    names: tuple[str, ...]

    @property
    def factors(self) -> int:
        """How many there are to read."""
        return len(self.names) + (self.times > 1)

    def shown(self, sizes: Sizes) -> str:
        """With the numbers that the sizes are."""
        values = [sizes[name] for name in self.names if sizes[name] > 1]
        return _written(self.times, [f"{value:,}" for value in values])


def product(points: Sequence[Sizes], numbers: Sequence[int]) -> Product:
    """The product, or else the sum of two, that a number is at all points; the question's own sizes come first.

    >>> product([{"d": 64, "f": 120}, {"d": 10, "f": 7}, {"d": 3, "f": 20}], [376, 47, 32])
    Product(numbers='4 · 64 + 120', names='4 · d + f')
    """
    if any(number <= 0 for number in numbers) or len(points[0]) > MOST_NAMES:
        return Product()
    terms = next(_alone(points, numbers), ()) or min(_sums(points, numbers), key=_length, default=())
    if not terms:
        return Product()
    shown = " + ".join(term.shown(points[0]) for term in terms)
    is_plain = len(terms) == 1 and TIMES not in shown  # the number itself
    return Product("" if is_plain else shown, " + ".join(_written(*term) for term in terms))


def _alone(points: Sequence[Sizes], numbers: Sequence[int]) -> Iterator[tuple[Term]]:
    """The products, those of few factors first."""
    for names in _monomials(points[0], MOST_FACTORS):
        times, rest = divmod(numbers[0], prod(map(points[0].__getitem__, names)))
        if not rest and times <= MOST_TIMES and _values(points, names, times) == list(numbers):
            yield (Term(times, names),)


def _sums(points: Sequence[Sizes], numbers: Sequence[int]) -> Iterator[tuple[Term, Term]]:
    """The sums of two products, the larger first; the ratios of what it leaves between the points show the second."""
    values = {names: _values(points, names) for names in _monomials(points[0], MOST_FACTORS_ADDED)}
    by_ratio: dict[tuple[int, ...], list[tuple[str, ...]]] = {}
    for names, each in values.items():
        by_ratio.setdefault(_ratio(each), []).append(names)
    for names, each in values.items():
        least = -(-numbers[0] // (2 * each[0]))
        most = min(number // value for number, value in zip(numbers, each, strict=True))
        for times in range(least, min(most, MOST_TIMES) + 1):
            rests = [number - times * value for number, value in zip(numbers, each, strict=True)]
            for others in by_ratio.get(_ratio(rests), ()) if all(rests) else ():
                more, rest = divmod(rests[0], values[others][0])
                if not rest and more <= MOST_TIMES:
                    yield Term(times, names), Term(more, others)


def _monomials(sizes: Sizes, most: int) -> Iterator[tuple[str, ...]]:
    for count in range(1, most + 1):
        yield from combinations_with_replacement(sizes, count)


def _values(points: Sequence[Sizes], names: Sequence[str], times: int = 1) -> list[int]:
    return [times * prod(map(sizes.__getitem__, names)) for sizes in points]


def _ratio(values: Sequence[int]) -> tuple[int, ...]:
    """Their sizes beside each other."""
    common = gcd(*values)
    return tuple(value // common for value in values)


def _length(terms: Sequence[Term]) -> tuple[int, int]:
    """What is preferred: few factors, then small whole numbers before them."""
    return sum(term.factors for term in terms), sum(term.times for term in terms)


def _written(times: int, factors: Sequence[str]) -> str:
    return TIMES.join(factors if times == 1 and factors else [str(times), *factors])
