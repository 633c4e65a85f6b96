"""Explanations of one answer that say the same at this question's values: only the likeliest of them is kept.

"You replaced negative scores by 0" is one where none is negative.

Two options of one choice point may be the same at these values.  So may a rarer mistake about another point.  And a
slip in a digit is one whether it was made in the arithmetic or in typing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from checker.diagnosis.explanation import Explanation
from checker.diagnosis.index import WrongAnswerIndex
from checker.diagnosis.mistakes import Mistake
from checker.diagnosis.slips import OF_THE_PEN

RARER: Final = 0.5
"""Share, relative to a likelier explanation, up to which one that is equal in every step says nothing of its own."""


def without_idle(index: WrongAnswerIndex, best: Explanation, others: Iterable[Explanation]) -> list[Explanation]:
    """Return the other explanations, without those by which each step has the same value as by a likelier one."""
    kept = [best]
    for other in others:
        if not any(_is_same(index, one, other) for one in kept):
            kept.append(other)
    return kept[1:]


def _is_same(index: WrongAnswerIndex, likelier: Explanation, rarer: Explanation) -> bool:
    if likelier.mistakes == rarer.mistakes and {likelier.slip, rarer.slip} <= OF_THE_PEN:
        return True
    new = _difference(likelier, rarer)
    if new is None or not (new[0].point == new[1].point or rarer.share <= RARER * likelier.share):
        return False
    values = index.runs.every_value
    return values(likelier.mistakes) == values(rarer.mistakes)


def _difference(one: Explanation, other: Explanation) -> tuple[Mistake, Mistake] | None:
    """Return the mistakes in which two explanations differ, where it is one in each."""
    ours = [mistake for mistake in one.mistakes if mistake not in other.mistakes]
    theirs = [mistake for mistake in other.mistakes if mistake not in one.mistakes]
    return (ours[0], theirs[0]) if one.slip == other.slip and len(ours) == len(theirs) == 1 else None
