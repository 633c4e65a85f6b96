"""The summary of a run, for the screen, for scripts and for summary.json."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from checker.engine.version import VERSION
from checker.grading import AssignmentColumns, Cell, CourseResults, GradeColumn, GradingIssue, Group
from checker.grading.class_answers.keys import KeyThatDiffers, Suspicion, keys_that_differ, suspicions
from checker.grading.class_answers.shared import SharedAnswer, shared_answers
from checker.grading.output.working import WorkingTally, working_tallies
from checker.grading.results.findings import Findings
from checker.grading.store import Row, Standing, Store
from checker.marking.outcome import shown_status

SCHEMA: Final = "checker.grade/1"

_COUNTED_AS: Final[Mapping[str, str]] = {
    "correct": "right",
    "carried": "right",
    "partial": "partial",
    "incorrect": "wrong",
    "too_coarse": "wrong",
    "not_answered": "blank",
    "unreadable": "to_review",
    "needs_review": "to_review",
    "error": "to_review",
}
"""By status, the field of a tally."""


def counted_as(cell: Cell, max_points: float | None) -> str:
    """Return the field of a tally in which an answer counts: `partial` is only for part of the points."""
    if cell.status == "partial" and max_points and cell.points == max_points:  # few digits, which earn everything
        return "right"
    return _COUNTED_AS[shown_status(cell.status, cell.points, max_points)]


@dataclass(slots=True)
class Tally:
    """Numbers of answers by their results."""

    right: int = 0
    partial: int = 0
    wrong: int = 0
    blank: int = 0
    to_review: int = 0

    def add(self, name: str, count: int = 1) -> None:
        """Add answers that count in the field of this name."""
        setattr(self, name, getattr(self, name) + count)

    @property
    def total(self) -> int:
        """Return the number of answers."""
        return self.right + self.partial + self.wrong + self.blank + self.to_review

    def record(self) -> dict[str, int]:
        """Return the numbers for scripts."""
        counts = {"right": self.right, "partial": self.partial, "wrong": self.wrong, "blank": self.blank}
        return counts | {"you": self.to_review}


@dataclass(slots=True)
class QuestionSummary:
    """A column of the gradebook."""

    column: GradeColumn
    tally: Tally
    mistakes: list[tuple[str, int]]
    """Labels and their numbers, the most common first."""


@dataclass(slots=True)
class Student:
    """A row of the gradebook, of one assignment."""

    student: str
    name: str | None
    points: float
    max_points: float
    late: str
    """What lateness means for the points; empty where it means nothing."""
    tally: Tally


@dataclass(slots=True)
class Sheet:
    """The summary of one assignment."""

    assignment: AssignmentColumns
    students: int
    absent: list[str]
    """The names, or else ids, of students on the roster who handed nothing in."""
    without_time: int
    """Number of hand-ins of which nobody knows when they came, although late work loses points."""
    marked_late: int
    """Number of hand-ins that the learning management system marks as late, although nothing is declared about that."""
    questions: list[QuestionSummary]
    working: Sequence[WorkingTally] = ()
    """What the working in documents shows, by problem; none where there is none."""


class Summary:
    """The summary of a run."""

    def __init__(
        self,
        results: CourseResults,
        standings: Mapping[tuple[str, str], Standing],
        findings: Findings,
        left_out: int = 0,
        working: Mapping[str, Sequence[WorkingTally]] | None = None,
    ) -> None:
        self.results = results
        self.left_out = left_out
        """Number of students who are not graded, because they were forgotten."""
        self._standings = standings
        self.sheets: list[Sheet] = []
        self.keys: list[KeyThatDiffers] = []
        self.suspicions: list[Suspicion] = []
        self.shared: list[SharedAnswer] = []
        for assignment in results.course.assignments.values():
            students = sum(1 for _ in results.of(assignment))
            if students and not assignment.is_earlier:
                counts = Counter(cell for row in results.of(assignment) for cell in row.cells)
                questions = [_question(column, counts) for column in assignment.columns]
                theirs = [each for each in standings.values() if each.assignment == assignment.stored_name]
                absent = [each.who.name or each.student for each in theirs if not each.path and not each.issues]
                times = self._without_time(assignment), self._marked_late(assignment)
                shown = (working or {}).get(assignment.name, ())
                self.sheets.append(Sheet(assignment, students, absent, *times, questions, shown))
                self.keys += keys_that_differ(assignment, findings)
                suspicious = suspicions(assignment, counts, findings)
                self.suspicions += suspicious
                reported = {(each.column.index, each.answer) for each in suspicious if each.is_of_most}
                self.shared += shared_answers(assignment, counts, results.of(assignment), reported, findings)
        self.groups: list[Group] = results.current_groups
        self.conflicts = {about: duplicates.reason for about, duplicates in results.conflicts.items()}
        self.unapplied: list[GradingIssue] = results.unapplied
        self.issues: list[GradingIssue] = results.issues
        self.similar_ids: list[list[str]] = results.similar_ids
        self._counts = results.to_review(only_current=True)
        self._without_record = self._count_without_record()

    def _without_time(self, assignment: AssignmentColumns) -> int:
        """Count the hand-ins without a time, where one would matter."""
        dates = assignment.settings.dates
        if dates.due is None or not dates.late:
            return 0
        rows = (row for row in self.results.of(assignment) if row.path)
        return sum(not row.delivery.time and not row.delivery.is_late for row in rows)

    def _marked_late(self, assignment: AssignmentColumns) -> int:
        """Count the hand-ins that are marked as late, where no rule says what that means."""
        dates = assignment.settings.dates
        marked = (row.student for row in self.results.of(assignment) if row.delivery.is_late)
        return sum(not dates.late or dates.due_of(student) is None for student in marked)

    def _count_without_record(self) -> Counter[tuple[str, str]]:
        """Count what needs a person and is no answer, by assignment and student: all of it in the first assignment.

        So the numbers in a student's rows add up to the number in the gradebook.
        """
        left = self._counts.copy()
        for row in self.results.current_rows():
            left[row.student] -= sum(map(self.results.waits, row.cells))
        return Counter({(row.assignment, row.student): left.pop(row.student, 0) for row in self.results.current_rows()})

    @property
    def to_review(self) -> int:
        """Return the number of things that need a person: answers of each student, and issues without a record."""
        return self._counts.total()

    def students(self, assignment: AssignmentColumns) -> Iterator[Student]:
        """Yield the students of an assignment, in the order of their submissions."""
        for row in self.results.of(assignment):
            tally = Tally(to_review=self._without_record[assignment.name, row.student])
            for cell in row.cells:
                name = counted_as(cell, self.results.course.columns[cell.column].points)
                if name != "to_review" or self.results.waits(cell):
                    tally.add(name)
            standing = self._standings[assignment.stored_name, row.student]
            yield Student(row.student, row.name, standing.points, standing.max_points, standing.late_reason, tally)

    @property
    def faults(self) -> list[str]:
        """Return a line for each fault of checker."""
        answers = [f"{column.name}, answer {cell.answer}: {cell.label}" for cell, column in self.results.faults.items()]
        return [*answers, *self.results.other_faults]

    def record(self) -> dict[str, Any]:
        """Return the whole for scripts."""
        earlier = [each.stored_name for each in self.results.course.assignments.values() if each.is_earlier]
        return {
            "schema": SCHEMA,
            "checker": VERSION,
            "assignments": [
                _sheet(sheet) | {"grades": list(map(_student, self.students(sheet.assignment)))}
                for sheet in self.sheets
            ],
            "needs_person": {
                "count": self.to_review,
                "answers": [group._asdict() for group in self.groups],
                "more_than_once": [
                    {"assignment": assignment, "student": student, "message": message}
                    for (assignment, student), message in self.conflicts.items()
                ],
                "others": [issue._asdict() for issue in (*self.issues, *self.unapplied)],
            },
            "keys_that_differ": [each.record() for each in self.keys],
            "suspicious_keys": [suspicion.record() for suspicion in self.suspicions],
            "shared_answers": [each.record() for each in self.shared],
            "ids_that_look_alike": self.similar_ids,
            "left_out": self.left_out,
            "not_graded_now": earlier,
            "faults": self.faults,
        }


def working_in(write_ups: Sequence[Row], store: Store) -> dict[str, list[WorkingTally]]:
    """Return what the working in documents shows, by assignment."""
    rows: dict[str, list[tuple[str, Sequence[int]]]] = {}
    for row in write_ups:
        rows.setdefault(row.assignment, []).append((row.student, row.marks))
    return {assignment: working_tallies(some, store) for assignment, some in rows.items()}


def _question(column: GradeColumn, counts: Mapping[Cell, int]) -> QuestionSummary:
    tally = Tally()
    mistakes: Counter[str] = Counter()
    for cell, count in counts.items():
        if cell.column == column.index:
            name = counted_as(cell, column.points)
            tally.add(name, count)
            if name in {"partial", "wrong"} and cell.label:  # a person's decision has no label
                mistakes[cell.label] += count
    return QuestionSummary(column, tally, sorted(mistakes.items(), key=lambda item: (-item[1], item[0])))


def _sheet(sheet: Sheet) -> dict[str, Any]:
    return {
        "assignment": sheet.assignment.name,
        "title": sheet.assignment.title,
        "students": sheet.students,
        "absent": sheet.absent,
        "without_time": sheet.without_time,
        "marked_late": sheet.marked_late,
        "questions": [_record(question) for question in sheet.questions],
        **({"working": [each.record() for each in sheet.working]} if sheet.working else {}),
    }


def _student(student: Student) -> dict[str, Any]:
    who = {"student": student.student, "name": student.name, "late": student.late or None}
    return {**who, "points": student.points, "max_points": student.max_points, **student.tally.record()}


def _record(question: QuestionSummary) -> dict[str, Any]:
    column = question.column
    return {
        "problem": column.id,
        "part": column.part_id,
        "title": column.title,
        "max_points": column.points,
        **question.tally.record(),
        "mistakes": [{"label": label, "count": count} for label, count in question.mistakes],
    }
