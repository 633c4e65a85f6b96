"""Durations as authors write them, `15m` or `1h30m`, and in words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Final

from checker.notation.words import counted

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
