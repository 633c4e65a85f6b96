"""Which row of a gradebook is whose.  Names do not count: two students may share one.

A file has several columns of ids, and nobody says of which kind the ids of the results are.  So the column that most
students are found in comes first.  A plain number may mean one student as the LMS's id and another as the school's: it
counts only in the column where most of its kind are found.  A login or an email address counts in every column.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from checker.lms.names.owner import is_number
from checker.lms.students import Student, key


class Matches(NamedTuple):
    """Who has which row, by their places."""

    rows: dict[int, int]
    """The student of each row."""
    doubtful: frozenset[int]
    """Students without a row whose ids are in several rows, or are also those of another student."""


class _Votes(NamedTuple):
    """How many students are in a column of ids, by their id and by their other ids."""

    by_id: int
    by_other: int

    @property
    def most(self) -> int:
        return max(self)

    @property
    def is_of_ids(self) -> bool:
        return self.by_id >= self.by_other


def matched(students: Sequence[Student], ids: Sequence[Sequence[str]]) -> Matches:
    """Return whose each row is; `ids` are the ids in each row, in the order of the LMS's columns."""
    cells = [[key(each) for each in row] for row in ids]
    votes = [_votes(students, {row[place] for row in cells}) for place in range(max(map(len, cells), default=0))]
    ranked = sorted(range(len(votes)), key=lambda place: -votes[place].most)
    found: dict[int, int] = {}
    doubtful: set[int] = set()
    for rank, place in enumerate(ranked):
        pairs = _pairs(students, cells, place, votes[place], better=ranked[:rank])
        taken = set(found.values())
        new = {pair for pair in pairs if pair[0] not in found and pair[1] not in taken}
        rows, owners = Counter(row for row, _ in new), Counter(owner for _, owner in new)
        sure = {(row, owner) for row, owner in new if rows[row] == 1 == owners[owner]}
        doubtful |= {owner for _, owner in new - sure}
        found.update(sure)
    return Matches(found, frozenset(doubtful - set(found.values())))


def _votes(students: Sequence[Student], values: set[str]) -> _Votes:
    own = [key(student.id) in values for student in students]
    others = [bool((student.keys - {key(student.id)}) & values) for student in students]
    return _Votes(sum(own), sum(others))


def _pairs(
    students: Sequence[Student], cells: Sequence[Sequence[str]], place: int, votes: _Votes, better: Sequence[int]
) -> set[tuple[int, int]]:
    """Return the rows and students that have an id in common in a column."""
    holders: dict[str, list[int]] = {}
    for owner, student in enumerate(students):
        for each in student.keys:
            if not is_number(each) or (each == key(student.id)) == votes.is_of_ids:
                holders.setdefault(each, []).append(owner)
    return {
        (row, owner)
        for row, ids in enumerate(cells)
        for owner in holders.get(ids[place], ())
        if not (is_number(ids[place]) and any(ids[other] for other in better))
    }
