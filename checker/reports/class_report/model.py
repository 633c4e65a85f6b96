"""Data of a class report, statistics of its questions, and what students are called in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from secrets import SystemRandom
from typing import Final, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from checker.grading.output.summary import Tally
from checker.lms.students import Student

FEWEST: Final = 10
"""Minimum number of students for a discrimination: with fewer, chance decides it."""

Shares = NDArray[np.float64]
"""Shares of the points: of a student in each row, of a question in each column; NaN where there are none."""


class Spread(NamedTuple):
    """How the students' shares of the points are distributed: mean, median, deviation, tenths."""

    number: int
    """Number of students."""
    mean: float
    median: float
    deviation: float
    """The standard deviation of a sample; 0 of one student."""
    bins: tuple[int, ...]
    """Numbers of students in each tenth; the last has those with all points and with more, too."""


def spread(shares: Sequence[float]) -> Spread | None:
    """Return how shares of the points are distributed; None without students.

    >>> spread([0.0, 0.5, 1.0])
    Spread(number=3, mean=0.5, median=0.5, deviation=0.5, bins=(1, 0, 0, 0, 0, 1, 0, 0, 0, 1))
    """
    if not shares:
        return None
    values = np.array(shares)
    bins, _ = np.histogram(np.round(np.clip(values, 0.0, 1.0), 9), bins=np.arange(11) / 10)
    deviation = float(values.std(ddof=1)) if len(values) > 1 else 0.0
    return Spread(len(values), float(values.mean()), float(np.median(values)), deviation, tuple(map(int, bins)))


def difficulties(shares: Shares) -> list[float | None]:
    """Return for each question the mean share of the points that students got; None where nobody has any."""
    counts = np.sum(~np.isnan(shares), axis=0)
    sums = np.nansum(shares, axis=0)
    return [float(total / count) if count else None for total, count in zip(sums, counts, strict=True)]


def discriminations(shares: Shares, weights: Sequence[float]) -> list[float | None]:
    """Return for each question the correlation of its share of points with that of all other questions.

    Each question is worth its weight.  What waits is left out.  None where there are too few students, or where all
    have the same.  Source: corrected item-total correlation, Crocker and Algina, Introduction to Classical and Modern
    Test Theory (1986), chapter 14.
    """
    known = np.where(np.isnan(shares), 0.0, np.array(weights))  # (students, questions)
    points = known * np.nan_to_num(shares)
    with np.errstate(invalid="ignore"):  # of who has no other answer that counts
        rests = (points.sum(axis=1, keepdims=True) - points) / (known.sum(axis=1, keepdims=True) - known)
    return [_correlation(shares[:, place], rests[:, place]) for place in range(shares.shape[1])]


def _correlation(one: NDArray[np.float64], other: NDArray[np.float64]) -> float | None:
    """Return a correlation; None for fewer than ten students with both numbers, or if one of these never changes."""
    known = ~np.isnan(one) & ~np.isnan(other)
    one, other = one[known], other[known]
    if len(one) < FEWEST or np.ptp(one) < 1e-9 or np.ptp(other) < 1e-9:  # noqa: PLR2004 - rounding
        return None
    return float(np.corrcoef(one, other)[0, 1])


Naming = Literal["ids", "names", "anonymous"]

QUOTES: Final = frozenset('"“”„«»')


