"""Functions of expressions: spellings, and what they refuse; their values by an oracle stand in tests/cases."""

from __future__ import annotations

import cmath
import json
import lzma
import math
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from checker.derivation.complex_numbers import COMPLEX_FUNCTIONS
from checker.derivation.function_library import CONDITIONS, LIBRARY, call_function
from checker.derivation.program import Program
from checker.engine.errors import ParameterError
from checker.formula.functions import FUNCTIONS
from checker.formula.precise import precise_reals

STORED = Path(__file__).parent.parent / "oracle" / "functions.json.xz"


def test_the_oracle_knows_every_new_function():
    older = {"sqrt", "ln", "log", "exp", "softmax", "matmul", "list", "at", *CONDITIONS, *COMPLEX_FUNCTIONS}
    elementary = {name for name in FUNCTIONS if "_" not in name} - {
        "erf",
        "gamma",
        "gcd",
        "lcm",
        "perm",
        "hypot",
        "atan2",
    }
    assert LIBRARY.keys() - older - elementary <= json.loads(lzma.decompress(STORED.read_bytes())).keys()


OF_COMPLEX = {
    "re": lambda z: z.real,
    "im": lambda z: z.imag,
    "conj": lambda z: z.conjugate(),
    "arg": cmath.phase,
    "abs": abs,
    "ln": cmath.log,
    **{name: getattr(cmath, name) for name in ("exp", "sqrt", "sin", "cos", "tan", "sinh", "cosh", "tanh")},
}


@pytest.mark.parametrize("name", OF_COMPLEX)
def test_values_of_complex_numbers_are_those_of_cmath(name):
    rng = Random(name)
    for _ in range(1000):
        drawn = complex(rng.uniform(-9, 9), rng.uniform(-9, 9))
        assert call_function(name, [drawn]) == pytest.approx(OF_COMPLEX[name](drawn), rel=1e-9, abs=1e-12)
    assert {*COMPLEX_FUNCTIONS} <= {*OF_COMPLEX}


def test_values_in_high_precision_are_the_same():
    reals = precise_reals(160)
    assert float(FUNCTIONS["erf"].real(reals, reals.number(0.5))) == pytest.approx(0.5204998778130465)
    assert float(FUNCTIONS["gamma"].real(reals, reals.number(4.5))) == pytest.approx(11.631728396567448)
    assert float(FUNCTIONS["normal_cdf"].real(reals, reals.number(1.96))) == pytest.approx(0.9750021048517795)


def value(expression: str, **symbols: Any) -> Any:
    found = Program(expression, symbols, {}).values[-1]
    return found.tolist() if hasattr(found, "tolist") else found


@pytest.mark.parametrize(
    ("expression", "symbols", "expected"),
    [
        ("[a*2, b + 1]", {"a": 1, "b": 2}, [2, 3]),
        ("[[1, a], [b, 4]] @ [1, 1]", {"a": 2, "b": 3}, [3, 7]),
        ("x[1] + x[n]", {"x": [5, 4, 9], "n": 3}, 14),
        ("A[2, 1] + A[1][2]", {"A": [[1, 2], [3, 4]]}, 5),
        ("x + 2*y", {"x": [1, 2], "y": [10, 20]}, [21, 42]),
        ("sum(i^2, i, 1, n)", {"n": 10}, 385),
        ("sum(x[i]*y[i], i, 1, count(x))", {"x": [1, 2, 3], "y": [4, 5, 6]}, 32),
        ("sum(sum(i*j, j, 1, i), i, 1, n)", {"n": 3}, 25),
        ("product(1 - k/d, k, 1, n - 1)", {"n": 3, "d": 10}, Fraction(72, 100)),
        ("sum(k, k, 5, 4)", {}, 0),
        ("if(q <= 10, 2*q, 20 + (q - 10))", {"q": 14}, 24),
        ("if(q <= 10, 2*q, 20 + (q - 10))", {"q": 10}, 20),
        ("if(x > 0, ln(x), 0)", {"x": -1}, 0),
        ("if(0 < x and x < 3 or not x == 7, 1, 2)", {"x": 7}, 2),
        ("if(0 < x < 3, 1, 2)", {"x": 2}, 1),
        ("if(x ≠ 2, 1, 2)", {"x": 2}, 2),
        ("(a > 2)*5 + (a >= 3)", {"a": 3}, 6),
        ("zero(x^3 - a, x, 0, 2)", {"a": 2}, pytest.approx(2 ** (1 / 3), rel=1e-15)),
        ("zero(x - 3, x, 3, 9)", {}, 3),
        ("det([[1, 2], [3, 4]])", {}, -2),
        ("inv(A)", {"A": [[2, 1], [1, 3]]}, [[Fraction(3, 5), Fraction(-1, 5)], [Fraction(-1, 5), Fraction(2, 5)]]),
        ("solve(A, b)", {"A": [[2, 1], [1, 3]], "b": [1, 2]}, [Fraction(1, 5), Fraction(3, 5)]),
        ("mean([1, 2])", {}, Fraction(3, 2)),
        ("median(x)", {"x": [5, 1, 3]}, 3),
        ("var(x)", {"x": [1, 2, 4]}, Fraction(7, 3)),
        ("rank*count + gamma", {"rank": 2, "count": 3, "gamma": 1}, 7),
        ("hypot(3, a)", {"a": 4}, 5),
        ("sin(30°) + cos(60°)", {}, pytest.approx(1)),
        ("sin(a) + a", {"a": {"value": 30, "unit": "°"}}, pytest.approx(30.5)),
        ("cos(2*a*pi/180)", {"a": {"value": 30, "unit": "°"}}, pytest.approx(0.5)),
        ("b", {"a": {"value": 60, "unit": "deg"}, "b": "cos(a)"}, pytest.approx(0.5)),
        ("binomial_quantile(1/2, 10, 1/2)", {}, 5),
        ("geometric_quantile(0, 1/2)", {}, 1),
        ("geometric_quantile(1/2, p)", {"p": 1e-20}, pytest.approx(math.log(2) * 1e20)),  # more than 64 bits
        ("exponential_sf(-1, 2)", {}, 1),
        ("normal_quantile(normal_cdf(1.25))", {}, pytest.approx(1.25)),
    ],
)
def test_expressions(expression, symbols, expected):
    assert value(expression, **symbols) == expected


