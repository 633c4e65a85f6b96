"""Formulas of the author's own: their values, their steps, and the mistakes that follow from their trees."""

from __future__ import annotations

import json
import math
import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checker import check, load_problem
from checker.errors import ParameterError
from checker.parameters import arguments
from checker.problem import Problem, ProblemError
from checker.solvers import solver
from checker.solvers.generic.formula import formula
from checker.variant import FAILURES, Variant

SIDE = "(n + 2*p - k)/s + 1"
OUTPUTS = f"c*({SIDE})^2"
CONVOLUTION = {"n": 225, "p": 3, "k": 7, "s": 2, "c": 64}


@pytest.fixture
def problem(tmp_path) -> Callable[..., Problem]:
    """A plain problem of a formula."""

    def made(expression: str, symbols: dict[str, Any], prompt: str = "", **others: Any) -> Problem:
        parameters = {"expression": expression, "symbols": symbols, **others}
        file = tmp_path / "one.yaml"
        said = {"id": "one", "type": "formula", "prompt": prompt or "What is it?", "parameters": parameters}
        file.write_text(json.dumps(said))
        return load_problem(file)

    return made


def variant(expression: str, symbols: dict[str, Any], **others: Any) -> Variant:
    type_ = solver("formula")
    return Variant(type_, arguments(type_, {"expression": expression, "symbols": symbols, **others}))


def steps(expression: str, symbols: dict[str, Any]) -> dict[str, tuple[str, Any]]:
    return {path: (step.formula, step.value) for path, step in variant(expression, symbols).board.items()}


def told(result: Any) -> list[str]:
    """The mistakes of the explanations that a message tells: the first, and those in a tie with it."""
    diagnosis = result.outcome.diagnosis
    shown = diagnosis.explanations[:4] if diagnosis.is_tie else diagnosis.explanations[:1]
    return [" and ".join(mistake.id for mistake in each.mistakes) for each in shown]


# The sixteen everyday mistakes: what is asked, with what, what the student gets, and what is wrong with it.
ENCODER = {"d": 512, "f": 2048, "N": 6, "h": 8}
PARAMETERS = "N*(4*(d^2 + d) + 2*d*f + f + d)"
EVERYDAY = {
    "bias": ("m*n + n", {"m": 768, "n": 3072}, 768 * 3072, "n#2.left_out"),
    "output projection": ("3*d*h*w + h*w*d", {"d": 512, "h": 6, "w": 80}, 3 * 512 * 480, "h*w*d.left_out"),
    "one matrix less": ("4*d^2", {"d": 510}, 3 * 510**2, "4.one_less"),
    "heads twice": ("4*d^2", {"d": 510, "h": 6}, 6 * 4 * 510**2, "h.multiplied_in"),
    "one feed-forward matrix": ("2*d*f + f + d", {"d": 512, "f": 2048}, 512 * 2048 + 2560, "2.left_out"),
    "layers forgotten": (PARAMETERS, ENCODER, 4 * (512**2 + 512) + 2 * 512 * 2048 + 2560, "N.left_out"),
    "stride": (OUTPUTS, CONVOLUTION, 64 * 225**2, "s.left_out"),
    "plus one": (OUTPUTS, CONVOLUTION, 64 * 112**2, "1.left_out"),
    "padding once": (OUTPUTS, {**CONVOLUTION, "p": 4}, 64 * 112**2, "2.left_out"),
    "padding subtracted": (OUTPUTS, CONVOLUTION, 64 * 107**2, "2*p.subtracted"),
    "no root": (
        "dot(q, k)/sqrt(d_k)",
        {"q": [1.2, 0.7], "k": [2.1, -0.3], "d_k": 50},
        0.0462,
        "sqrt(d_k).root_left_out",
    ),
    "no scale": ("dot(q, k)/sqrt(d_k)", {"q": [1.2, 0.7], "k": [2.1, -0.3], "d_k": 50}, 2.31, "sqrt(d_k).left_out"),
    "times the root": (
        "dot(q, k)/sqrt(d_k)",
        {"q": [1.2, 0.7], "k": [2.1, -0.3], "d_k": 50},
        16.3342,
        "sqrt(d_k).multiplied",
    ),
    "exponent": ("sin(t/10000^(2*i/d))", {"t": 7, "i": 3, "d": 64}, math.sin(7 / 10000 ** (3 / 64)), "2.left_out"),
    "factor 2 in FLOPs": ("2*n*d*f", {"n": 100, "d": 512, "f": 2048}, 100 * 512 * 2048, "2.left_out"),
    "keys or values only": (
        "2*L*h*d*T*b",
        {"L": 32, "h": 8, "d": 128, "T": 4096, "b": 2},
        32 * 8 * 128 * 4096 * 2,
        "2.left_out",
    ),
}


@pytest.mark.parametrize("mistake", EVERYDAY)
def test_the_everyday_mistakes_are_found(problem, mistake):
    expression, symbols, answer, expected = EVERYDAY[mistake]
    result = check(problem(expression, symbols), str(answer) if isinstance(answer, int) else f"{answer:.5g}")
    assert result.status == "incorrect"
    assert expected in told(result)
