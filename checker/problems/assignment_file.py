"""Sections of an assignment.yaml: their keys, and the types and ranges of the values."""

from __future__ import annotations

from typing import Annotated, ClassVar

from annotated_types import MaxLen, MinLen

from checker.document.section import Section
from checker.problems.assignment_settings import Rule
from checker.problems.schema import NOTHING, CreditShare, Defaults, Id

Heading = Annotated[str, MinLen(1)]
AssignmentId = Annotated[str, MinLen(1), MaxLen(200)]
"""An id, which may be the name of any folder: one that was graded under its name keeps it."""


class ListedProblem(Section):
    """An entry of `problems`: a problem, its label, and how its points count."""

    noun = "an entry of problems"
    required = ("id",)
    as_text = ("id", "label")

    id: Id = ""
    label: str = ""
    grading: Rule | dict[str, Rule] = NOTHING


class LateSection(Section):
    """An entry of `late`: what work earns that is handed in within some time after the due date."""

    noun = "an entry of late"
    required = ("within", "credit")
    as_text = ("within",)

    within: str = ""
    credit: CreditShare = 0.0


class RosterSection(Section):
    """The headings of a roster."""

    noun = "roster"
    as_text = ("id", "name", "email", "section")

    id: Heading = ""
    name: Heading = ""
    email: Heading = ""
    section: Heading = ""


class AssignmentFile(Defaults):
    """The keys of an assignment.yaml."""

    noun = "an assignment"
    as_text = ("id", "seed", "title", "due", "grace", "timezone", "extensions")
    texts_in = (*Defaults.texts_in, "columns")
    sections: ClassVar = {**Defaults.sections, "problems": ListedProblem, "late": LateSection, "roster": RosterSection}

    id: AssignmentId = ""
    seed: str = ""
    title: str = ""
    problems: tuple[ListedProblem, ...] = ()
    due: str = ""
    grace: str = ""
    late: tuple[LateSection, ...] = ()
    timezone: str = ""
    extensions: str = ""
    roster: RosterSection = RosterSection()
    columns: dict[str, str] = NOTHING
