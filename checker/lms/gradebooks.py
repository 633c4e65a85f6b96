"""Grades of an assignment (`ExportRequest`), the files that a system takes (`Exported`), and what both need.

Grades and files are values: nothing is read or written here.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Final, NamedTuple

from checker.engine.errors import UserError
from checker.lms.students import Student
from checker.text import packaged


class ExportError(UserError):
    """Raised for an export that would lose or misplace grades; its text says what to do."""


class QuestionGrade(NamedTuple):
    """A student's grade for one question, or for one part of it."""

    name: str
    title: str
    points: float | None
    """None: a person has to decide."""
    max_points: float
    status: str
    message: str = ""


class StudentGrade(NamedTuple):
    """The grade of one student for an assignment."""

    student: Student
    points: float | None
    """None: a person has to decide, or nothing was handed in.  The grade that an LMS has stays as it is."""
    max_points: float
    questions: tuple[QuestionGrade, ...] = ()
    comment: str = ""
    handed_in: bool = True
    is_unread: bool = False
    """Nothing was graded, because what may be theirs could not be read."""
    is_provisional: bool = False
    """The points are a sum so far: a person has yet to decide on an answer."""
    so_far: float = 0.0
    """The sum of the points that are known, after what late work loses."""

    def why_missing(self, reason: str) -> str:
        """Return `reason` with its `{}` replaced by why nothing was graded."""
        return reason.format(UNREAD if self.is_unread else NOTHING)


class ExportRequest(NamedTuple):
    """The grades of an assignment, and where they should go."""

    title: str
    """The title of the assignment."""
    grades: Sequence[StudentGrade]
    into: bytes | None = None
    """The file of the LMS that should be filled in."""
    into_name: str = ""
    column: str | None = None
    """The column to fill in, if it is not the one with the assignment's title."""
    scale: bool = False
    """Scale points to the column's maximum."""

    def with_points(self, notes: Notes, waiting: str, missing: str) -> Sequence[StudentGrade]:
        """Return the grades with points; note the others, with `waiting` if they handed anything in, else `missing`."""
        for grade in self.grades:
            if grade.points is None:
                notes.add(waiting if grade.handed_in else grade.why_missing(missing), grade.student.shown)
            elif grade.is_provisional:
                notes.add(PROVISIONAL, grade.student.shown)
        return [grade for grade in self.grades if grade.points is not None]


class Exported(NamedTuple):
    """The files of an export, and what a person should know and do with them."""

    files: Mapping[str, bytes]
    notes: tuple[str, ...]
    """What was left as it was, and why; what was replaced; who is not in the file."""
    steps: tuple[str, ...]
    """How to import the files into the LMS, step by step, each with its number."""
    changed: int
    """Number of grades that are new or differ from the file's; of files of our own the number of grades."""


class Gradebook(NamedTuple):
    """A form of gradebooks: the function that writes the grades, and the name of the file or folder that it makes."""

    name: str
    write: Callable[[ExportRequest], Exported]
    new: str = ""
    """The name of a new file or folder; empty if a file of the LMS is filled in."""
    is_folder: bool = False
    """There is one file for each student."""

    @property
    def needs_file(self) -> bool:
        """Return whether the form fills in a file that the instructor has downloaded from the system."""
        return not self.new

    def export(self, request: ExportRequest) -> Exported:
        """Return the files of an export in this form.  Raises ExportError."""
        if self.needs_file and request.into is None:
            raise ExportError(f"{self.name} fills in a file that you download from the LMS; name it with --into FILE")
        if not self.needs_file and request.into is not None:
            raise ExportError(f"{self.name} writes a new file; leave out --into")
        if not self.needs_file and request.column is not None:
            raise ExportError(f"{self.name} has no column to choose; leave out --column")
        seen: set[str] = set()
        for grade in request.grades:
            if grade.student.id in seen:
                raise ExportError(
                    f"{grade.student.shown} is in the results twice; keep one of the two and export again"
                )
            seen.add(grade.student.id)
            if grade.points is not None and not (math.isfinite(grade.points) and math.isfinite(grade.max_points)):
                raise ExportError(f"the points of {grade.student.shown} are not a number; grade again")
        return self.write(request)


NOTHING: Final = "nothing was handed in"
UNREAD: Final = "no hand-in of theirs could be read, or its id is unclear"
PROVISIONAL: Final = "A sum so far, because an answer is still to review"
UNSCALED: Final = "Points are written as they are: this format has no column to scale them to"


class Notes:
    """Collects remarks: one sentence for each reason, with the people whom it concerns."""

    def __init__(self, most: int | None = None) -> None:
        """`most`: the maximum number of people that a sentence names."""
        self._found: dict[str, list[str]] = {}
        self._most = most

    def add(self, reason: str, who: str = "") -> None:
        """Add a person, or something else that is concerned, to the remark with this reason."""
        self._found.setdefault(reason, []).extend([who] * bool(who))

    def listed(self) -> tuple[str, ...]:
        """Return the remarks as sentences."""
        return tuple(f"{reason}{self._people(who)}." for reason, who in self._found.items())

    def _people(self, who: Sequence[str]) -> str:
        more = len(who[self._most :]) if self._most else 0
        names = [*who[: self._most], *[f"{more} more"] * bool(more)]
        return f": {'; '.join(names)}" if names else ""


def steps(name: str, *values: str) -> tuple[str, ...]:
    """Return how to import what was written, as a numbered list: the section of steps.txt with these values."""
    section = packaged.text(__package__, "steps.txt").partition(f"[{name}]\n")[2].partition("\n\n")[0]
    lines = section.strip().format(*values).split("\n")
    return tuple(f"{number}. {line}" for number, line in enumerate(lines, 1))


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


def has_decimal_commas(cells: Iterable[str]) -> bool:
    """Return whether the numbers of a file are written with decimal commas.

    >>> has_decimal_commas(["", "8", "8,5"]), has_decimal_commas(["8,5", "8.5"]), has_decimal_commas(["8"])
    (True, False, False)
    """
    numbers = [cell for cell in cells if NUMBER.fullmatch(cell)]
    return any(COMMA.fullmatch(each) for each in numbers) and not any("." in each for each in numbers)
