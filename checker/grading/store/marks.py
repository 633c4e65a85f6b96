"""Answers to problems in the store, and their marks: a cache of what a version of a problem gives.

Equal answers are kept once, and so are equal marks.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final, NamedTuple

from checker.grading.grader.graded_source import Response
from checker.grading.grader.mark import OURS, Mark, Reason
from checker.grading.store.database import from_json, from_sql, mapping_of, numbers_in, to_sql
from checker.text.number import TypedNumber

MOST_REMEMBERED: Final = 20_000
"""Maximum number of marks whose ids, or records, are remembered."""

AT_ONCE: Final = 500
"""Number of marks that are read at once; SQLite allows no more than some thousand."""

FIELDS: Final = "status, points, label, answer, fingerprint, review_group, is_consequence, answer_digest"
INSERT: Final = f"""INSERT INTO mark (digest, problem, part, version, {FIELDS}, reason, record)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (digest) DO NOTHING RETURNING id"""  # noqa: S608 - constants


class MarkKey(NamedTuple):
    """The question that an answer belongs to, and the version of the problem that it was graded against."""

    problem: str
    part: str | None
    version: str


class Marks:
    """The table of marks; each mark is kept once, and answers refer to it by id."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._records: dict[int, str] = {}

    def save(self, mark: Mark, key: MarkKey) -> int:
        """Keep a mark, unless it is there already, and return its id."""
        _, status, points, label, answer, *others, record, _ = mark
        others += [json.dumps(mark.reason) if mark.reason else None, record]
        fields = *key, status, points, label, answer, *others
        digest = hashlib.sha256(repr(fields).encode()).digest()[:16]
        texts = map(to_sql, (label, answer))
        found = self._connection.execute(INSERT, (digest, *key, status, points, *texts, *others)).fetchall()
        found = found or self._connection.execute("SELECT id FROM mark WHERE digest = ?", (digest,)).fetchall()
        return int(found[0][0])

    def cells(self, ids: Collection[int]) -> dict[int, Mark]:
        """Return the marks with these ids, without record and reason; their column is 0, as the store knows none."""
        query = f"SELECT id, {FIELDS} FROM mark WHERE id IN "  # noqa: S608 - constants
        return {id_: _cell(0, *fields) for id_, *fields in self._select(query, ids)}

    def keys(self, ids: Collection[int]) -> dict[int, MarkKey]:
        """Return the question and the version of its problem for each of these marks."""
        rows = self._select("SELECT id, problem, part, version FROM mark WHERE id IN ", ids)
        return {id_: MarkKey(*key) for id_, *key in rows}

    def records(self, ids: Collection[int]) -> dict[int, str]:
        """Return the JSON records of these marks by id, perhaps with those of other marks.

        The beginning of a record, which names the student, is left out.
        """
        missing = [id_ for id_ in ids if id_ not in self._records]
        if len(self._records) + len(missing) > MOST_REMEMBERED:
            self._records = {id_: self._records[id_] for id_ in ids if id_ in self._records}
        for id_, text in self._select("SELECT id, record FROM mark WHERE id IN ", missing):
            self._records[id_] = text
        return self._records

    def fields(self, ids: Collection[int]) -> dict[int, dict[str, Any]]:
        """Return the records of these marks as mappings by id, without the student."""
        texts = self.records(ids)
        return {id_: from_json("{" + texts[id_], mapping_of) for id_ in ids}

    def full_mark(self, id_: int, column: int) -> Mark:
        """Return the mark with this id, with its record and reason, and with `column` as its column."""
        query = f"SELECT {FIELDS}, record, reason FROM mark WHERE id = ?"  # noqa: S608 - constants
        ((*fields, record, written),) = self._connection.execute(query, (id_,))
        reason = from_json(written, lambda fields: Reason(*fields)) if written else None
        return _cell(column, *fields)._replace(record=record, reason=reason)

    def _select(self, query: str, ids: Iterable[int]) -> Iterator[Sequence[Any]]:
        left = iter(ids)
        while some := list(islice(left, AT_ONCE)):
            yield from self._connection.execute(f"{query}({','.join('?' * len(some))})", some)


def _cell(column: int, *fields: Any) -> Mark:
    status, points, label, answer, fingerprint, group, is_consequence, digest = fields
    texts = from_sql(label), from_sql(answer)
    return Mark(column, status, points, *texts, fingerprint, group, bool(is_consequence), digest)


