"""Points: what an answer's points count for, what late work loses, and the total of a student.

Records keep raw points; everything here is computed from them, from the dates and from the rules of an assignment.yaml.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Final, NamedTuple

from checker.notation.words import shortened
from checker.problems import Dates, Rule
from checker.problems.moment import in_symbols, in_words

PLACES: Final = 6
"""Decimals of points: 0.1 + 0.2 is 0.3."""


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


class CountedPoints(NamedTuple):
    """The points of one answer as its rule makes them count, and the points that they are out of."""

    points: float | None
    """None where nothing counts, and where a person has to decide."""
    max_points: float
    waits: bool = False
    """A person has to decide."""


def counted_points(
    points: float | None, max_points: float | None, rule: Rule | None, *, handed_in: bool
) -> CountedPoints:
    """Return how the points of an answer count under a rule such as `drop` or `bonus`.

    `points` is None where a person has to decide, `max_points` where it is not known because the problem's file is in
    error.  `handed_in` says whether the student handed anything in for the assignment.
    """
    most = max_points or 0.0
    if rule == "drop":
        return CountedPoints(None, 0.0)
    if rule == "full_for_all" and not handed_in:
        return CountedPoints(0.0, most)
    if rule == "full_for_all":
        return CountedPoints(max_points, most, waits=max_points is None)
    return CountedPoints(points, 0.0 if rule == "bonus" else most, waits=points is None)


class Total(NamedTuple):
    """The points of a student, before and after what late work loses; those that wait are not among them."""

    raw_points: float
    points: float
    max_points: float
    late_credit: float
    waiting: int
    """Number of answers that wait for a person."""


def total(cells: Sequence[CountedPoints], late: LateCredit) -> Total:
    """Return the sum of a student's points so far."""
    raw = _sum(cell.points for cell in cells if cell.points is not None)
    most = _sum(cell.max_points for cell in cells)
    waiting = sum(cell.waits for cell in cells)
    return Total(raw, round(raw * late.credit, PLACES), most, late.credit, waiting)


def _sum(points: Iterable[float]) -> float:
    return round(math.fsum(points), PLACES)
