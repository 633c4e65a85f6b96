"""Feedback pages on their way to an LMS, and what packing makes of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

from checker.lms.students import Student

Suffix = Literal[".html", ".md"]

_MOST_SHOWN = 20


class StudentPage(NamedTuple):
    """The feedback page of one student."""

    student: Student
    files: tuple[str, ...]
    """The names of the student's files in the download, with folders; empty if the work came another way."""
    data: bytes
    suffix: Suffix


class Place(NamedTuple):
    """The place of a page in the zip."""

    page: StudentPage
    name: str
    recipient: str
    """The student as the LMS will read the name."""
    note: str = ""
    """Anything unusual about how the student gets the page, as a sentence without its end."""


class LeftOut(NamedTuple):
    """A page that cannot be in the zip."""

    page: StudentPage
    reason: str
    """A sentence without its end."""


class Remark(NamedTuple):
    """Something that the instructor should know, and all students whom it concerns."""

    reason: str
    students: tuple[Student, ...]

    def __str__(self) -> str:
        """Return a sentence that names at most 20 students."""
        names = [student.shown for student in self.students[:_MOST_SHOWN]]
        more = len(self.students) - len(names)
        return f"{self.reason}: {'; '.join([*names, *([f'{more} more'] * bool(more))])}."


class PackedFeedback(NamedTuple):
    """The entries of a zip, and what the instructor should know and do."""

    entries: Mapping[str, bytes]
    """The contents by the name in the zip."""
    left_out: tuple[Remark, ...]
    """Who has no page in the zip, and why."""
    notes: tuple[Remark, ...]
    """Who gets the page in an unusual way."""
    steps: tuple[str, ...]
    """How to upload the zip, step by step, each with its number."""


def remarks(found: Iterable[tuple[str, Student]]) -> tuple[Remark, ...]:
    """Return one remark for each reason, in the order of their first students."""
    students: dict[str, list[Student]] = {}
    for reason, student in found:
        students.setdefault(reason, []).append(student)
    return tuple(Remark(reason, tuple(concerned)) for reason, concerned in students.items())