UNMARKED: Final = """SELECT DISTINCT response.id, problem, texts, drawn FROM listed JOIN submission USING (source),
json_each('[' || responses || ']') JOIN response ON response.id = value JOIN today USING (problem)
WHERE texts IS NOT NULL AND NOT EXISTS
(SELECT 1 FROM marking WHERE response = response.id AND version = today.version AND NOT has_fault)
ORDER BY response.id"""

MARKED: Final = """SELECT response, marks FROM response JOIN today USING (problem)
JOIN marking ON response = id AND marking.version = today.version"""

OUTDATED: Final = """DELETE FROM marking WHERE EXISTS (SELECT 1 FROM response JOIN today USING (problem)
JOIN marking AS now ON now.response = id AND now.version = today.version
WHERE id = marking.response AND today.version <> marking.version)"""


class Responses:
    """The tables of responses (answers to all parts of a problem) and the ids of their marks."""

    def __init__(self, connection: sqlite3.Connection, marks: Marks) -> None:
        self._connection = connection
        self._marks = marks
        self._ids: dict[object, int] = {}
        """Ids by content: most answers are given by many."""
        connection.execute("CREATE TEMP TABLE today (problem TEXT PRIMARY KEY, version TEXT NOT NULL) WITHOUT ROWID")

    def use(self, versions: Mapping[str, str]) -> None:
        """Set the versions of the problems whose marks the following calls are about."""
        self._connection.execute("DELETE FROM today")
        self._connection.executemany("INSERT INTO today VALUES (?, ?)", versions.items())

    def save(self, response: Response, keys: Sequence[MarkKey]) -> int:
        """Keep a response and its marks, unless it is there already, and return its id."""
        marks = self._saved(response, keys)
        key = response.problem, response.drawn, response.texts, tuple(map(type, response.texts)), marks
        if key not in self._ids:
            if len(self._ids) >= MOST_REMEMBERED:
                self._ids.clear()
            self._ids[key] = self._insert(response, marks)
        if marks:
            self._keep(self._ids[key], response, marks, keys)
        return self._ids[key]

    def _insert(self, response: Response, marks: Sequence[int]) -> int:
        """Add a response, unless there is an equal one, and return its id; the texts of a marked one are not kept."""
        written = [[each] if isinstance(each, TypedNumber) else each for each in response.texts]
        fields = response.problem, None if marks else json.dumps(written)
        digest = hashlib.sha256(repr((*fields, response.drawn, *marks)).encode()).digest()[:16]
        query = (
            "INSERT INTO response (digest, problem, texts, drawn) VALUES (?, ?, ?, ?)"
            " ON CONFLICT DO NOTHING RETURNING id"
        )
        found = self._connection.execute(query, (digest, *fields, response.drawn)).fetchall()
        found = found or self._connection.execute("SELECT id FROM response WHERE digest = ?", (digest,)).fetchall()
        return int(found[0][0])

    def save_marks(self, id_: int, response: Response, keys: Sequence[MarkKey]) -> None:
        """Keep the marks of the response with this id."""
        self._keep(id_, response, self._saved(response, keys), keys)

    def _saved(self, response: Response, keys: Sequence[MarkKey]) -> tuple[int, ...]:
        """Keep the marks of a response, and return their ids."""
        return tuple([self._marks.save(mark, keys[mark.column]) for mark in response.marks])

    def _keep(self, id_: int, response: Response, marks: Sequence[int], keys: Sequence[MarkKey]) -> None:
        """Keep the ids of a response's marks by version of its problem, and whether checker failed at one of them."""
        has_fault = any(mark.reason and mark.reason.code in OURS for mark in response.marks)
        version = keys[response.marks[0].column].version
        fields = id_, version, ",".join(map(str, marks)), has_fault
        self._connection.execute("INSERT OR REPLACE INTO marking VALUES (?, ?, ?, ?)", fields)

    def unmarked(self) -> Iterator[tuple[int, Response]]:
        """Yield each response in the chosen sources that has no marks by today's versions, with its id."""
        for id_, problem, texts, drawn in self._connection.execute(UNMARKED):
            yield id_, Response(problem, from_json(texts, _texts), drawn=drawn)

    def marked(self) -> dict[int, list[int]]:
        """Return the ids of the marks by today's versions, by the id of the response."""
        return {response: numbers_in(marks) for response, marks in self._connection.execute(MARKED)}

    def remove_outdated(self) -> None:
        """Remove marks by earlier versions of the problems where there are marks by today's."""
        self._connection.execute(OUTDATED)


def _texts(written: Sequence[str | Sequence[str]]) -> tuple[str, ...]:
    return tuple(each if isinstance(each, str) else TypedNumber(each[0]) for each in written)
