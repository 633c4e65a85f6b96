"""Points: what late work keeps, how rules such as `bonus` make answers count, and totals (`StudentResult`)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime, timedelta, tzinfo
from functools import lru_cache
from typing import Any, Final, NamedTuple

from checker.grading.course import AssignmentColumns
from checker.grading.members import Members
from checker.grading.model import Record, question_of
from checker.grading.rows import Row
from checker.lms.students import Student
from checker.marking.mark import Status
from checker.problems import Dates
from checker.text.words import counted

_PLACES: Final = 6
"""Decimals of points: 0.1 + 0.2 is 0.3."""


class LateCredit(NamedTuple):
    """The share of the points that late work keeps, and why; the reason is empty if there is nothing to say."""

    credit: float
    reason: str


_ON_TIME: Final = LateCredit(1.0, "")


def in_words(duration: timedelta) -> str:
    """Return a duration in words; a part of a second counts as a whole one.

    >>> in_words(timedelta(minutes=15)), in_words(timedelta(days=1, seconds=2)), in_words(timedelta())
    ('15 minutes', '1 day 2 seconds', '0 seconds')
    """
    rest, words = -(-duration // timedelta(seconds=1)), list[str]()
    for name, seconds in (("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1)):
        count, rest = divmod(rest, seconds)
        words += [counted(count, name)] if count else []
    return " ".join(words) or "0 seconds"


def late_credit(dates: Dates, student: str, time: str, *, is_late: bool = False) -> LateCredit:
    """Return which share of the points a student's hand-in keeps, given the time it was handed in.

    `time` is in ISO 8601, without a zone in that of the assignment, and empty if it is not known.  Only then `is_late`
    counts, by which an LMS says that the work is late: it gets the credit of the first step, as nobody knows how late.
    It is reported also where no due date is declared.
    """
    due = dates.due_of(student)
    if due is None:
        return LateCredit(1.0, f"handed in late: {_share(1.0)}") if is_late else _ON_TIME
    if moment := _moment(time, dates.timezone):
        late = moment - due
        if late <= max(dates.grace, timedelta()):
            return LateCredit(1.0, f"within the grace of {in_words(dates.grace)}") if late > timedelta() else _ON_TIME
        credit = dates.credit_after(late)
        return LateCredit(credit, f"{in_words(late)} late: {_share(credit)}")
    if not is_late:
        return _ON_TIME
    if not dates.late:
        return LateCredit(1.0, f"handed in late, time unknown: {_share(1.0)}")
    credit = dates.late[0].credit
    checked = "; whether the extension was kept is not known" if student in dates.extensions else ""
    return LateCredit(credit, f"handed in late, time unknown: the first step counts, {_share(credit)}{checked}")


def _share(credit: float) -> str:
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


def is_waiting(record: Record) -> bool:
    """Return whether a person decides on an answer; not if everybody gets the same points for it."""
    return record["points"] is None and record.get("rule") not in {"drop", "full_for_all"}


def counted_points(record: Record, *, handed_in: bool) -> float | None:
    """Return the points of an answer as they count; None where nothing counts, and where a person has to decide.

    `handed_in`: the student answered anything in the assignment.
    """
    rule, points = record.get("rule"), record["points"]
    found: float | None = (record["max_points"] if handed_in else 0.0) if rule == "full_for_all" else points
    return None if rule == "drop" else found


def most_points(record: Record) -> float:
    """Return what an answer adds to the maximum: nothing if it is dropped or a bonus."""
    return 0.0 if record.get("rule") in {"drop", "bonus"} else record["max_points"] or 0.0


@dataclass(frozen=True, kw_only=True)
class StudentResult:
    """A student's points in an assignment, with the answers."""

    assignment: str
    who: Student
    handed_in: bool
    file: str
    """The file of the hand-in; of somebody who handed nothing in, one that may be theirs and could not be read."""
    line: int | None
    submitted: str
    """When it was handed in, in ISO 8601, perhaps without a zone; empty if that is not known."""
    files: Sequence[str]
    content: str
    """A hash of the hand-in, by which the next run sees whether it has changed."""
    raw_points: float
    points: float
    max_points: float
    late_credit: float
    late_reason: str
    waiting: int
    issues: int
    """Number of other things about the student that need a person."""
    due: str
    """When the work was due, in ISO 8601; empty without a due date."""
    on_roster: bool
    """False where there is a roster and the student is not on it."""
    records: Sequence[Record]
    """One for each question of the assignment; none of somebody who handed nothing in."""
    more: Sequence[Record]
    """Further answers: of other hand-ins, and to problems in error."""
    documents: Sequence[Mapping[str, Any]]

    @classmethod
    def of(cls, row: Row, members: Members, issues: int = 0) -> StudentResult:
        """Return the result of a row whose records have their points; it has none if nothing was handed in."""
        assignment, who, records, delivery = row.assignment, row.who, row.records, row.answers.delivery
        dates = dates_of(assignment, members)
        late = late_credit(dates, who.id, delivery.time, is_late=delivery.is_late) if records else _ON_TIME
        raw = _sum(points for each in records if (points := each["counted"]) is not None)
        rules = assignment.settings.rules
        asked = [{"rule": rules.get(key), "max_points": column.points} for key, column in assignment.keys.items()]
        return cls(
            assignment=assignment.id,
            who=who,
            handed_in=bool(records),
            file=row.answers.file,
            line=row.answers.line,
            submitted=delivery.time,
            files=delivery.files,
            content=row.answers.content,
            raw_points=raw,
            points=round(raw * late.credit, _PLACES),
            max_points=_sum(map(most_points, records or asked)),
            late_credit=late.credit,
            late_reason=late.reason,
            waiting=sum(map(is_waiting, records)),
            issues=issues,
            due=due.isoformat() if (due := dates.due_of(who.id)) else "",
            on_roster=members.is_known(who.id),
            records=records,
            more=row.more,
            documents=row.documents,
        )

    def with_late_credit(self, credit: float, reason: str) -> StudentResult:
        """Return the result with another share of the points that late work keeps."""
        points = round(self.raw_points * credit, _PLACES)
        return replace(self, points=points, late_credit=credit, late_reason=reason)

    def record(self) -> dict[str, Any]:
        """Return the result without the answers, as summary.json has it."""
        who = self.who._asdict()
        return {"student": who.pop("id"), **who} | {name: getattr(self, name) for name in KEPT}


