"""View of a wrong answer for instructors: how it is made up, and the student's steps next to the right ones."""

from __future__ import annotations

from typing import Any, Final

from checker.answers import flatten
from checker.answers.legible import in_cell, legible
from checker.cli.views.layout import Style, paragraph, table
from checker.diagnosis.breakdown import Breakdown, Contribution, FormattedAmount
from checker.diagnosis.mistake_effects import product_of
from checker.diagnosis.products import Product
from checker.diagnosis.wording import named
from checker.marking.outcome import Outcome
from checker.marking.solution import spelled
from checker.marking.steps_compared import DifferenceRow, rows_of
from checker.problems import Part

INDENT: Final = 4

LABEL_WIDTH: Final = 14
"""Width of the label in front of the difference."""


def difference(account: Breakdown, style: Style) -> str:
    """Return by how much an answer is off, as a product of sizes: `4,096 too large = 64 · 64`."""
    size = f"{_written(account.total).removeprefix('-')} too {'large' if account.total > 0 else 'small'}"
    rounded = f" ({_written(account.value)} before rounding)" if account.is_rounded else ""
    if len(account.contributions) > 1:
        return f"{size}{rounded}, adding up in the order of the solution:"
    product = equal(account.contributions[0].product, style.width - LABEL_WIDTH - len(size + rounded))
    return f"{size}{product}{rounded}"


def contributions(outcome: Outcome, account: Breakdown, style: Style) -> list[str]:
    """Return a row for what each of several mistakes adds to an answer, and for the slip after them."""
    found = account.contributions
    if len(found) == 1:
        return []
    names = [_name(outcome, each) for each in found]
    amounts = [f"{'+' if each.amount >= 0 else ''}{_written(each.amount)}" for each in found]
    if style.plain:
        rows = [f"{name}: {amount}" for name, amount in zip(names, amounts, strict=True)]
        return [row + equal(each.product) for row, each in zip(rows, found, strict=True)]
    rows = table(list(zip(names, amounts, strict=True)), indent=INDENT)
    return [row + equal(each.product, style.width - len(row)) for row, each in zip(rows, found, strict=True)]


def equal(product: Product, width: int | None = None) -> str:
    """Return ` = 4 · 768 = 4 · d_model`, or as much of it as fits into the width."""
    sides = [f" = {side}" for side in product if side]
    fitting = ("".join(sides[:count]) for count in (2, 1) if sides)
    return next((text for text in fitting if width is None or len(text) <= width), "")


def _name(outcome: Outcome, contribution: Contribution) -> str:
    """Return the stable name of a mistake or of the slip."""
    mistake = contribution.mistake
    if mistake is None:
        slip = outcome.diagnosis.explanations[0].slip if outcome.diagnosis else None
        return f"then a slip: {named(slip or '')}"
    return f"{named(mistake.point)} {named(mistake.option)}" + (f" in {named(mistake.scope)}" if mistake.scope else "")


def _written(amount: FormattedAmount) -> str:
    return f"{amount:,}" if isinstance(amount, int) else f"{amount:,f}"


def compared_steps(part: Part, outcome: Outcome, style: Style) -> list[str]:
    """Return a table of the student's steps next to the right ones; nothing if no known mistake gives the answer."""
    rows = rows_of(part, outcome)
    first = next((row for row in rows if row.differs), None)
    if first is None:
        return []
    cells = [(row.step, _cell(row.yours, part, row.path), _cell(row.expected, part, row.path)) for row in rows]
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


def _cell(value: Any, part: Part, path: str) -> str:
    """Return a value that fits into a column, or else its shape."""
    return in_cell(spelled(part, value, path)) or legible(flatten(value)[0])


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
    if in_cell(spelled(part, row.expected, row.path)):
        return []
    lines = []
    for name, value in (("yours", row.yours), ("expected", row.expected)):
        lines += ["", f"  {row.step}, {name}", *paragraph(spelled(part, value, row.path), style, indent=4)]
    return lines
