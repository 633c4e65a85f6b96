"""Marked answers in the store: equal ones are kept once."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Final, NamedTuple

from checker.grading.grader.cell import Cell, MarkedAnswer
from checker.grading.grader.groups import Reason
from checker.grading.store.texts import from_json, from_sql, mapping_of, to_sql

MOST_REMEMBERED: Final = 20_000
"""Maximum number of marks whose ids, or records, are remembered."""

AT_ONCE: Final = 500
"""Number of marks that are read at once; SQLite allows no more than some thousand."""

FIELDS: Final = "status, points, label, answer, fingerprint, review_group, is_consequence"
INSERT: Final = f"""INSERT INTO mark (digest, problem, part, version, {FIELDS}, answer_digest, reason, record)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (digest) DO NOTHING RETURNING id"""  # noqa: S608 - constants


class MarkKey(NamedTuple):
    """The question that an answer belongs to, and the version of the problem that it was graded against."""

    problem: str
    part: str | None
    version: str


class Marks:
    """The table of marked answers."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._saved: dict[int, tuple[MarkedAnswer, int]] = {}
        """Ids by the identity of objects; the objects are kept, so that no other takes their place."""
        self._ids: dict[bytes, int] = {}
        """Ids by content: workers send equal marks with each chunk anew."""
        self._records: dict[int, str] = {}

    def save(self, mark: MarkedAnswer, key: MarkKey) -> int:
        """Return the id of a marked answer, which is kept if it was not there yet."""
        known = self._saved.get(id(mark))
        if known is None or known[0] is not mark:
            if len(self._saved) >= MOST_REMEMBERED:
                self._saved.clear()
            known = self._saved[id(mark)] = mark, self._insert(mark, key)
        return known[1]

    def _insert(self, mark: MarkedAnswer, key: MarkKey) -> int:
        _, status, points, label, answer, *others = mark.cell
        reason = json.dumps(mark.reason) if mark.reason else None
        fields = *key, status, points, label, answer, *others, mark.digest, reason, mark.record
        digest = hashlib.sha256(repr(fields).encode()).digest()[:16]
        if digest in self._ids:
            return self._ids[digest]
        texts = map(to_sql, (label, answer))
        found = self._connection.execute(
            INSERT, (digest, *key, status, points, *texts, *others, mark.digest, reason, mark.record)
        ).fetchall()
        found = found or self._connection.execute("SELECT id FROM mark WHERE digest = ?", (digest,)).fetchall()
        if len(self._ids) >= MOST_REMEMBERED:
            self._ids.clear()
        return self._ids.setdefault(digest, int(found[0][0]))

    def cells(self, ids: Collection[int]) -> dict[int, tuple[Cell, str]]:
        """Return the cells of marks, all in column 0, and the digests of their answers."""
        query = f"SELECT id, {FIELDS}, answer_digest FROM mark WHERE id IN "  # noqa: S608 - constants
        return {id_: (_cell(0, *fields), digest) for id_, *fields, digest in self._select(query, ids)}

    def keys(self, ids: Collection[int]) -> dict[int, MarkKey]:
        """Return the questions and versions of marks."""
        rows = self._select("SELECT id, problem, part, version FROM mark WHERE id IN ", ids)
        return {id_: MarkKey(*key) for id_, *key in rows}

    def records(self, ids: Collection[int]) -> dict[int, str]:
        """Return the records of marks, without the student at their beginning."""
        missing = [id_ for id_ in ids if id_ not in self._records]
        if len(self._records) + len(missing) > MOST_REMEMBERED:
            self._records = {id_: self._records[id_] for id_ in ids if id_ in self._records}
        for id_, text in self._select("SELECT id, record FROM mark WHERE id IN ", missing):
            self._records[id_] = text
        return self._records

    def fields(self, ids: Collection[int]) -> dict[int, dict[str, Any]]:
        """Return the records of marks as mappings, without the student."""
        texts = self.records(ids)
        return {id_: from_json("{" + texts[id_], mapping_of) for id_ in ids}

    def marked(self, id_: int, column: int) -> MarkedAnswer:
        """Return a marked answer as it was when it was saved, in this column."""
        query = f"SELECT {FIELDS}, record, answer_digest, reason FROM mark WHERE id = ?"  # noqa: S608 - constants
        ((*fields, record, digest, written),) = self._connection.execute(query, (id_,))
        reason = from_json(written, lambda fields: Reason(*fields)) if written else None
        return MarkedAnswer(_cell(column, *fields), record, digest, reason)

    def _select(self, query: str, ids: Iterable[int]) -> Iterator[Sequence[Any]]:
        left = iter(ids)
        while some := list(islice(left, AT_ONCE)):
            yield from self._connection.execute(f"{query}({','.join('?' * len(some))})", some)


def _cell(column: int, *fields: Any) -> Cell:
    status, points, label, answer, fingerprint, group, is_consequence = fields
    texts = from_sql(label), from_sql(answer)
    return Cell(column, status, points, *texts, fingerprint, group, is_consequence=bool(is_consequence))
