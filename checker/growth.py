"""Orders of growth: sums of products of powers of symbols and of their logarithms, such as n²·d + n·log n.

Each term is a vector of exponents, so that comparing is exact and fast, and says which factor is wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from typing import Final, NamedTuple

from checker.coded import Coded

MOST_TERMS: Final = 60
HIGHEST: Final = 400
"""The highest power that is looked at."""

MOST_BITS: Final = 4096
"""Of a constant factor."""

MOST_FACTORS: Final = 4
"""The highest power of a sum that is multiplied out."""

Exponents = tuple[Fraction, ...]
"""Of each symbol, then of the logarithm of each."""

_RAISED: Final = str.maketrans("0123456789/-", "⁰¹²³⁴⁵⁶⁷⁸⁹ᐟ⁻")


class GrowthError(ValueError):
    """No order of growth of this kind."""


class Symbols(NamedTuple):
    """What grows, in the order in which it is written."""

    names: tuple[str, ...]
    meanings: Mapping[str, str]
    at_most: Mapping[str, str]
    """Symbols that never exceed another one: a kernel is no longer than its sequence."""
    aliases: Mapping[str, str]
    """What else a student may write for them."""

    def symbol(self, name: str) -> Growth:
        """One symbol as a growth."""
        place = self.names.index(name)
        return Growth(self, {_unit(2 * len(self.names), place): Fraction(1)})

    def number(self, value: Fraction | int) -> Growth:
        """A constant."""
        return Growth(self, {(Fraction(0),) * (2 * len(self.names)): Fraction(value)} if value else {})


class Growth(Coded):
    """A sum of terms with their coefficients.  Immutable."""

    kind = "complexity"

    def __init__(self, symbols: Symbols, terms: Mapping[Exponents, Fraction]) -> None:
        if len(terms) > MOST_TERMS:
            raise GrowthError("has too many terms")
        if any(each.numerator.bit_length() + each.denominator.bit_length() > MOST_BITS for each in terms.values()):
            raise GrowthError("has a number in it that is too large")
        self.symbols = symbols
        self.terms = {exponents: factor for exponents, factor in terms.items() if factor}

    def __add__(self, other: Growth) -> Growth:
        terms = dict(self.terms)
        for exponents, factor in other.terms.items():
            terms[exponents] = terms.get(exponents, Fraction(0)) + factor
        return Growth(self.symbols, terms)

    def __neg__(self) -> Growth:
        return Growth(self.symbols, {exponents: -factor for exponents, factor in self.terms.items()})

    def __mul__(self, other: Growth) -> Growth:
        product = self.symbols.number(0)
        for exponents, factor in self.terms.items():
            part = {_sum(exponents, more): factor * another for more, another in other.terms.items()}
            product += Growth(self.symbols, part)
        return product

    def __truediv__(self, other: Growth) -> Growth:
        return self * other ** Fraction(-1)

    def __pow__(self, power: Fraction | int) -> Growth:
        if abs(Fraction(power)) > HIGHEST:
            raise GrowthError(f"has an exponent beyond ±{HIGHEST}")
        if len(self.terms) == 1:
            return self._raised(Fraction(power))
        if power < 0:
            leading = self.leading
            if len(leading) != 1:
                raise GrowthError("divides by a sum" if leading else "divides by zero")
            return Growth(self.symbols, {leading[0]: Fraction(1)}) ** power
        if Fraction(power).denominator != 1 or power > MOST_FACTORS:
            raise GrowthError("has a power of a sum")
        product = self.symbols.number(1)
        for _ in range(int(power)):
            product *= self
        return product

    def _raised(self, power: Fraction) -> Growth:
        """Its only term to a power."""
        ((exponents, factor),) = self.terms.items()
        if power.denominator != 1:
            if factor < 0:
                raise GrowthError("has the root of a negative number")
            factor = Fraction(1)  # a constant, whichever
        bits = factor.numerator.bit_length() + factor.denominator.bit_length() - 2
        if bits * abs(power) > MOST_BITS:
            raise GrowthError("has a number in it that is too large")
        return Growth(self.symbols, {tuple(each * power for each in exponents): Fraction(factor ** int(power))})

    @property
    def log(self) -> Growth:
        """Its logarithm, to whatever constant base: the sum of those of its leading factors."""
        count = len(self.symbols.names)
        leading = self.leading
        if not leading or any(self.terms[term] < 0 for term in leading):
            raise GrowthError("has the logarithm of what is not positive")
        if list(self.terms.items()) == [((Fraction(0),) * (2 * count), Fraction(1))]:
            return self.symbols.number(0)
        factors = [place for term in leading for place in range(2 * count) if term[place]]
        if any(place >= count for place in factors):
            raise GrowthError("has a logarithm of a logarithm")
        terms = {_unit(2 * count, count + place): Fraction(1) for place in factors}
        return Growth(self.symbols, terms) if terms else self.symbols.number(1)

    @cached_property
    def leading(self) -> list[Exponents]:
        """The terms that no other one dominates, those of high powers first."""
        terms = list(self.terms)
        kept = [one for one in terms if not any(other != one and self._dominates(other, one) for other in terms)]
        return sorted(kept, reverse=True)

    @property
    def dominated(self) -> list[tuple[Exponents, Exponents]]:
        """The other terms, each after one that dominates it."""
        leading = self.leading
        return [
            (next(each for each in leading if self._dominates(each, one)), one)
            for one in self.terms
            if one not in leading
        ]

    def _dominates(self, one: Exponents, other: Exponents) -> bool:
        """Whether the quotient stays above a constant, however the symbols grow."""
        names = self.symbols.names
        powers = [a - b for a, b in zip(one, other, strict=True)]
        for small, large in self.symbols.at_most.items():
            low, high = names.index(small), names.index(large)
            if powers[low] < 0:  # small^-1 is at least large^-1
                powers[high] += powers[low]
                powers[low] = Fraction(0)
            if powers[low] == 0 and powers[low + len(names)] < 0:  # and so with their logarithms
                powers[high + len(names)] += powers[low + len(names)]
                powers[low + len(names)] = Fraction(0)
        logs = powers[len(names) :]
        return all(power > 0 or (power == 0 and log >= 0) for power, log in zip(powers, logs, strict=False))

    @property
    def code(self) -> tuple[tuple[int, ...], tuple[int | Fraction, ...]]:
        """The exponents of its leading terms, a row each."""
        rows = self.leading
        entries = tuple(int(each) if each.denominator == 1 else each for row in rows for each in row)
        return (len(rows), 2 * len(self.symbols.names)), entries

    def language(self, aliases: Mapping[str, str]) -> Symbols:
        """The symbols."""
        return self.symbols._replace(aliases={**self.symbols.aliases, **aliases})

    def term(self, exponents: Exponents) -> str:
        """One term, as people write it: n²·d, n/r, log_k(n)."""
        names = self.symbols.names
        powers, logs = dict(zip(names, exponents, strict=False)), dict(zip(names, exponents[len(names) :], strict=True))
        above, below = [], []
        bases = [name for name in names if logs[name] == -1]
        if len(bases) == 1 and (of := next((name for name in names if logs[name] == 1), "")):
            above.append(f"log_{bases[0]}({of})")
            logs[of] = logs[bases[0]] = Fraction(0)
        for name in names:
            for power, base in ((powers[name], name), (logs[name], f"log({name})")):
                if power > 0:
                    above.append(base + _raised(power))
                elif power < 0:
                    below.append(base + _raised(-power))
        above.sort(key=lambda factor: factor.startswith("log"))
        over = f"/({'·'.join(below)})" if len(below) > 1 else "".join(f"/{each}" for each in below)
        return ("·".join(above) or "1") + over

    def __str__(self) -> str:
        return f"O({' + '.join(map(self.term, self.leading)) or '0'})"


def _unit(length: int, place: int) -> Exponents:
    return tuple(Fraction(int(i == place)) for i in range(length))


def _sum(one: Exponents, other: Exponents) -> Exponents:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def _raised(power: Fraction) -> str:
    return "" if power == 1 else str(power).translate(_RAISED)
