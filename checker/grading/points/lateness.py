"""Lateness: the share of the points that work earns by when it was handed in."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo
from typing import Final, NamedTuple

from checker.notation.words import shortened
from checker.problems import Dates
from checker.problems.moment import in_symbols, in_words


class LateCredit(NamedTuple):
    """The share of the points, and why; the reason is empty where nothing needs to be said."""

    credit: float
    reason: str


ON_TIME: Final = LateCredit(1.0, "")


def late_credit(dates: Dates, student: str, time: str, *, is_late: bool = False) -> LateCredit:
    """Return the share of the points for a student's hand-in.

    `time` is in ISO 8601, without a zone in that of the assignment, and empty if it is not known.  Then `is_late`
    decides, the flag of an LMS: late work counts as within the first step, as nobody knows how late it is.  The flag
    is reported also where no due date is declared.
    """
    due = dates.due_of(student)
    if due is None:
        return LateCredit(1.0, f"handed in late: {_share(1.0)}") if is_late else ON_TIME
    moment = _moment(time.strip(), dates.timezone)
    if moment is None:
        return _without_time(dates, student, time.strip(), is_late=is_late)
    late = moment - due
    if late <= timedelta():
        return ON_TIME
    if late <= dates.grace:
        return LateCredit(1.0, f"within the grace of {in_words(dates.grace)}")
    credit = dates.credit_after(late)
    return LateCredit(credit, f"{in_symbols(late)} late: {_share(credit)}")


def _without_time(dates: Dates, student: str, written: str, *, is_late: bool) -> LateCredit:
    """Return the share for a hand-in whose time is not known."""
    unknown = f'time "{shortened(written)}" cannot be read' if written else "time unknown"
    if not is_late:
        return LateCredit(1.0, f"{unknown}: counted as on time") if written else ON_TIME
    if not dates.late:
        return LateCredit(1.0, f"handed in late, {unknown}: {_share(1.0)}")
    credit = dates.late[0].credit
    checked = "; whether the extension was kept is not known" if student in dates.extensions else ""
    return LateCredit(credit, f"handed in late, {unknown}: the first step counts, {_share(credit)}{checked}")


def _share(credit: float) -> str:
    """Return how much of the points a credit is, in words."""
    return {0.0: "no points", 1.0: "nothing is taken off"}.get(credit, f"{100 * credit:g}% of the points")


def _moment(text: str, zone: tzinfo) -> datetime | None:
    """Return a time, or None if it is not one.

    A time without a zone that clocks show twice, or skip, is taken for the earlier of its readings, in the student's
    favour.
    """
    try:
        time = datetime.fromisoformat(text)
        if time.tzinfo:
            return time.astimezone(UTC)
        return min(time.replace(tzinfo=zone, fold=fold).astimezone(UTC) for fold in (0, 1))
    except (ValueError, OverflowError):
        return None
