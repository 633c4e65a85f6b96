"""Changes of grades on the screen and for scripts."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any, Final, NamedTuple

from checker.cli.views.layout import Style, hanging
from checker.grading.output.gradebook import format_points
from checker.grading.store import Change
from checker.notation.words import counted, shortened
from checker.problems import question_name

SCHEMA: Final = "checker.changes/1"

WHY: Final[Mapping[str, str]] = {
    "submission": "the submission changed",
    "problem": "the problem changed",
    "review": "a person decided",
    "dates": "the dates changed",
    "checker": "another version of checker",
}


def record(changes: Sequence[Change]) -> dict[str, Any]:
    """Return changes for scripts."""
    return {"schema": SCHEMA, "changes": list(map(_entry, changes))}


class Limit(NamedTuple):
    """The number of changes that are shown, and where the others are."""

    most: int
    """Number of different changes, and of students with the same one."""
    rest: str
    """The command or option that shows all of them."""


NO_LIMIT: Final = Limit(sys.maxsize, "")


def lines(changes: Sequence[Change], style: Style, limit: Limit = NO_LIMIT, verb: str = "changed") -> list[str]:
    """Return the changes as people read them: equal ones together, with their students."""
    if not changes:
        return []
    equal: dict[tuple[str, str, str], list[str]] = {}
    for each in changes:
        what = f"{_grade(each.from_status, each.from_points)} → {_grade(each.to_status, each.to_points)}"
        equal.setdefault((_name(each), what, WHY[each.why]), []).append(shortened(each.student))
    count = counted(len({each.student for each in changes}), "student")
    head = f"{counted(len(changes), 'grade')} {verb}, of {count}"
    if style.plain:
        rows = [f"{name}: {what}; {why}; {_people(who, limit)}" for (name, what, why), who in equal.items()]
        return [f"Changes: {head}", *rows[: limit.most], *_rest(len(equal), limit)]
    shown = ["", f"  {head}"]
    for (name, what, why), who in islice(equal.items(), limit.most):
        shown += hanging("", f"{name}  {what}  ({why})", style, 4)
        shown += hanging("", _people(who, limit), style, 6)
    return [*shown, *(f"    {line}" for line in _rest(len(equal), limit))]


def _rest(count: int, limit: Limit) -> list[str]:
    left = count - limit.most
    return [f"and {left:,} other changes; {limit.rest} shows them"] if left > 0 else []


def _people(students: Sequence[str], limit: Limit) -> str:
    """Return the names of students, or of a few and the number of the others."""
    left = len(students) - limit.most
    more = f" and {left:,} more; {limit.rest} names them" if left > 0 else ""
    return ", ".join(students[: limit.most]) + more


def _entry(each: Change) -> dict[str, Any]:
    return {
        "student": each.student,
        "assignment": each.assignment,
        "problem": each.problem,
        "part": each.part,
        "from": {"status": each.from_status, "points": each.from_points},
        "to": {"status": each.to_status, "points": each.to_points},
        "why": each.why,
    }


def _name(each: Change) -> str:
    return "total" if each.problem is None else question_name(each.problem, each.part)


def _grade(status: str | None, points: float | None) -> str:
    """Return `0.5 (partial)`, `12` for a total, `to review` where a person decides, `-` where nothing was handed in."""
    if points is None:
        return {None: "-", "unreadable": "to review", "needs_review": "to review"}.get(status, status or "-")
    return format_points(points) if status is None else f"{format_points(points)} ({status.replace('_', ' ')})"
