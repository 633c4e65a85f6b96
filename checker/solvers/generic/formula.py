"""A formula, worked out."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from checker.notation.nodes import Node
from checker.solvers.generic import _said
from checker.solvers.generic._plan import planned
from checker.solvers.generic._symbols import ExpressionText, Symbol

Answer = int | float | tuple[float, ...] | tuple[tuple[float, ...], ...]


def formula(
    expression: str,
    symbols: dict[str, Symbol],
    pieces: dict[str, ExpressionText] | None = None,
    unit: ExpressionText | None = None,
) -> Answer:
    """The value of a formula, of any course.

    Formula: the answer is the value of `expression`, worked out step by step; the mistakes follow from it too: a term
        or factor left out, a sign or a root forgotten, one symbol put for another.
    Sizes: `symbols` has each symbol of the expression: a number, a list of numbers, rows of numbers, or a text, which
        is an expression of other symbols and so a step with a name.  {value: 3, description: the padding on each side,
        unit: px} gives a symbol words too, and so does {expression: d/h, description: ...}.  With `positive: false`
        formulas as answers are compared at negative values, too; by default where the value is not positive.  `pieces`
        has words for pieces of the expression: {2*p: the padding on both sides}.  `unit` is what the answer is measured
        in, such as km/h, GB or USD; that of a symbol with an expression counts where a part asks for it.  Neither
        converts the value.
        Functions: sqrt, abs, floor, ceil, round, exp, ln, log2, log10, log(x, base), sin, cos, tan, asin, acos, atan,
        sec, csc, cot and their inverses, all of these with an h (sinh, asinh, sech ...), cbrt, root(x, n), sgn,
        degrees, radians, factorial, comb(n, k), sum, mean, max, min; of vectors and matrices dot, norm, transpose,
        matmul or @, softmax; constants pi and e.  1/2 x is refused: write (1/2)*x or 1/(2*x).
        The misconceptions depend on the expression; those listed are of the first example, and `checker types FILE`
        lists those of a problem.
    Answer: a number; exact where every number is and the result is whole.  A vector or a matrix where the result is.
    Source: the author of the problem.

    >>> formula(expression="(n + 2*p - k)/s + 1", symbols={"n": 225, "p": 3, "k": 7, "s": 2})
    113
    """
    del unit  # whoever reads an answer asks the variant for it
    result: Answer = planned(expression, symbols, pieces or {}).solve()
    return result


def explain(
    expression: str, symbols: dict[str, Symbol], pieces: dict[str, ExpressionText] | None = None, **_: Any
) -> dict[str, str]:
    """What is said of each mistake, in the author's words."""
    return _said.sentences(planned(expression, symbols, pieces or {}))


def weights(
    expression: str, symbols: dict[str, Symbol], pieces: dict[str, ExpressionText] | None = None, **_: Any
) -> Mapping[str, int]:
    """How common each mistake is: leaving something out is commonest."""
    return planned(expression, symbols, pieces or {}).weights


def units(symbols: dict[str, Symbol], **_: Any) -> Mapping[str, str]:
    """The units of the symbols, of which those that are worked out are steps."""
    return {name: said["unit"] for name, said in symbols.items() if isinstance(said, dict) and "unit" in said}


def written(
    step: str, expression: str, symbols: dict[str, Symbol], pieces: dict[str, ExpressionText] | None = None, **_: Any
) -> str:
    """The formula of a step, as its author wrote it."""
    return next(piece.text for piece in planned(expression, symbols, pieces or {}).pieces if piece.step == step)


def parsed(
    step: str, expression: str, symbols: dict[str, Symbol], pieces: dict[str, ExpressionText] | None = None, **_: Any
) -> tuple[Node, Mapping[str, Node]]:
    """The tree of a step, and those of the symbols that have an expression, in their order."""
    plan = planned(expression, symbols, pieces or {})
    tree = next(piece.node for piece in plan.pieces if piece.step == step)
    return tree, {symbol: formula.tree for symbol, formula in plan.symbols.derived.items()}


one_by_one = True
"""Each student's values are worked out number by number: a run for all is no faster."""

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


_COURSES: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    (
        "(n + 2*p - k)/s + 1",
        {"n": 226, "p": 5, "k": 11, "s": 3},
        {
            "words": {
                "n": "the input size",
                "p": "the padding on each side",
                "k": "the kernel size",
                "s": "the stride",
            },
            "pieces": {"2*p": "the padding on both sides"},
            "unit": "px",
        },
    ),
    (
        "N*(4*(d^2 + d) + 2*d*f + (f + d))",
        {"N": 6, "d": 512, "f": 2048},
        {"words": {"N": "the number of layers", "f": "the inner width"}, "pieces": {"f + d": "the biases"}},
    ),
    (
        "h + v*t - g*t^2/2",
        {"h": 12.5, "v": 8.3, "t": 1.4, "g": 9.81},
        {"words": {"h": "the height at the start", "v": "the speed at the start", "t": "the time"}, "unit": "m"},
    ),
    ("(mean(x) - m)/(s/sqrt(n))", {"x": [5.1, 4.3, 6.2, 5.7, 4.9], "m": 4.5, "s": 0.72, "n": 5}, {}),
    ("P*(1 + r/12)^(12*y)", {"P": 2500.5, "r": 0.031, "y": 0.25}, {"words": {"r": "the rate of a year"}}),
    ("dot(q, k)/sqrt(d_k)", {"q": [1, 3, 2], "k": [4, 2, -1], "d": 512, "h": 8}, {"derived": {"d_k": "d/h"}}),
    ("softmax(K @ q/sqrt(w))", {"K": [[1.2, 0.3], [0.1, -0.7], [-0.4, 0.9]], "q": [0.8, 1.7], "w": 2}, {}),
    ("-log10(c) + E*(T - 25)", {"c": 0.0021, "E": 0.013, "T": 37.5}, {}),
    ("A*exp(-B/(R*T))", {"A": 2.6, "B": 510.5, "R": 8.31, "T": 310.2}, {}),
]
"""Formulas of several courses, with numbers and words."""


def _question(expression: str, numbers: Mapping[str, Any], said: Mapping[str, Any]) -> dict[str, Any]:
    words = said.get("words", {})
    symbols = {
        name: {"value": value, "description": words[name]} if name in words else value
        for name, value in numbers.items()
    }
    rest = {key: said[key] for key in ("pieces", "unit") if key in said}
    return {"expression": expression, "symbols": symbols | said.get("derived", {}), **rest}


examples: list[dict[str, Any]] = [_question(*course) for course in _COURSES]


def draw(rng: Random) -> dict[str, Any]:
    """Valid random parameters."""
    expression, numbers, said = rng.choice(_COURSES)
    return _question(expression, {name: _other(value, rng) for name, value in numbers.items()}, said)


def _other(value: Any, rng: Random) -> Any:
    """A number of the same size and kind, or a list of them."""
    if isinstance(value, list):
        return [_other(each, rng) for each in value]
    drawn = value * rng.uniform(0.6, 1.6)
    return max(round(drawn), 2) if isinstance(value, int) else round(drawn, 4)
