"""The mistakes that are possible in a question, each with its prior, and the runs of its solver with them.

The solver names them, or they follow from an author's formula.
`MistakenRuns` keeps the values that a student then gets at the asked steps and those directly before them.  How many
runs there are depends on the question alone, so results are the same on every machine.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from heapq import nlargest
from itertools import combinations, takewhile
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from checker.diagnosis.values import Value, are_equal, finite_values
from checker.engine.errors import INVALID_RUN
from checker.engine.memory import Memory
from checker.engine.recording import AUTHOR_LISTED, Step
from checker.engine.trace import EMPTY, TOTAL
from checker.solvers.variant import Variant

if TYPE_CHECKING:
    from checker.diagnosis.edits import Miscopied

_LISTED_WEIGHT: Final = 4
"""Weight of a wrong answer that a problem lists: students have given it before."""


class Mistake(NamedTuple):
    """A wrong option of a choice point, such as `root.left_out`."""

    point: str
    option: str

    @property
    def id(self) -> str:
        """Return its id, `choice.option`, such as `root.left_out`."""
        return f"{self.point}.{self.option}"


Mistakes = tuple[Mistake, ...]


def options_of(mistakes: Iterable[Mistake]) -> dict[str, str]:
    """Return mistakes in the form that a run takes: {choice point: wrong option}."""
    return {mistake.point: mistake.option for mistake in mistakes}


def value_with(variant: Variant, step: str, mistakes: Iterable[Mistake] = (), steps: Mapping[str, Any] = EMPTY) -> Any:
    """Return the value of a step with these mistakes and these values of earlier steps; None if the run fails."""
    try:
        return variant.run(options_of(mistakes), {step}, steps.get)[step]
    except INVALID_RUN:
        return None


def possible_mistakes(variant: Variant) -> dict[Mistake, float]:
    """Return {mistake: prior} of all mistakes that the solver names.

    The priors add up to the share of errors that the question type covers; answers that the author lists are added to
    that.
    """
    weights: dict[Mistake, float] = {}
    for point in variant.menu.values():
        if point.name == AUTHOR_LISTED and variant.listed:
            continue
        for option in point.wrong:
            weights[Mistake(point.name, option)] = variant.weight(point.name, option)
    weights = _learned(weights, variant.learned)
    total = sum(weights.values()) / variant.solver.named or _LISTED_WEIGHT
    if variant.listed:
        weights |= {Mistake(AUTHOR_LISTED, option): _LISTED_WEIGHT for option, _ in variant.listed.answers}
    return {mistake: weight / total for mistake, weight in weights.items()}


def _learned(weights: dict[Mistake, float], times: Mapping[str, int]) -> dict[Mistake, float]:
    """Return the weights after students have made these mistakes so often: the mean of a Dirichlet posterior."""
    each = sum(weights.values()) / 40  # mistakes of graded work that weigh as much as all that the author believes
    return {mistake: weight + each * times.get(mistake.id, 0) for mistake, weight in weights.items()}


def preceding_steps(board: Mapping[str, Step], asked: str) -> list[str]:
    """Return the steps directly before the asked one: those one level inside it, or else those its formula uses."""
    scope = "" if asked == TOTAL else f"{asked}."
    before = takewhile(lambda path: path != asked, board)
    inside = [path for path in before if path.startswith(scope) and "." not in path[len(scope) :]]
    return inside or list(board[asked].uses)


@lru_cache(maxsize=4096)
def is_computed_from(variant: Variant, step: str, other: str) -> bool:
    """Return whether one step is computed from another: a run with another value there has another value here."""
    return variant.depends_on(step, other)


MAX_RUNS, MAX_STEPS = 400, 40_000
"""Maximum number of pairs of mistakes, and of copied numbers, that are tried, likeliest first, and of the steps in all
these runs: a network of 400 steps has 100 runs."""

_Values = Mapping[str, Value]
"""The values at the asked steps and those directly before them."""


class MistakenRun(NamedTuple):
    """One run with some mistakes, and the values that it gives."""

    mistakes: Mistakes
    values: _Values


def _are_same(values: _Values, others: _Values) -> bool:
    """Return whether two runs have the same steps with the same values, but for errors of floats."""
    return values.keys() == others.keys() and all(
        shape == others[step][0] and are_equal(numbers, others[step][1]) for step, (shape, numbers) in values.items()
    )


class MistakenRuns:
    """All runs of one question with mistakes; kept are the values at the steps that are asked for."""

    def __init__(self, variant: Variant, steps: Iterable[str]) -> None:
        self.variant = variant
        self.steps = frozenset(steps)
        self._watched = self.steps.union(*(preceding_steps(variant.board, step) for step in self.steps))
        self._known: Memory[frozenset[Mistake], _Values] = Memory(4_096)
        self.truth = self.values(())

    @cached_property
    def named(self) -> Mapping[Mistake, float]:
        """Return the mistakes that the solver names, with their priors."""
        return possible_mistakes(self.variant)

    def prior(self, mistakes: Mistakes) -> float:
        """Return the probability that a student who makes any mistakes makes exactly these."""
        priors = [self.named[each] for each in mistakes]
        of_this_size = 0.70 if len(mistakes) == 1 else 0.22 * 2  # in either order
        return of_this_size * math.prod(priors)

    @cached_property
    def singles(self) -> list[MistakenRun]:
        """Return the runs with one mistake that the solver names."""
        return [MistakenRun((mistake,), values) for mistake in self.named if (values := self.values((mistake,)))]

    @cached_property
    def pairs(self) -> list[MistakenRun]:
        """Return the runs with two mistakes about different points; of many, the likeliest.

        Pairs of mistakes that each change something come first, and of equally likely ones those in different parts of
        the solution.
        """
        acting = {run.mistakes[0] for run in self.singles if not _are_same(run.values, self.truth)}
        scopes = {name: frozenset(point.scopes) for name, point in self.variant.menu.items()}

        def order(pair: tuple[Mistake, Mistake]) -> tuple[bool, float, bool]:
            one, other = pair
            is_apart = scopes[one.point].isdisjoint(scopes[other.point])
            return acting.issuperset(pair), self.named[one] * self.named[other], is_apart

        combined = [each for each in self.named if each.point != AUTHOR_LISTED]
        pairs = (pair for pair in combinations(combined, 2) if pair[0].point != pair[1].point)
        likeliest = nlargest(self._most, pairs, key=order)
        return [MistakenRun(pair, values) for pair in likeliest if (values := self.values(pair))]

    @property
    def _most(self) -> int:
        return min(MAX_RUNS, MAX_STEPS // len(self.variant.board))

    @cached_property
    def miscopied(self) -> list[Miscopied]:
        """Return the runs with a number of the question that was copied wrongly."""
        from checker.diagnosis.edits import miscopied_runs  # here, because few answers need further runs

        return miscopied_runs(self.variant, self.steps, self._most)

    def values(self, mistakes: Mistakes) -> _Values:
        """Return the values with these mistakes at the asked steps and directly before them; empty if the run fails."""
        return self._known.get(frozenset(mistakes), lambda: self._run(mistakes, self._watched))

    def every_value(self, mistakes: Mistakes) -> _Values:
        """Return the values of every step with these mistakes; empty if the run fails."""
        return self._run(mistakes, self._watched | self.variant.board.keys())

    def _run(self, mistakes: Mistakes, steps: frozenset[str]) -> _Values:
        try:
            recorded = self.variant.run(options_of(mistakes), steps)
        except INVALID_RUN:
            return {}
        return finite_values({step: recorded[step] for step in steps if step in recorded})
