"""How near to the truth is right, decided in decimal arithmetic."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Context, Decimal
from typing import Any, Final, NamedTuple

EXACT: Final = Context(prec=2000)  # wide enough for every product of sizes; the process-wide context stays as it is
NEGLIGIBLE: Final = Decimal("1e-9")
"""Entries this much smaller than the largest are rounding noise of the truth: they are 0."""

_TWELVE: Final = Context(prec=12)


class Tolerance(NamedTuple):
    """A rule (`exact`, `absolute`, `relative`, `decimals` or `significant`) and its amount."""

    rule: str
    amount: Decimal = Decimal(0)

    @classmethod
    def default(cls, *, whole: bool) -> Tolerance:
        """Whole numbers are exact; real ones agree to 3 significant digits."""
        return cls("exact") if whole else cls("significant", Decimal(3))

    def margin(self, truth: Decimal) -> Decimal:
        """How far an answer may lie from a truth that is not 0."""
        if self.rule == "absolute":
            return self.amount
        if self.rule == "relative":
            return EXACT.multiply(abs(truth), self.amount)
        if self.rule == "decimals":
            return Decimal(5).scaleb(-int(self.amount) - 1)
        if self.rule == "significant":
            return Decimal(5).scaleb(truth.adjusted() - int(self.amount))
        return Decimal(0)


def as_decimal(number: Any) -> Decimal:
    """A truth's number; a float is rounded to 12 significant digits, which is what it is good for."""
    return Decimal(number) if isinstance(number, int) else _TWELVE.create_decimal_from_float(float(number))


def bounds(numbers: Sequence[Any], tolerance: Tolerance) -> list[tuple[Decimal, Decimal]]:
    """The lowest and the highest right answer for each number of the truth, both inclusive."""
    truths = [as_decimal(number) for number in numbers]
    sizes = [abs(truth) for truth in truths]
    noise = EXACT.multiply(max(sizes, default=Decimal(0)), NEGLIGIBLE)
    truths = [truth if size > noise else Decimal(0) for truth, size in zip(truths, sizes, strict=True)]
    smallest = min((truth for truth in truths if truth), key=abs, default=Decimal(0))
    margins = [tolerance.margin(truth or smallest) for truth in truths]
    return [
        (EXACT.subtract(truth, margin), EXACT.add(truth, margin)) for truth, margin in zip(truths, margins, strict=True)
    ]
