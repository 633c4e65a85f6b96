"""Assignments: reads assignment.yaml, with the dates and settings for the problems in its folder.

What it says about single problems and columns becomes `AssignmentSettings` once they are loaded, in `collection`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, timedelta, tzinfo
from functools import cached_property
from pathlib import Path
from typing import Annotated, Final, Literal, TypeVar

from checker.document import MappingNode
from checker.document.checks import Section, Text, validated
from checker.document.findings import DataPath, Findings
from checker.document.nodes import content_digest
from checker.engine.bounds import MaxLen, MinLen
from checker.problems.dates import Dates, LateStep, MomentError, read_duration, read_moment, read_zone
from checker.problems.model import QuestionKey
from checker.problems.schema import NOTHING, CreditShare, Defaults, Id, WrongRule

Rule = Literal["drop", "full_for_all", "bonus"]
"""How the points of a part count: not at all, in full for everyone who handed anything in, or on top of the others."""

ColumnContent = QuestionKey | Literal["student", "name", "email", "time"] | None
"""What a column of a table holds: the answers to a question, who the students are, or when they handed in.

None if it is ignored."""

NEED_DUE: Final = ("grace", "late", "extensions")

_DEFAULTS: Final = ("conventions", "credit", "decimal", "imprecise_credit", "mistakes", "tolerance")
"""Keys that may change how an answer is graded."""

_Value = TypeVar("_Value")
Heading = Annotated[Text, MinLen(1)]


@dataclass(frozen=True, slots=True)
class AssignmentSettings:
    """The settings of an assignment: dates, headings, rules.  Without an assignment.yaml they are the defaults."""

    dates: Dates = field(default_factory=Dates)
    roster_headings: Mapping[str, str] = field(default_factory=dict)
    """The headings of a roster by what they hold: `id`, `name`, `email`, `section`."""
    column_headings: Mapping[str, ColumnContent] = field(default_factory=dict)
    """What a column of a quiz holds, by its heading."""
    rules: Mapping[QuestionKey, Rule] = field(default_factory=dict)
    """The rules by problem and part, of each part for which there is one."""


class ListedProblem(Section):
    """An entry of `problems` in assignment.yaml: a problem, its label, and how its points count."""

    noun = "an entry of problems"
    required = ("id",)

    id: Id = ""
    label: Text = ""
    grading: Rule | dict[str, Rule] = NOTHING


class LateSection(Section):
    """An entry of `late` in assignment.yaml: what late work earns within some time after the due date."""

    noun = "an entry of late"
    required = ("within", "credit")

    within: Text = ""
    credit: CreditShare = 0.0


class RosterSection(Section):
    """The key `roster` in assignment.yaml: the headings of a roster."""

    noun = "roster"

    id: Heading = ""
    name: Heading = ""
    email: Heading = ""
    section: Heading = ""


class AssignmentFile(Defaults):
    """The keys of an assignment.yaml."""

    noun = "an assignment"

    id: Annotated[Text, MinLen(1), MaxLen(200)] = ""  # the name of any folder: one that was graded under it keeps it
    seed: Text = ""
    title: Text = ""
    problems: tuple[ListedProblem, ...] = ()
    due: Text = ""
    grace: Text = ""
    late: tuple[LateSection, ...] = ()
    timezone: Text = ""
    extensions: Text = ""
    roster: RosterSection = RosterSection()
    columns: dict[str, Text] = NOTHING
    mistakes: Annotated[tuple[WrongRule, ...], MaxLen(100)] = ()


class Assignment:
    """An assignment.yaml that was read, without its invalid values; its conventions are checked with each problem."""

    def __init__(self, path: Path) -> None:
        """Read a file.  Raise ProblemError if it cannot be read."""
        self._findings = Findings.of_file(path)
        self.file = validated(AssignmentFile, self._findings)
        self.dates = _read_dates(self.file, self._findings)
        """The dates, without extensions."""
        seen: set[str] = set()
        for number, listed in self.listed.items():
            if listed in seen:
                self._findings.report(("problems", number, "id"), f"{listed} is listed twice; remove one entry")
            seen.add(listed)

    @cached_property
    def version(self) -> str:
        """Return a hash of the settings that problems take from it; empty if there are none."""
        root = self._findings.root
        has_any = isinstance(root, MappingNode) and not root.entries.keys().isdisjoint(_DEFAULTS)
        return content_digest(root, only=_DEFAULTS) if has_any else ""

    @cached_property
    def labels(self) -> dict[str, str]:
        """Return the label of each problem, such as `1a`, by its id, in the order of the assignment."""
        return {listed.id: listed.label for listed in self.file.problems}

    @cached_property
    def listed(self) -> dict[int, str]:
        """Return the id of each entry of `problems` that has one, {place from 0: id}."""
        return {number: listed.id for number, listed in enumerate(self.file.problems) if listed.id}

    def findings(self) -> Findings:
        """Return a copy of the findings in the file, to which others can be added."""
        return self._findings.copy()


def _read_dates(file: AssignmentFile, findings: Findings) -> Dates:
    def read(section: Section, key: str, reader: Callable[[str], _Value], path: DataPath = ()) -> _Value | None:
        try:
            return reader(section.data[key]) if key in section.data else None
        except MomentError as error:
            findings.report((*path, key), f"{key} {error}")
            return None

    zone: tzinfo = read(file, "timezone", read_zone) or UTC
    due = read(file, "due", lambda text: read_moment(text, zone))
    grace = read(file, "grace", read_duration) or timedelta()
    for key in NEED_DUE:
        if key in file.data and "due" not in file.data:
            message = f"`{key}` needs `due`; add the date and time when the work is due"
            findings.report((key,), message, at_key=True)
    steps: list[LateStep] = []
    end, before, most = grace, f"the grace of {file.grace}, in which nothing is late" if grace else "0s", 1.0
    for number, section in enumerate(file.late):
        path = ("late", number)
        within = read(section, "within", read_duration, path)
        if within is not None and within <= end:
            findings.report((*path, "within"), f"within must be more than {before}")
        elif within is not None:
            end, before = within, f"{section.within}, that of the step before"
        if section.credit > most:
            message = f"credit must be {most:g} or less, as the step before earns no more"
            findings.report((*path, "credit"), message)
        most = section.data.get("credit", most)
        if within is not None:
            steps.append(LateStep(within, section.credit))
    return Dates(due, grace, tuple(steps), zone)
