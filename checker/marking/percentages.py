"""A number above 1 where a probability or a share is asked for is refused: it may be a percentage."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from checker.answers import Reading
from checker.diagnosis import diagnose

if TYPE_CHECKING:
    from checker.marking.targets import Target

NO_SHARE: Final = "This number is above 1. If you mean a percentage, write the % sign after it."

_HUNDRED: Final = 100
_SHARE: Final = re.compile(
    r"\b(?:probabilit(?:y|ies)|chances?|proportions?|(?:share|fraction) of"
    r"|Wahrscheinlichkeit\w*|Anteil\w*|probabilité|probabilidad|probabilità)\b",
    re.IGNORECASE,
)
"""What a number between 0 and 1 is called."""


def refuse_percentage(target: Target, reading: Reading) -> Reading:
    """Return a reading of a number above 1 as refused where it may be the percentage of what is asked for.

    That does not depend on whether the percentage is right, so that all levels of feedback say the same.  What a known
    mistake explains, or the author accepts, is no percentage.
    """
    numbers = target.judge.numbers
    is_share = len(numbers) == 1 and 0 < numbers[0] < 1 and _SHARE.search(target.words.text)
    if not is_share or reading.refused or reading.numbers[0].value > _HUNDRED:
        return reading
    from checker.answers.undeclared_unit import asks_for_percent  # here, because few answers may be percentages

    if asks_for_percent(target.words) or target.part.rules.condition or target.best_accepted(reading):
        return reading
    is_explained = any(each.mistakes for each in diagnose(target.index, reading).explanations)
    return reading if is_explained else reading._replace(refused=NO_SHARE)
