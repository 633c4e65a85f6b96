"""Where a wrong number comes from: by how much it is wrong, and what each mistake adds, for an instructor's eyes."""

from __future__ import annotations

from typing import Final

from checker.cli.views.layout import Style, table
from checker.diagnosis.breakdown import Breakdown, Contribution, FormattedAmount
from checker.diagnosis.products import Product
from checker.diagnosis.wording import named
from checker.marking.outcome import Outcome

INDENT: Final = 4

BESIDE: Final = 14
"""Columns that the label of the difference takes."""


def difference(account: Breakdown, style: Style) -> str:
    """`4,096 too large = 64 · 64`; of several mistakes together, and without their products."""
    size = f"{_written(account.total).removeprefix('-')} too {'large' if account.total > 0 else 'small'}"
    rounded = f" ({_written(account.value)} before rounding)" if account.is_rounded else ""
    if len(account.contributions) > 1:
        return f"{size}{rounded}, adding up in the order of the solution:"
    product = equal(account.contributions[0].product, style.width - BESIDE - len(size + rounded))
    return f"{size}{product}{rounded}"


def contributions(outcome: Outcome, account: Breakdown, style: Style) -> list[str]:
    """A row for each of several mistakes, and for the slip after them."""
    told = account.contributions
    if len(told) == 1:
        return []
    names = [_name(outcome, each) for each in told]
    amounts = [f"{'+' if each.amount >= 0 else ''}{_written(each.amount)}" for each in told]
    if style.plain:
        rows = [f"{name}: {amount}" for name, amount in zip(names, amounts, strict=True)]
        return [row + equal(each.product) for row, each in zip(rows, told, strict=True)]
    rows = table(list(zip(names, amounts, strict=True)), indent=INDENT)
    return [row + equal(each.product, style.width - len(row)) for row, each in zip(rows, told, strict=True)]


def equal(product: Product, width: int | None = None) -> str:
    """` = 4 · 768 = 4 · d_model`: as much of it as there is, and as fits into the width."""
    sides = [f" = {side}" for side in product if side]
    fitting = ("".join(sides[:count]) for count in (2, 1) if sides)
    return next((text for text in fitting if width is None or len(text) <= width), "")


def _name(outcome: Outcome, contribution: Contribution) -> str:
    """A mistake, or the slip, by its stable name."""
    mistake = contribution.mistake
    if mistake is None:
        slip = outcome.diagnosis.explanations[0].slip if outcome.diagnosis else None
        return f"then a slip: {named(slip or '')}"
    return f"{named(mistake.point)} {named(mistake.option)}" + (f" in {named(mistake.scope)}" if mistake.scope else "")


def _written(amount: FormattedAmount) -> str:
    return f"{amount:,}" if isinstance(amount, int) else f"{amount:,f}"
