"""A cache of the known wrong answers to questions, by content: problems that are loaded again find them here.

`index_of` finds or makes those of a part, and tells them which numbers of the prompt the question does not use.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Mapping
from typing import Final

from checker.diagnosis import MistakenRuns, WrongAnswerIndex
from checker.diagnosis.expressions import numbers_in
from checker.diagnosis.flat_values import Value
from checker.engine.memory import Memory
from checker.problems import Part, Problem
from checker.questions.variant import UNIT, Variant

MOST_QUESTIONS: Final = 64
"""Maximum number of questions whose indexes are kept; each takes up to some MB."""

MOST_STEPS: Final = 64
"""Maximum number of indexes of one question."""

MOST_UNUSED: Final = 4
"""Maximum number of unused numbers of a prompt, of those that come first."""

_WHOLE: Final = re.compile(r"(?<![\w.,^{-])(?:[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d{0,5})(?![\w^}]|[.,]\d)")

_AREA: Final = re.compile(r"(?<![\w.,×])([1-9]\d{0,3})\s[×x]\s([1-9]\d{0,3})(?![\w.,]|\s[×x])")
"""Height and width, of a map or a window."""

MakeIndex = Callable[[MistakenRuns, str, Mapping[str, Value]], WrongAnswerIndex]


class QuestionIndexes:
    """The known wrong answers to each asked step of one question, made from the same runs with mistakes."""

    def __init__(self, question: Variant, steps: frozenset[str]) -> None:
        self._runs = MistakenRuns(question, steps)
        self._indexes: Memory[Hashable, WrongAnswerIndex] = Memory(MOST_STEPS)

    def index(
        self, step: str, other_parts: Mapping[str, Value], make: MakeIndex, unused: tuple[int, ...] = ()
    ) -> WrongAnswerIndex:
        """Return the known wrong answers to a step, made on first use.

        `other_parts` are the right answers to other parts of the problem, `unused` the prompt's numbers that the
        question does not need.
        """

        def made() -> WrongAnswerIndex:
            index = make(self._runs, step, other_parts)
            index.unused_numbers = unused
            return index

        return self._indexes.get((step, tuple(other_parts.items()), unused), made)


_questions: Memory[Hashable, QuestionIndexes] = Memory(MOST_QUESTIONS)


def index_of(
    problem: Problem,
    part: Part,
    question: Variant,
    other_parts: Mapping[str, Value],
    make: MakeIndex = WrongAnswerIndex,
) -> WrongAnswerIndex:
    """Return the known wrong answers to a part, from the cache if its question was seen before.

    Two parts share the mistaken runs where all that an index takes from them is equal: the question, its declared
    conventions (one left open follows its leader), the mistakes that the author lists, those that were learned, the
    units of the answers, and the steps that the problem asks for.
    """
    steps = frozenset(other.step for other in problem.parts if other.question == part.question) | {part.step}
    variant = part.variant
    listed = variant.listed and variant.listed._replace(resized_variants=())  # these follow from the rest
    declared, units = (tuple(sorted(each.items())) for each in (variant.declared, variant.units))
    learned = tuple(sorted(variant.learned.items()))
    key = part.question, declared, listed, learned, variant.arguments.get(UNIT), units, steps
    indexes = _questions.get(key, lambda: QuestionIndexes(question, steps))
    return indexes.index(part.step, other_parts, make, _unused_numbers(problem.prompt, variant))


def _unused_numbers(prompt: str, variant: Variant) -> tuple[int, ...]:
    """Return the whole numbers of a prompt that the question does not use, such as a text's length; at most four."""
    found = dict.fromkeys(int(each.replace(",", "")) for each in _WHOLE.findall(prompt))
    used = {1, *(abs(each) for each in numbers_in(variant.arguments))}
    areas = [(int(one), int(other)) for one, other in _AREA.findall(prompt)]
    found |= dict.fromkeys(one * other for one, other in areas if not {one, other} <= used)
    return tuple(each for each in found if each not in used)[:MOST_UNUSED]
