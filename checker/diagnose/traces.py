"""Every mistaken run of a variant, stage by stage: one mistake, two, and on demand three."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, Final, NamedTuple

from checker.answers import flatten
from checker.diagnose.mistakes import Mistake, possible_mistakes, wrong
from checker.variant import Variant

Value = tuple[tuple[int, ...], tuple[Any, ...]]
"""A shape, and the numbers in row-major order."""

STAGE_PRIORS: Final = {1: 0.70, 2: 0.22, 3: 0.08}
"""P(number of mistakes), given that the answer comes from mistakes."""

MOST_RUNS: Final = 40_000
"""A bound on the runs of the third stage, likeliest first.  A count, not a time: the same on every machine."""

MOST_NUMBERS: Final = 400_000
"""A bound on the numbers that one stage keeps."""


class Trace(NamedTuple):
    """One mistaken run: its mistakes, its prior, and its values by asked step (those that it has)."""

    mistakes: tuple[Mistake, ...]
    prior: float
    values: Mapping[str, Value]


class Traces:
    """The mistaken runs of a variant that asks for `steps`."""

    def __init__(self, variant: Variant, steps: Iterable[str]) -> None:
        self.variant = variant
        self.steps = frozenset(steps)
        self.truth = _flat(variant.run(wanted=self.steps), self.steps)
        self._stages: dict[int, list[Trace]] = {}

    def stage(self, number: int) -> list[Trace]:
        """The runs with this many mistakes that have a value at all."""
        if number not in self._stages:
            build = self._singles if number == 1 else self._sets
            self._stages[number] = list(build(number))
        return self._stages[number]

    def values(self, mistakes: Sequence[Mistake], steps: frozenset[str]) -> Mapping[str, Value]:
        """What this student gets at these steps; nothing where the run fails, because the mistakes do not fit together."""
        try:
            return _flat(self.variant.run(wrong(mistakes), steps), steps)
        except (ValueError, ArithmeticError, IndexError):
            return {}

    def _singles(self, _: int) -> Iterator[Trace]:
        """Single mistakes.  One held locally that equals a global one in every step is that global one."""
        steps = frozenset(self.variant.board) | self.steps
        seen = {_identity(_flat(self.variant.run(wanted=steps), steps))}
        shares = possible_mistakes(self.variant)
        for mistake in sorted(shares, key=lambda mistake: bool(mistake.scope)):
            values = self.values([mistake], steps)
            identity = _identity(values)
            if values and not (mistake.scope and identity in seen):
                seen.add(identity)
                asked = {step: value for step, value in values.items() if step in self.steps}
                yield Trace((mistake,), STAGE_PRIORS[1] * shares[mistake], asked)

    def _sets(self, size: int) -> Iterator[Trace]:
        """Sets of global mistakes about different points, likeliest first."""
        share = {
            trace.mistakes[0]: trace.prior / STAGE_PRIORS[1]
            for trace in self.stage(1)
            if not trace.mistakes[0].scope and trace.values != self.truth
        }
        cost = {mistake: -math.log(value) for mistake, value in share.items()}
        sets = (chosen for chosen in combinations(share, size) if len({one.point for one in chosen}) == size)
        numbers = sum(len(numbers) for _, numbers in self.truth.values())
        most = min(MOST_RUNS, MOST_NUMBERS // max(numbers, 1))
        for chosen in heapq.nsmallest(most, sets, key=lambda chosen: sum(cost[mistake] for mistake in chosen)):
            if values := self.values(chosen, self.steps):
                weight = math.factorial(size) * math.prod(share[mistake] for mistake in chosen)
                yield Trace(chosen, STAGE_PRIORS[size] * weight, values)


def _flat(taken: Mapping[str, Any], steps: frozenset[str]) -> dict[str, Value]:
    """The values of these steps, flat; those that are not finite are left out."""
    flat = {step: flatten(taken[step]) for step in steps if step in taken}
    return {step: value for step, value in flat.items() if all(map(_is_finite, value[1]))}


def _is_finite(number: Any) -> bool:
    return isinstance(number, int) or math.isfinite(number)


def _identity(values: Mapping[str, Value]) -> Any:
    """What two runs share that are equal in every step."""
    return frozenset((step, shape, tuple(map(_rounded, numbers))) for step, (shape, numbers) in values.items())


def _rounded(number: Any) -> Any:
    return number if isinstance(number, int) else float(f"{number:.9e}")
