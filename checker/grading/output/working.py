"""Counts of students with slips of arithmetic, and with mistakes in thinking, in their working."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from checker.grading.store import NO_MARK, Store

_SLIPS: Final = frozenset({"arithmetic", "step"})
_SLIP_TOO: Final = " And: "
"""In the message of a line that shows a mistake: its arithmetic is not right either."""


@dataclass(slots=True)
class WorkingTally:
    """Students by what their working shows; of one problem, or of all."""

    problem: str = ""
    students: set[str] = field(default_factory=set)
    """Those with any line of working that was recomputed."""
    arithmetic: set[str] = field(default_factory=set)
    concept: set[str] = field(default_factory=set)

    def add(self, student: str, line: Mapping[str, Any]) -> None:
        """Add a line of a student's working, from a record."""
        self.students.add(student)
        is_mistake = line["finding"] == "concept"
        if is_mistake:
            self.concept.add(student)
        if line["finding"] in _SLIPS or (is_mistake and _SLIP_TOO in line["message"]):
            self.arithmetic.add(student)

    def record(self) -> dict[str, Any]:
        """Return the numbers of students, for scripts."""
        numbers = {"students": self.students, "arithmetic": self.arithmetic, "concept": self.concept}
        return {"problem": self.problem} | {name: len(found) for name, found in numbers.items()}


def working_tallies(marks: Iterable[tuple[str, Sequence[int]]], store: Store) -> list[WorkingTally]:
    """Return a tally for each problem with any working, in their order; `marks` are those of each student."""
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
    """Return the tally of all problems: a student counts once."""
    found = WorkingTally()
    for each in tallies:
        found.students |= each.students
        found.arithmetic |= each.arithmetic
        found.concept |= each.concept
    return found
