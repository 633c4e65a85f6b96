"""Tolerances: how near to the truth an answer must be, decided in decimal arithmetic.

By default whole numbers must be exact, and others be within half a unit of the 3rd significant digit.  Entries of a
vector may instead be rounded as the largest one, and amounts of money to two decimals: `Tolerance.coarsest_rounding`.
`bounds` gives the smallest and largest right value, `as_decimal` a float without its rounding errors; `Judge` compares.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import Context, Decimal
from typing import Any, Final, Literal, NamedTuple

from checker.engine.values import Typed

EXACT: Final = Context(prec=2000)  # wide enough for every product of sizes; the process-wide context stays as it is
_NEGLIGIBLE: Final = Decimal("1e-9")
"""Entries this much smaller than the largest are rounding noise of the truth: they are 0."""

_MOST_TIMES: Final = 1000
"""Maximum ratio of the largest entry to the smallest one, if all are rounded to the same decimals."""

_CURRENCIES: Final = ("USD", "EUR", "GBP", "CHF", "JPY", "CNY", "INR", "CAD", "AUD", "$", "€", "£", "¥", "₹")
"""Units that are amounts of money."""

_DIGITS: Final = 12
"""Number of significant digits for which a computed float is good."""
_MOST_DIGITS: Final = 15
"""Maximum number of significant digits with which two decimals are never the same float."""
_TWELVE: Final = Context(prec=_DIGITS)
_NOISE: Final = 1e-14
"""Relative error of a float that was meant to be a decimal number: 0.1 + 0.2."""


class Bound(NamedTuple):
    """The smallest and the largest number that count as right for one number of the right answer."""

    low: Decimal
    high: Decimal
    truth: Decimal
    reach: Decimal
    """Allowed distance of a root or a fraction from a right value: it was rounded to a float, or the truth was."""


def is_money(unit: str | None) -> bool:
    """Return whether an author's unit is a currency."""
    return unit is not None and unit.strip().upper() in _CURRENCIES


class Tolerance(NamedTuple):
    """The distance from the right answer that is still right: a rule, its amount, and which roundings count, too.

    The rule is `exact`, `absolute`, `relative`, `decimals` or `significant`.  The amount is a difference, a share, or a
    number of digits.
    """

    rule: str
    amount: Decimal = Decimal(0)
    roundings: Literal["", "as_largest", "cents"] = ""
    """Roundings of the truth that are right too: with the decimals of the largest entry, or also to the cent.

    Only the default accepts any; a declared tolerance is taken literally."""
    at_own_digits: bool = False
    """True if a number with more digits than these has to be right to all of them, as if its digits are graded."""

    @classmethod
    def default(cls, *, whole: bool, unit: str | None = None) -> Tolerance:
        """Return the tolerance of a part that declares none: exact for whole numbers, else 3 significant digits."""
        if whole:
            return cls("exact")
        return cls("significant", Decimal(3), "cents" if is_money(unit) else "as_largest")

    def margin(self, truth: Decimal) -> Decimal:
        """Return how far an answer may be from this right number, as an absolute difference."""
        if self.rule == "absolute":
            return self.amount
        if self.rule == "relative":
            return EXACT.multiply(abs(truth), self.amount)
        if self.rule == "decimals":
            return Decimal(5).scaleb(-int(self.amount) - 1)
        if self.rule == "significant":
            return Decimal(5).scaleb(truth.adjusted() - int(self.amount))
        return Decimal(0)

    def is_close(self, value: float, other: float) -> bool:
        """Return whether two computed numbers are equal within the tolerance; if it is exact, up to rounding errors."""
        size = Decimal(max(abs(value), abs(other)))
        margin = self.margin(size) if size else Decimal(0)
        return abs(Decimal(value) - Decimal(other)) <= max(margin, EXACT.multiply(size, _NEGLIGIBLE))

    def coarsest_rounding(self, entries: Sequence[Decimal], *, are_alike: bool = True) -> Decimal:
        """Return half a unit of the last digit that a rounded answer has to show; 0 if no rounding is accepted.

        The 3rd significant digit of the largest entry of the truth decides for all that are alike: next to 0.613, three
        decimals are enough for 0.08293.  They are alike if all are below 1, or the largest is at most 1,000 times the
        smallest.  An amount of at least a cent may be rounded to the cent.
        """
        sizes = [abs(entry) for entry in entries if entry]
        if not self.roundings or not sizes:
            return Decimal(0)
        largest = max(sizes)
        are_alike = are_alike and (largest < 1 or largest <= _MOST_TIMES * min(sizes))
        half = self.margin(largest) if are_alike else Decimal(0)
        return max(half, Decimal("0.005")) if self.roundings == "cents" and largest >= Decimal("0.01") else half


