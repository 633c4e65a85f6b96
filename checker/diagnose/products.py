"""A number as a product of a question's sizes: what a difference is made of.

Two ways.  `product` learns from the solver how a difference grows with each parameter: that is what it is, by name.
`as_product` only looks for sizes whose product equals the number: true of the numbers, and of nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement
from math import prod
from typing import Any, Final, NamedTuple

MOST_TIMES: Final = 24
"""The largest whole number before the sizes of a product."""

MOST_TIMES_ADDED: Final = 4
"""The same in a sum of two products."""

MOST_FACTORS: Final = 3
"""What a search may find, the factors of both products of a sum together; many a number is a longer product."""

MOST_SIZES: Final = 12
"""Of more sizes, as of a network with many layers, nearly every number is some product: nothing is searched for."""

MOST_POWER: Final = 12
"""The highest power in which sizes may enter, all together."""

NumberAt = Callable[[Mapping[str, Any]], int | None]
"""What a number is at other parameters; None where they are impossible, or where it is no whole number."""

TIMES: Final = " · "


class Product(NamedTuple):
    """The same product twice: `numbers` is `4 · 768`, and `names` is `4 · d_model`; either may be empty."""

    numbers: str = ""
    names: str = ""


def sizes_in(value: Any) -> list[int]:
    """Every whole number above 1 in a parameter, however deep, once."""
    if type(value) is int:
        return [value] if value > 1 else []
    inner = value.values() if isinstance(value, Mapping) else value if isinstance(value, list | tuple) else ()
    return list(dict.fromkeys(size for each in inner for size in sizes_in(each)))


def product(number_at: NumberAt, parameters: Mapping[str, Any], number: int) -> Product:
    """The product that a number above 0 is; `number_at` gives the number in its place at other parameters."""
    powers = _powers(number_at, parameters, number)
    times, rest = divmod(number, prod(parameters[name] ** power for name, power in powers.items()))
    if not powers or rest or times > MOST_TIMES:
        return Product(as_product(number, sizes_in(dict(parameters))))
    names = [name for name, power in powers.items() for _ in range(power)]
    values = [parameters[name] for name in names if parameters[name] > 1]
    return Product(_written(times, values) if len(values) + (times > 1) > 1 else "", _written(times, names))


def _powers(number_at: NumberAt, parameters: Mapping[str, Any], number: int) -> dict[str, int]:
    """The power with which each parameter enters the number; empty where the number is no such product.

    A parameter that allows no other value is a constant.
    """
    sizes = {name: value for name, value in parameters.items() if type(value) is int and value > 0}
    powers = {}
    for name in sizes:
        if grown := _grown(number_at, parameters, [name]):
            powers[name] = _power(*grown, number)
    together = _grown(number_at, parameters, list(powers))
    known = {name: power for name, power in powers.items() if power}
    if not together or None in powers.values() or _power(*together, number) != sum(known.values()):
        return {}
    return known


def _grown(number_at: NumberAt, parameters: Mapping[str, Any], names: Sequence[str]) -> tuple[int, int] | None:
    """The number where these parameters are twice as large, or else three times, and this factor."""
    for factor in (2, 3):
        there = number_at({**parameters, **{name: factor * parameters[name] for name in names}})
        if there is not None:
            return there, factor
    return None


def _power(there: int, factor: int, number: int) -> int | None:
    """`there` is the number times this power of the factor."""
    return next((power for power in range(MOST_POWER + 1) if there == number * factor**power), None)


def as_product(number: int, sizes: Sequence[int]) -> str:
    """The shortest product of these sizes, or else the shortest sum of two, that equals a number above 0.

    >>> as_product(3072, [768, 12, 64]), as_product(376, [64, 4, 16, 120]), as_product(97, [64, 4])
    ('4 · 768', '64 · 4 + 120', '')
    """
    sizes = list(dict.fromkeys(size for size in sizes if size > 1))
    if len(sizes) > MOST_SIZES:
        return ""
    if alone := [term for term in _terms(number, sizes) if term.factors <= MOST_FACTORS]:
        best = min(alone, key=_length)
        return str(best) if best.factors > 1 else ""
    shortest: dict[int, _Term] = {}
    for term in _small_terms(sizes):
        known = shortest.get(term.value)
        shortest[term.value] = term if known is None else min(known, term, key=_length)
    sums = [
        (term, shortest[rest])
        for value, term in shortest.items()
        if value >= (rest := number - value) and rest in shortest
    ]
    sums = [each for each in sums if sum(term.factors for term in each) <= MOST_FACTORS]
    return " + ".join(map(str, min(sums, key=lambda each: _length(*each)))) if sums else ""


class _Term(NamedTuple):
    """A product: a whole number times sizes."""

    times: int
    sizes: tuple[int, ...]

    @property
    def value(self) -> int:
        return self.times * prod(self.sizes)

    @property
    def factors(self) -> int:
        return len(self.sizes) + (self.times > 1)

    def __str__(self) -> str:
        return _written(*self)


def _terms(number: int, sizes: Sequence[int]) -> Iterator[_Term]:
    """The products that equal a number."""
    for count in range(1, MOST_FACTORS + 1):
        for factors in combinations_with_replacement(sizes, count):
            times, rest = divmod(number, prod(factors))
            if not rest and 0 < times <= MOST_TIMES:
                yield _Term(times, factors)


def _small_terms(sizes: Sequence[int]) -> Iterator[_Term]:
    """The products that may stand in a sum."""
    for count in range(1, MOST_FACTORS):
        for factors in combinations_with_replacement(sizes, count):
            for times in range(1, MOST_TIMES_ADDED + 1):
                yield _Term(times, factors)


def _length(*terms: _Term) -> tuple[int, int, list[int]]:
    """What is preferred: few factors, then small whole numbers before them, then large sizes."""
    sizes = sorted(-size for term in terms for size in term.sizes)
    return sum(term.factors for term in terms), sum(term.times for term in terms), sizes


def _written(times: int, factors: Sequence[Any]) -> str:
    shown = [f"{factor:,}" if isinstance(factor, int) else factor for factor in factors]
    return TIMES.join(shown if times == 1 else [str(times), *shown])
