"""Error carried forward: a later part earns points where it is right given the student's earlier answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from checker.answers import flatten
from checker.diagnosis import PartAnswer, every_way
from checker.diagnosis.earlier_answers import CarriedAnswer, EarlierAnswers
from checker.diagnosis.rounding import unrounded_value
from checker.diagnosis.slips import COPIED, WRITING_SLIPS
from checker.diagnosis.trivial import is_trivial
from checker.diagnosis.wording import answers_to
from checker.marking.outcome import Outcome

NEUTRAL: Final = (0, 1)
"""Answers from which almost anything follows: of formulas, and where only explained errors are carried forward."""


class FollowThroughVerdict(NamedTuple):
    """Whether an answer is right given the student's earlier ones: `correct`, `coarse` or `wrong`, and from which."""

    verdict: str
    carried: CarriedAnswer | None = None

    @property
    def since(self) -> tuple[str, ...]:
        """Return the earlier parts that the answer follows from."""
        return self.carried.since if self.carried else ()


def carried_from(item: PartAnswer, answers: EarlierAnswers) -> FollowThroughVerdict:
    """Return the earlier answers of the student with which this one is right, or right with too few digits."""
    if item.tolerance is None:
        return FollowThroughVerdict("wrong")
    coarse = None
    for carried in answers.carried(item.index, thorough=True):
        if flatten(carried.value) == item.truth:
            continue
        verdict = item.judge(carried.value).verdict(item.reading)
        if verdict == "wrong" and (unrounded := unrounded_value(item, carried, answers)) is not None:
            verdict = item.judge(unrounded).verdict(item.reading)
            verdict = "wrong" if verdict == "coarse" else verdict
        if verdict == "correct":
            return FollowThroughVerdict(verdict, carried)
        coarse = carried if verdict == "coarse" and not coarse else coarse
    return FollowThroughVerdict("coarse", coarse) if coarse else FollowThroughVerdict("wrong")


class EarlierOutcomes:
    """The earlier answers of a student, with their outcomes."""

    def __init__(
        self, items: Sequence[PartAnswer], outcomes: Mapping[str | None, Outcome], unrounded: Mapping[str, Any]
    ) -> None:
        self.answers = EarlierAnswers(items, unrounded)
        self._items = {item.part: item for item in items}
        self._outcomes = outcomes

    def wrong(self, parts: Sequence[str]) -> tuple[str, ...]:
        """Return those of some parts whose answers are wrong, not only rounded."""
        return tuple(part for part in parts if not self._items[part].is_right)

    def reason_not_to_carry(self, found: FollowThroughVerdict, item: PartAnswer, *, only_explained: bool) -> str:
        """Return why nothing is carried forward; empty where it is."""
        reasons = (self._reason(part, item, only_explained=only_explained) for part in found.since)
        if reason := next(filter(None, reasons), ""):
            return reason
        if found.carried is None or only_explained or found.verdict != "correct":
            return ""
        used = {step: found.carried.steps[step] for step in self._steps(found) if step in found.carried.steps}
        if is_trivial(item, used, self.answers, item.tolerance_for(found.carried.value)):
            return f"{answers_to(found.since)} leave{'' if len(found.since) > 1 else 's'} nothing to work out here"
        return ""

    def _steps(self, found: FollowThroughVerdict) -> list[str]:
        return [self._items[part].index.step for part in found.since]

    def _reason(self, part: str, item: PartAnswer, *, only_explained: bool) -> str:
        earlier = self._items[part]
        numbers = [number.value for number in earlier.reading.numbers]
        neutral = NEUTRAL if only_explained or earlier.has_variable_sizes else (0,)
        if numbers and all(number == numbers[0] for number in numbers) and numbers[0] in neutral:
            return f"almost any answer follows from {numbers[0]}"
        is_count = earlier.index.whole if only_explained else earlier.is_count
        if is_count and any(number < 0 <= right for number, right in zip(numbers, earlier.truth[1], strict=True)):
            return f"your answer to {part} is negative"
        if numbers == [number.value for number in item.reading.numbers] and earlier.truth != item.truth:
            return f"it is the same as your answer to {part}"
        return self._unknown(part, item) if only_explained else ""

    def _unknown(self, part: str, item: PartAnswer) -> str:
        """Return why it is not known how an earlier answer came about; empty where it is known."""
        earlier, outcome = self._items[part], self._outcomes[part]
        if outcome.diagnosis is None or outcome.status in {"correct", "carried"}:
            return ""
        if not outcome.diagnosis.is_identified:
            is_slip = any(
                not mistakes and slip in WRITING_SLIPS
                for mistakes, slip in every_way(earlier.index, earlier.reading, outcome.diagnosis)
            )
            return "" if is_slip else f"the error in {part} could not be identified"
        best = outcome.diagnosis.explanations[0]
        if best.slip in ("another_part", COPIED) or (best.slip and best.strength != "exact"):
            return f"your answer to {part} answers a different question"
        return next(filter(None, (self._reason(each, item, only_explained=True) for each in best.since)), "")
