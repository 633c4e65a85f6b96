"""(c) Calibration: of explanations reported with a share of 0.7, seven in ten should be right.

Students are drawn by the catalogue's own prior, so this measures whether the engine computes the shares it means:
whether it looks at all that could have been made, and at all the digits that were given.  Whether real students err
as the prior says, no benchmark can tell.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from benchmarks.diagnosis.questions import Asked
from benchmarks.diagnosis.stated import reading
from checker.diagnosis import Explanation, diagnose
from checker.diagnosis.causes import Cause
from checker.diagnosis.mistaken_runs import THIRD
from checker.diagnosis.mistakes import Mistake
from checker.diagnosis.slips import FROM_THE_VALUE, PRIOR
from checker.diagnosis.students import STAGE_PRIORS

BINS: Final = 10

Tally = Counter[tuple[int, str]]
"""Sums by bin of the share: `told` explanations, `right` ones, and their `share`s."""


class Drawn(NamedTuple):
    """A simulated student: the deviations that were made, and the answer that they give."""

    mistakes: tuple[Mistake, ...]
    slip: str | None
    shape: tuple[int, ...]
    numbers: tuple[object, ...]


def calibration(asked: Asked, rng: Random, most: int) -> Tally:
    """Shares of first explanations, and how often each was right."""
    tally: Tally = Counter()
    for student in _students(asked, rng, most):
        value = student.shape, student.numbers
        answer = reading(value, rng.choice(asked.digits), is_coded=asked.index.is_coded)
        if not asked.is_wrong(answer):
            continue
        if explanations := diagnose(asked.index, answer).explanations:
            add(tally, explanations[0].share, right=_is_made(asked, explanations[0], student))
    return tally


def add(tally: Tally, share: float, *, right: bool) -> None:
    """Add one explanation."""
    place = min(int(share * BINS), BINS - 1)
    tally[place, "told"] += 1
    tally[place, "right"] += right
    tally[place, "share"] += share  # type: ignore[assignment]  # a sum of shares


def expected_error(tally: Tally) -> float:
    """Return the expected calibration error: the difference of share and truth, weighted by bin."""
    total = sum(tally[place, "told"] for place in range(BINS))
    gaps = (abs(tally[place, "right"] - tally[place, "share"]) for place in range(BINS))
    return sum(gaps) / total if total else 0.0


def _students(asked: Asked, rng: Random, most: int) -> list[Drawn]:
    """Draw students by the prior: slips from the index, mistakes from all runs, failing ones included."""
    index = asked.index
    slipped = [(cause, index.shape) for cause in _slipped(asked)]
    few = [run for count in (1, 2) for run in index.runs.of_size(count) if index.is_minimal(run)]
    weights = [run.prior * index.prior_factor ** len(run.mistakes) for run in few]
    students = []
    for _ in range(most):
        if slipped and rng.random() < PRIOR:
            (cause, shape), *_ = rng.choices(slipped, [cause.prior for cause, _ in slipped])
            students.append(Drawn(cause.mistakes, cause.slip, shape, cause.numbers))
            continue
        many = index.runs.of_size(THIRD) if rng.random() < STAGE_PRIORS[THIRD] and index.has_third_stage else []
        if many or few:
            trace = rng.choices(many or few, [run.prior for run in many] or weights)[0]
            if value := trace.values.get(index.step):
                students.append(Drawn(trace.mistakes, None, *value))
    return students


def _slipped(asked: Asked) -> Sequence[Cause]:
    return [cause for cause in asked.rivals(asked.index.shape, 2).causes if cause.slip]


def _is_made(asked: Asked, told: Explanation, student: Drawn) -> bool:
    """Return whether this is what was made, ignoring mistakes that change nothing here.

    A mistake stands for a slip that gives the very same, whose prior it has.
    """
    if told.slip is None and len(told.mistakes) == 1 and student.slip in FROM_THE_VALUE:
        return asked.index.runs.value(told.mistakes, asked.index.step) == (student.shape, student.numbers)
    if told.slip != student.slip:
        return False
    if told.mistakes == student.mistakes:
        return True
    if told.slip or not set(student.mistakes).issuperset(told.mistakes):
        return False
    value = asked.index.runs.value(told.mistakes, asked.index.step)
    return value == (student.shape, student.numbers)
