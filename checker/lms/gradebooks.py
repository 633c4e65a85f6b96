"""Grades of an assignment (`ExportRequest`), and the files that a system takes (`Exported`).

A gradebook that was downloaded is filled in: `GradebookTable` finds its column and rows, and changes only those cells.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import product
from pathlib import PurePath
from typing import Final, NamedTuple

from checker.document import DocumentError
from checker.document.nodes import quote
from checker.document.tables import read_table
from checker.engine.errors import UserError
from checker.lms.headings import Recogniser, plain
from checker.lms.students import Student, key
from checker.text import packaged
from checker.text.words import did_you_mean, enumerated, shortened

_WAITING: Final = "an answer is still to review"
_PROVISIONAL: Final = f"A sum so far, because {_WAITING}"


class ExportError(UserError):
    """Raised for an export that would lose or misplace grades; its text says what to do."""


class QuestionGrade(NamedTuple):
    """A student's grade for one question, or for one part of it."""

    name: str
    title: str
    points: float | None
    """None: a person has to decide."""
    max_points: float
    status: str
    message: str = ""


class StudentGrade(NamedTuple):
    """The grade of one student for an assignment."""

    student: Student
    points: float | None
    """None: a person has to decide, or nothing was handed in.  The grade that an LMS has stays as it is."""
    max_points: float
    questions: tuple[QuestionGrade, ...] = ()
    comment: str = ""
    handed_in: bool = True
    is_unread: bool = False
    """Nothing was graded, because what may be theirs could not be read."""
    is_provisional: bool = False
    """The points are a sum so far: a person has yet to decide on an answer."""
    so_far: float = 0.0
    """The sum of the points that are known, after what late work loses."""

    @property
    def why_missing(self) -> str:
        """Return why there are no points."""
        if self.handed_in:
            return _WAITING
        return "no hand-in of theirs could be read, or its id is unclear" if self.is_unread else "nothing was handed in"


class ExportRequest(NamedTuple):
    """The grades of an assignment, and where they should go."""

    title: str
    grades: Sequence[StudentGrade]
    into: bytes | None = None
    into_name: str = ""
    column: str | None = None
    """The column to fill in, if it is not the one with the assignment's title."""
    scale: bool = False

    def with_points(self, notes: Notes, missing: str) -> Sequence[StudentGrade]:
        """Return the grades with points; note the others, `missing` with why there are none."""
        for grade in self.grades:
            if grade.points is None:
                notes.add(missing.format(grade.why_missing), grade.student.shown)
            elif grade.is_provisional:
                notes.add(_PROVISIONAL, grade.student.shown)
        return [grade for grade in self.grades if grade.points is not None]


class Exported(NamedTuple):
    """The files of an export or the entries of a zip, what a person should know, and the steps to import them."""

    files: Mapping[str, bytes]
    notes: tuple[str, ...]
    """What was left as it was, and why; what was replaced; who is not in the file."""
    steps: tuple[str, ...]
    changed: int
    """Number of grades that are new or differ from the file's; of files of our own the number of grades or pages."""


class GradebookForm(NamedTuple):
    """A form of gradebooks: the function that writes the grades, and the name of the file or folder that it makes."""

    name: str
    write: Callable[[ExportRequest], Exported]
    new: str = ""
    """The name of a new file or folder; empty if a file of the LMS is filled in."""
    is_folder: bool = False
    """There is one file for each student."""

    def export(self, request: ExportRequest) -> Exported:
        """Return the files of an export in this form.  Raises ExportError."""
        if not self.new and request.into is None:
            raise ExportError(f"{self.name} fills in a file that you download from the LMS; name it with --into FILE")
        if self.new and (request.into is not None or request.column is not None or request.scale):
            raise ExportError(f"{self.name} writes a new file; leave out --into, --column and --scale")
        return self.write(request)


class Notes:
    """Collects remarks: one sentence for each reason, with the people whom it concerns."""

    def __init__(self) -> None:
        self._found: dict[str, list[str]] = {}

    def add(self, reason: str, who: str = "") -> None:
        """Add a person, or something else that is concerned, to the remark with this reason."""
        self._found.setdefault(reason, []).extend([who] * bool(who))

    def listed(self) -> tuple[str, ...]:
        """Return the remarks as sentences."""
        return tuple(f"{reason}: {'; '.join(who)}." if who else f"{reason}." for reason, who in self._found.items())