@pytest.mark.parametrize(
    ("expression", "symbols", "message"),
    [
        ("x[4]", {"x": [1, 2, 3]}, "has no entry 4: entries count from 1 to 3"),
        ("x[0]", {"x": [1, 2, 3]}, "has no entry 0: entries count from 1 to 3"),
        ("a[1]", {"a": 3}, "needs a list before ["),
        ("[1, [2, 3]]", {}, "must have entries of one kind: numbers, or rows of one length"),
        ("zero(x^2 + 1, x, 0, 2)", {}, "has the same sign at both ends"),
        ("zero(x^2, x)", {}, "must have zero as zero(expression, x, low, high)"),
        ("if(a > 1, 2)", {"a": 1}, "must have if as if(condition, a, b)"),
        ("sum(k, k, 1, 1/2)", {}, "must run from one whole number to another"),
        ("sum(k, k, 1, 10^7)", {}, "takes too many steps"),
        ("sum(sum(j*k, j, 1, 1000), k, 1, 1000)", {}, "takes too many steps"),
        ("normal_cdf(1, 0, s)", {"s": -2}, "needs a positive standard deviation, where s = -2"),
        ("normal_quantile(p)", {"p": 1}, "needs a probability between 0 and 1"),
        ("t_cdf(1)", {}, "gives t_cdf 1 arguments; it takes 2"),
        ("t_cdf(1, 0)", {}, "needs a positive df"),
        ("binomial_pmf(1/2, 3, 1/2)", {}, "needs a whole number k"),
        ("binomial_cdf(1, 3.5, 0.5)", {}, "needs a whole number n"),
        ("hypergeometric_cdf(1, 5, 6, 2)", {}, "needs whole numbers of successes and draws up to the population"),
        ("poisson_cdf(1, 1e12)", {}, "needs parameters up to 1e+09"),
        ("solve([[1, 2], [2, 4]], [1, 2])", {}, "has no unique solution: the matrix is singular"),
        ("det([[1, 2, 3], [4, 5, 6]])", {}, "needs a matrix with as many rows as columns, not 2 × 3"),
        ("eigenvalues([[0, 1], [-1, 0]])", {}, "has complex eigenvalues"),
        ("cov([1, 2], [1, 2, 3])", {}, "needs lists of one length, not 2 and 3"),
        ("sd([1])", {}, "needs at least 2 numbers"),
        ("gcd(1/2, 3)", {}, "needs whole numbers"),
        ("[1, 2] < 3", {}, "compares numbers only, not lists"),
    ],
)
def test_what_has_no_value(expression, symbols, message):
    with pytest.raises(ParameterError) as caught:
        value(expression, **symbols)
    assert message in f"{caught.value}"
