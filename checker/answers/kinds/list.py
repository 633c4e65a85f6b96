"""A list of numbers as an answer: a vector whose order is checked, with words for missing entries and another order."""

from __future__ import annotations

from typing import Final

from checker.answers.compare import Judge
from checker.answers.kinds.vector import VectorKind
from checker.answers.reading import Reading


class ListKind(VectorKind):
    """A list of numbers whose order matters."""

    name = "list"

    def in_words(self, judge: Judge, reading: Reading) -> str:
        """Return whether entries are missing, or in another order."""
        if len(reading.shape) != 1:
            return ""
        missing = len(judge.numbers) - len(reading.numbers)
        if missing:
            return "Entries are missing." if missing > 0 else "There are too many entries."
        pairs = zip(sorted(judge.numbers), sorted(reading.numbers, key=lambda each: each.value), strict=True)
        is_same = all(Judge(right, judge.tolerance).verdict(Reading((), (each,))) == "correct" for right, each in pairs)
        return "Your entries are right, but in another order." if is_same else ""


kind: Final = ListKind()
