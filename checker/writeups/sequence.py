"""The likeliest sequence of states, and how sure it is: a hidden Markov model, solved exactly.

Both questions here are of this sort: which question does each line belong to, and which part does each result answer?
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

Scores = np.ndarray[Any, np.dtype[np.float64]]
"""Log-odds."""


class Decoded(NamedTuple):
    """The likeliest state of each step, and the probability of each state at each step."""

    path: list[int]
    chances: Scores
    """By step and state."""


def decode(scores: Scores, moves: Scores, start: Scores, gates: Scores, entries: Scores | None = None) -> Decoded:
    """Return the likeliest path (Viterbi) and the chances of each state (forward-backward).

    `scores` (steps, states): the evidence for each state at each step.  `moves` (states, states): the cost of going
    from one to another; it may differ by step (steps, states, states).  `start` (states): the cost of beginning there.  `gates` (steps): what any change costs more
    at this step.  `entries` (steps, states): the evidence that a state begins at this very step.
    """
    steps, states = scores.shape
    if not steps:
        return Decoded([], np.zeros((0, states)))
    entries = np.zeros((steps, states)) if entries is None else entries
    changes = 1.0 - np.eye(states)
    first = start + scores[0] + entries[0]
    best, back = first, np.zeros((steps, states), dtype=int)
    forward = np.empty((steps, states))
    forward[0] = first
    for step in range(1, steps):
        ways = (moves if moves.ndim == 2 else moves[step]) + changes * (gates[step] + entries[step])
        reached = best[:, None] + ways
        back[step] = reached.argmax(axis=0)
        best = reached.max(axis=0) + scores[step]
        forward[step] = _log_sum(forward[step - 1][:, None] + ways, 0) + scores[step]
    path = [int(best.argmax())]
    for step in range(steps - 1, 0, -1):
        path.append(int(back[step][path[-1]]))
    path.reverse()
    backward = np.zeros(states)
    chances = np.empty((steps, states))
    for step in range(steps - 1, -1, -1):
        both = forward[step] + backward
        chances[step] = np.exp(both - _log_sum(both, 0))
        ways = (moves if moves.ndim == 2 else moves[step]) + changes * (gates[step] + entries[step])
        backward = _log_sum(ways + scores[step] + backward, 1)
    return Decoded(path, chances)


def _log_sum(values: Scores, axis: int) -> Any:
    top = values.max(axis=axis)
    return top + np.log(np.exp(values - np.expand_dims(top, axis)).sum(axis=axis))
