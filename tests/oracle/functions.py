"""Make tests/oracle/functions.json.xz: values of the functions of expressions, by scipy, numpy, sympy and mpmath.

python tests/oracle/functions.py [COUNT]        # with scipy and sympy; COUNT drawn arguments for each function
"""
# ruff: noqa: T201 - a script

from __future__ import annotations

import json
import lzma
import math
import sys
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import mpmath
import numpy as np
import sympy
from scipy import special, stats

STORED = Path(__file__).parent / "functions.json.xz"
COUNT = 1000
DIGITS = 10
"""Significant digits of the values; tests/cases/truth.py asks for 9."""

Row = tuple[list[Any], Any]


def parameters(family: str, rng: Random) -> list[float]:  # noqa: PLR0911 - a case for each family
    """Draw the parameters of a distribution, edges included."""
    share = rng.choice([0.5, 0.05, rng.random(), 1e-4])
    match family:
        case "normal":
            return [round(rng.uniform(-50, 50), 2), float(f"{10 ** rng.uniform(-3, 3):.3g}")]
        case "t" | "chi2":
            return [rng.choice([1, 2, 3, 10, 30, 200, float(f"{10 ** rng.uniform(-0.5, 4):.4g}")])]
        case "f":
            return [rng.choice([1, 2, 5, 40, 300]), rng.choice([1, 3, 12, 100, 1000])]
        case "exponential" | "poisson":
            return [float(f"{10 ** rng.uniform(-3, 3):.3g}")]
        case "binomial":
            return [rng.choice([1, 4, 20, 300, 20000]), share]
        case "geometric":
            return [rng.choice([share, 1])]
    population = rng.choice([2, 10, 52, 900, 50000])
    return [population, rng.randint(0, population), rng.randint(0, population)]


def law(family: str, given: list[float]) -> Any:  # noqa: PLR0911 - a case for each family
    """Return scipy's distribution."""
    match family, given:
        case "normal", [mean, sd]:
            return stats.norm(mean, sd)
        case "exponential", [rate]:
            return stats.expon(scale=1 / rate)
        case "poisson", [rate]:
            return stats.poisson(rate)
        case "binomial", [n, p]:
            return stats.binom(n, p)
        case "geometric", [p]:
            return stats.geom(p)
        case "hypergeometric", [population, successes, draws]:
            return stats.hypergeom(population, successes, draws)
    return {"t": stats.t, "chi2": stats.chi2, "f": stats.f}[family](*given)


def of_f(what: str, x: float, one: float, other: float) -> float:
    """Return a tail of F in high precision; scipy's upper tail has 8 digits near 0."""
    with mpmath.workdps(40):
        x = mpmath.mpf(x)
        y = one * x / (one * x + other)
        ends = (0, y) if what == "cdf" else (y, 1)
        return float(mpmath.betainc(mpmath.mpf(one) / 2, mpmath.mpf(other) / 2, *ends, regularized=True))


def distributions(count: int) -> Iterator[tuple[str, list[Row]]]:
    """Yield the rows of each function of a distribution."""
    families = ["normal", "t", "chi2", "f", "exponential", "binomial", "poisson", "geometric", "hypergeometric"]
    for family in families:
        density = "pdf" if family in families[:5] else "pmf"
        for what in (density, "cdf", "sf", "quantile"):
            rng = Random(f"{family} {what}")
            rows: list[Row] = []
            while len(rows) < count:
                given = parameters(family, rng)
                share = rng.choice([rng.random(), 10 ** rng.uniform(-14, 0), 1 - 10 ** rng.uniform(-6, 0)])
                place = share
                if what != "quantile":
                    place = float(law(family, given).ppf(share))
                    place = (
                        int(place) + rng.choice([0, 0, 0, -1, 1])
                        if density == "pmf" and math.isfinite(place)
                        else place
                    )
                    place = float(f"{place:.8g}") if density == "pdf" else place
                scipys = {"quantile": "ppf"}.get(what, what)
                value = float(getattr(law(family, given), scipys)(place))
                if family == "f" and what in ("cdf", "sf"):
                    value = of_f(what, place, *given)
                if family == "geometric" and given == [1] and what == "quantile":  # scipy gives 0, which has no chance
                    continue
                if what == "quantile" and density == "pmf" and near_step(law(family, given), value, share):
                    continue
                if math.isfinite(value) and math.isfinite(place) and (value == 0 or abs(value) > 1e-280):
                    rows.append(([place, *given], value))
            yield f"{family}_{what}", rows


