"""CSV, separated by commas, semicolons or tabs: one row a student.

    student,encoder-layer,bert-size.embeddings,bert-size.total
    s1042,"27,648",31114752,87737856

An empty cell is no answer.  Quizzes of Canvas, Moodle and Google Forms have other columns, too.  Rows of one name that
may be of different students are reported and not read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import StringIO
from itertools import chain
from pathlib import Path
from typing import Final

from checker.document import DocumentError
from checker.document.errors import quote
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
from checker.lms.tables import Row, Table, misfit, read_table
from checker.problems import question_name

SUFFIXES: Final = {".csv": "CSV", ".tsv": "TSV"}
IS_TABLE: Final = True
ATTEMPT_DIGITS: Final = 6
"""Number of digits of an attempt, so that texts are in the order of the numbers."""

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
        table = read_table(data, file)
        columns = Columns(table.header.cells, names.of_table(table.header.cells, hint), file, table.header.line)
    except DocumentError as error:
        yield Hiding(Path(file), error.line, None, error.message)
        return
    repeated = repeated_names(columns, (row.cells for row in table.rows))
    times = _times(columns, table)
    reader = _RowReader(columns, repeated, times, file)
    found: list[FoundSubmissions] = [Trouble(Path(file), None, None, table.note)] if table.note else []
    messages = chain(columns.troubles, times.troubles if times else ())
    found += (Trouble(Path(file), table.header.line, None, message) for message in messages)
    yield from found
    if not table.rows:
        yield Trouble(Path(file), None, None, "has no rows below its header")
    for row in table.rows:
        yield from reader.read(row)


def written_lines(data: bytes, file: str) -> tuple[list[str], list[str]]:
    """Return the lines of a table, and those of its header.  Raise DocumentError."""
    table = read_table(data, file)
    lines = list(StringIO(table.content, newline=""))
    return lines, lines[: table.rows[0].line - 1] if table.rows else lines


def _times(columns: Columns, table: Table) -> RowTimes | None:
    """Return a reader of the times in a table; None if no column has any."""
    if columns.time is None:
        return None
    cells = ((row.line, row.cells[columns.time]) for row in table.rows if columns.time < len(row.cells))
    return RowTimes(cells, quote(columns.headings[columns.time]))


class _RowReader:
    """Reads the rows of a table, each as the submission of one student."""

    def __init__(self, columns: Columns, repeated: Mapping[str, str], times: RowTimes | None, file: str) -> None:
        """`repeated`: why rows with a name that several rows have are not graded, as `repeated_names` found it."""
        self._columns = columns
        self._asked = [column for column in columns.answers if column.question is not None]
        """The columns whose question differs in each row."""
        self._repeated = repeated
        self._times = times
        self._file = file
        self._path = Path(file)

    def read(self, found: Row) -> Iterator[FoundSubmissions]:
        """Yield the submission in a row, or the trouble with it."""
        path, columns = self._path, self._columns
        line, row, _, fault = found
        width = len(columns.headings)
        if not row:
            yield Hiding(path, line, None, fault)
            return
        ids = (row[place] for place in columns.students if place < len(row))
        student = next((each for each in ids if each.strip() not in {"", columns.blank}), "")
        if not student:
            is_blank = all(self._is_blank(row[each.place]) for each in columns.answers if each.place < len(row))
            yield (Trouble if is_blank else Hiding)(path, line, None, "names no student")
        elif why_not := self._repeated.get(_plain(student)):
            yield Hiding(path, line, None, why_not)
        elif fault or len(row) < width or any(map(str.strip, row[width:])):  # shifted, or cut short: trust no cell
            yield Trouble(path, line, student, misfit(len(row), width))
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
        when = self._times.time(time) if self._times else ""
        number = attempt.zfill(ATTEMPT_DIGITS) if attempt.isdecimal() else attempt
        return Delivery(when, attempt=number or sortable(when))


def repeated_names(columns: Columns, rows: Iterable[Sequence[str]]) -> dict[str, str]:
    """Return, by plain name, why the rows with a name are not graded: they may be of different students.

    Where another column may hold the ids, the advice of `columns` says so from then on.
    """
    if not (columns.is_by_name or columns.other_ids):
        return {}
    width = len(columns.headings)
    complete = [row for row in rows if len(row) >= width]
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
