"""Marking of all parts of a problem that one student answered, with errors carried forward.

Each part is first marked by itself.  A wrong answer may then follow from, repeat or copy an earlier one; and one that
is right given the student's own earlier answers earns its points, where the problem says so.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from checker.diagnosis import Diagnosis, Explanation, PartAnswer, diagnose_parts, every_way
from checker.diagnosis.earlier_answers import CarriedAnswer, EarlierAnswers, evaluate_with
from checker.diagnosis.rounding import unrounded_value
from checker.diagnosis.slips import COPIED, WRITING_SLIPS
from checker.diagnosis.trivial import is_trivial
from checker.diagnosis.wording import answers_to
from checker.engine.memory import Memory
from checker.kinds import flatten
from checker.marking import feedback as say
from checker.marking.marker import LONGEST_REMEMBERED, MOST_REMEMBERED, Marker, OutcomeMemory
from checker.marking.outcome import Outcome
from checker.problems import Problem

PartOutcomes = dict[str | None, Outcome]
"""Outcomes by the parts' ids."""


class PartsMarker:
    """Marks the parts of a problem, at one level of feedback."""

    def __init__(
        self, problem: Problem, level: str = "full", memory: OutcomeMemory | None = None, *, is_graded: bool = False
    ) -> None:
        outcomes: OutcomeMemory = Memory(MOST_REMEMBERED) if memory is None else memory
        parts = problem.parts
        self.markers = {part.id: Marker(problem, part, level, outcomes, is_graded=is_graded) for part in parts}
        self._diagnoses = outcomes
        self._together: Memory[tuple[tuple[str | None, str], ...], PartOutcomes] = Memory(MOST_REMEMBERED)

    def mark(self, given: Mapping[str | None, str]) -> PartOutcomes:
        """Return the outcomes of one student's answers to some parts, in the order of the parts."""
        outcomes = {id_: marker.mark(given[id_]) for id_, marker in self.markers.items() if id_ in given}
        if len(outcomes) == 1 or not any(outcome.diagnosis for outcome in outcomes.values()):
            return outcomes
        if any(len(outcome.given) > LONGEST_REMEMBERED for outcome in outcomes.values()):
            return outcomes | self._judged(outcomes)
        key = tuple((id_, outcome.given) for id_, outcome in outcomes.items())
        return self._together.get(key, lambda: outcomes | self._judged(outcomes))

    def _judged(self, outcomes: PartOutcomes) -> PartOutcomes:
        """Return new outcomes for the wrong answers: explained by earlier ones, or right given them."""
        # too coarse an answer speaks neither for nor against others: that would tell whether its digits are right
        items = [
            PartAnswer(
                *(id_, marker.target.index, outcome.reading, marker.alone(outcome)),
                *(marker.part.tolerance, marker.part.kind),
            )
            for id_, marker in self.markers.items()
            if id_ in outcomes
            and id_
            and (outcome := outcomes[id_]).reading
            and not outcome.reading.refused
            and outcome.status != "too_coarse"
        ]
        key = tuple([(each.part, each.index, each.reading, each.is_right) for each in items])
        diagnoses = self._diagnoses.get(key, lambda: diagnose_parts(items))
        found: PartOutcomes = {}
        unrounded: dict[str, Any] = {}
        for at, (item, diagnosis) in enumerate(zip(items, diagnoses, strict=True)):
            outcome = outcomes[item.part]
            if item.is_right or outcome.status == "correct":  # under other accepted conventions
                continue
            answered = {one.index.step for one in items if one is not item and one.index.has_same_question(item.index)}
            earlier = EarlierOutcomes(items[:at], {**outcomes, **found}, unrounded)
            found[item.part] = self._mark_again(item, outcome, diagnosis, earlier, answered)
            if diagnosis.explanations and not diagnosis.explanations[0].slip:
                value = _unrounded(item, diagnosis.explanations[0], earlier.answers)
                if value is not None:
                    unrounded[item.part] = value
        return found

    def _mark_again(
        self,
        item: PartAnswer,
        outcome: Outcome,
        diagnosis: Diagnosis,
        earlier: EarlierOutcomes,
        answered: Collection[str],
    ) -> Outcome:
        """Mark a wrong answer again: explained by earlier answers, or right given them."""
        marker = self.markers[item.part]
        carried = follow_through(item, earlier.answers)
        if carried.verdict == "coarse" and not marker.target.may_judge_digits:  # as wrong as any other
            carried, diagnosis = FollowThroughVerdict("wrong"), diagnosis.without_earlier()
        remarked = marker.explain(outcome.given, item.reading, diagnosis, answered)
        if not marker.part.follow_through:
            return remarked
        reason = earlier.reason_not_to_carry(carried, item, only_explained=marker.part.only_explained)
        if carried.verdict == "coarse":
            reason = reason or "it has too few digits"
        elif carried.since and not reason:
            carried_forward = marker.carry_forward(outcome, carried.since, earlier.wrong(carried.since))
            return remarked if (remarked.points or 0) > (carried_forward.points or 0) else carried_forward
        elif not carried.since and diagnosis.explanations and not _has_new_mistake(diagnosis.explanations[0]):
            reason = "you made the same mistake again here"
        if reason and remarked.status != "correct":
            not_carried = say.not_carried(reason)
            feedback = remarked.feedback.with_reason(not_carried, marker.level)
            return replace(remarked, not_carried=not_carried, feedback=feedback)
        return remarked


