"""Settings of an assignment for a whole class: dates, headings of other programs' tables, and rules of its points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Literal, NamedTuple

Rule = Literal["drop", "full_for_all", "bonus"]
"""How the points of a part count: not at all, in full for everyone who handed anything in, or on top of the others."""

QuestionKey = tuple[str, str | None]
"""The ids of a problem and of its part; None for a problem without parts, or for all of its parts."""

ColumnContent = QuestionKey | Literal["id"] | None
"""What a column of a table holds: the answers to a question, or the ids of the students; None if it is ignored."""


class LateStep(NamedTuple):
    """The share of the points for work that is handed in within this time after it was due."""

    within: timedelta
    credit: float


@dataclass(frozen=True, slots=True)
class Dates:
    """Due dates, and the points of late work; all times are in UTC."""

    due: datetime | None = None
    grace: timedelta = timedelta()
    """Time after the due date in which nothing is late."""
    late: tuple[LateStep, ...] = ()
    """From the first step to the last; without steps nothing is taken off."""
    timezone: tzinfo = UTC
    """The zone of times that are written without one."""
    extensions: Mapping[str, datetime] = field(default_factory=dict)
    """The due dates of single students."""

    def due_of(self, student: str) -> datetime | None:
        """Return when the student's work is due; None if there is no due date."""
        return self.extensions.get(student, self.due)

    def credit_after(self, late: timedelta) -> float:
        """Return the share of the points for work that is handed in this long after it was due, and not in grace."""
        if not self.late:
            return 1.0
        return next((step.credit for step in self.late if late <= step.within), 0.0)


@dataclass(frozen=True, slots=True)
class AssignmentSettings:
    """The settings of an assignment; those of one without an assignment.yaml are the defaults."""

    dates: Dates = field(default_factory=Dates)
    roster_headings: Mapping[str, str] = field(default_factory=dict)
    """The headings of a roster by what they hold: `id`, `name`, `email`, `section`."""
    column_headings: Mapping[str, ColumnContent] = field(default_factory=dict)
    """What a column of a quiz holds, by its heading."""
    rules: Mapping[QuestionKey, Rule] = field(default_factory=dict)
    """The rules by problem and part, of each part for which there is one."""
