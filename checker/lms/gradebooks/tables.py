"""Parts that formats of gradebooks share: numbers as text, steps, and why a student has no points.

`Notes` collects what the instructor has to know, such as who has no grade.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Final

from checker.lms.gradebooks import ExportRequest, StudentGrade

PLACES: Final = 5
"""Decimals that are written; Moodle stores as many."""

NUMBER: Final = re.compile(r"-?[0-9][0-9.,]*")
COMMA: Final = re.compile(r"-?[0-9]+,[0-9]+")


def written(points: float, *, comma: bool = False) -> str:
    """Return points as text for a gradebook, without exponent or separators between thousands.

    >>> written(2.0), written(10 / 3), written(1234.5), written(1e-9), written(0.5, comma=True)
    ('2', '3.33333', '1234.5', '0', '0,5')
    """
    text = format(round(Decimal(repr(float(points))), PLACES).normalize() + 0, "f")
    return text.replace(".", ",") if comma else text


def rounded(points: float) -> float:
    """Return points without rounding errors of floats; whole ones as ints.

    >>> rounded(0.1 + 0.2), rounded(2.0)
    (0.3, 2)
    """
    value = round(points, PLACES)
    return int(value) if value == int(value) else value


def number(text: str) -> float | None:
    """Return the number in a cell, None if there is none.  The last point or comma is the decimal one.

    >>> number("8.50"), number("8,5"), number("1,234.5"), number("1 234,5"), number("EX"), number("5s"), number("")
    (8.5, 8.5, 1234.5, 1234.5, None, None, None)
    """
    text = re.sub(r"[\s'’]", "", text)
    if not NUMBER.fullmatch(text):
        return None
    *whole, last = re.split(r"[.,]", text)
    return float(f"{''.join(whole)}.{last}" if whole else last)


def is_same(one: float, other: float) -> bool:
    """Return whether two grades are equal as gradebooks show them: with two decimals."""
    return f"{one:.2f}" == f"{other:.2f}"


def has_decimal_commas(cells: Iterable[str]) -> bool:
    """Return whether the numbers of a file are written with decimal commas.

    >>> has_decimal_commas(["", "8", "8,5"]), has_decimal_commas(["8,5", "8.5"]), has_decimal_commas(["8"])
    (True, False, False)
    """
    numbers = [cell for cell in cells if NUMBER.fullmatch(cell)]
    return any(COMMA.fullmatch(each) for each in numbers) and not any("." in each for each in numbers)


LEFT_WAITING: Final = "Left as it was, because an answer is still to review"
LEFT_MISSING: Final = "Left as it was, because {}"
"""To be filled in by `why_missing`."""
NOTHING: Final = "nothing was handed in"
UNREAD: Final = "no hand-in of theirs could be read, or its id is unclear"
UNSCALED: Final = "Points are written as they are: this format has no column to scale them to"
PROVISIONAL: Final = "A sum so far, because an answer is still to review"


class Notes:
    """Collects remarks on an export: one sentence for each reason, with the people whom it concerns."""

    def __init__(self) -> None:
        self._found: dict[str, list[str]] = {}

    def add(self, reason: str, who: str = "") -> None:
        """Add a person, or something else that is concerned, to the remark with this reason."""
        self._found.setdefault(reason, []).extend([who] * bool(who))

    def listed(self) -> tuple[str, ...]:
        """Return the remarks as sentences."""
        return tuple(f"{reason}: {'; '.join(who)}." if who else f"{reason}." for reason, who in self._found.items())


def numbered(*steps: str) -> tuple[str, ...]:
    """Return instructions for the instructor as a numbered list."""
    return tuple(f"{number}. {step}" for number, step in enumerate(steps, 1))


def without_grade(grade: StudentGrade) -> str:
    """Return the sentence why a student has no points."""
    return LEFT_WAITING if grade.handed_in else why_missing(LEFT_MISSING, grade)


def why_missing(reason: str, grade: StudentGrade) -> str:
    """Return `reason` with its `{}` replaced by why nothing was graded: nothing handed in, or a file not read."""
    return reason.format(UNREAD if grade.is_unread else NOTHING)


def maxima(request: ExportRequest) -> str:
    """Return the maximum points that the grades have, as text for a message."""
    return " or ".join(written(each) for each in sorted({grade.max_points for grade in request.grades}))


def with_points(request: ExportRequest, notes: Notes, waiting: str, missing: str) -> Sequence[StudentGrade]:
    """Return the grades that have points; note the other students, with `waiting` if they handed in, else `missing`."""
    for grade in request.grades:
        if grade.points is None:
            notes.add(waiting if grade.handed_in else why_missing(missing, grade), grade.student.shown)
        elif grade.is_provisional:
            notes.add(PROVISIONAL, grade.student.shown)
    return [grade for grade in request.grades if grade.points is not None]
