"""Texts in the store in which others name a student."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import PurePosixPath
from typing import Final

from checker.grading.store.asked import AskedRuns
from checker.grading.store.removal import SubmittedFile, submitted_files
from checker.grading.store.texts import from_json, from_sql, numbers_in

IsIn = Callable[[str], bool]
"""A function that tells whether a text has one of the names."""

OTHER_TEXTS: Final = (
    "SELECT more FROM source",
    "SELECT content FROM review_file",
    "SELECT summary FROM run",
    "SELECT DISTINCT student FROM change",
)
"""Queries of what else may have a name: issues, decisions, summaries of runs, and the history of grades."""


class Mentions:
    """Finds names, and removes them from what is not needed any more; the caller opens the transaction."""

    def __init__(self, connection: sqlite3.Connection, asked: AskedRuns) -> None:
        self._connection = connection
        self._asked = asked

    def found(self, is_in: IsIn) -> list[SubmittedFile]:
        """Return the submissions with one of the names in a document or an answer, or as part of their own."""
        records = self._connection.execute("SELECT id, '{' || record FROM mark")
        marks = {id_ for id_, record in records if is_in(from_json(record, lambda each: str(each["given"])))}
        rows = self._connection.execute("SELECT id, coalesce(write_up, ''), marks FROM submission")
        found = {id_ for id_, text, theirs in rows if is_in(text) or not marks.isdisjoint(numbers_in(theirs))}
        return [
            each
            for each in submitted_files(self._connection)
            if each.submission in found or is_in(each.student) or is_in(PurePosixPath(each.path).name)
        ]

    def are_elsewhere(self, is_in: IsIn) -> bool:
        """Return whether one of the names is in another text."""
        texts = (text for query in OTHER_TEXTS for (text,) in self._connection.execute(query))
        return any(is_in(text if isinstance(text, str) else text.decode("utf-8", "replace")) for text in texts)

    def remove_earlier(self, is_in: IsIn) -> None:
        """Remove what has one of the names and is of the past: submissions, summaries, and the history of other ids."""
        if (current := self._asked.current()) is not None:
            earlier = {each.source for each in self.found(is_in)} - current
            for query in ("DELETE FROM submission WHERE source = ?", "DELETE FROM source WHERE id = ?"):
                self._connection.executemany(query, ((each,) for each in earlier))
        old = "SELECT id, summary FROM run WHERE id NOT IN (SELECT max(id) FROM run GROUP BY submissions)"
        named = [(id_,) for id_, summary in self._connection.execute(old).fetchall() if is_in(summary)]
        self._connection.executemany("UPDATE run SET summary = '{}' WHERE id = ?", named)
        gone = "SELECT DISTINCT student FROM change WHERE student NOT IN (SELECT student FROM standing)"
        others = [row for row in self._connection.execute(gone).fetchall() if is_in(from_sql(row[0]))]
        self._connection.executemany("DELETE FROM change WHERE student = ?", others)
