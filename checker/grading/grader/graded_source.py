"""`GradedSource`: what a worker sends back for one source (a file, or one student's files): rows, issues and faults.

Also here: the answers of a row (`Response`), the task to look into a wrong answer (`WrongAnswer`), and `IssueLog`,
which groups the equal issues of a run for people.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

from checker.grading.grader.mark import Mark
from checker.grading.grader.remarks import RemarkedWriteUp
from checker.grading.submissions.model import Delivery, HandIn, Source, printable
from checker.marking.result import Result

REPORTED_AS_ONE: Final = 3
"""Number of equal issues in one file from which on they are reported as one."""

MOST_DIFFERENT: Final = 100
"""Maximum number of different issues about answers in one file, or one submission; more are only counted."""

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


class GradingIssue(NamedTuple):
    """An issue as a person reads it."""

    student: str | None
    place: str
    message: str


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
        student, file, line, message, answer, *_ = issue
        repeated = self.repeated.setdefault(file, {}).setdefault(message, RepeatedIssue())
        repeated.count += 1
        if repeated.count < REPORTED_AS_ONE:
            place = file if line is None else f"{file}:{line}"
            repeated.first.append(GradingIssue(student, place, f"{message}{answer}"))

    def issues(self) -> Iterator[GradingIssue]:
        """Yield the issues as people read them, file by file, equal ones together."""
        for file, issues in self.repeated.items():
            for message, issue in issues.items():
                if issue.count < REPORTED_AS_ONE:
                    yield from issue.first
                else:
                    yield GradingIssue(None, file, f"{message} ({issue.count:,} rows)")
            if self.rest[file]:
                yield GradingIssue(None, file, REST.format(self.rest[file]))


FAILED: Final = "checker failed here ({}); please report it"


class Response(NamedTuple):
    """The answers of one submission to all parts of one problem, which are marked together."""

    problem: str
    texts: tuple[str, ...] = ()
    """By part, exactly what was written; none where the marks depend on more than that."""
    marks: tuple[Mark, ...] = ()
    """None before they are marked."""
    drawn: str = ""
    """The draw of the student's variant, where the problem draws its numbers."""
    told: tuple[str, str] | None = None
    """The key and JSON text of what pages say about answers that are not all right, from `page_feedback`."""


class WrongAnswer(NamedTuple):
    """A wrong answer that several students gave, with the function that finds out more about it."""

    column: int
    read_as: str
    given: str
    """As it was written."""
    find: Callable[[Result], list[str]]
    """Returns what there is to say about it; a function of a module, so that it can be sent."""
    found: tuple[str, ...] = ()

    def failed(self, error: str) -> WrongAnswer:
        """Return the answer with a note that looking into it failed with this error."""
        return self._replace(found=(FAILED.format(error), "", ""))


class GradedRow(NamedTuple):
    """One student's answers to one assignment, in one submission."""

    assignment: str
    student: str
    name: str | None
    email: str | None
    file: str
    line: int | None
    delivery: Delivery
    responses: tuple[Response, ...]
    """One for each problem of the assignment, then answers to problems in error that have no column."""
    write_up: RemarkedWriteUp | None = None


class Unread(NamedTuple):
    """A file that could not be read, or a part of one: students who seem to have handed nothing in may be in it."""

    file: str
    hint: str | None
    """The folder below the submissions, which may be an assignment."""
    students: tuple[str, ...] = ()
    """Ids that its name and that of its folder may be; none where it may hold the answers of anybody."""

    @classmethod
    def of(cls, source: Source, student: str = "") -> Unread:
        """Return the record that a source, perhaps that of a student, could not be read."""
        path = Path(printable(str(source.path)))
        if isinstance(source, HandIn):
            return cls(str(path), source.assignment_hint, (student or source.student,))
        names = () if source.sort == "table" else (path.stem, path.parent.name)
        return cls(str(path), source.hint, (student,) if student else names)


class GradedSource(NamedTuple):
    """All submissions in one source, marked, and what a person has to look at in it."""

    key: str
    digest: str
    depends_on: str
    """What else decides what is in it, as the store asks for it; empty where it has to be read again next time."""
    rows: list[GradedRow]
    issues: list[Issue]
    faults: list[str]
    """Faults of checker without a record, each with the place: files and submissions of which nothing is graded."""
    left_out: frozenset[int] = frozenset()
    """The numbers of the students in it who are not graded."""
    unread: tuple[Unread, ...] = ()

    @classmethod
    def empty(cls, source: Source) -> GradedSource:
        """Return the result for a source in which nothing has been found yet."""
        return cls(source.key, source.digest.hex(), "", [], [], [])

    @property
    def is_empty(self) -> bool:
        """Return whether it holds no rows, issues or faults."""
        return not (self.rows or self.faults or self.issues)
