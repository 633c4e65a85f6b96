"""Finds the likeliest sequence of states, and how sure it is: a hidden Markov model, solved exactly.

It decides which question each line belongs to, and which part each result answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

Scores = np.ndarray[Any, np.dtype[np.float64]]
"""Log-odds."""


def decode(scores: Scores, moves: Scores, start: Scores, begins: Scores) -> tuple[list[int], Scores]:
    """Return the likeliest path (Viterbi), and the probability of each state at each step (forward-backward).

    `scores` (steps, states): the evidence for each state at each step.  `moves` (states, states): the cost of going
    from one to another.  `start` (states): the cost of beginning there.  `begins` (steps, states): the evidence that a
    state begins at this very step.
    """
    first = start + scores[0]
    best, sources = first, []
    changes = 1.0 - np.eye(scores.shape[1])
    for step in range(1, len(scores)):
        reached = changes * begins[step] + moves + best[:, None]
        sources.append(reached.argmax(axis=0).tolist())
        best = reached.max(axis=0) + scores[step]
    path = [int(best.argmax())]
    for source in reversed(sources):
        path.append(source[path[-1]])
    return path[::-1], chances(scores, moves[None], [0] * len(scores), first, begins)


def chances(scores: Scores, moves: Scores, sorts: Sequence[int], first: Scores, begins: Scores) -> Scores:
    """Return the probability of each state at each step, computed forward and backward.

    The arguments are those of `decode`, with several `moves`, and for each step (`sorts`) which of them counts; `first`
    is `start` with the first scores.
    """
    odds = np.exp(scores - scores.max(axis=1, keepdims=True))
    entered = np.exp(begins)
    stays = np.exp(moves.diagonal(axis1=1, axis2=2))
    leaves = np.exp(moves) * (1.0 - np.eye(scores.shape[1]))
    forward = np.empty_like(scores)
    forward[0] = np.exp(first - first.max())
    for step in range(1, len(scores)):
        before, sort = forward[step - 1], sorts[step]
        reached = (before * stays[sort] + (before @ leaves[sort]) * entered[step]) * odds[step]
        forward[step] = reached / reached.max()
    backward = np.empty_like(scores)
    backward[-1] = 1.0
    for step in range(len(scores) - 1, 0, -1):
        after, sort = backward[step] * odds[step], sorts[step]
        reached = after * stays[sort] + leaves[sort] @ (after * entered[step])
        backward[step - 1] = reached / reached.max()
    both = forward * backward
    found: Scores = both / both.sum(axis=1, keepdims=True)
    return found
