"""Standings: each student's points in each assignment, after the rules for late work and those of columns (`bonus`).

They are merged with the standings of an earlier run; `keep_higher` puts back earlier marks that were higher.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta, tzinfo
from functools import lru_cache
from typing import Final, NamedTuple

from checker.grading.course import AssignmentColumns
from checker.grading.results.course_results import CourseResults
from checker.grading.results.members import Members
from checker.grading.store import Row, Standing, Store
from checker.grading.submissions.walk import natural
from checker.problems import Dates, Rule
from checker.text.words import counted, shortened

PLACES: Final = 6
"""Decimals of points: 0.1 + 0.2 is 0.3."""


class LateCredit(NamedTuple):
    """The share of the points that late work keeps, and why; the reason is empty if there is nothing to say."""

    credit: float
    reason: str


ON_TIME: Final = LateCredit(1.0, "")
UNITS: Final = (("day", "d", 86_400), ("hour", "h", 3_600), ("minute", "min", 60), ("second", "s", 1))


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


def late_credit(dates: Dates, student: str, time: str, *, is_late: bool = False) -> LateCredit:
    """Return which share of the points a student's hand-in keeps, given the time it was handed in.

    `time` is in ISO 8601, without a zone in that of the assignment, and empty if it is not known.  Only then `is_late`
    counts, by which an LMS says that the work is late: it gets the credit of the first step, as nobody knows how late.
    It is reported also where no due date is declared.
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
    """The points of one answer and their maximum, as a rule such as `bonus` makes them count."""

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
    """A student's points in an assignment, before and after the deduction for late work; waiting ones are not in it."""

    raw_points: float
    points: float
    max_points: float
    late_credit: float
    waiting: int
    """Number of answers that wait for a person."""


def total(cells: Sequence[CountedPoints], late: LateCredit) -> Total:
    """Return the sum of a student's points so far, with the deduction for late work."""
    raw = _sum(cell.points for cell in cells if cell.points is not None)
    most = _sum(cell.max_points for cell in cells)
    waiting = sum(cell.waits for cell in cells)
    return Total(raw, round(raw * late.credit, PLACES), most, late.credit, waiting)


def _sum(points: Iterable[float]) -> float:
    return round(math.fsum(points), PLACES)


_count = lru_cache(maxsize=4096)(counted_points)  # the same few points come again and again

StandingKey = tuple[str, str]
"""The name of an assignment in the store, and a student."""


def standings(results: CourseResults, members: Members) -> dict[StandingKey, Standing]:
    """Return the grades of all students who were graded now, and of those on the roster who handed nothing in.

    With a roster they are in its order.
    """
    found: list[Standing] = []
    issues = results.issue_counts()
    for assignment in results.course.assignments.values():
        if assignment.is_earlier:
            continue
        dates = dates_of(assignment, members)
        rows = list(results.of(assignment))
        found += [standing_of(assignment, row, dates, issues[row.student]) for row in rows]
        hidden = {student: file for (name, student), file in results.hidden.items() if name == assignment.name}
        if not rows and results.rows and not hidden:
            continue  # there is no hand-in for it yet
        for student in members.absent({row.student for row in rows}) if assignment.columns else ():
            absent = Row(assignment.name, student, hidden.get(student.id, ""), None)
            found.append(standing_of(assignment, absent, dates, issues[student.id] + (student.id in hidden)))
    if members.roster:
        found.sort(key=lambda each: members.place(each.student))
    return {(each.assignment, each.student): each for each in found}


def dates_of(assignment: AssignmentColumns, members: Members) -> Dates:
    """Return the dates of an assignment, with extensions by the ids that students have on the roster."""
    dates = assignment.settings.dates
    extensions = {members.id_of(student): due for student, due in dates.extensions.items()}
    return replace(dates, extensions=extensions)


