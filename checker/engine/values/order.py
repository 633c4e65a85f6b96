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
from typing import Final, NamedTuple

from checker.engine.values import EncodedValue

_MAX_TERMS: Final = 60
_MAX_POWER: Final = 400
_MAX_FACTORS: Final = 4
"""Maximum power of a sum that is multiplied out."""

_MAX_BITS: Final = 4096
"""Maximum size of a constant factor."""

_MAX_EXPONENTIALS: Final = 8
"""Maximum number of exponentials in one term."""

_Rational = int | Fraction
"""An exponent or a factor; whole ones are ints, with which Python is fast."""

_Powers = tuple[_Rational, ...]
"""The power of each symbol, then the power of each symbol's logarithm."""

_Exponential = tuple[str, frozenset[int]]
"""How an exponential is written, `2^n`, and the places of the symbols with which it grows.  No right answer has one."""

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
    """One product, such as n²·d: the powers of its symbols and of their logarithms, and its exponentials.

    Its constant factor is kept elsewhere.
    """

    powers: _Powers
    exponentials: tuple[_Exponential, ...] = ()

    def times(self, other: _OrderTerm, power: _Rational = 1) -> _OrderTerm:
        """Return this term multiplied by a power of another one."""
        powers = tuple([_as_int(mine + power * theirs) for mine, theirs in zip(self.powers, other.powers, strict=True)])
        repeated: tuple[_Exponential, ...] = ()
        if other.exponentials and power:
            _require(power > 0, "has an exponential that does not grow")
            _require(power.denominator == 1, "has the root of an exponential")
            _require(power <= _MAX_EXPONENTIALS, "has too many exponentials")
            repeated = other.exponentials * int(power)
        exponentials = (*self.exponentials, *repeated)
        _require(len(exponentials) <= _MAX_EXPONENTIALS, "has too many exponentials")
        return _OrderTerm(powers, tuple(sorted(exponentials, key=lambda each: each[0])))

    def dominates(self, other: _OrderTerm, at_most: Iterable[tuple[int, int]]) -> bool:
        """Return whether this term certainly grows at least as fast as the other, however the symbols grow.

        `at_most` has pairs of places: the symbol at the first never exceeds the symbol at the second.
        """
        powers = [mine - theirs for mine, theirs in zip(self.powers, other.powers, strict=True)]
        count = len(powers) // 2
        if self.exponentials != other.exponentials:  # one outgrows every power of the symbols in its exponent
            grown = {place for _, places in self.exponentials for place in places}
            return not other.exponentials and all(
                power >= 0 or place % count in grown for place, power in enumerate(powers)
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
        top = "·".join([shown for shown, _ in self.exponentials] + above) or "1"
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
        _require(not any(term.exponentials for term in self.terms), "subtracts an exponential")
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
        constant, count, names = self.symbols.constant, len(self.symbols.names), self.symbols.shown
        _require(len(self.terms) == 1, "has a power of a sum")
        ((base, number),) = self.terms.items()
        _require(number > 0, "has a power of a base that is not positive")
        _require(not any(base.powers[count:]), "has a power of a logarithm")
        growing = {term: factor for term, factor in exponent.terms.items() if term != constant}
        if self.terms == {constant: 1} or not growing:
            return self ** exponent.terms.get(constant, 0)
        for term, factor in growing.items():
            is_product = not term.exponentials and not any(term.powers[count:]) and min(term.powers) >= 0
            _require(is_product, "has an exponent that is no sum of products of powers")
            _require(-_MAX_POWER <= factor <= _MAX_POWER, f"has an exponent beyond ±{_MAX_POWER}")
        rate = math.log(number.numerator) - math.log(number.denominator)
        most = 700  # e^700 still fits a double
        _require(rate <= most, "contains a number that is too large")
        does_grow = min(growing.values()) > 0 and min(base.powers) >= 0 and (rate > 0 or base != constant)
        _require(does_grow, "has an exponential that does not grow")
        written = _sum_shown(names, {base: number}), _sum_shown(names, growing)
        places = frozenset(place for term in growing for place, each in enumerate(term.powers) if each)
        places = places.union(*[grown for _, grown in base.exponentials])
        found = AsymptoticOrder(self.symbols, {_OrderTerm(constant.powers, (("^".join(written), places),)): 1})
        return found * self ** exponent.terms.get(constant, 0)

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
        _require(not any(term.exponentials for term in self.leading), "has the logarithm of an exponential")
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
    def code(self) -> tuple[tuple[int, ...], tuple[_Rational, ...]]:
        """Return (shape, numbers): a row for each leading term, filled up with 0.

        A row has the powers of the term, then a number for each exponential, as it is written.
        """
        rows: list[list[_Rational]] = []
        for powers, exponentials in self.leading:
            rows.append([*powers, *(int.from_bytes(shown.encode()) for shown, _ in exponentials)])
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


def _sum_shown(names: Sequence[str], terms: Mapping[_OrderTerm, _Rational]) -> str:
    """Return a base or an exponent: `2`, `n`, `(2·n + d)`."""
    shown = [term.shown(names) for term in terms]
    parts = [
        each if factor == 1 else str(factor) if each == "1" else f"{factor}·{each}"
        for each, factor in zip(shown, terms.values(), strict=True)
    ]
    text = " + ".join(parts)
    return text if text in names or text.isdecimal() else f"({text})"


def _superscript(power: _Rational) -> str:
    return "" if power == 1 else str(power).translate(_SUPERSCRIPTS)


def _bits(number: _Rational) -> int:
    return number.numerator.bit_length() + number.denominator.bit_length()


def _as_int(number: _Rational) -> _Rational:
    return number.numerator if number.denominator == 1 else number
