"""Runs a question's solver with each mistake and with pairs of them.

`MistakenRuns` keeps the values that a student then gets at the asked steps and those directly before them.  How many
runs there are depends on the question alone, so results are the same on every machine.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from heapq import nlargest
from itertools import combinations
from typing import Any, Final, NamedTuple, TypeVar, cast

from checker.diagnosis.flat_values import Value, finite_values
from checker.diagnosis.mistakes import Mistake, Mistakes, options_of, possible_mistakes
from checker.diagnosis.numeric_equality import comparison_key
from checker.diagnosis.preceding_steps import preceding_steps
from checker.engine.errors import INVALID_RUN
from checker.engine.memory import Memory
from checker.engine.recording import AUTHOR_LISTED
from checker.questions.variant import Variant

SIZE_PRIORS: Final = {1: 0.70, 2: 0.22}
"""P(number of mistakes), given that the answer comes from mistakes."""

MAX_PAIRS: Final = 400
"""Maximum number of pairs of mistakes that are tried, likeliest first."""

MAX_STEPS: Final = 40_000
"""Maximum number of steps in all runs of one kind: a network of 400 steps has 100 runs."""

MAX_REMEMBERED: Final = 4_096
"""Maximum number of sets of mistakes whose values are remembered."""

_Runs = TypeVar("_Runs")

Values = Mapping[str, Value]
"""The values at the asked steps and those directly before them."""

Effect = frozenset[tuple[str, Any]]
"""The steps that mistakes change, with the values that they then have."""


class MistakenRun(NamedTuple):
    """One run with some mistakes, and the values that it gives."""

    mistakes: Mistakes
    values: Values


class MistakenRuns:
    """All runs of one question with mistakes; kept are the values at the steps that are asked for."""

    def __init__(self, variant: Variant, steps: Iterable[str]) -> None:
        self.variant = variant
        self.steps = frozenset(steps)
        self._watched = self.steps.union(*(preceding_steps(variant.board, step) for step in self.steps))
        self._every_step = self._watched | variant.board.keys()
        self._known: Memory[frozenset[Mistake], Values] = Memory(MAX_REMEMBERED)
        self._shared: dict[Callable[[MistakenRuns], Any], Any] = {}
        self.truth = self.values(())

    @cached_property
    def named(self) -> Mapping[Mistake, float]:
        """Return the mistakes that the solver names, with their priors."""
        return possible_mistakes(self.variant)

    def prior(self, mistakes: Mistakes) -> float:
        """Return the probability that a student who makes any mistakes makes exactly these."""
        priors = [self.named[each] for each in mistakes]
        return SIZE_PRIORS[len(mistakes)] * math.factorial(len(mistakes)) * math.prod(priors)

    @cached_property
    def singles(self) -> list[MistakenRun]:
        """Return the runs with one mistake that the solver names."""
        return [run for run, _ in self._singles]

    @cached_property
    def pairs(self) -> list[MistakenRun]:
        """Return the runs with two mistakes about different points; of many, the likeliest.

        Pairs of mistakes that each change something come first.
        """
        acting = {mistake for run, effect in self._singles if effect for mistake in run.mistakes}

        def order(pair: tuple[Mistake, Mistake]) -> tuple[bool, float]:
            return acting.issuperset(pair), self.named[pair[0]] * self.named[pair[1]]

        combined = [each for each in self.named if each.point != AUTHOR_LISTED]
        pairs = (pair for pair in combinations(combined, 2) if pair[0].point != pair[1].point)
        likeliest = nlargest(self._most(MAX_PAIRS), pairs, key=order)
        return [MistakenRun(pair, values) for pair in likeliest if (values := self.values(pair))]

    @cached_property
    def _singles(self) -> list[tuple[MistakenRun, Effect]]:
        return [*self._with_effects(self.named)]

    def _with_effects(self, mistakes: Iterable[Mistake]) -> Iterator[tuple[MistakenRun, Effect]]:
        """Yield the run with each of these mistakes, and what it changes."""
        right = self.every_value(())
        for mistake in mistakes:
            if values := self.every_value((mistake,)):
                changed = [step for step, value in right.items() if values.get(step) != value]
                found = ((step, _comparable(values.get(step))) for step in changed)
                effect = frozenset((step, value) for step, value in found if value != _comparable(right[step]))
                watched = {step: value for step, value in values.items() if step in self._watched}
                yield MistakenRun((mistake,), self._known.keep(frozenset((mistake,)), watched)), effect

    def _most(self, runs: int) -> int:
        return min(runs, MAX_STEPS // len(self.variant.board))

    def shared(self, make: Callable[[MistakenRuns], _Runs]) -> _Runs:
        """Return `make(self)`, such as runs with a slip.  It is called once and remembered for all steps."""
        if make not in self._shared:
            self._shared[make] = make(self)
        return cast("_Runs", self._shared[make])

    def values(self, mistakes: Mistakes) -> Values:
        """Return the values with these mistakes at the asked steps and directly before them; empty if the run fails."""
        return self._known.get(frozenset(mistakes), lambda: self._run(mistakes, self._watched))

    def value(self, mistakes: Mistakes, step: str) -> Value | None:
        """Return the value of an asked step, or of one directly before it, with mistakes; None if the run fails."""
        return self.values(mistakes).get(step)

    def changes(self, mistakes: Mistakes, steps: Iterable[str]) -> Iterator[tuple[str, Value]]:
        """Yield each of these steps that the mistakes change, with the value that it then has."""
        values = self.values(mistakes)
        for step in steps:
            if step in values and values[step] != self.truth[step]:
                yield step, values[step]

    def every_value(self, mistakes: Mistakes) -> Values:
        """Return the values of every step with these mistakes; empty if the run fails."""
        return self._run(mistakes, self._every_step)

    def _run(self, mistakes: Mistakes, steps: frozenset[str]) -> Values:
        try:
            recorded = self.variant.run(options_of(mistakes), steps)
        except INVALID_RUN:
            return {}
        return finite_values({step: recorded[step] for step in steps if step in recorded})


def _comparable(value: Value | None) -> Any:
    """Return a value without the errors of floats, to be compared; None if there is none."""
    return value and (value[0], comparison_key(value[1]))
