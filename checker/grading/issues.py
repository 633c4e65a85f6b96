"""`IssueLog`: what a person has to look at and that is in no answer's record, equal issues of a file together."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

REPORTED_AS_ONE: Final = 3
"""Number of equal issues in one file from which on they are reported as one."""

MOST_DIFFERENT: Final = 100
"""Maximum number of different issues about answers in one file, or one submission; more are only counted."""

LINE: Final = re.compile(r"(:\d+){1,2}\Z")
"""Line and column of a place in a file."""

REST: Final = "and {:,} more answers that belong to no problem"


class Issue(NamedTuple):
    """Something in a submission that a person has to look at and that is in no answer's record."""

    student: str | None
    file: str
    line: int | None
    message: str
    answer: str = ""
    """The answer that it is about, shown where there are few equal issues."""
    owner: str | None = None
    """The student whose file was not read; answers that wait for this file count instead."""
    more: int = 0
    """Number of answers of one submission that are only counted; such an issue has no message."""


def file_of(place: str) -> str:
    """Return the file of `class.csv:3` and of `ada.yaml:3:5`."""
    return LINE.sub("", place)


class GradingIssue(NamedTuple):
    """An issue as a person reads it."""

    student: str | None
    place: str
    message: str
    by_decisions: bool = False
    """It is settled once a person has decided on all answers of the student."""


@dataclass(slots=True)
class RepeatedIssue:
    """Equal issues in one file: how many, and the first few of them."""

    count: int = 0
    first: list[GradingIssue] = field(default_factory=list)


@dataclass(slots=True)
class IssueLog:
    """Collects all issues of a run, and groups equal ones for people."""

    repeated: dict[str, dict[str, RepeatedIssue]] = field(default_factory=dict)
    """By file and message."""
    rest: Counter[str] = field(default_factory=Counter)
    """By file, the answers that are only counted."""
    counts: Counter[str | None] = field(default_factory=Counter)
    """By student, the number of issues."""
    unread: Counter[str] = field(default_factory=Counter)
    """By student, the number of those about files that were not read."""

    def add(self, issue: Issue) -> None:
        """Add an issue to the log, to be reported with equal ones of its file.

        After 100 different messages about a file, those about answers are only counted.
        """
        student, file, _, message, answer, owner, more = issue
        if more:
            self.counts[student] += more
            self.rest[file] += more
            return
        if owner is None:
            self.counts[student] += 1
        else:
            self.unread[owner] += 1
        known = self.repeated.setdefault(file, {})
        if message not in known and answer and len(known) >= MOST_DIFFERENT:
            self.rest[file] += 1
            return
        self._note(issue)

    def add_first(self, issue: Issue) -> None:
        """Add an issue that is shown before all others."""
        others, self.repeated = self.repeated, {}
        self.add(issue)
        self.repeated |= others

    def note(self, file: str, message: str) -> None:
        """Add a message about a file that is not counted as an issue here, because it is counted elsewhere."""
        if message not in self.repeated.get(file, {}):
            self._note(Issue(None, file, None, message))

    def _note(self, issue: Issue) -> None:
        """Add an issue to the equal ones of its file, without counting it for its student."""
        student, file, line, message, answer, owner, _ = issue
        repeated = self.repeated.setdefault(file, {}).setdefault(message, RepeatedIssue())
        repeated.count += 1
        if repeated.count < REPORTED_AS_ONE:
            place = file if line is None else f"{file}:{line}"
            repeated.first.append(GradingIssue(student, place, f"{message}{answer}", owner is not None))

    def issues(self) -> Iterator[GradingIssue]:
        """Yield the issues as people read them, file by file, equal ones together."""
        for file, issues in self.repeated.items():
            for message, issue in issues.items():
                if issue.count < REPORTED_AS_ONE:
                    yield from issue.first
                else:
                    yield issue.first[0]._replace(student=None, place=file, message=f"{message} ({issue.count:,} rows)")
            if self.rest[file]:
                yield GradingIssue(None, file, REST.format(self.rest[file]))
