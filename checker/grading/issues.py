"""What needs a person and stands in no record: alike of one file together, and of one file only so many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

MANY: Final = 3
"""Rows of one file with the same complaint that are told together."""

MOST: Final = 100
"""Different complaints about the answers in one file that are told; the rest is counted.  So with one submission."""

REST: Final = "and {:,} more answers that belong nowhere"


class GradingIssue(NamedTuple):
    """What needs a person and stands in no record."""

    student: str | None
    place: str
    message: str


@dataclass(slots=True)
class RepeatedIssue:
    """The same complaint about one file, again and again: how often, and the first few times."""

    count: int
    first: list[GradingIssue]
    is_answers: bool
    """Of a single answer; other complaints are few, for the reader of a file stops at too many."""


@dataclass(slots=True)
class IssueLog:
    """All needs of some submissions; the same however these are dealt out, if they are merged in their order."""

    alike: dict[str, dict[str, RepeatedIssue]] = field(default_factory=dict)
    """By file and complaint."""
    rest: Counter[str] = field(default_factory=Counter)
    """By file, the answers that are only counted."""
    beside: Counter[str | None] = field(default_factory=Counter)
    """By student, how many there are."""

    def add(self, student: str | None, file: str, line: int | None, what: str, more: str = "") -> None:
        """One more; `more`, of a single answer, is told where there are few alike."""
        self.beside[student] += 1
        complaints = self.alike.setdefault(file, {})
        alike = complaints.get(what)
        if alike is None:
            alike = complaints[what] = RepeatedIssue(0, [], bool(more))
        alike.count += 1
        if alike.count < MANY:
            alike.first.append(GradingIssue(student, file if line is None else f"{file}:{line}", f"{what}{more}"))

    def add_rest(self, student: str, file: str, count: int) -> None:
        """So many more answers of one submission that are not told one by one."""
        self.beside[student] += count
        self.rest[file] += count

    def merge(self, later: IssueLog) -> None:
        """Take in those of the submissions that come next."""
        self.beside.update(later.beside)
        self.rest.update(later.rest)
        for file, complaints in later.alike.items():
            mine = self.alike.setdefault(file, {})
            for what, alike in complaints.items():
                if what in mine:
                    mine[what].first += alike.first[: MANY - 1 - len(mine[what].first)]
                    mine[what].count += alike.count
                elif len(mine) < MOST or not alike.is_answers:
                    mine[what] = alike
                else:
                    self.rest[file] += alike.count

    def told(self) -> Iterator[GradingIssue]:
        """The needs as a person reads them, file by file."""
        for file, complaints in self.alike.items():
            for what, alike in complaints.items():
                if alike.count < MANY:
                    yield from alike.first
                else:
                    yield GradingIssue(None, file, f"{what} ({alike.count:,} rows)")
            if self.rest[file]:
                yield GradingIssue(None, file, REST.format(self.rest[file]))
