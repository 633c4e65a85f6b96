"""Results of some submissions, as a worker hands them back."""

from __future__ import annotations

from typing import NamedTuple

from checker.grading.cell import Cell
from checker.grading.decisions import MatchedDecisions
from checker.grading.finding import FindingKey, MarkingFinding
from checker.grading.issues import IssueLog
from checker.grading.remarks import RemarkedWriteUp
from checker.marking.essay_matches import EssayMatch


class RecordRow(NamedTuple):
    """One submission to one assignment, for the tables."""

    assignment: str
    student: str
    name: str | None
    email: str | None
    file: str
    line: int | None
    cells: tuple[Cell, ...]
    """One for each column of the assignment."""
    digests: tuple[str, ...]
    """For each column the digest of the answer; empty where there is none."""


class ReviewView(NamedTuple):
    """An answer as a person who decides sees it."""

    column: int
    given: str
    """The answer, or its beginning."""
    omitted: int
    """The number of characters that are not shown."""
    matches: tuple[EssayMatch, ...]
    candidates: tuple[str, ...] = ()
    """What may be the answer, each with its place in the document of the first student."""


class Chunk(NamedTuple):
    """The results of some submissions: their records as lines of JSON, their rows, and what else needs a person."""

    records: bytes
    rows: list[RecordRow]
    issues: IssueLog
    views: dict[str, ReviewView]
    """By review group."""
    decisions: MatchedDecisions
    findings: dict[FindingKey, MarkingFinding]
    """Findings on the wrong answers that this grader had not marked before."""
    write_ups: list[RemarkedWriteUp]
    other_faults: list[str]
    """Faults of checker without a record, each with the place: files and submissions of which nothing is graded."""

    @classmethod
    def empty(cls) -> Chunk:
        """Return the results of no submission."""
        return cls(b"", [], IssueLog(), {}, MatchedDecisions(), {}, [], [])
