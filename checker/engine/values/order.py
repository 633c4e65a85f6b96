"""Orders of growth: sums of products of powers, logarithms and exponentials, such as n²·d + n·log(n).

A product is a vector of exponents, so comparing two products is exact and finds the factor that differs.  Arithmetic
with an `AsymptoticOrder` raises GrowthError for anything else, such as `log(log(n))`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import product
from operator import add, ge
from typing import Final, NamedTuple

from checker.engine.values import EncodedValue

_MAX_TERMS: Final = 60
_MAX_POWER: Final = 400
_MAX_FACTORS: Final = 4
"""Maximum power of a sum that is multiplied out."""

_MAX_BITS: Final = 4096
"""Maximum size of a constant factor."""

_MAX_RATES: Final = 8
"""Maximum number of exponentials in one term."""

_MAX_RATE: Final = 700.0
"""Maximum logarithm of a base: e^700 still fits a double."""

_Rational = int | Fraction
"""An exponent or a factor; whole ones are ints, with which Python is fast."""

_Powers = tuple[_Rational, ...]
"""The power of each symbol, then the power of each symbol's logarithm."""

_Rates = tuple[tuple[_Powers, float], ...]
"""An exponent of e, as products with their factors: 2^n is ((n, ln 2),), and k^n is ((n·log(k), 1),)."""

_NO_LETTERS: Final[Mapping[str, str]] = {}
_SUPERSCRIPTS: Final = str.maketrans("0123456789/-", "⁰¹²³⁴⁵⁶⁷⁸⁹ᐟ⁻")


class GrowthError(ValueError):
    """Raised for something that is no sum of products of powers, logarithms and exponentials."""


class Symbols(NamedTuple):
    """The letters of an order of growth, such as n and d, in the order in which they are written."""

    names: tuple[str, ...]
    meanings: Mapping[str, str]
    at_most: Mapping[str, str]
    """Symbols that never exceed another one: a kernel is no longer than its sequence."""
    aliases: Mapping[str, str]
    """Other names that a student may write for them."""
    letters: Mapping[str, str] = _NO_LETTERS
    """The names that a problem gives them, {name: letter}."""

    @property
    def shown(self) -> tuple[str, ...]:
        """Return the symbols as the question writes them."""
        return tuple(self.letters.get(name, name) for name in self.names)

    def symbol(self, name: str) -> AsymptoticOrder:
        """Return the symbol of this name as an order of growth."""
        return AsymptoticOrder(self, {_OrderTerm(_unit(self, self.names.index(name))): 1})

    def number(self, value: _Rational) -> AsymptoticOrder:
        """Return a constant as an order of growth, which is O(1)."""
        return AsymptoticOrder(self, {self.constant: _as_int(value)})

    @property
    def constant(self) -> _OrderTerm:
        """Return the term in which no symbol occurs, O(1)."""
        return _OrderTerm((0,) * (2 * len(self.names)))


