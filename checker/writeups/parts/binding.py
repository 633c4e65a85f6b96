"""Decides which result in a student's text answers which part of a question, for all parts together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

import numpy as np

from checker.writeups.language.words import numbers_in
from checker.writeups.parts.chosen_value import NOTHING, BoundCandidate, choose
from checker.writeups.parts.evidence import given_numbers, scores
from checker.writeups.parts.typed_candidate import Row, rows_of
from checker.writeups.questions.sequence import Scores, chances
from checker.writeups.results.candidates import (
    AGAIN,
    BACK,
    BUILT,
    CORRECTED,
    MISBUILT,
    MISUSED,
    SKIPPED,
    USED,
    Candidate,
)
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
    chances = _chances(parts, rows, prompt)
    offers = [
        [
            answer._replace(chance=chance)
            for row, chance in zip(rows, own, strict=True)
            if (answer := row.answers[number])
        ]
        for number, own in enumerate(chances.T.tolist())
    ]
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


def _chances(parts: Sequence[AskedPart], rows: Sequence[Row], prompt: str) -> Scores:
    """Return a matrix (result, part) of chances: by the words around a result, then by what it is worked out from."""
    corrects = [row.candidate.is_correction for row in rows]
    alone = scores(parts, rows, prompt)
    chances = _part_chances(alone, corrects)
    return _part_chances(alone + _related_scores(parts, rows, chances), corrects) if len(parts) > 1 else chances


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
    both = np.stack([_moves(count, AGAIN), _moves(count, CORRECTED)])
    return chances(emitted, both, sorts, start + emitted[0], np.zeros_like(emitted))[:, :count]


@lru_cache(64)
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


def _related_scores(parts: Sequence[AskedPart], rows: Sequence[Row], chances: Scores) -> Scores:
    """Return a matrix (result, part) of evidence, given how likely each result answers each part (`chances`).

    It is higher if the results that a result is worked out from answer the parts that its part needs, and lower if they
    do not.
    """
    found = np.zeros_like(chances)
    direct = np.array([[one.is_computed_from(other) for other in parts] for one in parts], dtype=int)
    needs = np.where(direct, np.where(direct @ direct, 0.5, 1.0), 0.0)  # half where it is by way of a third part, too
    if not needs.any():
        return found
    others = 1.0 - (needs > 0)
    for place, values in _sources(rows):
        known = np.array([chances[each].max(axis=0) for each in values])
        found[place] += (BUILT * known @ needs.T + MISBUILT * known @ others.T).mean(axis=0)
        used = USED * chances[place] @ needs + MISUSED * chances[place] @ others
        for each in values:
            found[each] += used
    return found


def _sources(rows: Sequence[Row]) -> Iterator[tuple[int, list[list[int]]]]:
    """Yield each result that is worked out from earlier ones, and for each of these the places of its value.

    They are in its line, or two of them are the sum.
    """
    values = [_value(row) for row in rows]
    places: dict[float, list[int]] = defaultdict(list)
    for place, (row, value) in enumerate(zip(rows, values, strict=True)):
        if value and row.candidate.is_result:
            places[value].append(place)
    # maximum number of different results among which sums are looked for
    sums = {one + other: (one, other) for one, other in combinations(list(places)[:60], 2)}
    for place, (row, value) in enumerate(zip(rows, values, strict=True)):
        if value:
            stated = {float(each) for each in numbers_in(row.candidate.near) if each.isascii()} - {value}
            for several in (stated, sums.get(value, ())):
                earlier = [places[each] for each in several if each in places and places[each][0] < place]
                if earlier:
                    yield place, earlier
                    break


def _value(row: Row) -> float:
    """Return the number that a result states; 0 if it is no single number, or too small or large to be recognised."""
    reading = next(answer.reading for answer in row.answers if answer)
    value = reading.numbers[0].value if row.candidate.kind == "number" else 0
    # where whole numbers as floats end to be exact
    return float(value) if 100 <= value <= 1e15 else 0.0  # the smallest number that is hardly in a line by chance
