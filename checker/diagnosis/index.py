"""`WrongAnswerIndex`: the known wrong answers to one step, sorted by value to find the causes of one fast.

It also has what the diagnosis asks about that step: the right value, the unit, the question's numbers, the priors of
mistakes, and the steps before it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeVar

from checker.diagnosis import slips
from checker.diagnosis.causes import Cause, SortedCauses, causes_by_shape
from checker.diagnosis.expressions import ShortExpressions, numbers_in
from checker.diagnosis.flat_values import Shape, Value
from checker.diagnosis.mistaken_runs import MistakenRun, MistakenRuns
from checker.diagnosis.mistakes import Mistake, Mistakes
from checker.diagnosis.numeric_equality import are_equal, noise_of
from checker.diagnosis.preceding_steps import is_computed_from, preceding_steps
from checker.diagnosis.slipped_answers import SlippedAnswers
from checker.diagnosis.unit_slips import UnitSlips, unit_slips
from checker.diagnosis.window import Window
from checker.engine.recording import AUTHOR_LISTED
from checker.engine.trace import TOTAL
from checker.engine.values import EncodedValue
from checker.formula.value import INFINITE

_Found = TypeVar("_Found")


class WrongAnswerIndex:
    """The wrong answers to one asked step that known mistakes give: sets of one or two.

    Those of slips and of other questions are here, too.
    """

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
        self.has_listed = AUTHOR_LISTED in runs.variant.menu
        self.is_coded = isinstance(runs.variant.board[step].value, EncodedValue)
        self._other_parts = other_parts or {}
        self.unused_numbers: Sequence[int] = ()
        """Whole numbers of the prompt that the question does not use; students may multiply by them."""
        self._noise = noise_of(self.scale)
        self._made: dict[Callable[[WrongAnswerIndex], Any], Any] = {}

    @cached_property
    def is_count(self) -> bool:
        """Return whether answers are whole numbers by nature, such as a count, so that nobody rounds them."""
        answers = (run.values[self.step] for run in self.singles)
        return self.whole and all(isinstance(number, int) for _, numbers in answers for number in numbers)

    @property
    def unit(self) -> str | None:
        """Return the unit in which the question asks for the step; None if it has none."""
        return self.variant.unit_of(self.step)

    @cached_property
    def units(self) -> UnitSlips | None:
        """Return the unit slips to try on answers; None if the answer has no unit."""
        return unit_slips(self.unit, is_list=bool(self.shape)) if self.unit else None

    def has_same_question(self, other: WrongAnswerIndex) -> bool:
        """Return whether another index is about a step of the same question."""
        return self.variant.key() == other.variant.key()

    def is_on_the_way(self, step: str) -> bool:
        """Return whether the asked step is computed from this other step.

        True for every other step if the answer is not compared as plain numbers.
        """
        return step != self.step and (self.is_coded or is_computed_from(self.variant, self.step, step))

    def find(self, shape: Shape, window: Window) -> list[Cause]:
        """Return the single mistakes and the slips that give an answer.

        `window` has the bounds of each number of the answer.
        """
        causes = self._of_one.get(shape)
        return causes.find(window) if causes else []

    def find_pairs(self, shape: Shape, window: Window) -> list[Cause]:
        """Return the pairs of mistakes that give an answer."""
        causes = self._of_two.get(shape)
        return causes.find(window) if causes else []

    def find_otherwise(self, shape: Shape, window: Window) -> list[Cause]:
        """Return the ways in which the answer may be one to another question, such as the value of another step."""
        causes = self._otherwise.get(shape)
        return causes.find(window) if causes else []

    @cached_property
    def _otherwise(self) -> dict[Shape, SortedCauses]:
        """Return the answers to other questions than the asked one, by shape; none for an order of growth."""
        if self.is_coded:
            return {}
        from checker.diagnosis.other_questions import OtherQuestions  # here, because formulas of steps are slow to load

        others = OtherQuestions(
            self.variant,
            self.step,
            {step: self.runs.truth[step] for step in self.runs.steps},
            self._other_parts,
            self.slip_starts,
            self.unused_numbers if self.whole else (),
            dict(self._mistaken_parts()),
        )
        return causes_by_shape(each for each in others.answers() if (each[0], each[1].numbers) != self.truth)

    def _mistaken_parts(self) -> Iterator[tuple[str, list[Cause]]]:
        """Yield the other parts of this question, each with its values after single mistakes."""
        for part, value in self._other_parts.items():
            step = next((each for each in sorted(self.runs.steps) if self.runs.truth[each] == value), self.step)
            if step != self.step:
                changed = [run for run in self.runs.singles if run.values.get(step) not in (None, value)]
                yield part, [*self._starts_of_slips(changed, step)]

    def varying(self, shape: Shape) -> Sequence[int]:
        """Return the places in an answer that count as evidence: where known wrong answers differ from each other.

        In an answer of another shape than the right one, all places do.
        """
        if shape != self.shape:
            return range(math.prod(shape))
        causes = self._of_one.get(shape)
        return causes.varying if causes else range(0)

    @cached_property
    def nonzero_steps(self) -> list[str]:
        """Return the names of the steps before the asked one that feedback may tell a student to check.

        Their values are used and not 0.  A piece of a formula is not a name: it would give the formula away.
        """
        used = (step for step in self.preceding_steps if any(self.runs.truth[step][1]) and self.is_on_the_way(step))
        names = (step.rpartition(".")[2] for step in used)
        return [name for name in names if name.isidentifier()]

    @cached_property
    def slip_starts(self) -> list[Cause]:
        """Return the values on which a slip may have been made: the right answer, and those with a single mistake."""
        right = Cause((), None, "", slips.PRIOR * slips.ON_THE_TRUTH, self.numbers)
        return [right, *self._starts_of_slips(self.singles, self.step)]

    def _starts_of_slips(self, singles: Sequence[MistakenRun], step: str) -> Iterator[Cause]:
        """Yield the values of a step with one mistake, in its right shape, as causes on which a slip may follow."""
        total = sum(self._prior(run.mistakes) for run in singles)
        for run in singles:
            shape, numbers = run.values[step]
            if shape == self.runs.truth[step][0]:
                share = slips.PRIOR * (1 - slips.ON_THE_TRUTH) * self._prior(run.mistakes) / total
                yield Cause(run.mistakes, None, "", share, numbers)

    @cached_property
    def short_expressions(self) -> ShortExpressions:
        """Return the values that people get who combine the question's numbers at random, without the right answer."""
        return ShortExpressions(number for number in self.given if number not in self.truths)

    @cached_property
    def given(self) -> tuple[Any, ...]:
        """Return all numbers in the parameters of the question, also those inside lists."""
        secret = self.variant.solver.secret
        arguments = {name: value for name, value in self.variant.arguments.items() if name not in secret}
        return tuple(numbers_in(arguments))

    def once(self, make: Callable[[WrongAnswerIndex], _Found]) -> _Found:
        """Return what `make` makes of this index, such as further wrong answers; it is called once."""
        if make not in self._made:
            self._made[make] = make(self)
        return self._made[make]  # type: ignore[no-any-return]

    def prior(self, mistake: Mistake) -> float:
        """Return how likely a mistake is before the answer is seen, among all mistakes that change this step."""
        return self.runs.named[mistake] * self.prior_factor

    @cached_property
    def prior_factor(self) -> float:
        """Return the factor that turns the prior of a mistake into its prior among those that change this step."""
        changing = (run.mistakes[0] for run in self.singles)
        total = sum(self.runs.named[mistake] for mistake in changing if mistake.point != AUTHOR_LISTED)
        return self.variant.solver.named / total if total else 1.0

    @cached_property
    def singles(self) -> list[MistakenRun]:
        """Return the runs with one mistake that changes this step."""
        return [run for run in self.runs.singles if self._needs_all(run)]

    def _prior(self, mistakes: Mistakes) -> float:
        """Return how likely exactly these mistakes are, among those that change this step."""
        return self.runs.prior(mistakes) * self.prior_factor ** len(mistakes)

    @cached_property
    def _of_one(self) -> dict[Shape, SortedCauses]:
        """Return the answers with one mistake, and those with a slip."""
        return causes_by_shape(self._single_causes())

    @cached_property
    def _of_two(self) -> dict[Shape, SortedCauses]:
        """Return the answers with two mistakes, both of which are needed for them."""
        return causes_by_shape(self._mistaken(run) for run in self.runs.pairs if self._needs_all(run))

    def _single_causes(self) -> Iterator[tuple[Shape, Cause]]:
        """Yield the answers of one mistake, and those of slips."""
        yield from map(self._mistaken, self.singles)
        if not self.is_coded:
            slipped = SlippedAnswers(self.variant, self.step, self.truth, self._other_parts, self.units)
            for shape, cause in slipped.of(self.slip_starts):
                if not (shape == self.shape and are_equal(cause.numbers, self.numbers, self._noise)):
                    yield shape, cause
        else:
            yield from self._coded_entries()

    def _coded_entries(self) -> Iterator[tuple[Shape, Cause]]:
        """Yield, for an answer such as an order of growth, the answers to other parts and the slips in exponents."""
        known = {self.numbers, *(run.values[self.step][1] for run in self.singles)}
        for part, (shape, numbers) in self._other_parts.items():
            if numbers not in known:
                prior = slips.PRIOR * slips.ON_THE_TRUTH * slips.prior("another_part", len(self._other_parts))
                yield shape, Cause((), "another_part", part, prior, numbers)
        from checker.diagnosis.order_slips import order_slips  # here, because few questions ask for orders

        for cause in order_slips(self.variant.board[self.step].value, self.shape, self._other_parts):
            if cause.numbers not in known:
                yield self.shape, cause

    def _mistaken(self, run: MistakenRun) -> tuple[Shape, Cause]:
        return self._as_cause(run, (1 - slips.PRIOR) * self._prior(run.mistakes))

    def _as_cause(self, run: MistakenRun, prior: float) -> tuple[Shape, Cause]:
        shape, numbers = run.values[self.step]
        return shape, Cause(run.mistakes, None, "", prior, numbers)

    def _needs_all(self, run: MistakenRun) -> bool:
        """Return whether a run reaches the step, and would give another answer without any of its mistakes."""
        if self.step not in run.values:
            return False
        shape, numbers = run.values[self.step]
        fewer = [(), *((each,) for each in run.mistakes if len(run.mistakes) > 1)]
        others = [self.runs.values(mistakes).get(self.step) for mistakes in fewer]
        return not any(other and other[0] == shape and are_equal(numbers, other[1], self._noise) for other in others)
