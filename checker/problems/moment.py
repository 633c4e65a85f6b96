"""Dates and times as authors write them, `2026-10-05 23:59`, time zones by name, and durations, `1h30m`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta, timezone, tzinfo
from typing import Final

from checker.notation.words import MEANT, counted, did_you_mean, either, shortened

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
    """A text that is not a date and time; the message says why."""


def read_moment(text: str, zone: tzinfo) -> datetime:
    """Return a date and time in UTC; a date alone is the end of that day.  Raises MomentError.

    The zone is that of a time without one.
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
    """Return a duration, or None if it is not written as one.

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
    """Return a duration with the symbols of its units; a part of a second counts as one.

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
