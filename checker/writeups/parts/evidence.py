"""What speaks for and against each candidate as the answer to each part, cue by cue."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

import numpy as np

from checker.writeups.parts.given_numbers import GivenNumbers, given_numbers
from checker.writeups.parts.part_naming import PartNaming
from checker.writeups.parts.result_sorts import FittingResults, only_mentioned, stated_again
from checker.writeups.parts.typed_candidate import Row, TypedCandidate, has_asked_unit
from checker.writeups.questions.sequence import Scores
from checker.writeups.results.weights import ONLY, WEIGHTS
from checker.writeups.sheets import AskedPart

_IMPOSSIBLE: Final = -20.0
"""The evidence for a candidate that cannot be an answer to a part."""
_SCALED: Final = re.compile(r"[^\W\d]")
"""`11 million`, `62k`: rarely the exact number that is asked for."""
_ONE_DIGIT: Final = re.compile(r"\d")

Cues = dict[str, float]
"""How much each cue holds, from 0 to 1: keys of `WEIGHTS`."""


def scores(parts: Sequence[AskedPart], rows: Sequence[Row], prompt: str) -> Scores:
    """Return by candidate and part the evidence that one answers the other."""
    found = np.full((len(rows), len(parts)), _IMPOSSIBLE)
    for place, own, by_part in _cues(parts, rows, prompt):
        common = _weight(own)
        for number, cues in by_part:
            found[place, number] = _weight(cues, common)
    return found


def _weight(cues: Cues, others: float = 0.0) -> float:
    """Return the weight of these cues, added to that of others."""
    return sum((WEIGHTS[cue] * value for cue, value in cues.items() if value), others)


def evidence(parts: Sequence[AskedPart], rows: Sequence[Row], prompt: str) -> Iterator[tuple[int, int, Cues]]:
    """Yield for each candidate and each part that it may answer what speaks for and against it."""
    for place, own, by_part in _cues(parts, rows, prompt):
        yield from ((place, number, own | cues) for number, cues in by_part)


def _cues(
    parts: Sequence[AskedPart], rows: Sequence[Row], prompt: str
) -> Iterator[tuple[int, Cues, list[tuple[int, Cues]]]]:
    """Yield for each candidate what speaks for and against it, whatever the part; and what does so as to each part."""
    given = given_numbers(prompt)
    found = [row.candidate for row in rows]
    naming = PartNaming(parts, found) if len(parts) > 1 else None
    fitting = [FittingResults(part, [row.answers[number] for row in rows], given) for number, part in enumerate(parts)]
    again, mentioned = stated_again(found), only_mentioned(found, given)
    for place, row in enumerate(rows):
        own = dict.fromkeys((*row.candidate.cues, "bias"), 1.0)
        own |= {"stated_again": float(place in again), "mentioned": float(place in mentioned)}
        own["in_words"] = float(row.candidate.is_in_words)
        by_part = []
        for number, (part, answer) in enumerate(zip(parts, row.answers, strict=True)):
            if answer:
                cues = fitting[number].cues(place) | _kind_cues(part, answer, given)
                cues["last_in_words"] = own["in_words"] * cues["last_of_all"]
                is_last = bool(cues["last_of_all"])
                more = naming.cues(place, number, is_last=is_last) if naming else _only(own | cues)
                by_part.append((number, cues | more))
        yield place, own, by_part


def _only(cues: Cues) -> Cues:
    """Return the cues that weigh otherwise because the question has no other part."""
    return {only: cues[cue] for cue, only in ONLY.items() if cue in cues}


def _kind_cues(part: AskedPart, answer: TypedCandidate, given: GivenNumbers) -> Cues:
    """Return what the kind of a part says about a candidate: its unit, a whole number, a shape."""
    each = answer.candidate
    cues = {}
    if part.unit:
        cues["without_unit"] = float(not answer.has_unit)
        cues["asked_unit"] = float(has_asked_unit(part, answer))
    if part.answer_kind.is_one_number:
        cues |= _number_cues(part, answer, given)
    else:
        is_number = each.kind == "number"
        cues["one_number" if given.is_one_number else "single_number"] = float(is_number)
        cues["given_result" if each.is_announced else "given"] = float(is_number and each.text in given)
    if each.kind not in {part.kind, "number"}:
        cues["other_kind"] = 1.0
    return cues


def _number_cues(part: AskedPart, answer: TypedCandidate, given: GivenNumbers) -> Cues:
    """Return what speaks against a candidate as a number: another unit, a fraction of a count, one that was given."""
    each = answer.candidate
    is_count = part.is_whole and not part.unit
    checks = {
        "foreign_unit": answer.has_foreign_unit,
        "one_digit": is_count and bool(_ONE_DIGIT.fullmatch(each.text.strip())),
        "scaled": is_count and bool(_SCALED.search(each.text)),
        "not_whole": is_count and Fraction(answer.reading.numbers[0].value).denominator > 1,
        "given_result" if each.is_announced else "given": each.text in given,
    }
    return {cue: 1.0 for cue, holds in checks.items() if holds}
