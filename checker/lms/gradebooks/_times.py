"""Times in ISO format."""

from __future__ import annotations

from datetime import UTC, datetime


def parsed(text: str) -> datetime | None:
    """Return the time of a text in UTC, or None if it has none.  A time without a zone is UTC.

    >>> parsed("2026-10-05T12:00:00+02:00")
    datetime.datetime(2026, 10, 5, 10, 0, tzinfo=datetime.timezone.utc)
    """
    try:
        time = datetime.fromisoformat(text.strip())
        return (time if time.tzinfo else time.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def precise(time: datetime) -> str:
    """Return a time with microseconds, as LTI asks for it.

    >>> precise(datetime(2026, 10, 5, 12, tzinfo=UTC))
    '2026-10-05T12:00:00.000000Z'
    """
    return time.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
