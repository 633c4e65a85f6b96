"""Notes on an export: one sentence for each reason, with everybody whom it concerns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from checker.lms.gradebooks.numbers import written
from checker.lms.grades import ExportRequest, StudentGrade

WAITING: Final = "Left as it was, because an answer is still to review"
MISSING: Final = "Left as it was, because {}"
"""To be filled in by `why_missing`."""
NOTHING: Final = "nothing was handed in"
UNREAD: Final = "no hand-in of theirs could be read, or its id is unclear"
UNSCALED: Final = "Points are written as they are: this format has no column to scale them to"
PROVISIONAL: Final = "A sum so far, because an answer is still to review"


class Notes:
    """Collects what an instructor should know about an export: one sentence for each reason, with its people."""

    def __init__(self) -> None:
        self._found: dict[str, list[str]] = {}

    def add(self, reason: str, who: str = "") -> None:
        """Add a person, or whatever else is concerned, to a reason."""
        self._found.setdefault(reason, []).extend([who] * bool(who))

    def listed(self) -> tuple[str, ...]:
        """Return the sentences."""
        return tuple(f"{reason}: {'; '.join(who)}." if who else f"{reason}." for reason, who in self._found.items())


def numbered(*steps: str) -> tuple[str, ...]:
    """Return instructions as a numbered list."""
    return tuple(f"{number}. {step}" for number, step in enumerate(steps, 1))


def without_grade(grade: StudentGrade) -> str:
    """Return why a student has no points."""
    return WAITING if grade.handed_in else why_missing(MISSING, grade)


def why_missing(reason: str, grade: StudentGrade) -> str:
    """Return the reason of somebody of whom nothing was graded."""
    return reason.format(UNREAD if grade.is_unread else NOTHING)


def maxima(request: ExportRequest) -> str:
    """Return the maximum points of the results, for a message."""
    return " or ".join(written(each) for each in sorted({grade.max_points for grade in request.grades}))


def graded(request: ExportRequest, notes: Notes, waiting: str, missing: str) -> Sequence[StudentGrade]:
    """Return the grades with points; the others are noted with these reasons."""
    for grade in request.grades:
        if grade.points is None:
            notes.add(waiting if grade.handed_in else why_missing(missing, grade), grade.student.shown)
        elif grade.is_provisional:
            notes.add(PROVISIONAL, grade.student.shown)
    return [grade for grade in request.grades if grade.points is not None]
