"""Probability distributions: density, both tails, and quantile of the nine of `_DISTRIBUTIONS`.

Each tail is computed by itself, so that small probabilities keep their digits.  Logarithms of densities are computed
with many digits by mpmath; tails are continued fractions of the incomplete beta and gamma functions, which converge
for larger parameters than those of mpmath do.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import count
from typing import Any, Final, NamedTuple

import mpmath

_LARGEST: Final = 1e9
"""Largest parameter of a distribution; sums and continued fractions end in time up to here."""

_LARGEST_POPULATION: Final = 1e7
_LARGEST_VALUE: Final[int] = struct.unpack("q", struct.pack("d", 1e280))[0]
"""The bits of the largest value whose square is a float."""
_TINY: Final = 1e-300
_EPS: Final = 2.0**-53
_MOST_TERMS: Final = 400_000
_PRECISE: Final = mpmath.mp.clone()
_PRECISE.prec = 120


class NoDistribution(ValueError):  # noqa: N818 - its text continues a sentence: "needs a positive df"
    """Raised for parameters that a distribution cannot have, such as a negative variance."""


class _Distribution(NamedTuple):
    """A probability distribution as functions of a value and its parameters: density, both tails, support."""

    density: Callable[..., float]
    tails: Callable[..., tuple[float, float]]
    """P(X <= x) and P(X > x)."""
    check: Callable[..., str]
    """What is wrong with the parameters; empty if nothing is."""
    support: Callable[..., tuple[float, float]] = lambda *_: (0.0, math.inf)
    """The smallest and the largest value."""
    optional: tuple[float, ...] = ()
    """The parameters of which the last may be left out."""
    discrete: bool = False


def call_distribution(name: str, what: str, *values: float) -> float:
    """Return a density (`pdf`, `pmf`), a tail (`cdf`, `sf`) or a quantile of a named distribution.

    Raise NoDistribution for parameters that it cannot have, and OverflowError where a series does not end in time.

    >>> call_distribution("normal", "cdf", 1.96), call_distribution("binomial", "sf", 1, 10, 0.5)
    (0.9750021048517795, 0.9892578125)
    """
    family = _DISTRIBUTIONS[name]
    x, *given = values
    parameters = (*given, *family.optional[len(given) :])
    if not all(abs(each) <= _LARGEST for each in parameters):
        raise NoDistribution(f"needs parameters up to {_LARGEST:g}")
    if problem := family.check(*parameters):
        raise NoDistribution(f"needs {problem}")
    if what == "quantile":
        return _quantile(name, x, parameters)
    low, high = family.support(*parameters)
    if what in ("pdf", "pmf"):
        if family.discrete and x != math.floor(x):
            raise NoDistribution("needs a whole number k")
        return family.density(x, *parameters) if low <= x <= high else 0.0
    x = math.floor(x) if family.discrete and abs(x) < _LARGEST else x
    below, above = (0.0, 1.0) if x < low else (1.0, 0.0) if x >= high else family.tails(x, *parameters)
    return below if what == "cdf" else above


@lru_cache(1024)
def _quantile(name: str, p: float, parameters: tuple[float, ...]) -> float:
    """Return the value below which a share p lies; of a discrete distribution the smallest with P(X <= x) >= p."""
    family = _DISTRIBUTIONS[name]
    if not 0 <= p <= 1:
        raise NoDistribution("needs a probability from 0 to 1")
    low, high = family.support(*parameters)
    if p in (0, 1):
        edge = low if p == 0 else high
        if math.isinf(edge):
            raise NoDistribution("needs a probability between 0 and 1")
        return edge

    def excess(x: float) -> float:
        below, above = family.tails(x, *parameters)
        return below - p if p <= 1 / 2 or family.discrete else 1 - p - above

    if family.discrete:
        least = -p * 64 * _EPS  # at a step it is the value at the step, for all the rounding of a tail
        return _first(lambda k: excess(k) >= least, int(low) - 1, int(min(high, 1 << 99)))
    if math.isinf(low) and not excess(0.0):  # a little below it the share is the same as a float
        return 0.0
    bits = _first(lambda bits: excess(_float(bits)) >= 0, -_LARGEST_VALUE if math.isinf(low) else 0, _LARGEST_VALUE)
    return _float(bits)


def _first(holds: Callable[[int], bool], below: int, above: int) -> int:
    """Return the first whole number above `below` at which a condition holds, as it does from there to `above`."""
    while above - below > 1:  # `bisect` takes no numbers of more than 64 bits
        middle = (below + above) // 2
        below, above = (below, middle) if holds(middle) else (middle, above)
    return above


def _float(bits: int) -> float:
    """Return the float with these bits, which have its sign; neighbouring floats have neighbouring bits."""
    value: float = struct.unpack("d", struct.pack("q", abs(bits)))[0]
    return math.copysign(value, bits) if value > _TINY else 0.0


def _power_series(*factors: tuple[float, Any]) -> Any:
    return sum((times * _PRECISE.ln(base) if base else -_PRECISE.inf) for times, base in factors if times)


@lru_cache(4096)
def _ln_factorial(x: float) -> Any:
    return _PRECISE.loggamma(_PRECISE.mpf(x) + 1)


def _binomial(x: float, n: float, p: float, q: float | None = None) -> float:
    ways = _ln_factorial(n) - _ln_factorial(x) - _ln_factorial(_PRECISE.mpf(n) - x)
    rest = 1 - _PRECISE.mpf(p) if q is None else q
    powers = _power_series((x, p), (n - x, rest)) - n * _PRECISE.ln(_PRECISE.mpf(p) + rest)
    return float(_PRECISE.exp(ways + powers))


def _poisson(x: float, rate: float) -> float:
    return float(_PRECISE.exp(_power_series((x, rate)) - rate - _ln_factorial(x)))


def _fraction(terms: Callable[[int], tuple[float, float]], first: float) -> float:
    """Return the continued fraction 1/(first + a1/(b1 + a2/(b2 + ...))) of terms (a, b), by Lentz's method."""
    c, d = 1 / _TINY, 1 / (first or _TINY)
    value = d
    for n in range(1, _MOST_TERMS):
        numerator, denominator = terms(n)
        d = 1 / ((denominator + numerator * d) or _TINY)
        c = (denominator + numerator / c) or _TINY
        value *= c * d
        if abs(c * d - 1) < 2 * _EPS:
            return value
    raise OverflowError


