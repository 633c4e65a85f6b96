"""Search for the earlier answers from which a wrong answer follows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property, partial

from checker.answers import flatten
from checker.diagnosis.budget import WorkBudget
from checker.diagnosis.earlier_answers import EarlierAnswers, replaced
from checker.diagnosis.mistakes import Mistakes
from checker.diagnosis.near_misses import slip_probability
from checker.diagnosis.part_answer import PartAnswer
from checker.diagnosis.students import are_of_different_points

Parts = tuple[str, ...]
"""The ids of the parts that an answer follows from."""


class CarriedSearch:
    """Search for the student's earlier answers from which one wrong answer follows, alone or with mistakes."""

    def __init__(self, answer: PartAnswer, earlier: EarlierAnswers, budget: WorkBudget) -> None:
        self._answer = answer
        self._earlier = earlier
        self._budget = budget
        self._is_given: dict[Mistakes, bool] = {}
        """By beliefs, whether the earlier answers give this one with them in the plainest ways."""

    @cached_property
    def without_mistakes(self) -> list[Parts]:
        """Return the earlier parts whose answers alone give the wrong answer; nothing else went wrong then."""
        return list(self._parts((), thorough=True))

    @cached_property
    def near(self) -> list[tuple[Parts, float]]:
        """Return the parts from which the answer follows but for a slip in the arithmetic, and its probability."""
        answer = self._answer
        if answer.reading.shape or answer.index.shape or answer.index.is_coded:
            return []
        (number,) = answer.reading.numbers
        found: dict[Parts, float] = {}
        for carried in self._earlier.carried(answer.index):
            numbers = flatten(carried.value)[1]
            chance = slip_probability(number, numbers[0]) if numbers != answer.truth[1] else 0.0
            if chance and carried.since:
                found[carried.since] = max(chance, found.get(carried.since, 0.0))
        return list(found.items())

    def parts(self, beliefs: Mistakes) -> Iterator[Parts]:
        """Yield the earlier parts whose answers, together with these mistakes, give the wrong answer."""
        if beliefs not in self._is_given:
            self.try_all([beliefs])
        if self._is_given[beliefs]:
            yield from self._parts(beliefs, thorough=False)

    def try_all(self, sets: Iterable[Mistakes]) -> None:
        """Work out many sets of mistakes in one run for each plain way to use earlier answers, for `parts`."""
        index = self._answer.index
        untried = [beliefs for beliefs in dict.fromkeys(sets) if beliefs not in self._is_given]
        self._is_given |= {beliefs: not are_of_different_points(beliefs) for beliefs in untried}
        new = [beliefs for beliefs in untried if not self._is_given[beliefs]]
        for steps in self._earlier.plain_ways(index) if new else ():
            self._budget.spend(len(new) * index.runs.work_per_student)
            values = index.runs.run_replaced(new, index.step, partial(replaced, steps))
            given = (beliefs for beliefs, value in zip(new, values, strict=True) if self._answer.states(value))
            self._is_given |= dict.fromkeys(given, True)

    def _parts(self, beliefs: Mistakes, *, thorough: bool) -> Iterator[Parts]:
        answer = self._answer
        for carried in self._earlier.carried(answer.index, beliefs, thorough=thorough):
            value = flatten(carried.value)
            is_given = answer.agrees(carried.value) if thorough else answer.states(value)
            if is_given and value != answer.truth and carried.since:
                yield carried.since
