"""One term of an order of growth: a product of powers, logarithms and exponentials, such as n²·log(n)·2^d.

A term is a vector of exponents, so comparing is exact and fast and names the factor that is wrong.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

MOST_RATES: Final = 8
"""The exponentials of one term."""

HIGHEST_RATE: Final = 700.0
"""The largest logarithm of a base: e^700 still fits a double."""

Exponents = tuple[Fraction, ...]
"""The power of each symbol, then the power of the logarithm of each symbol."""

Rates = tuple[tuple[Exponents, float], ...]
"""The exponent of e as a sum of products, each with its factor: 2^n is ((n, ln 2),), k^n is ((n·log(k), 1),)."""

_RAISED: Final = str.maketrans("0123456789/-", "⁰¹²³⁴⁵⁶⁷⁸⁹ᐟ⁻")


class GrowthError(ValueError):
    """Raised for what is no order of growth of this kind."""


class OrderTerm(NamedTuple):
    """A product without its constant factor.  Immutable."""

    powers: Exponents
    rates: Rates = ()

    def times(self, other: OrderTerm) -> OrderTerm:
        """Return the product of two terms."""
        rates = collected([*self.rates, *other.rates]) if self.rates or other.rates else ()
        return OrderTerm(added(self.powers, other.powers), rates)

    def raised(self, power: Fraction) -> OrderTerm:
        """Return this term to a constant power."""
        rates = collected((exponents, rate * float(power)) for exponents, rate in self.rates if power)
        return OrderTerm(tuple(each * power for each in self.powers), rates)

    def dominates(self, other: OrderTerm, at_most: Sequence[tuple[int, int]]) -> bool:
        """Return whether the quotient surely stays above a constant, however the symbols grow.

        `at_most` are the places of symbols that never exceed another one, with the place of that one.
        """
        powers = [a - b for a, b in zip(self.powers, other.powers, strict=True)]
        count = len(powers) // 2
        if self.rates != other.rates:
            rising = _rising(dict(self.rates), dict(other.rates))
            # an exponential outgrows every power of the symbols in its exponent
            powers = [Fraction(0) if _is_in(rising, i % count, count) else power for i, power in enumerate(powers)]
            return bool(rising) and all(power >= 0 for power in powers)
        for low, high in at_most:
            if powers[low] < 0:  # small^-1 is at least large^-1
                powers[high] += powers[low]
                powers[low] = Fraction(0)
            if powers[low] == 0 and powers[low + count] < 0:  # the same holds for their logarithms
                powers[high + count] += powers[low + count]
                powers[low + count] = Fraction(0)
        return all(p > 0 or (p == 0 and log >= 0) for p, log in zip(powers, powers[count:], strict=False))

    def shown(self, names: Sequence[str]) -> str:
        """Return the term as people write it: n²·d, n/r, log_k(n), 2^n·d."""
        powers = dict(zip(names, self.powers, strict=False))
        logs = dict(zip(names, self.powers[len(names) :], strict=True))
        above, below = [_exponential(names, *rate) for rate in self.rates], []
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


def unit(length: int, place: int) -> Exponents:
    """Return exponents that are 1 at one place and 0 elsewhere."""
    return tuple(Fraction(int(i == place)) for i in range(length))


def added(one: Exponents, other: Exponents) -> Exponents:
    """Return the exponents of a product."""
    return tuple(a + b for a, b in zip(one, other, strict=True))


def collected(parts: Iterable[tuple[Exponents, float]]) -> Rates:
    """Return a sum of rates with equal exponents put together.  Raise GrowthError for what falls or is too large.

    Nothing may fall, so rates that are only nearly equal never cancel.
    """
    rates: dict[Exponents, float] = {}
    for exponents, rate in parts:
        if rate <= 0:
            raise GrowthError("has an exponential that does not grow")
        rates[exponents] = float(f"{rates.get(exponents, 0.0) + rate:.12g}")  # rounded, so that 2^(2n) is 4^n
        if rates[exponents] > HIGHEST_RATE:
            raise GrowthError("has a number in it that is too large")
    if len(rates) > MOST_RATES:
        raise GrowthError("has too many terms in an exponent")
    return tuple(sorted(rates.items()))


def _rising(one: Mapping[Exponents, float], other: Mapping[Exponents, float]) -> list[Exponents]:
    """Return the rising parts of the difference of two exponents; none where it may fall."""
    rising = [exponents for exponents, rate in one.items() if rate > other.get(exponents, 0)]
    falling = [exponents for exponents, rate in other.items() if rate > one.get(exponents, 0)]
    return rising if all(any(_outgrows(each, slow) for each in rising) for slow in falling) else []


def _outgrows(one: Exponents, other: Exponents) -> bool:
    return one != other and all(a >= b for a, b in zip(one, other, strict=True))


def _is_in(rising: Sequence[Exponents], place: int, count: int) -> bool:
    return any(exponents[place] > 0 or exponents[place + count] > 0 for exponents in rising)


def _exponential(names: Sequence[str], exponents: Exponents, rate: float) -> str:
    """Return one exponential: k^n where the exponent holds log(k), else 2^n."""
    base = next((name for name, log in zip(names, exponents[len(names) :], strict=True) if log), "")
    factor = rate if base else 1
    base = base or f"{math.exp(rate):.9g}"
    powers = [name + _raised(power) for name, power in zip(names, exponents, strict=False) if power]
    exponent = "·".join(powers if factor == 1 else [f"{factor:.9g}", *powers])
    return f"{base}^{exponent}" if exponent in names else f"{base}^({exponent})"


def _raised(power: Fraction) -> str:
    return "" if power == 1 else str(power).translate(_RAISED)
