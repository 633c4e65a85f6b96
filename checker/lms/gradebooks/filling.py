"""Fills grades into a gradebook that was downloaded: finds its column and rows, and changes only those cells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from pathlib import PurePath
from typing import Final, NamedTuple

from checker.document import DocumentError
from checker.document.errors import quote
from checker.lms.cells import Table, read_table
from checker.lms.gradebooks import ExportError, ExportRequest, StudentGrade
from checker.lms.gradebooks.tables import PROVISIONAL, Notes, is_same, maxima, number, rounded, without_grade, written
from checker.lms.layouts import Layout, Recogniser, plain
from checker.lms.names import is_number
from checker.lms.students import Student, key, shown
from checker.text.words import did_you_mean, enumerated, shortened


class Column(NamedTuple):
    """A column of a downloaded gradebook that can hold grades."""

    place: int
    heading: str
    title: str
    """The heading without what the LMS adds to it."""
    id: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """Return all names by which `--column` may call this column."""
        return tuple(filter(None, (self.heading, self.id, self.title)))


_FORMS: Final[Sequence[Callable[[str], str]]] = (str.strip, plain)
"""How names of columns are compared, the most exact way first."""


def chosen(columns: Sequence[Column], request: ExportRequest) -> Column:
    """Return the column that `--column` names, or else the one with the assignment's title.

    Raises ExportError if there is none, or if several have it.
    """
    wanted = (request.title if request.column is None else request.column).strip()
    if not wanted:
        raise ExportError("the assignment has no title; name the column with --column")
    for compared, is_of_heading in product(_FORMS, (True, False)):  # the most exact comes first
        for_names = [(column, (column.heading,) if is_of_heading else column.names) for column in columns]
        found = [column for column, names in for_names if compared(wanted) in map(compared, names)]
        if len(found) == 1:
            return found[0]
        if found:
            raise ExportError(_ambiguous(wanted, found))
    if not columns:
        raise ExportError("no column of this file can hold grades; add the assignment in the LMS and download again")
    known = tuple(column.title.strip() for column in columns)
    meant = did_you_mean(wanted, known)
    end = "" if meant.endswith("?") else "."
    raise ExportError(f"there is no column {quote(wanted)}{meant}{end} Name the column with --column")


def _ambiguous(wanted: str, found: Sequence[Column]) -> str:
    """Return what to say if several columns fit a name."""
    headings = [quote(column.heading) for column in found]
    if len(set(headings)) < len(headings):
        return f"{len(found)} columns have the heading {headings[0]}; rename all but one in the LMS and download again"
    return f"{enumerated(headings)} all fit {quote(wanted)}; choose one with --column"


TO_REPLACE: Final = ("", "-")


class Sheet(NamedTuple):
    """A downloaded gradebook, and which of its rows are students'."""

    table: Table
    layout: Layout
    rows: tuple[int, ...]

    def who(self, row: int) -> str:
        """Return what messages call the student of a row."""
        texts = self.table.rows[row].texts
        return shown(self.layout.row_ids(texts)[0], self.layout.name(texts))

    def cells(self, column: int) -> list[str]:
        """Return the texts of a column, of students only."""
        return [self.table.text(row, column) for row in self.rows]


class Rules(NamedTuple):
    """How one system takes grades: the column, the maximum points of each row, and which cells may be replaced."""

    column: int
    maximum: Callable[[int], float | None]
    """Returns the maximum points of a row; None if there is none."""
    takes_more: bool = False
    """Points above the maximum are extra credit; elsewhere the LMS refuses them."""
    comma: bool = False
    locked: Callable[[int], str] = lambda _: ""
    """Returns why the LMS would not take a grade in this row; empty if it would."""
    replaceable: Callable[[str], bool] = TO_REPLACE.__contains__
    """Returns whether a text that is no number may be replaced."""
    kept: Callable[[str], str] = lambda text: f"Left as it was, because the cell has the text {shortened(text)}"
    """Returns why another text is kept."""


