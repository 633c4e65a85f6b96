"""Puts a person's decision in the place of what was found automatically, and says so in the record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from checker.grading.cell import Cell, MarkedAnswer, fingerprint
from checker.grading.course import GradeColumn
from checker.grading.reviews import Decision, Reviews
from checker.marking.record import dumps
from checker.notation.words import shortened

UNDECIDED: Final = frozenset({"unreadable", "needs_review"})
"""What waits for a person anyway: a decision on it overrides nothing."""

MOST_KNOWN: Final = 20
"""So many of the students whom a decision met are remembered."""


@dataclass(slots=True)
class Met:
    """Which decisions met an answer, by their numbers, with the first students; those whose answer has changed."""

    decisions: dict[int, list[str]] = field(default_factory=dict)
    changed: dict[int, str] = field(default_factory=dict)
    held: set[int] = field(default_factory=set)
    """Those that met the very answer that was decided on."""

    def merge(self, later: Met) -> None:
        """Take in what the submissions that come next met."""
        for number, students in later.decisions.items():
            known = self.decisions.setdefault(number, [])
            known += students[: MOST_KNOWN - len(known)]
        self.changed = later.changed | self.changed
        self.held |= later.held


def decided(mark: MarkedAnswer, column: GradeColumn, student: str, reviews: Reviews, met: Met) -> MarkedAnswer:
    """The answer as people decided it; unchanged where nobody did, or where it has changed since."""
    numbers = reviews.about(student, mark.fate.group, column.id, column.part_id)
    if not numbers or column.part is None:
        return mark
    for number in numbers:
        students = met.decisions.setdefault(number, [])
        if len(students) < MOST_KNOWN:
            students.append(student)
    written = " ".join(mark.whole["given"].split())
    holding: list[Decision] = []
    for number in numbers:
        decision = reviews.decisions[number]
        if decision.answer in ("", written) or decision.answer.lower() == fingerprint(written):
            holding.append(decision)
            met.held.add(number)
        else:
            met.changed.setdefault(number, student)
    if not holding:
        return mark
    if len({decision.points for decision in holding}) > 1:
        return _disputed(mark, column, holding, written)
    return _applied(mark, column, column.part.points, holding[0])


def _applied(mark: MarkedAnswer, column: GradeColumn, most: float, decision: Decision) -> MarkedAnswer:
    points = decision.points
    status = "correct" if points >= most else "partial" if points else "incorrect"
    said = f"{decision.by} gave {points:g} of {most:g} point{'' if most == 1 else 's'}."
    was = mark.fate
    review = {
        "points": points,
        "by": decision.by,
        "at": decision.at or None,
        "comment": decision.comment or None,
        "file": decision.file,
        "line": decision.line,
        "overrides": None if was.status in UNDECIDED else {"status": was.status, "points": was.points},
    }
    message = f"{said} {decision.comment.strip()}".strip()
    record = _changed(mark, {"status": status, "points": points, "message": message, "review": review})
    kept = (was.label, was.answer) if was.points is not None and status != "correct" else ()
    return _after(mark, Cell(column.index, status, points, *kept), record)


def _disputed(mark: MarkedAnswer, column: GradeColumn, decisions: Sequence[Decision], written: str) -> MarkedAnswer:
    """Two decisions disagree: a person decides which of them holds, and mends the other."""
    reason = f"Decisions disagree: {', '.join(dict.fromkeys(each.said for each in decisions))}. Mend one of them."
    record = _changed(mark, {"status": "needs_review", "points": None, "message": reason})
    return _after(
        mark, Cell(column.index, "needs_review", None, reason, shortened(written), fingerprint(written)), record
    )


def _after(mark: MarkedAnswer, fate: Cell, record: str) -> MarkedAnswer:
    """A mark that was decided on; answers that differed still do, and what was empty still is."""
    return MarkedAnswer(fate, record, mark.answer and f"{mark.answer} {fate.status} {fate.points}")


def _changed(mark: MarkedAnswer, values: dict[str, Any]) -> str:
    return dumps(mark.whole | values)[1:]
