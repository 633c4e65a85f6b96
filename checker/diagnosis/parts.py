"""One student's answers to the parts of a problem: a later one may follow from an earlier one, or repeat its mistake.

`PartAnswer` compares an answer with other values, and turns it into a value to go on with.  `EarlierAnswers` yields
what a later part gives with the student's earlier wrong answers: error carried forward.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any, Final

from checker.diagnosis import coincidence, slips
from checker.diagnosis.explanation import Diagnosis, Explanation
from checker.diagnosis.index import WrongAnswerIndex
from checker.diagnosis.mistakes import Mistake, value_with
from checker.diagnosis.values import Value, Window, fits, window_of
from checker.engine.recording import AUTHOR_LISTED
from checker.engine.trace import EMPTY, TOTAL
from checker.kinds import Judge, Reading, Tolerance, flatten, kind
from checker.solvers.resized import ResizedVariants

_MAX_COMBINED: Final = 4
"""Maximum number of wrong earlier answers of which every combination is tried; of more, all and each one alone."""

Steps = Mapping[str, Any]
"""Values that replace those of steps."""


@dataclass(frozen=True, eq=False)
class PartAnswer:
    """One student's answer to one part, as it was read, with the known wrong answers to this part."""

    part: str
    index: WrongAnswerIndex
    reading: Reading
    alone: Diagnosis | None
    """Its diagnosis without regard to other answers; None if it is right."""
    tolerance: Tolerance | None = None
    """Tolerance of the part; None: as near as the answer's digits say."""
    kind: str = "number"
    """The kind of answer, which compares readings."""

    @property
    def truth(self) -> Value:
        """Return the right answer to the part."""
        return self.index.runs.truth[self.index.step]

    def states(self, value: Value | None) -> bool:
        """Return whether the answer is this value, rounded to the digits that the student wrote."""
        return value is not None and value[0] == self.reading.shape and fits(value[1], self._window)

    def agrees(self, value: Any) -> bool:
        """Return whether the answer would be right if `value` were the truth, or is that value as written."""
        if self.tolerance and self.judge(value, self.tolerance).verdict(self.reading) == "correct":
            return True
        return self.states(flatten(value))

    def strength(self, prior: float, slip: str | None) -> str | None:
        """Return how strongly the answer speaks for an explanation with this prior; None if it does not."""
        factor = prior * coincidence.evidence_of(self.index, self.reading, self._window)
        return coincidence.strength(factor, coincidence.story_of((), slip))

    @cached_property
    def value(self) -> Any:
        """Return the answer as a value of its step, with which a run can go on; None if it cannot be one."""
        right = self.index.variant.board[self.index.step].value
        shape, truths = flatten(right)
        if self.reading.shape != shape or self.index.is_coded or self.reading.refused:
            return None
        numbers: list[int | float] = []
        for number, truth in zip(self.reading.numbers, truths, strict=True):
            try:
                value = float(number.value)
            except OverflowError:  # no run goes on with whole numbers beyond the floats either
                return None
            is_whole = isinstance(truth, int) and int(number.value) == number.value
            if isinstance(truth, int) and not is_whole and self.is_count:
                return None
            numbers.append(int(number.value) if is_whole else value)
        return shaped_like(right, numbers, shape)

    @property
    def is_count(self) -> bool:
        """Return whether the question type asks for whole numbers by nature, not by chance as a mean of 5 is."""
        return self.index.whole and self.index.variant.solver.named == 1

    @property
    def has_variable_sizes(self) -> bool:
        """Return whether the answer is a formula, which is compared at several sizes of the question."""
        return isinstance(self.index.variant, ResizedVariants)

    def judge(self, value: Any, tolerance: Tolerance | None = None) -> Judge:
        """Return a judge that compares answers with `value` as the right one."""
        found: Judge = kind(self.kind).judge(value, tolerance or self.tolerance_for(value))
        return found

    def tolerance_for(self, value: Any) -> Tolerance:
        """Return the tolerance for comparing the answer with `value`.

        It is the part's own, or `exact` if there is none.  But where the right answer is a whole number that has to be
        exact, and `value` is not whole, it is the default for real numbers.
        """
        tolerance = self.tolerance or Tolerance("exact")
        numbers = flatten(value)[1]
        is_whole = all(isinstance(each, int) or not math.isfinite(each) or each == int(each) for each in numbers)
        is_exact = tolerance.rule == "exact" and self.index.whole and not is_whole
        return Tolerance.default(whole=False) if is_exact else tolerance

    @cached_property
    def _window(self) -> Window:
        return window_of(self.reading, whole=self.index.is_count)


