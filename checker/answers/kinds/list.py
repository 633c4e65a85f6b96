"""A list of numbers as an answer: a vector whose order is checked, with words for missing entries and another order."""

from __future__ import annotations

import re
from typing import Final

from checker.answers.compare import Judge
from checker.answers.kinds.vector import VectorKind
from checker.answers.reactions import as_coefficients
from checker.answers.reading import Reading
from checker.notation.number import Hints

_COEFFICIENTS: Final = re.compile(r":|->|=>|[→⟶⇌↔]|arrow|\\to")


class ListKind(VectorKind):
    """A list of numbers whose order matters."""

    name = "list"

    def read(self, text: str, hints: Hints) -> Reading:
        """Read a list, a ratio such as `1:5:8`, or the coefficients of an equation.  Raises UnreadableAnswer."""
        return super().read(as_coefficients(text, hints.words) if _COEFFICIENTS.search(text) else text, hints)

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
