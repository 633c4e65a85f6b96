"""Decides between several hand-ins of one student: one attempt counts, or equal answers count once.

Different answers go to a person.  A blank answer is none, and one that may be in a file that nobody could read waits
unless another hand-in has it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final, Literal, NamedTuple

from checker.grading.store import Row

Attempts = Literal["last", "best", "first"]


class Worth(NamedTuple):
    """What a hand-in is worth: its points so far, and the most that decisions may still make of them."""

    least: float
    most: float


def counting(rows: Sequence[Row], rule: Attempts, worth: Callable[[Row], Worth]) -> list[Row]:
    """Return the hand-ins of a student that count: of numbered attempts the best, first or last, by the rule.

    Attempts are compared within a download, or within a table.  Hand-ins without a number, or with the same, all count.
    """
    attempts: dict[str, list[Row]] = {}
    for row in rows:
        attempts.setdefault(_series(row), []).append(row)
    left: set[int] = set()
    for series, some in attempts.items():
        if series and len({row.delivery.attempt for row in some}) == len(some) > 1:
            in_order = sorted(some, key=lambda row: row.delivery.attempt)
            one = _best(in_order, worth) if rule == "best" else in_order[0 if rule == "first" else -1]
            left.update(id(row) for row in some if row is not one)
    return [row for row in rows if id(row) not in left]


def _best(rows: Sequence[Row], worth: Callable[[Row], Worth]) -> Row:
    """Return the best hand-in, of equally good ones the earliest.

    If one that waits could still become better, return that one, so that a person decides on it.
    """
    known = [(worth(row), row) for row in rows]
    sure = max(each.least for each, _ in known)
    could_be_best = [each for each in known if each[0].most > sure]
    if could_be_best:
        return max(could_be_best, key=lambda each: (each[0].most, each[0].least))[1]
    return next(row for each, row in known if each.least == sure)


def _series(row: Row) -> str:
    """Return what numbers the attempt of a row: `download`, or the file of its table; empty if it is not numbered."""
    if not row.delivery.attempt:
        return ""
    return "download" if row.delivery.files else row.file


MOST_PLACES: Final = 10
"""Maximum number of hand-ins that are named."""


class Duplicates:
    """The hand-ins of one student to one assignment, compared answer by answer."""

    def __init__(self, first: Row) -> None:
        self._count = 0
        self._places: list[tuple[str, int | None]] = []
        self._answers: list[dict[str, int]] = [{} for _ in first.cells]
        """By column, the digest of each different answer and the mark of the first hand-in that has it."""
        self._unseen: list[int | None] = [None for _ in first.cells]
        """By column, the first hand-in where no answer was found and there may be one."""
        self.add(first)

    def add(self, row: Row) -> None:
        """Add one more hand-in of the student, and compare it with those before."""
        for known, cell, mark in zip(self._answers, row.cells, row.marks, strict=True):
            if cell.digest:
                known.setdefault(cell.digest, mark)
        for place, cell in enumerate(row.cells):
            if self._unseen[place] is None and not cell.digest and cell.status != "not_answered":
                self._unseen[place] = self._count
        if any(cell.digest for cell in row.cells):
            self._places.append((row.file, row.line))
        self._count += 1

    @property
    def differ(self) -> bool:
        """Return whether the hand-ins answer any question differently."""
        return any(map(self.differ_at, range(len(self._answers))))

    def differ_at(self, column: int) -> bool:
        """Return whether the hand-ins differ in a column; columns count from the assignment's first."""
        return len(self._answers[column]) > 1

    def marks_at(self, column: int) -> list[int]:
        """Return the ids of the marks of all different answers in a column."""
        return list(self._answers[column].values())

    def waits_first(self, column: int) -> bool:
        """Return whether a column has no answer so far, and the last hand-in is the first that may answer it."""
        return not self._answers[column] and self._unseen[column] == self._count - 1

    @property
    def reason(self) -> str:
        """Return the sentence that says why a person has to decide, with the places of the hand-ins."""
        files = Counter(file for file, _ in self._places)
        places = [f"{file}:{line}" if files[file] > 1 else file for file, line in self._places]
        more = f" and {len(places) - MOST_PLACES:,} more" if len(places) > MOST_PLACES else ""
        return (
            f"Handed in more than once: {', '.join(places[:MOST_PLACES])}{more}. "
            "Keep one of them, remove the others and grade again."
        )