class _OrderTerm(NamedTuple):
    """One product, such as n²·d: the powers of its symbols and of their logarithms, and the rates of exponentials.

    Its constant factor is kept elsewhere.
    """

    powers: _Powers
    rates: _Rates = ()

    def times(self, other: _OrderTerm, power: _Rational = 1) -> _OrderTerm:
        """Return this term multiplied by a power of another one."""
        powers = tuple([_as_int(mine + power * theirs) for mine, theirs in zip(self.powers, other.powers, strict=True)])
        rates = [(exponents, rate * float(power)) for exponents, rate in other.rates if power]
        return _OrderTerm(powers, _collect([*self.rates, *rates]))

    def dominates(self, other: _OrderTerm, at_most: Iterable[tuple[int, int]]) -> bool:
        """Return whether this term certainly grows at least as fast as the other, however the symbols grow.

        `at_most` has pairs of places: the symbol at the first never exceeds the symbol at the second.
        """
        powers = [mine - theirs for mine, theirs in zip(self.powers, other.powers, strict=True)]
        count = len(powers) // 2
        if self.rates != other.rates:
            rising, falling = _gained(self.rates, other.rates), _gained(other.rates, self.rates)
            grown = {place % count for exponents in rising for place, power in enumerate(exponents) if power > 0}
            return all(any(fast != slow and all(map(ge, fast, slow)) for fast in rising) for slow in falling) and all(
                # an exponential outgrows every power of the symbols in its exponent
                power >= 0 or place % count in grown
                for place, power in enumerate(powers)
            )
        for low, high in at_most:  # small^-1 is at least large^-1, and so are their logarithms
            for small, large in ((low, high), (low + count, high + count)):
                if powers[small] < 0 and powers[low] <= 0:
                    powers[large] += powers[small]
                    powers[small] = 0
        return all(pair >= (0, 0) for pair in zip(powers[:count], powers[count:], strict=True))

    def shown(self, names: Sequence[str]) -> str:
        """Return the term as people write it: n²·d, n/r, log_k(n), 2^n·d."""
        factors: dict[str, _Rational] = {}
        for name, power, log in zip(names, self.powers, self.powers[len(names) :], strict=False):
            factors |= {name: power, f"log({name})": log}
        tops, bases = ([name for name in names if factors[f"log({name})"] == power] for power in (1, -1))
        if tops and len(bases) == 1:
            (top, *_), (base,) = tops, bases
            del factors[f"log({top})"], factors[f"log({base})"]
            factors = {f"log_{base}({top})": 1, **factors}
        above = [name + _superscript(power) for name, power in factors.items() if power > 0]
        below = [name + _superscript(-power) for name, power in factors.items() if power < 0]
        above.sort(key=lambda factor: factor.startswith("log"))
        top = "·".join([_exponential(names, *rate) for rate in self.rates] + above) or "1"
        return top if not below else f"{top}/{below[0]}" if len(below) == 1 else f"{top}/({'·'.join(below)})"


