"""Fills grades into a gradebook that was downloaded: finds its column and rows, and changes only those cells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import PurePath
from typing import Final, NamedTuple

from checker.document import DocumentError
from checker.document.errors import quote
from checker.lms.gradebooks import (
    PROVISIONAL,
    Exported,
    ExportError,
    ExportRequest,
    Notes,
    StudentGrade,
    number,
    rounded,
    steps,
    written,
)
from checker.lms.headings import Layout, Recogniser, plain
from checker.lms.students import Student, key, shown
from checker.lms.system import is_number
from checker.lms.tables import Encoding, Table, read_table
from checker.text.words import did_you_mean, enumerated, shortened

LEFT: Final = "Left as it was, because {}"
NEGATIVE: Final = LEFT.format("the points are negative")
WAITING: Final = LEFT.format("an answer is still to review")


class Column(NamedTuple):
    """A column of a downloaded gradebook that can hold grades."""

    place: int
    heading: str
    title: str
    """The heading without what the LMS adds to it."""
    id: str = ""


class Rules(NamedTuple):
    """How a system takes grades: the column, the maximum points of each row, and which cells may be replaced."""

    column: int
    maxima: Sequence[float | None]
    """The maximum points by row; None if there is none."""
    takes_more: bool = False
    """Points above the maximum are extra credit; elsewhere the LMS refuses them."""
    comma: bool = False
    locked: Callable[[int], str] = lambda _: ""
    """Returns why the LMS would not take a grade in this row; empty if it would."""
    replaceable: Callable[[str], bool] = ("", "-").__contains__
    """Returns whether a text that is no number may be replaced."""


class Sheet:
    """A downloaded gradebook while it is filled in: its table, which rows are students', and what there is to say."""

    def __init__(self, request: ExportRequest, recognise: Recogniser, expected: str) -> None:
        """Read the gradebook of a request.  Raise ExportError, with `expected`, if it is another file."""
        name = request.into_name or "the file"
        try:
            self.table: Table = read_table(request.into or b"", name).checked()
        except DocumentError as error:
            raise ExportError(str(error)) from None
        self.header = self.table.header.cells
        texts = [row.cells for row in self.table.rows]
        layout = recognise(self.header, texts)
        if layout is None:
            found = shortened(self.table.delimiter.join(self.header), 80)
            raise ExportError(f"{name} is not {expected}; its first line is: {found}")
        self.layout: Layout = layout
        self.rows = [row for row, each in enumerate(texts) if layout.is_student(each)]
        self.request = request
        self.notes = Notes()
        if self.table.note:
            self.notes.add(f"{name} {self.table.note}. It is written as UTF-8")

    def cells(self, *columns: int) -> list[str]:
        """Return the texts of columns, of students only."""
        return [self.table.text(row, column) for row in self.rows for column in columns]

    def chosen(self, columns: Sequence[Column]) -> Column:
        """Return the column that `--column` names by heading, id or title, or else the one with the assignment's title.

        Raises ExportError if there is none, or if several have it.
        """
        wanted = (self.request.title if self.request.column is None else self.request.column).strip()
        if not wanted:
            raise ExportError("the assignment has no title; name the column with --column")
        if not columns:
            raise ExportError("no column of this file can hold grades; add the assignment there and download again")
        exact = [each for each in columns if each.heading.strip() == wanted]
        found = exact or [each for each in columns if plain(wanted) in map(plain, each[1:])]
        if len(found) == 1:
            return found[0]
        headings = [quote(each.heading) for each in found]
        if len(set(headings)) < len(headings):
            same = f"{len(headings)} columns have the heading {headings[0]}"
            raise ExportError(f"{same}; rename all but one and download again")
        if found:
            raise ExportError(f"{enumerated(headings)} all fit {quote(wanted)}; choose one with --column")
        meant = did_you_mean(wanted, [column.title.strip() for column in columns])
        end = "" if meant.endswith("?") else "."
        raise ExportError(f"there is no column {quote(wanted)}{meant}{end} Name the column with --column")

    def export(self, form: str, rules: Rules, encoding: Encoding | None = None) -> Exported:
        """Return the gradebook with the grades in one column, and the steps of this form to import it.

        Everything that is left as it was, or replaced, is noted.
        """
        cells: dict[tuple[int, int], str] = {}
        self._note_maxima(rules)
        for row, grade in self._grades_by_row():
            who, notes, maximum = grade.student.shown, self.notes, rules.maxima[row]
            points = self._points(grade, maximum)
            before = self.table.text(row, rules.column)
            old = number(before)
            if points is None:
                notes.add(WAITING if grade.handed_in else grade.why_missing(LEFT), who)
            elif reason := rules.locked(row) or self._refused(points, maximum, grade, rules):
                notes.add(reason, who)
            elif old is None and not rules.replaceable(before):
                notes.add(LEFT.format(f"the cell has the text {shortened(before)}"), who)
            else:
                if grade.is_provisional:
                    notes.add(PROVISIONAL, who)
                if maximum is not None and rounded(points) > maximum:
                    notes.add("More points than the column's maximum, as extra credit", f"{who} {written(points)}")
                if old is None or f"{old:.2f}" != f"{points:.2f}":  # as gradebooks show them
                    cells[row, rules.column] = written(points, comma=rules.comma)
                    if old is not None:
                        notes.add("Replaced a different grade", f"{who} had {before}, now {written(points)}")
        name = PurePath(self.request.into_name).name or f"{form}.csv"
        heading = quote(self.header[rules.column].strip())
        data = self.table.replaced(cells, encoding)
        return Exported({name: data}, self.notes.listed(), steps(form, heading), len(cells))

    def _grades_by_row(self) -> Iterator[tuple[int, StudentGrade]]:
        """Yield the rows whose student is in the results, with the grade; note all other rows and students."""
        grades, notes = self.request.grades, self.notes
        ids = [self.layout.row_ids(self.table.rows[row].cells) for row in self.rows]
        owners, doubtful = matched([grade.student for grade in grades], ids)
        for owner in sorted(set(range(len(grades))) - set(owners.values())):
            reason = "In the results, but not in this file"
            if owner in doubtful:
                reason = "Not filled in, because the ids fit several rows or several students"
            notes.add(reason, grades[owner].student.shown)
        for place, row in enumerate(self.rows):
            if place in owners:
                yield row, grades[owners[place]]
            else:
                who = shown(ids[place][0], self.layout.name(self.table.rows[row].cells))
                notes.add("In this file, but not in the results; the row is as it was", who)

    def _points(self, grade: StudentGrade, maximum: float | None) -> float | None:
        """Return the points to write, scaled if that was asked for; None if there are none.  Raise ExportError."""
        if grade.points is None or not self.request.scale or maximum == grade.max_points:
            return grade.points
        if not maximum or not grade.max_points:
            raise ExportError("the column or the assignment has no maximum to scale to; leave out --scale")
        return grade.points * maximum / grade.max_points

    def _refused(self, points: float, maximum: float | None, grade: StudentGrade, rules: Rules) -> str:
        """Return why points must not be written into a column with this maximum; empty if they may."""
        if points < 0:
            return NEGATIVE
        is_extra = rules.takes_more and (self.request.scale or maximum == grade.max_points)
        if maximum is None or rounded(points) <= maximum or is_extra:
            return ""
        return LEFT.format(f"the points are more than the column's maximum of {written(maximum)}")

    def _note_maxima(self, rules: Rules) -> None:
        """Note that the gradebook's maxima differ from the assignment's, or that points are scaled to them."""
        ours = {grade.max_points for grade in self.request.grades}
        theirs = {each for each in rules.maxima if each is not None} - ours
        if not theirs or not ours:
            return
        our, their = (" or ".join(map(written, sorted(each))) for each in (ours, theirs))
        if self.request.scale:
            self.notes.add(f"Points are scaled from {our} to the column's maximum of {their}")
        else:
            differs = f"The column's maximum is {their}, the assignment's is {our}"
            self.notes.add(f"{differs}; points are written as they are, and --scale scales them")


