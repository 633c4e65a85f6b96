"""The target of formulas: they are explained by their values at the question's own sizes and at others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property, partial
from typing import Final

from checker.answers import Hints, Judge, Reading, flatten
from checker.answers.literals import has_large_number, is_right_here, misplaced
from checker.diagnosis import Diagnosis, Difference, Explanation, MistakenRuns, WrongAnswerIndex
from checker.diagnosis.index import Cause, Window, fits
from checker.diagnosis.mistaken_runs import THIRD, Value
from checker.marking.feedback import Feedback
from checker.marking.formula_question import FormulaQuestion
from checker.marking.indexes import index_of
from checker.marking.targets import NumberTarget, Target
from checker.marking.unexplained import unexplained
from checker.questions.resized import ResizedVariants, hints

ONLY_HERE: Final = "It is correct for the numbers of this question only."
IN_SYMBOLS: Final = "Write symbols instead of numbers."


class FormulaIndex(WrongAnswerIndex):
    """An index of formulas: three mistakes are looked for at the question's own sizes, then tried at the others."""

    without_steps = "Check it term by term."
    unit = None  # a formula is not off by a unit

    def __init__(
        self, traces: MistakenRuns, step: str, other_parts: Mapping[str, Value], numbers: WrongAnswerIndex
    ) -> None:
        super().__init__(traces, step, other_parts)
        self._numbers = numbers

    def is_cut(self, stage: int) -> bool:
        """Return whether there are more sets of so many mistakes than could be looked at."""
        return super().is_cut(stage) if stage < THIRD else self._numbers.is_cut(stage)

    def find(self, shape: tuple[int, ...], window: Window, stage: int) -> list[Cause]:
        """Return the causes in the window, of up to two mistakes (stage 2) or of three (stage 3)."""
        if stage < THIRD:
            return super().find(shape, window, stage)
        found = []
        for cause in self._numbers.find((), window[:1], THIRD):
            value = self.traces.values(cause.mistakes).get(self.step)
            if value and fits(value[1], window):
                found.append(cause._replace(numbers=value[1]))
        return found


class FormulaTarget(Target):
    """A formula."""

    companion_kind = "number"

    @cached_property
    def formulas(self) -> FormulaQuestion:
        """Return the formulas that students may write."""
        return FormulaQuestion(self.part, self.words)

    @cached_property
    def question(self) -> ResizedVariants:
        """Return the question at several sizes, whose mistaken runs explain wrong formulas."""
        return self.formulas.resized

    @cached_property
    def judge(self) -> Judge:
        """Return what compares formulas with the right one."""
        return self.formulas.judge

    @cached_property
    def accepted_judges(self) -> list[tuple[float, Judge]]:
        """Return what compares formulas under the other accepted conventions."""
        return self.formulas.accepted_judges

    @cached_property
    def expected_formula(self) -> str:
        """Return the right formula, where its author has written it."""
        return self.formulas.expected

    @cached_property
    def hints(self) -> Hints:
        """Return what the question settles about how formulas are read."""
        part = self.part
        return hints(self.question, part.step, self.judge.numbers, part.decimal, part.symbols, self.words)

    @cached_property
    def index(self) -> WrongAnswerIndex:
        """Return the known wrong formulas."""
        siblings = {part.id: part.step for part in self.other_parts if part.id and part.question == self.part.question}
        values = self.question.run(wanted=set(siblings.values()))
        others = {name: flatten(values[step]) for name, step in siblings.items() if step in values}
        numbers = NumberTarget(self.problem, replace(self.part, kind="number"), self.level).index
        return index_of(self.problem, self.part, self.question, others, partial(FormulaIndex, numbers=numbers))

    def split(self, given: str) -> tuple[str, str] | None:
        """Return the formula and the number next to it."""
        sides = self.formulas.sides(given)
        return (sides.formula, sides.number) if sides else None

    def shown(self, reading: Reading) -> str:
        """Return words for the formula: students see it where they wrote it."""
        del reading
        return "your formula"

    def at_own_sizes(self, diagnosis: Diagnosis) -> Diagnosis:
        """Return a diagnosis with the values at the question's own sizes, which people look at."""
        return diagnosis._replace(explanations=tuple(map(_at_own_sizes, diagnosis.explanations)))

    def unexplained(self, reading: Reading, diagnosis: Diagnosis) -> Feedback:
        """Return the feedback to a wrong formula that no known mistake explains."""
        feedback = unexplained(self.index, diagnosis, reading, "formula")
        if reading.unclear:
            return feedback._replace(why=(reading.unclear,))
        if not is_right_here(reading, self.judge):
            return feedback
        literal = misplaced(reading, self.formulas.alphabet, self.judge)
        if not literal and not has_large_number(reading):
            return feedback
        next_ = f"Write {literal.symbol} instead of {literal.number}." if literal else IN_SYMBOLS
        return feedback._replace(why=(ONLY_HERE,), next=next_)


def _at_own_sizes(explanation: Explanation) -> Explanation:
    difference = explanation.first_difference
    if difference is None:
        return explanation
    here = Difference(difference.step, _first(difference.yours), _first(difference.expected))
    return explanation._replace(first_difference=here)


def _first(value: Value) -> Value:
    return (), value[1][:1]
