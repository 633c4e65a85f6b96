"""CSV, separated by commas, semicolons or tabs: one row a student.

    student,encoder-layer,bert-size.embeddings,bert-size.total
    s1042,"27,648",31114752,87737856

An empty cell is no answer.  Quizzes of Canvas, Moodle and Google Forms have other columns, too.  Rows of one name that
may be of different students are reported and not read.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import StringIO
from itertools import chain, islice
from pathlib import Path
from threading import Lock
from typing import Final

from checker.document import DocumentError
from checker.document.errors import quote
from checker.document.tree import decode
from checker.grading.submissions.column_names import ColumnNames
from checker.grading.submissions.columns import Columns, unknown_columns, unknown_text
from checker.grading.submissions.model import (
    Delivery,
    FoundSubmissions,
    GivenAnswer,
    Hiding,
    RowTimes,
    Submission,
    Trouble,
)
from checker.grading.submissions.times import sortable
from checker.problems import question_name
from checker.text.words import counted

SUFFIXES: Final = {".csv": "CSV", ".tsv": "TSV"}
IS_TABLE: Final = True
LONGEST_CELL: Final = 10_000_000
ATTEMPT_DIGITS: Final = 6
"""Number of digits of an attempt, so that texts are in the order of the numbers."""

BOM: Final = "\ufeff"
QUOTED: Final = re.compile(r'"[^"]*"?')
SEPARATOR_LINE: Final = re.compile(r"sep=[,;\t]\s*", re.IGNORECASE)  # Excel's
UNMATCHED_QUOTES: Final = (
    'has quotes that do not match; put a cell in `"`, with no space outside, and double a `"` inside it'
)
ADVICE: Final = "keep empty cells, and put quotes around a cell that contains a separator, with no space outside them"
FIELD_SIZE: Final = Lock()

Row = tuple[int, list[str] | None]
"""A row with the line it begins in; None for a broken one."""

SHORTEST: Final = 2
"""Minimum number of rows in which different values tell anything."""

NO_ID: Final = (
    "the name {name} is in several rows, and no column has ids: the rows may be of different students, so none of them "
    "is graded. {advice}"
)
OTHER_IDS: Final = (
    "{name} is in several rows with different values in the column {heading}: the rows may be of different students,"
    " so none of them is graded. If that column has the ids, {advice}"
)
ADD_IDS: Final = "Add a column `ID` with the id of each student"


def read(
    data: bytes,
    file: str,
    owner: str = "",  # noqa: ARG001 - as in other formats
    names: ColumnNames = ColumnNames(),  # noqa: B008 - it never changes
    hint: str | None = None,
) -> Iterator[FoundSubmissions]:
    """Yield the submissions in a table, one for each row.

    `hint`: the first folder below the submissions, which may be an assignment.
    """
    try:
        lines = lines_of(data, file)
        start, delimiter = _start(lines, file)
        rows = _rows(lines, start, delimiter)
        line, header = next(rows)
        if header is None:
            raise DocumentError(UNMATCHED_QUOTES, file, line)  # noqa: TRY301 - reported as the others
        columns = Columns(header, names.of_table(header, hint), file, line)
        repeated = repeated_names(columns, (row for _, row in rows))
    except DocumentError as error:
        yield Hiding(Path(file), error.line, None, error.message)
        return
    rows = islice(_rows(lines, start, delimiter), 1, None)
    times = RowTimes(*_column(columns, columns.time, _rows(lines, start, delimiter)))
    yield from (Trouble(Path(file), line, None, message) for message in chain(columns.troubles, times.troubles))
    reader = _RowReader(columns, repeated, times, file)
    found = None
    for line, row in rows:
        for found in reader.read(line, row):
            yield found
    if found is None:
        yield Trouble(Path(file), None, None, "has no rows below its header")


def lines_of(data: bytes, file: str) -> list[str]:
    """Return the text lines of a table's file, with their line ends.  Raise DocumentError."""
    return list(StringIO(decode(data, file).lstrip(BOM), newline=""))


def lines_of_header(lines: list[str], file: str) -> int:
    """Return how many lines come before the first row of answers.  Raise DocumentError."""
    rows = _rows(lines, *_start(lines, file))
    next(rows)
    return next(rows, (len(lines) + 1, None))[0] - 1


