"""The value that is bound to a part, and how sure that is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from checker.writeups.candidate import Candidate
from checker.writeups.sheets import AskedPart
from checker.writeups.stated_values import Weighed, stated_values

_LEAST: Final = 0.03
"""Chance from which a candidate counts."""
_OF_CORRECTION: Final = 2
"""How many times the chance of a correction is taken from what it corrects."""
_IN_CODE: Final = 0.7
"""What is left of the confidence in one of several results of code, whose commands are not understood."""
_MOST_OTHERS: Final = 5
"""Maximum number of other candidates that a person is shown."""


class Bound(NamedTuple):
    """A candidate bound to a part, or none; and the others that it might have been."""

    candidate: Candidate | None
    confidence: float
    reason: str
    others: tuple[Candidate, ...]


NOTHING: Final = Bound(None, 0.0, "", ())


def choose(part: AskedPart, offers: Sequence[Weighed]) -> Bound:
    """Return what is bound to a part: the value with the most weight, a correction before what it corrects.

    `offers`: the candidates, each with the chance that it answers the part.
    """
    weighed = _weighed(offers)
    if not weighed:
        return NOTHING
    values, left_out = stated_values(weighed)
    best = values[0].most_precise(whole=part.kind == "number" and part.is_whole, unit=bool(part.unit))
    whole = sum(value.weight for value in values) + left_out
    confidence = values[0].weight / max(1.0, whole)
    if best.candidate.is_in_code and any(value.likeliest.candidate.is_in_code for value in values[1:]):
        confidence *= _IN_CODE
    others = tuple(value.likeliest.candidate for value in values[1 : 1 + _MOST_OTHERS])
    return Bound(replace(best.candidate, text=best.text), confidence, best.candidate.reason, others)


def _weighed(offers: Sequence[Weighed]) -> list[Weighed]:
    """Return the candidates that count, those that a later one corrects with less weight."""
    weighed = []
    rest = 1.0
    for answer, chance in reversed(offers):
        if chance < _LEAST:
            continue
        weighed.append(Weighed(answer, chance * rest))
        if answer.candidate.is_correction:
            rest *= 1 - min(1.0, _OF_CORRECTION * chance)
    return weighed[::-1]
