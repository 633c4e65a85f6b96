"""Exports grades: what goes in (`ExportRequest`) and comes out (`Exported`), and all formats of gradebooks by name.

Each format is declared in `checker/lms/systems`.  Grades and files are values: nothing is read or written here.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import NamedTuple

from checker.engine.errors import UserError
from checker.lms.students import Student
from checker.lms.systems import declared
from checker.text.words import did_you_mean


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
    """A format of gradebooks: the function that writes the grades, and the name of the file or folder that it makes."""

    name: str
    write: Callable[[ExportRequest], Exported]
    new: str = ""
    """The name of a new file or folder; empty if a file of the LMS is filled in."""
    is_folder: bool = False
    """There is one file for each student."""
    takes_column: bool = False
    """A new file has a column for the assignment."""

    @property
    def needs_file(self) -> bool:
        """Return whether the format fills in a file that the instructor has downloaded from the system."""
        return not self.new

    def export(self, request: ExportRequest) -> Exported:
        """Return the files of an export in this format.  Raises ExportError."""
        if self.needs_file and request.into is None:
            raise ExportError(f"{self.name} fills in a file that you download from the LMS; name it with --into FILE")
        if not self.needs_file and request.into is not None:
            raise ExportError(f"{self.name} writes a new file; leave out --into")
        if not (self.needs_file or self.takes_column) and request.column is not None:
            raise ExportError(f"{self.name} has no column to choose; leave out --column")
        _check(request)
        return self.write(request)


def _check(request: ExportRequest) -> None:
    """Raise ExportError for grades that no format can hold."""
    seen: set[str] = set()
    for grade in request.grades:
        if grade.student.id in seen:
            raise ExportError(f"{grade.student.shown} is in the results twice; keep one of the two and export again")
        seen.add(grade.student.id)
        if grade.points is not None and not (math.isfinite(grade.points) and math.isfinite(grade.max_points)):
            raise ExportError(f"the points of {grade.student.shown} are not a number; grade again")


@cache
def gradebooks() -> dict[str, Gradebook]:
    """Return all formats of gradebooks by name, as `checker export --to` offers them."""
    return {form.name: form for form in chain.from_iterable(declared("GRADEBOOKS"))}


def export(name: str, request: ExportRequest) -> Exported:
    """Return the files of an export in the format with this name.  Raises ExportError."""
    form = gradebooks().get(name)
    if form is None:
        raise ExportError(f"{name} is not a format of gradebooks{did_you_mean(name, gradebooks())}")
    return form.export(request)
