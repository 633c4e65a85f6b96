"""Answers to problems in the store, equal ones once, and their marks: a cache of what a version of a problem gives."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from checker.grading.grader.cell import OURS
from checker.grading.grader.graded_source import Response
from checker.grading.store.marks import MOST_REMEMBERED, MarkKey, Marks
from checker.grading.store.texts import from_json, numbers_in
from checker.notation.typed import TypedNumber

UNMARKED: Final = """SELECT DISTINCT response.id, problem, texts FROM listed JOIN submission USING (source),
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
    """The tables of responses and their marks."""

    def __init__(self, connection: sqlite3.Connection, marks: Marks) -> None:
        self._connection = connection
        self._marks = marks
        self._ids: dict[object, int] = {}
        """Ids by content: most answers are given by many."""
        connection.execute("CREATE TEMP TABLE today (problem TEXT PRIMARY KEY, version TEXT NOT NULL) WITHOUT ROWID")

    def use(self, versions: Mapping[str, str]) -> None:
        """Let marks be those of these versions of the problems."""
        self._connection.execute("DELETE FROM today")
        self._connection.executemany("INSERT INTO today VALUES (?, ?)", versions.items())

    def save(self, response: Response, keys: Sequence[MarkKey]) -> int:
        """Return the id of a response, which is kept with its marks if it was not there yet."""
        marks = tuple([self._marks.save(mark, keys[mark.cell.column]) for mark in response.marks])
        key = response.problem, response.texts, tuple(map(type, response.texts)), marks
        if key not in self._ids:
            if len(self._ids) >= MOST_REMEMBERED:
                self._ids.clear()
            self._ids[key] = self._insert(response, marks)
        if marks:
            self.save_marks(self._ids[key], response, keys)
        return self._ids[key]

    def _insert(self, response: Response, marks: Sequence[int]) -> int:
        written = [[each] if isinstance(each, TypedNumber) else each for each in response.texts]
        fields = response.problem, None if marks else json.dumps(written)
        digest = hashlib.sha256(repr((*fields, *marks)).encode()).digest()[:16]
        query = "INSERT INTO response (digest, problem, texts) VALUES (?, ?, ?) ON CONFLICT DO NOTHING RETURNING id"
        found = self._connection.execute(query, (digest, *fields)).fetchall()
        found = found or self._connection.execute("SELECT id FROM response WHERE digest = ?", (digest,)).fetchall()
        return int(found[0][0])

    def save_marks(self, id_: int, response: Response, keys: Sequence[MarkKey]) -> None:
        """Keep the marks of a response."""
        marks = [str(self._marks.save(mark, keys[mark.cell.column])) for mark in response.marks]
        has_fault = any(mark.reason and mark.reason.code in OURS for mark in response.marks)
        fields = id_, keys[response.marks[0].cell.column].version, ",".join(marks), has_fault
        self._connection.execute("INSERT OR REPLACE INTO marking VALUES (?, ?, ?, ?)", fields)

    def unmarked(self) -> Iterator[tuple[int, Response]]:
        """Yield the responses in the listed sources that have no marks of today, each with its id."""
        for id_, problem, texts in self._connection.execute(UNMARKED):
            yield id_, Response(problem, from_json(texts, _texts))

    def marked(self) -> dict[int, list[int]]:
        """Return the marks of today, by response."""
        return {response: numbers_in(marks) for response, marks in self._connection.execute(MARKED)}

    def remove_outdated(self) -> None:
        """Remove the marks that earlier versions of the problems gave to what has marks of today."""
        self._connection.execute(OUTDATED)


def _texts(written: Sequence[str | Sequence[str]]) -> tuple[str, ...]:
    return tuple(each if isinstance(each, str) else TypedNumber(each[0]) for each in written)
