"""Formulas for the tests of the formula type."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from checker.solvers.registry import solver
from checker.solvers.signature import arguments
from checker.solvers.variant import Variant

SIDE = "(n + 2*p - k)/s + 1"


CONVOLUTION = {"n": 225, "p": 3, "k": 7, "s": 2, "c": 64}


SYMBOLS = {"a": 7, "b": 3, "c": 11, "d": 2}


def variant(expression: str, symbols: dict[str, Any], **others: Any) -> Variant:
    type_ = solver("formula")
    return Variant(type_, arguments(type_, {"expression": expression, "symbols": symbols, **others}))


def steps(expression: str, symbols: dict[str, Any]) -> dict[str, tuple[str, Any]]:
    return {path: (step.formula, step.value) for path, step in variant(expression, symbols).board.items()}


def told(result: Any) -> list[str]:
    """The mistakes of the explanations that a message tells: the first, and those in a tie with it."""
    diagnosis = result.diagnosis
    shown = diagnosis.explanations[:4] if diagnosis.is_tie else diagnosis.explanations[:1]
    return [" and ".join(mistake.id for mistake in each.mistakes) for each in shown]


def expressions() -> st.SearchStrategy[str]:
    """Texts that Python reads as we do, but for ** as the power."""
    leaves = st.sampled_from([*SYMBOLS, "2", "5", "13"])

    def larger(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        binary = st.builds("{} {} {}".format, inner, st.sampled_from("+-*/"), inner)
        bracketed = st.builds("({}{} {} {})".format, st.sampled_from(["", "-"]), inner, st.sampled_from("+-*/"), inner)
        return binary | bracketed | st.builds("({})^{}".format, inner, st.sampled_from("23"))

    return st.recursive(leaves, larger, max_leaves=8)


def by_python(text: str) -> Fraction:
    numbers = {name: Fraction(value) for name, value in SYMBOLS.items()}
    text = re.sub(r"\d+", lambda number: f"Fraction({number[0]})", text).replace("^", "**")
    return Fraction(eval(text, {"__builtins__": {}, "Fraction": Fraction}, numbers))