def _has_new_mistake(explanation: Explanation) -> bool:
    """Return whether something went wrong that was not reported for an earlier part."""
    return bool(explanation.mistakes or explanation.slip)


def _unrounded(item: PartAnswer, best: Explanation, earlier: EarlierAnswers) -> Any:
    """Return the exact value that a wrong answer was rounded from, computed with the mistakes that explain it.

    Return None if it is unknown.
    """
    if best.again:
        return None
    if not best.since:
        return evaluate_with(item.index, {}, best.mistakes)
    return next((each.value for each in earlier.unrounded(item.index) if item.agrees(each.value)), None)


NEUTRAL: Final = (0, 1)
"""Answers from which almost anything follows: of formulas, and where only explained errors are carried forward."""


class FollowThroughVerdict(NamedTuple):
    """Whether an answer is right given the student's earlier ones: `correct`, `coarse` or `wrong`, and which."""

    verdict: str
    carried: CarriedAnswer | None = None

    @property
    def since(self) -> tuple[str, ...]:
        """Return the ids of the earlier parts from whose answers this one follows."""
        return self.carried.since if self.carried else ()


def follow_through(item: PartAnswer, answers: EarlierAnswers) -> FollowThroughVerdict:
    """Return whether an answer is right when it is computed from the student's earlier ones, and from which of them.

    It may also be right but for its digits (`coarse`).
    """
    if item.tolerance is None:
        return FollowThroughVerdict("wrong")
    coarse = None
    for carried in answers.carried(item.index):
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
    """A student's earlier answers to a problem and how they were marked."""

    def __init__(
        self, items: Sequence[PartAnswer], outcomes: Mapping[str | None, Outcome], unrounded: Mapping[str, Any]
    ) -> None:
        self.answers = EarlierAnswers(items, unrounded)
        self._items = {item.part: item for item in items}
        self._outcomes = outcomes

    def wrong(self, parts: Sequence[str]) -> tuple[str, ...]:
        """Return those of these parts that were answered wrong.  One that differs only by rounding counts as right."""
        return tuple(part for part in parts if not self._items[part].is_right)

    def reason_not_to_carry(self, found: FollowThroughVerdict, item: PartAnswer, *, only_explained: bool) -> str:
        """Return why an answer that follows from earlier ones earns nothing for it; empty where it does."""
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
        """Return the steps that the earlier parts ask for, from whose answers this one follows."""
        return [self._items[part].index.step for part in found.since]

    def _reason(self, part: str, item: PartAnswer, *, only_explained: bool) -> str:
        """Return why the answer to an earlier part is nothing to go on from; empty where it is fine."""
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
