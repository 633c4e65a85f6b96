"""A formula, worked out."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from checker.solvers.generic import _said
from checker.solvers.generic._plan import planned
from checker.solvers.generic._symbols import Symbol, Text

Answer = int | float | tuple[float, ...] | tuple[tuple[float, ...], ...]


def formula(
    expression: str,
    symbols: dict[str, Symbol],
    pieces: dict[str, Text] | None = None,
    unit: Text | None = None,
) -> Answer:
    """The value of a formula, of any course.

    Formula: the answer is the value of `expression`, worked out step by step; the mistakes follow from it too: a term
        or factor left out, a sign or a root forgotten, one symbol put for another.
    Sizes: `symbols` has each symbol of the expression: a number, a list of numbers, rows of numbers, or a text, which
        is an expression of other symbols and so a step with a name.  {value: 3, description: the padding on each side,
        unit: px} gives a symbol words too; {expression: d/h, description: ...} likewise.  `pieces` has words for pieces of the
        expression: {2*p: the padding on both sides}.  `unit` is what the answer is measured in.  Functions: sqrt, abs,
        floor, ceil, round, exp, ln, log2, log10, log(x, base), sin, cos, tan, asin, acos, atan, tanh, degrees,
        radians, factorial, comb(n, k), sum, mean, max, min; of vectors and matrices dot, norm, transpose, matmul or @,
        softmax; constants pi and e.  1/2x is 1/(2x).
    Answer: a number; exact where every number is and the result is whole.  A vector or a matrix where the result is.
    Source: the author of the problem.

    >>> formula(expression="(n + 2*p - k)/s + 1", symbols={"n": 225, "p": 3, "k": 7, "s": 2})
    113
    """
    del unit  # whoever reads an answer asks the variant for it
    result: Answer = planned(expression, symbols, pieces or {}).solve()
    return result


def explain(
    expression: str, symbols: dict[str, Symbol], pieces: dict[str, Text] | None = None, **_: Any
) -> dict[str, str]:
    """What is said of each mistake, in the author's words."""
    return _said.sentences(planned(expression, symbols, pieces or {}))


def weights(
    expression: str, symbols: dict[str, Symbol], pieces: dict[str, Text] | None = None, **_: Any
) -> Mapping[str, int]:
    """How common each mistake is: leaving something out is commonest."""
    return planned(expression, symbols, pieces or {}).weights


named = 0.5
"""Of the mistakes that students make with a formula, about the half follow from its form."""


def fills(told: Mapping[str, Any]) -> dict[str, Any]:
    """The given symbols: of those that are to be worked out a prompt tells nothing."""
    values = {}
    for symbol, said in told.get("symbols", {}).items():
        value = said.get("value", "") if isinstance(said, dict) else said
        if not isinstance(value, str):
            values[symbol] = value
    return values


examples: list[dict[str, Any]] = []


def draw(rng: Random) -> dict[str, Any]:
    """Valid random parameters."""
    return {"expression": "a + b", "symbols": {"a": rng.randint(2, 9), "b": rng.randint(10, 20)}}
