"""Probability distributions in floats, without any further package: density, both tails, and quantile.

`call_distribution` computes them for the nine of `DISTRIBUTIONS`: normal, t, chi2, f, exponential, binomial and so on.
Each tail is computed by itself, so small probabilities keep their digits.  Densities follow Loader's saddle-point
expansion (2000); tails are continued fractions and series of the incomplete beta and gamma functions.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import count
from typing import Final, NamedTuple

LARGEST: Final = 1e9
"""Largest parameter of a distribution; sums and continued fractions end in time up to here."""

_LARGEST_POPULATION: Final = 1e7
_LARGEST_VALUE: Final = 1e280
_TINY: Final = 1e-300
_EPS: Final = 2.0**-53
_MOST_TERMS: Final = 400_000
_ROUNDING: Final = 64 * _EPS
"""Relative error of a tail: a quantile at a step of a discrete distribution is the value at the step."""
_STIRLING: Final = (1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360, 1 / 156)
_SMALL: Final = 15


class NoDistribution(ValueError):  # noqa: N818 - its text continues a sentence: "needs a positive df"
    """Raised for parameters that a distribution cannot have, such as a negative variance."""


class Distribution(NamedTuple):
    """A probability distribution as functions of a value and its parameters: density, both tails, support."""

    density: Callable[..., float]
    tails: Callable[..., tuple[float, float]]
    """P(X <= x) and P(X > x)."""
    parameters: str
    """The names of the parameters, for messages."""
    check: Callable[..., str]
    """What is wrong with the parameters; empty if nothing is."""
    support: Callable[..., tuple[float, float]]
    """The smallest and the largest value."""
    optional: tuple[float, ...] = ()
    """Values of the last parameters if they are not given."""
    discrete: bool = False


def call_distribution(name: str, what: str, *values: float) -> float:
    """Return a density (`pdf`, `pmf`), a tail (`cdf`, `sf`) or a quantile of a named distribution.

    Raise NoDistribution for parameters that it cannot have, and OverflowError where a series does not end in time.

    >>> call_distribution("normal", "cdf", 1.96), call_distribution("binomial", "sf", 1, 10, 0.5)
    (0.9750021048517795, 0.9892578125)
    """
    family = DISTRIBUTIONS[name]
    x, *given = values
    missing = family.parameters.count(",") + 1 - len(given)
    parameters = (*given, *(family.optional[len(family.optional) - missing :] if missing else ()))
    if not all(abs(each) <= LARGEST for each in parameters):
        raise NoDistribution(f"needs parameters up to {LARGEST:g}")
    if problem := family.check(*parameters):
        raise NoDistribution(f"needs {problem}")
    if what == "quantile":
        return _quantile(name, x, parameters)
    low, high = family.support(*parameters)
    if what in ("pdf", "pmf"):
        if family.discrete and x != math.floor(x):
            raise NoDistribution("needs a whole number k")
        return family.density(x, *parameters) if low <= x <= high else 0.0
    x = math.floor(x) if family.discrete and abs(x) < LARGEST else x
    below, above = (0.0, 1.0) if x < low else (1.0, 0.0) if x >= high else family.tails(x, *parameters)
    return below if what == "cdf" else above


@lru_cache(1024)
def _quantile(name: str, p: float, parameters: tuple[float, ...]) -> float:
    """Return the value below which a share p lies; of a discrete distribution the smallest with P(X <= x) >= p."""
    family = DISTRIBUTIONS[name]
    if not 0 <= p <= 1:
        raise NoDistribution("needs a probability from 0 to 1")
    low, high = family.support(*parameters)
    if p in (0, 1):
        edge = low if p == 0 else high
        if math.isinf(edge):
            raise NoDistribution("needs a probability between 0 and 1")
        return edge
    if name == "normal":
        from statistics import NormalDist

        return parameters[0] + parameters[1] * NormalDist().inv_cdf(p)

    def is_below(x: float) -> bool:
        below, above = family.tails(x, *parameters)
        if family.discrete:
            return below < p * (1 - _ROUNDING)
        return below < p if p <= 1 / 2 else above > 1 - p

    return _first_whole_not_below(is_below, low, high) if family.discrete else _crossing(is_below, low, high)


def _first_whole_not_below(is_below: Callable[[float], bool], low: float, high: float) -> float:
    """Return the smallest whole number from `low` to `high` at which `is_below` is False."""
    below, above = int(low) - 1, int(low) + 1
    while above < high and is_below(above):
        below, above = above, int(low) + 2 * (above - int(low)) + 1
    above = int(min(above, high))
    while above - below > 1:  # `bisect` takes no numbers of more than 64 bits
        middle = (below + above) // 2
        if is_below(middle):
            below = middle
        else:
            above = middle
    return above


def _crossing(is_below: Callable[[float], bool], low: float, high: float) -> float:
    """Return the number from `low` to `high` at which `is_below` turns False."""
    if math.isinf(low) and not is_below(0.0):
        return -_crossing(lambda x: not is_below(-x), 0.0, math.inf)
    below, above = 0.0, 1.0
    while is_below(above) and above < _LARGEST_VALUE:
        below, above = above, 8 * above
    if not below:
        while not is_below(below := above / 8) and below > _TINY:
            above = below
    for _ in range(2000):
        middle = math.sqrt(below * above) if 0 < 4 * below < above else (below + above) / 2
        if not below < middle < above:
            break
        if is_below(middle):
            below = middle
        else:
            above = middle
    return min(above, high)


def _stirling_error(n: float) -> float:
    """Return ln n! without its Stirling approximation."""
    if n <= _SMALL:
        return math.lgamma(n + 1) - (n + 0.5) * math.log(n) + n - math.log(2 * math.pi) / 2
    total = 0.0
    for coefficient in reversed(_STIRLING):
        total = coefficient + total / n**2
    return total / n


def _deviance(x: float, mean: float) -> float:
    """Return x ln(x/mean) + mean - x, also where x is near the mean."""
    if abs(x - mean) < 0.1 * (x + mean):
        ratio = (x - mean) / (x + mean)
        total, term = (x - mean) * ratio, 2 * x * ratio
        for odd in range(3, 2000, 2):
            term *= ratio * ratio
            following = total + term / odd
            if following == total:
                break
            total = following
        return total
    return x * math.log(x / mean) + mean - x


def _binomial(x: float, n: float, p: float, q: float) -> float:
    """Return the binomial probability, also of numbers that are not whole; q is 1 - p."""
    if p == 0 or q == 0:
        return float(x == (0 if p == 0 else n))
    if x == 0:
        return math.exp(n * (math.log1p(-p) if p < q else math.log(q)))
    if x == n:
        return math.exp(n * (math.log1p(-q) if q < p else math.log(p)))
    errors = _stirling_error(n) - _stirling_error(x) - _stirling_error(n - x)
    exponent = errors - _deviance(x, n * p) - _deviance(n - x, n * q)
    return math.exp(exponent) * math.sqrt(n / (2 * math.pi * x * (n - x)))


def _poisson(x: float, rate: float) -> float:
    """Return the Poisson probability, also of numbers that are not whole."""
    if rate == 0:
        return float(x == 0)
    if x < 1:
        return math.exp(x * math.log(rate) - rate - math.lgamma(x + 1))
    return math.exp(-_stirling_error(x) - _deviance(x, rate)) / math.sqrt(2 * math.pi * x)


def _beta_tails(x: float, y: float, a: float, b: float) -> tuple[float, float]:
    """Return the regularized incomplete beta function at x, and 1 minus its value; y is 1 - x."""
    if x <= 0 or y <= 0:
        return (0.0, 1.0) if x <= 0 else (1.0, 0.0)
    if x > (a + 1) / (a + b + 2):
        above, below = _beta_tails(y, x, b, a)
        return below, above
    front = _binomial(a, a + b, x, y) * b / (a + b)
    below = front * _beta_fraction(x, a, b) if front else 0.0
    return below, 1 - below


def _beta_fraction(x: float, a: float, b: float) -> float:
    """Return the continued fraction of the incomplete beta function, by Lentz's method."""
    c, d = 1.0, 1 / ((1 - (a + b) * x / (a + 1)) or _TINY)
    value = d
    for m in range(1, _MOST_TERMS):
        for numerator in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / ((1 + numerator * d) or _TINY)
            c = (1 + numerator / c) or _TINY
            value *= c * d
        if abs(c * d - 1) < 2 * _EPS:
            return value
    raise OverflowError


