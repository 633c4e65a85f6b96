"""Reads dates with times of day as learning management systems, spreadsheets and people write them, to ISO 8601."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta, timezone
from typing import Final

ADVICE: Final = "write it like `2026-10-05 15:12` or `2026-10-05 15:12 +02:00`"
"""Advice for a text that is no time."""

LONGEST: Final = 80
"""Maximum number of characters of a time."""

MONTHS: Final = {
    month: number
    for number, names in enumerate(
        (
            "january jan",
            "february feb",
            "march mar",
            "april apr",
            "may",
            "june jun",
            "july jul",
            "august aug",
            "september sep sept",
            "october oct",
            "november nov",
            "december dec",
        ),
        1,
    )
    for month in names.split()
}
ZONES: Final = {  # those of RFC 5322, and the European ones
    "z": 0, "ut": 0, "utc": 0, "gmt": 0, "wet": 0, "west": 1, "cet": 1, "cest": 2, "eet": 2, "eest": 3,
    "edt": -4, "est": -5, "cdt": -5, "cst": -6, "mdt": -6, "mst": -7, "pdt": -7, "pst": -8,
}  # fmt: skip

_CLOCK: Final = r"(?P<hour>\d{1,2}):(?P<minute>\d\d)(?::(?P<second>\d\d)(?:[.,](?P<fraction>\d{1,9}))?)?"
_HALF: Final = r"(?: ?(?P<half>[ap])\.?m\b\.?)?"
_ZONE: Final = r"(?: ?\(?(?P<zone>[a-z]{1,4})?(?P<offset>[+-]\d{1,2}(?::?\d\d)?)?\)?)?"
_DAY_NAME: Final = r"(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,? )?"
_MONTH: Final = r"(?P<name>[a-z]{3,9})\.?"
_DATES: Final = (
    r"(?P<year>\d{4})(?P<sign>[-/.])(?P<month>\d{1,2})(?P=sign)(?P<day>\d{1,2})",
    r"(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.(?P<year>\d{4})",
    r"(?P<first>\d{1,2})(?P<sign>[-/])(?P<second_of_date>\d{1,2})(?P=sign)(?P<year>\d{4})",
    rf"(?P<day>\d{{1,2}})(?:st|nd|rd|th)? {_MONTH},? (?P<year>\d{{4}})",
    rf"{_MONTH} (?P<day>\d{{1,2}})(?:st|nd|rd|th)?,? (?P<year>\d{{4}})",
)
_TIMES: Final = tuple(
    re.compile(rf"{_DAY_NAME}{date}(?:,? (?:at )?|t){_CLOCK}{_HALF}{_ZONE}", re.ASCII) for date in _DATES
)
_STAMP: Final = re.compile(r"(\d{4})-(\d\d)-(\d\d)-(\d\d)-(\d\d)-(\d\d)", re.ASCII)
"""Blackboard's time in a file's name."""


def sortable(time: str) -> str:
    """Return an ISO time in UTC, so that times sort as texts; one without a zone stays as it is.

    >>> sortable("2026-10-05T15:12:00+02:00"), sortable("2026-10-05T15:12:00"), sortable("")
    ('2026-10-05T13:12:00+00:00', '2026-10-05T15:12:00', '')
    """
    found = datetime.fromisoformat(time) if time else None
    return found.astimezone(UTC).isoformat() if found and found.tzinfo else time


def parse_time(text: str, *, is_day_first: bool = False) -> str | None:
    """Return a written date and time as ISO 8601, with its zone if it has one; None for a text that is no time.

    `is_day_first`: in 5/10/2026 the 5 is the day.  A part above 12 is the day in any case.

    >>> parse_time("5 October 2026, 3:12 PM")
    '2026-10-05T15:12:00'
    >>> parse_time("2026/10/05 3:12:07 PM GMT+2")
    '2026-10-05T15:12:07+02:00'
    """
    if len(text) > LONGEST:
        return None
    plain = " ".join(text.split()).lower()
    if stamp := _STAMP.fullmatch(plain):
        return _iso(*map(int, stamp.groups()))
    found = next((match for each in _TIMES if (match := each.fullmatch(plain))), None)
    if found is None:
        return None
    parts = found.groupdict()
    if parts.get("first"):
        first, second = int(parts["first"]), int(parts["second_of_date"])
        day, month = (first, second) if first > 12 or (is_day_first and second <= 12) else (second, first)  # noqa: PLR2004
    else:
        day, month = int(parts["day"]), int(parts.get("month") or MONTHS.get(parts.get("name") or "", 0))
    hour = _hour(int(parts["hour"]), parts["half"])
    zone = _zone(parts["zone"], parts["offset"])
    if hour is None or isinstance(zone, str):
        return None
    fraction = int((parts["fraction"] or "0").ljust(6, "0")[:6])
    return _iso(int(parts["year"]), month, day, hour, int(parts["minute"]), int(parts["second"] or 0), fraction, zone)


def is_day_first(texts: Iterable[str]) -> bool | None:
    """Return whether the day comes before the month in a list of times such as 10/5/2026; None if it is unclear.

    >>> is_day_first(["10/5/2026 15:12", "13/5/2026 15:12"])
    True
    """
    found = {order for text in texts if (order := _is_day_first_in(text)) is not None}
    return found.pop() if len(found) == 1 else None


def has_two_readings(text: str) -> bool:
    """Return whether a time can be read with day and month exchanged.

    >>> has_two_readings("10/5/2026 15:12"), has_two_readings("5/5/2026 15:12")
    (True, False)
    """
    one, other = parse_time(text), parse_time(text, is_day_first=True)
    return one != other


def _is_day_first_in(text: str) -> bool | None:
    """Return True if the first part of the date in a time is above 12, False if the second is.

    Return None if neither is, or if the text is no such time.
    """
    found = _TIMES[2].fullmatch(" ".join(text.split()).lower()) if len(text) <= LONGEST else None
    if found is None or parse_time(text) is None:
        return None
    first, second = int(found["first"]), int(found["second_of_date"])
    return None if first <= 12 and second <= 12 else first > 12  # noqa: PLR2004 - months


def _hour(hour: int, half: str | None) -> int | None:
    """Return the hour of 24; None where the twelve-hour clock has none such."""
    if half is None:
        return hour
    return hour % 12 + 12 * (half == "p") if 1 <= hour <= 12 else None  # noqa: PLR2004 - hours


def _zone(name: str | None, offset: str | None) -> timezone | str | None:
    """Return the time zone of a name or an offset, None if there is neither, and its text if it is no known zone."""
    if name is None and offset is None:
        return None
    if name is not None and (name not in ZONES or (offset and ZONES[name])):
        return name
    if offset is None:
        return timezone(timedelta(hours=ZONES[name or "z"]))
    hours, minutes = _offset(offset[1:])
    if hours >= 15 or minutes >= 60:  # noqa: PLR2004 - no zone is that far
        return offset
    delta = timedelta(hours=hours, minutes=minutes)
    return timezone(-delta if offset[0] == "-" else delta) if delta else UTC


def _offset(digits: str) -> tuple[int, int]:
    """Return hours and minutes of `2`, `02`, `0200` or `02:00`."""
    hours, _, minutes = digits.partition(":")
    if len(hours) > 2:  # noqa: PLR2004 - with minutes
        hours, minutes = hours[:-2], hours[-2:]
    return int(hours), int(minutes or 0)


def _iso(*parts: int | timezone | None) -> str | None:
    """Return year, month, day, hour and so on as an ISO time; None for an impossible one.

    There are six numbers, or seven and the zone.
    """
    *numbers, zone = parts if len(parts) == 8 else (*parts, None)  # noqa: PLR2004 - the last one is the zone
    try:
        return datetime(*numbers, tzinfo=zone).isoformat()  # type: ignore[arg-type,misc]
    except (ValueError, OverflowError):
        return None
