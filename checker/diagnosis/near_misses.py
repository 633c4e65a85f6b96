"""Finds slips in the arithmetic: answers close to the right value, or to one with a known mistake.

The probability of a slip depends on the digits.  Small errors are likelier than large ones, by their logarithm, and an
error in a single digit or in two is likelier than others of its size.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from heapq import nlargest
from typing import Any, Final

from checker.answers import Reading, StatedNumber
from checker.diagnosis.causes import Cause
from checker.diagnosis.index import WrongAnswerIndex
from checker.diagnosis.slips import CALCULATION, ON_THE_TRUTH, PRIOR, prior
from checker.diagnosis.window import nearest_float
from checker.notation.number import digits_of

REACH: Final = 0.05
"""Maximum error of a slip in the arithmetic, relative to the value."""

FEWEST_UNITS: Final = 100
"""Smallest value, in units of the last stated digit, near which an answer can be: two digits are near anything."""

MOST: Final = 3
"""Maximum number of values, likeliest first, that an answer is near to."""

AFTER_A_MISTAKE: Final = 0.05
"""Probability of a slip in the arithmetic after a mistake."""

OF_ANY_SIZE, OF_ONE_DIGIT, OF_TWO_DIGITS = 0.4, 0.35, 0.25
"""Shares of slips in the arithmetic: errors of any size, and errors in one digit or in two."""


def near_misses(index: WrongAnswerIndex, reading: Reading) -> list[Cause]:
    """Return the right value and known wrong ones that a single number is close to, each as a slip in the arithmetic.

    They are at most MOST, likeliest first.  A number of the question needs no arithmetic.
    """
    if reading.shape or index.shape or index.is_coded or not reading.numbers[0].value:
        return []
    (number,) = reading.numbers
    on_truth = prior(CALCULATION)
    after = AFTER_A_MISTAKE * (1 - PRIOR) / (PRIOR * (1 - ON_THE_TRUTH))
    found = [
        start._replace(
            slip=CALCULATION,
            prior=start.prior * chance * (after if start.mistakes else on_truth),
            is_estimated=True,
        )
        for start, chance in _near(index.slip_starts, number)
        if start.numbers[0] not in index.given
    ]
    return nlargest(MOST, found, key=lambda cause: cause.prior)


def _near(starts: Sequence[Cause], number: StatedNumber) -> Iterator[tuple[Cause, float]]:
    """Yield each start that the number is close to, with the probability of the slip in the arithmetic between them."""
    value = nearest_float(number.value)
    for start in starts:
        if abs(value - nearest_float(start.numbers[0])) <= REACH * abs(value) * (1 + REACH) and (
            chance := slip_probability(number, start.numbers[0])
        ):
            yield start, chance


def slip_probability(number: StatedNumber, value: Any) -> float:
    """Return the probability that a slip in the arithmetic turns `value` into this number.

    It is 0 if they are equal, differ in sign or by more than 5%, or have fewer than three digits.
    """
    unit = 2 * number.half if number.half else 1 if isinstance(number.value, int) else 0
    if not nearest_float(unit) or not all(map(math.isfinite, map(nearest_float, (number.value, value, unit)))):
        return 0.0
    exact = isinstance(value, int) and unit == 1
    meant = value if exact else round(nearest_float(value) / float(unit))
    stated = int(number.value) if exact else round(nearest_float(number.value) / float(unit))
    error, most = abs(stated - meant), REACH * abs(meant)
    if abs(meant) < FEWEST_UNITS or not 0 < error <= most or (stated < 0) != (meant < 0):
        return 0.0
    of_size = math.log((error + 0.5) / (error - 0.5)) / (2 * math.log(2 * most + 1))
    digits, others, wrong = (digits_of(each) for each in map(int, (abs(stated), abs(meant), error)))
    wrong = wrong.rstrip("0")
    of_one = 1 / (18 * len(others)) if len(wrong) == 1 else 0.0
    differing = sum(one != other for one, other in zip(digits, others, strict=False))
    are_two = len(digits) == len(others) and differing == 2  # noqa: PLR2004 - two digits
    of_two = 1 / (81 * math.comb(len(others), 2)) if are_two else 0.0
    return OF_ANY_SIZE * of_size + OF_ONE_DIGIT * of_one + OF_TWO_DIGITS * of_two