def _gamma_tails(x: float, a: float) -> tuple[float, float]:
    """Return the regularized incomplete gamma function at x, and 1 minus its value."""
    if x <= 0:
        return 0.0, 1.0
    front = _poisson(a, x)
    if x < a + 1:
        total = term = 1.0
        for n in count(1):
            term *= x / (a + n)
            total += term
            if term < total * _EPS:
                break
            if n > _MOST_TERMS:
                raise OverflowError
        return front * total, 1 - front * total
    b = x + 1 - a
    c, d = 1 / _TINY, 1 / b
    value = d
    for n in range(1, _MOST_TERMS):
        b += 2
        numerator = -n * (n - a)
        d = 1 / ((numerator * d + b) or _TINY)
        c = (b + numerator / c) or _TINY
        value *= c * d
        if abs(c * d - 1) < 2 * _EPS:
            return 1 - front * a * value, front * a * value
    raise OverflowError


def _normal_tails(x: float, mean: float, sd: float) -> tuple[float, float]:
    """Return P(X <= x) and P(X > x) of a normal distribution."""
    z = (x - mean) / (sd * math.sqrt(2))
    return math.erfc(-z) / 2, math.erfc(z) / 2


def _t_tails(x: float, df: float) -> tuple[float, float]:
    """Return P(X <= x) and P(X > x) of Student's t distribution."""
    inner, outer = x * x / (df + x * x), df / (df + x * x)
    small = _beta_tails(outer, inner, df / 2, 1 / 2)[0] / 2
    return (1 - small, small) if x > 0 else (small, 1 - small)


