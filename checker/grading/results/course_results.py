"""`CourseResults` of a run: one row for each student and assignment, and everything that needs a person.

It merges several hand-ins of a student, groups equal answers that wait, and finds ids that look alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Final, NamedTuple
from unicodedata import category, normalize

from checker.grading.course import AssignmentColumns, Course, GradeColumn
from checker.grading.grader.graded_source import GradingIssue, IssueLog
from checker.grading.grader.mark import Mark
from checker.grading.results.attempts import Duplicates
from checker.grading.reviews.decisions import MatchedDecisions, unapplied
from checker.grading.reviews.read import Decision, Reviews
from checker.grading.store import Row
from checker.marking.result import NEEDS_A_PERSON

MOST_GROUPS: Final = 100
"""Maximum number of different answers to a problem that are listed for the same reason."""

OTHERS: Final = "…"

LOOK_ALIKE: Final = str.maketrans(
    "аеорсухіјѕԁһӏвкмнтαονρτικυχ",  # Cyrillic, and Greek
    "aeopcyxijsdhlbkmhtaovptikux",
)


class Group(NamedTuple):
    """Equal answers to one question that wait for the same reason, so that one decision serves all."""

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
    """A group of answers that waits for a decision, as review.yaml lists it."""

    id: str
    column: GradeColumn
    reason: str
    students: list[str]


class CourseResults:
    """The rows of all students, in order, and everything that needs a person."""

    def __init__(self, course: Course, reviews: Reviews | None = None) -> None:
        self.course = course
        self.reviews = reviews or Reviews()
        self.rows: dict[tuple[str, str], Row] = {}
        """By assignment and student."""
        self.duplicates: dict[tuple[str, str], Duplicates] = {}
        """By assignment and student, the hand-ins of those who handed in more than once."""
        self.copies: set[tuple[str, str]] = set()
        """By assignment and student, who handed in one document in several formats that are read differently."""
        self.other_faults: list[str] = []
        """Faults of checker without a record, each with the place."""
        self.hidden: dict[tuple[str, str], str] = {}
        """By assignment and student who handed nothing else in, the file that could not be read and may be theirs."""
        self.on_roster: frozenset[str] = frozenset()
        self.log = IssueLog()
        self.decisions = MatchedDecisions()

    def add(self, row: Row) -> None:
        """Add a submission to its student's row: it fills blank columns, and answers that differ wait."""
        about = row.assignment, row.student
        if about not in self.rows:
            self.rows[about] = row
            return
        first = self.rows[about]
        duplicates = self.duplicates.setdefault(about, Duplicates(first))
        duplicates.add(row)
        cells, marks = list(first.cells), list(first.marks)
        for place, cell in enumerate(row.cells):
            if duplicates.differ_at(place):
                cells[place] = Mark(cell.column, "needs_review", None, digest=cells[place].digest)
            elif (cell.digest and not cells[place].digest) or duplicates.waits_first(place):
                cells[place], marks[place] = cell, row.marks[place]
        more = (*first.more_marks, *row.more_marks)
        who = first.who._replace(name=first.who.name or row.who.name, email=first.who.email or row.who.email)
        self.rows[about] = first._replace(who=who, cells=tuple(cells), marks=tuple(marks), more_marks=more)

    def current_rows(self) -> Iterator[Row]:
        """Yield the rows that this run grades, without those that stay as they were."""
        return (row for row in self.rows.values() if row.path)

    def of(self, assignment: AssignmentColumns) -> Iterator[Row]:
        """Yield the rows of one assignment that are graded now."""
        return (row for row in self.current_rows() if row.assignment == assignment.name)

    @property
    def issues(self) -> list[GradingIssue]:
        """Return the issues, such as unreadable files, that need a person and are in no answer's record."""
        return list(self.log.issues())

    def to_review(self, *, only_current: bool = False) -> Counter[str | None]:
        """Return how many things of each student need a person: answers, issues, decisions that do not apply.

        The gradebook, the screen and the summary all show this count.  None is the key of what is no student's.
        """
        counts = self.issue_counts() + Counter({student for _, student in self.hidden})
        for row in self.current_rows() if only_current else self.rows.values():
            counts[row.student] += sum(map(self.waits, row.cells))
        return counts

    def issue_counts(self) -> Counter[str | None]:
        """Return how many things other than answers need a person, by student."""
        waiting = (
            {row.student for row in self.rows.values() if any(map(self.waits, row.cells))} if self.log.unread else ()
        )
        unread = Counter({student: count for student, count in self.log.unread.items() if student not in waiting})
        return Counter(self.log.counts) + unread + Counter(issue.student for issue in self.unapplied)

    @property
    def conflicts(self) -> dict[tuple[str, str], Duplicates]:
        """Return the hand-ins between which a person has to choose, by assignment and student."""
        return {about: duplicates for about, duplicates in self.duplicates.items() if duplicates.differ}

    def has_conflict(self, student: str, column: GradeColumn) -> bool:
        """Return whether a student's hand-ins answer a column differently."""
        duplicates = self.duplicates.get((column.assignment, student))
        return bool(duplicates and duplicates.differ_at(column.index - self._first_columns[column.assignment]))

    @cached_property
    def _first_columns(self) -> dict[str, int]:
        """Return the index of each assignment's first column."""
        return {name: each.columns[0].index for name, each in self.course.assignments.items() if each.columns}

    @property
    def similar_ids(self) -> list[list[str]]:
        """Return groups of students' ids that look the same."""
        return similar_ids(student for _, student in self.rows)

    def groups(self, *, only_current: bool = False) -> list[Group]:
        """Return the groups of equal answers that wait for a person, in the problems' order.

        If one problem has very many for one reason, the rest of these is one group, shown as `…`.
        """
        rows = self.current_rows() if only_current else self.rows.values()
        found: dict[tuple[str, str, str, str], Group] = {}
        students: dict[tuple[str, str, str, str], dict[str, None]] = {}
        counts: Counter[tuple[str, str, str]] = Counter()
        for student, cell, column in self._undecided(rows):
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
        for student, cell, column in self._undecided(self.rows.values()):
            if id_ := cell.group:
                found.setdefault(id_, OpenDecision(id_, column, cell.label, [])).students.append(student)
        return sorted(found.values(), key=lambda each: each.column.index)

    @cached_property
    def group_marks(self) -> dict[str, tuple[int, GradeColumn]]:
        """Return, by review group, the id of the first mark in it and its column, to be shown to those who decide."""
        found: dict[str, tuple[int, GradeColumn]] = {}
        for row in self.rows.values():
            for cell, mark in zip(row.cells, row.marks, strict=True):
                if cell.group:
                    found.setdefault(cell.group, (mark, self.course.columns[cell.column]))
        return found

    def waits(self, cell: Mark) -> bool:
        """Return whether an answer needs a person; not if everybody gets the same points in its column."""
        return cell.status in NEEDS_A_PERSON and cell.column not in self._settled

    @cached_property
    def _settled(self) -> frozenset[int]:
        return frozenset(index for each in self.course.assignments.values() for index in each.settled)

    def _undecided(self, rows: Iterable[Row]) -> Iterator[tuple[str, Mark, GradeColumn]]:
        """Yield each answer that needs a person, those of conflicting hand-ins excepted."""
        for row in rows:
            for cell in row.cells:
                if self.waits(cell):
                    column = self.course.columns[cell.column]
                    if not self.has_conflict(row.student, column):
                        yield row.student, cell, column

    @cached_property
    def _rank(self) -> dict[str, int]:
        return {problem: place for place, problem in enumerate(dict.fromkeys(each.id for each in self.course.columns))}

    @property
    def unapplied(self) -> list[GradingIssue]:
        """Return the errors in reviewers' files, and the decisions that fit no answer."""
        students = dict.fromkeys(student for _, student in self.rows)
        without_answers = {*self.on_roster, *(student for student in (*self.log.counts, *self.log.unread) if student)}
        known = self.decisions, students, self._is_on_conflict, self.course.left_out, without_answers
        return list(unapplied(self.reviews, *known))

    def _is_on_conflict(self, decision: Decision, student: str) -> bool:
        """Return whether a decision is about a question to which the student's hand-ins give different answers."""
        keys = self.course.assignments[self.course.home[decision.problem]].keys
        return self.has_conflict(student, keys[decision.problem, decision.part])

    @property
    def faults(self) -> dict[Mark, GradeColumn]:
        """Return the marks of answers at which checker failed, with their columns."""
        columns = self.course.columns
        errors = (cell for row in self.rows.values() for cell in row.cells if cell.status == "error")
        return {cell._replace(digest=""): columns[cell.column] for cell in errors if columns[cell.column].part}


def similar_ids(students: Iterable[str]) -> list[list[str]]:
    r"""Return the ids that differ only in case, in spaces, in invisible signs, or in letters that look the same.

    >>> similar_ids(["s1", "s2", "S1", "s\u200b1", "s3 "])
    [['s1', 'S1', 's\u200b1']]
    """
    found: dict[str, list[str]] = {}
    for student in dict.fromkeys(students):
        found.setdefault(_look(student), []).append(student)
    return [ids for ids in found.values() if len(ids) > 1]


def _look(student: str) -> str:
    """Return what a reader sees of an id."""
    if student.isascii() and student.isalnum():
        return student.lower()
    folded = normalize("NFKC", normalize("NFKC", student).casefold()).translate(LOOK_ALIKE)
    return "".join(sign for sign in folded if category(sign)[0] not in "ZC")
