"""Evidence for and against each candidate as the answer to each part, cue by cue."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

import numpy as np

from checker.writeups.parts.given_numbers import GivenNumbers, given_numbers
from checker.writeups.parts.part_naming import PartNaming
from checker.writeups.parts.typed_candidate import Row, TypedCandidate, has_asked_unit
from checker.writeups.questions.sequence import Scores
from checker.writeups.results.candidate import Candidate
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
    """Return how strongly each result in a section speaks for being the answer to each part."""
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
    fitting = [_FittingResults(part, [row.answers[number] for row in rows], given) for number, part in enumerate(parts)]
    again, mentioned = _stated_again(found), _only_mentioned(found, given)
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


class _FittingResults:
    """The results of a section by how well their sort fits a part: its kind, its unit, written like a result."""

    def __init__(self, part: AskedPart, answers: Sequence[TypedCandidate | None], given: GivenNumbers) -> None:
        self._part = part
        self._given = given
        of_kind = {place: each for place, each in enumerate(answers) if each and self._is_of_kind(each)}
        results = [place for place, each in of_kind.items() if each.candidate.is_result]
        with_unit = {place for place, each in of_kind.items() if has_asked_unit(part, each)}
        best = [place for place in results if place in with_unit] or results
        self._has_results = bool(best)
        self._fitting = with_unit if best and best[0] in with_unit else of_kind.keys()
        announced = [place for place in best if not _is_mentioned(of_kind[place].candidate)]
        self._last = max(announced or best, default=-1)

    def cues(self, place: int) -> dict[str, float]:
        """Return what the sorts of all results say about one."""
        return {
            "last_of_all": float(place == self._last),
            "better_sort": float(self._has_results and place not in self._fitting),
        }

    def _is_of_kind(self, answer: TypedCandidate) -> bool:
        """Return whether a candidate is of the kind that is asked for, and is not given."""
        each = answer.candidate
        is_fitting = self._part.answer_kind.is_one_number or each.kind != "number" or self._given.is_one_number
        return is_fitting and each.text not in self._given and not answer.has_foreign_unit


def _stated_again(found: Sequence[Candidate]) -> set[int]:
    """Return the places of the results that are stated again later."""
    last = {each.text: place for place, each in enumerate(found)}
    return {place for place, each in enumerate(found) if len(each.text) > 1 and last[each.text] > place}


def _only_mentioned(found: Sequence[Candidate], given: GivenNumbers) -> set[int]:
    """Return the places of the candidates that are only mentioned, while others are written like results."""
    announced = {each.text for each in found if each.is_announced and each.is_result and each.text not in given}
    return {
        place for place, each in enumerate(found) if _is_mentioned(each) and len(announced) > (each.text in announced)
    }


def _is_mentioned(each: Candidate) -> bool:
    """Return whether a candidate is only mentioned in a sentence: no sign announces it, or it is in a table."""
    return "last_cell" in each.cues or not (each.is_clear or "verb" in each.cues)
