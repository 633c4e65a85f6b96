"""Results of some submissions, as a worker hands them back: a pure function of the submissions and the problems."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from checker.grading.grader.cell import MarkedAnswer
from checker.grading.grader.finding import FindingKey, MarkingFinding
from checker.grading.grader.issues import IssueLog
from checker.grading.grader.remarks import RemarkedWriteUp
from checker.grading.submissions import Delivery, HandIn, Source, printable


class GradedRow(NamedTuple):
    """One submission to one assignment."""

    assignment: str
    student: str
    name: str | None
    email: str | None
    file: str
    line: int | None
    delivery: Delivery
    marks: tuple[MarkedAnswer, ...]
    """One for each column of the assignment, then answers to problems in error that have no column."""
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
        """Return a source as one that could not be read; with the student, if it names one."""
        path = Path(printable(str(source.path)))
        if isinstance(source, HandIn):
            return cls(str(path), source.assignment_hint, (student or source.student,))
        names = () if source.sort == "table" else (path.stem, path.parent.name)
        return cls(str(path), source.hint, (student,) if student else names)


class GradedSource(NamedTuple):
    """All submissions in one source."""

    key: str
    digest: str
    depends_on: str
    """What else decides its grades, as the store asks for it; empty where it has to be graded again next time."""
    rows: list[GradedRow]
    issues: IssueLog
    faults: list[str]
    """Faults of checker without a record, each with the place: files and submissions of which nothing is graded."""
    left_out: frozenset[int] = frozenset()
    """The numbers of the students in it who are not graded."""
    unread: tuple[Unread, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Return whether there is nothing in it."""
        return not (self.rows or self.faults or self.issues.counts or self.issues.unread)


class Chunk(NamedTuple):
    """The results of some sources, and of answers that were marked anew."""

    sources: list[GradedSource]
    marked_anew: list[tuple[MarkedAnswer, ...]]
    findings: dict[FindingKey, MarkingFinding]
    """Findings on the wrong answers that this grader had not marked before."""

    @classmethod
    def empty(cls) -> Chunk:
        """Return the results of no submission."""
        return cls([], [], {})
