"""A run in numbers: what the screen shows, scripts get and summary.json keeps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

from checker.engine.version import VERSION
from checker.grading import AssignmentColumns, Cell, CourseResults, GradeColumn, GradingIssue, Group
from checker.grading.class_answers.found import FoundByMarking
from checker.grading.class_answers.shared import SharedAnswer, shared_answers
from checker.grading.class_answers.suspicion import Suspicion, suspicions

SCHEMA: Final = "checker.grade/1"

HEAPS: Final[Mapping[str, str]] = {
    "correct": "right",
    "carried": "right",
    "partial": "partial",
    "incorrect": "wrong",
    "not_answered": "blank",
    "unreadable": "you",
    "needs_review": "you",
    "error": "you",
}
"""What a status counts as; `you` is a person."""


@dataclass(slots=True)
class Tally:
    """How many answers came out how."""

    right: int = 0
    partial: int = 0
    wrong: int = 0
    blank: int = 0
    you: int = 0

    def add(self, status: str, count: int = 1) -> None:
        """Put answers on their heap."""
        heap = HEAPS[status]
        setattr(self, heap, getattr(self, heap) + count)


@dataclass(slots=True)
class QuestionSummary:
    """A column of the gradebook."""

    column: GradeColumn
    tally: Tally
    mistakes: list[tuple[str, int]]
    """What went wrong, the commonest first."""


@dataclass(slots=True)
class Student:
    """A row of the gradebook, of one assignment."""

    student: str
    points: float
    max_points: float
    tally: Tally


@dataclass(slots=True)
class Sheet:
    """One assignment."""

    assignment: AssignmentColumns
    students: int
    questions: list[QuestionSummary]


class Summary:
    """What there is to say of a run."""

    def __init__(self, book: CourseResults) -> None:
        self.book = book
        self.sheets: list[Sheet] = []
        self.suspicions: list[Suspicion] = []
        self.shared: list[SharedAnswer] = []
        known = FoundByMarking(book)
        for assignment in book.course.assignments.values():
            students = sum(1 for _ in book.of(assignment))
            if students:
                counts = Counter(fate for row in book.of(assignment) for fate in row.fates)
                questions = [_question(column, counts) for column in assignment.columns]
                self.sheets.append(Sheet(assignment, students, questions))
                suspicious = suspicions(assignment, counts, known)
                self.suspicions += suspicious
                told = {(each.column.index, each.answer) for each in suspicious}
                self.shared += shared_answers(assignment, counts, book.of(assignment), told, known)
        self.groups: list[Group] = book.groups
        self.twice = {key: repeated.reason for key, repeated in book.twice.items()}
        self.unapplied: list[GradingIssue] = book.unapplied
        self.needs: list[GradingIssue] = book.needs
        self.alike: list[list[str]] = book.alike
        self._to_review = book.to_review()
        self._elsewhere = self._without_record()

    def _without_record(self) -> Counter[tuple[str, str]]:
        """Count what needs a person beside the answers, by assignment and student: all of it in the first assignment.

        So the student's rows add up to what the gradebook has.
        """
        left = self._to_review.copy()
        for row in self.book.rows.values():
            left[row.student] -= sum(HEAPS[fate.status] == "you" for fate in row.fates)
        counts: Counter[tuple[str, str]] = Counter()
        for assignment, student in self.book.rows:
            counts[assignment, student] = left.pop(student, 0)
        return counts

    @property
    def people(self) -> int:
        """How many things need a person: each answer of each student counts, and each issue without a record."""
        return self._to_review.total()

    def students(self, assignment: AssignmentColumns) -> Iterator[Student]:
        """The students of an assignment, in the order in which they came."""
        for row in self.book.of(assignment):
            tally = Tally()
            for fate in row.fates:
                tally.add(fate.status)
            tally.you += self._elsewhere[assignment.name, row.student]
            points = sum(fate.points for fate in row.fates if fate.points is not None)
            yield Student(row.student, round(points, 6), assignment.max_points, tally)

    def record(self, *, students: bool) -> dict[str, Any]:
        """The whole for scripts, with or without a line for each student."""
        return {
            "schema": SCHEMA,
            "checker": VERSION,
            "assignments": [
                _sheet(sheet) | ({"grades": list(map(_student, self.students(sheet.assignment)))} if students else {})
                for sheet in self.sheets
            ],
            "needs_person": {
                "count": self.people,
                "answers": [group._asdict() for group in self.groups],
                "more_than_once": [
                    {"assignment": assignment, "student": student, "message": message}
                    for (assignment, student), message in self.twice.items()
                ],
                "others": [need._asdict() for need in (*self.needs, *self.unapplied)],
            },
            "suspicious_keys": [suspicion.record() for suspicion in self.suspicions],
            "shared_answers": [each.record() for each in self.shared],
            "ids_that_look_alike": self.alike,
        }


def _question(column: GradeColumn, counts: Mapping[Cell, int]) -> QuestionSummary:
    tally = Tally()
    mistakes: Counter[str] = Counter()
    for fate, count in counts.items():
        if fate.column == column.index:
            tally.add(fate.status, count)
            if HEAPS[fate.status] in ("partial", "wrong") and fate.label:  # a person gives no reason in few words
                mistakes[fate.label] += count
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
    return {**who, **asdict(student.tally)}


def _record(question: QuestionSummary) -> dict[str, Any]:
    column = question.column
    return {
        "problem": column.id,
        "part": column.part_id,
        "title": column.part.title if column.part else "",
        "max_points": column.part.points if column.part else None,
        **asdict(question.tally),
        "mistakes": [{"label": label, "count": count} for label, count in question.mistakes],
    }
