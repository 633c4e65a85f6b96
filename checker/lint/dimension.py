"""Units that do not follow from those of an expression's symbols."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from checker.derivation.dimensions import Derived, Mismatch
from checker.lint.target import LintTarget
from checker.notation.units import Unit, in_base_units, kind_of, unit_of_author
from checker.problems import Finding
from checker.solvers.generic import formula

_UNIT: Final = ("parameters", "unit")
_EXPRESSION: Final = ("parameters", "expression")


def dimension(target: LintTarget) -> Iterator[Finding]:
    """Report an expression that adds different things, or that gives something else than the declared unit measures."""
    found: set[str] = set()
    for part in target.problem.parts:
        if part.variant.solver.name != "formula":
            continue
        path = next((each for each in target.nearest(part, _UNIT, _EXPRESSION) if target.entry(each)), _EXPRESSION)
        arguments = part.variant.arguments
        try:
            derived = formula.unit_of_expression(**arguments)
        except Mismatch as error:
            message = f"The expression {error}. Convert one of them, or correct their units."
        else:
            declared = unit_of_author(arguments.get("unit") or "")
            if derived is None or derived.fits or declared is None:
                continue
            message = _message(derived, declared, arguments["unit"])
        if message not in found:
            found.add(message)
            yield target.finding("dimension", message, path)


def _message(derived: Derived, declared: Unit, written: str) -> str:
    """Return how the units of the symbols and the declared one differ."""
    base = in_base_units(derived.unit)
    if derived.ratio is None:
        made = f"The units of the symbols make the expression {kind_of(derived.unit)} ({base})"
        what = f"{made}, but `unit: {written}` is {kind_of(declared)}"
        return f"{what}. Correct the expression, the unit of a symbol or `unit`."
    factor = f"{float(derived.ratio):.6g}"
    return (
        f"The units of the symbols do not give the expression in {written}. Multiply it by {factor}, "
        "or declare the unit that it is in."
    )
