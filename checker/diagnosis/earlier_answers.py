"""A later part worked out from a student's own earlier answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import combinations
from typing import Any, Final

from checker.answers import flatten
from checker.diagnosis.index import WrongAnswerIndex
from checker.diagnosis.mistakes import Mistake, wrong
from checker.diagnosis.part_answer import PartAnswer
from checker.engine.errors import INVALID_RUN
from checker.engine.trace import EMPTY, TOTAL

MOST: Final = 12
"""So many earlier answers, the last of them, are gone on from."""

MOST_COMBINED: Final = 4
"""Of at most this many wrong earlier answers every combination is tried; of more, all together and each one alone."""

Steps = Mapping[str, Any]
"""What stands in the place of the values of steps."""


class CarriedAnswer:
    """What follows from earlier answers.  `steps` are the values that these put in the place of the right ones."""

    def __init__(self, value: Any, steps: Steps, since: Callable[[], tuple[str, ...]]) -> None:
        self.value = value
        self.steps = steps
        self._since = since

    @cached_property
    def since(self) -> tuple[str, ...]:
        """The parts that it follows from; of a part and one that follows from it the later."""
        return self._since()


class EarlierAnswers:
    """The earlier answers of one student.

    `exact`: by part what a wrong answer was before it was rounded, where it is known how it came about.
    """

    def __init__(self, earlier: Sequence[PartAnswer], exact: Mapping[str, Any] = EMPTY) -> None:
        self._earlier = earlier
        self._exact = exact
        self.wrong = [one for one in earlier if not one.is_right]

    def matters(self, index: WrongAnswerIndex) -> bool:
        """Whether any wrong one is a step of the same question."""
        return any(not one.is_right for one in self._steps(index))

    def carried(
        self, index: WrongAnswerIndex, beliefs: tuple[Mistake, ...] = (), *, thorough: bool = False
    ) -> Iterator[CarriedAnswer]:
        """The asked step worked out from the wrong earlier answers; and with the right ones too, as they were rounded.

        Thoroughly: also with only some of the wrong ones, with one value for all steps that are alike, and unrounded.
        """
        stated = self._steps(index)
        tried = []
        for steps in self._ways(index, stated, thorough=thorough):
            numbers = {path: flatten(value) for path, value in steps.items()}
            if steps and numbers not in tried:
                tried.append(numbers)
                result = evaluate_with(index, steps, beliefs)
                if result is not None:
                    yield CarriedAnswer(result, steps, partial(_since, index, stated, steps, beliefs, result))

    def ways(self, index: WrongAnswerIndex) -> list[Steps]:
        """The plainest ways to use the earlier answers: the wrong ones; all that are not right to the last digit."""
        wrong, inexact = self._ways(index, self._steps(index), thorough=False)
        return [steps for steps in (wrong, inexact if inexact.keys() > wrong.keys() else {}) if steps]

    def stated(self, index: WrongAnswerIndex) -> dict[str, Any]:
        """Return the earlier answers to steps of the same question, right or wrong, by their steps."""
        return _values([one for one in self._earlier if _is_step(one, index)])

    def used(self, index: WrongAnswerIndex, carried: CarriedAnswer) -> list[PartAnswer]:
        """Return the earlier answers, right or wrong, whose values stand in the place of the right ones."""
        return [one for one in self._earlier if _is_step(one, index) and one.index.step in carried.steps]

    def unrounded(self, index: WrongAnswerIndex, beliefs: tuple[Mistake, ...] = ()) -> Iterator[CarriedAnswer]:
        """The asked step worked out from what the wrong earlier answers were before they were rounded."""
        stated = [one for one in self._steps(index) if not one.is_right]
        steps = self._unrounded(stated)
        result = evaluate_with(index, steps, beliefs)
        if result is not None:
            yield CarriedAnswer(result, steps, partial(_since, index, stated, steps, beliefs, result))

    def _ways(self, index: WrongAnswerIndex, stated: Sequence[PartAnswer], *, thorough: bool) -> Iterator[Steps]:
        """Which earlier answers may have been used."""
        wrong_ones = [one for one in stated if not one.is_right]
        yield _values(wrong_ones)
        yield _values(stated)
        if thorough:
            yield _values(stated) | {path: one.value for one in stated for path in _alike(index, one.index.step)}
            yield self._unrounded(wrong_ones)
            few = range(len(wrong_ones) - 1, 0, -1) if len(wrong_ones) <= MOST_COMBINED else (1,)
            yield from (_values(some) for size in few for some in combinations(wrong_ones, size))

    def _unrounded(self, stated: Sequence[PartAnswer]) -> Steps:
        return {one.index.step: self._exact.get(one.part, one.value) for one in stated}

    def _steps(self, index: WrongAnswerIndex) -> list[PartAnswer]:
        """Those that are steps of the same question, with a value that is not the right one to the last digit."""
        inexact = (one for one in self._earlier if _is_step(one, index) and flatten(one.value) != one.truth)
        return [one for one in inexact if index.is_on_the_way(one.index.step)][-MOST:]


def _is_step(one: PartAnswer, index: WrongAnswerIndex) -> bool:
    """Return whether an answer is to another step of the same question, with a value that can stand in its place."""
    return one.index.step not in (index.step, TOTAL) and one.index.is_of_the_same(index) and one.value is not None


def evaluate_with(index: WrongAnswerIndex, steps: Steps, beliefs: tuple[Mistake, ...] = ()) -> Any:
    """The asked step with these values in the place of earlier steps; None where that cannot be."""
    try:
        return index.traces.variant.run(wrong(beliefs), {index.step}, partial(replaced, steps))[index.step]
    except INVALID_RUN:
        return None


def replaced(steps: Steps, path: str, value: Any) -> Any:
    """The value of a step, or what stands in its place."""
    return steps.get(path, value)


def _values(stated: Iterable[PartAnswer]) -> dict[str, Any]:
    return {one.index.step: one.value for one in stated}


def _alike(index: WrongAnswerIndex, step: str) -> list[str]:
    """The steps beside this one that have the same value: "one of its attention blocks" stands for both."""
    board, scope = index.traces.variant.board, step.rpartition(".")[0]
    right = flatten(board[step].value)
    return [
        path
        for path in board
        if path not in (step, index.step, TOTAL)
        and path.rpartition(".")[0] == scope
        and any(right[1])
        and flatten(board[path].value) == right
    ]


def _since(
    index: WrongAnswerIndex, stated: Sequence[PartAnswer], steps: Steps, beliefs: tuple[Mistake, ...], result: Any
) -> tuple[str, ...]:
    needed, right = dict(steps), flatten(result)
    since = []
    for one in stated:
        own = {one.index.step, *_alike(index, one.index.step)}
        rest = {path: value for path, value in needed.items() if path not in own}
        if len(rest) == len(needed):
            continue
        other = evaluate_with(index, rest, beliefs)
        if other is None or flatten(other) != right:
            since.append(one.part)
        else:
            needed = rest
    return tuple(since)
