"""`Summary` of a run, from which summary.json and the screen are made.

It has each student's points (not in summary.json), the numbers of answers, the common mistakes, what was wrong in
working, what needs a person, and keys that look wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from checker.engine.version import VERSION
from checker.grading.class_answers.shared import SharedAnswer, shared_answers
from checker.grading.class_answers.suspicions import Suspicion, keys_that_differ, suspicions
from checker.grading.course import AssignmentColumns, GradeColumn
from checker.grading.grader.mark import Mark, commonest
from checker.grading.results.course_results import CourseResults
from checker.grading.results.findings import KeptFindings
from checker.grading.store import NO_MARK, Row, Standing, Store
from checker.marking.result import shown_status


@dataclass(slots=True)
class WorkingTally:
    """The students who showed working to one problem, or to all, by what was wrong in it."""

    problem: str = ""
    students: set[str] = field(default_factory=set)
    """Those with any line of working that was recomputed."""
    arithmetic: set[str] = field(default_factory=set)
    mistake: set[str] = field(default_factory=set)

    def add(self, student: str, line: Mapping[str, Any]) -> None:
        """Count a student by one line of their working, from a record."""
        self.students.add(student)
        if line["finding"] == "mistake":
            self.mistake.add(student)
        if line["finding"] == "arithmetic":
            self.arithmetic.add(student)

    def record(self) -> dict[str, Any]:
        """Return the numbers of students as a mapping for JSON."""
        numbers = {"students": self.students, "arithmetic": self.arithmetic, "mistake": self.mistake}
        return {"problem": self.problem} | {name: len(found) for name, found in numbers.items()}


def working_tallies(marks: Iterable[tuple[str, Sequence[int]]], store: Store) -> list[WorkingTally]:
    """Return a tally for each problem to which students showed working; `marks` has each student's mark ids."""
    found: dict[str, WorkingTally] = {}
    for student, ids in marks:
        known = [each for each in ids if each != NO_MARK]
        records = store.marks.records(known)
        fields = store.marks.fields([each for each in known if '"working":' in records[each]])
        for each in fields.values():
            for line in each["working"]:
                found.setdefault(each["problem"], WorkingTally(each["problem"])).add(student, line)
    return list(found.values())


def of_all(tallies: Iterable[WorkingTally]) -> WorkingTally:
    """Return the tally over all problems, in which each student counts once."""
    found = WorkingTally()
    for each in tallies:
        found.students |= each.students
        found.arithmetic |= each.arithmetic
        found.mistake |= each.mistake
    return found


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


def counted_as(cell: Mark, max_points: float | None) -> str:
    """Return the field of a `Tally` in which an answer counts: right, partial, wrong, blank or to_review."""
    if cell.status == "partial" and max_points and cell.points == max_points:  # few digits, which earn everything
        return "right"
    return _COUNTED_AS[shown_status(cell.status, cell.points, max_points)]


@dataclass(slots=True)
class Tally:
    """How many answers are right, partly right, wrong, blank or to review."""

    right: int = 0
    partial: int = 0
    wrong: int = 0
    blank: int = 0
    to_review: int = 0

    def add(self, name: str, count: int = 1) -> None:
        """Add `count` answers to the field of this name."""
        setattr(self, name, getattr(self, name) + count)

    @property
    def total(self) -> int:
        """Return the number of answers."""
        return self.right + self.partial + self.wrong + self.blank + self.to_review

    def record(self) -> dict[str, int]:
        """Return the numbers as a mapping for JSON."""
        counts = {"right": self.right, "partial": self.partial, "wrong": self.wrong, "blank": self.blank}
        return counts | {"you": self.to_review}