class AsymptoticOrder(EncodedValue):
    """An order of growth: a sum of products with their coefficients, such as n²·d + n·log(n).  It does not change."""

    kind = "complexity"

    def __init__(self, symbols: Symbols, terms: Mapping[_OrderTerm, _Rational]) -> None:
        self.symbols = symbols
        self.terms = {term: factor for term, factor in terms.items() if factor}
        _require(len(self.terms) <= _MAX_TERMS, "has too many terms")
        _require(all(_bits(each) <= _MAX_BITS for each in self.terms.values()), "contains a number that is too large")

    def __add__(self, other: AsymptoticOrder) -> AsymptoticOrder:
        if not isinstance(other, AsymptoticOrder):
            return NotImplemented
        both = self.terms | other.terms
        return AsymptoticOrder(
            self.symbols, {each: self.terms.get(each, 0) + other.terms.get(each, 0) for each in both}
        )

    def __neg__(self) -> AsymptoticOrder:
        # rates are rounded: nearly equal exponentials would cancel
        _require(not any(term.rates for term in self.terms), "subtracts an exponential")
        return AsymptoticOrder(self.symbols, {term: -factor for term, factor in self.terms.items()})

    def __mul__(self, other: AsymptoticOrder) -> AsymptoticOrder:
        if not isinstance(other, AsymptoticOrder):
            return NotImplemented
        terms: dict[_OrderTerm, _Rational] = {}
        for (one, factor), (another, more) in product(self.terms.items(), other.terms.items()):
            term = one.times(another)
            terms[term] = terms.get(term, 0) + factor * more
        return AsymptoticOrder(self.symbols, terms)

    def __truediv__(self, other: AsymptoticOrder) -> AsymptoticOrder:
        return self * other**-1

    def __pow__(self, power: _Rational) -> AsymptoticOrder:
        power = _as_int(power)
        _require(-_MAX_POWER <= power <= _MAX_POWER, f"has an exponent beyond ±{_MAX_POWER}")
        if len(self.terms) == 1:
            return self._raised(power)
        if power < 0:
            _require(len(self.leading) == 1, "divides by a sum" if self.leading else "divides by zero")
            return AsymptoticOrder(self.symbols, {self.leading[0]: 1}) ** power
        _require(power.denominator == 1 and power <= _MAX_FACTORS, "has a power of a sum")
        return math.prod([self] * int(power), start=self.symbols.number(1))

    def _raised(self, power: _Rational) -> AsymptoticOrder:
        ((term, factor),) = self.terms.items()
        if power.denominator != 1:
            _require(factor > 0, "has the root of a negative number")
            factor = 1  # every constant is alike
        _require((_bits(factor) - 2) * max(power, -power) <= _MAX_BITS, "contains a number that is too large")
        constant = self.symbols.constant
        return AsymptoticOrder(self.symbols, {constant.times(term, power): _as_int(Fraction(factor) ** int(power))})

    def to_the(self, exponent: AsymptoticOrder) -> AsymptoticOrder:
        """Return this order to a power that grows itself, such as 2^n.  Raise GrowthError where that is no term."""
        constant, count = self.symbols.constant, len(self.symbols.names)
        _require(len(self.terms) == 1, "has a power of a sum")
        logarithm = self._natural_logarithm()
        rates = []
        for term, factor in exponent.terms.items():
            if term != constant:
                is_product = not term.rates and not any(term.powers[count:]) and min(term.powers) >= 0
                _require(is_product, "has an exponent that is no sum of products of powers")
                _require(-_MAX_POWER <= factor <= _MAX_POWER, f"has an exponent beyond ±{_MAX_POWER}")
                rates += [
                    (tuple(map(_as_int, map(add, term.powers, powers))), float(factor) * rate)
                    for powers, rate in logarithm
                ]
        growing = AsymptoticOrder(self.symbols, {_OrderTerm(constant.powers, _collect(rates)): 1})
        return growing * self ** exponent.terms.get(constant, 0)

    def _natural_logarithm(self) -> _Rates:
        """Return the natural logarithm of the only term, as a sum.

        Raise GrowthError if its factor is not positive, or if it contains a logarithm.
        """
        ((term, factor),) = self.terms.items()
        count = len(self.symbols.names)
        _require(factor > 0, "has a power of a base that is not positive")
        _require(not any(term.powers[count:]), "has a power of a logarithm")
        parts = [(_unit(self.symbols, count + i), float(power)) for i, power in enumerate(term.powers) if power]
        if factor != 1:
            parts.append((self.symbols.constant.powers, math.log(factor.numerator) - math.log(factor.denominator)))
        return (*parts, *term.rates)

    @property
    def log(self) -> AsymptoticOrder:
        """Return the order of the logarithm: n³·d gives log n + log d.

        Raise GrowthError for an exponential, and for a logarithm inside.
        """
        count = len(self.symbols.names)
        is_positive = self.leading and all(self.terms[term] > 0 for term in self.leading)
        _require(is_positive, "has the logarithm of a term that is not positive")
        if self.terms == {self.symbols.constant: 1}:
            return AsymptoticOrder(self.symbols, {})
        _require(not any(term.rates for term in self.leading), "has the logarithm of an exponential")
        places = [place for term in self.leading for place, power in enumerate(term.powers) if power]
        _require(max(places, default=0) < count, "has a logarithm of a logarithm")
        terms = [_OrderTerm(_unit(self.symbols, count + place)) for place in places]
        return AsymptoticOrder(self.symbols, dict.fromkeys(terms or [self.symbols.constant], 1))

    @cached_property
    def leading(self) -> list[_OrderTerm]:
        """Return the terms that no other term dominates, those with high powers first: only n² for n² + n."""
        kept = [
            one for one in self.terms if not any(other != one and self._dominates(other, one) for other in self.terms)
        ]
        return sorted(kept, reverse=True)

    @property
    def dominated(self) -> list[tuple[_OrderTerm, _OrderTerm]]:
        """Return the terms that may be dropped, each as a pair with the leading term that dominates it before it."""
        others = [term for term in self.terms if term not in self.leading]
        return [(large, small) for small in others for large in self.leading if self._dominates(large, small)]

    def _dominates(self, one: _OrderTerm, other: _OrderTerm) -> bool:
        """Return whether a term dominates another one, given which symbols never exceed others."""
        place = self.symbols.names.index
        return one.dominates(other, [(place(small), place(large)) for small, large in self.symbols.at_most.items()])

    @property
    def code(self) -> tuple[tuple[int, ...], tuple[int | Fraction | float, ...]]:
        """Return (shape, numbers): a row for each leading term, filled up with 0.

        A row has the powers of the term, then the rate and the powers of each exponential.
        """
        rows: list[list[_Rational | float]] = []
        for powers, rates in self.leading:
            rows.append([*powers])
            for exponents, rate in rates:
                rows[-1] += [rate, *exponents]
        width = max(map(len, rows), default=2 * len(self.symbols.names))
        entries = [each for row in rows for each in row + [0] * (width - len(row))]
        return (len(rows), width), tuple(entries)

    def language(self, aliases: Mapping[str, str]) -> Symbols:
        """Return the symbols that an answer may use, with these aliases.

        A symbol with an alias is shown as the first.
        """
        letters = {meant: alias for alias, meant in reversed([*aliases.items()])}
        return self.symbols._replace(aliases={**self.symbols.aliases, **aliases}, letters=letters)

    def spelled(self, aliases: Mapping[str, str]) -> AsymptoticOrder:
        """Return the order with the symbols that a problem declares, {symbol: meaning}, for showing it."""
        return AsymptoticOrder(self.language(aliases), self.terms)

    def in_words(self, text: str) -> str:
        """Return a sentence of the solver with the problem's letters: `A factor D is missing`."""
        letters = self.symbols.letters
        names = "|".join(map(re.escape, letters))
        return (
            re.sub(rf"(?<![\w'’])({names})(?![A-Za-z0-9_'’])", lambda name: letters[name[1]], text) if names else text
        )

    def __str__(self) -> str:
        return f"O({' + '.join(term.shown(self.symbols.shown) for term in self.leading) or '0'})"


