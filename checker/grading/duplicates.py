"""Several hand-ins of one student to one assignment: what agrees is one, and only what differs waits for a person."""

from __future__ import annotations

from collections import Counter
from typing import Final

from checker.grading.grader import RecordRow

MOST_PLACES: Final = 10
"""Of one who handed in more than once, that are named."""


class Repeated:
    """What was handed in, in the order in which it came.  An empty answer is none."""

    def __init__(self, first: RecordRow) -> None:
        self._count = 0
        self._places: list[tuple[str, int | None]] = []
        self._answers: list[dict[str, int]] = [{} for _ in first.fates]
        """By column each different answer, and in which hand-in it came first."""
        self.add(first)

    def add(self, row: RecordRow) -> None:
        """Take in one more."""
        for known, answer in zip(self._answers, row.answers, strict=True):
            if answer:
                known.setdefault(answer, self._count)
        if any(row.answers):
            self._places.append((row.file, row.line))
        self._count += 1

    @property
    def differs(self) -> bool:
        """Whether a person has to decide anything."""
        return any(map(self.differs_at, range(len(self._answers))))

    def differs_at(self, column: int) -> bool:
        """Whether several answers were given there; columns count from the assignment's first."""
        return len(self._answers[column]) > 1

    def is_told(self, column: int, hand_in: int) -> bool:
        """Whether the record of this hand-in stays: of equal ones the first, and no empty one beside an answer."""
        return hand_in in (self._answers[column].values() or (0,))

    @property
    def places(self) -> list[str]:
        """Where anything was handed in: the file, with the line where another one is in the same file."""
        files = Counter(file for file, _ in self._places)
        return [f"{file}:{line}" if files[file] > 1 else file for file, line in self._places]

    @property
    def reason(self) -> str:
        """Why a person has to decide."""
        places = self.places
        more = f" and {len(places) - MOST_PLACES:,} more" if len(places) > MOST_PLACES else ""
        return (
            f"Handed in more than once: {', '.join(places[:MOST_PLACES])}{more}. A person decides which of them counts."
        )