def _beta_tails(x: float, y: float, a: float, b: float) -> tuple[float, float]:
    if x <= 0 or y <= 0:
        return (0.0, 1.0) if x <= 0 else (1.0, 0.0)
    if x > (a + 1) / (a + b + 2):
        return _beta_tails(y, x, b, a)[::-1]

    def term(n: int) -> tuple[float, float]:
        m = n // 2
        top = -(a + m) * (a + b + m) if n % 2 else m * (b - m)
        return top * x / ((a + n - 1) * (a + n)), 1.0

    below = _binomial(a, a + b, x, y) * b / (a + b) * _fraction(term, 1.0)
    return below, 1 - below


def _gamma_tails(x: float, a: float) -> tuple[float, float]:
    if x <= 0:
        return 0.0, 1.0
    front = _poisson(a, x)
    if x >= a + 1:
        above = front * a * _fraction(lambda n: (-n * (n - a), x + 1 - a + 2 * n), x + 1 - a)
        return 1 - above, above
    total = term = 1.0
    for n in count(1):
        term *= x / (a + n)
        total += term
        if term < total * _EPS:
            break
        if n > _MOST_TERMS:
            raise OverflowError
    return front * total, 1 - front * total


def _normal_tails(x: float, mean: float, sd: float) -> tuple[float, float]:
    z = (x - mean) / (sd * math.sqrt(2))
    return math.erfc(-z) / 2, math.erfc(z) / 2


def _t_tails(x: float, df: float) -> tuple[float, float]:
    inner, outer = x * x / (df + x * x), df / (df + x * x)
    small = _beta_tails(outer, inner, df / 2, 1 / 2)[0] / 2
    return (1 - small, small) if x > 0 else (small, 1 - small)


def _t_density(x: float, df: float) -> float:
    ratio = _PRECISE.loggamma((_PRECISE.mpf(df) + 1) / 2) - _PRECISE.loggamma(_PRECISE.mpf(df) / 2)
    power = (_PRECISE.mpf(df) + 1) / 2 * _PRECISE.log1p(_PRECISE.mpf(x) ** 2 / df)
    return float(_PRECISE.exp(ratio - power) / _PRECISE.sqrt(df * _PRECISE.pi))


def _f_tails(x: float, df1: float, df2: float) -> tuple[float, float]:
    whole = df1 * x + df2
    return _beta_tails(df1 * x / whole, df2 / whole, df1 / 2, df2 / 2)