class Who:
    """What the students of a class are called in a report: by id, with names, or by anonymous numbers.

    Ids and names are never searched for in sentences of checker, because a student may be called `7` or `Norm`.
    """

    def __init__(self, students: Sequence[Student], naming: Naming) -> None:
        self.naming = naming
        self._names = {each.id: each.name for each in students}
        self._numbers: dict[str, int] = {}
        self._hidden: list[str] = []
        if naming == "anonymous":
            ids = list(self._names)
            SystemRandom().shuffle(ids)  # an order that can be worked out again would tell who is who
            self._numbers = {id_: number for number, id_ in enumerate(ids, 1)}
        elif naming == "ids":
            words = {word for each in students for word in (each.name, each.email) if word != each.id}
            self._hidden = sorted(filter(_is_telling, words), key=len, reverse=True)

    def place(self, student: str) -> int:
        """Return the number by which to order a student in an anonymous report; 0 in other reports."""
        return self._numbers.get(student, 0)

    def id_of(self, student: str) -> str:
        """Return the id, or the anonymous name, by which the report calls a student."""
        if self.naming != "anonymous":
            return student
        return f"student {self._numbers[student]}" if student in self._numbers else "a student"

    def name_of(self, student: str) -> str:
        """Return a student's name; empty where the report does not show names."""
        return self._names.get(student, "") if self.naming == "names" else ""

    def told(self, student: str) -> str:
        """Return what the report calls a student: the id with the name, as far as they are shown."""
        name = self.name_of(student)
        return f"{self.id_of(student)} {name}" if name and name != student else self.id_of(student)

    def in_order(self, students: Iterable[str]) -> list[str]:
        """Return these students in the order in which the report lists them."""
        return sorted(students, key=self.place)

    def without_names(self, text: str) -> str:
        """Return a text without the names of students: empty in an anonymous report, and as it is in one with names.

        In a report with ids, full names and email addresses become `…`.
        """
        if self.naming == "anonymous":
            return ""
        for word in self._hidden:
            if word in text:
                text = re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", "…", text)
        return text

    def reason(self, text: str) -> str:
        """Return why an answer needs a person.

        In an anonymous report it is a general sentence if the reason has quotes, which may be from what the student
        wrote.
        """
        if self.naming == "anonymous" and not QUOTES.isdisjoint(text):
            return "It could not be read."
        return self.without_names(text) or text


def _is_telling(word: str) -> bool:
    """Return whether a name is hidden in a text: it has several words, or is an address.

    A single word may be an ordinary one.
    """
    return " " in word.strip() or "@" in word


class MistakeShare(NamedTuple):
    """A mistake in a question, and how many students made it."""

    label: str
    number: int
    percent: int
    """Of those who answered."""


class QuestionRow(NamedTuple):
    """The statistics of one question of an assignment."""

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
        """Return whether students who do well elsewhere do worse on this question than others."""
        return self.discrimination is not None and round(self.discrimination, 2) < 0

    def percent(self, field: str) -> int:
        """Return the percentage of the answers that are, for example, `right`, by the name of the tally's field."""
        return round(100 * int(getattr(self.tally, field)) / max(1, self.tally.total))


class Cluster(NamedTuple):
    """A wrong answer that several students gave, and what explains it."""

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
    """A key that may be wrong, and why."""

    question: str
    message: str


class GroupRow(NamedTuple):
    """Students of whom the same is said: equal answers that wait for a person, or equal changes of grades."""

    question: str
    what: str
    """The answer, or the change."""
    why: str
    number: int
    students: str
    """Some of them, and how many more there are."""


class WorkingRow(NamedTuple):
    """How many students showed working, by what was wrong in it."""

    problem: str
    students: int
    arithmetic: int
    mistake: int

    def percent(self, number: int) -> int:
        """Return a number of students as a percentage of those who showed working."""
        return round(100 * number / max(1, self.students))


class StudentRow(NamedTuple):
    """One student's result in an assignment."""

    student: str
    name: str
    points: float | None
    """None where nothing was handed in."""
    max_points: float
    percent: int | None
    to_review: int
    late: str


class BeliefRow(NamedTuple):
    """A mistake that the same students make in several answers."""

    sentence: str
    students: int
    questions: tuple[tuple[str, int], ...]
    """The questions that it touched, and at how many of these students, most first."""
    named: str
    """Some of the students, and how many more there are."""


class AssignmentReport(NamedTuple):
    """What the report shows about one assignment."""

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
        """Return the fields of the tallies, such as `partial`, that are not 0 in all questions."""
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
    waiting: tuple[GroupRow, ...]
    more_waiting: int
    """Number of groups that are not listed."""
    others: tuple[str, ...]
    """What needs a person and is no answer."""
    changes: tuple[GroupRow, ...]
    naming: Naming
