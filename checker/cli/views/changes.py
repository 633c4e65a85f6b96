"""Changes of grades on the screen and for scripts."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from checker.cli.views.layout import Style, hanging
from checker.grading.output.change_groups import change_groups
from checker.grading.store import GradeChange
from checker.notation.words import counted, shortened

SCHEMA: Final = "checker.changes/1"


def record(changes: Sequence[GradeChange]) -> dict[str, Any]:
    """Return changes for scripts."""
    return {"schema": SCHEMA, "changes": list(map(_entry, changes))}


class Limit(NamedTuple):
    """The number of changes that are shown, and where the others are."""

    most: int
    """Number of different changes, and of students with the same one."""
    rest: str
    """The command or option that shows all of them."""


NO_LIMIT: Final = Limit(sys.maxsize, "")


def lines(changes: Sequence[GradeChange], style: Style, limit: Limit = NO_LIMIT, verb: str = "changed") -> list[str]:
    """Return the changes as people read them: equal ones together, with their students."""
    if not changes:
        return []
    groups = change_groups(changes)
    head = _head(changes, verb)
    if style.plain:
        rows = [f"{name}: {what}; {why}; {_people(who, limit)}" for name, what, why, who in groups]
        return [f"Changes: {head}", *rows[: limit.most], *_rest(len(groups), limit)]
    shown = ["", f"  {head}"]
    for name, what, why, who in groups[: limit.most]:
        shown += hanging("", f"{name}  {what}  ({why})", style, 4)
        shown += hanging("", _people(who, limit), style, 6)
    return [*shown, *(f"    {line}" for line in _rest(len(groups), limit))]


def _head(changes: Sequence[GradeChange], verb: str) -> str:
    """Return `3 grades changed, of 2 students`, and how many answers have another explanation."""
    grades = [each for each in changes if each.why != "explanation"]
    found = []
    if grades:
        count = counted(len({each.student for each in grades}), "student")
        found = [f"{counted(len(grades), 'grade')} {verb}, of {count}"]
    if anew := len(changes) - len(grades):
        have = "has" if anew == 1 else "have"
        found.append(f"{counted(anew, 'wrong answer')} {have} another explanation")
    return "; ".join(found)


def _rest(count: int, limit: Limit) -> list[str]:
    left = count - limit.most
    return [f"and {left:,} other changes; {limit.rest} shows them"] if left > 0 else []


def _people(students: Sequence[str], limit: Limit) -> str:
    """Return the names of students, or of a few and the number of the others."""
    left = len(students) - limit.most
    more = f" and {left:,} more; {limit.rest} names them" if left > 0 else ""
    return ", ".join(map(shortened, students[: limit.most])) + more


def _entry(each: GradeChange) -> dict[str, Any]:
    return {
        "student": each.student,
        "assignment": each.assignment,
        "problem": each.problem,
        "part": each.part,
        "from": {"status": each.from_status, "points": each.from_points},
        "to": {"status": each.to_status, "points": each.to_points},
        "why": each.why,
    }
