"""What the places of the results say: on their line, in their section, and by their size."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from checker.writeups.candidate import Candidate
from checker.writeups.sheets import AskedPart
from checker.writeups.typed_candidate import Row

_FEWEST: Final = 2
"""Number of parts from which a line may have a result for each."""
_TOTAL: Final = "total"


class LineOrder:
    """Places of the results: on their line, and in their section."""

    def __init__(self, parts: Sequence[AskedPart], rows: Sequence[Row]) -> None:
        self._count = len(parts)
        self._rows = rows
        self._steps = max(1, len(rows) - 1)
        self._on_line: dict[tuple[int, object], list[int]] = {}
        for place, row in enumerate(rows):
            if row.candidate.is_result or "middle" in row.candidate.cues:
                self._on_line.setdefault(_line(row.candidate), []).append(place)
        self._first: dict[str, int] = {}
        self._last: dict[str, int] = {}
        for place, row in enumerate(rows):
            self._first.setdefault(row.candidate.text, place)
            self._last[row.candidate.text] = place

    def cues(self, place: int, number: int) -> dict[str, float]:
        """Return what the place of a candidate says about it as the answer to a part."""
        text = self._rows[place].candidate.text
        cues = {
            "restated": float(self._first[text] < place and len(text) > 1),
            "restated_later": float(self._last[text] > place and len(text) > 1),
        }
        if self._count < _FEWEST:
            return cues
        distance = place / self._steps - number / (self._count - 1)
        cues |= {"early": max(0.0, -distance), "late": max(0.0, distance)}
        line = self._on_line.get(_line(self._rows[place].candidate), [])
        if len(line) == self._count and place in line and all(self._rows[each].answers[n] for n, each in enumerate(line)):
            cues["one_each" if line.index(place) == number else "other_of_line"] = 1.0
        return cues


class Sizes:
    """Sizes of the results: a total is the largest of its section."""

    def __init__(self, parts: Sequence[AskedPart], rows: Sequence[Row]) -> None:
        self._rows = rows
        self._is_total = [(part.key.part or "") == _TOTAL and part.kind == "number" and not part.unit for part in parts]
        sizes = [self._size(place) for place in range(len(rows)) if rows[place].candidate.is_result]
        self._largest = max((each for each in sizes if each is not None), default=None) if any(self._is_total) else None

    def cues(self, place: int, number: int) -> dict[str, float]:
        """Return what the size of a candidate says about it as the answer to a part."""
        size = self._size(place)
        if self._largest is None or size is None:
            return {}
        is_largest = size >= self._largest
        if self._is_total[number]:
            return {"largest" if is_largest else "not_largest": 1.0}
        return {"largest_part": float(is_largest)}

    def _size(self, place: int) -> float | None:
        answers = (each for each in self._rows[place].answers if each and not each.reading.shape and each.reading.numbers)
        return next((abs(float(each.reading.numbers[0].value)) for each in answers), None)


def _line(each: Candidate) -> tuple[int, object]:
    return each.file, each.place
