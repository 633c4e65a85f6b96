"""`Questions`: the parts of a problem, marked together for one student, with errors carried forward.

Each part is first marked by itself.  A wrong answer may then follow from, repeat or copy an earlier one; and one that
is right given the student's own earlier answers earns its points, where the problem says so.  `_unrounded_value` allows
for more digits than were written (who gives 0.87 may have continued with 0.8734), and `_is_trivial` finds parts that
earlier answers leave without any work, such as 0 times something.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, Final

from checker.diagnosis import Diagnosis, Explanation, PartAnswer, diagnose_parts, every_way
from checker.diagnosis.mistakes import value_with
from checker.diagnosis.parts import CarriedAnswer, EarlierAnswers, Steps, shaped_like
from checker.diagnosis.slips import COPIED, WRITING_SLIPS
from checker.diagnosis.values import every_number, nearest_float
from checker.diagnosis.wording import answers_to
from checker.engine.memory import Memory
from checker.engine.values.tolerance import Tolerance
from checker.kinds import flatten
from checker.marking.mark import LONGEST_REMEMBERED, Earned, Outcome, Status, mark
from checker.marking.question import MOST_REMEMBERED, Question
from checker.problems import Problem
from checker.solvers.signature import are_possible
from checker.solvers.variant import Variant

Outcomes = dict[str | None, Outcome]


class Questions(dict[str | None, Question]):
    """The questions of a problem, by the parts' ids."""

    def __init__(self, problem: Problem) -> None:
        super().__init__((part.id, Question.of(problem, part)) for part in problem.parts)
        self._together: Memory[tuple[tuple[str | None, str, type], ...], Outcomes] = Memory(MOST_REMEMBERED)

    def mark(self, given: Mapping[str | None, str], faults: dict[str | None, Exception] | None = None) -> Outcomes:
        """Return the outcomes of one student's answers to some parts, in the order of the parts.

        With `faults`, an answer at which marking fails is left out, and the error is there; the others are marked.
        """
        alone: Outcomes = {}
        for id_, question in self.items():
            try:
                if id_ in given:
                    alone[id_] = outcome = mark(given[id_], question)
                    outcome.diagnosis  # noqa: B018 - explains it now, so that a fault is that of this answer
            except Exception as error:
                if faults is None:
                    raise
                alone.pop(id_, None)
                faults[id_] = error
        wrong = [id_ for id_, outcome in alone.items() if outcome.is_wrong]
        if len(alone) == 1 or not wrong:
            return alone
        try:
            return self._marked_together(alone, given)
        except Exception as error:
            if faults is None:
                raise
            faults.update(dict.fromkeys(wrong, error))
            return {id_: outcome for id_, outcome in alone.items() if id_ not in faults}

    def _marked_together(self, alone: Outcomes, given: Mapping[str | None, str]) -> Outcomes:
        if any(len(outcome.given) > LONGEST_REMEMBERED for outcome in alone.values()):
            return _together(alone)
        key = tuple((id_, given[id_], type(given[id_])) for id_ in alone)
        return self._together.get(key, lambda: _together(alone))


def _together(outcomes: Outcomes) -> Outcomes:
    """Return outcomes in which wrong answers are explained by earlier ones, or right given them."""
    read = {id_: each for id_, each in outcomes.items() if id_ and each.comparison not in {None, "refused"}}
    items = [
        PartAnswer(id_, asked.index, each.reading, each.diagnosis, asked.part.tolerance, asked.part.kind)
        for id_, each, asked in ((id_, each, each.question) for id_, each in read.items())
        if each.reading
    ]
    found: Outcomes = {}
    unrounded: dict[str, Any] = {}
    for at, (item, diagnosis) in enumerate(zip(items, diagnose_parts(items), strict=True)):
        outcome = outcomes[item.part]
        if item.alone is None or outcome.status is Status.CORRECT:  # under other accepted conventions
            continue
        answered = {one.index.step for one in items if one is not item and one.index.has_same_question(item.index)}
        earlier = EarlierOutcomes(items[:at], {**outcomes, **found}, unrounded)
        found[item.part] = earlier.marked_again(item, outcome, diagnosis, answered)
        if diagnosis.explanations and not diagnosis.explanations[0].slip:
            value = _unrounded(item, diagnosis.explanations[0], earlier.answers)
            if value is not None:
                unrounded[item.part] = value
    return outcomes | found


