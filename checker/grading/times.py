"""Reads dates with times of day as learning management systems, spreadsheets and people write them, to ISO 8601."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta, timezone
from typing import Final

from checker.document.nodes import quote

ADVICE: Final = "write it like `2026-10-05 15:12` or `2026-10-05 15:12 +02:00`"

_NAMES: Final = (
    *("january", "february", "march", "april", "may", "june", "july", "august"),
    *("september", "october", "november", "december"),
)
MONTHS: Final = {name[:end]: number for number, name in enumerate(_NAMES, 1) for end in (3, 4, len(name))}
"""The numbers of months by their names, whole or shortened."""
_ZONES: Final = {  # those of RFC 5322, and the European ones
    "z": 0, "ut": 0, "utc": 0, "gmt": 0, "wet": 0, "west": 1, "cet": 1, "cest": 2, "eet": 2, "eest": 3,
    "edt": -4, "est": -5, "cdt": -5, "cst": -6, "mdt": -6, "mst": -7, "pdt": -7, "pst": -8,
}  # fmt: skip
_DATES: Final = (
    r"(?P<year>\d{4})(?P<sign>[-/.])(?P<month>\d{1,2})(?P=sign)(?P<day>\d{1,2})",
    r"(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.(?P<year>\d{4})",
    r"(?P<first>\d{1,2})(?P<sign>[-/])(?P<next>\d{1,2})(?P=sign)(?P<year>\d{4})",
    r"(?P<day>\d{1,2})(?:st|nd|rd|th)? (?P<name>[a-z]{3,9})\.?,? (?P<year>\d{4})",
    r"(?P<name>[a-z]{3,9})\.? (?P<day>\d{1,2})(?:st|nd|rd|th)?,? (?P<year>\d{4})",
)
_TIMES: Final = [
    re.compile(
        r"(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,? )?" + date + r"(?:,? (?:at )?|t)"
        r"(?P<hour>\d{1,2}):(?P<minute>\d\d)(?::(?P<second>\d\d)(?:[.,](?P<fraction>\d{1,9}))?)?"
        r"(?: ?(?P<half>[ap])\.?m\b\.?)?"
        r"(?: ?\(?(?P<zone>[a-z]{1,4})?(?:(?P<sign_of_zone>[+-])(?P<hours>\d\d?)(?::?(?P<minutes>\d\d))?)?\)?)?",
        re.ASCII,
    )
    for date in _DATES
]


def parse_time(text: str, *, is_day_first: bool = False) -> str | None:
    """Return a written date and time as ISO 8601, with its zone if it has one; None for a text that is no time.

    `is_day_first`: in 5/10/2026 the 5 is the day.  A part above 12 is the day in any case.

    >>> parse_time("5 October 2026, 3:12 PM")
    '2026-10-05T15:12:00'
    >>> parse_time("2026/10/05 3:12:07 PM GMT+2")
    '2026-10-05T15:12:07+02:00'
    """
    parts = _parts(text)
    if not parts:
        return None
    if "first" in parts:
        order = ("day", "month") if int(parts["first"]) > 12 or is_day_first else ("month", "day")  # noqa: PLR2004
        order = ("month", "day") if int(parts["next"]) > 12 else order  # noqa: PLR2004 - no month
        parts |= zip(order, (parts["first"], parts["next"]), strict=True)
    month = MONTHS.get(parts["name"], 0) if "name" in parts else int(parts["month"])
    hour = int(parts["hour"])
    if half := parts.get("half"):
        hour = hour % 12 + 12 * (half == "p") if 1 <= hour <= 12 else -1  # noqa: PLR2004 - hours
    clock = hour, int(parts["minute"]), int(parts.get("second", 0)), int(parts.get("fraction", "0").ljust(6, "0")[:6])
    try:
        return datetime(int(parts["year"]), month, int(parts["day"]), *clock, tzinfo=_zone(parts)).isoformat()
    except (ValueError, OverflowError):
        return None


def sortable(time: str) -> str:
    """Return an ISO time in UTC, so that times sort as texts; one without a zone stays as it is.

    >>> sortable("2026-10-05T15:12:00+02:00"), sortable("2026-10-05T15:12:00"), sortable("")
    ('2026-10-05T13:12:00+00:00', '2026-10-05T15:12:00', '')
    """
    found = datetime.fromisoformat(time) if time else None
    return found.astimezone(UTC).isoformat() if found and found.tzinfo else time


def order_in_column(cells: Iterable[tuple[int, str]], heading: str) -> tuple[bool, list[str]]:
    """Return whether days come before months in a column of a table, and what is wrong with its times.

    `cells`: the line and text of each cell.
    """
    is_day_first, troubles = False, list[str]()
    texts = [(line, text.strip()) for line, text in cells if text.strip() not in {"", "-"}]
    pairs = [(int(parts["first"]), int(parts["next"])) for _, text in texts if "first" in (parts := _parts(text))]
    orders = {first > 12 for first, second in pairs if max(first, second) > 12}  # noqa: PLR2004 - months
    doubtful = (text for _, text in texts if parse_time(text) != parse_time(text, is_day_first=True))
    if len(orders) == 1:
        is_day_first = orders.pop()
    elif text := next(doubtful, ""):
        troubles.append(
            f"{quote(text)} in the column {heading} is read with the month first, and no row tells whether it is; if "
            "the day is first, write the times like `2026-10-05 15:12`"
        )
    if wrong := [(line, text) for line, text in texts if parse_time(text) is None]:
        (line, text), *more = wrong
        where = f" (line {line}{f', and {len(more):,} more' if more else ''})"
        what = f"{quote(text)} in the column {heading} is no time{where}; {ADVICE}"
        troubles.insert(0, f"{what}. The answers are graded as if it were blank")
    return is_day_first, troubles


def _parts(text: str) -> dict[str, str]:
    plain = " ".join(text.split()).lower() if len(text) <= 80 else ""  # noqa: PLR2004
    in_a_name = re.fullmatch(r"(\d{4}-\d\d-\d\d)-(\d\d)-(\d\d)-(\d\d)", plain, re.ASCII)  # Blackboard's
    if in_a_name:
        plain = "{} {}:{}:{}".format(*in_a_name.groups())
    found = next((match for each in _TIMES if (match := each.fullmatch(plain))), None)
    return {name: part for name, part in found.groupdict().items() if part is not None} if found else {}


def _zone(parts: dict[str, str]) -> timezone | None:
    """Return the time zone of a name or an offset; None if there is neither.  Raise ValueError if there is no such."""
    name, hours, minutes = parts.get("zone"), int(parts.get("hours", 0)), int(parts.get("minutes", 0))
    if name is None and "hours" not in parts:
        return None
    shift = _ZONES.get(name or "z")
    if shift is None or ("hours" in parts and shift) or hours >= 15 or minutes >= 60:  # noqa: PLR2004 - no zone is that far
        raise ValueError(name)
    delta = timedelta(hours=shift + hours, minutes=minutes)
    return timezone(-delta if parts.get("sign_of_zone") == "-" else delta)
