"""Refuses an answer that may be a percentage where a share is asked for, or the reverse.

A number above 1 where a probability or a share is asked for may be a percentage.  One below 1 where % is asked for may
be a share; written as a probability, such as `P(X > 2) = 0.2`, it is one, and is read in percent.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from checker.answers import Reading
from checker.answers.arithmetic import multiply
from checker.diagnosis import diagnose

if TYPE_CHECKING:
    from checker.marking.targets import Target

NO_SHARE: Final = "This number is above 1. If you mean a percentage, write the % sign after it."
NO_PERCENTAGE: Final = (
    "This number is below 1. If you mean a percentage, write the % sign after it; if not, convert it."
)

_HUNDRED: Final = 100
_SHARE: Final = re.compile(
    r"\b(?:probabilit(?:y|ies)|chances?|proportions?|(?:share|fraction) of"
    r"|Wahrscheinlichkeit\w*|Anteil\w*|probabilité|probabilidad|probabilità)\b",
    re.IGNORECASE,
)
"""What a number between 0 and 1 is called."""
_PROBABILITY: Final = re.compile(r"(?<![\w\\])(?:(?:1 ?[-−] ?)?[PW]r?(?:ob)? ?\([^()]{1,60}\) ?[=≈]|(?:Φ|\\?Phi) ?\()")
"""`P(X ≥ 8) =` and `Φ(1.2)`, which are shares."""


def percentage_or_share(target: Target, given: str, reading: Reading) -> Reading:
    """Return the reading of a number, refused if it may be a percentage for a share, or a share for a percentage.

    It is refused whether the other of the two would be right or not, so that all levels of feedback say the same.
    """
    if target.hints.unit:
        return _in_percent(target, given, reading)
    return _as_share(target, reading)


def _as_share(target: Target, reading: Reading) -> Reading:
    """Return a number above 1 as refused where it may be the percentage of the share that is asked for.

    What a known mistake explains, or the author accepts, is no percentage.
    """
    if reading.refused or reading.numbers[0].value > _HUNDRED or not _SHARE.search(target.words.text):
        return reading
    from checker.answers.undeclared_unit import asks_for_percent  # here, because few answers may be percentages

    if asks_for_percent(target.words) or target.part.rules.condition or target.best_accepted(reading):
        return reading
    is_explained = any(each.mistakes for each in diagnose(target.index, reading).explanations)
    return reading if is_explained else reading._replace(refused=NO_SHARE)


def _in_percent(target: Target, given: str, reading: Reading) -> Reading:
    """Return a number below 1 without a unit, where % is asked for, in percent if it is written as a probability.

    Any other one is refused, unless it is right as a percentage or accepted.
    """
    number = reading.numbers[0]
    if reading.unit or reading.refused or not 0 < number.value < 1 or not _is_percent(target.hints.unit or ""):
        return reading
    found = target.judge.verdict(reading)
    is_near = found == "coarse" and target.level == "full"  # below, the reply must not reveal that it is near
    if found == "correct" or is_near or target.part.rules.condition or target.best_accepted(reading):
        return reading
    if _PROBABILITY.search(given):
        return reading._replace(numbers=(multiply(number, Fraction(_HUNDRED)),), note="a share, read in percent")
    return reading._replace(refused=NO_PERCENTAGE)


def _is_percent(unit: str) -> bool:
    """Return whether an author's unit is a hundredth, such as %."""
    from checker.notation.units import Unit, unit_of_author  # here, because most questions have no unit

    return unit_of_author(unit) == Unit((), Fraction(1, _HUNDRED))
