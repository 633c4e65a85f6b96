"""Reading of the dates of an assignment: `due`, `grace`, `late` and `timezone`."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo
from typing import Final

from checker.document.findings import Findings
from checker.document.issues import DataPath
from checker.notation.words import shortened
from checker.problems.assignment_file import AssignmentFile
from checker.problems.assignment_settings import Dates, LateStep
from checker.problems.duration import read_duration
from checker.problems.moment import MomentError, read_moment, read_zone

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
