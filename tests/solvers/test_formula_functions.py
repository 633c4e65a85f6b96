"""Functions of expressions: their values by an oracle, spellings, and what they refuse."""

from __future__ import annotations

import cmath
import json
import lzma
import math
import os
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from checker.derivation.compiled_formula import CompiledFormula
from checker.derivation.complex_numbers import COMPLEX_FUNCTIONS
from checker.derivation.formula_sentences import formula_sentences
from checker.derivation.function_library import CONDITIONS, LIBRARY, call_function
from checker.derivation.symbols import _read_number
from checker.engine.errors import ParameterError
from checker.notation.functions import FUNCTIONS
from checker.notation.precise import precise_reals
from tests.solvers.formulas import variant

STORED = Path(__file__).parent.parent / "oracle" / "functions.json.xz"
ROWS: dict[str, list[tuple[list[Any], Any]]] = json.loads(lzma.decompress(STORED.read_bytes()))
EACH = 1 if os.environ.get("CHECKER_FUNCTIONS") == "all" else 5
"""CHECKER_FUNCTIONS=all takes all 1,000 rows of each function, and not only every fifth."""
RELATIVE = 1e-9


def operand(value: Any) -> Any:
    return _read_number(value, "x", ()) if isinstance(value, list) else value


def flat(value: Any) -> list[float]:
    value = value.tolist() if hasattr(value, "tolist") else value
    return [each for row in value for each in flat(row)] if isinstance(value, list) else [float(value)]


@pytest.mark.parametrize("name", ROWS)
def test_values_are_those_of_the_oracle(name):
    for arguments, truth in ROWS[name][::EACH]:
        value = call_function(name, [operand(each) for each in arguments])
        size = max((abs(each) for each in flat(arguments)), default=0) if name not in FUNCTIONS else 0
        assert flat(value) == pytest.approx(flat(truth), rel=RELATIVE, abs=1e-11 * size or 1e-290), arguments


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
    assert LIBRARY.keys() - older - elementary <= ROWS.keys()


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
        assert call_function(name, [drawn]) == pytest.approx(OF_COMPLEX[name](drawn), rel=RELATIVE, abs=1e-12)
    assert {*COMPLEX_FUNCTIONS} <= {*OF_COMPLEX}


def test_values_in_high_precision_are_the_same():
    reals = precise_reals(160)
    assert float(FUNCTIONS["erf"].real(reals, reals.number(0.5))) == pytest.approx(0.5204998778130465)
    assert float(FUNCTIONS["gamma"].real(reals, reals.number(4.5))) == pytest.approx(11.631728396567448)
    assert float(FUNCTIONS["normal_cdf"].real(reals, reals.number(1.96))) == pytest.approx(0.9750021048517795)


def value(expression: str, **symbols: Any) -> Any:
    found = CompiledFormula(expression, symbols, {}).pieces[-1].value
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


MISTAKES = [
    ("sd(x)", {"x": [1, 2, 4]}, "sd(x).as_psd", math.sqrt(14 / 9), "You divided by n instead of n - 1 in the standard deviation."),
    ("median(x)", {"x": [5, 1, 3]}, "median(x).unsorted", 1, "You did not sort the numbers first in the median."),
    ("normal_sf(z)", {"z": 1.5}, "normal_sf(z).other_tail", 0.9331927987, "You took the probability below z instead of above it."),
    ("normal_sf(z)", {"z": 1.5}, "normal_sf(z).two_tails", 0.1336144025, "You counted both tails in the probability above z."),
    ("t_quantile(p, n - 1)", {"p": 0.975, "n": 9}, "t_quantile(p, n - 1).as_normal", 1.9599639845, "You used the normal distribution instead of t in the quantile at p."),
    ("binomial_cdf(2, n, p)", {"n": 5, "p": 0.5}, "binomial_cdf(2, n, p).less_than", 0.1875, "You took the probability of fewer than 2 instead of at most 2."),
    ("binomial_sf(2, n, p)", {"n": 5, "p": 0.5}, "binomial_sf(2, n, p).at_least", 0.8125, "You took the probability of at least 2 instead of more than 2."),
    ("normal_cdf(x, m, s)", {"x": 7, "m": 5, "s": 2}, "normal_cdf(x, m, s).as_variance", 0.6914624613, "You used the variance as the standard deviation in the probability below x."),
    ("exponential_cdf(t, r)", {"t": 1, "r": 2}, "exponential_cdf(t, r).rate_inverted", 1 - math.exp(-0.5), "You used 1/rate as the rate in the probability below t."),
    ("sum(k^2, k, 1, n)", {"n": 4}, "sum(k^2, k, 1, n).last_left_out", 14, "You stopped one too early in sum(k^2, k, 1, n)."),
    ("sum(k^2, k, 0, n)", {"n": 4}, "sum(k^2, k, 0, n).one_more", 55, "You went one too far in sum(k^2, k, 0, n)."),
    ("if(q > 10, 3*q, 2*q)", {"q": 12}, "if(q > 10, 3·q, 2·q).other_case", 24, "You used the case that does not hold here in if(q > 10, 3·q, 2·q)."),
    ("solve(A, b)", {"A": [[1, 2], [0, 1]], "b": [1, 1]}, "solve(A, b).transposed", [1, -1], "You used the rows as columns in solve(A, b)."),
    ("det(A)", {"A": [[1, 2], [3, 4]]}, "det(A).added", 10, "You added the products instead of subtracting them in the determinant of A."),
    ("slope(x, y)", {"x": [1, 2, 4], "y": [1, 3, 5]}, "slope(x, y).swapped", 0.75, "You swapped the two variables in the slope."),
]  # fmt: skip


@pytest.mark.parametrize(
    ("expression", "symbols", "mistake", "wrong", "sentence"), MISTAKES, ids=[each[2] for each in MISTAKES]
)
def test_mistakes(expression, symbols, mistake, wrong, sentence):
    compiled = CompiledFormula(expression, symbols, {})
    mistake = next(each for each in compiled.weights if each.replace("*", "·") == mistake.replace("*", "·"))
    point, _, option = mistake.rpartition(".")
    assert formula_sentences(compiled).sentences[mistake] == sentence
    assert flat(variant(expression, symbols).run({point: option})["total"]) == pytest.approx(flat(wrong))
