"""Decisions of people, which replace what was found automatically; the record says so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from checker.grading.course import GradeColumn
from checker.grading.grader.cell import Cell, MarkedAnswer
from checker.grading.grader.groups import fingerprint
from checker.grading.reviews.read import Decision, Reviews
from checker.marking.record import dumps
from checker.notation.words import shortened

UNDECIDED: Final = frozenset({"unreadable", "needs_review"})
"""Statuses that wait for a person anyway: a decision on one overrides nothing."""

DISAGREE: Final = "Decisions disagree: "

MOST_MATCHED_STUDENTS: Final = 20
"""Maximum number of students that are remembered for a decision."""


@dataclass(slots=True)
class MatchedDecisions:
    """Decisions, by their numbers, that are about an answer of the submissions."""

    students: dict[int, list[str]] = field(default_factory=dict)
    """The first students with such an answer."""
    changed: dict[int, str] = field(default_factory=dict)
    """The first student whose answer has changed since the decision."""
    applied: set[int] = field(default_factory=set)
    """Decisions on an answer that has not changed."""


def decided(
    mark: MarkedAnswer, column: GradeColumn, student: str, reviews: Reviews, matched: MatchedDecisions
) -> MarkedAnswer:
    """Return the answer as people decided it; unchanged where nobody did, or where it has changed since."""
    numbers = reviews.numbers(student, mark.cell.group, column.id, column.part_id)
    if not numbers or column.part is None:
        return mark
    for number in numbers:
        students = matched.students.setdefault(number, [])
        if len(students) < MOST_MATCHED_STUDENTS:
            students.append(student)
    given = " ".join(mark.fields["given"].split())
    applying: list[Decision] = []
    for number in numbers:
        decision = reviews.decisions[number]
        if decision.answer in ("", given) or decision.answer.lower() == fingerprint(given):
            applying.append(decision)
            matched.applied.add(number)
        else:
            matched.changed.setdefault(number, student)
    if not applying:
        return mark
    if len({decision.points for decision in applying}) > 1:
        return _disputed(mark, column, applying, given)
    return _applied(mark, column, column.part.points, applying[0])


def may_be_decided(cell: Cell, column: GradeColumn, student: str, reviews: Reviews) -> bool:
    """Return whether there may be a decision about an answer: quickly, for most answers have none."""
    question = column.id, column.part_id
    return bool(cell.group and reviews.groups.get(question)) or (student, *question) in reviews.students


def _applied(mark: MarkedAnswer, column: GradeColumn, most: float, decision: Decision) -> MarkedAnswer:
    points = decision.points
    status = "correct" if points >= most else "partial" if points else "incorrect"
    sentence = f"{decision.by} gave {points:g} of {most:g} point{'' if most == 1 else 's'}."
    before = mark.cell
    review = {
        "points": points,
        "by": decision.by,
        "at": decision.at or None,
        "comment": decision.comment or None,
        "file": decision.file,
        "line": decision.line,
        "overrides": None if before.status in UNDECIDED else {"status": before.status, "points": before.points},
    }
    message = f"{sentence} {decision.comment.strip()}".strip()
    record = _with_fields(mark, {"status": status, "points": points, "message": message, "review": review})
    kept = (before.label, before.answer) if before.points is not None and status != "correct" else ()
    return _replaced(mark, Cell(column.index, status, points, *kept), record)


def _disputed(mark: MarkedAnswer, column: GradeColumn, decisions: Sequence[Decision], given: str) -> MarkedAnswer:
    """Return the answer as one that still needs a person, who corrects one of the decisions."""
    places = ", ".join(dict.fromkeys(each.summary for each in decisions))
    reason = f"{DISAGREE}{places}. Correct one of them."
    record = _with_fields(mark, {"status": "needs_review", "points": None, "message": reason})
    cell = Cell(column.index, "needs_review", None, reason, shortened(given), fingerprint(given))
    return _replaced(mark, cell, record)


def is_disputed(record: Mapping[str, Any]) -> bool:
    """Return whether an answer waits because decisions disagree."""
    return record["status"] == "needs_review" and str(record["message"]).startswith(DISAGREE)


def _replaced(mark: MarkedAnswer, cell: Cell, record: str) -> MarkedAnswer:
    """Return a decided answer; answers that differed still differ, and a blank one is still blank."""
    return MarkedAnswer(cell, record, mark.digest and f"{mark.digest} {cell.status} {cell.points}")


def _with_fields(mark: MarkedAnswer, fields: dict[str, Any]) -> str:
    return dumps(mark.fields | fields)[1:]
