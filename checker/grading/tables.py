"""CSV, separated by commas, semicolons or tabs: one row a student.

    student,encoder-layer,bert-size.embeddings,bert-size.total
    s1042,"27,648",31114752,87737856

An empty cell is no answer.  Quizzes of Canvas, Moodle and Google Forms have other columns, too.  Rows of one name that
may be of different students are reported and not read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from checker.document import DocumentError, tables
from checker.document.nodes import quote
from checker.grading.columns import ColumnNames, Columns, plain_name
from checker.grading.model import Answers, Delivery, File, Given, Trouble
from checker.grading.times import ColumnTimes, sortable
from checker.lms.students import Student
from checker.problems import question_name

MOST_COLUMNS: Final = 10_000
TOO_MANY: Final = f"has more than {MOST_COLUMNS:,} columns; leave out those that are no answers"
ATTEMPT_DIGITS: Final = 6
"""Number of digits of an attempt, so that texts are in the order of the numbers."""


def read_table(file: File, names: ColumnNames, hint: str | None) -> Iterator[Answers | Trouble]:
    """Yield what is in a table.  `hint`: the first folder below the submissions, which may be an assignment."""
    try:
        table = tables.read_table(file.data, file.name)
    except DocumentError as error:
        yield Trouble(file.name, error.line, "", error.message, "hides")
        return
    columns = Columns(table.header.cells[:MOST_COLUMNS], names, hint)
    wrong = TOO_MANY if table.header.cells[MOST_COLUMNS:] else columns.error
    if wrong:
        yield Trouble(file.name, table.header.line, "", wrong, "hides")
        return
    reader = _RowReader(columns, table, file.name)
    if table.note:
        yield Trouble(file.name, None, "", table.note)
    for message in (*columns.troubles, *reader.times.troubles):
        yield Trouble(file.name, table.header.line, "", message)
    if not table.rows:
        yield Trouble(file.name, None, "", "has no rows below its header")
    for row in table.rows:
        yield from reader.read(row)


class _RowReader:
    """Reads the rows of a table, each as the answers of one student."""

    def __init__(self, columns: Columns, table: tables.Table, file: str) -> None:
        self._columns = columns
        self._file = file
        self._repeated: Mapping[str, str] = columns.repeated(row.cells for row in table.rows)
        place = columns.time
        cells = ((row.line, row.cells[place]) for row in table.rows if place is not None and place < len(row.cells))
        self.times = ColumnTimes(cells, "" if place is None else quote(columns.headings[place]))

    def read(self, found: tables.Row) -> Iterator[Answers | Trouble]:
        """Yield the answers in a row, and the troubles with it."""
        columns, line, row, fault = self._columns, found.line, found.cells, found.fault
        width = len(columns.headings)
        if not row:
            yield Trouble(self._file, line, "", fault, "hides")
            return
        ids = (row[place] for place in columns.students if place < len(row))
        id_ = next((each for each in ids if not self._is_blank(each)), "")
        if not id_:
            is_blank = all(self._is_blank(row[each.place]) for each in columns.answers if each.place < len(row))
            yield Trouble(self._file, line, "", "names no student", "" if is_blank else "hides")
        elif why_not := self._repeated.get(plain_name(id_)):
            yield Trouble(self._file, line, "", why_not, "hides")
        elif fault or len(row) < width or any(map(str.strip, row[width:])):  # shifted, or cut short: trust no cell
            yield Trouble(self._file, line, id_, tables.misfit(len(row), width))
        else:
            given, troubles = self._answers(row, line)
            yield from (Trouble(self._file, line, id_, message) for message in troubles)
            if given or not troubles:
                name = " ".join(filter(str.strip, (row[place] for place in columns.of_name)))
                email = "" if columns.email is None else row[columns.email]
                yield Answers(Student(id_, name, email), self._file, line, self._delivery(row), given=given)

    def _answers(self, row: Sequence[str], line: int) -> tuple[list[Given], list[str]]:
        """Return the answers in a row, and what is wrong with it: a cell may name a question that is not known."""
        columns = self._columns
        given: list[Given] = []
        troubles = [columns.advice] if not all(self._is_blank(row[place]) for place in columns.unknown) else []
        for place, heading, key, question in columns.answers:
            text = "" if row[place] == columns.blank else row[place]
            if question is None:
                given.append(Given(*key, text, line))
            elif not self._is_blank(row[question]):
                meanings = columns.meanings(row[question])
                if len(meanings) == 1 and isinstance(meanings[0], tuple):
                    given.append(Given(*meanings[0], text, line))
                elif not self._is_blank(text):
                    what = f"the answers to the text {quote(' '.join(row[question].split()))}"
                    troubles.append(columns.unclear(what, meanings, heading))
        keys = [each[:2] for each in given]
        if len(set(keys)) < len(keys):
            twice = next(key for key in keys if keys.count(key) > 1)
            troubles.append(f"has two answers to {quote(question_name(*twice))}; the last one counts")
        return given, troubles

    def _is_blank(self, cell: str) -> bool:
        return cell.strip() in {"", self._columns.blank}

    def _delivery(self, row: Sequence[str]) -> Delivery:
        time, attempt = (
            "" if place is None else row[place].strip() for place in (self._columns.time, self._columns.attempt)
        )
        when = time and self.times.time(time)
        number = attempt.zfill(ATTEMPT_DIGITS) if attempt.isdecimal() else attempt
        return Delivery(when, attempt=number or sortable(when))