def _unrounded(item: PartAnswer, best: Explanation, earlier: EarlierAnswers) -> Any:
    """Return the exact value that a wrong answer was rounded from, by the mistakes that explain it; None if unknown."""
    if best.again:
        return None
    if not best.since:
        return value_with(item.index.variant, item.index.step, best.mistakes)
    return next((each.value for each in earlier.unrounded(item.index) if item.agrees(each.value)), None)


_NEUTRAL: Final = (0, 1)
"""Answers from which almost anything follows: of formulas, and where only explained errors are carried forward."""


def follow_through(item: PartAnswer, answers: EarlierAnswers) -> tuple[CarriedAnswer | None, bool]:
    """Return the value, computed from earlier answers, by which one is right, and if it is so but for its digits."""
    coarse = None
    for carried in answers.carried(item.index) if item.tolerance is not None else ():
        if flatten(carried.value) == item.truth:
            continue
        verdict = item.judge(carried.value).verdict(item.reading)
        if verdict == "wrong" and (unrounded := _unrounded_value(item, carried)) is not None:
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
        return replace(again, earned=earned, fixed=Status.CARRIED, found=follows, carried_from=since)

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
        if _is_trivial(item, used, self.answers, item.tolerance_for(found.value)):
            return f"{answers_to(found.since)} leave{'' if len(found.since) > 1 else 's'} nothing to work out here"
        return ""

    def _reason(self, part: str, item: PartAnswer, *, only_explained: bool) -> str:
        """Return why the answer to an earlier part is nothing to go on from; empty where it is fine."""
        earlier = self._items[part]
        numbers = [number.value for number in earlier.reading.numbers]
        neutral = _NEUTRAL if only_explained or earlier.has_variable_sizes else (0,)
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
        if outcome.diagnosis is None or outcome.status in {Status.CORRECT, Status.CARRIED}:
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


_MAX_REACH: Final = 0.05
"""Maximum change of a later answer by unrounded values, relative to it.  If rounding can change it further, only the
earlier answer as it was given counts: nearly any number would follow from it."""

_PRECISE: Final = 0.01
"""Maximum half unit of the last digit, relative to the number: 0.87 is precise enough to continue with, 0.9 is not."""

_MAX_VARIED: Final = 24
"""Maximum number of stated numbers that are moved within their rounding, and of parameters that are varied."""

_NOTHING_TO_DO: Final = frozenset({-1, 0, 1})
"""Numbers that leave nothing to calculate: a factor of 1, a weight of 0."""


def _unrounded_value(answer: PartAnswer, carried: CarriedAnswer) -> Any:
    """Return the value closest to an answer that its earlier answers can give when they are not rounded.

    Return None if rounding cannot explain the difference.  To first order: the effects of all rounded numbers are added
    up.
    """
    shape, numbers = flatten(carried.value)
    if answer.reading.shape != shape:
        return None
    stated = [nearest_float(number.value) for number in answer.reading.numbers]
    if any(abs(one - other) > 2 * _MAX_REACH * abs(other) for one, other in zip(stated, numbers, strict=True)):
        return None
    moved = [*islice(_moved(carried), _MAX_VARIED + 1)]
    if not moved or len(moved) > _MAX_VARIED:
        return None
    reach = [0.0] * len(numbers)
    for steps in moved:
        value = value_with(answer.index.variant, answer.index.step, steps={**carried.steps, **steps})
        if value is None or flatten(value)[0] != shape:
            return None
        reach = [far + abs(new - old) for far, new, old in zip(reach, flatten(value)[1], numbers, strict=True)]
    if not any(reach) or any(most > _MAX_REACH * abs(value) for most, value in zip(reach, numbers, strict=True)):
        return None
    nearest = [
        min(max(one, value - most), value + most) for one, value, most in zip(stated, numbers, reach, strict=True)
    ]
    return shaped_like(carried.value, nearest, shape)


