"""Writes grades.csv, the gradebook; groups equal changes of grades; `format_points` writes points as text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import IO, Final, NamedTuple

from checker.grading.course import AssignmentColumns, Course
from checker.grading.results.course_results import CourseResults
from checker.grading.store import GradeChange, Standing, Why
from checker.lms.tables import NumberText, TableWriter
from checker.problems import question_name

POINTS = ("points", "max_points", "raw_points", "late_credit", "to_review")


def write(results: CourseResults, standings: Iterable[Standing], file: IO[str]) -> None:
    """Write grades.csv: a row for each student, a column for each question.

    Of several assignments a column is `assignment/problem`; a student has one row for all.
    """
    students: dict[str, list[Standing]] = {}
    for each in standings:
        students.setdefault(each.student, []).append(each)
    to_review = results.to_review()
    rows = list(students.values())
    extra = [
        name for name in ("name", "email", "section") if any(getattr(each.who, name) for row in rows for each in row)
    ]
    table = TableWriter(file, "\n")
    graded = {each.assignment for row in rows for each in row}
    assignments = [each for each in results.course.assignments.values() if each.stored_name in graded]
    table.row(["student", *extra, *POINTS, *headers(results.course, assignments)])
    widths = {each.stored_name: len(each.columns) for each in assignments}
    for student, row in students.items():
        known = [next((getattr(each.who, name) for each in row if getattr(each.who, name)), "") for name in extra]
        numbers = (*_sums(row), str(to_review[student]), *_points(row, widths))
        table.row([student, *known, *map(NumberText, numbers)])


def headers(course: Course, assignments: Iterable[AssignmentColumns]) -> list[str]:
    """Return the column headings of these assignments' questions."""
    if len(course.assignments) == 1:
        return [column.name for each in assignments for column in each.columns]
    is_mixed = any(each.is_earlier for each in course.assignments.values())
    return [
        f"{each.stored_name}/{column.name}" if each.name or is_mixed else column.name
        for each in assignments
        for column in each.columns
    ]


@lru_cache(maxsize=4096)
def format_points(points: float | None) -> str:
    """Return points as people write them.

    >>> format_points(2.0), format_points(0.5), format_points(None)
    ('2', '0.5', '')
    """
    if points is None:
        return ""
    points = round(points, 6)
    return str(int(points) if points == int(points) else points)


def _sums(row: Sequence[Standing]) -> list[str]:
    """Return the sums of points, and what late work keeps where that is the same in all assignments.

    Who handed nothing in has no points, but the maximum stands.
    """
    handed_in = [each for each in row if each.path]
    most = format_points(sum(each.max_points for each in row))
    if not handed_in:
        return ["", most, "", ""]
    credits_ = {each.late_credit for each in handed_in}
    late = format_points(credits_.pop()) if len(credits_) == 1 else ""
    points, raw = sum(each.points for each in handed_in), sum(each.raw_points for each in handed_in)
    return [format_points(points), most, format_points(raw), late]


def _points(row: Sequence[Standing], widths: Mapping[str, int]) -> list[str]:
    """Return the points of each question; blank for assignments that were not handed in."""
    found = {each.assignment: each.counted for each in row}
    return [format_points(points) for name, width in widths.items() for points in (found.get(name) or (None,) * width)]


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
    """The same change of a grade for several students."""

    question: str
    """`total` for that of all points."""
    change: str
    """`0 (incorrect) → 0.5 (partial)`."""
    why: str
    students: list[str]


def change_groups(changes: Iterable[GradeChange]) -> list[ChangeGroup]:
    """Return equal changes in groups, in the order of the first of each."""
    found: dict[tuple[str, str, str], ChangeGroup] = {}
    for each in changes:
        question = "total" if each.problem is None else question_name(each.problem, each.part)
        change = f"{_grade(each.from_status, each.from_points)} → {_grade(each.to_status, each.to_points)}"
        change = EXPLAINED_ANEW if each.why == "explanation" else change
        key = question, change, _why(each)
        found.setdefault(key, ChangeGroup(*key, [])).students.append(each.student)
    return list(found.values())


def _why(change: GradeChange) -> str:
    """Return why a grade changed, in words; if a decided answer waits again, that its decision no longer applies."""
    is_open = change.why == "review" and change.to_points is None
    return "a decision no longer applies" if is_open else WHY[change.why]


def _grade(status: str | None, points: float | None) -> str:
    """Return `0.5 (partial)`, `12` for a total, `to review` where a person decides, `-` where nothing was handed in."""
    if points is None:
        return {None: "-", "unreadable": "to review", "needs_review": "to review"}.get(status, status or "-")
    return format_points(points) if status is None else f"{format_points(points)} ({status.replace('_', ' ')})"
