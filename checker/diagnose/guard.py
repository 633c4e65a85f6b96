"""The guard against coincidence.

Among hundreds of mistaken runs one often lies near any wrong answer by chance.  So an explanation is only given where the
answer is much likelier under it than under `q0`, what an answer of unknown origin would do: by Markov's inequality
P(false explanation) ≤ 1/λ for answers that follow q0, if explanations need a Bayes factor of λ.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

EXACT: Final = 100.0
"""From this Bayes factor on: "exactly what you get if ..."."""

CONSISTENT: Final = 10.0
"""From this Bayes factor on: "consistent with ..."; below it, silence."""

DECADES: Final = 3
"""How far from the truth an answer of unknown origin may lie, in powers of ten."""


def strength(bayes_factor: float) -> str | None:
    """The word for this much evidence, or None where silence is honest."""
    if bayes_factor >= EXACT:
        return "exact"
    return "consistent" if bayes_factor >= CONSISTENT else None


def chance(value: float, width: float, truth: float, scale: float) -> float:
    """q0: the probability that a number of unknown origin falls into a window of this width around `value`.

    An equal mix of three: log-uniform over ±3 decades, uniform within ±50% of the truth, log-uniform in the error.
    `scale` is the truth's size, or for a truth of 0 the size of the numbers beside it.
    """
    range_ = 10.0**DECADES
    log_uniform = width / (abs(value) * 2 * math.log(range_)) if scale / range_ <= abs(value) <= scale * range_ else 0.0
    uniform = width / scale if abs(value - truth) <= scale / 2 else 0.0
    error = max(abs(value - truth), width / 2)
    slip = width / (2 * error * math.log(max(range_ * scale / width, math.e)))
    return (min(log_uniform, 1.0) + min(uniform, 1.0) + min(slip, 1.0)) / 3


def joint_chance(
    values: Sequence[float], widths: Sequence[float], truths: Sequence[float], varying: Sequence[int]
) -> float:
    """q0 of a whole answer: only the entries that vary between mistaken runs are evidence."""
    largest = max((abs(truth) for truth in truths), default=0.0) or 1.0
    return math.prod(
        chance(values[i], widths[i], truths[i], abs(truths[i]) if truths[i] else largest) for i in varying
    )
