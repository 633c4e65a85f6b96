"""CSV, separated by commas, semicolons or tabs: one row a student.

    student,encoder-layer,bert-size.embeddings,bert-size.total
    s1042,"27,648",31114752,87737856

An empty cell is no answer.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from threading import Lock
from typing import Final, NamedTuple

from checker.document import DocumentError, read_bytes
from checker.document.errors import quote
from checker.document.text import decode
from checker.grading.submissions import FoundSubmissions, GivenAnswer, Submission, Trouble, printable

SUFFIXES: Final = {".csv": "CSV", ".tsv": "TSV"}
IS_TABLE: Final = True
LIMIT: Final = 10_000_000
WHO: Final = ("student", "student id", "id", "email", "name")
"""Columns that identify the student; the first of them in a file holds the id."""

BOM: Final = "\ufeff"
QUOTED: Final = re.compile(r'"[^"]*"?')
SEPARATOR_LINE: Final = re.compile(r"sep=[,;\t]\s*", re.IGNORECASE)  # Excel's
UNMATCHED_QUOTES: Final = (
    'has quotes that do not match; put a cell in `"`, with no space outside, and double a `"` inside it'
)
ADVICE: Final = "keep empty cells, and put quotes around a cell that contains a separator, with no space outside them"
FIELD_SIZE: Final = Lock()


class Columns(NamedTuple):
    """The columns that the header names; places count from 0."""

    width: int
    student: int
    name: int | None
    email: int | None
    answers: list[tuple[int, str, str | None]]


def read(path: str, owner: str = "") -> Iterator[FoundSubmissions]:  # noqa: ARG001 - as in other formats
    """Yield the submissions in a file of at most 10 MB."""
    file = printable(path)
    try:
        lines = _lines(path, file)
        start, delimiter = _start(lines, file)
        rows = _rows(lines, start, delimiter)
        columns = _columns(*next(rows), file)
    except DocumentError as error:
        yield Trouble(Path(file), error.line, None, error.message)
        return
    found = None
    for line, row in rows:
        for found in _read_row(line, row, columns, file):
            yield found
    if found is None:
        yield Trouble(Path(file), None, None, "has no rows below its header")


def estimated_count(path: str) -> int:
    """Return about how many submissions a table holds: its lines after the first; 0 if it cannot be read."""
    try:
        return max(read_bytes(path, limit=LIMIT).count(b"\n") - 1, 0)
    except DocumentError:
        return 0


def _lines(path: str, file: str) -> list[str]:
    data = read_bytes(path, limit=LIMIT)
    return list(StringIO(decode(data, file).lstrip(BOM), newline=""))


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
        limit = csv.field_size_limit(LIMIT)
        try:
            return next(reader, None)
        finally:
            csv.field_size_limit(limit)


def _columns(line: int, header: list[str] | None, file: str) -> Columns:
    if header is None:
        raise DocumentError(UNMATCHED_QUOTES, file, line)
    names = [_name(cell) for cell in header]
    while names and not names[-1]:
        names.pop()
    places: dict[str, int] = {}
    for place, name in enumerate(names):
        if name in places:
            raise DocumentError(f"has two columns {quote(name)}", file, line)
        if name:  # one without a name numbers the rows
            places[name] = place
    who: dict[str, int] = {name: places.pop(name) for name in WHO if name in places}
    if not who:
        raise DocumentError("has no column `student`; the first line names the columns", file, line)
    if not places:
        raise DocumentError("has no column for a problem; name it `problem` or `problem.part`", file, line)
    answers = [(place, *_problem(name)) for name, place in places.items()]
    return Columns(len(names), next(iter(who.values())), who.get("name"), who.get("email"), answers)


def _name(cell: str) -> str:
    """Return a column's name as it is written, except that `Student_ID` is `student id`."""
    plain = " ".join(re.split(r"[\s_-]+", cell.strip().lower()))
    return plain if plain in WHO else cell.strip()


def _problem(name: str) -> tuple[str, str | None]:
    problem, _, part = name.partition(".")
    return problem, part or None


def _read_row(line: int, row: list[str] | None, columns: Columns, file: str) -> Iterator[FoundSubmissions]:
    path, width = Path(file), columns.width
    if row is None:
        yield Trouble(path, line, None, UNMATCHED_QUOTES)
        return
    if not any(cell.strip() for cell in row):
        return
    student = row[columns.student] if columns.student < len(row) else ""
    if not student.strip():
        yield Trouble(path, line, None, "names no student")
    elif len(row) < width or any(cell.strip() for cell in row[width:]):  # cut short, or shifted: no cell can be trusted
        yield Trouble(path, line, student, f"has {len(row)} cells, the header {width}; {ADVICE}")
    else:
        answers = tuple(
            [GivenAnswer(problem, part, row[place], file, line) for place, problem, part in columns.answers]
        )
        name, email = ((place is not None and row[place]) or None for place in (columns.name, columns.email))
        yield Submission(student, name, email, path, answers)
