"""Two digits swapped in writing a number down after any wrong way to it: after derived mistakes, and other questions.

These are many, so they are tried where nothing else explains an answer of many digits, and found by their digits.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from checker.answers import Reading, StatedNumber
from checker.diagnosis.causes import Cause
from checker.diagnosis.index import WrongAnswerIndex
from checker.diagnosis.slips import MISCOPIED, ON_THE_TRUTH, PRIOR
from checker.diagnosis.writing_slips import MIN_DIGITS_FOR_CREDIT, digits_at, digits_of_stated, writing_slip

AFTER: Final = PRIOR * (1 - ON_THE_TRUTH) / (1 - PRIOR)
"""How likely a slip follows, relative to a mistake alone."""

SWAPPED: Final = "digits_swapped"

_NAMED: Final = frozenset({MISCOPIED, "repeated", "together"})
"""Slips after which a swap is named, too."""

MOST_UNITS: Final = 16
"""Maximum number of places of a last digit for which the digits of the wrong ways are kept."""


def slips_after_all(index: WrongAnswerIndex, reading: Reading) -> list[Cause]:
    """Return the causes of an answer with two digits swapped, compared with a known wrong answer.

    Those are the answers of derived mistakes, to other questions, and the further ones.
    """
    if reading.shape or index.shape or index.is_coded:
        return []
    (number,) = reading.numbers
    found: list[Cause] = []
    for start in index.once(WrongWays).with_digits_of(number):
        slip = writing_slip(number, start.numbers[0], MIN_DIGITS_FOR_CREDIT)
        if not slip or slip[0] != SWAPPED:
            continue
        prior = start.prior * AFTER * slip[1]
        if not start.slip:
            found.append(start._replace(slip=SWAPPED, prior=prior, is_estimated=True))
        else:
            detail = f"{start.detail}, and swapped two digits at the end"
            found.append(start._replace(detail=detail, prior=prior, is_estimated=True))
    return found


class WrongWays:
    """The known wrong ways to a number, found by the digits of that number in any order."""

    def __init__(self, index: WrongAnswerIndex) -> None:
        every = index.known_otherwise(index.shape)
        self._starts = [each for each in every if not each.slip or (each.slip in _NAMED and each.detail)]
        self._by_unit: dict[float, dict[str, list[Cause]]] = {}

    def with_digits_of(self, number: StatedNumber) -> Sequence[Cause]:
        """Return the wrong ways whose number has the same digits as a stated one, at the place of its last digit."""
        written = digits_of_stated(number)
        if written is None:
            return ()
        digits, unit = written
        if unit not in self._by_unit:
            if len(self._by_unit) >= MOST_UNITS:
                self._by_unit.clear()
            self._by_unit[unit] = self._at(unit)
        return self._by_unit[unit].get(_in_order(digits), ())

    def _at(self, unit: float) -> dict[str, list[Cause]]:
        """Return {sorted digits: causes} of all numbers, rounded to this unit."""
        found: dict[str, list[Cause]] = {}
        for start in self._starts:
            digits = digits_at(start.numbers[0], unit)
            found.setdefault(_in_order(digits), []).append(start)
        return found


def _in_order(digits: str) -> str:
    """Return digits in ascending order."""
    return "".join(sorted(digits))
