"""Values in drawn units against the same formula in SI units, in plain Python: converted, or reported, never silent."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest

from checker.engine.values import ComplexNumber
from checker.solvers.generic import formula

PREFIXES = {"": 1.0, "m": 1e-3, "k": 1e3, "µ": 1e-6, "M": 1e6, "c": 1e-2}

FORMULAS: list[tuple[str, dict[str, str], str, Callable[..., Any]]] = [
    ("w*L", {"w": "1/s", "L": "H"}, "Ω", lambda w, x: w * x),
    ("R + w*L", {"R": "Ω", "w": "1/s", "L": "H"}, "Ω", lambda r, w, x: r + w * x),
    ("R + j*w*L", {"R": "Ω", "w": "rad/s", "L": "H"}, "Ω", lambda r, w, x: complex(r, w * x)),
    ("abs(R + j*w*L)", {"R": "Ω", "w": "rad/s", "L": "H"}, "Ω", lambda r, w, x: abs(complex(r, w * x))),
    ("arg(R + j*w*L)", {"R": "Ω", "w": "rad/s", "L": "H"}, "rad", lambda r, w, x: math.atan2(w * x, r)),
    (
        "sqrt(R^2 + (w*L - 1/(w*C))^2)",
        {"R": "Ω", "w": "1/s", "L": "H", "C": "F"},
        "Ω",
        lambda r, w, x, c: math.hypot(r, w * x - 1 / (w * c)),
    ),
    ("U/(R1 + R2)", {"U": "V", "R1": "Ω", "R2": "Ω"}, "A", lambda u, a, b: u / (a + b)),
    ("1/(1/a + 1/b)", {"a": "m", "b": "m"}, "m", lambda a, b: 1 / (1 / a + 1 / b)),
    ("a + b - c", {"a": "V", "b": "V", "c": "V"}, "V", lambda a, b, c: a + b - c),
    ("U*exp(-t/T)", {"U": "V", "t": "s", "T": "s"}, "V", lambda u, t, s: u * math.exp(-t / s)),
    ("a*2^(-t/h)", {"a": "g", "t": "s", "h": "s"}, "g", lambda a, t, h: a * 2 ** (-t / h)),
    ("a*(1 + b/c)", {"a": "m", "b": "s", "c": "s"}, "m", lambda a, b, c: a * (1 + b / c)),
    ("hypot(a, b)", {"a": "m", "b": "m"}, "m", math.hypot),
    ("max(a, b)", {"a": "m", "b": "m"}, "m", max),
    ("if(a > b, a, b)", {"a": "m", "b": "m"}, "m", max),
    ("mean([a, b, c])", {"a": "V", "b": "V", "c": "V"}, "V", lambda *x: statistics.fmean(x)),
    ("sd([a, b, c])/sqrt(3)", {"a": "V", "b": "V", "c": "V"}, "V", lambda *x: statistics.stdev(x) / math.sqrt(3)),
    ("var([a, b, c])", {"a": "V", "b": "V", "c": "V"}, "V^2", lambda *x: statistics.variance(x)),
    (
        "normal_cdf(a, b, c)",
        {"a": "small", "b": "small", "c": "small"},
        "1",
        lambda a, b, c: statistics.NormalDist(b, c).cdf(a),
    ),
    (
        "m*v^2/2 + m*g*h",
        {"m": "g", "v": "m/s", "g": "m/s^2", "h": "m"},
        "J",
        lambda m, v, g, h: (m * v * v / 2 + m * g * h) / 1000,
    ),
    ("ln(a/b)*c", {"a": "V", "b": "V", "c": "V"}, "V", lambda a, b, c: math.log(a / b) * c),
    ("atan(a/b)", {"a": "V", "b": "V"}, "rad", lambda a, b: math.atan(a / b)),
    ("atan2(a, b)", {"a": "V", "b": "V"}, "rad", math.atan2),
    ("floor(a/b)", {"a": "m", "b": "m"}, "1", lambda a, b: math.floor(a / b * (1 + 1e-12))),
    ("sum(a*k + b, k, 1, 3)", {"a": "m", "b": "m"}, "m", lambda a, b: 6 * a + 3 * b),
    ("[a + b, a - b]", {"a": "m", "b": "m"}, "m", lambda a, b: (a + b, a - b)),
    ("cumsum([a, b])", {"a": "m", "b": "m"}, "m", lambda a, b: (a, a + b)),
    ("dot([a, b], [c, a])", {"a": "m", "b": "m", "c": "m"}, "m^2", lambda a, b, c: a * c + b * a),
    ("det([[a, b], [c, a]])", {"a": "m", "b": "m", "c": "m"}, "m^2", lambda a, b, c: a * a - b * c),
    ("norm([a, b])", {"a": "m", "b": "m"}, "m", math.hypot),
    ("cbrt(a^3 + b^3)", {"a": "m", "b": "m"}, "m", lambda a, b: (a**3 + b**3) ** (1 / 3)),
    ("F*s*cos(u)", {"F": "N", "s": "m", "u": "°"}, "J", lambda f, s, u: f * s * math.cos(math.radians(u))),
    ("k*a*b/r^2", {"k": "N*m^2/C^2", "a": "C", "b": "C", "r": "m"}, "N", lambda k, a, b, r: k * a * b / r**2),
]


def with_prefix(unit: str, rng: Random) -> tuple[str, float]:
    """Return a unit with another prefix, and its size."""
    if unit in ("1", "°", "rad"):
        return unit, 1
    if unit == "small":  # a standard deviation is at most 1e9
        prefix = rng.choice(("m", ""))
        return f"{prefix}V", PREFIXES[prefix]
    if unit == "1/s":
        prefix = rng.choice(("", "m"))
        return f"1/{prefix}s", 1 / PREFIXES[prefix]
    if unit == "rad/s":
        prefix = rng.choice(("", "m"))
        return f"rad/{prefix}s", 1 / PREFIXES[prefix]
    prefix = rng.choice(list(PREFIXES))
    return prefix + unit, PREFIXES[prefix] ** (2 if unit.endswith("^2") and "/" not in unit else 1)


def entries(value: Any) -> Sequence[float]:
    if isinstance(value, complex):
        return [value.real, value.imag]
    return [*map(float, value)] if isinstance(value, ComplexNumber) or hasattr(value, "__len__") else [float(value)]


@pytest.mark.parametrize(("expression", "units", "of_result", "in_si"), FORMULAS, ids=[each[0] for each in FORMULAS])
def test_every_part_of_an_expression_is_converted(expression, units, of_result, in_si):
    rng = Random(expression)
    for _ in range(40):
        symbols: dict[str, Any] = {}
        sizes = []
        for name, base in units.items():
            unit, size = with_prefix(base, rng)
            value = round(rng.uniform(1, 9), 3)
            symbols[name] = {"value": value, "unit": unit}
            sizes.append(value * size)
        written = expression
        if rng.random() < 0.4:  # by way of a step
            unit, _ = with_prefix(of_result, rng)
            symbols["step"] = {"expression": expression, "unit": unit} if rng.random() < 0.7 else expression
            written = "step"
        unit, size = with_prefix(of_result, rng)
        question = {"expression": written, "symbols": symbols, "unit": unit}
        assert formula.unit_problems(None, **question) == (), question
        right = [each / size for each in entries(in_si(*sizes))]
        largest = max(map(abs, right))
        found = entries(formula.formula(**question))
        assert found == pytest.approx(right, rel=1e-6, abs=1e-9 * largest or 1e-300), question


def test_a_quotient_of_two_prefixes_is_a_plain_number():
    symbols = {"a": {"value": 1, "unit": "m"}, "b": {"value": 50, "unit": "cm"}}
    assert formula.formula(expression="a/b", symbols=symbols) == 2
    assert formula.formula(expression="1 + a/b", symbols=symbols) == 3
    assert formula.formula(expression="q^2", symbols=symbols | {"q": {"expression": "a/b"}}) == 4
