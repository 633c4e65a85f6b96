"""Graded sources in the store, and their submissions."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from checker.grading.grader.cell import Cell
from checker.grading.grader.chunk import GradedRow, GradedSource, Unread
from checker.grading.grader.issues import IssueLog
from checker.grading.grader.remarks import FileTrouble, Remark, RemarkedDocument, RemarkedWriteUp, SourceLine
from checker.grading.store.marks import MarkKey, Marks
from checker.grading.store.texts import from_json, from_sql, numbers_in, to_sql
from checker.grading.submissions import Delivery, printable
from checker.lms.students import Student

PUNCTUAL: Final = Delivery()

NO_MARK: Final = 0
"""In place of a mark: a question that was added after the grading."""

ROWS: Final = """SELECT submission.id, path, digest, assignment, student, name, email, file, line, delivery,
write_up IS NOT NULL, marks FROM {} JOIN submission ON submission.source = source.id {}"""

INSERT: Final = """INSERT INTO source (path, digest, valid_for, more) VALUES (?, ?, ?, ?)
ON CONFLICT (path, digest) DO NOTHING RETURNING id"""

ANCHOR: Final = "//"
"""The beginning of a stored path that is below the folder of submissions."""


class StoredSource(NamedTuple):
    """The id of a graded source, and the token of what else its grades depend on."""

    id: int
    depends_on: str


class Row(NamedTuple):
    """One submission to one assignment: as it is kept, and then as the tables have it."""

    assignment: str
    who: Student
    """Whom the submission names; later the student of the roster."""
    file: str
    line: int | None
    cells: tuple[Cell, ...] = ()
    """One for each column of the assignment; empty without a hand-in."""
    digests: tuple[str, ...] = ()
    """For each column the digest of the answer; empty where there is none."""
    marks: tuple[int, ...] = ()
    """For each column the id of the mark; as it is kept, also those of `more_marks`."""
    more_marks: tuple[int, ...] = ()
    """Marks of answers that have no column of their own."""
    path: str = ""
    """The source, relative to the results; empty for grades that stay as they were."""
    content: str = ""
    """The digest of the source."""
    delivery: Delivery = PUNCTUAL
    id: int = 0
    """Of the submission."""
    has_write_up: bool = False

    @property
    def student(self) -> str:
        """Return the student's id."""
        return self.who.id

    @property
    def name(self) -> str | None:
        """Return the student's name, if it is known."""
        return self.who.name or None


class StoredPaths:
    """Paths below the folder of submissions, which may be named in another way next time."""

    def __init__(self, root: str) -> None:
        self._root = printable(root)
        self._hidden = "./" if root == os.curdir else ""
        """The beginning that paths below the folder are shown without."""

    def stored(self, path: str) -> str:
        """Return a path as it is stored.

        >>> StoredPaths("week-3").stored("week-3/s1.yaml"), StoredPaths("s1.yaml").stored("s1.yaml:4")
        ('//s1.yaml', '//:4')
        >>> StoredPaths(".").stored("s1.yaml")
        '//s1.yaml'
        """
        if self._hidden and path != self._root:
            path = self._hidden + path.removeprefix(self._hidden)
        if not path.startswith(self._root):
            return path
        below = path[len(self._root) :]
        return ANCHOR + (below if below.startswith("/:") else below.removeprefix("/"))

    def shown(self, path: str) -> str:
        """Return a stored path as it is shown.

        >>> StoredPaths("a").shown("//s1.yaml"), StoredPaths("s1.yaml").shown("//:4"), StoredPaths("a").shown("b")
        ('a/s1.yaml', 's1.yaml:4', 'b')
        >>> StoredPaths(".").shown("//s1.yaml")
        's1.yaml'
        """
        if not path.startswith(ANCHOR):
            return path
        below = path.removeprefix(ANCHOR)
        if not below or below.startswith(":"):
            return self._root + below
        return f"{self._root.rstrip('/')}/{below.removeprefix('/')}".removeprefix(self._hidden)