def _start(lines: list[str], file: str) -> tuple[int, str]:
    """Return the line of the header, counted from 0, and the separator of its cells."""
    for start, line in enumerate(lines):
        if line.strip() and not SEPARATOR_LINE.fullmatch(line):
            return start, max(",;\t", key=QUOTED.sub("", line).count)
    raise DocumentError("is empty", file)


def _rows(lines: list[str], start: int, delimiter: str) -> Iterator[tuple[int, list[str] | None]]:
    """Yield each row with the line it begins in; None for a broken one, after which the next line begins a row."""
    while start < len(lines):
        rest = map(lines.__getitem__, range(start, len(lines)))
        reader, first = csv.reader(rest, delimiter=delimiter, strict=True), start
        try:
            while (row := _next(reader)) is not None:
                yield start + 1, row
                start = first + reader.line_num
        except csv.Error:
            yield start + 1, None
            start += 1


def _next(reader: Iterator[list[str]]) -> list[str] | None:
    """Return the next row, however long its cells: the limit of csv is global, so it is lifted only for this moment."""
    with FIELD_SIZE:
        limit = csv.field_size_limit(LONGEST_CELL)
        try:
            return next(reader, None)
        finally:
            csv.field_size_limit(limit)


def _column(columns: Columns, place: int | None, rows: Iterator[Row]) -> tuple[Iterator[tuple[int, str]], str]:
    """Return the cells of a column, each with the line of its row, and its heading in quotes; nothing for None."""
    if place is None:
        return iter(()), ""
    cells = ((line, row[place]) for line, row in islice(rows, 1, None) if row is not None and place < len(row))
    return cells, quote(columns.headings[place])


class _RowReader:
    """Reads the rows of a table, each as the submission of one student."""

    def __init__(self, columns: Columns, repeated: Mapping[str, str], times: RowTimes, file: str) -> None:
        """`repeated`: why rows with a name that several rows have are not graded, as `repeated_names` found it."""
        self._columns = columns
        self._asked = [column for column in columns.answers if column.question is not None]
        """The columns whose question differs in each row."""
        self._repeated = repeated
        self._times = times
        self._file = file
        self._path = Path(file)

    def read(self, line: int, row: list[str] | None) -> Iterator[FoundSubmissions]:
        """Yield the submission in a row, or the trouble with it."""
        path, columns = self._path, self._columns
        if row is None:
            yield Hiding(path, line, None, UNMATCHED_QUOTES)
            return
        if not any(cell.strip() for cell in row):
            return
        width = len(columns.headings)
        ids = (row[place] for place in columns.students if place < len(row))
        student = next((each for each in ids if each.strip() not in {"", columns.blank}), "")
        if not student:
            is_blank = all(self._is_blank(row[each.place]) for each in columns.answers if each.place < len(row))
            yield (Trouble if is_blank else Hiding)(path, line, None, "names no student")
        elif why_not := self._repeated.get(_plain(student)):
            yield Hiding(path, line, None, why_not)
        elif len(row) < width or any(cell.strip() for cell in row[width:]):  # cut short, or shifted: trust no cell
            yield Trouble(path, line, student, f"has {counted(len(row), 'cell')}, the header {width}; {ADVICE}")
        else:
            answers, unread = tuple(self._answers(line, row)), tuple(self._unread(row))
            name = " ".join(filter(str.strip, (row[place] for place in columns.of_name))) or None
            email = (columns.email is not None and row[columns.email]) or None
            yield from self._twice(line, student, answers)
            yield from (Trouble(path, line, student, message) for message in unread)
            if answers or not unread:
                yield Submission(student, name, email, path, answers, delivery=self._delivery(row))

    def _answers(self, line: int, row: list[str]) -> Iterator[GivenAnswer]:
        """Yield the answers in a row; where a cell names the question, only those of questions that are known."""
        for place, heading, problem, part, question in self._columns.answers:
            text = "" if row[place] == self._columns.blank else row[place]
            if question is None:
                yield GivenAnswer(problem, part, text, self._file, line)
            elif not self._is_blank(row[question]):
                meaning = self._columns.names.meaning(row[question])
                if meaning and meaning.key:
                    yield GivenAnswer(*meaning.key, text, self._file, line)
                elif not self._columns.names.ids:
                    yield GivenAnswer(heading, None, text, self._file, line)

    def _unread(self, row: list[str]) -> Iterator[str]:
        """Yield a message for the answers of a row that belong to no known question, which says what to do."""
        if not all(self._is_blank(row[place]) for place in self._columns.unknown):
            yield self._columns.advice
        for place, heading, _, _, question in self._asked if self._columns.names.ids else ():
            if question is None or self._is_blank(row[question]) or self._is_blank(row[place]):
                continue
            meaning = self._columns.names.meaning(row[question])
            if not (meaning and meaning.key):
                choices = meaning.choices if meaning else ()
                yield unknown_text(row[question], heading, choices, self._columns.names)

    def _is_blank(self, cell: str) -> bool:
        return cell.strip() in {"", self._columns.blank}

    def _twice(self, line: int, student: str, answers: tuple[GivenAnswer, ...]) -> Iterator[Trouble]:
        """Yield a trouble for each question that a row answers twice.

        This is needed only where cells name the questions; in other tables the header shows it.
        """
        if not self._asked:
            return
        seen: set[tuple[str, str | None]] = set()
        for problem, part, *_ in answers:
            if (problem, part) in seen:
                name = quote(question_name(problem, part))
                yield Trouble(self._path, line, student, f"has two answers to {name}; the last one counts")
            seen.add((problem, part))

    def _delivery(self, row: list[str]) -> Delivery:
        """Return when and how often the student has answered."""
        time, attempt = (
            "" if place is None else row[place].strip() for place in (self._columns.time, self._columns.attempt)
        )
        when = self._times.time(time)
        number = attempt.zfill(ATTEMPT_DIGITS) if attempt.isdecimal() else attempt
        return Delivery(when, attempt=number or sortable(when))


