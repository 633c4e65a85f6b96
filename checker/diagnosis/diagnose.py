"""Diagnosis of one wrong answer: the known mistakes that give it, and where it first differs from the solution."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from checker.answers import Reading
from checker.diagnosis import slips
from checker.diagnosis.causes import Cause, Ways, is_listed
from checker.diagnosis.coincidence import Verdict, verdict_on
from checker.diagnosis.explanation import Diagnosis, Difference, Explanation, ranked
from checker.diagnosis.index import WrongAnswerIndex
from checker.diagnosis.mistaken_runs import THIRD
from checker.diagnosis.mistakes import Mistakes
from checker.diagnosis.near_misses import near_misses
from checker.diagnosis.numeric_equality import NOISE
from checker.diagnosis.redundant_slips import with_author_mistakes, without_redundant_slips
from checker.diagnosis.slips_on_the_way import slips_on_the_way
from checker.diagnosis.window import Window, window_of
from checker.diagnosis.writing_slips import writing_slip_causes

UNSURE: Final = (None, "possible")
"""Strengths beside which slips that depend on the digits are tried."""


def diagnose(index: WrongAnswerIndex, reading: Reading) -> Diagnosis:
    """Explain a wrong answer to the index's step."""
    causes, (strength, factor) = causes_of(index, reading, window_of(reading, whole=index.whole))
    ways = ways_of(causes)
    if strength is None:
        return Diagnosis(silenced=bool(ways), ways=ways, is_stopped=not ways and index.is_incomplete, factor=factor)
    mass = sum(cause.prior for cause in causes)
    likeliest = ranked((cause, cause.prior / mass) for cause in _merged(causes))
    explanations = tuple(_explanation(index, cause, strength, share) for cause, share in likeliest)
    return Diagnosis(explanations, ways=ways, factor=factor)


def causes_of(index: WrongAnswerIndex, reading: Reading, window: Window) -> tuple[list[Cause], Verdict]:
    """Return the mistakes and slips that give an answer, and how strong the evidence for them is.

    Writing slips, three mistakes and slips in the arithmetic are tried where nothing else explains the answer well.
    """
    causes = index.find(reading.shape, window, 2)
    if reading.unit and index.unit:
        from checker.diagnosis.written_unit import with_written_unit  # here, because few answers have a unit

        causes = with_written_unit(index, reading, window, causes)
    if not any(number.value for number in reading.numbers):  # a 0 shows no digit of another number
        zeros = (cause for cause in causes if cause.slip not in slips.SCALING)
        causes = [cause for cause in zeros if all(abs(each) <= NOISE * index.scale for each in cause.numbers)]
    verdict = verdict_on(index, reading, window, causes)
    if verdict.strength in UNSURE and not index.is_coded:
        causes = [*causes, *index.find_otherwise(reading.shape, window)]
        answered = {cause.numbers for cause in causes if cause.slip in slips.ANSWERED_OTHERWISE}
        derived = index.find_derived(reading.shape, window)
        causes = [*causes, *(cause for cause in derived if cause.numbers not in answered)]
        causes = [*causes, *writing_slip_causes(index, reading)]
        if not causes and index.has_third_stage:
            causes = index.find(reading.shape, window, THIRD)
        causes = [*causes, *near_misses(index, reading), *slips_on_the_way(index, reading.shape, window)]
        verdict = verdict_on(index, reading, window, causes)
    return with_author_mistakes(index, without_redundant_slips(causes)), verdict


def every_way(index: WrongAnswerIndex, reading: Reading, diagnosis: Diagnosis) -> Ways:
    """Return everything that gives an answer, for credit: writing slips, too, even where other causes are likely."""
    return (*diagnosis.ways, *ways_of(writing_slip_causes(index, reading)))


def ways_of(causes: Iterable[Cause]) -> Ways:
    """Return the mistakes and the slip of each cause, for credit, without causes that are only estimated."""
    known = (cause for cause in causes if not cause.is_estimated)
    return tuple(way for cause in known for way in ((cause.mistakes, cause.slip), *cause.also))


def first_difference(index: WrongAnswerIndex, mistakes: Mistakes) -> Difference | None:
    """Return the first step of the solution that has another value with these mistakes; None if none has."""
    values, truth = index.runs.values(mistakes), index.runs.truth
    for step in index.preceding_steps:
        if step in values and values[step] != truth[step] and index.is_on_the_way(step):
            return Difference(step, values[step], truth[step])
    return None


def _explanation(index: WrongAnswerIndex, cause: Cause, strength: str, share: float) -> Explanation:
    mistakes = cause.mistakes
    if is_listed(mistakes, cause.slip):  # it acts at the end only; the derived mistake that means the same shows where
        mistakes = next((same for same, slip in cause.also if same and not slip), mistakes)
    difference = first_difference(index, mistakes) if mistakes else None
    return Explanation(strength, share, cause.mistakes, cause.slip, cause.detail, difference)


def _merged(causes: Sequence[Cause]) -> Iterable[Cause]:
    """Return one cause for each set of mistakes and slip, however many ways that slip has."""
    merged: dict[Any, Cause] = {}
    for cause in causes:
        key = (cause.mistakes, cause.slip, cause.detail)
        known = merged.get(key)
        merged[key] = cause if known is None else known._replace(prior=known.prior + cause.prior)
    return merged.values()
