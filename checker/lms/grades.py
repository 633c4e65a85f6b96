"""Grades on their way to an LMS, and what an export makes of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from checker.lms.students import Student


class ExportError(Exception):
    """An export that would lose or misplace grades; its text says what to do."""


class QuestionGrade(NamedTuple):
    """The grade for one question, or for one part of it."""

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
    submitted: str = ""
    """The time of the submission in ISO format, if it is known."""
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
    timestamp: str = ""
    """The time of the run in ISO format."""


class Exported(NamedTuple):
    """The files of an export, and what a person should know and do."""

    files: Mapping[str, bytes]
    notes: tuple[str, ...]
    """What was left as it was, and why; what was replaced; who is not in the file."""
    steps: tuple[str, ...]
    """How to import the files into the LMS, step by step, each with its number."""
    changed: int
    """Number of grades that are new or differ from the file's; of files of our own the number of grades."""
