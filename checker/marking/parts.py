"""`Questions`: the parts of a problem, marked together for one student, with errors carried forward.

Each part is first marked by itself.  A wrong answer may then follow from, repeat or copy an earlier one; and one that
is right given the student's own earlier answers earns its points, where the problem says so.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from checker.diagnosis import Diagnosis, Explanation, PartAnswer, diagnose_parts, every_way
from checker.diagnosis.mistakes import value_with
from checker.diagnosis.parts import CarriedAnswer, EarlierAnswers
from checker.diagnosis.slips import COPIED, WRITING_SLIPS
from checker.diagnosis.wording import answers_to
from checker.engine.memory import Memory
from checker.kinds import flatten
from checker.marking.carried import is_trivial, unrounded_value
from checker.marking.mark import LONGEST_REMEMBERED, Earned, Outcome, mark
from checker.marking.question import MOST_REMEMBERED, Question
from checker.problems import Problem

Outcomes = dict[str | None, Outcome]


class Questions(dict[str | None, Question]):
    """The questions of a problem, by the parts' ids."""

    def __init__(self, problem: Problem) -> None:
        super().__init__((part.id, Question.of(problem, part)) for part in problem.parts)
        self._together: Memory[tuple[tuple[str | None, str, type], ...], Outcomes] = Memory(MOST_REMEMBERED)

    def mark(self, given: Mapping[str | None, str]) -> Outcomes:
        """Return the outcomes of one student's answers to some parts, in the order of the parts."""
        alone = {id_: mark(given[id_], question) for id_, question in self.items() if id_ in given}
        if len(alone) == 1 or not any(outcome.is_wrong for outcome in alone.values()):
            return alone
        if any(len(outcome.given) > LONGEST_REMEMBERED for outcome in alone.values()):
            return _together(alone)
        key = tuple((id_, given[id_], type(given[id_])) for id_ in alone)
        return self._together.get(key, lambda: _together(alone))


def _together(outcomes: Outcomes) -> Outcomes:
    """Return outcomes in which wrong answers are explained by earlier ones, or right given them."""
    read = {id_: each for id_, each in outcomes.items() if id_ and each.comparison not in {None, "refused"}}
    items = [_item(id_, each) for id_, each in read.items()]
    found: Outcomes = {}
    unrounded: dict[str, Any] = {}
    for at, (item, diagnosis) in enumerate(zip(items, diagnose_parts(items), strict=True)):
        outcome = outcomes[item.part]
        if item.is_right or outcome.status == "correct":  # under other accepted conventions
            continue
        answered = {one.index.step for one in items if one is not item and one.index.has_same_question(item.index)}
        earlier = EarlierOutcomes(items[:at], {**outcomes, **found}, unrounded)
        found[item.part] = earlier.marked_again(item, outcome, diagnosis, answered)
        if diagnosis.explanations and not diagnosis.explanations[0].slip:
            value = _unrounded(item, diagnosis.explanations[0], earlier.answers)
            if value is not None:
                unrounded[item.part] = value
    return outcomes | found


def _item(part: str, outcome: Outcome) -> PartAnswer:
    question, reading = outcome.question, outcome.reading
    assert reading is not None  # noqa: S101 - for mypy: what was compared was read
    return PartAnswer(part, question.index, reading, outcome.diagnosis, question.part.tolerance, question.part.kind)


def _unrounded(item: PartAnswer, best: Explanation, earlier: EarlierAnswers) -> Any:
    """Return the exact value that a wrong answer was rounded from, by the mistakes that explain it; None if unknown."""
    if best.again:
        return None
    if not best.since:
        return value_with(item.index.variant, item.index.step, best.mistakes)
    return next((each.value for each in earlier.unrounded(item.index) if item.agrees(each.value)), None)


NEUTRAL: Final = (0, 1)
"""Answers from which almost anything follows: of formulas, and where only explained errors are carried forward."""


def follow_through(item: PartAnswer, answers: EarlierAnswers) -> tuple[CarriedAnswer | None, bool]:
    """Return the value, computed from earlier answers, by which one is right, and if it is so but for its digits."""
    coarse = None
    for carried in answers.carried(item.index) if item.tolerance is not None else ():
        if flatten(carried.value) == item.truth:
            continue
        verdict = item.judge(carried.value).verdict(item.reading)
        if verdict == "wrong" and (unrounded := unrounded_value(item, carried)) is not None:
            verdict = item.judge(unrounded).verdict(item.reading)
            verdict = "wrong" if verdict == "coarse" else verdict
        if verdict == "correct":
            return carried, False
        coarse = carried if verdict == "coarse" and not coarse else coarse
    return coarse, coarse is not None


class EarlierOutcomes:
    """A student's earlier answers to a problem and how they were marked."""

    def __init__(self, items: Sequence[PartAnswer], outcomes: Outcomes, unrounded: Mapping[str, Any]) -> None:
        self.answers = EarlierAnswers(items, unrounded)
        self._items = {item.part: item for item in items}
        self._outcomes = outcomes

    def marked_again(
        self, item: PartAnswer, alone: Outcome, diagnosis: Diagnosis, answered: Collection[str]
    ) -> Outcome:
        """Mark a wrong answer again: explained by earlier answers, or right given them."""
        question, part = alone.question, alone.question.part
        carried, is_coarse = follow_through(item, self.answers)
        since = carried.since if carried else ()
        best = diagnosis.explanations[0] if diagnosis.explanations else None
        copied = (best.detail,) if best and best.slip == COPIED else ()
        used = dict.fromkeys((*since, *copied, *(best.since + best.again if best else ())))
        reason = self._reason_not_to_carry(carried, item, best, is_coarse=is_coarse) if part.follow_through else ""
        again = Outcome(
            *(question, alone.given, alone.reading, alone.comparison, alone.earned, alone.lack),
            found=question.at_own_sizes(diagnosis),
            alone=alone,
            earlier=[self._outcomes[id_] for id_ in used],
            needs_digits=is_coarse,
            answered=answered,
            not_carried=reason and f"No follow-through credit: {reason}.",
        )
        credit = part.follow_through * (alone.lack.credit if alone.lack else 1)
        if not part.follow_through or not since or reason or again.best.share > credit:
            return again
        follows = Diagnosis((Explanation("exact", 1.0, (), None, "", None, since),))
        earned = (Earned(credit, ""),)
        return replace(again, earned=earned, fixed="carried", found=follows, carried_from=since)

    def _reason_not_to_carry(
        self, found: CarriedAnswer | None, item: PartAnswer, best: Explanation | None, *, is_coarse: bool
    ) -> str:
        """Return why an answer earns nothing for following from earlier ones; empty where it does, or follows none."""
        if found is None or not found.since:
            is_repeated = best and not (best.mistakes or best.slip)
            return "you made the same mistake again here" if is_repeated else ""
        only_explained = self._outcomes[item.part].question.part.only_explained
        reasons = (self._reason(part, item, only_explained=only_explained) for part in found.since)
        if reason := next(filter(None, reasons), ""):
            return reason
        if is_coarse:
            return "it has too few digits"
        if only_explained:
            return ""
        steps = [self._items[part].index.step for part in found.since]
        used = {step: found.steps[step] for step in steps if step in found.steps}
        if is_trivial(item, used, self.answers, item.tolerance_for(found.value)):
            return f"{answers_to(found.since)} leave{'' if len(found.since) > 1 else 's'} nothing to work out here"
        return ""

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
