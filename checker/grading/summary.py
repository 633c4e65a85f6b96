"""`summary`: numbers of a run, from which summary.json and the screen are made.

It has each student's points, the numbers of answers, the common mistakes, what was wrong in working, what needs a
person, and what the class's answers show.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from checker.engine import VERSION
from checker.grading.course import AssignmentColumns
from checker.grading.gradebook import Gradebook
from checker.grading.model import Record
from checker.grading.own_files import SCHEMA
from checker.grading.records import PERHAPS
from checker.grading.rows import Row
from checker.grading.totals import StudentResult, is_waiting
from checker.marking.mark import Status


def _counted_as(record: Record) -> str:
    """Return as what an answer counts: right, partial, wrong, blank or to_review."""
    status, points, most = Status(record["status"]), record["points"], record["max_points"]
    if status is Status.PARTIAL and most and points == most:  # few digits, which earn everything
        return "right"
    return status.shown(points, most).counted_as


def tally(counted: Iterable[str]) -> dict[str, int]:
    """Return how many answers are right, partly right, wrong, blank or to review; `counted`: as what each counts."""
    return dict.fromkeys(("right", "partial", "wrong", "blank", "to_review"), 0) | Counter(counted)


def working_tallies(records: Iterable[tuple[str, Record]]) -> dict[str, dict[str, set[str]]]:
    """Return by problem the `students` with working that was recomputed, and those with an error, by what is wrong.

    `records` come with their students.
    """
    found: dict[str, dict[str, set[str]]] = {}
    for student, record in records:
        for line in record.get("working", ()):
            of_problem = found.setdefault(record["problem"], {"students": set(), "arithmetic": set(), "mistake": set()})
            for name in filter(None, ("students", line["finding"])):
                of_problem[name].add(student)
    return found


def summary(book: Gradebook, findings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the summary of a run as a mapping for JSON; `findings`: what the class's answers show."""
    others = book.besides_answers()  # all that a student has is counted in the student's first assignment
    without_record = {about: others.pop(about[1], 0) for about in book.results}
    assignments = book.course.assignments.values()
    return {
        "schema": SCHEMA,
        "checker": VERSION,
        "assignments": [
            _sheet(book, each, without_record)
            for each in assignments
            if any(name == each.name for name, _ in book.results)
        ],
        "needs_person": {
            "count": book.to_review().total(),
            "answers": [group.to_json() for group in book.groups()],
            "more_than_once": [
                {"assignment": assignment, "student": student, "message": reason}
                for (assignment, student), reason in book.conflicts.items()
            ],
            "others": [issue._asdict() for issue in book.issues()],
            "not_applied": [issue._asdict() for issue in book.unapplied],
        },
        **findings,
        "ids_that_look_alike": book.similar_ids,
        "left_out": len({*book.found.left_out}),
        "time_limits": book.found.slow,
        "kept_higher": book.kept_higher,
        "faults": book.faults,
    }


def _sheet(book: Gradebook, assignment: AssignmentColumns, without_record: Mapping[Any, int]) -> dict[str, Any]:
    rows = list(book.of(assignment))
    results = {student: each for (name, student), each in book.results.items() if name == assignment.name}
    dates = assignment.settings.dates
    is_timed = dates.due is not None and bool(dates.late)
    late = [row.who.id for row in rows if row.answers.delivery.is_late]
    tallies = working_tallies((row.who.id, record) for row in rows if row.documents for record in row.records)
    working = [
        {"problem": problem, **{name: len(each) for name, each in some.items()}} for problem, some in tallies.items()
    ]
    return {
        "assignment": assignment.id,
        "folder": assignment.name,
        "title": assignment.title,
        "handed_in": len(rows),
        "absent": [each.who.name or each.who.id for each in results.values() if not each.handed_in and not each.issues],
        # hand-ins of which nobody knows when they came, although late work loses points
        "without_time": sum(
            is_timed and not row.answers.delivery.time and not row.answers.delivery.is_late for row in rows
        ),
        # hand-ins that the system marks as late, although no rule says what that means
        "marked_late": sum(not dates.late or dates.due_of(student) is None for student in late),
        "dates": {
            "timezone": str(dates.timezone),
            "late": [[each.within.total_seconds(), each.credit] for each in dates.late],
        },
        "questions": _questions(assignment, rows),
        **({"working": working} if working else {}),
        "students": [_student(each, without_record[assignment.name, student]) for student, each in results.items()],
    }


def _student(result: StudentResult, without_record: int) -> dict[str, Any]:
    counted = ((_counted_as(each), each) for each in result.records)
    # what waits although everybody gets the same points is not counted
    found = tally(name for name, each in counted if name != "to_review" or is_waiting(each))
    return result.record() | found | {"to_review": found["to_review"] + without_record}


def _questions(assignment: AssignmentColumns, rows: Sequence[Row]) -> list[dict[str, Any]]:
    found = []
    for place, column in enumerate(assignment.columns):
        records = [row.records[place] for row in rows]
        counted = list(map(_counted_as, records))
        wrong = (each for each, name in zip(records, counted, strict=True) if name in {"partial", "wrong"})
        mistakes = Counter(label for each in wrong if (label := each.get("label")))
        common = [{"label": label, "count": count} for label, count in _commonest(mistakes)]
        about = {"problem": column.id, "part": column.part_id, "title": column.title, "max_points": column.points}
        found.append(about | tally(counted) | {"mistakes": common})
    return found


def _commonest(labels: Mapping[str, int]) -> list[tuple[str, int]]:
    """Return labels of wrong answers, such as `heads multiplied`, with their numbers, most first.

    A mistake that is sure in one answer and possible in another is one label.

    >>> _commonest({"heads multiplied": 1, "perhaps heads multiplied": 2, "perhaps arithmetic": 1})
    [('heads multiplied', 3), ('perhaps arithmetic', 1)]
    """
    found: Counter[str] = Counter()
    for label, count in labels.items():
        sure = label.removeprefix(PERHAPS)
        found[sure if sure in labels else label] += count
    return sorted(found.items(), key=lambda item: (-item[1], item[0]))
