"""Sums of terms with their coefficients, compared by the terms that no other one dominates."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from typing import Final, NamedTuple

from checker.engine.values.encoded import EncodedValue
from checker.engine.values.order.term import GrowthError, OrderTerm, Rates, added, collected, unit

MOST_TERMS: Final = 60
HIGHEST: Final = 400
"""The highest power that is looked at."""

MOST_BITS: Final = 4096
"""Of a constant factor."""

MOST_FACTORS: Final = 4
"""The highest power of a sum that is multiplied out."""


class Symbols(NamedTuple):
    """What grows, in the order in which it is written."""

    names: tuple[str, ...]
    meanings: Mapping[str, str]
    at_most: Mapping[str, str]
    """Symbols that never exceed another one: a kernel is no longer than its sequence."""
    aliases: Mapping[str, str]
    """What else a student may write for them."""

    def symbol(self, name: str) -> AsymptoticOrder:
        """Return one symbol as a growth."""
        return AsymptoticOrder(self, {OrderTerm(unit(2 * len(self.names), self.names.index(name))): Fraction(1)})

    def number(self, value: Fraction | int) -> AsymptoticOrder:
        """Return a constant."""
        return AsymptoticOrder(self, {self.constant: Fraction(value)} if value else {})

    @property
    def constant(self) -> OrderTerm:
        """The term without a symbol."""
        return OrderTerm((Fraction(0),) * (2 * len(self.names)))


class AsymptoticOrder(EncodedValue):
    """A sum of terms with their coefficients.  Immutable."""

    kind = "complexity"

    def __init__(self, symbols: Symbols, terms: Mapping[OrderTerm, Fraction]) -> None:
        if len(terms) > MOST_TERMS:
            raise GrowthError("has too many terms")
        if any(each.numerator.bit_length() + each.denominator.bit_length() > MOST_BITS for each in terms.values()):
            raise GrowthError("has a number in it that is too large")
        self.symbols = symbols
        self.terms = {term: factor for term, factor in terms.items() if factor}

    def __add__(self, other: AsymptoticOrder) -> AsymptoticOrder:
        if not isinstance(other, AsymptoticOrder):
            return NotImplemented
        terms = dict(self.terms)
        for term, factor in other.terms.items():
            terms[term] = terms.get(term, Fraction(0)) + factor
        return AsymptoticOrder(self.symbols, terms)

    def __neg__(self) -> AsymptoticOrder:
        if any(term.rates for term in self.terms):  # whose rates are rounded: nearly equal ones would cancel
            raise GrowthError("subtracts an exponential")
        return AsymptoticOrder(self.symbols, {term: -factor for term, factor in self.terms.items()})

    def __mul__(self, other: AsymptoticOrder) -> AsymptoticOrder:
        if not isinstance(other, AsymptoticOrder):
            return NotImplemented
        product = self.symbols.number(0)
        for term, factor in self.terms.items():
            part = {term.times(more): factor * another for more, another in other.terms.items()}
            product += AsymptoticOrder(self.symbols, part)
        return product

    def __truediv__(self, other: AsymptoticOrder) -> AsymptoticOrder:
        if not isinstance(other, AsymptoticOrder):
            return NotImplemented
        return self * other ** Fraction(-1)

    def __pow__(self, power: Fraction | int) -> AsymptoticOrder:
        if abs(Fraction(power)) > HIGHEST:
            raise GrowthError(f"has an exponent beyond ±{HIGHEST}")
        if len(self.terms) == 1:
            return self._raised(Fraction(power))
        if power < 0:
            leading = self.leading
            if len(leading) != 1:
                raise GrowthError("divides by a sum" if leading else "divides by zero")
            return AsymptoticOrder(self.symbols, {leading[0]: Fraction(1)}) ** power
        if Fraction(power).denominator != 1 or power > MOST_FACTORS:
            raise GrowthError("has a power of a sum")
        product = self.symbols.number(1)
        for _ in range(int(power)):
            product *= self
        return product

    def _raised(self, power: Fraction) -> AsymptoticOrder:
        """Return its only term to a power."""
        ((term, factor),) = self.terms.items()
        if power.denominator != 1:
            if factor < 0:
                raise GrowthError("has the root of a negative number")
            factor = Fraction(1)  # a constant, whichever
        bits = factor.numerator.bit_length() + factor.denominator.bit_length() - 2
        if bits * abs(power) > MOST_BITS:
            raise GrowthError("has a number in it that is too large")
        return AsymptoticOrder(self.symbols, {term.raised(power): Fraction(factor ** int(power))})

    def to_the(self, exponent: AsymptoticOrder) -> AsymptoticOrder:
        """Return this growth to a power that grows itself, such as 2^n.  Raise GrowthError where that is no term."""
        constant = self.symbols.constant
        if len(self.terms) != 1:
            raise GrowthError("has a power of a sum")
        logarithm = self._logarithm()
        rates = []
        for term, factor in exponent.terms.items():
            if term == constant:
                continue
            if term.rates or any(term.powers[len(self.symbols.names) :]) or min(term.powers) < 0:
                raise GrowthError("has an exponent that is no sum of products of powers")
            if abs(factor) > HIGHEST:
                raise GrowthError(f"has an exponent beyond ±{HIGHEST}")
            rates += [(added(term.powers, exponents), float(factor) * rate) for exponents, rate in logarithm]
        growing = AsymptoticOrder(self.symbols, {OrderTerm(constant.powers, collected(rates)): Fraction(1)})
        return growing * self ** exponent.terms.get(constant, Fraction(0))

    def _logarithm(self) -> Rates:
        """Return the natural logarithm of its only term as a sum."""
        ((term, factor),) = self.terms.items()
        count = len(self.symbols.names)
        if factor <= 0 or any(term.powers[count:]):
            raise GrowthError("has a power of a logarithm" if factor > 0 else "has a power of what is not positive")
        parts = [(unit(2 * count, count + i), float(term.powers[i])) for i in range(count) if term.powers[i]]
        if factor != 1:
            parts.append((self.symbols.constant.powers, math.log(factor.numerator) - math.log(factor.denominator)))
        return (*parts, *term.rates)

    @property
    def log(self) -> AsymptoticOrder:
        """Its logarithm, to whatever constant base: the sum of those of its leading factors."""
        count = len(self.symbols.names)
        leading = self.leading
        if not leading or any(self.terms[term] < 0 for term in leading):
            raise GrowthError("has the logarithm of what is not positive")
        if self.terms == {self.symbols.constant: 1}:
            return self.symbols.number(0)
        if any(term.rates for term in leading):
            raise GrowthError("has the logarithm of an exponential")
        factors = [place for term in leading for place in range(2 * count) if term.powers[place]]
        if any(place >= count for place in factors):
            raise GrowthError("has a logarithm of a logarithm")
        terms = {OrderTerm(unit(2 * count, count + place)): Fraction(1) for place in factors}
        return AsymptoticOrder(self.symbols, terms) if terms else self.symbols.number(1)

    @cached_property
    def leading(self) -> list[OrderTerm]:
        """The terms that no other one dominates, those of high powers first."""
        terms = list(self.terms)
        kept = [one for one in terms if not any(other != one and self._dominates(other, one) for other in terms)]
        return sorted(kept, reverse=True)

    @property
    def dominated(self) -> list[tuple[OrderTerm, OrderTerm]]:
        """The other terms, each after one that dominates it."""
        leading = self.leading
        others = [one for one in self.terms if one not in leading]
        pairs = [(next((each for each in leading if self._dominates(each, one)), None), one) for one in others]
        return [(large, small) for large, small in pairs if large is not None]

    def _dominates(self, one: OrderTerm, other: OrderTerm) -> bool:
        """Return whether one term makes another one superfluous."""
        place = self.symbols.names.index
        return one.dominates(other, [(place(small), place(large)) for small, large in self.symbols.at_most.items()])

    @property
    def code(self) -> tuple[tuple[int, ...], tuple[int | Fraction | float, ...]]:
        """The exponents of its leading terms, a row each: the powers, then each exponential's rate and exponent."""
        exponentials = max((len(term.rates) for term in self.leading), default=0)
        width = 2 * len(self.symbols.names)
        rows: list[int | Fraction | float] = []
        for powers, rates in self.leading:
            rows += powers
            for exponents, rate in rates:
                rows += [rate, *exponents]
            rows += [0] * ((width + 1) * (exponentials - len(rates)))
        entries = (int(each) if isinstance(each, Fraction) and each.denominator == 1 else each for each in rows)
        return (len(self.leading), width + (width + 1) * exponentials), tuple(entries)

    def language(self, aliases: Mapping[str, str]) -> Symbols:
        """Return the symbols, with these aliases too."""
        return self.symbols._replace(aliases={**self.symbols.aliases, **aliases})

    def __str__(self) -> str:
        return f"O({' + '.join(term.shown(self.symbols.names) for term in self.leading) or '0'})"
