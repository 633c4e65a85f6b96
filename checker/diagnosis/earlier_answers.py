"""Error carried forward: what a later part gives when it is computed with the student's earlier wrong answers.

`EarlierAnswers` yields these values, one for each way to use the answers; each knows which of the answers it needs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import combinations
from typing import Any, Final

from checker.diagnosis.index import WrongAnswerIndex
from checker.diagnosis.mistakes import Mistakes, options_of
from checker.diagnosis.part_answer import PartAnswer
from checker.engine.errors import INVALID_RUN
from checker.engine.trace import EMPTY, TOTAL
from checker.kinds import flatten

MAX_EARLIER: Final = 12
"""Maximum number of earlier answers that are used: the last ones."""

MAX_COMBINED: Final = 4
"""Maximum number of wrong earlier answers of which every combination is tried; of more, all and each one alone."""

Steps = Mapping[str, Any]
"""Values that replace those of steps."""


class CarriedAnswer:
    """The value of a later part with the student's earlier answers; `steps` has the answers that were used."""

    def __init__(self, value: Any, steps: Steps, since: Callable[[], tuple[str, ...]]) -> None:
        self.value = value
        self.steps = steps
        self._since = since

    @cached_property
    def since(self) -> tuple[str, ...]:
        """Return the ids of the parts without whose answers the value would be another one.

        If either of two would do, the later one is named.
        """
        return self._since()


class EarlierAnswers:
    """The answers of one student to earlier parts, with which later parts may have been computed.

    `exact`: by part, the unrounded value of a wrong answer, where its explanation gives it.
    """

    def __init__(self, earlier: Sequence[PartAnswer], exact: Mapping[str, Any] = EMPTY) -> None:
        self._earlier = earlier
        self._exact = exact
        self.wrong = [answer for answer in earlier if not answer.is_right]

    def carried(self, index: WrongAnswerIndex) -> Iterator[CarriedAnswer]:
        """Yield the value of the asked step for each way in which the student may have used earlier answers.

        That is with the wrong ones, with all that are wrong or rounded, with one value for all steps that are alike,
        unrounded, and with some of the wrong ones.
        """
        stated = self._inexact(index)
        tried = []
        for steps in self._ways(index, stated):
            numbers = {path: flatten(value) for path, value in steps.items()}
            if steps and numbers not in tried:
                tried.append(numbers)
                yield from _carried(index, stated, steps)

    def unrounded(self, index: WrongAnswerIndex) -> Iterator[CarriedAnswer]:
        """Yield the asked step's value with the wrong earlier answers as they were before rounding."""
        stated = [answer for answer in self._inexact(index) if not answer.is_right]
        yield from _carried(index, stated, self._unrounded(stated))

    def stated(self, index: WrongAnswerIndex) -> dict[str, Any]:
        """Return what the student answered, right or wrong, to earlier steps of this question, by step."""
        return _values([answer for answer in self._earlier if _is_step(answer, index)])

    def used(self, index: WrongAnswerIndex, carried: CarriedAnswer) -> list[PartAnswer]:
        """Return the earlier answers that were used to compute `carried`."""
        return [answer for answer in self._earlier if _is_step(answer, index) and answer.index.step in carried.steps]

    def _ways(self, index: WrongAnswerIndex, stated: Sequence[PartAnswer]) -> Iterator[Steps]:
        """Yield which earlier answers may have been used."""
        wrong = [answer for answer in stated if not answer.is_right]
        yield _values(wrong)
        yield _values(stated)
        alike = {path: answer.value for answer in stated for path in _alike(index, answer.index.step)}
        yield _values(stated) | alike
        yield self._unrounded(wrong)
        sizes = range(len(wrong) - 1, 0, -1) if len(wrong) <= MAX_COMBINED else (1,)
        yield from (_values(some) for size in sizes for some in combinations(wrong, size))

    def _unrounded(self, stated: Sequence[PartAnswer]) -> Steps:
        """Return {step: value} of these answers, with the value before rounding where an explanation gives it."""
        return {answer.index.step: self._exact.get(answer.part, answer.value) for answer in stated}

    def _inexact(self, index: WrongAnswerIndex) -> list[PartAnswer]:
        """Return the answers to steps before the asked one that differ from the right value in any digit."""
        steps = (
            answer for answer in self._earlier if _is_step(answer, index) and flatten(answer.value) != answer.truth
        )
        return [answer for answer in steps if index.is_on_the_way(answer.index.step)][-MAX_EARLIER:]


def evaluate_with(index: WrongAnswerIndex, steps: Steps, mistakes: Mistakes = ()) -> Any:
    """Return the value of the asked step with these values of earlier steps and these mistakes; None if it fails."""
    try:
        return index.variant.run(options_of(mistakes), {index.step}, partial(replaced, steps))[index.step]
    except INVALID_RUN:
        return None


def replaced(steps: Steps, path: str, value: Any) -> Any:
    """Return the given value of the step at this path; where there is none, the value of the run."""
    return steps.get(path, value)


def _carried(index: WrongAnswerIndex, stated: Sequence[PartAnswer], steps: Steps) -> Iterator[CarriedAnswer]:
    """Yield the value of the asked step with these earlier answers; nothing if the run fails."""
    value = evaluate_with(index, steps)
    if value is not None:
        yield CarriedAnswer(value, steps, partial(_needed_parts, index, stated, steps, value))


def _is_step(answer: PartAnswer, index: WrongAnswerIndex) -> bool:
    """Return whether an answer is to another step of the same question, and can replace its value."""
    return (
        answer.index.step not in (index.step, TOTAL)
        and answer.index.has_same_question(index)
        and answer.value is not None
    )


def _values(stated: Iterable[PartAnswer]) -> dict[str, Any]:
    """Return {step: value} of these answers."""
    return {answer.index.step: answer.value for answer in stated}


def _alike(index: WrongAnswerIndex, step: str) -> list[str]:
    """Return the other steps of the same scope with the same right value.

    An answer to one of them may be meant for all.
    """
    board, scope = index.variant.board, step.rpartition(".")[0]
    right = flatten(board[step].value)
    return [
        path
        for path in board
        if path not in (step, index.step, TOTAL)
        and path.rpartition(".")[0] == scope
        and any(right[1])
        and flatten(board[path].value) == right
    ]


def _needed_parts(index: WrongAnswerIndex, stated: Sequence[PartAnswer], steps: Steps, value: Any) -> tuple[str, ...]:
    """Return the parts without whose answers the value would be another one."""
    needed, result = dict(steps), flatten(value)
    parts = []
    for answer in stated:
        replaced_here = {answer.index.step, *_alike(index, answer.index.step)}
        rest = {path: other for path, other in needed.items() if path not in replaced_here}
        if len(rest) == len(needed):
            continue
        other = evaluate_with(index, rest)
        if other is None or flatten(other) != result:
            parts.append(answer.part)
        else:
            needed = rest
    return tuple(parts)
