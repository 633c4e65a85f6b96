"""The guard against coincidence.

Among hundreds of mistaken runs one often lies near any wrong answer by chance.  So an explanation is only given where
the answer is much likelier under it than under `q0`, what an answer of unknown origin would do: by Markov's inequality
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

RANGE: Final = 1e3
"""How far from the truth an answer of unknown origin may lie, as a factor."""

FAR: Final = 0.05
"""How much rarer an answer of unknown origin is in a decade beyond that than in one within."""

FINEST: Final = 1e-12
"""The smallest error that an exact real number is thought to have, relative to the truth."""

THINKABLE: Final = 5
"""So many exponents may a factor have in an answer of unknown origin: -1, 0, 1, 2, and something else."""

SMALLEST: Final = 1e-15
"""Nothing is thought to be less likely than this, however far away."""

ENOUGH: Final = 1e12
"""Evidence beyond this is not counted: no prior is so small."""


def strength(factor: float) -> str | None:
    """How strongly a Bayes factor speaks: "exact", "consistent", or None, to be silent."""
    return "exact" if factor >= EXACT else "consistent" if factor >= CONSISTENT else None


def evidence(
    windows: Sequence[tuple[float, float]],
    truths: Sequence[float],
    varying: Sequence[int],
    scale: float,
    enough: float = ENOUGH,
) -> float:
    """How much likelier an answer is from causes that give it than from an unknown origin: 1 / q0.

    `windows` are the values that each entry's digits allow, `truths` the right ones (none for an answer of another
    shape), and `scale` the size of the largest.  Only the entries that vary between mistaken runs are evidence; as each
    can only make the case stronger, counting stops where it is strong `enough`.
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


def evidence_of_code(varying: Sequence[int]) -> float:
    """As `evidence`, for the exponents of an order of growth: small whole numbers, of which few are thinkable."""
    return float(THINKABLE ** len(varying))


def null_probability(low: float, high: float, truth: float, scale: float) -> float:
    """q0: the probability that a number of unknown origin falls between `low` and `high`.

    An equal mix of three: log-uniform over ±3 decades of the truth's size, uniform within ±50% of it, log-uniform in
    the error.  `scale` is the truth's size, or for a truth of 0 the size of the numbers beside it.
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
    """Log-uniform over ±3 decades; beyond them rarer, yet possible, lest mere distance prove a mistake."""
    if low > scale * RANGE or 0 < low < high < scale / RANGE:
        return FAR * min(math.log(high / low) / math.log(RANGE**2), 1.0)
    return _log_share(low, high, scale / RANGE, scale * RANGE)


def _log_share(low: float, high: float, smallest: float, largest: float) -> float:
    """The part of a log-uniform distribution between `smallest` and `largest` that lies between `low` and `high`."""
    if high <= smallest or low >= largest or smallest >= largest:
        return 0.0
    low, high = max(low, smallest), min(high, largest)
    return math.log(high / low) / math.log(largest / smallest)