def shaped_like(other: Any, numbers: Sequence[int | float], shape: tuple[int, ...]) -> Any:
    """Return a flat list of numbers as a value of the same form as `other`: a number, tuple or array."""
    if not shape:
        return numbers[0]
    if isinstance(other, tuple | list):
        width = shape[-1]
        rows = [tuple(numbers[start : start + width]) for start in range(0, len(numbers), width)]
        return tuple(rows) if len(shape) > 1 else rows[0]
    import numpy as np  # here, because counts need none of it

    return np.array(numbers, dtype=other.dtype).reshape(shape)


@dataclass(frozen=True, eq=False)
class CarriedAnswer:
    """The value of a later part with some of the student's earlier answers."""

    value: Any
    steps: Steps
    """The answers that were used, by step."""
    index: WrongAnswerIndex
    stated: Sequence[PartAnswer]

    @property
    def used(self) -> list[PartAnswer]:
        """Return the earlier answers that were used to compute it."""
        return [answer for answer in self.stated if answer.index.step in self.steps]

    @cached_property
    def since(self) -> tuple[str, ...]:
        """Return the ids of the parts without whose answers the value would be another one.

        If either of two would do, the later one is named.
        """
        needed, parts = self.steps, []
        for answer in self.stated:
            own = {answer.index.step, *_alike(self.index, answer.index.step)}
            rest = {path: other for path, other in needed.items() if path not in own}
            if len(rest) == len(needed):
                continue
            other = value_with(self.index.variant, self.index.step, steps=rest)
            if other is None or flatten(other) != flatten(self.value):
                parts.append(answer.part)
            else:
                needed = rest
        return tuple(parts)


class EarlierAnswers:
    """The answers of one student to earlier parts, with which later parts may have been computed.

    `exact`: by part, the unrounded value of a wrong answer, where its explanation gives it.
    """

    def __init__(self, earlier: Sequence[PartAnswer], exact: Mapping[str, Any] = EMPTY) -> None:
        self._earlier = earlier
        self._exact = exact
        self.wrong = [answer for answer in earlier if answer.alone is not None]

    def carried(self, index: WrongAnswerIndex) -> Iterator[CarriedAnswer]:
        """Yield the value of the asked step for each way in which the student may have used earlier answers.

        That is with the wrong ones, with all that are wrong or rounded, with one value for all steps that are alike,
        unrounded, and with some of the wrong ones.
        """
        stated = self._inexact(index)
        wrong = [answer for answer in stated if answer.alone is not None]
        sizes = range(len(wrong) - 1, 0, -1) if len(wrong) <= _MAX_COMBINED else (1,)
        some = (_values(each) for size in sizes for each in combinations(wrong, size))
        tried = []
        alike = {path: answer.value for answer in stated for path in _alike(index, answer.index.step)}
        for steps in (_values(wrong), _values(stated), _values(stated) | alike, self._unrounded(wrong), *some):
            numbers = {path: flatten(value) for path, value in steps.items()}
            if steps and numbers not in tried:
                tried.append(numbers)
                yield from _carried(index, stated, steps)

    def unrounded(self, index: WrongAnswerIndex) -> Iterator[CarriedAnswer]:
        """Yield the asked step's value with the wrong earlier answers as they were before rounding."""
        stated = [answer for answer in self._inexact(index) if answer.alone is not None]
        return _carried(index, stated, self._unrounded(stated))

    def stated(self, index: WrongAnswerIndex) -> dict[str, Any]:
        """Return what the student answered, right or wrong, to earlier steps of this question, by step."""
        return _values(self._to_steps(index))

    def _to_steps(self, index: WrongAnswerIndex) -> list[PartAnswer]:
        """Return the answers to other steps of the same question that can replace their values."""
        apart = (answer for answer in self._earlier if answer.index.step not in (index.step, TOTAL))
        return [answer for answer in apart if answer.index.has_same_question(index) and answer.value is not None]

    def _unrounded(self, stated: Sequence[PartAnswer]) -> Steps:
        """Return {step: value} of these answers, with the value before rounding where an explanation gives it."""
        return {answer.index.step: self._exact.get(answer.part, answer.value) for answer in stated}

    def _inexact(self, index: WrongAnswerIndex) -> list[PartAnswer]:
        steps = (answer for answer in self._to_steps(index) if flatten(answer.value) != answer.truth)
        return [answer for answer in steps if index.is_on_the_way(answer.index.step)]


