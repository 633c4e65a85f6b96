"""Issues that need a person and have no record, grouped and capped for each file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

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
    unread: Counter[str] = field(default_factory=Counter)
    """By student, the number of those about files that were not read: answers that wait for them count instead."""

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

    def is_of_unread(self, student: str | None, owner: str) -> None:
        """Count the last issue, about nobody or a student, as one that is about an unread file of its owner."""
        self.counts[student] -= 1
        self.counts = +self.counts
        self.unread[owner] += 1

    def note(self, file: str, message: str) -> None:
        """Add what is to be said about a file and is counted elsewhere."""
        self.repeated.setdefault(file, {})[message] = RepeatedIssue(1, [GradingIssue(None, file, message)], False)

    def add_rest(self, student: str, file: str, count: int) -> None:
        """Add answers of one submission that are only counted."""
        self.counts[student] += count
        self.rest[file] += count

    def merge(self, later: IssueLog) -> None:
        """Add the issues of the next submissions."""
        self.counts.update(later.counts)
        self.unread.update(later.unread)
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

    def renamed(self, id_of: Callable[[str], str]) -> IssueLog:
        """Return the log with other ids for its students, such as those of the roster."""
        log = IssueLog(rest=self.rest)
        for student, count in self.counts.items():
            log.counts[student and id_of(student)] += count
        for student, count in self.unread.items():
            log.unread[id_of(student)] += count
        for file, issues in self.repeated.items():
            log.repeated[file] = {
                message: RepeatedIssue(
                    each.count,
                    [one._replace(student=one.student and id_of(one.student)) for one in each.first],
                    each.is_about_answer,
                )
                for message, each in issues.items()
            }
        return log

    @property
    def students(self) -> set[str]:
        """Return the students whom the issues are about."""
        return {student for student in (*self.counts, *self.unread) if student}

    def without(self, is_theirs: Callable[[str], bool]) -> IssueLog:
        """Return the log without a student's issues, as far as equal ones are named and not only counted."""
        log = IssueLog(rest=self.rest)
        log.counts.update({each: n for each, n in self.counts.items() if not (each and is_theirs(each))})
        log.unread.update({each: n for each, n in self.unread.items() if not is_theirs(each)})
        for file, issues in self.repeated.items():
            for message, each in issues.items():
                left = [one for one in each.first if not (one.student and is_theirs(one.student))]
                if count := each.count - (len(each.first) - len(left)):
                    log.repeated.setdefault(file, {})[message] = RepeatedIssue(count, left, each.is_about_answer)
        return log

    def to_json(self, stored: Callable[[str], str]) -> list[Any]:
        """Return all of it for JSON; an empty list if there is nothing.  `stored` is how a path is stored."""
        repeated = [
            [stored(file), message, each.count, each.is_about_answer, [_moved(one, stored) for one in each.first]]
            for file, issues in self.repeated.items()
            for message, each in issues.items()
        ]
        rest = [[stored(file), count] for file, count in self.rest.items()]
        found = [repeated, rest, list(self.counts.items()), list(self.unread.items())]
        return found if any(found) else []

    @classmethod
    def from_json(cls, found: Sequence[Any], shown: Callable[[str], str]) -> IssueLog:
        """Return the log that `to_json` wrote.  `shown` is how a stored path is shown."""
        log = cls()
        if found:
            repeated, rest, counts, *unread = found  # an earlier version wrote three of them
            for file, message, count, is_about_answer, first in repeated:
                issues = [_moved(GradingIssue(*each), shown) for each in first]
                log.repeated.setdefault(shown(file), {})[message] = RepeatedIssue(count, issues, is_about_answer)
            log.rest.update({shown(file): count for file, count in rest})
            log.counts.update(dict(counts))
            log.unread.update(dict(unread[0] if unread else ()))
        return log

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


def _moved(issue: GradingIssue, moved: Callable[[str], str]) -> GradingIssue:
    return issue._replace(place=moved(issue.place))
