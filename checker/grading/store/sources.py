"""Tables of the store on graded sources (files, or one student's files) and the submissions and issues in them.

A `Row` is one submission to one assignment.  `StoredPaths` takes the folder of submissions out of paths, since it may
be renamed.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import starmap
from typing import Any, Final, NamedTuple

from checker.grading.grader.graded_source import GradedRow, GradedSource, Issue, Unread
from checker.grading.grader.mark import Mark
from checker.grading.grader.remarks import FileTrouble, Remark, RemarkedDocument, RemarkedWriteUp, SourceLine
from checker.grading.store.database import from_json, from_sql, numbers_in, to_sql
from checker.grading.store.marks import MarkKey, Responses
from checker.grading.submissions.model import Delivery, printable
from checker.lms.students import Student

NO_MARK: Final = 0
"""In place of a mark: a question that was added after the grading."""

ROWS: Final = """SELECT submission.id, path, digest, assignment, student, name, email, file, line,
time, is_late, attempt, files, other_ids, write_up IS NOT NULL, responses
FROM {} JOIN submission ON submission.source = source.id {}"""

ISSUES: Final = """SELECT student, file, line, message, answer, owner, more
FROM listed JOIN issue USING (source) ORDER BY listed.place, issue.id"""

ANCHOR: Final = "//"
"""The beginning of a stored path that is below the folder of submissions."""


class StoredSource(NamedTuple):
    """The id of a graded source in the store, and a token of all else that its grades depend on."""

    id: int
    depends_on: str


class Row(NamedTuple):
    """One submission to one assignment, with the marks of its answers."""

    assignment: str
    who: Student
    """Whom the submission names; later the student of the roster."""
    file: str
    line: int | None
    cells: tuple[Mark, ...] = ()
    """One for each column of the assignment; empty without a hand-in."""
    marks: tuple[int, ...] = ()
    """For each column the id of the mark; before it is built, also those of `more_marks`."""
    more_marks: tuple[int, ...] = ()
    """Marks of answers that have no column of their own."""
    path: str = ""
    """The source, relative to the results; empty for grades that stay as they were."""
    content: str = ""
    """The digest of the source."""
    delivery: Delivery = Delivery()
    id: int = 0
    """The id of the submission."""
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
    """Converts paths of submissions for the store, which must not depend on the name of their folder."""

    def __init__(self, root: str) -> None:
        self._root = printable(root)
        self._hidden = "./" if root == os.curdir else ""
        """The beginning that paths below the folder are shown without."""

    def stored(self, path: str) -> str:
        """Return a path without the folder of submissions, which may be renamed later.

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
        """Return a path from the store as it is shown to people.

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

    def __init__(self, connection: sqlite3.Connection, responses: Responses) -> None:
        self._connection = connection
        self._responses = responses
        self.paths = StoredPaths("")
        """The paths as they are shown."""
        connection.execute("CREATE TEMP TABLE listed (place INTEGER PRIMARY KEY, source INTEGER NOT NULL)")

    @property
    def exist(self) -> bool:
        """Return whether the store holds any source, that is, whether anything was ever graded into it."""
        ((found,),) = self._connection.execute("SELECT EXISTS (SELECT 1 FROM source)")
        return bool(found)

    def find(self, path: str, digest: str) -> StoredSource | None:
        """Return the source with this path and content, if it was graded before; else None."""
        query = "SELECT id, valid_for FROM source WHERE path = ? AND digest = ?"
        found = self._connection.execute(query, (to_sql(path), digest)).fetchone()
        return found and StoredSource(*found)

    def save(self, path: str, graded: GradedSource, keys: Sequence[MarkKey]) -> int:
        """Keep a graded source instead of an earlier one with this path and content; return its id.

        `keys`: the questions of all columns, with the versions of their problems.
        """
        run, many = self._connection.execute, self._connection.executemany
        unread = [each._replace(file=self.paths.stored(each.file)) for each in graded.unread]
        run("DELETE FROM source WHERE path = ? AND digest = ?", (to_sql(path), graded.digest))
        fields = to_sql(path), graded.digest, graded.depends_on, json.dumps(graded.faults), json.dumps(unread)
        query = "INSERT INTO source (path, digest, valid_for, faults, unread) VALUES (?, ?, ?, ?, ?)"
        id_ = run(query, fields).lastrowid
        many(
            "INSERT INTO issue (source, student, file, line, message, answer, owner, more)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            ((id_, *self._stored(each)) for each in graded.issues),
        )
        many(
            "INSERT INTO submission (source, assignment, student, name, email, file, line, time, is_late, attempt,"
            " files, other_ids, write_up, responses) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [(id_, *self._fields(row, keys)) for row in graded.rows],
        )
        return int(id_ or 0)

    def _stored(self, issue: Issue) -> tuple[object, ...]:
        student, file, line, message, answer, owner, more = issue
        place = to_sql(self.paths.stored(file))
        return to_sql(student), place, line, to_sql(message), to_sql(answer), to_sql(owner), more

    def _fields(self, row: GradedRow, keys: Sequence[MarkKey]) -> tuple[object, ...]:
        texts = map(to_sql, (row.assignment, row.student, row.name, row.email, self.paths.stored(row.file)))
        time, is_late, attempt, files, other_ids = row.delivery
        names = (json.dumps(each) if each else "" for each in (files, other_ids))
        write_up = json.dumps(row.write_up, separators=(",", ":")) if row.write_up else None
        responses = ",".join([str(self._responses.save(each, keys)) for each in row.responses])
        return *texts, row.line, time, is_late, to_sql(attempt), *names, write_up, responses

    def choose(self, sources: Iterable[int]) -> None:
        """Set the sources that the following calls are about, in this order."""
        self._connection.execute("DELETE FROM listed")
        self._connection.executemany("INSERT INTO listed (source) VALUES (?)", ((each,) for each in sources))

    def rows(self) -> Iterator[Row]:
        """Yield the submissions in the chosen sources, with the marks by today's versions."""
        tables = "listed JOIN source ON source.id = listed.source"
        return self._rows(tables, "ORDER BY listed.place, submission.id", marked=self._responses.marked())

    def handed_in(self, path: str, digest: str) -> list[Row]:
        """Return the submissions in a source, of one or several students, without their marks."""
        return list(self._rows("source", "WHERE path = ? AND digest = ? ORDER BY submission.id", to_sql(path), digest))

    def _rows(
        self, tables: str, condition: str, *values: Any, marked: Mapping[int, Sequence[int]] | None = None
    ) -> Iterator[Row]:
        """Yield submissions from a query; without `marked`, the ids of marks by response, they have no marks."""
        for id_, path, content, assignment, *fields in self._connection.execute(ROWS.format(tables, condition), values):
            *who, line, time, is_late, attempt, files, other_ids, has_write_up, ids = fields
            student, name, email, file = (from_sql(text or "") for text in who)
            names = (tuple(from_json(each, list)) if each else () for each in (files, other_ids))
            yield Row(
                from_sql(assignment),
                Student(student, name, email),
                self.paths.shown(file),
                line,
                marks=tuple([mark for each in numbers_in(ids) for mark in marked[each]]) if marked is not None else (),
                path=from_sql(path),
                content=content,
                delivery=Delivery(time, bool(is_late), from_sql(attempt), *names),
                id=id_,
                has_write_up=bool(has_write_up),
            )

    def issues(self) -> Iterator[Issue]:
        """Yield the issues that were found in the chosen sources."""
        for student, file, line, message, answer, owner, more in self._connection.execute(ISSUES):
            texts = from_sql(message), from_sql(answer)
            yield Issue(_text(student), self.paths.shown(from_sql(file)), line, *texts, _text(owner), more)

    def faults_and_unread(self) -> Iterator[tuple[list[str], list[Unread]]]:
        """Yield, for each chosen source, the faults of checker in it and the files that could not be read."""
        rows = self._connection.execute(
            "SELECT faults, unread FROM listed JOIN source ON source.id = listed.source"
            " WHERE faults <> '[]' OR unread <> '[]' ORDER BY listed.place"
        )
        for faults, unread in rows:
            files = from_json(unread, lambda found: [Unread(file, hint, tuple(ids)) for file, hint, ids in found])
            yield from_json(faults, list), [each._replace(file=self.paths.shown(each.file)) for each in files]

    def write_up(self, submission: int) -> RemarkedWriteUp:
        """Return the annotated documents of a submission."""
        ((text,),) = self._connection.execute("SELECT write_up FROM submission WHERE id = ?", (submission,))
        return from_json(text, _write_up)


def _text(value: str | bytes | None) -> str | None:
    return None if value is None else from_sql(value)


def _write_up(fields: Sequence[Any]) -> RemarkedWriteUp:
    """Return the annotated documents in the value of a JSON text."""
    documents, troubles, not_found = fields
    return RemarkedWriteUp(
        tuple(
            RemarkedDocument(file, tuple(starmap(SourceLine, lines)), tuple(notes), tuple(starmap(Remark, remarks)))
            for file, lines, notes, remarks in documents
        ),
        tuple(starmap(FileTrouble, troubles)),
        tuple(starmap(Remark, not_found)),
    )