def steps(name: str, *values: str) -> tuple[str, ...]:
    """Return how to import what was written, as a numbered list: the section of steps.txt with these values."""
    section = packaged.text(__package__, "steps.txt").partition(f"[{name}]\n")[2].partition("\n\n")[0]
    lines = section.strip().format(*values).split("\n")
    return tuple(f"{number}. {line}" for number, line in enumerate(lines, 1))


def rounded(points: float) -> float:
    """Return points without rounding errors of floats; whole ones as ints.

    >>> rounded(0.1 + 0.2), rounded(2.0)
    (0.3, 2)
    """
    value = round(points, 5)  # Moodle stores as many decimals
    return int(value) if value == int(value) else value


def written(points: float) -> str:
    """Return points as text for a gradebook, without exponent or separators between thousands.

    >>> written(2.0), written(10 / 3), written(1234.5), written(1e-9), written(0.00001)
    ('2', '3.33333', '1234.5', '0', '0.00001')
    """
    return format(Decimal(repr(rounded(points))), "f")


def number(text: str) -> float | None:
    """Return the number in a cell, None if there is none.  The last point or comma is the decimal one.

    >>> number("8.50"), number("8,5"), number("1,234.5"), number("1 234,5"), number("EX"), number("5s"), number("")
    (8.5, 8.5, 1234.5, 1234.5, None, None, None)
    """
    text = re.sub(r"[\s'’]", "", text)
    if not re.fullmatch(r"-?[0-9][0-9.,]*", text):
        return None
    *whole, last = re.split(r"[.,]", text)
    return float(f"{''.join(whole)}.{last}" if whole else last)


class Column(NamedTuple):
    """A column of a downloaded gradebook that can hold grades."""

    place: int
    heading: str
    title: str
    """The heading without what the LMS adds to it."""
    id: str = ""