def _carried(index: WrongAnswerIndex, stated: Sequence[PartAnswer], steps: Steps) -> Iterator[CarriedAnswer]:
    value = value_with(index.variant, index.step, steps=steps)
    if value is not None:
        yield CarriedAnswer(value, steps, index, stated)


def _values(stated: Iterable[PartAnswer]) -> dict[str, Any]:
    return {answer.index.step: answer.value for answer in stated}


def _alike(index: WrongAnswerIndex, step: str) -> Iterator[str]:
    """Yield the other steps of the same scope with the same right value: an answer to one may be meant for all."""
    board, scope = index.variant.board, step.rpartition(".")[0]
    right = flatten(board[step].value)
    for path in board if any(right[1]) else ():
        is_beside = path.rpartition(".")[0] == scope and path not in (step, index.step, TOTAL)
        if is_beside and flatten(board[path].value) == right:
            yield path


def diagnose_parts(answers: Sequence[PartAnswer]) -> list[Diagnosis]:
    """Return a diagnosis for each of a student's answers to a problem, in their order; that of a right one is empty."""
    found: list[Diagnosis] = []
    told: dict[Hashable, str] = {}
    for place, answer in enumerate(answers):
        if answer.alone is None:
            found.append(Diagnosis())
            continue
        earlier = EarlierAnswers(answers[:place])
        diagnosis = _followed(answer, earlier) or _repeated(answer, answer.alone, told) or _copied(answer, earlier)
        found.append(diagnosis or answer.alone)
        for mistake in found[-1].explanations[0].mistakes if found[-1].explanations else ():
            told.setdefault(_belief(answer, mistake), answer.part)
    return found


def _followed(answer: PartAnswer, earlier: EarlierAnswers) -> Diagnosis | None:
    for carried in earlier.carried(answer.index):
        if flatten(carried.value) != answer.truth and carried.since and answer.agrees(carried.value):
            # its prior: one in ten works a later part out from wrong earlier answers
            return _diagnosis(answer, 0.1, since=carried.since)
    return None


def _copied(answer: PartAnswer, earlier: EarlierAnswers) -> Diagnosis | None:
    if answer.alone is None or answer.alone.is_identified:
        return None
    for other in earlier.wrong:
        if (other.reading.shape, other.reading.numbers) == (answer.reading.shape, answer.reading.numbers):
            return _diagnosis(answer, slips.PRIOR * slips.prior(slips.COPIED), copied=other.part)
    return None


def _diagnosis(answer: PartAnswer, prior: float, since: tuple[str, ...] = (), copied: str = "") -> Diagnosis | None:
    slip = slips.COPIED if copied else None
    if not (strength := answer.strength(prior, slip)):
        return None
    explanation = Explanation(strength, 1.0, (), slip, copied, first_difference=None, since=since)
    return Diagnosis((explanation,), ways=answer.alone.ways if answer.alone else ())


def _belief(answer: PartAnswer, mistake: Mistake) -> Hashable:
    """Return what a mistake shows of its student: one of an author's list is about this question alone."""
    is_own = mistake.point == AUTHOR_LISTED
    return mistake, answer.index.variant.key() if is_own else None


def _repeated(answer: PartAnswer, alone: Diagnosis, told: Mapping[Hashable, str]) -> Diagnosis | None:
    """Return a diagnosis that reports mistakes of an earlier answer as repeated; None if there are none.

    In a tie only the explanation by such mistakes is kept.
    """
    tied = alone.explanations if alone.is_tie else alone.explanations[:1]
    for one in tied:
        beliefs = {mistake: _belief(answer, mistake) for mistake in one.mistakes}
        if again := tuple(dict.fromkeys(told[belief] for belief in beliefs.values() if belief in told)):
            new = tuple(mistake for mistake in one.mistakes if beliefs[mistake] not in told)
            repeated = one._replace(share=1.0, mistakes=new, first_difference=None, again=again)
            return alone._replace(explanations=(repeated,))
    return None
