"""The student's steps next to the right ones, for instructors."""

from __future__ import annotations

from typing import Any, NamedTuple

from checker.answers import flatten
from checker.cli.views.account import equal
from checker.cli.views.layout import BY, Style, in_cell, legible, paragraph, table
from checker.cli.views.solution import NOTHING
from checker.diagnosis import preceding_steps
from checker.diagnosis.mistake_effects import product_of
from checker.diagnosis.mistakes import options_of
from checker.diagnosis.products import Product
from checker.marking.outcome import Outcome
from checker.problems import Part


class DifferenceRow(NamedTuple):
    """A step: the student's value, and the right one."""

    path: str
    yours: Any
    expected: Any

    @property
    def step(self) -> str:
        """Return the step's name, without those of the steps around it."""
        return self.path.rpartition(".")[2]

    @property
    def differs(self) -> bool:
        """Return whether the student's value is another one."""
        return flatten(self.yours) != flatten(self.expected)


def lines(part: Part, outcome: Outcome, style: Style) -> list[str]:
    """Return the table; nothing where no known mistake gives this answer."""
    rows = rows_of(part, outcome)
    first = next((row for row in rows if row.differs), None)
    if first is None:
        return []
    mark = f"first difference{_amount(first)}"
    if style.plain:
        shown = [f"{row.step}: yours {_cell(row.yours)}, expected {_cell(row.expected)}" for row in rows]
        shown[rows.index(first)] += f", {mark}{equal(_product(part, outcome, first))}"
        return shown
    shown = table([("step", "yours", "expected"), *((row.step, _cell(row.yours), _cell(row.expected)) for row in rows)])
    row = rows.index(first) + 1
    shown[row] += f"   ◀ {mark}"
    shown[row] += equal(_product(part, outcome, first), style.width - len(shown[row]))
    return [*shown, *_whole(first, style)]


def rows_of(part: Part, outcome: Outcome) -> list[DifferenceRow]:
    """Return the steps up to the asked one, with the values that the likeliest mistakes give."""
    diagnosis = outcome.diagnosis
    best = diagnosis.explanations[0] if diagnosis and diagnosis.explanations else None
    if (
        best is None or not best.mistakes or best.since or best.again
    ):  # the student's earlier numbers: other steps are unknown
        return []
    variant, asked = part.variant, part.step
    paths = [*(path for path in preceding_steps(variant.board, asked) if path != asked), asked]
    yours, right = variant.run(options_of(best.mistakes), paths), variant.run(wanted=paths)
    rows = [DifferenceRow(path, yours[path], right[path]) for path in paths]
    return [row for row in rows if row.differs or flatten(row.expected) != NOTHING]


def _cell(value: Any) -> str:
    """Return a value that fits into a column, or else its shape."""
    return in_cell(value) or BY.join(map(str, flatten(value)[0]))


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


def _whole(row: DifferenceRow, style: Style) -> list[str]:
    """Return both values of the first difference, where they did not fit into the table."""
    if in_cell(row.expected):
        return []
    lines = []
    for name, value in (("yours", row.yours), ("expected", row.expected)):
        lines += ["", f"  {row.step}, {name}", *paragraph(legible(value), style, indent=4)]
    return lines
