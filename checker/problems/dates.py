"""Due dates of assignments: moments, time zones and durations as authors write them, and students' extensions.

`Dates.due_of` decides when a student's work is due.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta, timezone, tzinfo
from pathlib import Path
from typing import Final, NamedTuple

from checker.document import DocumentError, read_bytes
from checker.document.findings import Finding
from checker.text.words import MEANT, either, nearest, shortened

FORM: Final = "a date such as 2026-10-05, or a date and time such as 2026-10-05 23:59"
_MOMENT: Final = re.compile(
    r"(\d{4}-\d\d-\d\d)(?:(?:[Tt]| +)(\d\d?:\d\d(?::\d\d)?) *([Zz]|[+-]\d\d:?\d\d)?)?", re.ASCII
)
_OF_THE_MACHINE: Final = frozenset(("Factory", "localtime", "posix", "posixrules", "right"))
"""Names in the database that are no zones, or not the same one on all machines."""


class MomentError(ValueError):
    """Raised for a text that is no date and time; the message says why."""


def read_moment(text: str, zone: tzinfo) -> datetime:
    """Return a moment, perhaps in another `zone`, in UTC; a date alone is the end of that day.  Raise MomentError."""
    found = _MOMENT.fullmatch(text.strip())
    if not found:
        raise MomentError(f"must be {FORM}, not {shortened(text)}" if text.strip() else f"is empty; write {FORM}")
    day, clock, offset = found.groups()
    if not 1970 <= int(day[:4]) <= 2199:  # noqa: PLR2004
        raise MomentError(f"must be in a year from 1970 to 2199, not {day[:4]}")
    try:
        date = datetime.fromisoformat(day)
    except ValueError:
        raise MomentError(f"must be a date of the calendar, not {day}") from None
    if clock is None:
        return _in_zone(datetime.combine(date, time.max), zone, is_whole_day=True)
    try:
        written = datetime.combine(date, time.fromisoformat(clock.zfill(5 if clock.count(":") == 1 else 8)))
    except ValueError:
        raise MomentError(f"must have a time from 00:00 to 23:59, not {clock}") from None
    if offset is None:
        return _in_zone(written, zone)
    if offset in "Zz":
        return written.replace(tzinfo=UTC)
    ahead = timedelta(hours=int(offset[1:3]), minutes=int(offset[-2:]))
    if ahead > timedelta(hours=14):
        raise MomentError(f"must have an offset from -14:00 to +14:00, not {offset}")
    return written.replace(tzinfo=timezone(ahead if offset[0] == "+" else -ahead)).astimezone(UTC)


def _in_zone(written: datetime, zone: tzinfo, *, is_whole_day: bool = False) -> datetime:
    """Return a time of a zone in UTC.  Raises MomentError if clocks skip it, or show it twice (not for a whole day)."""
    first, second = (written.replace(tzinfo=zone, fold=fold).astimezone(UTC) for fold in (0, 1))
    if first == second:
        return first
    shown = f"{written:%Y-%m-%d %H:%M}"
    if first.astimezone(zone).replace(tzinfo=None) != written:
        raise MomentError(f"must be another time: in {zone} clocks are put forward and never show {shown}")
    if is_whole_day:
        return second
    offsets = " or ".join(f"{written.replace(tzinfo=zone, fold=fold):%z}" for fold in (0, 1))
    raise MomentError(f"must have an offset, {offsets}: in {zone} clocks are put back and show {shown} twice")


def read_zone(name: str) -> tzinfo:
    """Return a time zone by its name.  Raises MomentError, with similar names."""
    if name == "UTC":
        return UTC
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

    if re.fullmatch(r"\w[\w+-]*(?:/[\w+-]+)*", name, re.ASCII) and name.partition("/")[0] not in _OF_THE_MACHINE:
        try:
            return ZoneInfo(name)
        except (ZoneInfoNotFoundError, ValueError, OSError):  # OSError: a folder, such as Europe
            pass
    zones, wanted = sorted(available_timezones() - _OF_THE_MACHINE), name.replace(" ", "_").lower()
    of_city = [zone for zone in zones if wanted in {zone.lower(), zone.rpartition("/")[2].lower()}]
    meant = of_city or nearest(name, tuple(zones))
    hint = f"{MEANT}{either(meant)}?" if meant else ""  # the first names of 600 are no help
    raise MomentError(f"must be the name of a time zone, such as Europe/Berlin, not {shortened(name) or 'empty'}{hint}")


def read_duration(text: str) -> timedelta:
    """Return a duration such as `1h30m`.  Raises MomentError if the text is not written as one.

    >>> str(read_duration("1h30m")), str(read_duration("1w"))
    ('1:30:00', '7 days, 0:00:00')
    """
    units = ("weeks", "days", "hours", "minutes", "seconds")
    form = " ?".join(rf"(?:(?P<{unit}>\d{{1,6}}){unit[0]})?" for unit in units)
    found = re.fullmatch(form, text, re.ASCII)
    if not (found and any(found.groups())):
        raise MomentError(f"must be a duration such as 15m, 24h, 3d or 1h30m, not {shortened(text) or 'empty'}")
    return timedelta(**{unit: int(count or 0) for unit, count in found.groupdict().items()})


class LateStep(NamedTuple):
    """Which share of the points work keeps that is handed in within some time after the due date."""

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

    def due_of(self, student: str) -> datetime | None:
        """Return when a student's work is due, with an extension; None if there is no due date."""
        return self.extensions.get(student, self.due)

    def credit_after(self, late: timedelta) -> float:
        """Return which share of the points work keeps that is late by this much; all where there are no steps."""
        if not self.late:
            return 1.0
        return next((step.credit for step in self.late if late <= step.within), 0.0)


def read_extensions(path: Path, zone: tzinfo) -> tuple[dict[str, datetime], list[Finding]]:
    """Return the due dates by student in a file, and all findings in it.  Raise DocumentError if it is unreadable."""
    data = read_bytes(path)
    file = str(path).encode("utf-8", "backslashreplace").decode()
    from checker.document.tables import read_table  # here, because most assignments have no such file

    try:
        table = read_table(data, file)
    except DocumentError as error:
        return {}, [Finding(file, error.line, error.column, "schema", error.message)]
    names = [cell.strip().lower() for cell in table.header.cells]
    if sorted(filter(None, names)) != ["due", "student"]:
        written = shortened(table.lines[table.header.line - 1].strip())
        message = f"the first line must be `student,due`, not {written}"
        return {}, [Finding(file, table.header.line, None, "schema", message)]
    findings: list[tuple[int, str]] = []
    found: dict[str, datetime] = {}
    lines_of: dict[str, int] = {}
    for number, (line, _, fault, _) in enumerate(table.rows):
        if fault:
            findings.append((line, fault))
            continue
        student, due = (table.text(number, names.index(name)) for name in ("student", "due"))
        if not student:
            findings.append((line, "names no student"))
        elif (before := lines_of.setdefault(student, line)) != line:
            findings.append((line, f"{shortened(student)} has a due date in line {before} already; remove one of them"))
        try:
            found.setdefault(student, read_moment(due, zone))
        except MomentError as error:
            findings.append((line, f"due {error}"))
    return found, [Finding(file, line, None, "schema", message) for line, message in findings]
