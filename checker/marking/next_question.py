"""Suggests what to ask a student after a wrong answer: the question that best shows which mistake led to it.

`what_next` also returns the explanations that are left, with their shares, and how open the choice between them is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from checker.diagnosis.next_question import CandidateQuestion, NextQuestion, OpenExplanation, entropy, next_questions
from checker.diagnosis.wording import sentences
from checker.formula.symbols import numeric_arguments
from checker.marking.mark import Outcome
from checker.marking.told import LEVELS, told, told_next
from checker.problems import Part, Problem, question_name
from checker.questions.parameters import in_file
from checker.questions.resized import resized_variants
from checker.text.words import enumerated


class WhatNext(NamedTuple):
    """What may have led to an answer, how open that is, and which questions would decide it."""

    left: int | None
    """How many explanations are left; None where there is nothing to explain."""
    reasons: tuple[tuple[str, float], ...]
    """The explanations, each in words, with its share."""
    bits: float
    """How much is open: the entropy of the shares."""
    questions: tuple[NextQuestion, ...]
    """Those whose answers best distinguish between the explanations, best first."""


def what_next(problem: Problem, part: Part, outcome: Outcome, level: str, bank: Iterable[Problem]) -> WhatNext:
    """Return which explanations an answer leaves open, and the questions to ask next to decide between them.

    Those are other parts, other problems of the bank, or the same question with other numbers.  A reader at the level
    of feedback may see all of it.
    """
    result = told(outcome, max(level, "explain", key=LEVELS.index))
    hidden = "" if result.has_numbers else part.step
    found = [each for each in result.diagnosis.explanations if each.mistakes] if result.diagnosis else []
    left = [OpenExplanation(each.mistakes, each.share) for each in found]
    what = WhatNext(
        None if outcome.diagnosis is None else len(left),
        tuple((" ".join(sentences(part.variant, each, hidden)), each.share) for each in found),
        entropy([each.share for each in left]),
        tuple(next_questions(left, list(_candidates(problem, part, bank)))) if len(left) > 1 else (),
    )
    return told_next(what, level)


def in_words(question: NextQuestion, part: Part) -> str:
    """Return how to call a question to ask: `small-bert.total`, or `this question with d_model = 91`."""
    candidate = question.candidate
    if candidate.is_resized:
        numbers = (f"{name} = {value:,}" for name, value in other_numbers(candidate, part).items())
        return f"this question with {enumerated(numbers)}"
    return str(question_name(candidate.problem, candidate.part))


def _candidates(problem: Problem, part: Part, bank: Iterable[Problem]) -> Iterator[CandidateQuestion]:
    """Yield the other parts, the parts of other problems, and the same question with other numbers."""
    for other in (problem, *(each for each in bank if each.id != problem.id)):
        for each in other.parts:
            if (other.id, each.id) != (problem.id, part.id):
                yield CandidateQuestion(other.id, each.id, each.variant, each.step)
    for variant in resized_variants(part.variant).variants[1:]:
        if variant.arguments != part.variant.arguments:
            yield CandidateQuestion(problem.id, part.id, variant, part.step, is_resized=True)


def other_numbers(candidate: CandidateQuestion, part: Part) -> dict[str, Any]:
    """Return the parameters with other values in a resized question, by their names in problem files."""
    before = numeric_arguments(part.variant.arguments)
    now = numeric_arguments(candidate.variant.arguments)
    return {in_file(name): value for name, value in now.items() if before.get(name) != value}
