"""Which results are worked out from which others, and whether the parts that they answer are related in the same way.

`8 · 7,077,888 = 56,623,104` is worked out from the 7,077,888 of another line.  If that answers the part `layer`, this
one hardly answers a part that is not computed from the layer.  What counts is which parts of a solution are computed
from which others, and none of its values.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np

from checker.writeups.language.words import numbers_in
from checker.writeups.parts.typed_candidate import Row
from checker.writeups.questions.sequence import Scores
from checker.writeups.results.weights import BUILT, MISBUILT, MISUSED, USED
from checker.writeups.sheets import AskedPart

_LEAST: Final = 100
"""The smallest number that is hardly in a line by chance."""
_LARGEST: Final = 1e15
"""Where whole numbers as floats end to be exact."""
_MOST: Final = 60
"""Maximum number of different results among which sums are looked for."""
_FARTHER: Final = 0.5
"""How much a part counts from which another one is computed by way of a third."""


class _Source(NamedTuple):
    """A result, and those that it is worked out from: for each of their values, the places where it stands."""

    place: int
    values: list[list[int]]


class Relations:
    """What each result of a section is worked out from."""

    def __init__(self, parts: Sequence[AskedPart], rows: Sequence[Row]) -> None:
        self._needs = _needs(parts)
        self._others = 1.0 - (self._needs > 0)
        self._sources = list(_sources(rows)) if self._needs.any() else []

    def scores(self, chances: Scores) -> Scores:
        """Return by result and part the evidence of the others, if they answer the parts with these `chances`."""
        found = np.zeros_like(chances)
        for place, values in self._sources:
            known = np.array([chances[each].max(axis=0) for each in values])
            found[place] += (BUILT * known @ self._needs.T + MISBUILT * known @ self._others.T).mean(axis=0)
            used = USED * chances[place] @ self._needs + MISUSED * chances[place] @ self._others
            for each in values:
                found[each] += used
        return found


def _needs(parts: Sequence[AskedPart]) -> Scores:
    """Return by part and part how much the first is computed from the second."""
    found = np.array([[one.is_computed_from(other) for other in parts] for one in parts], dtype=int)
    return np.where(found, np.where(found @ found, _FARTHER, 1.0), 0.0)


def _sources(rows: Sequence[Row]) -> Iterator[_Source]:
    """Yield the results that are worked out from earlier ones: these are in their line, or two of them are the sum."""
    values = [_value(row) for row in rows]
    places: dict[float, list[int]] = defaultdict(list)
    for place, (row, value) in enumerate(zip(rows, values, strict=True)):
        if value and row.candidate.is_result:
            places[value].append(place)
    sums = {one + other: (one, other) for one, other in combinations(list(places)[:_MOST], 2)}
    for place, (row, value) in enumerate(zip(rows, values, strict=True)):
        if value:
            stated = {float(each) for each in numbers_in(row.candidate.near) if each.isascii()} - {value}
            for several in (stated, sums.get(value, ())):
                earlier = [places[each] for each in several if each in places and places[each][0] < place]
                if earlier:
                    yield _Source(place, earlier)
                    break


def _value(row: Row) -> float:
    """Return the number that a candidate states; 0 where it states none, or one that is not telling."""
    reading = next(answer.reading for answer in row.answers if answer)
    value = reading.numbers[0].value if row.candidate.kind == "number" else 0
    return float(value) if _LEAST <= value <= _LARGEST else 0.0