class GradebookTable:
    """A downloaded gradebook while it is filled in: its table, which rows are students', and what there is to say."""

    def __init__(self, request: ExportRequest, recognise: Recogniser, expected: str) -> None:
        """Read the gradebook of a request.  Raise ExportError, with `expected`, if it is another file."""
        name = request.into_name or "the file"
        try:
            self.table = read_table(request.into or b"", name).checked()
        except DocumentError as error:
            raise ExportError(str(error)) from None
        self.header, self.request, self.notes = self.table.header.cells, request, Notes()
        texts = [row.cells for row in self.table.rows]
        layout = recognise(self.header, texts)
        if layout is None:
            found = shortened(self.table.delimiter.join(self.header), 80)
            raise ExportError(f"{name} is not {expected}; its first line is: {found}")
        self.layout = layout
        self.rows = [row for row, each in enumerate(texts) if layout.is_student(each)]
        if self.table.note:
            self.notes.add(f"{name} {self.table.note}. It is written as UTF-8")

    def cells(self, column: int) -> list[str]:
        """Return the texts of a column, of students only."""
        return [self.table.text(row, column) for row in self.rows]

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
        if len(found) > 1:
            headings = enumerated([quote(each.heading) for each in found])
            raise ExportError(f"{headings} all fit {quote(wanted)}; choose one with --column, or rename all but one")
        if not found:
            meant = did_you_mean(wanted, [column.title.strip() for column in columns])
            end = "" if meant.endswith("?") else "."
            raise ExportError(f"there is no column {quote(wanted)}{meant}{end} Name the column with --column")
        return found[0]

    def export(  # noqa: PLR0913 - what differs between systems
        self,
        form: str,
        column: int,
        maximum: Callable[[int], float | None],
        *,
        takes_more: bool = False,
        locked: Callable[[int], bool] = lambda _: False,
        replaceable: Callable[[str], object] = ("", "-").__contains__,
        codec: str = "",
    ) -> Exported:
        """Return the gradebook with the grades in one column, and the steps of this form to import it.

        Everything that is left as it was, or replaced, is noted.  `maximum` and `locked` tell of a row, what points it
        takes; `takes_more`: more points are extra credit; `replaceable`: whether a text that is no number may go.
        """
        texts: dict[int, str] = {}
        same: list[str] = []
        notes, has_commas = self.notes, any(re.fullmatch("-?[0-9]+,[0-9]+", each) for each in self.cells(column))
        ours = {grade.max_points for grade in self.request.grades}
        theirs = {each for each in map(maximum, self.rows) if each is not None} - ours
        if ours and theirs and not self.request.scale:
            their, our = (" or ".join(map(written, sorted(each))) for each in (theirs, ours))
            differs = f"The column's maximum is {their}, the assignment's is {our}"
            notes.add(f"{differs}; points are written as they are, and --scale scales them")
        for row, grade in self._grades_by_row():
            who, before, most = grade.student.shown, self.table.text(row, column), maximum(row)
            points, old = self._points(grade, most), number(before)
            is_more = points is not None and most is not None and rounded(points) > most
            reasons = {
                grade.why_missing: points is None,
                "the points are negative": (points or 0) < 0,
                f"the points are more than the column's maximum of {written(most or 0)}": is_more
                and not (takes_more and (self.request.scale or most == grade.max_points)),
                "the gradebook does not allow changing the grade": locked(row),
                f"the cell has the text {shortened(before)}": old is None and not replaceable(before),
            }
            reason = next((each for each, holds in reasons.items() if holds), "")
            if reason or points is None:
                notes.add(f"Left as it was, because {reason}", who)
                continue
            if grade.is_provisional:
                notes.add(_PROVISIONAL, who)
            if is_more:
                notes.add("More points than the column's maximum, as extra credit", f"{who} {written(points)}")
            if old is None or f"{old:.2f}" != f"{points:.2f}":  # as gradebooks show them
                texts[row] = written(points).replace(".", "," if has_commas else ".")
                if old is not None:
                    notes.add("Replaced a different grade", f"{who} had {before}, now {written(points)}")
            else:
                same.append(who)
        for who in same if not texts else ():  # else nobody asks why
            notes.add("The file has this grade already", who)
        name, heading = PurePath(self.request.into_name).name or f"{form}.csv", quote(self.header[column].strip())
        data = self.table.replaced(column, texts, codec)
        return Exported({name: data}, notes.listed(), steps(form, heading), len(texts))

    def _grades_by_row(self) -> Iterator[tuple[int, StudentGrade]]:
        """Yield the rows whose student is in the results, with the grade; note all other rows and students."""
        grades, notes = self.request.grades, self.notes
        ids = [self.layout.row_ids(self.table.rows[row].cells) for row in self.rows]
        owners, doubtful = matched([grade.student for grade in grades], ids)
        for owner in sorted(set(range(len(grades))) - set(owners.values())):
            doubt = "Not filled in, because the ids fit several rows or several students"
            reason = doubt if owner in doubtful else "In the results, but not in this file"
            notes.add(reason, grades[owner].student.shown)
        for place, row in enumerate(self.rows):
            if place in owners:
                yield row, grades[owners[place]]
            else:
                who = Student(ids[place][0], self.layout.name(self.table.rows[row].cells))
                notes.add("In this file, but not in the results; the row is as it was", who.shown)

    def _points(self, grade: StudentGrade, maximum: float | None) -> float | None:
        """Return the points to write, scaled if that was asked for; None if there are none.  Raise ExportError."""
        if grade.points is None or not self.request.scale or maximum == grade.max_points:
            return grade.points
        if not maximum or not grade.max_points:
            raise ExportError("the column or the assignment has no maximum to scale to; leave out --scale")
        return grade.points * maximum / grade.max_points


def matched(students: Sequence[Student], rows: Sequence[Sequence[str]]) -> tuple[dict[int, int], set[int]]:
    """Return the student of each row by the ids in it, and the students whose ids fit several rows or students.

    A plain number counts only in one column and as one kind of id: the numbers of a school and of an LMS look alike.
    The column and kind are those that know most students.  All other ids count in every column.
    """
    cells = [[key(each) for each in row] for row in rows]
    own = [student.keys & {key(student.id)} for student in students]
    others = [student.keys - ids for student, ids in zip(students, own, strict=True)]
    values = [{row[column] for row in cells} for column in range(max(map(len, cells), default=0))]
    links = product(range(len(values)), (own, others))
    best, kind = max(links, key=lambda link: sum(bool(ids & values[link[0]]) for ids in link[1]), default=(0, own))
    owners: dict[str, list[int]] = {}
    for owner, student in enumerate(students):
        for each in student.keys:
            if not each.isdigit() or each in kind[owner]:
                owners.setdefault(each, []).append(owner)
    found = {
        (row, owner)
        for row, ids in enumerate(cells)
        for column, each in enumerate(ids)
        if column == best or not each.isdigit()
        for owner in owners.get(each, ())
    }
    of_row, of_owner = Counter(row for row, _ in found), Counter(owner for _, owner in found)
    sure = {row: owner for row, owner in found if of_row[row] == 1 == of_owner[owner]}
    return sure, {owner for _, owner in found} - set(sure.values())