def matched(students: Sequence[Student], rows: Sequence[Sequence[str]]) -> tuple[dict[int, int], set[int]]:
    """Return the student of each row by the ids in it, and the students whose ids fit several rows or students.

    A plain number counts only in one column and as one kind of id: the numbers of a school and of an LMS look alike.
    The column and kind are those that know most students.  All other ids count in every column.
    """
    cells = [[key(each) for each in row] for row in rows]
    own = [student.keys & {key(student.id)} for student in students]
    others = [student.keys - ids for student, ids in zip(students, own, strict=True)]
    words = [{each for each in student.keys if not is_number(each)} for student in students]
    columns = range(max(map(len, cells), default=0))
    values = [{row[column] for row in cells} for column in columns]
    links = ((column, kind) for column in columns for kind in (own, others))
    best, kind = max(links, key=lambda link: sum(bool(ids & values[link[0]]) for ids in link[1]), default=(0, own))
    found: dict[int, int] = {}
    doubtful: set[int] = set()
    for known, places in ((kind, [best]), (words, columns)):
        owners: dict[str, list[int]] = {}
        for owner, ids in enumerate(known):
            for each in ids:
                owners.setdefault(each, []).append(owner)
        taken = set(found.values())
        pairs = {
            (row, owner)
            for row, ids in enumerate(cells)
            if row not in found
            for place in places
            for owner in owners.get(ids[place], ())
            if owner not in taken
        }
        of_row, of_owner = Counter(row for row, _ in pairs), Counter(owner for _, owner in pairs)
        found |= {row: owner for row, owner in pairs if of_row[row] == 1 == of_owner[owner]}
        doubtful |= {owner for _, owner in pairs}
    return found, doubtful - set(found.values())
