"""The value that is bound to a part, and how sure that is."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from checker.writeups.candidate import Candidate
from checker.writeups.sheets import AskedPart
from checker.writeups.stated_values import StatedValue, Weighed, is_same, stated_values
from checker.writeups.typed_candidate import TypedCandidate
from checker.writeups.words import first_token

_CLEAR: Final = frozenset({"alone", "printed", "last_cell", "stacked", "whole_table"})
"""Cues of a result that is clear though nothing announces it."""
_LEAST: Final = 0.03
"""Chance from which a candidate counts."""
_NONE: Final = 0.3
"""Weight of the chance that no candidate is the answer."""
_RIVAL: Final = 0.08
"""Weight above which another value is a rival of the chosen one."""
_OF_CORRECTION: Final = 2
"""How many times the chance of a correction is taken from what it corrects."""
_ONE_ENTRY, _IN_PROSE, _IN_CODE = 1.0, 1.0, 1.0
"""What is left of the confidence in a number where a list is asked for, in one that is only mentioned while others are
written like results, and in one of several results of code, whose commands are not understood."""
_MOST_OTHERS: Final = 5
"""Maximum number of other candidates that a person is shown."""


class Bound(NamedTuple):
    """A candidate bound to a part, or none; and the others that it might have been."""

    candidate: Candidate | None
    confidence: float
    reason: str
    others: tuple[Candidate, ...]


NOTHING: Final = Bound(None, 0.0, "", ())


def choose(part: AskedPart, offers: Sequence[Weighed], given: Collection[str], *, is_only: bool) -> Bound:
    """Return what is bound to a part: the value with the most weight, a correction before what it corrects.

    `offers`: the candidates, each with the chance that it answers the part.  `given`: the numbers of the prompt.
    """
    weighed = _weighed(offers)
    if not weighed:
        return NOTHING
    values, left_out = stated_values(weighed)
    best = values[0].most_precise(whole=part.kind == "number" and part.is_whole, unit=bool(part.unit))
    whole = sum(value.weight for value in values) + left_out
    confidence = values[0].weight / (whole + _NONE * max(0.0, 1 - whole))
    if best.candidate.kind == "number" and part.kind != "number":
        confidence *= _ONE_ENTRY
    if _is_in_prose(best, (each.answer for each in offers if is_only or each.weight >= _LEAST), given):
        confidence *= _IN_PROSE
    if _is_unnamed_in_code(best, values, offers):
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


def _is_in_prose(best: TypedCandidate, others: Iterable[TypedCandidate], given: Collection[str]) -> bool:
    """Return whether a number is only mentioned in a sentence, while others are written like results."""
    if best.candidate.is_announced or _CLEAR & {*best.candidate.cues}:
        return False
    rivals = (each for each in _rivals(best, others) if each.candidate.is_announced)
    return any(first_token(each.text) not in given for each in rivals)


def _is_unnamed_in_code(best: TypedCandidate, values: Sequence[StatedValue], offers: Sequence[Weighed]) -> bool:
    """Return whether code has the result among others, and no words say which of them is the answer."""
    if not best.candidate.is_in_code:
        return False
    is_rivalled = len(values) > 1 and values[1].weight > _RIVAL
    rivals = _rivals(best, (each.answer for each in offers))
    return (is_rivalled and not best.is_named) or any(each.candidate.is_in_code for each in rivals)


def _rivals(best: TypedCandidate, others: Iterable[TypedCandidate]) -> Iterable[TypedCandidate]:
    """Return the results with another value."""
    return (each for each in others if each.candidate.is_result and not is_same(best.reading, each.reading))
