"""Changes of grades in words, equal ones together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from checker.grading.output.gradebook import format_points
from checker.grading.store import GradeChange, Why
from checker.problems import question_name

WHY: Final[Mapping[Why, str]] = {
    "submission": "the submission changed",
    "problem": "the problem changed",
    "review": "a person decided",
    "disagreement": "decisions disagree",
    "dates": "the dates changed",
    "checker": "another version of checker",
    "forgotten": "left out until now",
    "explanation": "the problem explains it otherwise",
}
EXPLAINED_ANEW: Final = "another explanation"


class ChangeGroup(NamedTuple):
    """Equal changes of several students."""

    question: str
    """`total` for that of all points."""
    change: str
    """`0 (incorrect) → 0.5 (partial)`."""
    why: str
    students: list[str]


def change_groups(changes: Iterable[GradeChange]) -> list[ChangeGroup]:
    """Return equal changes together, in the order of the first of each."""
    found: dict[tuple[str, str, str], ChangeGroup] = {}
    for each in changes:
        question = "total" if each.problem is None else question_name(each.problem, each.part)
        change = f"{_grade(each.from_status, each.from_points)} → {_grade(each.to_status, each.to_points)}"
        change = EXPLAINED_ANEW if each.why == "explanation" else change
        key = question, change, _why(each)
        found.setdefault(key, ChangeGroup(*key, [])).students.append(each.student)
    return list(found.values())


def _why(change: GradeChange) -> str:
    """Return why a grade changed; what goes back to review had a decision before."""
    is_open = change.why == "review" and change.to_points is None
    return "a decision no longer applies" if is_open else WHY[change.why]


def _grade(status: str | None, points: float | None) -> str:
    """Return `0.5 (partial)`, `12` for a total, `to review` where a person decides, `-` where nothing was handed in."""
    if points is None:
        return {None: "-", "unreadable": "to review", "needs_review": "to review"}.get(status, status or "-")
    return format_points(points) if status is None else f"{format_points(points)} ({status.replace('_', ' ')})"
