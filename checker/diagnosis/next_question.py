"""Chooses the question to ask a student next: whose answer best tells apart what may have led to a wrong one.

Each explanation that is left predicts an answer to every other question in which its mistakes act.  The best question
is that after which least is expected to be left open: the lowest expected entropy of the explanations, in bits.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from checker.diagnosis.mistakes import Mistake, Mistakes, value_with
from checker.diagnosis.values import Value, comparable, finite_values
from checker.engine.recording import ChoicePoint
from checker.questions.variant import Variant

SHOWN: Final = 3
"""Maximum number of questions that are proposed."""


class OpenExplanation(NamedTuple):
    """An explanation that an answer leaves possible: its mistakes, and its probability among those."""

    mistakes: Mistakes
    share: float


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


def next_questions(left: Sequence[OpenExplanation], candidates: Iterable[CandidateQuestion]) -> list[NextQuestion]:
    """Return those questions whose answers distinguish between the explanations in `left`: at most SHOWN, best first.

    Equally good ones keep their order.
    """
    before = entropy([each.share for each in left])
    found = [each for candidate in candidates if (each := _prediction(candidate, left)) and each.bits < before - 1e-9]
    return sorted(found, key=lambda each: round(each.bits, 6))[:SHOWN]


def entropy(shares: Iterable[float]) -> float:
    """Return the entropy of some probabilities in bits: how open it is which one is true.

    >>> entropy([0.5, 0.5]), entropy([1.0])
    (1.0, 0.0)
    """
    known = [share for share in shares if share > 0]
    total = sum(known)
    return -sum(share / total * math.log2(share / total) for share in known) + 0.0 if known else 0.0


def _prediction(candidate: CandidateQuestion, left: Sequence[OpenExplanation]) -> NextQuestion | None:
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
