"""Compares what was read with the truth, entry by entry, within bounds that are computed once."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any, Literal

from checker.answers.reading import Reading, flatten
from checker.answers.tolerance import EXACT, Tolerance, bounds
from checker.notation.stated import Number

Verdict = Literal["correct", "coarse", "shape", "wrong", "refused"]
"""`coarse`: only too few digits, its own rounding window holds the truth.  `shape`: not the shape that is asked for.
`refused`: no right answer whatever its numbers."""


class Judge:
    """Compares answers with one truth."""

    def __init__(self, truth: Any, tolerance: Tolerance) -> None:
        self.shape, self.numbers = flatten(truth)
        self.tolerance = tolerance
        self.whole = all(isinstance(number, int) for number in self.numbers)
        self._bounds = [
            (low, high, EXACT.divide(EXACT.add(low, high), 2)) for low, high in bounds(self.numbers, tolerance)
        ]

    def verdict(self, reading: Reading) -> Verdict:
        """How the reading compares with the truth."""
        if reading.refused:
            return "refused"
        if reading.shape != self.shape:
            return "shape"
        for number, (low, high, _) in zip(reading.numbers, self._bounds, strict=True):
            if not low <= number.value <= high:
                break
        else:
            return "correct"
        pairs = zip(_stated(reading), self._bounds, strict=True)
        return "coarse" if all(_holds(*pair, whole=self.whole) for pair in pairs) else "wrong"

    def differing(self, reading: Reading) -> tuple[int, ...]:
        """The entries that are wrong as far as their digits go, counted from 0, of a reading of the right shape."""
        pairs = enumerate(zip(_stated(reading), self._bounds, strict=True))
        return tuple(i for i, pair in pairs if not _holds(*pair, whole=self.whole))

    def is_coarse(self, reading: Reading) -> bool:
        """Whether it has fewer digits than the tolerance asks for, right or wrong."""
        if self.tolerance.rule == "exact" and not self.whole:
            return False  # 0.5 is exactly 0.5
        finest = Fraction(1, 2) if self.whole else Fraction(0)
        stated = (number for number in reading.numbers if number.half)
        return any(Fraction(half) > max(finest, Fraction(self._margin(value))) for value, half, _ in stated)

    def outside(self, reading: Reading) -> tuple[int, ...]:
        """Return the entries, counted from 0, that are not within the tolerance.  The shape has to be right."""
        pairs = enumerate(zip(reading.numbers, self._bounds, strict=True))
        return tuple(i for i, (number, (low, high, _)) in pairs if not low <= number.value <= high)

    def _margin(self, value: Any) -> Decimal:
        """How far an answer might lie from this value, if that were right."""
        value = Fraction(value)
        return self.tolerance.margin(EXACT.divide(value.numerator, value.denominator))


def _stated(reading: Reading) -> list[Number]:
    """The numbers, with how far their digits go: a 0 has no significant one, so it goes as far as those beside it."""
    halves = (Fraction(number.half) for number in reading.numbers if number.value and number.half)
    finest = min(halves, default=Fraction(0))
    return [
        number if number.value else number._replace(half=min(Fraction(number.half), finest))
        for number in reading.numbers
    ]


def _holds(number: Number, bound: tuple[Decimal, Decimal, Decimal], *, whole: bool) -> bool:
    """Whether a number is right as far as its digits go; those of a whole number go all the way."""
    low, high, truth = bound
    value, half, _ = number
    if low <= value <= high:
        return True
    if not half or (whole and half < 1):
        return False
    if isinstance(value, Fraction) or isinstance(half, Fraction):  # in another unit: 100 s are 5/3 min
        return abs(Fraction(value) - Fraction(truth)) <= half
    return abs(EXACT.subtract(value, truth)) <= half  # type: ignore[arg-type]  # stated digits: no float
