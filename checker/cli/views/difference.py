"""The student's steps beside the right ones, for an instructor's eyes."""

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


class DifferenceRow(NamedTuple):
    """A step as this student would get it, and as it is."""

    path: str
    yours: Any
    expected: Any

    @property
    def step(self) -> str:
        """Its own name, without the steps it lies within."""
        return self.path.rpartition(".")[2]

    @property
    def differs(self) -> bool:
        """Whether the student has something else here."""
        return flatten(self.yours) != flatten(self.expected)


def lines(outcome: Outcome, style: Style) -> list[str]:
    """The table; nothing where no mistake is known that gives this answer."""
    rows = rows_of(outcome)
    first = next((row for row in rows if row.differs), None)
    if first is None:
        return []
    mark = f"first difference{_amount(first)}"
    if style.plain:
        shown = [f"{row.step}: yours {_cell(row.yours)}, expected {_cell(row.expected)}" for row in rows]
        shown[rows.index(first)] += f", {mark}{equal(_product(outcome, first))}"
        return shown
    shown = table([("step", "yours", "expected"), *((row.step, _cell(row.yours), _cell(row.expected)) for row in rows)])
    row = rows.index(first) + 1
    shown[row] += f"   ◀ {mark}"
    shown[row] += equal(_product(outcome, first), style.width - len(shown[row]))
    return [*shown, *_whole(first, style)]


def rows_of(outcome: Outcome) -> list[DifferenceRow]:
    """What the likeliest mistakes make of the steps that lead to the asked one, and of this itself."""
    diagnosis = outcome.diagnosis
    best = diagnosis.explanations[0] if diagnosis and diagnosis.explanations else None
    if (
        best is None or not best.mistakes or best.since or best.again
    ):  # on a student's own numbers nobody knows the other steps
        return []
    variant, asked = outcome.marker.part.variant, outcome.marker.part.step
    paths = [*(path for path in preceding_steps(variant.board, asked) if path != asked), asked]
    yours, right = variant.run(options_of(best.mistakes), paths), variant.run(wanted=paths)
    rows = [DifferenceRow(path, yours[path], right[path]) for path in paths]
    return [row for row in rows if row.differs or flatten(row.expected) != NOTHING]


def _cell(value: Any) -> str:
    """A value that fits into a column, or else its size."""
    return in_cell(value) or BY.join(map(str, flatten(value)[0]))


def _amount(row: DifferenceRow) -> str:
    """By how much, where both are whole numbers."""
    if isinstance(row.yours, int) and isinstance(row.expected, int):
        return f": {abs(row.yours - row.expected):,}"
    return ""


def _product(outcome: Outcome, row: DifferenceRow) -> Product:
    """That amount as a product, in the question's sizes."""
    if not (_amount(row) and outcome.diagnosis):
        return Product()
    mistakes = outcome.diagnosis.explanations[0].mistakes
    return product_of(outcome.marker.part.variant, row.path, mistakes, (), row.yours - row.expected)


def _whole(row: DifferenceRow, style: Style) -> list[str]:
    """Both values of the first difference, where they did not fit into the table."""
    if in_cell(row.expected):
        return []
    lines = []
    for name, value in (("yours", row.yours), ("expected", row.expected)):
        lines += ["", f"  {row.step}, {name}", *paragraph(legible(value), style, indent=4)]
    return lines
