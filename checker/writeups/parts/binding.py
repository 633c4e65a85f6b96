"""Binding: which candidate answers which part, decided for all parts of a section together."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Final

from checker.writeups.parts.chosen_value import NOTHING, Bound, choose
from checker.writeups.parts.evidence import scores
from checker.writeups.parts.part_chances import part_chances
from checker.writeups.parts.relations import Relations
from checker.writeups.parts.stated_values import Weighed
from checker.writeups.parts.typed_candidate import Row, rows_of
from checker.writeups.questions.sequence import Scores
from checker.writeups.results.candidate import Candidate
from checker.writeups.sheets import AskedPart, PartKey

SURE: Final = 0.8
"""Confidence from which an answer is graded; below it a person decides."""
LIKELY: Final = 0.5
"""Confidence from which a value counts if it is right: it is likelier than all others together, and another number of
the section would hardly be right by chance."""
_ANOTHERS: Final = 0.3
"""Chance of another part from which a result is not left over."""
_MOST_LEFT: Final = 5
"""Maximum number of results left over that a person is shown."""
_TWO_READINGS: Final = re.compile(r"[1-9]\d{0,2}\.\d{3}")
"""`27.648` is 27 thousand or 27 and a bit; next to such numbers a count is left to a person."""
_UNREADABLE: Final = 0.5
"""Factor of the confidence in a count next to such numbers."""


def bind(
    parts: Sequence[AskedPart], found: Sequence[Candidate], prompt: str, unanswered: Collection[PartKey] = ()
) -> list[Bound]:
    """Return what is bound to each part; nothing to those that the student says are unanswered."""
    rows = rows_of(parts, found, unanswered)
    if not rows:
        return [NOTHING] * len(parts)
    chances = _chances(parts, rows, prompt)
    offers = [_offers(rows, chances, number) for number in range(len(parts))]
    bound = [choose(part, each, is_only=len(parts) == 1) for part, each in zip(parts, offers, strict=True)]
    if _may_be_misread(found):
        bound = [_doubted(part, each) for part, each in zip(parts, bound, strict=True)]
    taken = {each.candidate.order for each in bound if each.candidate and each.confidence >= SURE}
    bound = [
        NOTHING._replace(others=_left_over(number, rows, chances, taken)) if _is_anothers(each, taken) else each
        for number, each in enumerate(bound)
    ]
    return [each._replace(offers=tuple(own)) for each, own in zip(bound, offers, strict=True)]


def _chances(parts: Sequence[AskedPart], rows: Sequence[Row], prompt: str) -> Scores:
    """Return by candidate and part the chance that it answers the part: by its own cues first, then with the others."""
    corrects = [row.candidate.is_correction for row in rows]
    alone = scores(parts, rows, prompt)
    chances = part_chances(alone, corrects)
    return part_chances(alone + Relations(parts, rows).scores(chances), corrects) if len(parts) > 1 else chances


def _offers(rows: Iterable[Row], chances: Scores, number: int) -> list[Weighed]:
    """Return the candidates that may answer a part, each with its chance."""
    pairs = zip(rows, chances[:, number].tolist(), strict=True)
    return [Weighed(answer, chance) for row, chance in pairs if (answer := row.answers[number])]


def _may_be_misread(found: Iterable[Candidate]) -> bool:
    """Return whether there is a result whose point may separate thousands, or decimals."""
    return any(each.kind == "number" and _TWO_READINGS.fullmatch(each.text) and each.is_result for each in found)


def _doubted(part: AskedPart, bound: Bound) -> Bound:
    """Return a count with less confidence."""
    is_count = part.answer_kind.is_one_number and part.is_whole
    return bound._replace(confidence=bound.confidence * _UNREADABLE) if is_count else bound


def _is_anothers(bound: Bound, taken: Collection[int]) -> bool:
    """Return whether there is no candidate, or only one that surely answers another part."""
    return not bound.candidate or (bound.confidence < SURE and bound.candidate.order in taken)


def _left_over(number: int, rows: Sequence[Row], chances: Scores, taken: Collection[int]) -> tuple[Candidate, ...]:
    """Return the results that may answer a part to which nothing is bound, and that answer no other."""
    left = [
        (chances[place, number], row.candidate)
        for place, row in enumerate(rows)
        if (answer := row.answers[number])
        and row.candidate.order not in taken
        and (
            (row.candidate.is_doubtful and answer.is_named)
            or (row.candidate.is_result and chances[place].max() < _ANOTHERS)
        )
    ]
    return tuple(candidate for _, candidate in sorted(left, key=lambda each: -each[0])[:_MOST_LEFT])
