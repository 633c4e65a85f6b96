"""Data that the report shows."""

from __future__ import annotations

from typing import NamedTuple

from checker.grading.output.summary import Tally
from checker.reports.class_report.statistics import Spread
from checker.reports.class_report.who import Naming


class MistakeShare(NamedTuple):
    """A mistake, and how many made it."""

    label: str
    number: int
    percent: int
    """Of those who answered."""


class QuestionRow(NamedTuple):
    """A question of an assignment."""

    name: str
    title: str
    max_points: float | None
    """None where the problem's file was in error."""
    tally: Tally
    difficulty: float | None
    """The mean share of the points; None where no answer is graded."""
    discrimination: float | None
    mistakes: tuple[MistakeShare, ...]

    @property
    def is_weak(self) -> bool:
        """Return whether weak students do better here than strong ones."""
        return self.discrimination is not None and round(self.discrimination, 2) < 0

    def percent(self, field: str) -> int:
        """Return the share of a field of the tally in percent."""
        return round(100 * int(getattr(self.tally, field)) / max(1, self.tally.total))


class Cluster(NamedTuple):
    """Equal wrong answers of several students."""

    question: str
    answer: str
    number: int
    percent: int
    """Of those who answered."""
    is_known: bool
    """Known mistakes give it."""
    explanation: str
    where: str
    """The place in the problem file for the entry."""
    entry: str
    """The YAML line that would name it; empty where it has a name, or can have none."""


class Suspicion(NamedTuple):
    """A key that may be wrong."""

    question: str
    message: str


class WaitingGroup(NamedTuple):
    """Equal answers that need a person."""

    question: str
    answer: str
    reason: str
    number: int
    students: str
    """Some of them, and how many more there are."""


class ChangeGroup(NamedTuple):
    """Students whose grades changed alike."""

    question: str
    change: str
    why: str
    number: int
    students: str
    """Some of them, and how many more there are."""


class WorkingRow(NamedTuple):
    """Numbers of students by what their working shows."""

    problem: str
    students: int
    arithmetic: int
    concept: int

    def percent(self, number: int) -> int:
        """Return a number as a share of those who showed working, in percent."""
        return round(100 * number / max(1, self.students))


class StudentRow(NamedTuple):
    """A student in an assignment."""

    student: str
    name: str
    points: float | None
    """None where nothing was handed in."""
    max_points: float
    percent: int | None
    to_review: int
    late: str


class BeliefRow(NamedTuple):
    """An idea that is behind several answers of the same students."""

    sentence: str
    students: int
    questions: tuple[tuple[str, int], ...]
    """The questions that it touched, and at how many of these students, most first."""
    named: str
    """Some of the students, and how many more there are."""


class AssignmentReport(NamedTuple):
    """An assignment of the class."""

    anchor: str
    title: str
    handed_in: int
    absent: int
    waiting: int
    """Number of answers that count and wait for a person."""
    facts: tuple[tuple[str, str], ...]
    """Names and values, such as the median."""
    spread: Spread | None
    """The distribution of points; None where nobody has any."""
    questions: tuple[QuestionRow, ...]
    clusters: tuple[Cluster, ...]
    students: tuple[StudentRow, ...]
    next_question: str = ""
    """What to ask next, in a sentence; empty where nothing is to tell apart."""
    working: tuple[WorkingRow, ...] = ()
    """By problem; none where nobody showed any."""
    all_working: WorkingRow | None = None
    """The same of all problems: each student counts once."""

    @property
    def counted(self) -> list[str]:
        """Return the fields of the tallies that are not 0 everywhere."""
        fields = ("right", "partial", "wrong", "blank", "to_review")
        return [field for field in fields if any(getattr(row.tally, field) for row in self.questions)]


class ClassReport(NamedTuple):
    """The report on everything in a folder of results."""

    title: str
    graded: str
    """When the last run ended."""
    highlights: tuple[str, ...]
    """The most important facts, in a sentence each."""
    keys_that_differ: tuple[Suspicion, ...]
    """Keys that are not the solver's answer."""
    suspicions: tuple[Suspicion, ...]
    """Keys that the class contradicts."""
    assignments: tuple[AssignmentReport, ...]
    beliefs: tuple[BeliefRow, ...]
    waiting: tuple[WaitingGroup, ...]
    more_waiting: int
    """Number of groups that are not listed."""
    others: tuple[str, ...]
    """What needs a person and is no answer."""
    changes: tuple[ChangeGroup, ...]
    naming: Naming
