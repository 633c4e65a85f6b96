"""Answers that have no place: to a problem or part that does not exist, or in the wrong form.  None of them is lost."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import NamedTuple

from checker.answers import is_blank
from checker.batch.course import Assignment, Column, Course
from checker.faults import did_you_mean, name
from checker.submission import Given, Submission


class Stray(NamedTuple):
    """An answer without a place; the message says why, but for one to a problem whose file is in error."""

    given: Given
    message: str
    meant: Sequence[Column]
    """The unanswered columns it may be the answer to: they are a person's to decide, and not 0 points."""


def strays(submission: Submission, assignments: Sequence[Assignment], course: Course) -> list[Stray]:
    """All answers of a submission that none of its assignments has a column for; those that say nothing left out."""
    known = {key: column for assignment in assignments for key, column in assignment.keys.items()}
    answered = {(given.problem, given.part) for given in submission.answers if not is_blank(given.text)}
    open_ = [column for key, column in known.items() if key not in answered]
    return [
        _stray(given, open_, list(known.values()), course)
        for given in submission.answers
        if (given.problem, given.part) not in known and not is_blank(given.text)
    ]


def _stray(given: Given, open_: Sequence[Column], columns: Sequence[Column], course: Course) -> Stray:
    if of := [column for column in columns if column.id == given.problem]:
        return _misplaced(given, of, [column for column in open_ if column in of])
    ids = list(dict.fromkeys(column.id for column in columns)) or list(course.home)
    if given.problem in course.home:
        home = course.home[given.problem]
        return Stray(given, f"Problem {given.problem} belongs to another assignment{home and f', {home}'}", ())
    near = get_close_matches(given.problem.lower(), ids, 1)
    message = f"There is no problem {name(given.problem)}{did_you_mean(given.problem, ids)}"
    return Stray(given, message, [column for column in open_ if [column.id] == near])


def _misplaced(given: Given, columns: Sequence[Column], here: Sequence[Column]) -> Stray:
    """An answer to a problem that exists, but not to one of its parts."""
    if columns[0].part is None:
        return Stray(given, "", columns)
    problem, parts = f"Problem {given.problem}", [column.part_id for column in columns if column.part_id]
    if given.part is None:
        return Stray(given, f"{problem} has several parts, and got one answer; its parts are {', '.join(parts)}", here)
    if not parts:
        return Stray(given, f"{problem} has one answer, and got one to a part {name(given.part)}", here)
    near = get_close_matches(given.part.lower(), parts, 1)
    meant = [column for column in here if [column.part_id] == near]
    return Stray(given, f"{problem} has no part {name(given.part)}{did_you_mean(given.part, parts)}", meant or here)
