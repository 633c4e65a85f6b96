"""Reads the due dates, time zones and durations of assignments, and the file of students' extensions.

Also writes durations: `18 h`, `15 minutes`.  `Dates.due_of` decides when a student's work is due.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta, timezone, tzinfo
from io import StringIO
from pathlib import Path
from typing import Final

from checker.document import DocumentError, read_bytes
from checker.document.findings import Finding
from checker.document.tree import BOM, decode
from checker.text.words import MEANT, counted, did_you_mean, either, shortened

FORM: Final = "a date such as 2026-10-05, or a date and time such as 2026-10-05 23:59"
MOMENT: Final = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)(?:(?:[Tt]| +)(\d\d?):(\d\d)(?::(\d\d))? *([Zz]|([+-])(\d\d):?(\d\d))?)?", re.ASCII
)
FIRST_YEAR: Final = 1970
LAST_YEAR: Final = 2199
MOST_OFFSET: Final = timedelta(hours=14)

ZONE: Final = re.compile(r"\w[\w+-]*(?:/[\w+-]+)*", re.ASCII)
OF_THE_MACHINE: Final = frozenset(("Factory", "localtime", "posix", "posixrules", "right"))
"""Names in the database that are no zones, or not the same one on all machines."""


class MomentError(ValueError):
    """Raised for a text that is no date and time; the message says why."""


def read_moment(text: str, zone: tzinfo) -> datetime:
    """Return a date and time as a datetime in UTC; a date alone is the end of that day.

    `zone` is that of a time without one.  Raises MomentError.
    """
    found = MOMENT.fullmatch(text.strip())
    if not found:
        raise MomentError(f"must be {FORM}, not {shortened(text)}" if text.strip() else f"is empty; write {FORM}")
    year, month, day, hour, minute, second, offset, sign, hours, minutes = found.groups()
    if not FIRST_YEAR <= int(year) <= LAST_YEAR:
        raise MomentError(f"must be in a year from {FIRST_YEAR} to {LAST_YEAR}, not {year}")
    try:
        date = datetime(int(year), int(month), int(day))  # noqa: DTZ001 - its zone is added below
    except ValueError:
        raise MomentError(f"must be a date of the calendar, not {year}-{month}-{day}") from None
    if hour is None:
        return _in_zone(datetime.combine(date, time.max), zone, is_whole_day=True)
    try:
        written = date.replace(hour=int(hour), minute=int(minute), second=int(second or 0))
    except ValueError:
        clock = ":".join(each for each in (hour, minute, second) if each)
        raise MomentError(f"must have a time from 00:00 to 23:59, not {clock}") from None
    if offset is None:
        return _in_zone(written, zone)
    if sign is None:
        return written.replace(tzinfo=UTC)
    ahead = timedelta(hours=int(hours), minutes=int(minutes))
    if ahead > MOST_OFFSET:
        raise MomentError(f"must have an offset from -14:00 to +14:00, not {offset}")
    return written.replace(tzinfo=timezone(ahead if sign == "+" else -ahead)).astimezone(UTC)


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

    if ZONE.fullmatch(name) and name.partition("/")[0] not in OF_THE_MACHINE:
        try:
            return ZoneInfo(name)
        except (ZoneInfoNotFoundError, ValueError, OSError):  # OSError: a folder, such as Europe
            pass
    hint = _similar(name, sorted(available_timezones() - OF_THE_MACHINE))
    raise MomentError(f"must be the name of a time zone, such as Europe/Berlin, not {shortened(name) or 'empty'}{hint}")


def _similar(name: str, zones: list[str]) -> str:
    """Return the zones that were probably meant: those of a city, or else the nearest; empty if there are none."""
    wanted = name.replace(" ", "_").lower()
    if of_city := [zone for zone in zones if wanted in {zone.lower(), zone.rpartition("/")[2].lower()}]:
        return f"{MEANT}{either(of_city)}?"
    hint = did_you_mean(name, zones)
    return hint if hint.startswith(MEANT) else ""  # the first names of 600 are no help


DURATION: Final = re.compile(
    r"(?:(?P<weeks>\d{1,6})w)? ?(?:(?P<days>\d{1,6})d)? ?(?:(?P<hours>\d{1,6})h)? ?"
    r"(?:(?P<minutes>\d{1,6})m)? ?(?:(?P<seconds>\d{1,6})s)?",
    re.ASCII,
)
UNITS: Final = (("day", "d", 86_400), ("hour", "h", 3_600), ("minute", "min", 60), ("second", "s", 1))


def read_duration(text: str) -> timedelta | None:
    """Return a duration such as `1h30m`; None if the text is not written as one.

    >>> str(read_duration("1h30m")), str(read_duration("1w")), read_duration("15"), read_duration("30m1h")
    ('1:30:00', '7 days, 0:00:00', None, None)
    """
    found = DURATION.fullmatch(text)
    units = {unit: int(count) for unit, count in found.groupdict().items() if count} if found else {}
    return timedelta(**units) if units else None


def in_words(duration: timedelta) -> str:
    """Return a duration in words.

    >>> in_words(timedelta(minutes=15)), in_words(timedelta(days=1, seconds=2)), in_words(timedelta())
    ('15 minutes', '1 day 2 seconds', '0 seconds')
    """
    return " ".join(counted(count, name) for name, _, count in _counts(duration)) or "0 seconds"


def in_symbols(duration: timedelta) -> str:
    """Return a duration with symbols for its units; a part of a second counts as a whole one.

    >>> in_symbols(timedelta(hours=18)), in_symbols(timedelta(days=1, microseconds=5))
    ('18 h', '1 d 1 s')
    """
    return " ".join(f"{count} {symbol}" for _, symbol, count in _counts(duration)) or "0 s"


def _counts(duration: timedelta) -> Iterator[tuple[str, str, int]]:
    """Yield name, symbol and number of each unit of a duration."""
    rest = -(-duration // timedelta(seconds=1))
    for name, symbol, seconds in UNITS:
        count, rest = divmod(rest, seconds)
        if count:
            yield name, symbol, count


COLUMNS: Final = ("student", "due")
HEADER: Final = "the first line must be `student,due`"
SEPARATORS: Final = ",;\t"

Row = tuple[int, list[str] | None]
"""A line, counted from 1, and its cells; None if its quotes do not match."""


class OutsideError(ValueError):
    """Raised for a path that leads out of the problems folder."""


def path_below(written: str, folder: Path, top: Path) -> Path:
    """Return the path of a file that assignment.yaml names, which is relative to its folder.

    Raise OutsideError if it leads out of the problems folder.
    """
    path = folder / written
    try:
        is_below = path.resolve().is_relative_to(top.resolve())
    except (OSError, ValueError, RuntimeError):  # a NUL, or links in a circle: reading it reports why
        is_below = True
    if not is_below:
        raise OutsideError(f"{shortened(written)} is not in the problems folder; move it next to assignment.yaml")
    return path


def read_extensions(path: Path, zone: tzinfo) -> tuple[dict[str, datetime], list[Finding]]:
    """Return the due dates in a file of extensions, {student: date}, and all findings in it.

    Raise DocumentError, without a line, if the file cannot be opened.
    """
    data = read_bytes(path)
    file = str(path).encode("utf-8", "backslashreplace").decode()
    try:
        text = decode(data, file)
    except DocumentError as error:
        return {}, [Finding(file, error.line, error.column, "schema", error.message)]
    found: dict[str, tuple[int, datetime | None]] = {}
    findings = [Finding(file, line, None, "schema", message) for line, message in _read(text, zone, found)]
    return {student: due for student, (_, due) in found.items() if due}, findings


def _read(text: str, zone: tzinfo, found: dict[str, tuple[int, datetime | None]]) -> Iterator[tuple[int, str]]:
    """Read the rows into `found`, which has the line and the due date of each student; yield what is wrong."""
    rows = _rows(text)
    line, header = next(rows, (1, []))
    names = [cell.lower() for cell in header or []]
    wrong = list(_wrong_columns(names)) if header is not None else ["has quotes that do not match"]
    yield from ((line, message) for message in wrong)
    if wrong:
        return
    for line, cells in rows:
        if cells is None or len(cells) != len(names):
            given = "has quotes that do not match" if cells is None else f"has {counted(len(cells), 'cell')}"
            yield line, f"{given}; write two cells, a student and a due date"
            continue
        row = dict(zip(names, cells, strict=True))
        student, due = row["student"], None
        if not student:
            yield line, "names no student"
        elif student in found:
            message = f"{shortened(student)} has a due date in line {found[student][0]} already; remove one of them"
            yield line, message
        try:
            due = read_moment(row["due"], zone)
        except MomentError as error:
            yield line, f"due {error}"
        if student:
            found.setdefault(student, (line, due))


def _rows(text: str) -> Iterator[Row]:
    """Yield the rows that are not empty; each is one line."""
    import csv  # here, because most assignments have no such file, and a single answer is checked without it

    separator = ""
    for line, written in enumerate(StringIO(text.removeprefix(BOM), newline=None), 1):
        if not written.strip(f"{SEPARATORS} \n"):
            continue
        separator = separator or max(SEPARATORS, key=written.count)
        try:
            (cells,) = csv.reader([written.rstrip("\n")], delimiter=separator, strict=True)
        except csv.Error:
            yield line, None
            continue
        cells = [cell.strip() for cell in cells]
        while len(cells) > len(COLUMNS) and not cells[-1]:
            cells.pop()
        yield line, cells


def _wrong_columns(names: list[str]) -> Iterator[str]:
    """Yield what is wrong with the names of the columns."""
    if not names:
        yield f"is empty; {HEADER}"
        return
    for name in names:
        if not name:
            yield f"has a column without a name; {HEADER}"
        elif name not in COLUMNS:
            yield f"{shortened(name)} is not a column{did_you_mean(name, COLUMNS)}"
    for name in COLUMNS:
        if name not in names:
            yield f"has no column `{name}`; {HEADER}"
        elif names.count(name) > 1:
            yield f"has two columns `{name}`; remove one of them"