class Filled(NamedTuple):
    """Which cells of a gradebook change, and the grades in it."""

    cells: dict[tuple[int, int], str]
    """The new text by row and column."""
    rows: dict[int, StudentGrade]
    """The grade of each row that may be changed, whether it is new or not."""


def sheet_of(request: ExportRequest, recognise: Recogniser, expected: str) -> Sheet:
    """Return the downloaded gradebook to fill in.  Raise ExportError, with `expected`, if it is not recognised."""
    name = request.into_name or "the file"
    try:
        table = read_table(request.into or b"", name)
    except DocumentError as error:
        raise ExportError(str(error)) from None
    texts = [row.texts for row in table.rows]
    layout = recognise(table.header.texts, texts)
    if layout is None:
        found = shortened(table.delimiter.join(table.header.texts), 80)
        raise ExportError(f"{name} is not {expected}; its first line is: {found}")
    return Sheet(table, layout, tuple(row for row, each in enumerate(texts) if layout.is_student(each)))


def file_name(request: ExportRequest, default: str) -> str:
    """Return the name of the filled file: that of the downloaded one, or the default."""
    return PurePath(request.into_name).name or default


def fill(sheet: Sheet, request: ExportRequest, rules: Rules, notes: Notes) -> Filled:
    """Return the cells of a gradebook to change, and the grades in it.

    Everything that is left as it was, or replaced, is noted.
    """
    found = Filled({}, {})
    for row, grade in _grades_by_row(sheet, request, notes):
        who = grade.student.shown
        points = _points(grade, rules.maximum(row), request)
        before = sheet.table.text(row, rules.column)
        if points is None:
            notes.add(without_grade(grade), who)
        elif reason := rules.locked(row) or _refused(grade, points, rules.maximum(row), rules, request):
            notes.add(reason, who)
        elif (old := number(before)) is None and not rules.replaceable(before):
            notes.add(rules.kept(before), who)
        else:
            found.rows[row] = grade
            if grade.is_provisional:
                notes.add(PROVISIONAL, who)
            if (maximum := rules.maximum(row)) is not None and rounded(points) > maximum:
                notes.add("More points than the column's maximum, as extra credit", f"{who} {written(points)}")
            if old is None or not is_same(old, points):
                found.cells[row, rules.column] = written(points, comma=rules.comma)
            if old is not None and not is_same(old, points):
                notes.add("Replaced a different grade", f"{who} had {before}, now {written(points)}")
    return found


def _grades_by_row(sheet: Sheet, request: ExportRequest, notes: Notes) -> Iterator[tuple[int, StudentGrade]]:
    """Yield the rows whose student is in the results, with the grade; note all other rows and students."""
    ids = [sheet.layout.row_ids(sheet.table.rows[row].texts) for row in sheet.rows]
    matches = matched([grade.student for grade in request.grades], ids)
    owners = frozenset(matches.rows.values())
    for owner, grade in enumerate(request.grades):
        if owner in matches.doubtful:
            notes.add("Not filled in, because the ids fit several rows or several students", grade.student.shown)
        elif owner not in owners:
            notes.add("In the results, but not in this file", grade.student.shown)
    for place, row in enumerate(sheet.rows):
        if place in matches.rows:
            yield row, request.grades[matches.rows[place]]
        else:
            notes.add("In this file, but not in the results; the row is as it was", sheet.who(row))


def _points(grade: StudentGrade, maximum: float | None, request: ExportRequest) -> float | None:
    """Return the points to write, scaled to the column's maximum if that was asked for; None if there are none.

    Raise ExportError if there is no maximum to scale to.
    """
    if grade.points is None or not request.scale or maximum == grade.max_points:
        return grade.points
    if not maximum or not grade.max_points:
        raise ExportError("the column or the assignment has no maximum to scale to; leave out --scale")
    return grade.points * maximum / grade.max_points


