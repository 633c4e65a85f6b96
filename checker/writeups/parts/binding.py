"""Decides which result in a student's text answers which part of a question, for all parts together."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from typing import Final

import numpy as np

from checker.writeups.parts.chosen_value import NOTHING, BoundCandidate, choose
from checker.writeups.parts.evidence import given_numbers, scores
from checker.writeups.parts.typed_candidate import Row, TypedCandidate, rows_of
from checker.writeups.questions.sequence import Scores, chances
from checker.writeups.results.candidate import Candidate
from checker.writeups.results.weights import AGAIN, BACK, CORRECTED, SKIPPED
from checker.writeups.sheets import AskedPart, PartKey

SURE: Final = 0.8
"""Confidence from which an answer is graded; below it a person decides."""

_MOST_SKIPPED: Final = 2
"""Number of parts without an answer that cost; more cost no more."""
_NEVER: Final = -30.0
"""What a move costs that is impossible."""


def bind(
    parts: Sequence[AskedPart], found: Sequence[Candidate], prompt: str, unanswered: Collection[PartKey] = ()
) -> list[BoundCandidate]:
    """Return for each part of a question the result that answers it, of those in the lines for it, or NOTHING.

    `found`: all results in these lines.  `unanswered`: parts that the student says are not answered.
    """
    rows = rows_of(parts, found, unanswered)
    if not rows:
        return [NOTHING] * len(parts)
    chances = _part_chances(scores(parts, rows, prompt), [row.candidate.is_correction for row in rows])
    offers = [_offers(rows, chances, number) for number in range(len(parts))]
    given, is_only = given_numbers(prompt), len(parts) == 1
    bound = [choose(part, each, given, is_only=is_only) for part, each in zip(parts, offers, strict=True)]
    taken = {each.candidate.order for each in bound if each.candidate and each.confidence >= SURE}
    bound = [
        NOTHING
        if not each.candidate or (each.confidence < SURE and each.candidate.order in taken)  # it is another's
        else each
        for each in bound
    ]
    return [each._replace(offers=tuple(own)) for each, own in zip(bound, offers, strict=True)]


def _offers(rows: Iterable[Row], chances: Scores, number: int) -> list[TypedCandidate]:
    pairs = zip(rows, chances[:, number].tolist(), strict=True)
    return [answer._replace(chance=chance) for row, chance in pairs if (answer := row.answers[number])]


def _part_chances(scores: Scores, corrects: Sequence[bool]) -> Scores:
    """Return a matrix (result, part) of chances that a result answers a part, given the evidence `scores`.

    Each part is answered once, in order if possible, unless a correction (`corrects`) replaces the answer.
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
    """Return the cost of each step between states. State k: this result answers part k.

    State count + k: it answers none, and part k was answered last. The last state: none was answered yet. `again` is
    the cost of answering the same part again.
    """
    moves = np.full((2 * count + 1, 2 * count + 1), _NEVER)
    for state in range(2 * count + 1):
        last = state % count if state < 2 * count else -1
        moves[state, last + count if last >= 0 else 2 * count] = 0.0
        for part in range(count):
            moves[state, part] = (
                again if part == last else SKIPPED * min(part - last - 1, _MOST_SKIPPED) if part > last else BACK
            )
    return moves
