"""The guard against coincidence: an explanation is given only where the evidence for it is strong.

Among hundreds of runs with mistakes, one is often near a wrong answer by chance.  So an answer has to be much likelier
under an explanation than under `q0`, the distribution of answers of unknown origin.  By Markov's inequality
P(false explanation) ≤ 1/λ for answers that follow q0, if explanations need a Bayes factor of λ.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from checker.answers import Reading
from checker.diagnosis.causes import Cause, is_listed
from checker.diagnosis.index import WrongAnswerIndex
from checker.diagnosis.window import Window, nearest_float

EXACT_FROM: Final = 100.0
"""Bayes factor from which on a message says "exactly what you get if ..."."""

CONSISTENT_FROM: Final = 10.0
"""Bayes factor from which on a message says "consistent with ..."; below it, nothing."""

RANGE: Final = 1e3
"""Factor between the truth and answers of unknown origin that are common."""

FAR: Final = 0.05
"""Density of answers of unknown origin in a decade beyond that range, relative to one within it."""

FINEST: Final = 1e-12
"""Smallest error of an exact real number, relative to the truth."""

EXPONENTS: Final = 5
"""Number of exponents that a factor may have in an answer of unknown origin: -1, 0, 1, 2, and something else."""

SMALLEST: Final = 1e-15
"""Smallest probability under q0, however far away an answer is."""

ENOUGH: Final = 1e12
"""Evidence that outweighs every prior; more is not counted."""

NARROW: Final = 0.02
"""Maximum width of a window, relative to the answer, for a listed answer; a wider one belongs to a round number."""


def strength(factor: float) -> str | None:
    """Return the strength of a Bayes factor: "exact", "consistent", or None where nothing may be said."""
    return "exact" if factor >= EXACT_FROM else "consistent" if factor >= CONSISTENT_FROM else None


def strength_of(index: WrongAnswerIndex, reading: Reading, window: Window, causes: Sequence[Cause]) -> str | None:
    """Return how strongly an answer speaks for its causes, against an unknown origin."""
    if not causes:
        return None
    listed = (cause for cause in causes if is_listed(cause.mistakes, cause.slip)) if index.has_listed else ()
    if any(_is_named(reading, window, cause) for cause in listed):
        return "exact"
    mass = sum(cause.prior for cause in causes)
    return strength(mass * evidence_of(index, reading, window, EXACT_FROM / mass))


def _is_named(reading: Reading, window: Window, cause: Cause) -> bool:
    """Return whether the answer is this very number, and not a round one near many numbers."""
    if all(nearest_float(high) - nearest_float(low) <= NARROW * abs(nearest_float(high)) for low, high in window):
        return True
    pairs = zip(reading.numbers, cause.numbers, strict=True)
    return all(nearest_float(number.value) == nearest_float(value) for number, value in pairs)


def evidence_of(index: WrongAnswerIndex, reading: Reading, window: Window, enough: float = ENOUGH) -> float:
    """Return how much likelier an answer is from causes that give it than from an unknown origin."""
    varying = index.varying(reading.shape)
    if index.is_coded:
        return float(EXPONENTS ** len(varying))  # small whole exponents, of which few are plausible
    if index.whole:
        window = [_widened(nearest_float(low), nearest_float(high)) for low, high in window]
    truths = index.truths if reading.shape == index.shape else ()
    return evidence(window, truths, varying, index.scale, enough)


def _widened(low: float, high: float) -> tuple[float, float]:
    """Return the real numbers that a whole one stands for."""
    return (low - 0.5, high + 0.5) if low == high else (low, high)


def evidence(
    windows: Window, truths: Sequence[float], varying: Sequence[int], scale: float, enough: float = ENOUGH
) -> float:
    """Return 1 / q0, for the entries that vary between runs with mistakes.

    `truths` are the right numbers (none for an answer of another shape), `scale` is the size of the largest.  Each
    entry can only add evidence, so counting stops at `enough`.
    """
    found = 1.0
    for i in varying:
        if truths:
            found /= null_probability(*windows[i], truths[i], abs(truths[i]) or scale)
        else:
            found /= max(_of_any_size(*windows[i], scale), SMALLEST)
        if found >= enough:
            break
    return found


def null_probability(low: float, high: float, truth: float, scale: float) -> float:
    """Return q0, the probability that a number of unknown origin is between `low` and `high`.

    An equal mix of three: log-uniform over ±3 decades of the truth's size, uniform within ±50% of it, log-uniform in
    the error.  `scale` is the truth's size, or for a truth of 0 the size of the numbers next to it.
    """
    log_uniform = _of_any_size(low, high, scale) if truth >= 0 else _of_any_size(-high, -low, scale)
    half = scale / 2
    common = min(high, truth + half) - max(low, truth - half)
    uniform = min(common / scale, 1.0) if common > 0 else 0.0
    finest = max((high - low) / 2, scale * FINEST)
    above = _log_share(low - truth, high - truth, finest, scale * RANGE)
    below = _log_share(truth - high, truth - low, finest, scale * RANGE)
    return max((log_uniform + uniform + (above + below) / 2) / 3, SMALLEST)


def _of_any_size(low: float, high: float, scale: float) -> float:
    """Return the log-uniform probability over ±3 decades; beyond them it is low, but distance alone proves nothing."""
    if low > scale * RANGE or 0 < low < high < scale / RANGE:
        return FAR * min(math.log(high / low) / math.log(RANGE**2), 1.0)
    return _log_share(low, high, scale / RANGE, scale * RANGE)


def _log_share(low: float, high: float, smallest: float, largest: float) -> float:
    """Return the part between `low` and `high` of a log-uniform distribution from `smallest` to `largest`."""
    if high <= smallest or low >= largest or smallest >= largest:
        return 0.0
    low, high = max(low, smallest), min(high, largest)
    return math.log(high / low) / math.log(largest / smallest)
