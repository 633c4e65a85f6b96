"""Graded sources: the rows of all submissions in a file, or in the files of one student, as a worker hands them back.

An answer that belongs to a question is only read here, since whoever gives it to the same question has the same mark.
What depends on the rest of its file is marked at once: documents, and answers to unknown questions.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from checker.grading.grader.issues import Issue
from checker.grading.grader.mark import Mark
from checker.grading.grader.remarks import RemarkedWriteUp
from checker.grading.submissions import Delivery, HandIn, Source, printable
from checker.marking.marker import Marker
from checker.marking.outcome import Outcome

FAILED: Final = "checker failed here ({}); please report it"


class Response(NamedTuple):
    """The answers of one submission to all parts of a problem, which are marked together."""

    problem: str
    texts: tuple[str, ...] = ()
    """By part, exactly what was written; none where the marks depend on more than that."""
    marks: tuple[Mark, ...] = ()
    """None before they are marked."""
    drawn: str = ""
    """The draw of the student's variant, where the problem draws its numbers."""
    told: tuple[str, str] | None = None
    """What pages say about answers that are not all right, under the key of `page_feedback.py`."""


class WrongAnswer(NamedTuple):
    """A wrong answer that several students gave, and the function that finds out more about it."""

    column: int
    read_as: str
    given: str
    """As it was written."""
    find: Callable[[Marker, Outcome], list[str]]
    """Returns what there is to say about it; a function of a module, so that it can be sent."""
    found: tuple[str, ...] = ()

    def failed(self, error: str) -> WrongAnswer:
        """Return it with what is said where checker failed."""
        return self._replace(found=(FAILED.format(error), "", ""))


class GradedRow(NamedTuple):
    """One student's submission to one assignment, with its answers."""

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
        """Return a source as one that could not be read; with the student, if it names one."""
        path = Path(printable(str(source.path)))
        if isinstance(source, HandIn):
            return cls(str(path), source.assignment_hint, (student or source.student,))
        names = () if source.sort == "table" else (path.stem, path.parent.name)
        return cls(str(path), source.hint, (student,) if student else names)


class GradedSource(NamedTuple):
    """All submissions in one file, or in the files of one student, with what a person has to look at."""

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
        """Return a source in which nothing was found so far."""
        return cls(source.key, source.digest.hex(), "", [], [], [])

    @property
    def is_empty(self) -> bool:
        """Return whether there is nothing in it."""
        return not (self.rows or self.faults or self.issues)
