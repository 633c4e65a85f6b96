"""(c) Calibration: of explanations reported with a share of 0.7, seven in ten should be what was made.

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
from checker.diagnosis.mistakes import Mistake
from checker.diagnosis.slips import PRIOR
from checker.diagnosis.students import STAGE_PRIORS

BINS: Final = 10

Tally = Counter[tuple[int, str]]
"""Per bin of the share: how many `told`, how many `right`, and the sum of the `share`s."""


class Drawn(NamedTuple):
    """What one student did, and the answer that it gives."""

    mistakes: tuple[Mistake, ...]
    slip: str | None
    shape: tuple[int, ...]
    numbers: tuple[object, ...]


def calibration(asked: Asked, rng: Random, most: int) -> Tally:
    """The shares of the first explanations, and how often each is what was made."""
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
    """One more explanation."""
    place = min(int(share * BINS), BINS - 1)
    tally[place, "told"] += 1
    tally[place, "right"] += right
    tally[place, "share"] += share  # type: ignore[assignment]  # a sum of shares


def expected_error(tally: Tally) -> float:
    """The expected calibration error: how far share and truth differ, bin by bin, weighed by how many are in it."""
    total = sum(tally[place, "told"] for place in range(BINS))
    gaps = (abs(tally[place, "right"] - tally[place, "share"]) for place in range(BINS))
    return sum(gaps) / total if total else 0.0


def _students(asked: Asked, rng: Random, most: int) -> list[Drawn]:
    """Students drawn by the prior: slips from those in the index, mistakes from all runs, dead ones among them."""
    index = asked.index
    slipped = [(cause, index.shape) for cause in _slipped(asked)]
    students = []
    for _ in range(most):
        if slipped and rng.random() < PRIOR:
            (cause, shape), *_ = rng.choices(slipped, [cause.prior for cause, _ in slipped])
            students.append(Drawn(cause.mistakes, cause.slip, shape, cause.numbers))
            continue
        count = rng.choices(list(STAGE_PRIORS), list(STAGE_PRIORS.values()))[0]
        if traces := index.runs.of_size(count):
            trace = rng.choices(traces, [trace.prior for trace in traces])[0]
            if value := trace.values.get(index.step):
                students.append(Drawn(trace.mistakes, None, *value))
    return students


def _slipped(asked: Asked) -> Sequence[Cause]:
    return [cause for cause in asked.rivals(asked.index.shape, 2).causes if cause.slip]


def _is_made(asked: Asked, told: Explanation, student: Drawn) -> bool:
    """Whether this is what was made, as far as it acts: a mistake that changes nothing here is no part of it."""
    if told.slip != student.slip:
        return False
    if told.mistakes == student.mistakes:
        return True
    if told.slip or not set(student.mistakes).issuperset(told.mistakes):
        return False
    value = asked.index.runs.value(told.mistakes, asked.index.step)
    return value == (student.shape, student.numbers)
