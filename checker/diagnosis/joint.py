"""Joint diagnosis of the parts of a problem: one set of mistakes explains all wrong answers of a student.

The parts are read in order, with a short list of hypotheses about what the student believes.  A mistake costs its
prior once, where it first acts.  Each wrong answer that it explains raises its hypothesis, and each right answer that
it would have made wrong lowers it.  Later parts are also evaluated with the student's earlier answers.  The guard
against coincidence then weighs, part by part, all hypotheses that explain the answer against all that do not.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final

from checker.diagnosis import coincidence
from checker.diagnosis.budget import BudgetExceeded, WorkBudget
from checker.diagnosis.diagnose import first_difference, ways_of
from checker.diagnosis.earlier_answers import EarlierAnswers
from checker.diagnosis.explanation import Diagnosis, Explanation, ranked
from checker.diagnosis.hypothesis import Hypothesis, PartExplanation
from checker.diagnosis.hypothesis_search import CONTRADICTED, HypothesisSearch, contradicts, is_needed
from checker.diagnosis.mistakes import Mistakes
from checker.diagnosis.part_answer import PartAnswer

MAX_HYPOTHESES: Final = 48
"""Maximum number of hypotheses that are kept from part to part."""

DIGITS: Final = 9
"""Decimals of logarithms that are compared."""

SHOWN: Final = 3
"""Decimals of shares that people see."""

NEGLIGIBLE: Final = 0.01
"""Minimum share of an explanation that is reported."""

UNDONE: Final = 0.02
"""Probability of a mistake in one part where another one, which it would change, is answered right."""


def diagnose_together(answers: Sequence[PartAnswer]) -> list[Diagnosis]:
    """Return a diagnosis for each of a student's answers to a problem, made with one set of mistakes for all.

    The diagnosis of a right answer is empty.
    """
    hypotheses = [Hypothesis()]
    budget, searched = WorkBudget(), len(answers)
    for place, answer in enumerate(answers):
        try:
            hypotheses = _extended(hypotheses, answer, answers[:place], budget)
        except BudgetExceeded:
            searched = place
            break
    wrong = [answer for answer in answers[:searched] if not answer.is_right]
    diagnoses = iter([_diagnosis(answer, place, hypotheses) for place, answer in enumerate(wrong)])
    found = [Diagnosis() if answer.is_right else next(diagnoses) for answer in answers[:searched]]
    return found + [Diagnosis(is_stopped=not answer.is_right) for answer in answers[searched:]]


def _extended(
    hypotheses: list[Hypothesis], answer: PartAnswer, earlier: Sequence[PartAnswer], budget: WorkBudget
) -> list[Hypothesis]:
    """Return the likeliest hypotheses after one more answer."""
    budget.spend(len(hypotheses))
    if answer.is_right:
        return [each.penalised(UNDONE) if contradicts(answer, each.beliefs) else each for each in hypotheses]
    found = []
    for hypothesis in HypothesisSearch(answer, EarlierAnswers(earlier), budget).extensions(hypotheses):
        budget.spend(len(earlier))
        found.append(_against_earlier(hypothesis, answer, earlier))
    return _likeliest(filter(None, found))


def _against_earlier(hypothesis: Hypothesis, answer: PartAnswer, earlier: Sequence[PartAnswer]) -> Hypothesis | None:
    """Penalise beliefs that are new at a later part, but would have changed earlier answers.

    None where an earlier answer refutes them: it is right, and this answer is computed from it.
    """
    explanation = hypothesis.explanations[-1]
    new = explanation.mistakes if explanation else ()
    before = tuple(belief for belief in hypothesis.beliefs if belief not in new)
    for other in earlier if len(before) < len(hypothesis.beliefs) else ():
        beliefs = hypothesis.beliefs
        if contradicts(other, beliefs) and other.value_with(beliefs) != other.value_with(before):
            if other.is_right and answer.depends_on(other):
                return None
            hypothesis = hypothesis.penalised(UNDONE if other.is_right else CONTRADICTED)
    return hypothesis


def _likeliest(hypotheses: Iterable[Hypothesis]) -> list[Hypothesis]:
    """Return the likeliest hypotheses, without duplicates."""
    best: dict[tuple[frozenset[object], object], Hypothesis] = {}
    for each in hypotheses:
        key = frozenset(each.beliefs), each.explanations
        if key not in best or best[key].log < each.log:
            best[key] = each
    return sorted(best.values(), key=_unlikeliness)[:MAX_HYPOTHESES]


def _unlikeliness(hypothesis: Hypothesis) -> float:
    """Return a key to sort by; hypotheses that differ by noise only keep their order."""
    return -round(hypothesis.log, DIGITS)


def _diagnosis(answer: PartAnswer, place: int, hypotheses: Sequence[Hypothesis]) -> Diagnosis:
    """Return the diagnosis of one wrong answer, from the explanations that all hypotheses have for it.

    `place` counts the wrong answers from 0.
    """
    most = max(each.log for each in hypotheses)
    weights: dict[PartExplanation, float] = {}
    reported: dict[PartExplanation, PartExplanation] = {}
    unexplained, gaps = 0.0, 0
    for hypothesis in sorted(hypotheses, key=_unlikeliness):
        weight = math.exp(hypothesis.log - most)
        explanation = hypothesis.explanations[place] or _in_hindsight(answer, hypothesis.beliefs)
        if explanation is None:
            unexplained += weight
            continue
        gaps = gaps if reported else hypothesis.explanations.count(None)
        key = explanation._replace(since=(), again=())
        weights[key] = weights.get(key, 0.0) + weight
        if key not in reported or (explanation.since and not reported[key].since):  # "follows" says more than "repeats"
            reported[key] = explanation
    mass = sum(weights.values())
    # Where much is left unexplained, something is soon explained by chance
    factor = mass / unexplained / (1 + gaps) if unexplained else math.inf
    likeliest = max(weights, key=weights.__getitem__, default=PartExplanation())
    story = coincidence.story_of(likeliest.mistakes, likeliest.slip, likeliest.detail)
    strength = coincidence.strength(factor, story) if reported else None
    known = ways_of(answer.causes)
    if strength is None:
        is_stopped = not (reported or known) and answer.index.is_incomplete
        return Diagnosis(silenced=bool(known), ways=known, is_stopped=is_stopped, factor=factor)
    order = {(cause.mistakes, cause.slip): place for place, cause in enumerate(answer.causes)}
    keys = [key for key, weight in weights.items() if weight > NEGLIGIBLE * mass]
    keys.sort(key=lambda key: order.get((key.mistakes, key.slip), len(order)))  # in a tie, as without the other parts
    shares = [(reported[key], weights[key] / mass) for key in keys]
    found = (_explanation(answer, each, strength, share) for each, share in ranked(shares, SHOWN))
    return Diagnosis(tuple(found), ways=known, factor=factor)


def _in_hindsight(answer: PartAnswer, beliefs: Mistakes) -> PartExplanation | None:
    """Return an explanation of an earlier answer by mistakes that were found at a later part.

    Return None if they do not give it.
    """
    value = answer.value_with(beliefs) if beliefs else None
    if value == answer.truth or not answer.states(value):
        return None
    return PartExplanation(tuple(belief for belief in beliefs if is_needed(answer, belief, beliefs)))


def _explanation(answer: PartAnswer, found: PartExplanation, strength: str, share: float) -> Explanation:
    """Return the explanation of a part; the first changed step is in it only if the part has no other cause."""
    is_alone = found.mistakes and not (found.since or found.again)  # else the other steps have other causes, too
    difference = first_difference(answer.index, found.mistakes) if is_alone else None
    return Explanation(strength, share, found.mistakes, found.slip, found.detail, difference, found.since, found.again)
