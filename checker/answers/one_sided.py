"""Intervals with an infinite end: how it is recognised, shown and compared."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from checker.answers.compare import Comparison, Judge
from checker.answers.reading import Reading
from checker.answers.tolerance import Tolerance
from checker.notation.number import StatedNumber
from checker.notation.value import INFINITE

_NEARLY_INFINITE: Final = 1e299


def is_infinite(value: Any) -> bool:
    """Return whether a number stands for an infinite end."""
    return bool(abs(value) >= _NEARLY_INFINITE)


def with_infinite_ends(reading: Reading) -> Reading:
    """Return a reading in which infinite ends are exact, and never belong to the interval."""
    numbers = [
        StatedNumber(INFINITE if each.value > 0 else -INFINITE, 0, None) if is_infinite(each.value) else each
        for each in reading.numbers
    ]
    form = reading.form and "".join(
        opened if is_infinite(each.value) else bracket
        for bracket, each, opened in zip(reading.form, numbers, "()", strict=True)
    )
    return reading._replace(numbers=tuple(numbers), form=form)


def infinity(end: Any) -> str:
    """Return an infinite end as people write it; empty for a finite one."""
    return ("-∞" if end < 0 else "∞") if is_infinite(end) else ""


def with_infinity(shown: str, numbers: Sequence[Any]) -> str:
    """Return the ends of an interval, given how the finite ones are shown.

    >>> with_infinity("[4]", [-INFINITE, 4])
    '[-∞, 4]'
    """
    finite = iter(re.split(r"[,;] ", shown.strip("[]")))
    sign = "; " if re.search(r"\d,\d", shown) else ", "
    ends = [infinity(each) or next(finite) for each in numbers]
    return f"[{sign.join(ends)}]"


class OneSidedJudge(Judge):
    """Compares the finite ends within the tolerance; the infinite ones have to be the same."""

    def __init__(self, truth: Any, tolerance: Tolerance) -> None:
        super().__init__(truth, tolerance)
        self._places = [place for place, each in enumerate(self.numbers) if not is_infinite(each)]
        self._finite = Judge(tuple(self.numbers[place] for place in self._places), tolerance)

    def verdict(self, reading: Reading) -> Comparison:
        """Return how the reading compares with the truth."""
        if reading.refused or reading.shape != self.shape:
            return super().verdict(reading)
        return "wrong" if self._unlike(reading) else self._finite.verdict(self._inner(reading))

    def differing(self, reading: Reading) -> tuple[int, ...]:
        """Return the entries, counted from 0, that are wrong as far as their digits go."""
        return self._joined(reading, self._finite.differing(self._inner(reading)))

    def outside(self, reading: Reading) -> tuple[int, ...]:
        """Return the entries, counted from 0, that are not within the tolerance."""
        return self._joined(reading, self._finite.outside(self._inner(reading)))

    def may_be_rounded(self, reading: Reading) -> bool:
        """Return whether each finite end is within the tolerance, or the truth rounded to the digits stated."""
        is_alike = reading.shape == self.shape and not self._unlike(reading)
        return is_alike and self._finite.may_be_rounded(self._inner(reading))

    def with_too_few_digits(self, reading: Reading) -> frozenset[int]:
        """Return the entries, counted from 0, whose digits are too few to call them right or wrong."""
        return frozenset(self._places[place] for place in self._finite.with_too_few_digits(self._inner(reading)))

    def is_coarse(self, reading: Reading) -> bool:
        """Return whether a finite end has too few digits to be called right or wrong."""
        finite = tuple(each for each in reading.numbers if not is_infinite(each.value))
        return bool(finite) and self._finite.is_coarse(reading._replace(shape=(len(finite),), numbers=finite))

    def _unlike(self, reading: Reading) -> list[int]:
        """Return the ends of which only one is infinite, or which are infinite on different sides."""
        pairs = zip(self.numbers, reading.numbers, strict=True)
        return [
            place
            for place, (right, given) in enumerate(pairs)
            if (is_infinite(right) or is_infinite(given.value)) and right != given.value
        ]

    def _inner(self, reading: Reading) -> Reading:
        return reading._replace(
            shape=(len(self._places),), numbers=tuple(reading.numbers[place] for place in self._places)
        )

    def _joined(self, reading: Reading, found: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted({*self._unlike(reading), *(self._places[place] for place in found)}))
