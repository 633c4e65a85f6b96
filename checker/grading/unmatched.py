"""Answers to a problem or part that does not exist, each with a reason and advice for a person.

They are not marked here.  The unanswered columns that they may be meant for are left to a person, so none is lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from functools import lru_cache, partial
from typing import Final, NamedTuple

from checker.grading.course import AssignmentColumns, Course, GradeColumn
from checker.grading.model import Given
from checker.grading.records import Reason
from checker.kinds import is_blank
from checker.text.words import did_you_mean, is_near, nearest, shortened

MOST_MATCHED: Final = 1_000
"""Maximum number of unmatched answers in a submission that are matched with columns; more are only counted."""

MOST_NAMES: Final = 4_096
"""Maximum number of names on which the advice is remembered."""

LONGEST_NAME: Final = 200
"""Characters of the longest name on which the advice is remembered."""

TOO_MANY: Final = Reason(
    "too_many", f"More than {MOST_MATCHED:,} other answers belong to no problem; one of them may be meant for this one"
)
IN_ERROR: Final = Reason("problem_in_error", "")


class UnmatchedAnswer(NamedTuple):
    """An answer whose problem or part does not exist, why, and the columns that it may be meant for."""

    given: Given
    reason: Reason
    candidates: Sequence[GradeColumn]
    """The unanswered columns that it may be meant for: a person decides on them, and they are not 0 points."""


class NameAdvice(NamedTuple):
    """What to say about a name that no question has, and the questions that may be meant."""

    reason: Reason
    near: Sequence[GradeColumn] = ()
    """The columns that are meant, if they are unanswered."""
    others: Sequence[GradeColumn] = ()
    """The columns that are meant if none of those is unanswered."""


class UnmatchedAnswers:
    """Finds such answers, and remembers the advice on each name, which a table repeats in every row."""

    def __init__(self, course: Course) -> None:
        self._advice = lru_cache(MOST_NAMES)(partial(_advice_on, course))

    def of(
        self, answers: Sequence[Given], assignments: Sequence[AssignmentColumns]
    ) -> tuple[list[UnmatchedAnswer], int]:
        """Return the answers that are not blank and have no column, and how many more there are after the first 1,000.

        Of these others one stands for all, if columns are free that they may be meant for.
        """
        columns = {key: column for assignment in assignments for key, column in assignment.keys.items()}
        lost = [each for each in answers if (each[0], each[1]) not in columns and not is_blank(each.text)]
        answered = {(given.problem, given.part) for given in answers if not is_blank(given.text)}
        free = {column.index: column for key, column in columns.items() if key not in answered}
        names = tuple(assignment.name for assignment in assignments)
        found = []
        for given in lost[:MOST_MATCHED]:
            is_short = len(given.problem) + len(given.part or "") <= LONGEST_NAME
            advice = (self._advice if is_short else self._advice.__wrapped__)(given.problem, given.part, names)
            candidates = [column for column in advice.near if column.index in free]
            candidates = candidates or [
                column for column in advice.others if column.index in free or advice.reason is IN_ERROR
            ]
            found.append(UnmatchedAnswer(given, advice.reason, candidates))
        more = lost[MOST_MATCHED:]
        if more and free:  # nobody looked at them, so nobody can say that the free columns are not answered
            found.append(UnmatchedAnswer(more[0], TOO_MANY, list(free.values())))
        return found, len(more)


def _advice_on(course: Course, problem: str, part: str | None, assignments: Iterable[str]) -> NameAdvice:
    """Return the advice on a name, to a student whose answers belong to these assignments."""
    columns = [column for name in assignments for column in course.assignments[name].columns]
    if parts := [column for column in columns if column.id == problem]:
        return _advice_on_part(problem, part, parts)
    ids = list(dict.fromkeys(column.id for column in columns)) or list(course.home)
    if problem in course.home:
        home = course.home[problem]
        sentence = f"Problem {problem} belongs to another assignment{home and f', {home}'}"
        return NameAdvice(Reason("other_assignment", sentence))
    near = nearest(problem, tuple(ids))
    advice = did_you_mean(problem, near) if near else did_you_mean("", ids)
    reason = Reason("unknown_problem", f"There is no problem {shortened(problem)}{advice}")
    return NameAdvice(reason, [column for column in columns if column.id in near])


def _advice_on_part(problem: str, part: str | None, columns: Sequence[GradeColumn]) -> NameAdvice:
    """Return the advice on an answer to a problem that exists, but not to one of its parts."""
    if columns[0].error:
        return NameAdvice(IN_ERROR, (), columns)
    parts = [column.part_id for column in columns if column.part_id]
    if part is None:
        names = ", ".join(parts)
        sentence = f"Problem {problem} takes an answer for each of its parts ({names}), but this is a single answer"
        return NameAdvice(Reason("several_parts", sentence), (), columns)
    if not parts:
        name = shortened(part)
        sentence = f"Problem {problem} takes a single answer, but this one is for a part {name}"
        return NameAdvice(Reason("one_answer", sentence), (), columns)
    near = [each for each in get_close_matches(part.lower(), parts, 1) if is_near(part, each)]
    reason = Reason("unknown_part", f"Problem {problem} has no part {shortened(part)}{did_you_mean(part, parts)}")
    return NameAdvice(reason, [column for column in columns if [column.part_id] == near], columns)
