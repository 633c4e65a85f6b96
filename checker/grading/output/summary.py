"""The summary of a run, for the screen, for scripts and for summary.json."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from checker.engine.version import VERSION
from checker.grading import AssignmentColumns, Cell, CourseResults, GradeColumn, GradingIssue, Group
from checker.grading.class_answers.shared import SharedAnswer, shared_answers
from checker.grading.class_answers.suspicion import Suspicion, suspicions

SCHEMA: Final = "checker.grade/1"

COUNTED_AS: Final[Mapping[str, str]] = {
    "correct": "right",
    "carried": "right",
    "partial": "partial",
    "incorrect": "wrong",
    "not_answered": "blank",
    "unreadable": "to_review",
    "needs_review": "to_review",
    "error": "to_review",
}
"""By status, the field of a tally."""


@dataclass(slots=True)
class Tally:
    """Numbers of answers by their results."""

    right: int = 0
    partial: int = 0
    wrong: int = 0
    blank: int = 0
    to_review: int = 0

    def add(self, status: str, count: int = 1) -> None:
        """Add answers with this status."""
        name = COUNTED_AS[status]
        setattr(self, name, getattr(self, name) + count)

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
    points: float
    max_points: float
    tally: Tally


@dataclass(slots=True)
class Sheet:
    """The summary of one assignment."""

    assignment: AssignmentColumns
    students: int
    questions: list[QuestionSummary]


class Summary:
    """The summary of a run."""

    def __init__(self, results: CourseResults) -> None:
        self.results = results
        self.sheets: list[Sheet] = []
        self.suspicions: list[Suspicion] = []
        self.shared: list[SharedAnswer] = []
        for assignment in results.course.assignments.values():
            students = sum(1 for _ in results.of(assignment))
            if students:
                counts = Counter(cell for row in results.of(assignment) for cell in row.cells)
                questions = [_question(column, counts) for column in assignment.columns]
                self.sheets.append(Sheet(assignment, students, questions))
                suspicious = suspicions(assignment, counts, results.findings)
                self.suspicions += suspicious
                reported = {(each.column.index, each.answer) for each in suspicious}
                self.shared += shared_answers(assignment, counts, results.of(assignment), reported, results.findings)
        self.groups: list[Group] = results.groups
        self.conflicts = {about: duplicates.reason for about, duplicates in results.conflicts.items()}
        self.unapplied: list[GradingIssue] = results.unapplied
        self.issues: list[GradingIssue] = results.issues
        self.similar_ids: list[list[str]] = results.similar_ids
        self._counts = results.to_review()
        self._without_record = self._count_without_record()

    def _count_without_record(self) -> Counter[tuple[str, str]]:
        """Count what needs a person and is no answer, by assignment and student: all of it in the first assignment.

        So the numbers in a student's rows add up to the number in the gradebook.
        """
        left = self._counts.copy()
        for row in self.results.rows.values():
            left[row.student] -= sum(COUNTED_AS[cell.status] == "to_review" for cell in row.cells)
        return Counter({about: left.pop(about[1], 0) for about in self.results.rows})

    @property
    def to_review(self) -> int:
        """Return the number of things that need a person: answers of each student, and issues without a record."""
        return self._counts.total()

    def students(self, assignment: AssignmentColumns) -> Iterator[Student]:
        """Yield the students of an assignment, in the order of their submissions."""
        for row in self.results.of(assignment):
            tally = Tally(to_review=self._without_record[assignment.name, row.student])
            for cell in row.cells:
                tally.add(cell.status)
            points = sum(cell.points for cell in row.cells if cell.points is not None)
            yield Student(row.student, round(points, 6), assignment.max_points, tally)

    def record(self, *, students: bool) -> dict[str, Any]:
        """Return the whole for scripts, with or without an entry for each student."""
        return {
            "schema": SCHEMA,
            "checker": VERSION,
            "assignments": [
                _sheet(sheet) | ({"grades": list(map(_student, self.students(sheet.assignment)))} if students else {})
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
            "suspicious_keys": [suspicion.record() for suspicion in self.suspicions],
            "shared_answers": [each.record() for each in self.shared],
            "ids_that_look_alike": self.similar_ids,
        }


def _question(column: GradeColumn, counts: Mapping[Cell, int]) -> QuestionSummary:
    tally = Tally()
    mistakes: Counter[str] = Counter()
    for cell, count in counts.items():
        if cell.column == column.index:
            tally.add(cell.status, count)
            if COUNTED_AS[cell.status] in ("partial", "wrong") and cell.label:  # a person's decision has no label
                mistakes[cell.label] += count
    return QuestionSummary(column, tally, sorted(mistakes.items(), key=lambda item: (-item[1], item[0])))


def _sheet(sheet: Sheet) -> dict[str, Any]:
    return {
        "assignment": sheet.assignment.name,
        "title": sheet.assignment.title,
        "students": sheet.students,
        "questions": [_record(question) for question in sheet.questions],
    }


def _student(student: Student) -> dict[str, Any]:
    who = {"student": student.student, "points": student.points, "max_points": student.max_points}
    return {**who, **student.tally.record()}


def _record(question: QuestionSummary) -> dict[str, Any]:
    column = question.column
    return {
        "problem": column.id,
        "part": column.part_id,
        "title": column.part.title if column.part else "",
        "max_points": column.part.points if column.part else None,
        **question.tally.record(),
        "mistakes": [{"label": label, "count": count} for label, count in question.mistakes],
    }
