"""`summary`: numbers of a run, from which summary.json and the screen are made.

It has each student's points, the numbers of answers, the common mistakes, what was wrong in working, what needs a
person, and what the class's answers show.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from checker.engine.version import VERSION
from checker.grading.course import AssignmentColumns
from checker.grading.gradebook import Gradebook
from checker.grading.model import Record
from checker.grading.records import PERHAPS
from checker.grading.rows import Row
from checker.grading.totals import Standing, is_waiting
from checker.marking.result import shown_status

SCHEMA: Final = "checker.grade/2"

COUNTED_AS: Final[Mapping[str, str]] = {
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


def counted_as(record: Record) -> str:
    """Return as what an answer counts: right, partial, wrong, blank or to_review."""
    status, points, most = record["status"], record["points"], record["max_points"]
    if status == "partial" and most and points == most:  # few digits, which earn everything
        return "right"
    return COUNTED_AS[shown_status(status, points, most)]


@dataclass(slots=True)
class Tally:
    """How many answers are right, partly right, wrong, blank or to review."""

    right: int = 0
    partial: int = 0
    wrong: int = 0
    blank: int = 0
    to_review: int = 0

    def add(self, record: Record) -> None:
        """Count an answer."""
        name = counted_as(record)
        setattr(self, name, getattr(self, name) + 1)


@dataclass(slots=True)
class WorkingTally:
    """The students who showed working to one problem, or to all, by what was wrong in it."""

    problem: str = ""
    students: set[str] = field(default_factory=set)
    """Those with any line of working that was recomputed."""
    arithmetic: set[str] = field(default_factory=set)
    mistake: set[str] = field(default_factory=set)

    def record(self) -> dict[str, Any]:
        """Return the numbers of students as a mapping for JSON."""
        numbers = {"students": self.students, "arithmetic": self.arithmetic, "mistake": self.mistake}
        return {"problem": self.problem} | {name: len(found) for name, found in numbers.items()}


def working_tallies(records: Iterable[tuple[str, Record]]) -> list[WorkingTally]:
    """Return a tally for each problem to which students showed working; `records` come with their students."""
    found: dict[str, WorkingTally] = {}
    for student, record in records:
        for line in record.get("working", ()):
            tally = found.setdefault(record["problem"], WorkingTally(record["problem"]))
            tally.students.add(student)
            if line["finding"]:
                getattr(tally, line["finding"]).add(student)
    return list(found.values())


def summary(book: Gradebook, findings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the summary of a run as a mapping for JSON; `findings`: what the class's answers show."""
    without_record = _without_record(book)
    assignments = book.course.assignments.values()
    return {
        "schema": SCHEMA,
        "checker": VERSION,
        "assignments": [
            _sheet(book, each, without_record)
            for each in assignments
            if any(name == each.name for name, _ in book.standings)
        ],
        "needs_person": {
            "count": book.to_review().total(),
            "answers": [group._asdict() for group in book.groups()],
            "more_than_once": [
                {"assignment": assignment, "student": student, "message": reason}
                for (assignment, student), reason in book.conflicts.items()
            ],
            "others": [issue._asdict() for issue in (*book.log.issues(), *book.unapplied)],
        },
        **findings,
        "ids_that_look_alike": book.similar_ids,
        "left_out": book.left_out,
        "time_limits": book.slow,
        "kept_higher": book.kept_higher,
        "faults": book.faults,
    }


def _without_record(book: Gradebook) -> Counter[tuple[str, str]]:
    """Count what needs a person but is no answer, by assignment and student.

    All that a student has is counted in the student's first assignment.
    """
    left = book.to_review()
    for row in book.rows.values():
        left[row.who.id] -= sum(map(is_waiting, row.records))
    return Counter({about: left.pop(about[1], 0) for about in book.rows})


def _sheet(book: Gradebook, assignment: AssignmentColumns, without_record: Mapping[Any, int]) -> dict[str, Any]:
    """Return the summary of one assignment."""
    rows = list(book.of(assignment))
    standings = {student: each for (name, student), each in book.standings.items() if name == assignment.name}
    dates = assignment.settings.dates
    is_timed = dates.due is not None and bool(dates.late)
    late = [row.who.id for row in rows if row.answers.delivery.is_late]
    working = working_tallies((row.who.id, record) for row in rows if row.documents for record in row.records)
    by_student = {row.who.id: row for row in rows}
    return {
        "assignment": assignment.id,
        "folder": assignment.name,
        "title": assignment.title,
        "handed_in": len(rows),
        "absent": [
            each.who.name or each.who.id for each in standings.values() if not each.handed_in and not each.issues
        ],
        # hand-ins of which nobody knows when they came, although late work loses points
        "without_time": sum(
            is_timed and not row.answers.delivery.time and not row.answers.delivery.is_late for row in rows
        ),
        # hand-ins that the system marks as late, although no rule says what that means
        "marked_late": sum(not dates.late or dates.due_of(student) is None for student in late),
        # who handed in one document in several formats that are read differently
        "several_formats": [row.who.name or row.who.id for row in rows if row.about in book.copies],
        "dates": {
            "timezone": str(dates.timezone),
            "late": [[each.within.total_seconds(), each.credit] for each in dates.late],
        },
        "questions": _questions(assignment, rows),
        **({"working": [each.record() for each in working]} if working else {}),
        "students": [
            _student(each, by_student.get(student), without_record[assignment.name, student])
            | {"on_roster": book.rules.members.is_known(student)}
            for student, each in standings.items()
        ],
    }


def _student(standing: Standing, row: Row | None, without_record: int) -> dict[str, Any]:
    """Return a student's points, and how many answers are right or wrong."""
    tally = Tally(to_review=without_record)
    for record in row.records if row else ():
        if is_waiting(record) or counted_as(record) != "to_review":  # not where everybody gets the same points
            tally.add(record)
    return standing.record() | asdict(tally)


def _questions(assignment: AssignmentColumns, rows: Sequence[Row]) -> list[dict[str, Any]]:
    """Return of each column its title and points, how many answers are right, and the commonest mistakes."""
    found = []
    for place, column in enumerate(assignment.columns):
        tally = Tally()
        mistakes: Counter[str] = Counter()
        for row in rows:
            record = row.records[place]
            tally.add(record)
            if (label := record.get("label")) and counted_as(record) in {"partial", "wrong"}:
                mistakes[label] += 1
        common = [{"label": label, "count": count} for label, count in commonest(mistakes)]
        about = {"problem": column.id, "part": column.part_id, "title": column.title, "max_points": column.points}
        found.append(about | asdict(tally) | {"mistakes": common})
    return found


def commonest(labels: Mapping[str, int]) -> list[tuple[str, int]]:
    """Return labels of wrong answers, such as `heads multiplied`, with their numbers, most first.

    A mistake that is sure in one answer and possible in another is one label.

    >>> commonest({"heads multiplied": 1, "perhaps heads multiplied": 2, "perhaps arithmetic": 1})
    [('heads multiplied', 3), ('perhaps arithmetic', 1)]
    """
    found: Counter[str] = Counter()
    for label, count in labels.items():
        sure = label.removeprefix(PERHAPS)
        found[sure if sure in labels else label] += count
    return sorted(found.items(), key=lambda item: (-item[1], item[0]))
