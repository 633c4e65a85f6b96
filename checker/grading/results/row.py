"""Rows of the tables: one for each submission to an assignment."""

from __future__ import annotations

from typing import Final, NamedTuple

from checker.grading.grader.cell import Cell
from checker.grading.submissions import Delivery
from checker.lms.students import Student

NO_MARK: Final = 0
"""In place of a mark: a question that was added after the grading."""


class RecordRow(NamedTuple):
    """One submission to one assignment, for the tables."""

    assignment: str
    who: Student
    file: str
    line: int | None
    cells: tuple[Cell, ...]
    """One for each column of the assignment."""
    digests: tuple[str, ...]
    """For each column the digest of the answer; empty where there is none."""
    marks: tuple[int, ...]
    """For each column the id of the mark in the store."""
    more_marks: tuple[int, ...] = ()
    """Records of answers that have no column of their own."""
    path: str = ""
    """The source, as the store has it; empty for grades that stay as they were."""
    content: str = ""
    """The digest of the source."""
    delivery: Delivery = Delivery()

    @property
    def student(self) -> str:
        """Return the student's id."""
        return self.who.id

    @property
    def name(self) -> str | None:
        """Return the student's name, if it is known."""
        return self.who.name or None

    @property
    def email(self) -> str | None:
        """Return the student's email address, if it is known."""
        return self.who.email or None
