"""What is kept of a run: of each student one row an assignment, and what needs a person."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import Final, NamedTuple

from checker.grading.cell import Cell
from checker.grading.course import AssignmentColumns, Course, GradeColumn
from checker.grading.decisions import Met
from checker.grading.duplicates import Repeated
from checker.grading.finding import MarkingFindings
from checker.grading.grader import Chunk, Laid, RecordRow
from checker.grading.issues import GradingIssue, IssueLog
from checker.grading.reviews import Decision, Reviews
from checker.grading.similar_ids import alike
from checker.grading.unapplied import unapplied
from checker.marking.outcome import NEEDS_A_PERSON

MOST_ALIKE: Final = 100
"""Different answers to a problem with the same reason that are told one by one."""

OTHERS: Final = "…"


class Group(NamedTuple):
    """The same answer to the same problem, which needs a person for the same reason."""

    assignment: str
    problem: str
    answer: str
    reason: str
    students: list[str]
    name: str
    """`head-output.elements`; or `head-output`, where it may belong to several parts."""
    ids: dict[str, str]
    """By what is asked, `head-output.elements`, the group as decisions name it; none where no decision can serve."""


class OpenDecision(NamedTuple):
    """A group for which a person has to decide, as it stands in review.yaml."""

    id: str
    column: GradeColumn
    reason: str
    students: list[str]
    laid: Laid


class CourseResults:
    """The rows of all students, in the order in which they came."""

    def __init__(self, course: Course, reviews: Reviews | None = None) -> None:
        self.course = course
        self.reviews = reviews or Reviews()
        self.laid: dict[str, Laid] = {}
        """What a person has to see, by group."""
        self.findings = MarkingFindings()
        self.rows: dict[tuple[str, str], RecordRow] = {}
        """By assignment and student."""
        self.repeated: dict[tuple[str, str], Repeated] = {}
        """The hand-ins of each who handed in more than once."""
        self.ended: list[str] = []
        """What ended the processes that worked on it."""
        self._needs = IssueLog()
        self._fates: dict[Cell, Cell] = {}
        self._met = Met()

    def add(self, chunk: Chunk) -> None:
        """Take in what a chunk gave."""
        self._needs.merge(chunk.needs)
        self._met.merge(chunk.met)
        self.ended += chunk.ended
        for group, laid in chunk.laid.items():
            self.laid.setdefault(group, laid)
        for about, finding in chunk.findings.items():
            self.findings.add(about, finding)
        once = self._fates.setdefault
        for row in chunk.rows:
            key = row.assignment, row.student
            if key not in self.rows:
                self.rows[key] = row._replace(fates=tuple([once(fate, fate) for fate in row.fates]))
            else:
                self._add_again(key, row)

    def _add_again(self, key: tuple[str, str], row: RecordRow) -> None:
        """One more hand-in of a student: it fills what was left empty, and what differs is nobody's but a person's."""
        first = self.rows[key]
        repeated = self.repeated.setdefault(key, Repeated(first))
        repeated.add(row)
        fates, answers = list(first.fates), list(first.answers)
        for at, answer in enumerate(row.answers):
            if repeated.differs_at(at):
                fates[at] = Cell(row.fates[at].column, "needs_review", None)
            elif answer and not answers[at]:
                fates[at], answers[at] = row.fates[at], answer
        name, email = first.name or row.name, first.email or row.email
        self.rows[key] = first._replace(name=name, email=email, fates=tuple(fates), answers=tuple(answers))

    def of(self, assignment: AssignmentColumns) -> Iterator[RecordRow]:
        """The rows of one assignment."""
        return (row for (name, _), row in self.rows.items() if name == assignment.name)

    @property
    def needs(self) -> list[GradingIssue]:
        """What needs a person and stands in no record."""
        return list(self._needs.told())

    def to_review(self) -> Counter[str | None]:
        """Return how much needs a person, by student: answers, issues without a record, decisions that do not apply.

        The only count there is: the gradebook, the screen and the summary all show it.  None is nobody's.
        """
        counts = Counter(self._needs.beside)
        for row in self.rows.values():
            counts[row.student] += sum(fate.status in NEEDS_A_PERSON for fate in row.fates)
        counts.update(need.student for need in self.unapplied)
        return counts

    @property
    def twice(self) -> dict[tuple[str, str], Repeated]:
        """Those whose hand-ins differ."""
        return {key: repeated for key, repeated in self.repeated.items() if repeated.differs}

    def differs(self, student: str, column: GradeColumn) -> bool:
        """Whether a student gave several answers there."""
        repeated = self.repeated.get((column.assignment, student))
        return bool(repeated and repeated.differs_at(column.index - self._first[column.assignment]))

    @cached_property
    def _first(self) -> dict[str, int]:
        """The index of each assignment's first column."""
        return {name: each.columns[0].index for name, each in self.course.assignments.items() if each.columns}

    @property
    def alike(self) -> list[list[str]]:
        """The students' ids that look alike."""
        return alike(student for _, student in self.rows)

    @property
    def groups(self) -> list[Group]:
        """The answers that need a person, equal ones together, in the problems' order; of very many the rest as `…`."""
        found: dict[tuple[str, str, str, str], Group] = {}
        students: dict[tuple[str, str, str, str], dict[str, None]] = {}
        alike: Counter[tuple[str, str, str]] = Counter()
        for student, fate, column in self._undecided():
            about = (column.assignment, column.id, fate.fingerprint, fate.label)
            shown = fate.answer
            if about not in found:
                alike[column.assignment, column.id, fate.label] += 1
                if alike[column.assignment, column.id, fate.label] > MOST_ALIKE:
                    about, shown = (column.assignment, column.id, OTHERS, fate.label), OTHERS
            if about not in found:
                found[about] = Group(column.assignment, column.id, shown, fate.label, [], column.name, {})
            if found[about].name != column.name:
                found[about] = found[about]._replace(name=column.id)
            if fate.group and shown != OTHERS:
                found[about].ids[column.name] = fate.group
            students.setdefault(about, {})[student] = None
        groups = [group._replace(students=list(students[about])) for about, group in found.items()]
        return sorted(groups, key=lambda group: (self._rank[group.problem], group.name))

    @property
    def open(self) -> list[OpenDecision]:
        """Every group that a decision can serve, in the problems' order."""
        found: dict[str, OpenDecision] = {}
        for student, fate, column in self._undecided():
            if fate.group:
                each = found.setdefault(
                    fate.group, OpenDecision(fate.group, column, fate.label, [], self.laid[fate.group])
                )
                each.students.append(student)
        return sorted(found.values(), key=lambda each: each.column.index)

    def _undecided(self) -> Iterator[tuple[str, Cell, GradeColumn]]:
        """Each answer that needs a person, but for those of which there are several."""
        for row in self.rows.values():
            for fate in row.fates:
                if fate.status in NEEDS_A_PERSON:
                    column = self.course.columns[fate.column]
                    if not self.differs(row.student, column):
                        yield row.student, fate, column

    @cached_property
    def _rank(self) -> dict[str, int]:
        return {problem: at for at, problem in enumerate(self.course.home)}

    @property
    def unapplied(self) -> list[GradingIssue]:
        """What is wrong in review files, and the decisions that could not be applied."""
        students = dict.fromkeys(student for _, student in self.rows)
        return list(unapplied(self.reviews, self._met, students, self._is_twice))

    def _is_twice(self, decision: Decision, student: str) -> bool:
        """Whether a student whom it concerns gave several answers."""
        keys = self.course.assignments[self.course.home[decision.problem]].keys
        return self.differs(student, keys[decision.problem, decision.part])

    @property
    def faults(self) -> dict[Cell, GradeColumn]:
        """Where we failed."""
        columns = self.course.columns
        errors = (fate for row in self.rows.values() for fate in row.fates if fate.status == "error")
        return {fate: columns[fate.column] for fate in errors if columns[fate.column].part}
