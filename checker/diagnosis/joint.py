"""The parts of a problem judged together: one set of mistakes has to explain all that a student got wrong.

The parts are gone through in order, with a short list of candidates for what this student believes.  A mistake costs
its prior once, at the part where it first acts; each part that it explains speaks for it, each right answer that it
would have made wrong speaks against it.  Later parts are also worked out from the earlier answers as the student gave
them.  The guard then weighs, part by part, all candidates that explain its answer against all that do not.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final

from checker.diagnosis import coincidence
from checker.diagnosis.budget import Stopped, Work
from checker.diagnosis.diagnose import MOST, Diagnosis, Explanation, first_difference, is_cut, ways_of
from checker.diagnosis.earlier_answers import EarlierAnswers
from checker.diagnosis.extend import CONTRADICTED, UNDONE, HypothesisSearch, acts, is_against
from checker.diagnosis.hypothesis import Hypothesis, Mistakes, Told
from checker.diagnosis.part_answer import PartAnswer

MOST_CANDIDATES: Final = 48
"""So many candidates are kept from part to part."""

DIGITS: Final = 9
"""Decimals of logarithms that are compared."""

SHOWN: Final = 3
"""Decimals of shares that people see."""

NEGLIGIBLE: Final = 0.01
"""What has a smaller share of all that explains an answer is not told."""


def diagnose_together(items: Sequence[PartAnswer]) -> list[Diagnosis]:
    """Explain the wrong answers to the parts of a problem, in their order; an empty diagnosis for each right one."""
    candidates = [Hypothesis((), 0.0, (), ())]
    work, ended = Work(), len(items)
    for at, item in enumerate(items):
        try:
            candidates = _after(candidates, item, items[:at], work)
        except Stopped:
            ended = at
            break
    wrong = [item for item in items[:ended] if not item.is_right]
    diagnoses = iter([_diagnosis(item, at, candidates) for at, item in enumerate(wrong)])
    found = [Diagnosis() if item.is_right else next(diagnoses) for item in items[:ended]]
    return found + [Diagnosis(is_stopped=not item.is_right) for item in items[ended:]]


def _after(
    candidates: list[Hypothesis], item: PartAnswer, earlier: Sequence[PartAnswer], work: Work
) -> list[Hypothesis]:
    """What becomes of the candidates with one more answer."""
    work.spend(len(candidates))
    if item.is_right:
        return [_with_right(candidate, item) for candidate in candidates]
    found = []
    for candidate in HypothesisSearch(item, EarlierAnswers(earlier), work).of(candidates):
        work.spend(len(earlier))
        found.append(_with_earlier(candidate, item, earlier))
    return _best(filter(None, found))


def _with_right(candidate: Hypothesis, item: PartAnswer) -> Hypothesis:
    """A right answer speaks against beliefs under which it would be another one."""
    return candidate.doubted(CONTRADICTED) if is_against(item, candidate.beliefs) else candidate


def _with_earlier(candidate: Hypothesis, item: PartAnswer, items: Sequence[PartAnswer]) -> Hypothesis | None:
    """Beliefs that come up at a later part would have acted in the earlier ones, too.

    None where an earlier answer refutes them: it is right, and a step on the way to this one.
    """
    new = candidate.told[-1].mistakes if candidate.told[-1] else ()
    before = tuple(belief for belief in candidate.beliefs if belief not in new)
    for one in items if len(before) < len(candidate.beliefs) else ():
        if is_against(one, candidate.beliefs) and one.under(candidate.beliefs) != one.under(before):
            if one.is_right and item.follows_from(one):
                return None
            candidate = candidate.doubted(UNDONE if one.is_right else CONTRADICTED)
    return candidate


def _best(candidates: Iterable[Hypothesis]) -> list[Hypothesis]:
    """The likeliest; of those that tell the same the likelier one."""
    best: dict[object, Hypothesis] = {}
    for candidate in candidates:
        key = frozenset(candidate.beliefs), candidate.told
        if key not in best or best[key].log < candidate.log:
            best[key] = candidate
    return sorted(best.values(), key=_unlikeliness)[:MOST_CANDIDATES]


def _diagnosis(item: PartAnswer, at: int, candidates: Sequence[Hypothesis]) -> Diagnosis:
    """What all candidates together say of the wrong part that is number `at` among the wrong ones."""
    most = max(candidate.log for candidate in candidates)
    weights: dict[Told, float] = {}
    told: dict[Told, Told] = {}
    untold, left = 0.0, 0
    for candidate in sorted(candidates, key=_unlikeliness):
        weight, reason = math.exp(candidate.log - most), candidate.told[at] or _in_hindsight(item, candidate.beliefs)
        if reason is None:
            untold += weight
            continue
        left = left if told else candidate.told.count(None)
        bare = reason._replace(since=(), again=())
        weights[bare] = weights.get(bare, 0.0) + weight
        if bare not in told or (reason.since and not told[bare].since):  # that it follows says more than that it recurs
            told[bare] = reason
    mass = sum(weights.values())
    # Where much is left unexplained, something is soon explained by chance
    strength = coincidence.strength(mass / untold / (1 + left) if untold else math.inf) if told else None
    known = ways_of(item.causes)
    if strength is None:
        return Diagnosis(silenced=bool(told), ways=known, is_stopped=not (told or known) and is_cut(item.index))
    shares = {bare: weight / mass for bare, weight in weights.items() if weight > NEGLIGIBLE * mass}
    order = {(cause.mistakes, cause.slip): place for place, cause in enumerate(item.causes)}
    likeliest = sorted(
        shares, key=lambda bare: (-round(shares[bare], SHOWN), order.get((bare.mistakes, bare.slip), len(order)))
    )[:MOST]
    return Diagnosis(tuple(_explanation(item, told[bare], strength, shares[bare]) for bare in likeliest), ways=known)


def _unlikeliness(candidate: Hypothesis) -> float:
    """What candidates are sorted by; those that differ by rounding only keep their order."""
    return -round(candidate.log, DIGITS)


def _in_hindsight(item: PartAnswer, beliefs: Mistakes) -> Told | None:
    """What explains an answer by beliefs that were told at a later part only."""
    value = item.under(beliefs) if beliefs else None
    if value == item.truth or not item.is_given_by(value):
        return None
    return Told(tuple(belief for belief in beliefs if acts(item, belief, beliefs)))


def _explanation(item: PartAnswer, told: Told, strength: str, share: float) -> Explanation:
    alone = told.mistakes and not (told.since or told.again)  # else the other steps are not those of these mistakes
    difference = first_difference(item.index, told.mistakes) if alone else None
    return Explanation(strength, share, told.mistakes, told.slip, told.of, difference, told.since, told.again)
