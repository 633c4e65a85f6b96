"""The value that is bound to a part, and how sure that is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from heapq import nlargest
from typing import Final, NamedTuple

from checker.writeups.language.phrases import one_of
from checker.writeups.parts.stated_values import StatedValue, Weighed, is_same, stated_values
from checker.writeups.parts.typed_candidate import TypedCandidate
from checker.writeups.results.candidate import Candidate
from checker.writeups.sheets import AskedPart

_LEAST: Final = 0.03
"""Chance from which a candidate counts."""
_TOTAL: Final = re.compile(rf"\b{one_of('totals')}\b", re.IGNORECASE)
_RIVALLED: Final = 0.75
"""The most confidence in a value in a sentence, next to another one that is written like a result."""
_IN_VIEW: Final = 0.01
"""Chance from which another result of the same code makes the chosen one doubtful."""
_OF_CORRECTION: Final = 2
"""How many times the chance of a correction is taken from what it corrects."""
_IN_CODE: Final = 0.7
"""What is left of the confidence in one of several results of code, whose commands are not understood."""
_DOUBTFUL: Final = 0.45
"""The most confidence in a value that is denied, compared, or one of two alternatives."""
_SHOWN: Final = 0.005
"""Chance from which another value is shown, as one that might be the answer or that a correction replaces."""
_MOST_COMPARED: Final = 20
"""Maximum number of candidates among which other values are looked for."""
_MOST_OTHERS: Final = 5
"""Maximum number of other candidates that a person is shown."""


class Bound(NamedTuple):
    """A candidate bound to a part, or none; and the others that it might have been."""

    candidate: Candidate | None
    confidence: float
    reason: str
    others: tuple[Candidate, ...]
    replaced: Candidate | None = None
    """The earlier answer that it corrects."""


NOTHING: Final = Bound(None, 0.0, "", ())


def choose(part: AskedPart, offers: Sequence[Weighed], *, is_only: bool) -> Bound:
    """Return what is bound to a part: the value with the most weight, a correction before what it corrects.

    `offers`: the candidates, each with the chance that it answers the part.  `is_only`: the question has no other.
    """
    weighed = _weighed(offers)
    if not weighed:
        return NOTHING
    values, left_out = stated_values(weighed)
    chosen = _with_restatements(values[0], offers)
    best = chosen.most_precise(whole=part.kind == "number" and part.is_whole, unit=bool(part.unit))
    whole = sum(value.weight for value in values) + left_out
    confidence = values[0].weight / max(1.0, whole)
    if best.candidate.is_in_code and _has_other_in_code(best, offers):
        confidence *= _IN_CODE
    if _is_rivalled(best, offers) or (is_only and (_is_followed(values[0], offers) or _is_beside_total(best, offers))):
        confidence = min(confidence, _RIVALLED)
    if _is_doubtful(part, values[0], offers) or (is_only and _is_contradicted(best, offers)):
        confidence = min(confidence, _DOUBTFUL)
    candidate = best.candidate._replace(text=best.text)
    return Bound(candidate, confidence, candidate.reason, _others(best, offers), _replaced(best, offers))


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


def _is_rivalled(best: TypedCandidate, offers: Iterable[Weighed]) -> bool:
    """Return whether the value stands in a sentence, and another one is written like a result."""
    others = (each.answer for each in offers if each.weight >= _IN_VIEW and each.answer.candidate.is_announced)
    is_rival = any(each.candidate.is_result and not is_same(best.reading, each.reading) for each in others)
    return is_rival and not best.candidate.is_clear


def _is_followed(value: StatedValue, offers: Iterable[Weighed]) -> bool:
    """Return whether another result stands after all that state the value, though it is written less like one."""
    last = max(each.answer.candidate.order for each in value.candidates)
    reading = value.likeliest.reading
    later = (each.answer for each in offers if each.answer.candidate.order > last and each.weight >= _SHOWN)
    return any(each.candidate.is_result and not is_same(reading, each.reading) for each in later)


def _is_beside_total(best: TypedCandidate, offers: Iterable[Weighed]) -> bool:
    """Return whether another result is called a total, and this one is not."""
    if best.candidate.is_correction or _TOTAL.search(best.candidate.near):
        return False
    others = (each.answer for each in offers if each.weight >= _SHOWN and _TOTAL.search(each.answer.candidate.near))
    return any(each.candidate.is_result and not is_same(best.reading, each.reading) for each in others)


def _with_restatements(value: StatedValue, offers: Iterable[Weighed]) -> StatedValue:
    """Return a value with all results that state it, also those that are hardly the answer by themselves."""
    reading = value.likeliest.reading
    more = (each for each in offers if each.weight < _LEAST and each.answer.candidate.is_result)
    return StatedValue([*value.candidates, *(each for each in more if is_same(reading, each.answer.reading))])


def _others(best: TypedCandidate, offers: Iterable[Weighed]) -> tuple[Candidate, ...]:
    """Return the other values that might be the answer, the likeliest first."""
    likely = nlargest(_MOST_COMPARED, (each for each in offers if each.weight >= _SHOWN), key=lambda each: each.weight)
    values, _ = stated_values(each for each in likely if not is_same(best.reading, each.answer.reading))
    return tuple(value.likeliest.candidate for value in values[:_MOST_OTHERS])


def _is_contradicted(best: TypedCandidate, offers: Iterable[Weighed]) -> bool:
    """Return whether code gives another result than the text."""
    others = (each.answer for each in offers if each.weight >= _SHOWN and each.answer.candidate.is_announced)
    texts = (each for each in others if each.candidate.is_result and not each.candidate.is_in_code)
    return best.candidate.is_in_code and any(not is_same(best.reading, each.reading) for each in texts)


def _has_other_in_code(best: TypedCandidate, offers: Iterable[Weighed]) -> bool:
    """Return whether code has another result."""
    others = (
        each.answer
        for each in offers
        if each.weight >= _IN_VIEW and each.answer.candidate.is_in_code and each.answer.candidate.is_result
    )
    return any(not is_same(best.reading, each.reading) for each in others)


def _replaced(best: TypedCandidate, offers: Iterable[Weighed]) -> Candidate | None:
    """Return the last result before a correction that would be the answer otherwise."""
    corrected = None
    for answer, chance in offers:
        if answer.candidate.order >= best.candidate.order:
            break
        if chance >= _SHOWN and answer.candidate.is_result and not is_same(best.reading, answer.reading):
            corrected = answer.candidate
    return corrected if best.candidate.is_correction else None


def _is_doubtful(part: AskedPart, value: StatedValue, offers: Iterable[Weighed]) -> bool:
    """Return whether the value is never stated without a doubt, denied somewhere, or one row of several."""
    if all(each.answer.has_foreign_unit or each.answer.candidate.is_doubtful for each in value.candidates):
        return True
    reading = value.likeliest.reading
    is_row = part.kind == "matrix" and min(reading.shape, default=0) == 1
    for each in offers:
        other = each.answer.reading
        if is_row and other.shape == reading.shape and not is_same(reading, other):
            return True
        if each.answer.candidate.is_denied and is_same(reading, other):
            return True
    return False
