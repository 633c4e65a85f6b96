"""Question type on the value of a formula: its solver, the sentences about its mistakes, and examples.

Its program is made elsewhere; the functions here give the engine its value, units, texts and trees.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from checker.derivation.formula_sentences import FormulaSentences, formula_sentences
from checker.derivation.program import Program, program
from checker.derivation.symbols import ExpressionText, Symbol, SymbolPath, UnitText
from checker.formula.nodes import Node
from checker.text.number import PLAIN_NUMBER

Answer = int | float | tuple[float, ...] | tuple[tuple[float, ...], ...]


def formula(
    expression: str,
    symbols: dict[str, Symbol] | None = None,
    pieces: dict[str, ExpressionText] | None = None,
    unit: UnitText | None = None,
) -> Answer:
    """Compute the value of a formula of any course.

    Formula: the answer is the value of `expression`, computed step by step; the mistakes follow from it too: a term
        or factor left out, a sign or a root left out, one symbol used instead of another.
    Sizes: `symbols` has each symbol of the expression: a number, a list of numbers, rows of numbers, or a text, which
        is an expression of other symbols and so a named step.  {value: 3, description: the padding on each side,
        unit: px} also gives a symbol a description, as does {expression: d/h, description: ...}.  With
        `positive: false` formulas as answers are also compared at negative values, by default if the value is not
        positive.  `pieces` has words for pieces of the expression: {2*p: the padding on both sides}.  `unit` is the
        unit of the answer, such as km/h, GB or USD; the unit of a symbol with an expression counts where a part asks
        for it.  Where symbols of an expression have units and no power of ten is written out, prefixes are converted:
        V/Ω to mA, and mm to m in a sum of both.  The unit 1 is that of a plain number, as is a symbol without one.
        Functions: those of numbers, angles, lists, matrices and distributions, `if`, sums over a variable and zeros are
        in "Expressions" of the documentation.  An angle in degrees is 30°, or a symbol with the unit °.
        The misconceptions depend on the expression; those listed belong to the first example, and `checker types FILE`
        lists those of a problem.
    Answer: a number; exact where every number is and the result is whole.  A vector, a matrix or a complex number where
        the result is.
    Source: the author of the problem.

    >>> formula(expression="(n + 2*p - k)/s + 1", symbols={"n": 225, "p": 3, "k": 7, "s": 2})
    113
    """
    given = {"expression": expression, "symbols": symbols, "pieces": pieces, "unit": unit}
    return _program(given).solve()


def _program(parameters: Mapping[str, Any]) -> Program:
    symbols, pieces, unit = (parameters.get(name) for name in ("symbols", "pieces", "unit"))
    return program(parameters["expression"], symbols, pieces, None if unit is None else str(unit))


def unit_problems(asked: tuple[str, str] | None, **parameters: Any) -> tuple[tuple[SymbolPath, str], ...]:
    """Return each clash of units in the expressions as (path of the symbol, message).

    With `asked`, a step and the unit of its answer, also clashes with that unit.
    """
    found = _program(parameters)
    return found.unit_problems if asked is None else (*found.unit_problems, *found.problems_of(*asked))


def in_words(shown: frozenset[str] | None, **parameters: Any) -> FormulaSentences:
    """Return mistakes and steps in words, for students whose prompt shows these names."""
    return formula_sentences(_program(parameters), shown)


def units(symbols: dict[str, Symbol] | None, **_: Any) -> Mapping[str, str]:
    """Return {symbol: unit} for each symbol with a declared unit, with "" for plain numbers.

    A symbol that is an expression is a step, so this gives the unit of that step.
    """
    named = (symbols or {}).items()
    described = {name: symbol for name, symbol in named if isinstance(symbol, dict) and "unit" in symbol}
    return {name: "" if each["unit"] in PLAIN_NUMBER else str(each["unit"]) for name, each in described.items()}


def parsed(step: str, **parameters: Any) -> tuple[Node, Mapping[str, Node]]:
    """Return the tree of a step's formula, and the trees of all symbols that are given as expressions, {symbol: tree}.

    These are in the order in which they are computed.
    """
    found = _program(parameters)
    tree = next(piece.node for piece in found.pieces if piece.step == step)
    return tree, {symbol: formula.tree for symbol, formula in found.symbols.derived.items()}


named = 0.9
"""The share of the mistakes with a formula that follow from its form."""


def fills(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Return {symbol: value} for the symbols that the author gives as numbers.

    A prompt may name them in braces; derived symbols would give answers away.
    """
    values = {}
    for symbol, given in (parameters.get("symbols") or {}).items():
        value = given.get("value", "") if isinstance(given, dict) else given
        if not isinstance(value, str):
            values[symbol] = value
    return values


examples: list[dict[str, Any]] = [
    {
        "expression": "(n + 2*p - k)/s + 1",
        "symbols": {
            "n": {"value": 226, "unit": "px", "description": "the input size"},
            "p": {"value": 5, "unit": "px", "description": "the padding on each side"},
            "k": {"value": 11, "unit": "px", "description": "the kernel size"},
            "s": {"value": 3, "description": "the stride"},
        },
        "pieces": {"2*p": "the padding on both sides"},
        "unit": "px",
    },
    {
        "expression": "N*(4*(d^2 + d) + 2*d*f + (f + d))",
        "symbols": {
            "N": {"value": 6, "description": "the number of layers"},
            "d": 512,
            "f": {"value": 2048, "description": "the inner width"},
        },
        "pieces": {"f + d": "the biases"},
    },
    {
        "expression": "h + v*t - g*t^2/2",
        "symbols": {
            "h": {"value": 12.5, "description": "the height at the start"},
            "v": {"value": 8.3, "description": "the speed at the start"},
            "t": {"value": 1.4, "description": "the time"},
            "g": 9.81,
        },
        "unit": "m",
    },
    {
        "expression": "(mean(x) - m)/(s/sqrt(n))",
        "symbols": {"x": [5.1, 4.3, 6.2, 5.7, 4.9], "m": 4.5, "s": 0.72, "n": 5},
    },
    {
        "expression": "P*(1 + r/12)^(12*y)",
        "symbols": {"P": 480.75, "r": {"value": 0.36, "description": "the rate of a year"}, "y": 0.25},
    },
    {"expression": "dot(q, k)/sqrt(d_k)", "symbols": {"q": [1, 3, 2], "k": [4, 2, -1], "d": 512, "h": 8, "d_k": "d/h"}},
    {
        "expression": "softmax(K @ q/sqrt(w))",
        "symbols": {"K": [[1.2, 0.3], [0.1, -0.7], [-0.4, 0.9]], "q": [0.8, 1.7], "w": 2},
    },
    {"expression": "-log10(c) + E*(T - 25)", "symbols": {"c": 0.0021, "E": 0.013, "T": 37.5}},
    {"expression": "A*exp(-B/(R*T))", "symbols": {"A": 2.6, "B": 510.5, "R": 8.31, "T": 310.2}},
]
