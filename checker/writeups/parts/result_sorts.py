"""Which results are of the sort that a part asks for, which of these is the last, and which are stated again."""

from __future__ import annotations

from collections.abc import Sequence

from checker.writeups.parts.given_numbers import GivenNumbers
from checker.writeups.parts.typed_candidate import TypedCandidate, has_asked_unit
from checker.writeups.results.candidate import Candidate
from checker.writeups.sheets import AskedPart


class FittingResults:
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


def stated_again(found: Sequence[Candidate]) -> set[int]:
    """Return the places of the results that are stated again later."""
    last = {each.text: place for place, each in enumerate(found)}
    return {place for place, each in enumerate(found) if len(each.text) > 1 and last[each.text] > place}


def only_mentioned(found: Sequence[Candidate], given: GivenNumbers) -> set[int]:
    """Return the places of the candidates that are only mentioned, while others are written like results."""
    announced = {each.text for each in found if each.is_announced and each.is_result and each.text not in given}
    return {
        place for place, each in enumerate(found) if _is_mentioned(each) and len(announced) > (each.text in announced)
    }


def _is_mentioned(each: Candidate) -> bool:
    """Return whether a candidate is only mentioned in a sentence: no sign announces it, or it is in a table."""
    return "last_cell" in each.cues or not (each.is_clear or "verb" in each.cues)
