"""Doubts that are settled by what is right: the section holds one result that may answer the part, and it is right.

The truth never chooses between two results that a student offers for one part: these go to a person.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from checker.grading.course import AssignmentColumns, GradeColumn
from checker.grading.grader.answer_marker import AnswerMarker
from checker.problems import QuestionKey
from checker.writeups.reading import BoundAnswer, Offer
from checker.writeups.section_answers import is_telling

_LIKELY: Final = 0.3
"""Chance from which a result may answer a part though words near it name another one."""
_IN_VIEW: Final = 0.01
"""Chance from which a result that is announced may be the answer, too."""


def settled(
    found: Mapping[QuestionKey, BoundAnswer], assignment: AssignmentColumns, marker: AnswerMarker
) -> dict[QuestionKey, BoundAnswer]:
    """Return the answers; those whose doubt what is right settles have none any more."""
    return {
        key: _Offers(answer, column, assignment, marker).settled
        if answer.doubt and answer.offers and (column := assignment.keys.get(key))
        else answer
        for key, answer in found.items()
    }


class _Offers:
    """The results that may answer a part, with what they are worth."""

    def __init__(
        self, answer: BoundAnswer, column: GradeColumn, assignment: AssignmentColumns, marker: AnswerMarker
    ) -> None:
        self._answer, self._column, self._marker = answer, column, marker
        self._siblings = [each for each in assignment.keys.values() if each.id == column.id and each is not column]
        self._right = [each for each in answer.offers if marker.is_right(column, each.text)]

    @property
    def settled(self) -> BoundAnswer:
        """Return the answer, without its doubt if a right result is stated and no other may be meant."""
        answer, column = self._answer, self._column
        if column.part is None or not self._right or not all(each.is_plain for each in self._right):
            return answer
        best = max(self._right, key=lambda each: each.chance)
        others = [each for each in answer.offers if each.may_be_meant and each not in self._right]
        if (best.is_anothers and best.chance < _LIKELY) or any(self._is_rival(each, best) for each in others):
            return answer
        if not is_telling(column.part.kind, best.text) and not all(map(self._is_known, others)):
            return answer
        return answer._replace(text=best.text, evidence=(best.evidence,), doubt="", candidates=())

    def _is_rival(self, other: Offer, best: Offer) -> bool:
        """Return whether another result may be meant: it is no step of the solution, nor the answer to another part."""
        part = self._column.part
        if other.is_anothers or part is None or not is_telling(part.kind, other.text):
            return False
        if other.is_named:
            return True
        if other.chance <= best.chance and not (other.is_announced and other.chance > _IN_VIEW):
            return False
        return not self._is_known(other)

    def _is_known(self, other: Offer) -> bool:
        """Return whether another result is the answer to another part, or a step of this question's solutions."""
        if any(self._marker.is_right(each, other.text) for each in self._siblings):
            return True
        return any(self._marker.is_another_step(each, other.text) for each in (self._column, *self._siblings))
