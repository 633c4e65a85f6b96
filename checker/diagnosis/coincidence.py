"""The guard against coincidence: an explanation is given only where the evidence for it is strong.

Among hundreds of runs with mistakes, one is often near a wrong answer by chance.  So an answer has to be much likelier
under an explanation than under `q0`, the distribution of answers of unknown origin.  By Markov's inequality
P(false explanation) ≤ 1/λ for answers that follow q0, if explanations need a Bayes factor of λ.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import Final, Literal

from checker.diagnosis.explanation import STRENGTHS, Cause
from checker.diagnosis.index import WrongAnswerIndex
from checker.diagnosis.slips import MISCOPIED, SLIPS
from checker.diagnosis.values import Window, nearest_float
from checker.kinds import Reading

_Story = Literal["mistake", "mistakes", "slip", "near"]
"""The kind of an explanation: one mistake, two, a slip, or a slip that is doubtful: after a mistake, in some entries,
or in what was copied."""

BARS: Final[Mapping[_Story, tuple[float, float, float]]] = {
    "mistake": (100, 10, 1.45),
    "mistakes": (math.inf, math.inf, 7),
    "slip": (100, 10, 1.5),
    "near": (math.inf, math.inf, 2),
}
"""The Bayes factors that an explanation needs to be reported as exact, consistent or possible.

A wrong hint costs little where it is a *perhaps* about a common mistake or a slip, and much where it is asserted.
Chosen from curves of true and false explanations by kind.
"""

_RANGE: Final = 1e3
"""Factor between the truth and answers of unknown origin that are common."""

_SMALLEST, _ENOUGH = 1e-15, 1e12
"""Smallest probability under q0, however far away an answer is, and evidence that outweighs every prior."""


def story_of(mistakes: Sequence[object], slip: str | None, detail: str = "") -> _Story:
    """Return the kind of an explanation, such as "mistakes" or "slip"; `detail` names the entries of a slip in some."""
    if slip:
        return "near" if mistakes or slip == MISCOPIED or (detail and SLIPS[slip].in_entries) else "slip"
    return "mistakes" if len(mistakes) > 1 else "mistake"


def strength(factor: float, story: _Story = "mistake") -> str | None:
    """Return how strong an explanation with this Bayes factor is: `exact`, `consistent`, `possible` or None."""
    return next((name for name, bar in zip(STRENGTHS, BARS[story], strict=True) if factor >= bar), None)


def strength_of(index: WrongAnswerIndex, reading: Reading, window: Window, causes: Sequence[Cause]) -> str | None:
    """Return how strongly an answer speaks for these causes, compared with an unknown origin."""
    best = max(causes, key=attrgetter("prior"), default=None)
    if best is None:
        return None
    if any(each.is_listed and _is_this_number(reading, window, each) for each in causes):
        return "exact"
    story = story_of(best.mistakes, best.slip, best.detail)
    # where many known values are near, an answer shows none of them
    mass = best.prior if story == "near" else sum(cause.prior for cause in causes)
    # if several options of the type give the answer, students read "perhaps", even where chance could give it
    several = "possible" if sum(each.is_single for each in causes) > 1 else None
    return strength(mass * evidence_of(index, reading, window), story) or several


def _is_this_number(reading: Reading, window: Window, cause: Cause) -> bool:
    """Return whether an answer is exactly a cause's numbers, or has digits enough to leave hardly another."""
    # a wider window belongs to a round number
    if all(nearest_float(high) - nearest_float(low) <= 0.02 * abs(nearest_float(high)) for low, high in window):
        return True
    pairs = zip(reading.numbers, cause.numbers, strict=True)
    return all(nearest_float(number.value) == nearest_float(value) for number, value in pairs)


def evidence_of(index: WrongAnswerIndex, reading: Reading, window: Window) -> float:
    """Return how much likelier an answer is from a cause that gives it than by chance."""
    varying = index.varying(reading.shape)
    if index.is_coded:
        return 5.0 ** len(varying)  # exponents, of which few are plausible: -1, 0, 1, 2, and something else
    if index.whole:  # the bounds of the real numbers that round to a whole one
        stated = ((nearest_float(low), nearest_float(high)) for low, high in window)
        window = [(low - 0.5, high + 0.5) if low == high else (low, high) for low, high in stated]
    return evidence(window, index.truths if reading.shape == index.shape else (), varying, index.scale)


def evidence(windows: Window, truths: Sequence[float], varying: Sequence[int], scale: float) -> float:
    """Return how unlikely these numbers are by chance: 1 / their probability, over the entries that are `varying`.

    `truths` are the right numbers (none for an answer of another shape), `scale` is the size of the largest.  Each
    entry can only add evidence, so counting stops at _ENOUGH.
    """
    found = 1.0
    for i in varying:
        if truths:
            found /= null_probability(*windows[i], truths[i], abs(truths[i]) or scale)
        else:
            found /= max(_of_any_size(*windows[i], scale), _SMALLEST)
        if found >= _ENOUGH:
            break
    return found


def null_probability(low: float, high: float, truth: float, scale: float) -> float:
    """Return q0, the probability that a number of unknown origin is between `low` and `high`.

    An equal mix of three: log-uniform over ±3 decades of the truth's size, uniform within ±50% of it, log-uniform in
    the error, as after slips.  `scale` is the truth's size, or for a truth of 0 the size of the numbers next to it.
    """
    log_uniform = _of_any_size(low, high, scale) if truth >= 0 else _of_any_size(-high, -low, scale)
    half = scale / 2
    common = min(high, truth + half) - max(low, truth - half)
    uniform = min(common / scale, 1.0) if common > 0 else 0.0
    finest = max((high - low) / 2, scale * 1e-12)
    above = _log_share(low - truth, high - truth, finest, scale * _RANGE)
    below = _log_share(truth - high, truth - low, finest, scale * _RANGE)
    return max((log_uniform + uniform + (above + below) / 2) / 3, _SMALLEST)


def _of_any_size(low: float, high: float, scale: float) -> float:
    """Return the log-uniform probability over ±3 decades; beyond them it is low, but distance alone proves nothing."""
    if low > scale * _RANGE or 0 < low < high < scale / _RANGE:
        return 0.05 * min(math.log(high / low) / math.log(_RANGE**2), 1.0)
    return _log_share(low, high, scale / _RANGE, scale * _RANGE)


def _log_share(low: float, high: float, smallest: float, largest: float) -> float:
    """Return the part between `low` and `high` of a log-uniform distribution from `smallest` to `largest`."""
    if high <= smallest or low >= largest or smallest >= largest:
        return 0.0
    low, high = max(low, smallest), min(high, largest)
    return math.log(high / low) / math.log(largest / smallest)
