"""`Judge`: compares an answer that was read with the right one, entry by entry, within a tolerance.

It also finds the entries that are wrong, those that may be the right number rounded, and those with too few digits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from functools import cached_property, wraps
from itertools import compress
from operator import attrgetter
from typing import Any, ClassVar, Final, Literal, TypeVar

from checker.engine.values.tolerance import EXACT, Bound, Tolerance, as_decimal, bounds, is_endless, slack
from checker.reading.reading import Reading, flatten
from checker.reading.show import is_infinite, nest
from checker.text.number import Real, StatedNumber

Comparison = Literal["correct", "coarse", "shape", "wrong", "refused"]
"""`coarse`: right as far as its digits go, but with too few of them.  `shape`: the numbers have another shape.
`refused`: wrong whatever its numbers are."""

_HALF: Final = Decimal("0.5")
_NO_DECIMALS: Final = frozenset({Fraction, float})
"""Types of values that were converted or worked out, with which decimals do not calculate."""

_TWO_DIGITS: Final = 10
"""Largest entry from which on whole numbers may be roundings of a vector."""

Found = TypeVar("Found")


def _as_written(method: Callable[[Any, Reading], Found]) -> Callable[[Any, Reading], Found]:
    """Return a method of a Judge that compares an answer in the unit in which it is written."""

    @wraps(method)
    def judged(judge: Judge, reading: Reading) -> Found:
        is_converted = reading.numbers and reading.numbers[0].written is not None
        return method(*judge.in_its_unit(reading)) if is_converted else method(judge, reading)

    return judged


class Judge:
    """Compares answers with one right answer, within a tolerance."""

    are_alike: ClassVar[bool] = True
    """True if entries of one size may all be rounded to the decimals that the largest one needs.

    Otherwise each is rounded by itself, and may be infinite.
    """

    def __init__(self, truth: Any, tolerance: Tolerance) -> None:
        self.shape, self.numbers = flatten(truth)
        self.tolerance = tolerance
        self.whole = all(isinstance(number, int) for number in self.numbers)
        is_finite = [self.are_alike or not is_infinite(each) for each in self.numbers]
        found = bounds([*compress(self.numbers, is_finite)], tolerance)
        largest = max((abs(bound.truth) for bound in found), default=Decimal(0))
        self._coarsest = self._coarsest_rounding([bound.truth for bound in found])
        finite = iter(found)
        self._bounds = [
            next(finite) if flag else Bound(Decimal(each), Decimal(each), Decimal(each), Decimal(0))
            for each, flag in zip(self.numbers, is_finite, strict=True)
        ]
        self._round_to_whole = not self.shape or largest >= _TWO_DIGITS
        self._round_to_zero = largest < 1
        self._elsewhere: dict[tuple[Fraction, Fraction], Judge] = {}

    def _coarsest_rounding(self, entries: Sequence[Decimal]) -> Decimal:
        """Return half a unit of the last digit that entries have to show, if they are rounded to the same decimals."""
        return self.tolerance.coarsest_rounding(entries, are_alike=self.are_alike)

    def in_its_unit(self, reading: Reading) -> tuple[Judge, Reading]:
        """Return what compares an answer in the unit in which all its numbers are written, and the answer in that unit.

        Digits are those of this unit.  A whole truth is exact only in the question's: in another, an answer needs 3 of
        them, and has to be right to all that it has.  Any other tolerance is the same everywhere.
        """
        written = [number.written for number in reading.numbers if number.written]
        units = {(each.by, each.offset) for each in written}
        is_count = self.whole and self.tolerance.rule == "exact"
        is_same_everywhere = not is_count and self.tolerance.rule != "significant"
        if is_same_everywhere or len(units) != 1 or len(written) != len(reading.numbers):
            return self, reading
        by, offset = unit = units.pop()
        if unit not in self._elsewhere:
            with suppress(OverflowError):  # no float holds it
                numbers = [float((Fraction(as_decimal(number)) - offset) / by) for number in self.numbers]
                tolerance = Tolerance("significant", Decimal(3), at_own_digits=True) if is_count else self.tolerance
                self._elsewhere[unit] = type(self)(nest(self.shape, numbers, tuple), tolerance)
        judge = self._elsewhere.get(unit, self)
        return judge, reading if judge is self else reading._replace(numbers=tuple(each.number for each in written))

    def accepts(self, value: Any, number: StatedNumber) -> bool:
        """Return whether a number would be right, within the tolerance, if a value were the right one."""
        return Judge(value, self.tolerance).verdict(Reading((), (number,))) == "correct"

    @cached_property
    def is_endless(self) -> bool:
        """Return whether the right answer has no end as a decimal, like 1/3, so that students have to round."""
        return any(map(is_endless, self.numbers))

    @_as_written
    def verdict(self, reading: Reading) -> Comparison:
        """Return how an answer compares with the right one: `correct`, `coarse`, `wrong`, `shape` or `refused`.

        `coarse`: right as far as its digits show; `shape`: in another shape; `refused`: the reading says so.
        """
        if reading.refused:
            return "refused"
        if reading.shape != self.shape:
            return "shape"
        if all(map(self._is_right, reading.numbers, self._bounds)):
            return "correct"
        return "coarse" if all(map(self._agrees, _stated(reading), self._bounds)) else "wrong"

    @_as_written
    def differing(self, reading: Reading) -> tuple[int, ...]:
        """Return the indexes, from 0, of the entries that are wrong.

        An entry with too few digits that may be the right number rounded is not among them.  The shape has to be right.
        """
        pairs = enumerate(zip(_stated(reading), self._bounds, strict=True))
        return tuple([place for place, (number, bound) in pairs if not self._agrees(number, bound)])

    @_as_written
    def outside(self, reading: Reading) -> tuple[int, ...]:
        """Return the indexes, from 0, of the entries that do not count as right.  The shape has to be right.

        An entry counts as right within the tolerance, or as a rounding that the tolerance accepts.
        """
        pairs = enumerate(zip(reading.numbers, self._bounds, strict=True))
        return tuple([place for place, (number, bound) in pairs if not self._is_right(number, bound)])

    @_as_written
    def may_be_rounded(self, reading: Reading) -> bool:
        """Return whether each entry is within the tolerance, or is the right number rounded to its digits."""
        return reading.shape == self.shape and all(map(self._may_be_rounded, _stated(reading), self._bounds))

    @_as_written
    def with_too_few_digits(self, reading: Reading) -> frozenset[int]:
        """Return the places, from 0, of the entries whose digits are too few to call them right or wrong.

        The shape has to be right.  A 0 has no significant digit: it goes as far as the best of the others.
        """
        coarse = self._coarse(reading)
        pairs = list(zip(coarse, reading.numbers, strict=True))
        others = [flag for flag, number in pairs if number.value]
        flags = [flag if number.value or not others else all(others) for flag, number in pairs]
        found = {place for place, flag in enumerate(flags) if flag}
        bounded = zip(_stated(reading), self._bounds, strict=True)
        rounded = {place for place, pair in enumerate(bounded) if self._may_be_rounded(*pair)}
        return frozenset(found | (rounded & {*self.outside(reading)}))

    @_as_written
    def is_coarse(self, reading: Reading) -> bool:
        """Return whether an answer has fewer digits than the tolerance asks for, whether right or wrong."""
        return any(self._coarse(reading))

    def coarse_entries(self, reading: Reading) -> list[int]:
        """Return the indexes, from 0, of the entries with fewer digits than the tolerance asks for; of a 0 none."""
        pairs = enumerate(zip(self._coarse(reading), reading.numbers, strict=True))
        return [place for place, (is_coarse, number) in pairs if is_coarse and number.value]

    def _coarse(self, reading: Reading) -> list[bool]:
        """Return for each entry whether it has fewer digits than the tolerance asks for.

        The largest entry is used in place of the truth's: the reply must not depend on the truth.
        """
        if self.tolerance.rule == "exact" and not self.whole:  # 0.5 is exactly 0.5, but no decimal is 7/22
            is_alike = len(reading.numbers) == len(self.numbers)
            ends = [*map(is_endless, self.numbers)] if is_alike else [self.is_endless] * len(reading.numbers)
            return [
                bool(number.half) and has_no_end and number.half > slack(_as_decimal(number.value))
                for number, has_no_end in zip(reading.numbers, ends, strict=True)
            ]
        finest = _HALF
        if not self.whole:
            finest = self._coarsest_rounding([_as_decimal(number.value) for number in reading.numbers])
        return [self._is_too_coarse(number, finest) for number in reading.numbers]

    def _is_too_coarse(self, number: StatedNumber, finest: Decimal) -> bool:
        """Return whether one number has too few digits; half a unit of `finest` or less of its last digit never is."""
        half = number.half
        most = Fraction(finest) if type(half) is Fraction else finest  # two fractions for each entry take long
        if not half or half <= most or self._has_enough_digits(number):
            return False
        return Fraction(half) > Fraction(self.tolerance.margin(_as_decimal(number.value)))

    def _has_enough_digits(self, number: StatedNumber) -> bool:
        """Return whether enough digits are stated: 12.5 km/h has three, in m/s too."""
        if self.tolerance.rule != "significant":
            return False
        if number.digits:
            return number.digits >= int(self.tolerance.amount)
        return bool(Fraction(number.half) <= 5 * abs(Fraction(number.value)) / 10 ** int(self.tolerance.amount))

    def _is_right(self, number: StatedNumber, bound: Bound) -> bool:
        """Return whether an entry is within the tolerance, or a rounding of the truth that the tolerance accepts."""
        value, half, *_ = number
        if self._is_near(number, bound):  # first, since most entries are
            return True
        if half:
            has_digit = value or self._round_to_zero  # the 0 of [100, 0] is no rounding of 0.3
            is_rounded = half <= self._coarsest and has_digit and _is_within(value, bound.truth, half)
            return bool(is_rounded or _is_printed_float(number, bound.truth))
        return self._is_reached(value, bound)

    def _is_near(self, number: StatedNumber, bound: Bound) -> bool:
        """Return whether an entry is within the tolerance, if need be at all the digits that it has."""
        if not bound.low <= number.value <= bound.high:
            return False
        if not (self.tolerance.at_own_digits and number.half):
            return True
        half = Fraction(number.half) * 10**number.zeros
        return _is_within(number.value, bound.truth, max(half, Fraction(slack(bound.truth))))

    def _is_reached(self, value: Real, bound: Bound) -> bool:
        """Return whether a fraction or a root misses the bounds by no more than `reach`: it was rounded to a float."""
        if self.whole or isinstance(value, int):
            return False
        low, high, _, reach = bound
        return EXACT.subtract(low, reach) <= _as_decimal(value) <= EXACT.add(high, reach)

    def _may_be_rounded(self, number: StatedNumber, bound: Bound) -> bool:
        """Return whether an entry is within the tolerance, or the truth rounded to the digits stated."""
        return self._is_right(number, bound) or _is_within(number.value, bound.truth, number.half)

    def _agrees(self, number: StatedNumber, bound: Bound) -> bool:
        """Return whether an entry is right as far as its digits show: 13 agrees with 12.6.

        In a vector of real numbers, whole numbers are roundings only next to an entry of two digits: `[13, 0]` is a
        rounding of [12.6, 0.3], but `[1, 0]` says too little about [0.98, 0.02] to be one.
        """
        value, half, *_ = number
        if self._is_near(number, bound):
            return True
        if not half:
            return self._is_reached(value, bound)
        may_be_rounded = self.whole or self._round_to_whole or half < _HALF
        return may_be_rounded and _is_within(value, bound.truth, half)


def _is_printed_float(number: StatedNumber, truth: Decimal) -> bool:
    """Return whether a number has the 16 or 17 digits of a float that a program printed, and is right up to its noise.

    For 2, programs that compute in floats print 2.0000000000000004.  A whole number is exact.
    """
    if number.digits not in {16, 17} or Fraction(number.half) > Fraction(1, 1000):
        return False
    return _is_within(number.value, truth, Fraction(abs(truth)) / 10**14)


def _is_within(value: Real, truth: Decimal, reach: Real) -> bool:
    if type(value) in _NO_DECIMALS or type(reach) in _NO_DECIMALS:  # in another unit: 100 s are 5/3 min
        return abs(Fraction(value) - Fraction(truth)) <= reach
    return abs(EXACT.subtract(value, truth)) <= reach  # type: ignore[arg-type]  # a decimal or an int


def _as_decimal(value: Real) -> Decimal:
    """Return a value as a decimal; a fraction without end is rounded."""
    if isinstance(value, Decimal) or isinstance(value, int):  # noqa: SIM101 - a union costs more
        return EXACT.create_decimal(value)
    value = Fraction(value)
    return EXACT.divide(value.numerator, value.denominator)


def _stated(reading: Reading) -> Sequence[StatedNumber]:
    """Return the numbers of a reading, in which a 0 is at least as precise as the most precise of the others."""
    if all(map(attrgetter("value"), reading.numbers)):
        return reading.numbers
    halves = (Fraction(number.half) for number in reading.numbers if number.value and number.half)
    finest = min(halves, default=Fraction(0))
    return [
        number if number.value else number._replace(half=min(Fraction(number.half), finest))
        for number in reading.numbers
    ]
