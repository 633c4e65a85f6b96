"""Explanations of the answers to several parts: a later one may follow from an earlier one, or repeat its mistake."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Final

from checker.diagnosis import coincidence, slips
from checker.diagnosis.earlier_answers import EarlierAnswers
from checker.diagnosis.explanation import Diagnosis, Explanation
from checker.diagnosis.mistakes import Mistake
from checker.diagnosis.part_answer import PartAnswer
from checker.engine.recording import AUTHOR_LISTED
from checker.kinds import flatten

CARRIED: Final = 0.1
"""Probability that a later part is worked out from wrong earlier answers."""


def diagnose_parts(answers: Sequence[PartAnswer]) -> list[Diagnosis]:
    """Return a diagnosis for each of a student's answers to a problem, in their order; that of a right one is empty."""
    found: list[Diagnosis] = []
    told: dict[Hashable, str] = {}
    for place, answer in enumerate(answers):
        if answer.alone is None:
            found.append(Diagnosis())
            continue
        earlier = EarlierAnswers(answers[:place])
        diagnosis = _followed(answer, earlier) or _repeated(answer, answer.alone, told) or _copied(answer, earlier)
        found.append(diagnosis or answer.alone)
        for mistake in found[-1].explanations[0].mistakes if found[-1].explanations else ():
            told.setdefault(_belief(answer, mistake), answer.part)
    return found


def _followed(answer: PartAnswer, earlier: EarlierAnswers) -> Diagnosis | None:
    """Return that an answer follows from wrong earlier ones; None if it does not."""
    for carried in earlier.carried(answer.index):
        if flatten(carried.value) != answer.truth and carried.since and answer.agrees(carried.value):
            return _diagnosis(answer, CARRIED, since=carried.since)
    return None


def _copied(answer: PartAnswer, earlier: EarlierAnswers) -> Diagnosis | None:
    """Return that an answer which nothing surely explains is a wrong earlier one once more; None if it is not."""
    if answer.alone is None or answer.alone.is_identified:
        return None
    for other in earlier.wrong:
        if (other.reading.shape, other.reading.numbers) == (answer.reading.shape, answer.reading.numbers):
            return _diagnosis(answer, slips.PRIOR * slips.prior("another_part"), copied=other.part)
    return None


def _diagnosis(answer: PartAnswer, prior: float, since: tuple[str, ...] = (), copied: str = "") -> Diagnosis | None:
    """Return the diagnosis with one explanation that has this prior; None where chance explains the answer as well."""
    slip = slips.COPIED if copied else None
    factor = prior * answer.evidence
    strength = coincidence.strength(factor, coincidence.story_of((), slip))
    if strength is None:
        return None
    explanation = Explanation(strength, 1.0, (), slip=slip, detail=copied, first_difference=None, since=since)
    return Diagnosis((explanation,), ways=answer.alone.ways if answer.alone else (), factor=factor)


def _belief(answer: PartAnswer, mistake: Mistake) -> Hashable:
    """Return what a mistake shows of its student: one of an author's list is about this question alone."""
    is_own = mistake.point == AUTHOR_LISTED
    return mistake, answer.index.variant.key() if is_own else None


def _repeated(answer: PartAnswer, alone: Diagnosis, told: Mapping[Hashable, str]) -> Diagnosis | None:
    """Return a diagnosis that reports mistakes of an earlier answer as repeated; None if there are none.

    In a tie only the explanation by such mistakes is kept.
    """
    tied = alone.explanations if alone.is_tie else alone.explanations[:1]
    for one in tied:
        beliefs = {mistake: _belief(answer, mistake) for mistake in one.mistakes}
        if again := tuple(dict.fromkeys(told[belief] for belief in beliefs.values() if belief in told)):
            new = tuple(mistake for mistake in one.mistakes if beliefs[mistake] not in told)
            repeated = one._replace(share=1.0, mistakes=new, first_difference=None, again=again)
            return alone._replace(explanations=(repeated,))
    return None