def near_step(of: Any, value: float, share: float) -> bool:
    """Report whether a quantile depends on the last bits of a tail, or scipy is unsure of it."""
    return any(abs(of.cdf(each) - share) < 1e-9 * share for each in (value, value - 1)) or share > 1 - 1e-9


def lists(count: int) -> Iterator[tuple[str, list[Row]]]:
    """Yield the rows of the functions of lists and matrices, by numpy."""
    of_one: dict[str, Callable[[Any], Any]] = {
        "count": len,
        "sum": np.sum,
        "mean": np.mean,
        "median": np.median,
        "var": lambda x: np.var(x, ddof=1),
        "sd": lambda x: np.std(x, ddof=1),
        "pvar": np.var,
        "psd": np.std,
        "sort": np.sort,
        "cumsum": np.cumsum,
        "product": np.prod,
        "norm": np.linalg.norm,
        "max": np.max,
        "min": np.min,
    }
    of_two: dict[str, Callable[[Any, Any], Any]] = {
        "cov": lambda x, y: np.cov(x, y)[0, 1],
        "corr": lambda x, y: np.corrcoef(x, y)[0, 1],
        "slope": lambda x, y: stats.linregress(x, y).slope,
        "intercept": lambda x, y: stats.linregress(x, y).intercept,
        "dot": np.dot,
    }
    of_matrix: dict[str, Callable[[Any], Any]] = {
        "det": np.linalg.det,
        "inv": np.linalg.inv,
        "trace": np.trace,
        "transpose": np.transpose,
        "rank": np.linalg.matrix_rank,
        "eigenvalues": lambda a: np.sort(np.linalg.eigvals(a).real),
    }
    for name, function in of_one.items():
        rng = Random("a list")  # the same for all functions, so that the file stays small
        yield name, [([x := numbers(rng)], plain(function(x))) for _ in range(count)]
    for name, both in of_two.items():
        rng = Random("two lists")
        pairs = [(numbers(rng, size := rng.randint(3, 12)), numbers(rng, size)) for _ in range(count)]
        yield name, [([x, y], plain(both(x, y))) for x, y in pairs]
    for name, function in of_matrix.items():
        rng = Random("matrices")
        matrices = [matrix(rng, name) for _ in range(count)]
        yield name, [([a], plain(function(a))) for a in matrices]
    rng = Random("others")
    yield (
        "quantile",
        [([x := numbers(rng), p := round(rng.random(), 3)], plain(np.quantile(x, p))) for _ in range(count)],
    )
    yield (
        "solve",
        [([a := matrix(rng, "inv"), b := numbers(rng, len(a))], plain(np.linalg.solve(a, b))) for _ in range(count)],
    )
    triples = [(numbers(rng, 3), numbers(rng, 3)) for _ in range(count)]
    yield "cross", [([x, y], plain(np.cross(x, y))) for x, y in triples]


def matrix(rng: Random, name: str) -> list[list[float]]:
    """Draw a square matrix, of whole numbers or of decimals, that is well enough conditioned to be inverted."""
    while True:
        size = rng.randint(2, 5)
        rows = [numbers(rng, size) for _ in range(size)]
        if rng.random() < 0.5:
            rows = [[round(each) for each in row] for row in rows]
        if name == "rank" and rng.random() < 0.5:
            rows = [[round(each) for each in row] for row in rows]
            rows[-1] = [2 * each for each in rows[0]]
            return rows
        if name == "eigenvalues":
            rows = [[(rows[i][j] + rows[j][i]) / 2 for j in range(size)] for i in range(size)]
        if np.linalg.cond(rows) < 1e4:
            return rows