def _f_density(x: float, df1: float, df2: float) -> float:
    if x == 0:
        return math.inf if df1 < 2 else float(df1 == 2)  # noqa: PLR2004 - where the density begins at 1
    whole, a, b = df1 * x + df2, df1 / 2, df2 / 2
    return _binomial(a, a + b, df1 * x / whole, df2 / whole) * a * b / (a + b) / x


def _chi2_density(x: float, df: float) -> float:
    if x == 0:
        return math.inf if df < 2 else (df == 2) / 2  # noqa: PLR2004 - where the density begins at 1/2
    return _poisson(df / 2, x / 2) * (df / 2) / x


def _geometric_tails(k: float, p: float) -> tuple[float, float]:
    power = k * math.log1p(-p) if p < 1 else -math.inf
    return -math.expm1(power), math.exp(power)


def _hypergeometric(k: float, population: float, successes: float, draws: float) -> float:
    p = draws / population
    inside, outside = _binomial(k, successes, p), _binomial(draws - k, population - successes, p)
    return inside * outside / _binomial(draws, population, p)


def _hypergeometric_tails(k: float, population: float, successes: float, draws: float) -> tuple[float, float]:
    low, high = _hypergeometric_support(population, successes, draws)
    is_low = k < draws * successes / population
    place = k if is_low else k + 1
    total = term = _hypergeometric(place, population, successes, draws) if low <= place <= high else 0.0
    while term > total * _EPS and low < place < high:
        up = (successes - place) * (draws - place), (place + 1) * (population - successes - draws + place + 1)
        down = place * (population - successes - draws + place), (successes - place + 1) * (draws - place + 1)
        top, bottom = down if is_low else up
        term *= top / bottom
        total += term
        place += -1 if is_low else 1
    return (total, 1 - total) if is_low else (1 - total, total)


def _hypergeometric_support(population: float, successes: float, draws: float) -> tuple[float, float]:
    return max(0.0, draws + successes - population), min(successes, draws)


def _is_whole(*values: float) -> bool:
    return all(value >= 0 and value == math.floor(value) for value in values)


def _needs_positive(name: str) -> Callable[..., str]:
    return lambda *values: "" if min(values) > 0 else f"a positive {name}"


def _needs_probability(p: float) -> str:
    return "" if 0 <= p <= 1 else "a probability p from 0 to 1"


_DISTRIBUTIONS: Final[Mapping[str, _Distribution]] = {
    "normal": _Distribution(
        lambda x, mean, sd: math.exp(-0.5 * ((x - mean) / sd) * ((x - mean) / sd)) / (sd * math.sqrt(2 * math.pi)),
        _normal_tails,
        lambda _, sd: "" if sd > 0 else "a positive standard deviation",
        lambda *_: (-math.inf, math.inf),
        (0.0, 1.0),
    ),
    "t": _Distribution(_t_density, _t_tails, _needs_positive("df"), lambda _: (-math.inf, math.inf)),
    "chi2": _Distribution(_chi2_density, lambda x, df: _gamma_tails(x / 2, df / 2), _needs_positive("df")),
    "f": _Distribution(_f_density, _f_tails, _needs_positive("df1 and df2")),
    "exponential": _Distribution(
        lambda x, rate: rate * math.exp(-rate * x),
        lambda x, rate: (-math.expm1(-rate * x), math.exp(-rate * x)),
        _needs_positive("rate"),
    ),
    "binomial": _Distribution(
        _binomial,
        lambda k, n, p: _beta_tails(1 - p, p, n - k, k + 1),
        lambda n, p: _needs_probability(p) if _is_whole(n) else "a whole number n",
        lambda n, _: (0.0, n),
        discrete=True,
    ),
    "poisson": _Distribution(
        _poisson,
        lambda k, rate: _gamma_tails(rate, k + 1)[::-1],
        lambda rate: "" if rate >= 0 else "a rate from 0 on",
        discrete=True,
    ),
    "geometric": _Distribution(
        lambda k, p: p * _geometric_tails(k - 1, p)[1] if k > 1 else p,
        _geometric_tails,
        lambda p: _needs_probability(p) if p else "a probability p above 0",
        lambda _: (1.0, math.inf),
        discrete=True,
    ),
    "hypergeometric": _Distribution(
        _hypergeometric,
        _hypergeometric_tails,
        lambda n, k, m: (
            ""
            if _is_whole(n, k, m) and max(k, m) <= n and 0 < n <= _LARGEST_POPULATION
            else "whole numbers of successes and draws up to the population, and that up to 1e7"
        ),
        _hypergeometric_support,
        discrete=True,
    ),
}
