"""The assignment.yaml of a folder: the title, the order and labels of its problems, defaults for them, and dates."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, tzinfo
from functools import cached_property
from pathlib import Path
from typing import Final

from checker.document import DocumentError, DocumentNode, Mapping, Sequence, read_document
from checker.document.findings import Findings, ProblemError
from checker.document.issues import DataPath
from checker.document.nodes import content_digest
from checker.document.validate import validated
from checker.notation.words import shortened
from checker.problems.assignment_file import AssignmentFile
from checker.problems.assignment_settings import Dates, LateStep
from checker.problems.moment import MomentError, read_duration, read_moment, read_zone
from checker.problems.schema import ID

NEED_DUE: Final = ("grace", "late", "extensions")


def read_dates(file: AssignmentFile, findings: Findings) -> Dates:
    """Return the dates in an assignment, without extensions; what is wrong is reported and left out."""
    zone = _zone(file, findings)
    due = _due(file, zone, findings)
    grace = _duration(file.grace, ("grace",), findings) if "grace" in file.data else None
    late = _late(file, grace or timedelta(), findings)
    for key in NEED_DUE:
        if key in file.data and "due" not in file.data:
            message = f"`{key}` needs `due`; add the date and time when the work is due"
            findings.report((key,), message, at_key=True)
    return Dates(due, grace or timedelta(), late, zone)


def _zone(file: AssignmentFile, findings: Findings) -> tzinfo:
    try:
        return read_zone(file.timezone) if "timezone" in file.data else UTC
    except MomentError as error:
        findings.report(("timezone",), f"timezone {error}")
        return UTC


def _due(file: AssignmentFile, zone: tzinfo, findings: Findings) -> datetime | None:
    try:
        return read_moment(file.due, zone) if "due" in file.data else None
    except MomentError as error:
        findings.report(("due",), f"due {error}")
        return None


def _duration(text: str, path: DataPath, findings: Findings) -> timedelta | None:
    duration = read_duration(text)
    if duration is None:
        message = f"{path[-1]} must be a duration such as 15m, 24h, 3d or 1h30m, not {shortened(text) or 'empty'}"
        findings.report(path, message)
    return duration


def _late(file: AssignmentFile, grace: timedelta, findings: Findings) -> tuple[LateStep, ...]:
    """Return the steps of late work: each ends later than the one before, and earns no more."""
    steps: list[LateStep] = []
    end, before = grace, f"the grace of {file.grace}, in which nothing is late" if grace else "0s"
    most = 1.0
    for number, section in enumerate(file.late):
        place = "late", number
        within = _duration(section.within, (*place, "within"), findings) if "within" in section.data else None
        if within is not None and within <= end:
            findings.report((*place, "within"), f"within must be more than {before}")
        elif within is not None:
            end, before = within, f"{section.within}, that of the step before"
        if section.credit > most:
            message = f"credit must be {most:g} or less, as the step before earns no more"
            findings.report((*place, "credit"), message)
        if "credit" in section.data:
            most = section.credit
        if within is not None:
            steps.append(LateStep(within, section.credit))
    return tuple(steps)


DEFAULTS: Final = ("conventions", "credit", "decimal", "imprecise_credit", "tolerance")
"""Keys that may change how an answer is graded."""


class Assignment:
    """An assignment.yaml without its invalid values; its conventions are checked with each problem."""

    def __init__(self, file: AssignmentFile, dates: Dates, findings: Findings) -> None:
        self.file = file
        self.dates = dates
        """The dates, without extensions."""
        self._findings = findings

    @property
    def id(self) -> str:
        """Return the id; empty if the folder's name is the id."""
        return self.file.id

    @property
    def title(self) -> str:
        """Return the title; empty if there is none."""
        return self.file.title

    @cached_property
    def version(self) -> str:
        """Return a hash of the defaults for its problems; empty if there are none."""
        root = self._findings.root
        has_any = isinstance(root, Mapping) and not root.entries.keys().isdisjoint(DEFAULTS)
        return content_digest(root, only=DEFAULTS) if has_any else ""

    @cached_property
    def labels(self) -> dict[str, str]:
        """Return the labels of the problems by id, in the order of the assignment."""
        return {listed.id: listed.label for listed in self.file.problems}

    @cached_property
    def listed(self) -> dict[int, str]:
        """Return the ids in the file by number of the entry, also those of entries with other errors."""
        return dict(_ids(self._findings.root))

    def findings(self) -> Findings:
        """Return a copy of the findings so far, to which others can be added."""
        return self._findings.copy()


def read_assignment(path: Path) -> Assignment:
    """Return the assignment in a file, with its findings.  Raises ProblemError if the file cannot be read."""
    try:
        root = read_document(path)
    except DocumentError as error:
        raise ProblemError.unreadable(error) from None
    findings = Findings(path, root)
    file = validated(AssignmentFile, findings)
    assignment = Assignment(file, read_dates(file, findings), findings)
    seen: set[str] = set()
    for number, listed in assignment.listed.items():
        if listed in seen:
            findings.report(("problems", number, "id"), f"{listed} is listed twice; remove one entry")
        seen.add(listed)
    return assignment


def _ids(root: DocumentNode) -> Iterator[tuple[int, str]]:
    problems = root.get("problems") if isinstance(root, Mapping) else None
    for number, each in enumerate(problems.items if isinstance(problems, Sequence) else ()):
        written = each.get("id") if isinstance(each, Mapping) else None
        if written and ID.fullmatch(written.text):
            yield number, written.text