def _t_density(x: float, df: float) -> float:
    """Return the density of Student's t distribution."""
    far = _deviance(df / 2, (df + 1) / 2)
    front = math.exp(_stirling_error((df + 1) / 2) - _stirling_error(df / 2) - far)
    power = math.log1p(x * x / df) / 2
    return front * math.exp(-df * power) * math.exp(-power) / math.sqrt(2 * math.pi)


def _f_tails(x: float, df1: float, df2: float) -> tuple[float, float]:
    """Return P(X <= x) and P(X > x) of an F distribution."""
    whole = df1 * x + df2
    return _beta_tails(df1 * x / whole, df2 / whole, df1 / 2, df2 / 2)


def _f_density(x: float, df1: float, df2: float) -> float:
    """Return the density of an F distribution; infinity at 0 with less than 2 degrees of freedom."""
    if x == 0:
        return math.inf if df1 < 2 else float(df1 == 2)  # noqa: PLR2004 - where the density begins at 1
    below, above = df1 * x / (df1 * x + df2), df2 / (df1 * x + df2)
    a, b = df1 / 2, df2 / 2
    return _binomial(a, a + b, below, above) * a * b / (a + b) / x


def _chi2_density(x: float, df: float) -> float:
    """Return the density of a chi-squared distribution; infinity at 0 with less than 2 degrees of freedom."""
    if x == 0:
        return math.inf if df < 2 else (df == 2) / 2  # noqa: PLR2004 - where the density begins at 1/2
    return _poisson(df / 2, x / 2) * (df / 2) / x


