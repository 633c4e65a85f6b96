"""Students whom `checker forget` removed, by salted hashes, and the sources in which they are left out."""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Iterable
from typing import Final, NamedTuple

from checker.grading.left_out import SOURCE, LeftOut

SALT_BYTES: Final = 32


class LeftOutSource(NamedTuple):
    """A source in which students were left out."""

    depends_on: str
    students: frozenset[int]
    """Their numbers."""


class Forgotten:
    """The tables of forgotten students."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def left_out(self) -> LeftOut:
        """Return the students who are left out."""
        return self._left_out("student > 0")

    def readmitted(self) -> LeftOut:
        """Return the students who were left out until the last run, and are not any more."""
        return self._left_out("student < 0")

    def forget_readmitted(self) -> None:
        """Remove what is known of these students: they have been graded again."""
        self._connection.execute("DELETE FROM forgotten WHERE student < 0")

    def _left_out(self, condition: str) -> LeftOut:
        found = self._connection.execute("SELECT salt FROM salt").fetchone()
        return (
            LeftOut(found[0], dict(self._connection.execute(f"SELECT hash, student FROM forgotten WHERE {condition}")))  # noqa: S608 - constants
            if found
            else LeftOut()
        )

    def prepared(self) -> LeftOut:
        """Return the students who are left out, and make the salt of their hashes if there is none yet."""
        if not self._connection.execute("SELECT 1 FROM salt").fetchone():
            self._connection.execute("INSERT INTO salt VALUES (?)", (secrets.token_bytes(SALT_BYTES),))
        return self.left_out()

    def add(self, hashes: Iterable[bytes], number: int | None = None) -> int:
        """Leave out a student with these hashes; return the student's number, a new one if none is given."""
        if number is None:
            ((number,),) = self._connection.execute("SELECT coalesce(max(abs(student)), 0) + 1 FROM forgotten")
        rows = [(each, number) for each in hashes]
        self._connection.executemany("DELETE FROM forgotten WHERE hash = ? AND student < 0", [row[:1] for row in rows])
        self._connection.executemany("INSERT OR IGNORE INTO forgotten VALUES (?, ?)", rows)
        return int(number or 0)

    def remove(self, number: int) -> None:
        """Leave out a student no longer: what was left out is graded by the next run."""
        salted = self.left_out()
        sources = {
            source for (source,) in self._connection.execute("SELECT source FROM left_out WHERE student = ?", (number,))
        }
        stale = [
            (id_,)
            for id_, path, digest in self._connection.execute("SELECT id, path, digest FROM source").fetchall()
            if _source(salted, path, digest) in sources
        ]
        self._connection.executemany("UPDATE source SET valid_for = '' WHERE id = ?", stale)
        self._connection.executemany("DELETE FROM left_out WHERE source = ?", ((each,) for each in sources))
        self._connection.execute("UPDATE forgotten SET student = -student WHERE student = ?", (number,))

    def find(self, left_out: LeftOut, path: str, digest: str) -> LeftOutSource | None:
        """Return who was left out of the source with this content; None if nobody was."""
        rows = self._connection.execute(
            "SELECT student, valid_for FROM left_out WHERE source = ?", (_source(left_out, path, digest),)
        ).fetchall()
        return LeftOutSource(rows[0][1], frozenset(number for number, _ in rows)) if rows else None

    def save(self, left_out: LeftOut, path: str, digest: str, found: LeftOutSource) -> None:
        """Keep who was left out of a source."""
        source = _source(left_out, path, digest)
        self._connection.execute("DELETE FROM left_out WHERE source = ?", (source,))
        self._connection.executemany(
            "INSERT INTO left_out VALUES (?, ?, ?)", [(source, number, found.depends_on) for number in found.students]
        )


def _source(left_out: LeftOut, path: str | bytes, digest: str) -> bytes:
    text = path if isinstance(path, str) else path.decode("utf-8", "surrogatepass")
    return left_out.hash(SOURCE, f"{digest} {text}")