def _refused(grade: StudentGrade, points: float, maximum: float | None, rules: Rules, request: ExportRequest) -> str:
    """Return why points must not be written into a column with this maximum; empty if they may."""
    if points < 0:
        return "Left as it was, because the points are negative"
    if maximum is None or rounded(points) <= maximum:
        return ""
    if rules.takes_more and (request.scale or maximum == grade.max_points):
        return ""
    return f"Left as it was, because the points are more than the column's maximum of {written(maximum)}"


def note_maximum(request: ExportRequest, maximum: Sequence[float | None], notes: Notes) -> None:
    """Note that the gradebook's maxima differ from the assignment's, or that points are scaled to them."""
    others = sorted({each for each in maximum if each is not None} - {grade.max_points for grade in request.grades})
    if not others or not request.grades:
        return
    column = " or ".join(map(written, others))
    if request.scale:
        notes.add(f"Points are scaled from {maxima(request)} to the column's maximum of {column}")
    else:
        differs = f"The column's maximum is {column}, the assignment's is {maxima(request)}"
        notes.add(f"{differs}; points are written as they are, and --scale scales them")


class Matches(NamedTuple):
    """Which student each row of a gradebook belongs to, and which students are doubtful."""

    rows: dict[int, int]
    """The student of each row."""
    doubtful: frozenset[int]
    """Students without a row whose ids are in several rows, or are also those of another student."""


class _Votes(NamedTuple):
    """How many students have their id, or another of their ids, in a column: the larger number tells what it holds."""

    by_id: int
    by_other: int

    @property
    def most(self) -> int:
        return max(self)

    @property
    def is_of_ids(self) -> bool:
        return self.by_id >= self.by_other


def matched(students: Sequence[Student], ids: Sequence[Sequence[str]]) -> Matches:
    """Return which student each row of a gradebook belongs to.

    `ids` are the ids in each row, in the order of the LMS's columns.
    """
    cells = [[key(each) for each in row] for row in ids]
    votes = [_votes(students, {row[place] for row in cells}) for place in range(max(map(len, cells), default=0))]
    ranked = sorted(range(len(votes)), key=lambda place: -votes[place].most)
    found: dict[int, int] = {}
    doubtful: set[int] = set()
    for rank, place in enumerate(ranked):
        pairs = _pairs(students, cells, place, votes[place], better=ranked[:rank])
        taken = set(found.values())
        new = {pair for pair in pairs if pair[0] not in found and pair[1] not in taken}
        rows, owners = Counter(row for row, _ in new), Counter(owner for _, owner in new)
        sure = {(row, owner) for row, owner in new if rows[row] == 1 == owners[owner]}
        doubtful |= {owner for _, owner in new - sure}
        found.update(sure)
    return Matches(found, frozenset(doubtful - set(found.values())))


def _votes(students: Sequence[Student], values: set[str]) -> _Votes:
    """Count the students whose id is among the values of a column, and those of whom another id is."""
    own = [key(student.id) in values for student in students]
    others = [bool((student.keys - {key(student.id)}) & values) for student in students]
    return _Votes(sum(own), sum(others))


def _pairs(
    students: Sequence[Student], cells: Sequence[Sequence[str]], place: int, votes: _Votes, better: Sequence[int]
) -> set[tuple[int, int]]:
    """Return (row, student) for each id in the column `place` that a student has.

    A plain number counts only as the kind of id that most cells of the column are, and only in rows that have no id in
    the columns `better`.
    """
    holders: dict[str, list[int]] = {}
    for owner, student in enumerate(students):
        for each in student.keys:
            if not is_number(each) or (each == key(student.id)) == votes.is_of_ids:
                holders.setdefault(each, []).append(owner)
    return {
        (row, owner)
        for row, ids in enumerate(cells)
        for owner in holders.get(ids[place], ())
        if not (is_number(ids[place]) and any(ids[other] for other in better))
    }
