"""The likeliest sequence of states, and how sure it is: a hidden Markov model, solved exactly.

Both questions here are of this sort: which question does each line belong to, and which part does each result answer?
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

Scores = np.ndarray[Any, np.dtype[np.float64]]
"""Log-odds."""


class Decoded(NamedTuple):
    """The likeliest state of each step, and the probability of each state at each step."""

    path: list[int]
    chances: Scores
    """By step and state."""


class _Model(NamedTuple):
    """A hidden Markov model whose moves may differ from step to step."""

    scores: Scores
    """By step and state: the evidence for the state."""
    moves: Scores
    """By sort of step, state and next state: what it costs to go from one to the other."""
    sorts: Sequence[int]
    """By step: which of the moves count."""
    first: Scores
    """By state: the evidence for it at the first step."""
    begins: Scores
    """By step and state: the evidence that the state begins there."""


def decode(  # noqa: PLR0913 - a model has these
    scores: Scores,
    moves: Scores,
    start: Scores,
    gates: Scores,
    *,
    entries: Scores | None = None,
    sorts: Sequence[int] | None = None,
) -> Decoded:
    """Return the likeliest path (Viterbi) and the chances of each state (forward-backward).

    `scores` (steps, states): the evidence for each state at each step.  `moves` (states, states): the cost of going
    from one to another; with `sorts`, several of them, and for each step which of them counts.  `start` (states): the
    cost of beginning there.  `gates` (steps): what any change costs more at this step.  `entries` (steps, states): the
    evidence that a state begins at this very step.
    """
    steps, states = scores.shape
    if not steps:
        return Decoded([], np.zeros((0, states)))
    entries = np.zeros((steps, states)) if entries is None else entries
    moves, sorts = (moves[None], [0] * steps) if sorts is None else (moves, sorts)
    model = _Model(scores, moves, sorts, start + scores[0] + entries[0], gates[:, None] + entries)
    return Decoded(_likeliest(model), _chances(model))


def _likeliest(model: _Model) -> list[int]:
    """Return the likeliest path."""
    changes = 1.0 - np.eye(model.scores.shape[1])
    best, sources = model.first, []
    for step in range(1, len(model.scores)):
        reached = changes * model.begins[step] + model.moves[model.sorts[step]] + best[:, None]
        sources.append(reached.argmax(axis=0).tolist())
        best = reached.max(axis=0) + model.scores[step]
    path = [int(best.argmax())]
    for source in reversed(sources):
        path.append(source[path[-1]])
    path.reverse()
    return path


def _chances(model: _Model) -> Scores:
    """Return the chances of each state, from odds that are scaled at each step."""
    odds = np.exp(model.scores - model.scores.max(axis=1, keepdims=True))
    entered = np.exp(model.begins)
    stays = np.exp(model.moves.diagonal(axis1=1, axis2=2))
    leaves = np.exp(model.moves) * (1.0 - np.eye(model.scores.shape[1]))
    forward = np.empty_like(model.scores)
    forward[0] = np.exp(model.first - model.first.max())
    for step in range(1, len(forward)):
        before, sort = forward[step - 1], model.sorts[step]
        reached = (before * stays[sort] + (before @ leaves[sort]) * entered[step]) * odds[step]
        forward[step] = reached / reached.max()
    backward = np.empty_like(forward)
    backward[-1] = 1.0
    for step in range(len(backward) - 1, 0, -1):
        after, sort = backward[step] * odds[step], model.sorts[step]
        reached = after * stays[sort] + leaves[sort] @ (after * entered[step])
        backward[step - 1] = reached / reached.max()
    both = forward * backward
    chances: Scores = both / both.sum(axis=1, keepdims=True)
    return chances
