"""Indexes of wrong answers, kept by the content of their questions: problems that are loaded again find them here."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Final

from checker.diagnosis import MistakenRuns, WrongAnswerIndex
from checker.diagnosis.flat_values import Value
from checker.engine.memory import Memory
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
    conventions (one left open follows its leader), the mistakes that the author lists, those that were learned,
    the units of the answers, and the steps that the problem asks for.
    """
    steps = frozenset(other.step for other in problem.parts if other.question == part.question) | {part.step}
    variant = part.variant
    listed = variant.listed and variant.listed._replace(resized_variants=())  # these follow from the rest
    declared, units = (tuple(sorted(each.items())) for each in (variant.declared, variant.units))
    learned = tuple(sorted(variant.learned.items()))
    key = part.question, declared, listed, learned, variant.arguments.get(UNIT), units, steps
    return _questions.get(key, lambda: QuestionIndexes(question, steps)).index(part.step, other_parts, make)