class Sources:
    """The tables of sources and submissions."""

    def __init__(self, connection: sqlite3.Connection, marks: Marks) -> None:
        self._connection = connection
        self._marks = marks
        self.paths = StoredPaths("")
        """How paths are shown."""
        connection.execute("PRAGMA temp_store = MEMORY")
        connection.execute("CREATE TEMP TABLE listed (place INTEGER PRIMARY KEY, source INTEGER NOT NULL)")

    @property
    def exist(self) -> bool:
        """Return whether there are any sources."""
        ((found,),) = self._connection.execute("SELECT EXISTS (SELECT 1 FROM source)")
        return bool(found)

    def find(self, path: str, digest: str) -> StoredSource | None:
        """Return the source with this content, if it was graded before."""
        query = "SELECT id, valid_for FROM source WHERE path = ? AND digest = ?"
        found = self._connection.execute(query, (to_sql(path), digest)).fetchone()
        return found and StoredSource(*found)

    def save(self, path: str, graded: GradedSource, keys: Sequence[MarkKey]) -> int:
        """Keep a graded source in place of an earlier one with this content; return its id.

        `keys`: the questions of all columns, with the versions of their problems.
        """
        unread = [each._replace(file=self.paths.stored(each.file)) for each in graded.unread]
        more = json.dumps([graded.issues.to_json(self.paths.stored), graded.faults, unread])
        fields = to_sql(path), graded.digest, graded.depends_on, more
        found = self._connection.execute(INSERT, fields).fetchall()
        if not found:
            self._connection.execute("DELETE FROM source WHERE path = ? AND digest = ?", fields[:2])
            found = self._connection.execute(INSERT, fields).fetchall()
        ((id_,),) = found
        self._connection.executemany(
            "INSERT INTO submission (source, assignment, student, name, email, file, line, delivery, write_up, marks)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [self._fields(id_, row, keys) for row in graded.rows],
        )
        return int(id_)

    def _fields(self, source: int, row: GradedRow, keys: Sequence[MarkKey]) -> tuple[object, ...]:
        texts = map(to_sql, (row.student, row.name, row.email, self.paths.stored(row.file)))
        delivery = json.dumps(row.delivery) if row.delivery != PUNCTUAL else ""
        write_up = write_up_json(row.write_up) if row.write_up else None
        marks = [str(self._marks.save(mark, keys[mark.cell.column])) for mark in row.marks]
        return source, to_sql(row.assignment), *texts, row.line, delivery, write_up, ",".join(marks)

    def choose(self, sources: Iterable[int]) -> None:
        """Choose the sources that the next calls are about, in this order."""
        self._connection.execute("DELETE FROM listed")
        self._connection.executemany("INSERT INTO listed (source) VALUES (?)", ((each,) for each in sources))

    def rows(self) -> Iterator[Row]:
        """Yield the submissions of the listed sources."""
        return self._rows("listed JOIN source ON source.id = listed.source", "ORDER BY listed.place, submission.id")

    def handed_in(self, path: str, digest: str) -> list[Row]:
        """Return the submissions in a source: of one student or several, to one assignment or several."""
        return list(self._rows("source", "WHERE path = ? AND digest = ? ORDER BY submission.id", to_sql(path), digest))

    def _rows(self, tables: str, condition: str, *values: Any) -> Iterator[Row]:
        numbers: dict[int, int] = {}  # the same few come again and again, so each is kept once
        for id_, path, content, assignment, *texts, line, delivery, has_write_up, marks in self._connection.execute(
            ROWS.format(tables, condition), values
        ):
            student, name, email, file = (from_sql(text or "") for text in texts)
            yield Row(
                from_sql(assignment),
                Student(student, name, email),
                self.paths.shown(file),
                line,
                marks=tuple([numbers.setdefault(each, each) for each in numbers_in(marks)]),
                path=from_sql(path),
                content=content,
                delivery=_delivery(delivery),
                id=id_,
                has_write_up=bool(has_write_up),
            )

    def others(self) -> Iterator[tuple[IssueLog, list[str], list[Unread]]]:
        """Yield the issues, the faults and what could not be read of each listed source that has any."""
        for (more,) in self._connection.execute(
            "SELECT more FROM listed JOIN source ON source.id = listed.source ORDER BY listed.place"
        ):
            if found := from_json(more, self._others):
                yield found

    def _others(self, more: Sequence[Any]) -> tuple[IssueLog, list[str], list[Unread]] | None:
        issues, faults, *unread = more  # an earlier version wrote two of them
        if not any(more):
            return None
        found = [Unread(self.paths.shown(file), hint, tuple(ids)) for each in unread for file, hint, ids in each]
        return IssueLog.from_json(issues, self.paths.shown), faults, found

    def write_up(self, submission: int) -> RemarkedWriteUp:
        """Return the write-up of a submission that has one."""
        ((text,),) = self._connection.execute("SELECT write_up FROM submission WHERE id = ?", (submission,))
        return write_up_from(text)

    def distrust(self, submissions: Iterable[int]) -> None:
        """Let the sources of these submissions be graded again next time."""
        self._connection.executemany(
            "UPDATE source SET valid_for = '' WHERE id = (SELECT source FROM submission WHERE id = ?)",
            ((id_,) for id_ in submissions),
        )

    def replace_marks(self, submissions: Iterable[tuple[int, Iterable[int]]]) -> None:
        """Give submissions other marks."""
        self._connection.executemany(
            "UPDATE submission SET marks = ? WHERE id = ?",
            ((",".join(map(str, marks)), id_) for id_, marks in submissions),
        )


def _delivery(text: str) -> Delivery:
    if not text:
        return PUNCTUAL
    return from_json(text, _delivered)


def _delivered(fields: Sequence[Any]) -> Delivery:
    time, is_late, attempt, files, other_ids = fields
    return Delivery(time, is_late, attempt, tuple(files), tuple(other_ids))


def write_up_json(write_up: RemarkedWriteUp) -> str:
    """Return a write-up as JSON."""
    return json.dumps(write_up, separators=(",", ":"))


def write_up_from(text: str) -> RemarkedWriteUp:
    """Return the write-up in a JSON text."""
    return from_json(text, _write_up)


def _write_up(fields: Sequence[Any]) -> RemarkedWriteUp:
    documents, troubles, not_found = fields
    found = (
        FileTrouble("", each) if isinstance(each, str) else FileTrouble(*each) for each in troubles
    )  # str: earlier
    return RemarkedWriteUp(tuple(map(_document, documents)), tuple(found), _remarks(not_found))


def _document(fields: Sequence[Any]) -> RemarkedDocument:
    file, lines, notes, remarks = fields
    return RemarkedDocument(file, tuple(SourceLine(*line) for line in lines), tuple(notes), _remarks(remarks))


def _remarks(fields: Sequence[Any]) -> tuple[Remark, ...]:
    return tuple(Remark(*each) for each in fields)
