"""A slip in writing a number down after any wrong way to it: after derived mistakes, too, and other questions.

These are many, so they are tried where nothing else explains an answer of many digits.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from checker.answers import Reading
from checker.diagnosis.causes import Cause
from checker.diagnosis.further_answers import every_further_answer
from checker.diagnosis.index import WrongAnswerIndex
from checker.diagnosis.slips import DIGIT_SLIPS, MISCOPIED, ON_THE_TRUTH, PRIOR
from checker.diagnosis.writing_slips import MIN_DIGITS_FOR_CREDIT, writing_slip

AFTER: Final = PRIOR * (1 - ON_THE_TRUTH) / (1 - PRIOR)
"""How likely a slip follows, relative to a mistake alone."""

_ENDINGS: Final = {
    "digits_swapped": "and swapped two digits at the end",
    "digit_wrong": "and wrote one digit wrongly at the end",
    "digit_missing": "and dropped a digit at the end",
    "digit_extra": "and added a digit at the end",
}


def slips_after_all(index: WrongAnswerIndex, reading: Reading) -> list[Cause]:
    """Return the causes of an answer that is the number of a known wrong way, but for a slip of the pen."""
    if reading.shape or index.shape or index.is_coded:
        return []
    (number,) = reading.numbers
    found: list[Cause] = []
    for start in _starts(index):
        slip = writing_slip(number, start.numbers[0], MIN_DIGITS_FOR_CREDIT)
        if not slip or slip[0] not in DIGIT_SLIPS:
            continue
        prior = start.prior * AFTER * slip[1]
        if not start.slip:
            found.append(start._replace(slip=slip[0], prior=prior, is_estimated=True))
        elif start.slip in {MISCOPIED, "repeated", "together"} and start.detail:
            detail = f"{start.detail}, {_ENDINGS[slip[0]]}"
            found.append(start._replace(detail=detail, prior=prior, is_estimated=True))
    return found


def _starts(index: WrongAnswerIndex) -> Iterator[Cause]:
    yield from index.known_otherwise(index.shape)
    yield from every_further_answer(index, index.shape)
