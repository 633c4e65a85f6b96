"""The difference between a wrong number and the right one, and what each mistake adds to it, for instructors."""

from __future__ import annotations

from typing import Final

from checker.cli.views.layout import Style, table
from checker.diagnosis.breakdown import Breakdown, Contribution, FormattedAmount
from checker.diagnosis.products import Product
from checker.diagnosis.wording import named
from checker.marking.outcome import Outcome

INDENT: Final = 4

LABEL_WIDTH: Final = 14
"""Width of the label in front of the difference."""


def difference(account: Breakdown, style: Style) -> str:
    """Return `4,096 too large = 64 · 64`; of several mistakes the whole difference, without products."""
    size = f"{_written(account.total).removeprefix('-')} too {'large' if account.total > 0 else 'small'}"
    rounded = f" ({_written(account.value)} before rounding)" if account.is_rounded else ""
    if len(account.contributions) > 1:
        return f"{size}{rounded}, adding up in the order of the solution:"
    product = equal(account.contributions[0].product, style.width - LABEL_WIDTH - len(size + rounded))
    return f"{size}{product}{rounded}"


def contributions(outcome: Outcome, account: Breakdown, style: Style) -> list[str]:
    """Return a row for each of several mistakes, and for the slip after them."""
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
