"""Suggests what to ask a student after a wrong answer: the question that best shows which mistake led to it.

`what_next` also returns the explanations that are left, with their shares, and how open the choice between them is.
Each explanation predicts an answer to every other question in which its mistakes act.  The best question is that after
which least is expected to be left open: the lowest expected entropy of the explanations, in bits.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from checker.diagnosis import Explanation, Mistake
from checker.diagnosis.mistakes import Mistakes, value_with
from checker.diagnosis.values import Value, comparable, finite_values
from checker.diagnosis.wording import sentences
from checker.engine.recording import ChoicePoint
from checker.formula.symbols import numeric_arguments
from checker.marking.mark import Outcome
from checker.marking.told import LEVELS, told, told_next
from checker.problems import Part, Problem, QuestionKey
from checker.solvers.resized import resized_variants
from checker.solvers.signature import in_file
from checker.solvers.variant import Variant
from checker.text.words import enumerated


class CandidateQuestion(NamedTuple):
    """A question that could be asked next."""

    problem: str
    part: str | None
    variant: Variant
    step: str
    is_resized: bool = False
    """It is the question that was answered, with other numbers."""


class NextQuestion(NamedTuple):
    """A question to ask, how much its answer would leave open, and the answer that each explanation predicts."""

    candidate: CandidateQuestion
    bits: float
    answers: tuple[Value, ...]


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
    bits = entropy([each.share for each in found])
    predicted = (_prediction(each, found) for each in _candidates(problem, part, bank)) if len(found) > 1 else ()
    telling = [each for each in predicted if each and each.bits < bits - 1e-9]
    what = WhatNext(
        None if outcome.diagnosis is None else len(found),
        tuple((" ".join(sentences(part.variant, each, hidden)), each.share) for each in found),
        bits,
        tuple(sorted(telling, key=lambda each: round(each.bits, 6))[:3]),  # equally good ones keep their order
    )
    return told_next(what, level)


def in_words(question: NextQuestion, part: Part) -> str:
    """Return how to call a question to ask: `small-bert.total`, or `this question with d_model = 91`."""
    candidate = question.candidate
    if candidate.is_resized:
        numbers = (f"{name} = {value:,}" for name, value in other_numbers(candidate, part).items())
        return f"this question with {enumerated(numbers)}"
    return str(QuestionKey(candidate.problem, candidate.part))


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


def entropy(shares: Iterable[float]) -> float:
    """Return the entropy of some probabilities in bits: how open it is which one is true.

    >>> entropy([0.5, 0.5]), entropy([1.0])
    (1.0, 0.0)
    """
    known = [share for share in shares if share > 0]
    total = sum(known)
    return -sum(share / total * math.log2(share / total) for share in known) + 0.0 if known else 0.0


def _prediction(candidate: CandidateQuestion, left: Sequence[Explanation]) -> NextQuestion | None:
    """Return what a question would tell; None where no mistake acts in it, or it has no value with one of them."""
    acting = [tuple(_acting(each.mistakes, candidate.variant.menu)) for each in left]
    found = [value_with(candidate.variant, candidate.step, mistakes) for mistakes in acting if any(acting)]
    answers = [*finite_values({place: value for place, value in enumerate(found) if value is not None}).values()]
    if len(answers) < len(left):
        return None
    groups: dict[Any, list[float]] = {}
    for each, value in zip(left, answers, strict=True):
        groups.setdefault(comparable(value), []).append(each.share)
    total = sum(each.share for each in left)
    bits = sum(sum(shares) / total * entropy(shares) for shares in groups.values())
    return NextQuestion(candidate, bits, tuple(answers))


def _acting(mistakes: Mistakes, menu: Mapping[str, ChoicePoint]) -> Iterator[Mistake]:
    for each in mistakes:
        if (point := menu.get(each.point)) and each.option in point.wrong:
            yield Mistake(each.point, each.option)
