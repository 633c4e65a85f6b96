"""The student's steps next to the right ones, for instructors."""

from __future__ import annotations

from typing import Any

from checker.answers import flatten
from checker.answers.legible import in_cell, legible
from checker.cli.views.account import equal
from checker.cli.views.layout import Style, paragraph, table
from checker.diagnosis.mistake_effects import product_of
from checker.diagnosis.products import Product
from checker.marking.outcome import Outcome
from checker.marking.solution import spelled
from checker.marking.steps_compared import DifferenceRow, rows_of
from checker.problems import Part


def lines(part: Part, outcome: Outcome, style: Style) -> list[str]:
    """Return the table; nothing where no known mistake gives this answer."""
    rows = rows_of(part, outcome)
    first = next((row for row in rows if row.differs), None)
    if first is None:
        return []
    cells = [(row.step, _cell(row.yours, part), _cell(row.expected, part)) for row in rows]
    mark = f"first difference{_amount(first)}"
    if style.plain:
        shown = [f"{step}: yours {yours}, expected {expected}" for step, yours, expected in cells]
        shown[rows.index(first)] += f", {mark}{equal(_product(part, outcome, first))}"
        return shown
    shown = table([("step", "yours", "expected"), *cells])
    row = rows.index(first) + 1
    shown[row] += f"   ◀ {mark}"
    shown[row] += equal(_product(part, outcome, first), style.width - len(shown[row]))
    return [*shown, *_whole(first, part, style)]


def _cell(value: Any, part: Part) -> str:
    """Return a value that fits into a column, or else its shape."""
    return in_cell(spelled(part, value)) or legible(flatten(value)[0])


def _amount(row: DifferenceRow) -> str:
    """Return the difference, where both values are whole numbers."""
    if isinstance(row.yours, int) and isinstance(row.expected, int):
        return f": {abs(row.yours - row.expected):,}"
    return ""


def _product(part: Part, outcome: Outcome, row: DifferenceRow) -> Product:
    """Return the difference as a product of the question's sizes."""
    if not (_amount(row) and outcome.diagnosis):
        return Product()
    mistakes = outcome.diagnosis.explanations[0].mistakes
    return product_of(part.variant, row.path, mistakes, (), row.yours - row.expected)


def _whole(row: DifferenceRow, part: Part, style: Style) -> list[str]:
    """Return both values of the first difference, where they did not fit into the table."""
    if in_cell(spelled(part, row.expected)):
        return []
    lines = []
    for name, value in (("yours", row.yours), ("expected", row.expected)):
        lines += ["", f"  {row.step}, {name}", *paragraph(spelled(part, value), style, indent=4)]
    return lines
