"""Every mistaken run of a variant, stage by stage: one mistake, two, and on demand three."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations, takewhile
from typing import Any, Final, NamedTuple

from checker.answers import flatten
from checker.diagnose.identity import rounded
from checker.diagnose.mistakes import Mistake, possible_mistakes, wrong
from checker.errors import FAILURES
from checker.noticed import Noticed
from checker.survey import LISTED, Step
from checker.trace import TOTAL
from checker.variant import Variant

Value = tuple[tuple[int, ...], tuple[Any, ...]]
"""A shape, and the numbers in row-major order."""

STAGE_PRIORS: Final = {1: 0.70, 2: 0.22, 3: 0.08}
"""P(number of mistakes), given that the answer comes from mistakes."""

PAIR: Final = 2

THIRD: Final = 3
"""The stage that is built only where two mistakes explain nothing."""

MOST_RUNS: Final = 40_000
"""A bound on the runs of the third stage, likeliest first.  A count, not a time: the same on every machine."""

MOST_NUMBERS: Final = 400_000
"""A bound on the numbers that one stage keeps."""


class Trace(NamedTuple):
    """One mistaken run: its mistakes, its prior, and its values at the asked steps and at those that lead there."""

    mistakes: tuple[Mistake, ...]
    prior: float
    values: Mapping[str, Value]


class Traces:
    """The mistaken runs of a variant that is asked for `steps`."""

    def __init__(self, variant: Variant, steps: Iterable[str]) -> None:
        self.variant = variant
        self.steps = frozenset(steps)
        self._watched = self.steps.union(*(steps_of(variant.board, step) for step in self.steps))
        self.truth = _flat(variant.run(wanted=self._watched), self._watched)
        self._stages: dict[int, list[Trace]] = {}
        self._known: dict[tuple[Mistake, ...], Mapping[str, Value]] = {(): self.truth}
        self._noticed: dict[Mistake, Noticed] = {}
        """By single mistake what else would have changed its run."""

    def stage(self, number: int) -> list[Trace]:
        """The runs with this many mistakes that have a value at all."""
        if number not in self._stages:
            self._stages[number] = list(self._singles() if number == 1 else self._sets(number))
            if number < THIRD:  # the third stage is large, and little of it is ever reported
                self._known |= {trace.mistakes: trace.values for trace in self._stages[number]}
        return self._stages[number]

    def values(self, mistakes: tuple[Mistake, ...]) -> Mapping[str, Value]:
        """What this student gets at the asked steps and those that lead there; nothing where the run fails."""
        size = len(mistakes)
        if size >= THIRD:
            return self._run(mistakes, self._watched)
        if size:
            self.stage(size)
        if mistakes not in self._known:
            self._known[mistakes] = self._run(mistakes, self._watched)
        return self._known[mistakes]

    def every_value(self, mistakes: tuple[Mistake, ...]) -> Mapping[str, Value]:
        """What this student gets at every step."""
        return self._run(mistakes, frozenset(self.variant.board) | self._watched)

    def _singles(self) -> Iterator[Trace]:
        """Single mistakes.  One held locally that equals a global one in every step is that global one."""
        steps = frozenset(self.variant.board) | self._watched
        seen = {_identity(_flat(self.variant.run(wanted=steps), steps))}
        shares = self.shares
        for mistake in sorted(shares, key=lambda mistake: bool(mistake.scope)):
            noticed = None if mistake.scope else Noticed()
            values = self._run((mistake,), steps, noticed)
            if noticed and values:
                self._noticed[mistake] = noticed
            identity = _identity(values)
            if values and not (mistake.scope and identity in seen):
                seen.add(identity)
                watched = {step: value for step, value in values.items() if step in self._watched}
                yield Trace((mistake,), STAGE_PRIORS[1] * shares[mistake], watched)

    def _sets(self, size: int) -> Iterator[Trace]:
        """Sets of global mistakes about different points, likeliest first."""
        share = {
            mistake: share
            for mistake, share in self.shares.items()
            if not mistake.scope and mistake.point != LISTED and (size < THIRD or mistake in self._effective)
        }
        cost = {mistake: -math.log(value) for mistake, value in share.items()}
        sets = (chosen for chosen in combinations(share, size) if len({one.point for one in chosen}) == size)
        numbers = sum(len(numbers) for _, numbers in self.truth.values())
        most = min(MOST_RUNS, MOST_NUMBERS // max(numbers, 1))
        steps = self._watched if size < THIRD else self.steps
        for chosen in heapq.nsmallest(most, sets, key=lambda chosen: sum(cost[mistake] for mistake in chosen)):
            if values := self._idle(chosen) or self._run(chosen, steps):
                weight = math.factorial(size) * math.prod(share[mistake] for mistake in chosen)
                yield Trace(chosen, STAGE_PRIORS[size] * weight, values)

    def _idle(self, chosen: tuple[Mistake, ...]) -> Mapping[str, Value]:
        """The values of two mistakes of which one changes nothing beside the other, without a run; else nothing."""
        if len(chosen) == PAIR:
            self.stage(1)
            for one, other in (chosen, chosen[::-1]):
                if one in self._noticed and self._noticed[one].is_idle(other.point, other.option):
                    return self._known[one,]
        return {}

    @cached_property
    def shares(self) -> Mapping[Mistake, float]:
        """Every mistake on the menu, with its share of the prior."""
        return possible_mistakes(self.variant)

    def applicable(self, beliefs: Iterable[Mistake]) -> tuple[Mistake, ...]:
        """Those of some beliefs that are mistakes here, in the order in which `values` has them."""
        return tuple(sorted((belief for belief in beliefs if belief in self.shares), key=self._order.__getitem__))

    @cached_property
    def _order(self) -> Mapping[Mistake, int]:
        return {mistake: place for place, mistake in enumerate(self.shares)}

    @cached_property
    def _effective(self) -> set[Mistake]:
        """The mistakes that change an asked step, alone or beside another one: without W_O its bias counts nothing."""
        return {
            mistake
            for trace in (*self.stage(1), *self.stage(2))
            for at, mistake in enumerate(trace.mistakes)
            if self._asked(trace.mistakes) != self._asked(trace.mistakes[:at] + trace.mistakes[at + 1 :])
        }

    def _asked(self, mistakes: tuple[Mistake, ...]) -> list[Value | None]:
        values = self.values(mistakes)
        return [values.get(step) for step in self.steps]

    def _run(
        self, mistakes: Sequence[Mistake], steps: frozenset[str], noticed: Noticed | None = None
    ) -> Mapping[str, Value]:
        """The values of a run; none where it fails, because the mistakes do not fit together."""
        try:
            values = _flat(self.variant.run(wrong(mistakes), steps, noticed=noticed), steps)
        except FAILURES:
            return {}
        truth = self.truth
        return {step: truth[step] if value == truth.get(step) else value for step, value in values.items()}


def steps_of(board: Mapping[str, Step], asked: str) -> list[str]:
    """The steps that lead straight to the asked one: those of its own scope, or those beside it that it is made of."""
    scope = "" if asked == TOTAL else f"{asked}."
    before = takewhile(lambda path: path != asked, board)
    inside = [path for path in before if path.startswith(scope) and "." not in path[len(scope) :]]
    return inside or list(board[asked].uses)


def _flat(taken: Mapping[str, Any], steps: frozenset[str]) -> dict[str, Value]:
    """The values of these steps, flat; those that are not finite are left out."""
    flat = {step: flatten(taken[step]) for step in steps if step in taken}
    return {step: value for step, value in flat.items() if all(map(_is_finite, value[1]))}


def _is_finite(number: Any) -> bool:
    return isinstance(number, int) or math.isfinite(number)


def _identity(values: Mapping[str, Value]) -> Any:
    """What two runs share that are equal in every step."""
    return frozenset((step, shape, rounded(numbers)) for step, (shape, numbers) in values.items())