class Summary:
    """The summary of a run, which the screen, JSON and summary.json show."""

    def __init__(
        self,
        results: CourseResults,
        standings: Mapping[tuple[str, str], Standing],
        findings: KeptFindings,
        left_out: int = 0,
        working: Mapping[str, Sequence[WorkingTally]] | None = None,
    ) -> None:
        """`left_out`: the number of students who were forgotten.  `working`: by assignment, what documents show."""
        self._results = results
        self._left_out = left_out
        self._standings = standings
        self._working = working or {}
        self._counts = results.to_review(only_current=True)
        self._without_record = self._count_without_record()
        self.sheets: list[dict[str, Any]] = []
        self.keys: list[dict[str, Any]] = []
        self.suspicions: list[Suspicion] = []
        self.shared: list[SharedAnswer] = []
        graded: list[tuple[AssignmentColumns, list[Row], Counter[Mark]]] = []
        for assignment in results.course.assignments.values():
            rows = list(results.of(assignment))
            if rows and not assignment.is_earlier:
                counts = Counter(cell for row in rows for cell in row.cells)
                graded.append((assignment, rows, counts))
                self.sheets.append(self._sheet(assignment, rows, counts))
                self.keys += keys_that_differ(assignment, findings)
        self._look_into(graded, findings)
        if findings.find_out():
            self._look_into(graded, findings)

    def _look_into(
        self, graded: Iterable[tuple[AssignmentColumns, list[Row], Counter[Mark]]], findings: KeptFindings
    ) -> None:
        """Set `suspicions` and `shared`: answers that may show a wrong key, and those that several share."""
        self.suspicions, self.shared = [], []
        for assignment, rows, counts in graded:
            suspicious = suspicions(assignment, counts, findings)
            self.suspicions += suspicious
            reported = {(each.column.index, each.answer) for each in suspicious if each.is_of_most}
            self.shared += shared_answers(assignment, counts, rows, reported, findings)

    def _sheet(self, assignment: AssignmentColumns, rows: Sequence[Row], counts: Mapping[Mark, int]) -> dict[str, Any]:
        """Return the summary of one assignment."""
        theirs = [each for each in self._standings.values() if each.assignment == assignment.stored_name]
        dates = assignment.settings.dates
        is_timed = dates.due is not None and bool(dates.late)
        copies = self._results.copies
        late = [row.student for row in rows if row.delivery.is_late]
        working = self._working.get(assignment.name, ())
        return {
            "assignment": assignment.name,
            "title": assignment.title,
            "students": len(rows),
            "absent": [each.who.name or each.student for each in theirs if not each.path and not each.issues],
            # hand-ins of which nobody knows when they came, although late work loses points
            "without_time": sum(is_timed and not row.delivery.time and not row.delivery.is_late for row in rows),
            # hand-ins that the system marks as late, although no rule says what that means
            "marked_late": sum(not dates.late or dates.due_of(student) is None for student in late),
            # who handed in one document in several formats that are read differently
            "several_formats": [row.name or row.student for row in rows if (assignment.name, row.student) in copies],
            "questions": [_question(column, counts) for column in assignment.columns],
            **({"working": [each.record() for each in working]} if working else {}),
            "grades": [self._grade(assignment, row) for row in rows],
        }

    def _grade(self, assignment: AssignmentColumns, row: Row) -> dict[str, Any]:
        """Return the summary of a student's row: name, points, lateness, and how many answers are right or wrong."""
        tally = Tally(to_review=self._without_record[assignment.name, row.student])
        for cell in row.cells:
            name = counted_as(cell, self._results.course.columns[cell.column].points)
            if name != "to_review" or self._results.waits(cell):
                tally.add(name)
        standing = self._standings[assignment.stored_name, row.student]
        who = {"student": row.student, "name": row.name, "late": standing.late_reason or None}
        return {**who, "points": standing.points, "max_points": standing.max_points, **tally.record()}

    def _count_without_record(self) -> Counter[tuple[str, str]]:
        """Count what needs a person but is no answer, by assignment and student.

        All that a student has is counted in the student's first assignment.
        """
        left = self._counts.copy()
        for row in self._results.current_rows():
            left[row.student] -= sum(map(self._results.waits, row.cells))
        rows = self._results.current_rows()
        return Counter({(row.assignment, row.student): left.pop(row.student, 0) for row in rows})

    @property
    def faults(self) -> list[str]:
        """Return a line for each answer at which checker failed."""
        found = self._results.faults.items()
        answers = [f"{column.name}, answer {cell.answer}: {cell.label}" for cell, column in found]
        return [*answers, *self._results.other_faults]

    def record(self) -> dict[str, Any]:
        """Return the summary as a mapping for JSON."""
        results = self._results
        earlier = [each.stored_name for each in results.course.assignments.values() if each.is_earlier]
        return {
            "schema": SCHEMA,
            "checker": VERSION,
            "assignments": self.sheets,
            "needs_person": {
                "count": self._counts.total(),
                "answers": [group._asdict() for group in results.groups(only_current=True)],
                "more_than_once": [
                    {"assignment": assignment, "student": student, "message": duplicates.reason}
                    for (assignment, student), duplicates in results.conflicts.items()
                ],
                "others": [issue._asdict() for issue in (*results.issues, *results.unapplied)],
            },
            "keys_that_differ": self.keys,
            "suspicious_keys": [suspicion.record() for suspicion in self.suspicions],
            "shared_answers": [each.record() for each in self.shared],
            "ids_that_look_alike": results.similar_ids,
            "left_out": self._left_out,
            "not_graded_now": earlier,
            "faults": self.faults,
        }


def working_in(write_ups: Sequence[Row], store: Store) -> dict[str, list[WorkingTally]]:
    """Return, by assignment, what students' working in documents shows."""
    rows: dict[str, list[tuple[str, Sequence[int]]]] = {}
    for row in write_ups:
        rows.setdefault(row.assignment, []).append((row.student, row.marks))
    return {assignment: working_tallies(some, store) for assignment, some in rows.items()}


def _question(column: GradeColumn, counts: Mapping[Mark, int]) -> dict[str, Any]:
    """Return the summary of a column: title, points, how many answers are right, and the commonest mistakes."""
    tally = Tally()
    mistakes: Counter[str] = Counter()
    for cell, count in counts.items():
        if cell.column == column.index:
            name = counted_as(cell, column.points)
            tally.add(name, count)
            if name in {"partial", "wrong"} and cell.label:  # a person's decision has no label
                mistakes[cell.label] += count
    return {
        "problem": column.id,
        "part": column.part_id,
        "title": column.title,
        "max_points": column.points,
        **tally.record(),
        "mistakes": [{"label": label, "count": count} for label, count in commonest(mistakes)],
    }