def _moved(carried: CarriedAnswer) -> Iterator[Steps]:
    """Yield each rounded number of the earlier answers as high as its digits allow, as {step: value}."""
    for answer in filter(_is_precise, carried.used):
        step = answer.index.step
        shape, numbers = flatten(carried.steps[step])
        for place, (number, truth) in enumerate(zip(answer.reading.numbers, answer.truth[1], strict=True)):
            is_exact = isinstance(truth, int) and number.value == int(number.value)
            if (half := float(number.half)) and not is_exact:
                high = [*numbers[:place], numbers[place] + half, *numbers[place + 1 :]]
                yield {step: shaped_like(answer.value, high, shape)}


def _is_precise(answer: PartAnswer) -> bool:
    """Return whether an earlier answer is a rounded number with nearly as many digits as its question asks for."""
    if answer.is_count or answer.has_variable_sizes or answer.tolerance is None:
        return False
    judge = answer.judge(answer.index.variant.board[answer.index.step].value, answer.tolerance)
    numbers = answer.reading.numbers
    return not judge.is_coarse(answer.reading) or all(
        float(each.half) <= _PRECISE * abs(float(each.value)) for each in numbers
    )


def _is_trivial(answer: PartAnswer, used: Steps, earlier: EarlierAnswers, tolerance: Tolerance) -> bool:
    """Return whether a student's earlier answers leave nothing to compute at a part; never for a formula as the answer.

    `used` are the earlier answers that give this one.  A part is trivial if its answer stays the same when any
    parameter of the question changes, although with the right earlier answers it would not.  It is also trivial if the
    earlier answers are only numbers such as 0 and 1, and the answer has only numbers of the question.
    """
    variant, step = answer.index.variant, answer.index.step
    if answer.has_variable_sizes:
        return False
    if all(number in _NOTHING_TO_DO for value in used.values() for number in flatten(value)[1]):
        given = {abs(float(number)) for number in every_number(variant.arguments)} | {0.0, 1.0}
        if all(abs(nearest_float(number.value)) in given for number in answer.reading.numbers):
            return True
    stated = {**earlier.stated(answer.index), **used}
    right = {path: variant.board[path].value for path in stated}
    has_changed = False
    possible = (each for each in _changed_in_turn(variant.arguments) if are_possible(variant.solver, each))
    for arguments in islice(possible, _MAX_VARIED):
        other = Variant(variant.solver, arguments, variant.declared)
        truth = value_with(other, step, steps=right)
        if truth is None or flatten(truth) == answer.truth:
            continue
        has_changed = True
        value = value_with(other, step, steps=stated)
        if value is None or answer.judge(value, tolerance).verdict(answer.reading) != "correct":
            return False
    return has_changed


def _changed_in_turn(arguments: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for name, value in arguments.items():
        if isinstance(value, Mapping):
            yield from ({**arguments, name: inner} for inner in _changed_in_turn(value))
        elif (other := _changed(value)) is not None:
            yield {**arguments, name: other}


def _changed(value: Any) -> Any:
    """Return a value with 2·x + 1 in place of each number x; None if it holds anything else."""
    if isinstance(value, bool | str) or value is None:
        return None
    if isinstance(value, list | tuple):
        others = [_changed(each) for each in value]
        return None if None in others or not others else type(value)(others)
    return 2 * value + 1 if isinstance(value, int | float) or hasattr(value, "shape") else None
