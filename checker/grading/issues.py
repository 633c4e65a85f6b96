"""Issues that need a person and have no record, grouped and capped for each file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

REPORTED_AS_ONE: Final = 3
"""Number of equal issues in one file from which on they are reported as one."""

MOST_DIFFERENT: Final = 100
"""Maximum number of different issues about answers in one file, or one submission; more are only counted."""

REST: Final = "and {:,} more answers that belong to no problem"


class GradingIssue(NamedTuple):
    """An issue that needs a person and has no record."""

    student: str | None
    place: str
    message: str


@dataclass(slots=True)
class RepeatedIssue:
    """Equal issues in one file: their number, and the first few of them."""

    count: int
    first: list[GradingIssue]
    is_about_answer: bool
    """Other issues are few, since the reader of a file stops after too many."""


@dataclass(slots=True)
class IssueLog:
    """All issues of some submissions; logs that are merged in order give the same, however they were divided."""

    repeated: dict[str, dict[str, RepeatedIssue]] = field(default_factory=dict)
    """By file and message."""
    rest: Counter[str] = field(default_factory=Counter)
    """By file, the answers that are only counted."""
    counts: Counter[str | None] = field(default_factory=Counter)
    """By student, the number of issues."""

    def add(self, student: str | None, file: str, line: int | None, message: str, answer: str = "") -> None:
        """Add an issue; `answer` is shown where there are few equal issues."""
        self.counts[student] += 1
        of_file = self.repeated.setdefault(file, {})
        issue = of_file.get(message)
        if issue is None:
            issue = of_file[message] = RepeatedIssue(0, [], bool(answer))
        issue.count += 1
        if issue.count < REPORTED_AS_ONE:
            issue.first.append(GradingIssue(student, file if line is None else f"{file}:{line}", f"{message}{answer}"))

    def add_rest(self, student: str, file: str, count: int) -> None:
        """Add answers of one submission that are only counted."""
        self.counts[student] += count
        self.rest[file] += count

    def merge(self, later: IssueLog) -> None:
        """Add the issues of the next submissions."""
        self.counts.update(later.counts)
        self.rest.update(later.rest)
        for file, issues in later.repeated.items():
            known = self.repeated.setdefault(file, {})
            for message, issue in issues.items():
                if message in known:
                    known[message].first += issue.first[: REPORTED_AS_ONE - 1 - len(known[message].first)]
                    known[message].count += issue.count
                elif len(known) < MOST_DIFFERENT or not issue.is_about_answer:
                    known[message] = issue
                else:
                    self.rest[file] += issue.count

    def issues(self) -> Iterator[GradingIssue]:
        """Yield the issues as a person reads them, file by file."""
        for file, issues in self.repeated.items():
            for message, issue in issues.items():
                if issue.count < REPORTED_AS_ONE:
                    yield from issue.first
                else:
                    yield GradingIssue(None, file, f"{message} ({issue.count:,} rows)")
            if self.rest[file]:
                yield GradingIssue(None, file, REST.format(self.rest[file]))
