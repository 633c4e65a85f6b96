"""Make tests/oracle/courses.json: the answers to problems of several courses, by scipy and numpy, from their numbers.

python tests/oracle/courses.py        # with scipy
"""
# ruff: noqa: T201, PLW0108 - a script; each answer in closed form

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from scipy import stats

STORED = Path(__file__).parent / "courses.json"

ANSWERS: dict[str, Callable[[], Any]] = {
    "statistics/normal-above": lambda: stats.norm.sf(182.5, 171.2, 7.4),
    "statistics/normal-between": lambda: stats.norm.cdf(508, 502, 3.6) - stats.norm.cdf(495, 502, 3.6),
    "statistics/normal-percentile": lambda: stats.norm.ppf(0.9, 64.5, 11.2),
    "statistics/sample-deviation": lambda: np.std([14.2, 16.8, 15.1, 18.4, 13.9], ddof=1),
    "statistics/population-variance": lambda: np.var([12, 15, 9, 18, 14, 10]),
    "statistics/median-wait": lambda: np.median([12, 41, 8, 19, 33, 5, 27]),
    "statistics/t-interval": lambda: list(stats.t.interval(0.95, 11, 52.3, 5.37 / 12**0.5)),
    "statistics/t-margin": lambda: stats.t.ppf(0.975, 8) * 1.84 / 3,
    "statistics/z-two-sided": lambda: 2 * stats.norm.sf(2.17),
    "statistics/t-one-sided": lambda: stats.t.sf(1.94, 14),
    "statistics/chi-square-sweets": lambda: stats.chisquare([14, 25, 18, 22, 28, 13], [15, 21, 24, 18, 24, 18]).pvalue,
    "statistics/f-test": lambda: stats.f.sf(8.4 / 3.1, 10, 15),
    "statistics/binomial-exactly": lambda: stats.binom.pmf(3, 20, 0.08),
    "statistics/binomial-at-least": lambda: stats.binom.sf(7, 12, 0.62),
    "statistics/poisson-calls": lambda: stats.poisson.cdf(4, 6.3),
    "statistics/geometric-try": lambda: stats.geom.pmf(4, 0.23),
    "statistics/hypergeometric-urn": lambda: stats.hypergeom.pmf(2, 52, 4, 7),
    "statistics/exponential-wait": lambda: stats.expon.sf(0.25, scale=1 / 5.2),
    "statistics/regression-slope": lambda: stats.linregress([1, 2, 4, 5, 7], [2.1, 3.9, 6.2, 8.8, 11.9]).slope,
    "statistics/correlation": lambda: np.corrcoef([3, 5, 6, 9, 12], [8.2, 7.1, 7.4, 4.6, 3.8])[0, 1],
    "statistics/birthdays": lambda: 1 - math.prod(1 - k / 365 for k in range(1, 23)),
    "statistics/sample-size": lambda: math.ceil(1.96**2 * 0.4 * 0.6 / 0.03**2),
    "linear-algebra/determinant": lambda: round(np.linalg.det([[2, -1, 3], [0, 4, 5], [1, 2, -2]])),
    "linear-algebra/two-by-two": lambda: round(np.linalg.det([[7, 3], [2, 5]])),
    "linear-algebra/inverse": lambda: np.linalg.inv([[4, 7], [2, 6]]).tolist(),
    "linear-algebra/linear-system": lambda: np.linalg.solve([[3, 2, -1], [2, -2, 4], [-1, 1, -1]], [1, -2, 0]).tolist(),
    "linear-algebra/eigenvalues": lambda: sorted(np.linalg.eigvals([[4, 1], [2, 3]]).tolist()),
    "linear-algebra/rank": lambda: int(np.linalg.matrix_rank([[1, 2, 3], [2, 4, 6], [1, 0, 1]])),
    "linear-algebra/cross-product": lambda: np.cross([2, -1, 3], [4, 0, -5]).tolist(),
    "linear-algebra/angle": lambda: math.degrees(
        math.acos(np.dot([1, 2, 2], [3, -1, 4]) / (np.linalg.norm([1, 2, 2]) * np.linalg.norm([3, -1, 4])))
    ),
    "linear-algebra/projection": lambda: (np.dot([3, 4, 1], [1, -2, 2]) / 9 * np.array([1, -2, 2])).tolist(),
    "linear-algebra/markov-step": lambda: (
        np.array([[0.9, 0.2], [0.1, 0.8]]) @ (np.array([[0.9, 0.2], [0.1, 0.8]]) @ [0.3, 0.7])
    ).tolist(),
    "physics/series-parallel": lambda: 9 / (120 + 220 * 330 / 550) * 1000,
    "physics/incline": lambda: 9.81 * math.sin(math.radians(25)),
    "physics/projectile-range": lambda: 18.4**2 * math.sin(math.radians(76)) / 9.81,
    "physics/kinetic-energy": lambda: 1240 * 23.5**2 / 2000,
    "physics/reactance": lambda: 1 / (2 * math.pi * 50 * 4.7e-6),
    "physics/refraction": lambda: math.degrees(math.asin(math.sin(math.radians(40)) / 1.52)),
    "chemistry/dilution": lambda: 0.15 * 250 / 2.5,
    "chemistry/ideal-gas": lambda: 1.8 * 8.314 * 296 / 0.0425 / 1000,
    "chemistry/weak-acid-ph": lambda: -math.log10((-1.8e-5 + math.sqrt(1.8e-5**2 + 4 * 1.8e-5 * 0.12)) / 2),
    "chemistry/first-order": lambda: math.exp(-0.0124 * 95),
    "finance/annuity": lambda: 18000 * 0.0045 / (1 - 1.0045**-48),
    "finance/net-present-value": lambda: 1800 / 1.07 + 2200 / 1.07**2 + 2600 / 1.07**3 - 5000,
    "finance/internal-rate": lambda: (600 + math.sqrt(600**2 + 4 * 1000 * 620)) / 2000 - 1,
    "finance/income-tax": lambda: 0.12 * 30000 + 0.27 * 22000,
    "networks/transfer-time": lambda: 8 * 45 / 60,
    "networks/stop-and-wait": lambda: (12000 / 5e6) / (12000 / 5e6 + 0.03),
    "networks/host-addresses": lambda: 2**11 - 2,
    "networks/channel-capacity": lambda: 20 * math.log2(1 + 10**2.5),
    "networks/retransmissions": lambda: 1 - 0.18**2,
    "statistics/quartile": lambda: np.quantile([12.1, 15.4, 9.8, 20.3, 17.6, 11.2, 14.9, 13.3], 0.25),
    "statistics/covariance": lambda: np.cov([2, 4, 5, 8], [1.5, 3.8, 4.1, 7.7])[0, 1],
    "linear-algebra/trace-of-product": lambda: int(np.trace(np.array([[1, 2], [3, 4]]) @ [[0, 5], [-1, 2]])),
    "physics/lens": lambda: 1 / (1 / 12 - 1 / 45),
    "physics/pressure-at-depth": lambda: 998 * 9.81 * 7.5 / 1000,
    "chemistry/percent-yield": lambda: 11.3 / 14.6 * 100,
    "chemistry/molar-amount": lambda: 2.75 / 58.44 * 1000,
    "finance/present-value": lambda: 10000 / 1.035**6,
    "networks/bandwidth-delay": lambda: 80 * 45,
}


def plain(value: Any) -> Any:
    """Return numpy's numbers as Python's, with 12 digits."""
    value = value.tolist() if hasattr(value, "tolist") else value
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    return value if isinstance(value, int) else float(f"{value:.12g}")


if __name__ == "__main__":
    STORED.write_text(json.dumps({name: plain(answer()) for name, answer in ANSWERS.items()}, indent=1) + "\n")
    print(STORED)