def repeated_names(columns: Columns, rows: Iterable[Sequence[str] | None]) -> dict[str, str]:
    """Return, by plain name, why the rows with a name are not graded: they may be of different students.

    Where another column may hold the ids, the advice of `columns` says so from then on.
    """
    if not (columns.is_by_name or columns.other_ids):
        return {}
    width = len(columns.headings)
    complete = [row for row in rows if row is not None and len(row) >= width and any(map(str.strip, row))]
    return _without_ids(columns, complete) if columns.is_by_name else _with_other_ids(columns, complete)


def _without_ids(columns: Columns, rows: Sequence[Sequence[str]]) -> dict[str, str]:
    """Return why names are not graded that several rows have, where no column has ids."""
    advice = ADD_IDS
    possible = [place for place in columns.unknown if _may_be_ids([row[place] for row in rows])]
    if possible:
        heading = columns.headings[possible[0]]
        unknown = [columns.headings[place] for place in columns.unknown]
        columns.advice = unknown_columns(unknown, columns.names, heading)
        advice += f". Or, if {quote(heading)} has the ids, {columns.names.line_to_paste({heading: 'id'})}"
    names = [row[columns.students[0]] for row in rows]
    counts = Counter(map(_plain, names))
    several = [name for name in names if counts[_plain(name)] > 1]
    return {_plain(name): NO_ID.format(name=quote(name.strip()), advice=advice) for name in several}


def _with_other_ids(columns: Columns, rows: Sequence[Sequence[str]]) -> dict[str, str]:
    """Return why names are not graded that rows with different ids have, in columns that may hold the ids."""
    repeated: dict[str, str] = {}
    for place in columns.other_ids:
        heading, ids = columns.headings[place], dict[str, str]()
        for row in rows:
            name, id_ = row[columns.students[0]], row[place].strip()
            if id_ and ids.setdefault(_plain(name), id_) != id_:
                advice = columns.names.line_to_paste({heading: "id"})
                message = OTHER_IDS.format(name=quote(name.strip()), heading=quote(heading), advice=advice)
                repeated.setdefault(_plain(name), message)
    return repeated


def _may_be_ids(cells: Sequence[str]) -> bool:
    """Return whether each cell of a column is a single word and no two are equal, so that they may be ids."""
    texts = [each.strip() for each in cells]
    return len(texts) >= SHORTEST and len(set(texts)) == len(texts) and all(len(each.split()) == 1 for each in texts)


def _plain(name: str) -> str:
    return " ".join(name.split()).casefold()
