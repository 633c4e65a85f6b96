"""Finds the likeliest sequence of states, and how sure it is: a hidden Markov model, solved exactly.

It decides which question each line belongs to, and which part each result answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

Scores = np.ndarray[Any, np.dtype[np.float64]]
"""Log-odds."""


class StatePath(NamedTuple):
    """The likeliest state for each step, and the probability of every state there."""

    path: list[int]
    chances: Scores
    """By step and state."""


def decode(
    scores: Scores, moves: Scores, start: Scores, begins: Scores, sorts: Sequence[int] | None = None
) -> StatePath:
    """Return the likeliest path (Viterbi) and the probability of each state at each step (forward-backward).

    `scores` (steps, states): the evidence for each state at each step.  `moves` (states, states): the cost of going
    from one to another; with `sorts`, several of them, and for each step which of them counts.  `start` (states): the
    cost of beginning there.  `begins` (steps, states): the evidence that a state begins at this very step.
    """
    steps, states = scores.shape
    if not steps:
        return StatePath([], np.zeros((0, states)))
    first = start + scores[0]
    by_sort = moves[None] if sorts is None else moves
    sorts = [0] * steps if sorts is None else sorts
    return StatePath(_likeliest(scores, by_sort, sorts, first, begins), chances(scores, by_sort, sorts, first, begins))


def _likeliest(scores: Scores, moves: Scores, sorts: Sequence[int], first: Scores, begins: Scores) -> list[int]:
    changes = 1.0 - np.eye(scores.shape[1])
    best, sources = first, []
    for step in range(1, len(scores)):
        reached = changes * begins[step] + moves[sorts[step]] + best[:, None]
        sources.append(reached.argmax(axis=0).tolist())
        best = reached.max(axis=0) + scores[step]
    path = [int(best.argmax())]
    for source in reversed(sources):
        path.append(source[path[-1]])
    path.reverse()
    return path


def chances(scores: Scores, moves: Scores, sorts: Sequence[int], first: Scores, begins: Scores) -> Scores:
    """Return the probability of each state at each step, computed forward and backward.

    The arguments are those of `decode`, always with several `moves`; `first` is `start` with the first scores.
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
