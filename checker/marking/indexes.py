"""Indexes of wrong answers, kept by the content of their questions: problems that are loaded again find them here."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from decimal import Decimal
from typing import Any, Final

from checker.answers import Comparison, Judge, Reading, Tolerance
from checker.diagnosis import MistakenRuns, WrongAnswerIndex
from checker.diagnosis.causes import Cause
from checker.diagnosis.flat_values import Value
from checker.diagnosis.mistaken_runs import THIRD
from checker.diagnosis.window import Window, fits
from checker.engine.memory import Memory
from checker.notation.nodes import Node
from checker.problems import Part, Problem
from checker.questions.variant import UNIT, Variant

MOST_QUESTIONS: Final = 64
"""Maximum number of questions whose indexes are kept; each takes up to some MB."""

MOST_STEPS: Final = 64
"""Maximum number of indexes of one question."""

MakeIndex = Callable[[MistakenRuns, str, Mapping[str, Value]], WrongAnswerIndex]


class QuestionIndexes:
    """The indexes of the asked steps of one question, all over the same mistaken runs."""

    def __init__(self, question: Variant, steps: frozenset[str]) -> None:
        self._runs = MistakenRuns(question, steps)
        self._indexes: Memory[Hashable, WrongAnswerIndex] = Memory(MOST_STEPS)

    def index(self, step: str, other_parts: Mapping[str, Value], make: MakeIndex) -> WrongAnswerIndex:
        """Return the index of a step; `other_parts` are the answers to other parts of the problem."""
        key = step, tuple(other_parts.items())
        return self._indexes.get(key, lambda: make(self._runs, step, other_parts))


_questions: Memory[Hashable, QuestionIndexes] = Memory(MOST_QUESTIONS)


def index_of(
    problem: Problem,
    part: Part,
    question: Variant,
    other_parts: Mapping[str, Value],
    make: MakeIndex = WrongAnswerIndex,
) -> WrongAnswerIndex:
    """Return the known wrong answers to a part.

    Two parts share the mistaken runs where all that an index takes from them is equal: the question, its declared
    conventions (one left open follows its leader), the mistakes that the author lists, the units of the answers, and
    the steps that the problem asks for.
    """
    steps = frozenset(other.step for other in problem.parts if other.question == part.question) | {part.step}
    variant = part.variant
    listed = variant.listed and variant.listed._replace(resized_variants=())  # these follow from the rest
    declared, units = (tuple(sorted(each.items())) for each in (variant.declared, variant.units))
    key = part.question, declared, listed, variant.arguments.get(UNIT), units, steps
    return _questions.get(key, lambda: QuestionIndexes(question, steps)).index(part.step, other_parts, make)


REAL: Final = Tolerance("relative", Decimal("1e-9"))
"""Formulas for real numbers agree but for rounding."""


class FormulaJudge(Judge):
    """Compares formulas by `equals`, where there is such a test; else, and to explain them, by their values."""

    def __init__(
        self,
        values: tuple[Any, ...],
        equals: Callable[[Node], bool] | None = None,
        tolerance: Tolerance | None = None,
    ) -> None:
        is_whole = all(isinstance(each, int) for each in values)
        super().__init__(values, tolerance or (Tolerance.default(whole=True) if is_whole else REAL))
        self._equals = equals

    def verdict(self, reading: Reading) -> Comparison:
        """Return "correct" for a formula that is equal to the right one."""
        if reading.tree is None or self._equals is None:
            return super().verdict(reading)
        if self._equals(reading.tree):
            return "correct"
        return "refused" if reading.refused else "wrong"


class FormulaIndex(WrongAnswerIndex):
    """An index of formulas: three mistakes are looked for at the question's own sizes, then tried at the others."""

    without_steps = "Check it term by term."
    unit = None  # a formula is not off by a unit

    def __init__(
        self, runs: MistakenRuns, step: str, other_parts: Mapping[str, Value], numbers: WrongAnswerIndex
    ) -> None:
        super().__init__(runs, step, other_parts)
        self._numbers = numbers

    def is_truncated(self, stage: int) -> bool:
        """Return whether there are more sets of this many mistakes than the search may look at."""
        return super().is_truncated(stage) if stage < THIRD else self._numbers.is_truncated(stage)

    def find(self, shape: tuple[int, ...], window: Window, stage: int) -> list[Cause]:
        """Return the causes in the window, of up to two mistakes (stage 2) or of three (stage 3)."""
        if stage < THIRD:
            return super().find(shape, window, stage)
        found = []
        for cause in self._numbers.find((), window[:1], THIRD):
            value = self.runs.value(cause.mistakes, self.step)
            if value and fits(value[1], window):
                found.append(cause._replace(numbers=value[1]))
        return found
