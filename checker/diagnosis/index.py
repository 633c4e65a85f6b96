"""`WrongAnswerIndex`: the known wrong answers to one step, sorted by value to find the causes of one fast.

It also has what the search asks about that step: the right value, the unit, the question's numbers, and the steps
before it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Literal

from checker.diagnosis import slips
from checker.diagnosis.edits import answered_otherwise, edited
from checker.diagnosis.explanation import Cause, SortedCauses
from checker.diagnosis.mistakes import (
    MistakenRun,
    MistakenRuns,
    Mistakes,
    is_computed_from,
    preceding_steps,
)
from checker.diagnosis.values import Shape, Value, Window, are_equal, noise_of
from checker.engine.recording import AUTHOR_LISTED
from checker.engine.trace import TOTAL
from checker.engine.values import EncodedValue
from checker.formula.value import INFINITE

_Kind = Literal["one", "two", "otherwise", "miscopied"]
"""One named mistake or a slip of value; two named mistakes; the answer to another question; other numbers in it."""


class WrongAnswerIndex:
    """The wrong answers to one asked step that known edits give."""

    without_steps = "Check the formula, then the numbers."
    """Advice to a student if there are no steps to check."""

    def __init__(self, runs: MistakenRuns, step: str = TOTAL, other_parts: Mapping[str, Value] | None = None) -> None:
        self.runs = runs
        self.variant = runs.variant
        """The question, with its parameters and conventions, whose wrong answers these are."""
        self.step = step
        self.truth = self.shape, self.numbers = runs.truth[step]
        self.preceding_steps = [each for each in preceding_steps(runs.variant.board, step) if each in runs.truth]
        self.truths = tuple(map(float, self.numbers))
        self.scale = float(max((abs(each) for each in self.numbers if abs(each) < INFINITE), default=0)) or 1.0
        self.whole = all(isinstance(number, int) for number in self.numbers)
        self.is_coded = isinstance(runs.variant.board[step].value, EncodedValue)
        self.other_parts = other_parts or {}
        self.unused_numbers: Sequence[int] = ()
        """Whole numbers of the prompt that the question does not use; students may multiply by them."""
        self._noise = noise_of(self.scale)
        self._known: dict[_Kind, Mapping[Shape, SortedCauses]] = {}

    @cached_property
    def is_count(self) -> bool:
        """Return whether answers are whole numbers by nature, such as a count, so that nobody rounds them."""
        answers = (run.values[self.step] for run in self.singles)
        return self.whole and all(isinstance(number, int) for _, numbers in answers for number in numbers)

    @property
    def is_of_a_formula(self) -> bool:
        """Return whether the type names only a share of its mistakes: the others follow from its formula."""
        return self.variant.solver.named < 1

    @property
    def unit(self) -> str | None:
        """Return the unit in which the question asks for the step; None if it has none."""
        return self.variant.unit_of(self.step)

    def has_same_question(self, other: WrongAnswerIndex) -> bool:
        """Return whether another index is about a step of the same question."""
        return self.variant.key() == other.variant.key()

    def is_on_the_way(self, step: str) -> bool:
        """Return whether the asked step is computed from this other step.

        True for every other step if the answer is not compared as plain numbers.
        """
        return step != self.step and (self.is_coded or is_computed_from(self.variant, self.step, step))

    def find(self, shape: Shape, window: Window, kind: _Kind = "one") -> list[Cause]:
        """Return the causes of a kind that give an answer; `window` has the bounds of each of its numbers."""
        causes = self._causes(kind).get(shape)
        return causes.find(window) if causes else []

    def _causes(self, kind: _Kind) -> Mapping[Shape, SortedCauses]:
        if kind not in self._known:
            found: dict[Shape, list[Cause]] = {}
            make = {"one": self._one, "two": self._two, "otherwise": self._otherwise, "miscopied": self._miscopied}
            for shape, cause in make[kind]():
                found.setdefault(shape, []).append(cause)
            self._known[kind] = {shape: SortedCauses(causes) for shape, causes in found.items()}
        return self._known[kind]

    def varying(self, shape: Shape) -> Sequence[int]:
        """Return the places in an answer that count as evidence: where known wrong answers differ from each other.

        In an answer of another shape than the right one, all places do.
        """
        if shape != self.shape:
            return range(math.prod(shape))
        causes = self._causes("one").get(shape)
        return causes.varying if causes else range(0)

    @cached_property
    def nonzero_steps(self) -> list[str]:
        """Return the names of the steps before the asked one that feedback may tell a student to check.

        Their values are used and not 0.  A piece of a formula is not a name: it would give the formula away.
        """
        uses = self.variant.board[self.step].uses  # without a run of the solver
        nonzero = (step for step in self.preceding_steps if any(self.runs.truth[step][1]))
        names = (step.rpartition(".")[2] for step in nonzero if step in uses or self.is_on_the_way(step))
        return [name for name in names if name.isidentifier()]

    @cached_property
    def slip_starts(self) -> list[Cause]:
        """Return the values on which a slip may have been made: the right answer, and those with a single mistake."""
        total = sum(self._prior(run.mistakes) for run in self.singles)
        share = slips.PRIOR * (1 - slips.ON_THE_TRUTH) / (total or 1)
        return [
            Cause((), None, "", slips.ALONE, self.numbers),
            *(
                Cause(run.mistakes, None, "", share * self._prior(run.mistakes), run.values[self.step][1])
                for run in self.singles
                if run.values[self.step][0] == self.shape
            ),
        ]

    @cached_property
    def singles(self) -> list[MistakenRun]:
        """Return the runs with one mistake that changes this step."""
        return [run for run in self.runs.singles if self._needs_all(run)]

    @cached_property
    def prior_factor(self) -> float:
        """Return the factor that turns the prior of a mistake into its prior among those that change this step."""
        changing = (run.mistakes[0] for run in self.singles)
        total = sum(self.runs.named[mistake] for mistake in changing if mistake.point != AUTHOR_LISTED)
        return self.variant.solver.named / total if total else 1.0

    def _prior(self, mistakes: Mistakes) -> float:
        """Return how likely exactly these mistakes are, among those that change this step."""
        return self.runs.prior(mistakes) * self.prior_factor ** len(mistakes)

    def _one(self) -> Iterator[tuple[Shape, Cause]]:
        yield from self._mistaken(self.singles)
        for shape, cause in edited(self):
            if not (shape == self.shape and are_equal(cause.numbers, self.numbers, self._noise)):
                yield shape, cause

    def _two(self) -> Iterator[tuple[Shape, Cause]]:
        return self._mistaken(run for run in self.runs.pairs if self._needs_all(run))

    def _otherwise(self) -> Iterator[tuple[Shape, Cause]]:
        """Yield the answers to another question; none that a part shows to nobody, and none for an order of growth."""
        shown = [*self.other_parts.values()]
        hidden = [self.runs.truth[step] for step in self.runs.steps if self.runs.truth[step] not in shown]
        for shape, cause in answered_otherwise(self) if not self.is_coded else ():
            if not any(shape == each and are_equal(cause.numbers, other, self._noise) for each, other in hidden):
                yield shape, cause

    def _miscopied(self) -> Iterator[tuple[Shape, Cause]]:
        found: dict[tuple[str, Value], float] = {}
        for words, chance, values in self.runs.miscopied:
            value = values.get(self.step, self.truth)
            if value != self.truth:
                found[words, value] = found.get((words, value), 0.0) + chance
        share = slips.ALONE * slips.prior(slips.MISCOPIED)
        for (words, (shape, numbers)), chance in found.items():
            yield shape, Cause((), slips.MISCOPIED, words, share * chance, numbers, is_estimated=True)

    def _mistaken(self, runs: Iterable[MistakenRun]) -> Iterator[tuple[Shape, Cause]]:
        for run in runs:
            shape, numbers = run.values[self.step]
            yield shape, Cause(run.mistakes, None, "", (1 - slips.PRIOR) * self._prior(run.mistakes), numbers)

    def _needs_all(self, run: MistakenRun) -> bool:
        """Return whether a run reaches the step, and would give another answer without any of its mistakes."""
        if self.step not in run.values:
            return False
        shape, numbers = run.values[self.step]
        fewer = [(), *((each,) for each in run.mistakes if len(run.mistakes) > 1)]
        others = [self.runs.values(mistakes).get(self.step) for mistakes in fewer]
        return not any(other and other[0] == shape and are_equal(numbers, other[1], self._noise) for other in others)
