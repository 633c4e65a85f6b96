"""Several hand-ins of one student to one assignment: equal answers count once, and a person decides on others.

A blank answer is none, and one that may be in a file that nobody could read waits unless another hand-in has it.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from checker.grading.store import Row

MOST_PLACES: Final = 10
"""Maximum number of hand-ins that are named."""


class Duplicates:
    """The hand-ins of one student to one assignment, in their order.  A blank answer is none."""

    def __init__(self, first: Row) -> None:
        self._count = 0
        self._places: list[tuple[str, int | None]] = []
        self._answers: list[dict[str, int]] = [{} for _ in first.cells]
        """By column, the digest of each different answer and the mark of the first hand-in that has it."""
        self._unseen: list[int | None] = [None for _ in first.cells]
        """By column, the first hand-in where no answer was found and there may be one."""
        self.add(first)

    def add(self, row: Row) -> None:
        """Add a hand-in."""
        for known, digest, mark in zip(self._answers, row.digests, row.marks, strict=True):
            if digest:
                known.setdefault(digest, mark)
        for place, cell in enumerate(row.cells):
            if self._unseen[place] is None and not row.digests[place] and cell.status != "not_answered":
                self._unseen[place] = self._count
        if any(row.digests):
            self._places.append((row.file, row.line))
        self._count += 1

    @property
    def differ(self) -> bool:
        """Return whether the answers to some column differ."""
        return any(map(self.differ_at, range(len(self._answers))))

    def differ_at(self, column: int) -> bool:
        """Return whether the answers to a column differ; columns count from the assignment's first."""
        return len(self._answers[column]) > 1

    def marks_at(self, column: int) -> list[int]:
        """Return the marks of the different answers to a column."""
        return list(self._answers[column].values())

    def waits_first(self, column: int) -> bool:
        """Return whether the hand-in that was added last is the first one that may have an answer to a column."""
        return not self._answers[column] and self._unseen[column] == self._count - 1

    @property
    def places(self) -> list[str]:
        """Return the files of the hand-ins, with the line where several are in one file."""
        files = Counter(file for file, _ in self._places)
        return [f"{file}:{line}" if files[file] > 1 else file for file, line in self._places]

    @property
    def reason(self) -> str:
        """Return why a person has to decide."""
        places = self.places
        more = f" and {len(places) - MOST_PLACES:,} more" if len(places) > MOST_PLACES else ""
        return (
            f"Handed in more than once: {', '.join(places[:MOST_PLACES])}{more}. "
            "Keep one of them, remove the others and grade again."
        )