def _require(condition: object, fault: str) -> None:
    if not condition:
        raise GrowthError(fault)


def _unit(symbols: Symbols, place: int) -> _Powers:
    return tuple([int(i == place) for i in range(2 * len(symbols.names))])


def _collect(parts: Iterable[tuple[_Powers, float]]) -> _Rates:
    """Return the sum of rates.  Raise GrowthError for what falls or is too large.

    Nothing may fall, so rates that are only nearly equal never cancel.
    """
    rates: dict[_Powers, float] = {}
    for powers, rate in parts:
        _require(rate > 0, "has an exponential that does not grow")
        rates[powers] = float(f"{rates.get(powers, 0.0) + rate:.12g}")  # rounded, so that 2^(2n) is 4^n
    _require(max(rates.values(), default=0.0) <= _MAX_RATE, "contains a number that is too large")
    _require(len(rates) <= _MAX_RATES, "has too many terms in an exponent")
    return tuple(sorted(rates.items()))


def _gained(rates: _Rates, others: _Rates) -> list[_Powers]:
    known = dict(others)
    return [powers for powers, rate in rates if rate > known.get(powers, 0)]


def _exponential(names: Sequence[str], powers: _Powers, rate: float) -> str:
    """Return one exponential: k^n where the exponent holds log(k), else 2^n."""
    count = len(names)
    base = next((name for name, log in zip(names, powers[count:], strict=True) if log), "")
    exponent = _OrderTerm((*powers[:count], *[0] * count)).shown(names)
    if base and rate != 1:
        exponent = f"{rate:.9g}·{exponent}"
    return f"{base or f'{math.exp(rate):.9g}'}^" + (exponent if exponent in names else f"({exponent})")


def _superscript(power: _Rational) -> str:
    return "" if power == 1 else str(power).translate(_SUPERSCRIPTS)


def _bits(number: _Rational) -> int:
    return number.numerator.bit_length() + number.denominator.bit_length()


def _as_int(number: _Rational) -> _Rational:
    return number.numerator if number.denominator == 1 else number
