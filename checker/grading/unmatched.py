"""Answers that have no place: to a problem or part that does not exist, or in the wrong form.  None of them is lost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Final, NamedTuple

from checker.answers import is_blank
from checker.grading.course import AssignmentColumns, Course, GradeColumn
from checker.grading.submissions import GivenAnswer, Submission
from checker.notation.words import did_you_mean, is_near, shortened

SEARCHED: Final = 1_000
"""Strays of one submission for which is looked what they were meant for; the rest is only counted."""

REMEMBERED: Final = 4_096
LONGEST_REMEMBERED: Final = 200
"""Characters of a problem's and of a part's name."""

TOO_MANY: Final = f"More than {SEARCHED:,} answers beside it belong nowhere: one of them may be meant for this problem"


class UnmatchedAnswer(NamedTuple):
    """An answer without a place; the message says why, but for one to a problem whose file is in error."""

    given: GivenAnswer
    message: str
    meant: Sequence[GradeColumn]
    """The unanswered columns it may be the answer to: they are a person's to decide, and not 0 points."""


class NameAdvice(NamedTuple):
    """What there is to say of a name that is none, whoever wrote it."""

    message: str
    near: Sequence[GradeColumn] = ()
    """The columns that are meant, as far as they are open."""
    else_: Sequence[GradeColumn] = ()
    """The columns that are meant where none of these is open."""


class Unmatched(NamedTuple):
    """The strays of a submission, and how many more there are."""

    strays: list[UnmatchedAnswer]
    more: int = 0


class UnmatchedAnswers:
    """Finds them; what was found out about a name is kept, for a column of a table has a thousand rows."""

    def __init__(self, course: Course) -> None:
        self._course = course
        self._known: dict[tuple[str, str | None, tuple[str, ...]], NameAdvice] = {}

    def of(self, submission: Submission, assignments: Sequence[AssignmentColumns]) -> Unmatched:
        """All answers of a submission that none of its assignments has a column for, but for those that say nothing."""
        columns = {key: column for assignment in assignments for key, column in assignment.keys.items()}
        lost = [each for each in submission.answers if (each[0], each[1]) not in columns and not is_blank(each.text)]
        answered = {(given.problem, given.part) for given in submission.answers if not is_blank(given.text)}
        open_ = {column.index: column for key, column in columns.items() if key not in answered}
        names = tuple(assignment.name for assignment in assignments)
        strays = []
        for given in lost[:SEARCHED]:
            verdict = self._verdict(given, names, columns.values())
            meant = [column for column in verdict.near if column.index in open_]
            meant = meant or [column for column in verdict.else_ if column.index in open_ or not verdict.message]
            strays.append(UnmatchedAnswer(given, verdict.message, meant))
        more = lost[SEARCHED:]
        if more and open_:  # nobody looked, so nobody can say that these have no answer
            strays.append(UnmatchedAnswer(more[0], TOO_MANY, list(open_.values())))
        return Unmatched(strays, len(more))

    def _verdict(self, given: GivenAnswer, names: tuple[str, ...], columns: Iterable[GradeColumn]) -> NameAdvice:
        key = given.problem, given.part, names
        if (verdict := self._known.get(key)) is None:
            verdict = _judged(given.problem, given.part, list(columns), self._course)
            if len(given.problem) <= LONGEST_REMEMBERED and len(given.part or "") <= LONGEST_REMEMBERED:
                if len(self._known) >= REMEMBERED:
                    self._known.clear()
                self._known[key] = verdict
        return verdict


def _judged(problem: str, part: str | None, columns: Sequence[GradeColumn], course: Course) -> NameAdvice:
    if of := [column for column in columns if column.id == problem]:
        return _misplaced(problem, part, of)
    ids = list(dict.fromkeys(column.id for column in columns)) or list(course.home)
    if problem in course.home:
        home = course.home[problem]
        return NameAdvice(f"Problem {problem} belongs to another assignment{home and f', {home}'}")
    near = [each for each in get_close_matches(problem.lower(), ids, 1) if is_near(problem, each)]
    message = (
        f"There is no problem {shortened(problem)}{did_you_mean(problem, near) if near else did_you_mean('', ids)}"
    )
    return NameAdvice(message, [column for column in columns if [column.id] == near])


def _misplaced(problem: str, part: str | None, columns: Sequence[GradeColumn]) -> NameAdvice:
    """An answer to a problem that exists, but not to one of its parts."""
    if columns[0].part is None:
        return NameAdvice("", (), columns)
    parts = [column.part_id for column in columns if column.part_id]
    if part is None:
        message = f"has several parts, and got one answer; its parts are {', '.join(parts)}"
        return NameAdvice(f"Problem {problem} {message}", (), columns)
    if not parts:
        return NameAdvice(f"Problem {problem} has one answer, and got one to a part {shortened(part)}", (), columns)
    near = [each for each in get_close_matches(part.lower(), parts, 1) if is_near(part, each)]
    message = f"Problem {problem} has no part {shortened(part)}{did_you_mean(part, parts)}"
    return NameAdvice(message, [column for column in columns if [column.part_id] == near], columns)
