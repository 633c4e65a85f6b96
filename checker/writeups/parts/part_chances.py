"""The chances that candidates answer the parts of a question, for all of them together."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import numpy as np

from checker.writeups.questions.sequence import Scores, chances
from checker.writeups.results.weights import AGAIN, BACK, CORRECTED, SKIPPED

_MOST_SKIPPED: Final = 2
"""Number of parts without an answer that cost; more cost no more."""
_NEVER: Final = -30.0
"""What a move costs that is impossible."""


def part_chances(scores: Scores, corrects: Sequence[bool]) -> Scores:
    """Return by candidate and part the chance that it answers the part; `scores` are the evidence for each.

    A state is the part that was answered last, and whether the candidate at hand answers it or none.  A part is
    answered once, unless a later candidate corrects the answer.
    """
    steps, count = scores.shape
    emitted = np.zeros((steps, 2 * count + 1))
    emitted[:, :count] = scores
    start = np.full(2 * count + 1, _NEVER)
    start[2 * count] = 0.0
    start[:count] = SKIPPED * np.minimum(np.arange(count), _MOST_SKIPPED)
    sorts = [int(each) for each in corrects]
    return chances(emitted, _both_moves(count), sorts, start + emitted[0], np.zeros_like(emitted))[:, :count]


@lru_cache(64)
def _both_moves(count: int) -> Scores:
    """Return the costs of going from one state to another: for a candidate, and for one that corrects another."""
    return np.stack([_moves(count, AGAIN), _moves(count, CORRECTED)])


def _moves(count: int, again: float) -> Scores:
    """Return the costs of going from one state to another: the parts, the parts with nothing after them, nothing."""
    moves = np.full((2 * count + 1, 2 * count + 1), _NEVER)
    for state in range(2 * count + 1):
        last = state % count if state < 2 * count else -1
        moves[state, last + count if last >= 0 else 2 * count] = 0.0
        for part in range(count):
            moves[state, part] = (
                again if part == last else SKIPPED * min(part - last - 1, _MOST_SKIPPED) if part > last else BACK
            )
    return moves