_ANSWERS: Final = {"assignment", "who", "records", "more", "documents"}
KEPT: Final = tuple(each.name for each in fields(StudentResult) if each.name not in _ANSWERS)
"""The fields that summary.json has under the same names."""


def count_points(assignment: AssignmentColumns, records: Iterable[Record]) -> None:
    """Write into each record the rule of its question and the points as they count."""
    known = list(records)
    rules = assignment.settings.rules
    handed_in = any(each["status"] != Status.NOT_ANSWERED for each in known)
    for record in known:
        if rule := rules.get(question_of(record)):
            record["rule"] = rule
        record["counted"] = counted_points(record, handed_in=handed_in)


def _sum(points: Iterable[float]) -> float:
    return round(math.fsum(points), _PLACES)


def dates_of(assignment: AssignmentColumns, members: Members) -> Dates:
    """Return the dates of an assignment, with extensions by the ids that students have on the roster."""
    dates = assignment.settings.dates
    extensions = {members.owner(student): due for student, due in dates.extensions.items()}
    return replace(dates, extensions=extensions)


@lru_cache(maxsize=4096)
def format_points(points: float | None) -> str:
    """Return points as people write them.

    >>> format_points(2.0), format_points(0.5), format_points(None)
    ('2', '0.5', '')
    """
    return "" if points is None else str(round(points, _PLACES)).removesuffix(".0")
