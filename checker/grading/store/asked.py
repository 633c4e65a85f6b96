"""What the last run on each folder of submissions was asked, to make its files again."""

from __future__ import annotations

import json
import sqlite3
from array import array
from collections.abc import Callable, Collection
from operator import itemgetter
from typing import Any, Final, NamedTuple

from checker.grading.store.texts import from_json, from_sql, mapping_of, to_sql

INT64: Final = "q"
"""How ids are stored, in 8 bytes each."""


class Asked(NamedTuple):
    """What the last run on a folder of submissions was asked."""

    run: int
    options: dict[str, Any]
    sources: array[int]
    """The ids of all sources, in their order."""


class AskedRuns:
    """The table of what was asked."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def last(self) -> tuple[str, Asked] | None:
        """Return the folder of submissions of the last complete run, and what this run was asked."""
        found = self._connection.execute(
            "SELECT submissions, run, options, sources FROM asked WHERE run = (SELECT max(id) FROM run)"
        ).fetchone()
        if found is None:
            return None
        submissions, run, options, sources = found
        return from_sql(submissions), Asked(run, from_json(options, mapping_of), _ids(sources))

    def save(self, submissions: str, asked: Asked) -> None:
        """Keep what a run was asked, in place of the one before."""
        fields = to_sql(submissions), asked.run, json.dumps(asked.options), asked.sources.tobytes()
        self._connection.execute("INSERT OR REPLACE INTO asked VALUES (?, ?, ?, ?)", fields)

    def current(self) -> set[int] | None:
        """Return the ids of the sources of the last run on each folder; None where an earlier version kept none."""
        folders = {folder for (folder,) in self._connection.execute("SELECT submissions FROM run")}
        rows = dict(self._connection.execute("SELECT submissions, sources FROM asked"))
        return {id_ for blob in rows.values() for id_ in _ids(blob)} if folders <= rows.keys() else None

    def has_on_roster(self, is_theirs: Callable[[str], bool]) -> bool:
        """Return whether a student was on the roster of one of these runs."""
        rows = self._connection.execute("SELECT options FROM asked")
        rosters = (from_json(text, itemgetter("students")) or () for (text,) in rows)
        return any(is_theirs(each[0]) for roster in rosters for each in roster)

    def remove(self, is_theirs: Callable[[str], bool], sources: Collection[int]) -> None:
        """Remove a student from the rosters, and sources that are not there any more."""
        rows = self._connection.execute("SELECT submissions, run, options, sources FROM asked").fetchall()
        for submissions, run, text, blob in rows:
            options = from_json(text, mapping_of)
            if options["students"] is not None:
                options["students"] = [each for each in options["students"] if not is_theirs(each[0])]
            left = array(INT64, [each for each in _ids(blob) if each not in sources])
            self.save(from_sql(submissions), Asked(run, options, left))


def _ids(blob: bytes) -> array[int]:
    """Return stored ids.  Raise DatabaseError if they are damaged."""
    try:
        return array(INT64, blob)
    except ValueError as error:
        raise sqlite3.DatabaseError(f"a list of ids cannot be read ({error})") from error