def as_decimal(number: Any) -> Decimal:
    """Return a number of a right answer as a decimal, without the rounding errors of floats.

    >>> as_decimal(123456789012.5), as_decimal(0.1 + 0.2), as_decimal(7 / 22)
    (Decimal('123456789012.5'), Decimal('0.300000000000'), Decimal('0.3181818181818182'))
    """
    if isinstance(number, int):
        return Decimal(number)
    return _rounded(number) if not isinstance(number, Typed) and _is_nearly_short(number) else _written(number)


def _written(number: Any) -> Decimal:
    return Decimal(repr(float(number)))


def _rounded(number: Any) -> Decimal:
    return _TWELVE.create_decimal_from_float(float(number))


def _is_long(number: Any) -> bool:
    return len(_written(number).normalize().as_tuple().digits) > _MOST_DIGITS


def _is_nearly_short(number: Any) -> bool:
    """Return whether a float differs only by the noise of arithmetic from a decimal of 12 digits: 0.1 + 0.2."""
    return math.isclose(number, float(_rounded(number)), rel_tol=_NOISE)


def slack(truth: Decimal) -> Decimal:
    """Return how far a float may be from a right number and still equal it, because floats are inexact.

    >>> slack(Decimal("0.318181818182"))
    Decimal('5E-13')
    """
    return Decimal(5).scaleb(truth.adjusted() - _DIGITS) if truth else Decimal("1e-15")


def is_endless(number: Any) -> bool:
    """Return whether a number has no end as a decimal, like 1/3 or a root.

    >>> is_endless(7 / 22), is_endless(2**0.5), is_endless(0.1 + 0.2), is_endless(Typed(12345678901.25)), is_endless(3)
    (True, True, False, False, False)
    """
    if isinstance(number, int) or (isinstance(number, Typed) and not _is_long(number)):
        return False
    return not _is_nearly_short(number)


def bounds(numbers: Sequence[Any], tolerance: Tolerance) -> list[Bound]:
    """Return a Bound with the smallest and the largest right value for each number of a right answer.

    It is never narrower than the rounding errors of the computed truth.  A number that is tiny next to the largest one
    is such an error, and stands for 0.
    """
    truths = [as_decimal(number) for number in numbers]
    sizes = [abs(truth) for truth in truths]
    noise = EXACT.multiply(max(sizes, default=Decimal(0)), _NEGLIGIBLE)
    truths = [
        truth if size > noise or isinstance(number, int) else Decimal(0)
        for number, truth, size in zip(numbers, truths, sizes, strict=True)
    ]
    smallest = min((truth for truth in truths if truth), key=abs, default=Decimal(0))
    return [
        _bound(number, truth, tolerance.margin(truth or smallest), tolerance)
        for number, truth in zip(numbers, truths, strict=True)
    ]


def _bound(number: Any, truth: Decimal, margin: Decimal, tolerance: Tolerance) -> Bound:
    is_noise = not truth and not isinstance(number, Typed)
    if isinstance(number, int) or is_noise or not truth.is_finite():
        return Bound(EXACT.subtract(truth, margin), EXACT.add(truth, margin), truth, slack(truth))
    written, reach, is_exact = _written(number), slack(truth), not truth or not is_endless(number)
    if is_exact:
        reach = min(reach, Decimal(5).scaleb(int(truth.as_tuple().exponent) - 1))
    elif tolerance.rule in {"exact", "relative", "absolute"}:
        margin = max(margin, reach)
    if not is_exact or _is_long(number):
        margin = max(margin, Decimal(math.ulp(number)))
    low, high = min(truth, written), max(truth, written)
    return Bound(EXACT.subtract(low, margin), EXACT.add(high, margin), truth, reach)