def standing_of(assignment: AssignmentColumns, row: Row, dates: Dates, issues: int = 0) -> Standing:
    """Return one student's grades in an assignment; `issues` is how many other things about them need a person."""
    handed_in = bool(row.cells)
    late = late_credit(dates, row.student, row.delivery.time, is_late=row.delivery.is_late)
    cells = list(_counted(assignment, row))
    points = total(cells, late if handed_in else LateCredit(1.0, ""))
    return Standing(
        assignment=assignment.stored_name,
        who=row.who,
        path=row.path,
        content=row.content,
        file=row.file,
        line=row.line,
        submitted=row.delivery.time,
        marks=row.marks + row.more_marks,  # the same tuple, mostly
        counted=tuple(cell.points for cell in cells) if handed_in else (),
        raw_points=points.raw_points,
        points=points.points,
        max_points=points.max_points,
        late_credit=points.late_credit,
        late_reason=late.reason if handed_in else "",
        waiting=points.waiting if handed_in else 0,
        issues=issues,
    )


def _counted(assignment: AssignmentColumns, row: Row) -> Iterator[CountedPoints]:
    """Yield how the points of each column count.

    Somebody who handed in nothing but blanks handed nothing in.
    """
    handed_in = any(cell.status != "not_answered" for cell in row.cells)
    for place, (most, rule) in enumerate(assignment.counting):
        points = row.cells[place].points if row.cells else None
        yield _count(points, most, rule, handed_in=handed_in)


def merged_with_earlier(
    current: dict[StandingKey, Standing],
    before: Sequence[Standing],
    is_below: Callable[[str], bool],
    members: Members,
) -> tuple[list[Standing], list[Standing], list[Standing]]:
    """Return three lists: all grades in order, those of an earlier run that stay, and those that end.

    Grades from other folders stay unless the student handed in here too; then an empty grade of that student is
    removed from `current`.
    """
    names = {name for name, _ in current}
    staying: list[Standing] = []
    ending: list[Standing] = []
    for each in before:
        key = each.assignment, each.student
        is_from_elsewhere = bool(each.path) and not is_below(each.path)
        if key in current:
            if current[key].path or not is_from_elsewhere:
                continue
            del current[key]
        (staying if is_from_elsewhere or (not each.path and each.assignment not in names) else ending).append(each)
    everyone = [*current.values(), *staying]
    if staying:  # the order is the same whichever of the folders was graded last
        everyone.sort(
            key=lambda each: (each.assignment, members.place(each.student), not each.path, natural(each.path))
        )
    return everyone, staying, ending


def keep_higher(results: CourseResults, before: Iterable[Standing], store: Store) -> int:
    """Put back earlier marks of the same answers where they were higher; return how many there are.

    A mark stays down if a person decided then or now, or if the old points are above today's maximum.
    """
    names = {each.stored_name: each.name for each in results.course.assignments.values()}
    count = 0
    for old in before:
        about = names.get(old.assignment, old.assignment), old.student
        row = results.rows.get(about)
        if row is None or not row.path:
            continue
        cells, marks = list(row.cells), list(row.marks)
        keys = store.marks.keys(old.marks)
        columns = results.course.assignments[about[0]].columns
        places = {(column.id, column.part_id): place for place, column in enumerate(columns)}
        for mark in old.marks[: len(old.counted)]:
            place = places.get(keys[mark][:2])
            if place is None or marks[place] == mark or results.has_conflict(old.student, columns[place]):
                continue
            if _would_lose_points(store, mark, marks[place], columns[place].points):
                cell = store.marks.full_mark(mark, columns[place].index).in_table
                cells[place] = (
                    cell if columns[place].part else cell._replace(label="", answer="")
                )  # nobody can explain it
                marks[place] = mark
                count += 1
        results.rows[about] = row._replace(cells=tuple(cells), marks=tuple(marks))
    return count


def _would_lose_points(store: Store, before: int, after: int, most: float | None) -> bool:
    """Return whether the new mark gives fewer points for the same answer, and no reviewer decided either.

    False if the old points are above today's maximum.
    """
    records = store.marks.fields((before, after))
    old, new = records[before], records[after]
    if old["points"] is None or old["given"] != new["given"] or "review" in old or "review" in new:
        return False
    if most is not None and old["points"] > most:
        return False
    return bool(old["points"] > (new["points"] or 0.0))  # of 0 points nothing is lost if a person looks at it