def numbers(rng: Random, size: int = 0) -> list[float]:
    """Draw a list of decimals."""
    return [round(rng.uniform(-20, 30), 2) for _ in range(size or rng.randint(2, 12))]


def others(count: int) -> Iterator[tuple[str, list[Row]]]:
    """Yield the rows of functions of numbers, by scipy and sympy."""
    real: dict[str, Callable[[Random], Row]] = {
        "erf": lambda rng: row(lambda x: float(special.erf(x)), rng.uniform(-5, 5)),
        "gamma": lambda rng: row(
            lambda x: float(special.gamma(x)), rng.choice([rng.uniform(0.01, 30), -rng.randint(0, 8) - 0.37])
        ),
        "hypot": lambda rng: row(lambda x, y: float(np.hypot(x, y)), rng.uniform(-9, 9), rng.uniform(-9, 9)),
        "atan2": lambda rng: row(lambda x, y: float(np.arctan2(x, y)), rng.uniform(-9, 9), rng.uniform(-9, 9)),
        "mod": lambda rng: row(lambda x, y: int(sympy.Mod(x, y)), rng.randint(-99, 99), rng.choice([-7, -3, 2, 5, 60])),
        "trunc": lambda rng: row(lambda x: int(np.trunc(x)), round(rng.uniform(-99, 99), 3)),
        "gcd": lambda rng: row(lambda x, y: int(sympy.gcd(x, y)), rng.randint(-999, 9999), rng.randint(1, 999)),
        "lcm": lambda rng: row(lambda x, y: int(sympy.lcm(x, y)), rng.randint(1, 9999), rng.randint(1, 999)),
        "perm": lambda rng: row(lambda n, k: int(sympy.ff(n, k)), rng.randint(0, 30), rng.randint(0, 12)),
        "comb": lambda rng: row(lambda n, k: int(sympy.binomial(n, k)), rng.randint(0, 60), rng.randint(0, 30)),
    }
    for name, drawn in real.items():
        rng = Random(name)
        yield name, [drawn(rng) for _ in range(count)]


def row(function: Callable[..., Any], *values: Any) -> Row:
    """Return arguments with their value."""
    return [float(f"{each:.8g}") if isinstance(each, float) else each for each in values], function(
        *(float(f"{each:.8g}") if isinstance(each, float) else each for each in values)
    )


def plain(value: Any) -> Any:
    """Return numpy's numbers as Python's."""
    return value.tolist() if hasattr(value, "tolist") else value


def rounded(value: Any) -> Any:
    """Return numbers with as many digits as are stored."""
    if isinstance(value, list):
        return [rounded(each) for each in value]
    return float(f"{value:.{DIGITS}g}") if isinstance(value, float) else value


def stored(rows: dict[str, list[Row]]) -> bytes:
    """Return the rows as they are stored."""
    short = {name: [[given, rounded(value)] for given, value in each] for name, each in rows.items()}
    return lzma.compress(json.dumps(short, separators=(",", ":")).encode(), preset=9)


def made(count: int) -> dict[str, list[Row]]:
    """Return all rows."""
    warnings.simplefilter("ignore")
    return {**dict(distributions(count)), **dict(lists(count)), **dict(others(count))}


if __name__ == "__main__":
    rows = made(int(sys.argv[1]) if len(sys.argv) > 1 else COUNT)
    target = Path(sys.argv[2]) if len(sys.argv) > 2 else STORED
    target.write_bytes(stored(rows))
    print(target, f"{target.stat().st_size:,} bytes")