def _hypergeometric(k: float, population: float, successes: float, draws: float) -> float:
    """Return the probability of k successes among the draws without replacement."""
    p, q = draws / population, (population - draws) / population
    inside, outside = _binomial(k, successes, p, q), _binomial(draws - k, population - successes, p, q)
    return inside * outside / _binomial(draws, population, p, q)


def _hypergeometric_tails(k: float, population: float, successes: float, draws: float) -> tuple[float, float]:
    """Return P(X <= k) and P(X > k).  The smaller one is summed from its largest term on."""
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
    """Return the smallest and the largest possible number of successes among the draws."""
    return max(0.0, draws + successes - population), min(successes, draws)


def _is_whole(*values: float) -> bool:
    """Return whether all values are whole numbers and not negative."""
    return all(value >= 0 and value == math.floor(value) for value in values)


def _needs_positive(name: str) -> Callable[..., str]:
    """Return a check for a Distribution: empty if all parameters are above 0, else what is needed, as text."""
    return lambda *values: "" if min(values) > 0 else f"a positive {name}"


def _support_from_0(*_: float) -> tuple[float, float]:
    """Return the support from 0 to infinity, whatever the parameters are."""
    return 0.0, math.inf


def _needs_probability(p: float) -> str:
    """Return what is needed instead of p, as text; empty if p is a probability."""
    return "" if 0 <= p <= 1 else "a probability p from 0 to 1"


DISTRIBUTIONS: Final[Mapping[str, Distribution]] = {
    "normal": Distribution(
        lambda x, mean, sd: math.exp(-(((x - mean) / sd) ** 2) / 2) / (sd * math.sqrt(2 * math.pi)),
        _normal_tails,
        "mean, sd",
        lambda _, sd: "" if sd > 0 else "a positive standard deviation",
        lambda *_: (-math.inf, math.inf),
        (0.0, 1.0),
    ),
    "t": Distribution(_t_density, _t_tails, "df", _needs_positive("df"), lambda _: (-math.inf, math.inf)),
    "chi2": Distribution(
        _chi2_density, lambda x, df: _gamma_tails(x / 2, df / 2), "df", _needs_positive("df"), _support_from_0
    ),
    "f": Distribution(_f_density, _f_tails, "df1, df2", _needs_positive("df1 and df2"), _support_from_0),
    "exponential": Distribution(
        lambda x, rate: rate * math.exp(-rate * x),
        lambda x, rate: (-math.expm1(-rate * x), math.exp(-rate * x)),
        "rate",
        _needs_positive("rate"),
        _support_from_0,
    ),
    "binomial": Distribution(
        lambda k, n, p: _binomial(k, n, p, 1 - p),
        lambda k, n, p: _beta_tails(1 - p, p, n - k, k + 1),
        "n, p",
        lambda n, p: _needs_probability(p) if _is_whole(n) else "a whole number n",
        lambda n, _: (0.0, n),
        discrete=True,
    ),
    "poisson": Distribution(
        _poisson,
        lambda k, rate: _gamma_tails(rate, k + 1)[::-1],
        "rate",
        lambda rate: "" if rate >= 0 else "a rate from 0 on",
        _support_from_0,
        discrete=True,
    ),
    "geometric": Distribution(
        lambda k, p: p * math.exp((k - 1) * math.log1p(-p)) if p < 1 else float(k == 1),
        lambda k, p: (-math.expm1(k * math.log1p(-p)), math.exp(k * math.log1p(-p))) if p < 1 else (1.0, 0.0),
        "p",
        lambda p: _needs_probability(p) if p else "a probability p above 0",
        lambda _: (1.0, math.inf),
        discrete=True,
    ),
    "hypergeometric": Distribution(
        _hypergeometric,
        _hypergeometric_tails,
        "population, successes, draws",
        lambda n, k, m: (
            ""
            if _is_whole(n, k, m) and max(k, m) <= n and 0 < n <= _LARGEST_POPULATION
            else "whole numbers of successes and draws up to the population, and that up to 1e7"
        ),
        _hypergeometric_support,
        discrete=True,
    ),
}
"""The distributions by name."""
