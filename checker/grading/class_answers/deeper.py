"""A deeper search for the mistakes behind an answer that many students share.

That several students give it is evidence that chance cannot explain.  So sets of mistakes are tried that are too
unlikely for one student: with a mistake that is made in one place only, and three of the likeliest together.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, Final

from checker.diagnosis.causes import Cause
from checker.diagnosis.mistakes import Mistakes
from checker.diagnosis.students import are_of_different_points
from checker.diagnosis.window import fits, window_of
from checker.diagnosis.wording import sentence
from checker.marking.marker import Marker
from checker.marking.outcome import Outcome

FEWEST_STUDENTS: Final = 5
"""Minimum number of students who share an answer that is looked into."""

MAX_SETS: Final = 4_000
MAX_WORK: Final = 2_000_000
"""Maximum number of sets of mistakes, and of values of steps: a count and not a time, the same on every machine."""

IN_THREES: Final = 14
"""Number of the likeliest mistakes of which three are combined."""


def hypothesis(marker: Marker, outcome: Outcome) -> str:
    """Return the likeliest set of mistakes that gives an unexplained answer, as sentences; empty if none is found."""
    index, reading = marker.target.index, outcome.reading
    if reading is None or reading.refused or not marker.part.answer_kind.is_of_numbers:
        return ""
    is_rounded = index.whole and any(number.half >= 1 for number in reading.numbers)  # many numbers fit it
    if is_rounded or reading.shape != index.shape or (outcome.diagnosis and outcome.diagnosis.ways):
        return ""
    most = min(MAX_SETS, MAX_WORK // max(index.runs.work_per_student, 1))
    sets = sorted(_sets([cause for cause in index.slip_starts if cause.mistakes]), key=lambda each: -each[1])[:most]
    mistakes = [each for each, _ in sets]
    window = window_of(reading, whole=index.whole)
    for each, value in zip(mistakes, index.runs.run_replaced(mistakes, index.step, _unchanged), strict=True):
        if value and value[0] == reading.shape and fits(value[1], window):
            return " And: ".join(sentence(marker.part.variant, mistake) for mistake in each)
    return ""


def _unchanged(_: str, value: Any) -> Any:
    return value


def _sets(singles: Sequence[Cause]) -> Iterator[tuple[Mistakes, float]]:
    """Yield sets of mistakes that no index has, with their relative priors."""
    ranked = sorted(singles, key=lambda cause: -cause.prior)
    anywhere = [cause for cause in ranked if not cause.mistakes[0].scope][:IN_THREES]
    pairs = (pair for pair in combinations(ranked, 2) if any(cause.mistakes[0].scope for cause in pair))
    for causes in (*pairs, *combinations(anywhere, 3)):
        mistakes = tuple(cause.mistakes[0] for cause in causes)
        if are_of_different_points(mistakes):
            yield mistakes, math.prod(cause.prior for cause in causes)
