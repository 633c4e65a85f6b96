"""Which results are of the sort that a part asks for, which of these is the last, and which are stated again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from checker.writeups.candidate import Candidate
from checker.writeups.given_numbers import GivenNumbers
from checker.writeups.sheets import AskedPart
from checker.writeups.typed_candidate import Row, TypedCandidate

_CLEAR: Final = frozenset({"alone", "printed", "last_cell", "stacked", "whole_table"})
"""Cues of a result that is clear though nothing announces it."""


class Sorts:
    """The results of a section by how well their sort fits a part: its kind, its unit, written like a result."""

    def __init__(self, part: AskedPart, number: int, rows: Sequence[Row], given: GivenNumbers) -> None:
        self._part = part
        self._given = given
        answers = [row.answers[number] for row in rows]
        results = [place for place, each in enumerate(answers) if each and each.candidate.is_result]
        self._fits = [bool(each) and self._is_of_sort(each) for each in answers]
        several = [place for place in results if self._fits[place]]
        self._is_there = bool(several)
        announced = [place for place in several if not is_mentioned(answers[place].candidate)]
        self.last = max(announced or several or results, default=-1)

    def cues(self, place: int) -> dict[str, float]:
        """Return what the sorts of all results say about one."""
        return {
            "last_of_all": float(place == self.last),
            "better_sort": float(self._is_there and not self._fits[place]),
        }

    def _is_of_sort(self, answer: TypedCandidate) -> bool:
        """Return whether a candidate is of the kind and has the unit that are asked for, and is not given."""
        part, each = self._part, answer.candidate
        if each.text in self._given:
            return False
        if part.kind != "number":
            return each.kind != "number" or self._given.is_one_number
        return not part.unit or (answer.has_unit and answer.reading.unit.strip() == part.unit)


class Restated:
    """The results that are stated again."""

    def __init__(self, found: Sequence[Candidate]) -> None:
        self._found = found
        self._last = {each.text: place for place, each in enumerate(found)}

    def cues(self, place: int) -> dict[str, float]:
        """Return whether a result is stated again later."""
        text = self._found[place].text
        return {"stated_again": float(self._last[text] > place and len(text) > 1)}


def is_mentioned(each: Candidate) -> bool:
    """Return whether a candidate is only mentioned in a sentence: no sign announces it, and its place is not clear."""
    return not each.is_announced and _CLEAR.isdisjoint(each.cues)
