"""Results of a run: one row for each student and assignment, and everything that needs a person."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Final, NamedTuple

from checker.grading.cell import Cell
from checker.grading.chunk import Chunk, RecordRow, ReviewView
from checker.grading.course import AssignmentColumns, Course, GradeColumn
from checker.grading.decisions import MatchedDecisions
from checker.grading.duplicates import Duplicates
from checker.grading.finding import MarkingFindings
from checker.grading.issues import GradingIssue, IssueLog
from checker.grading.reviews import Decision, Reviews
from checker.grading.similar_ids import similar_ids
from checker.grading.unapplied import unapplied
from checker.marking.outcome import NEEDS_A_PERSON

MOST_GROUPS: Final = 100
"""Maximum number of different answers to a problem that are listed for the same reason."""

OTHERS: Final = "…"


class Group(NamedTuple):
    """Equal answers to the same problem that need a person for the same reason."""

    assignment: str
    problem: str
    answer: str
    reason: str
    students: list[str]
    name: str
    """`head-output.elements`; or `head-output`, where the answer may belong to several parts."""
    ids: dict[str, str]
    """By question, `head-output.elements`, the id of the review group; empty where no decision can serve."""


class OpenDecision(NamedTuple):
    """A review group that waits for a decision, as in review.yaml."""

    id: str
    column: GradeColumn
    reason: str
    students: list[str]
    view: ReviewView


class CourseResults:
    """The rows of all students, in their order, and what needs a person."""

    def __init__(self, course: Course, reviews: Reviews | None = None) -> None:
        self.course = course
        self.reviews = reviews or Reviews()
        self.views: dict[str, ReviewView] = {}
        """By review group, what a person who decides sees."""
        self.findings = MarkingFindings()
        self.rows: dict[tuple[str, str], RecordRow] = {}
        """By assignment and student."""
        self.duplicates: dict[tuple[str, str], Duplicates] = {}
        """By assignment and student, the hand-ins of those who handed in more than once."""
        self.other_faults: list[str] = []
        """Faults of checker without a record, each with the place."""
        self.write_ups: dict[str, None] = {}
        """The students whose documents are published with remarks."""
        self._issues = IssueLog()
        self._cells: dict[Cell, Cell] = {}
        """Each different cell once, to save memory."""
        self._decisions = MatchedDecisions()

    def add(self, chunk: Chunk) -> None:
        """Add the results of some submissions."""
        self._issues.merge(chunk.issues)
        self._decisions.merge(chunk.decisions)
        self.other_faults += chunk.other_faults
        self.write_ups.update((each.student, None) for each in chunk.write_ups)
        for group, view in chunk.views.items():
            self.views.setdefault(group, view)
        for key, finding in chunk.findings.items():
            self.findings.add(key, finding)
        once = self._cells.setdefault
        for row in chunk.rows:
            about = row.assignment, row.student
            if about not in self.rows:
                self.rows[about] = row._replace(cells=tuple([once(cell, cell) for cell in row.cells]))
            else:
                self._add_duplicate(about, row)

    def _add_duplicate(self, about: tuple[str, str], row: RecordRow) -> None:
        """Add one more hand-in of a student: it fills blank columns, and answers that differ need a person."""
        first = self.rows[about]
        duplicates = self.duplicates.setdefault(about, Duplicates(first))
        duplicates.add(row)
        cells, digests = list(first.cells), list(first.digests)
        for place, digest in enumerate(row.digests):
            if duplicates.differ_at(place):
                cells[place] = Cell(row.cells[place].column, "needs_review", None)
            elif (digest and not digests[place]) or duplicates.waits_first(place):
                cells[place], digests[place] = row.cells[place], digest
        name, email = first.name or row.name, first.email or row.email
        self.rows[about] = first._replace(name=name, email=email, cells=tuple(cells), digests=tuple(digests))

    def of(self, assignment: AssignmentColumns) -> Iterator[RecordRow]:
        """Return the rows of one assignment."""
        return (row for (name, _), row in self.rows.items() if name == assignment.name)

    @property
    def issues(self) -> list[GradingIssue]:
        """Return the issues that need a person and have no record."""
        return list(self._issues.issues())

    def to_review(self) -> Counter[str | None]:
        """Count what needs a person, by student: answers, issues without a record, decisions that do not apply.

        The gradebook, the screen and the summary all show this count.  None is the key of what is no student's.
        """
        counts = Counter(self._issues.counts)
        for row in self.rows.values():
            counts[row.student] += sum(cell.status in NEEDS_A_PERSON for cell in row.cells)
        counts.update(issue.student for issue in self.unapplied)
        return counts

    @property
    def conflicts(self) -> dict[tuple[str, str], Duplicates]:
        """Return the hand-ins of the students whose answers differ."""
        return {about: duplicates for about, duplicates in self.duplicates.items() if duplicates.differ}

    def has_conflict(self, student: str, column: GradeColumn) -> bool:
        """Return whether a student gave different answers to a column."""
        duplicates = self.duplicates.get((column.assignment, student))
        return bool(duplicates and duplicates.differ_at(column.index - self._first_columns[column.assignment]))

    @cached_property
    def _first_columns(self) -> dict[str, int]:
        """Return the index of each assignment's first column."""
        return {name: each.columns[0].index for name, each in self.course.assignments.items() if each.columns}

    @property
    def similar_ids(self) -> list[list[str]]:
        """Return the students' ids that look the same."""
        return similar_ids(student for _, student in self.rows)

    @property
    def groups(self) -> list[Group]:
        """Return equal answers that need a person together, in the problems' order; of very many the rest as `…`."""
        found: dict[tuple[str, str, str, str], Group] = {}
        students: dict[tuple[str, str, str, str], dict[str, None]] = {}
        counts: Counter[tuple[str, str, str]] = Counter()
        for student, cell, column in self._undecided():
            key, shown = (column.assignment, column.id, cell.fingerprint, cell.label), cell.answer
            if key not in found:
                counts[column.assignment, column.id, cell.label] += 1
                if counts[column.assignment, column.id, cell.label] > MOST_GROUPS:
                    key, shown = (column.assignment, column.id, OTHERS, cell.label), OTHERS
            if key not in found:
                found[key] = Group(column.assignment, column.id, shown, cell.label, [], column.name, {})
            if found[key].name != column.name:
                found[key] = found[key]._replace(name=column.id)
            if cell.group and shown != OTHERS:
                found[key].ids[column.name] = cell.group
            students.setdefault(key, {})[student] = None
        groups = [group._replace(students=list(students[key])) for key, group in found.items()]
        return sorted(groups, key=lambda group: (self._rank[group.problem], group.name))

    @property
    def open_decisions(self) -> list[OpenDecision]:
        """Return every review group that waits for a decision, in the problems' order."""
        found: dict[str, OpenDecision] = {}
        for student, cell, column in self._undecided():
            if id_ := cell.group:
                found.setdefault(id_, OpenDecision(id_, column, cell.label, [], self.views[id_])).students.append(
                    student
                )
        return sorted(found.values(), key=lambda each: each.column.index)

    def _undecided(self) -> Iterator[tuple[str, Cell, GradeColumn]]:
        """Yield each answer that needs a person, those of conflicting hand-ins excepted."""
        for row in self.rows.values():
            for cell in row.cells:
                if cell.status in NEEDS_A_PERSON:
                    column = self.course.columns[cell.column]
                    if not self.has_conflict(row.student, column):
                        yield row.student, cell, column

    @cached_property
    def _rank(self) -> dict[str, int]:
        return {problem: place for place, problem in enumerate(self.course.home)}

    @property
    def unapplied(self) -> list[GradingIssue]:
        """Return the errors in review files and the decisions that could not be applied."""
        students = dict.fromkeys(student for _, student in self.rows)
        return list(unapplied(self.reviews, self._decisions, students, self._is_on_conflict))

    def _is_on_conflict(self, decision: Decision, student: str) -> bool:
        """Return whether a student gave different answers to what is decided."""
        keys = self.course.assignments[self.course.home[decision.problem]].keys
        return self.has_conflict(student, keys[decision.problem, decision.part])

    @property
    def faults(self) -> dict[Cell, GradeColumn]:
        """Return the answers in which checker failed."""
        columns = self.course.columns
        errors = (cell for row in self.rows.values() for cell in row.cells if cell.status == "error")
        return {cell: columns[cell.column] for cell in errors if columns[cell.column].part}


def collect(course: Course, reviews: Reviews, chunks: Iterable[Chunk]) -> CourseResults:
    """Return the results of all chunks."""
    results = CourseResults(course, reviews)
    for chunk in chunks:
        results.add(chunk)
    return results
