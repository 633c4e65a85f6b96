"""Files that other commands made from the grades, each with the command."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from typing import NamedTuple

from checker.grading.store.texts import from_json, from_sql, to_sql


class MadeFile(NamedTuple):
    """A file or a folder."""

    path: str
    """The path relative to the results."""
    assignment: str | None
    """The only assignment that is in it."""
    command: Sequence[str | list[str]]
    """The words of the command; a path, relative to the results, is alone in a list."""


class MadeFiles:
    """The table of these files."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def save(self, made: MadeFile) -> None:
        """Keep how a file was made, in place of what was known about it."""
        fields = to_sql(made.path), to_sql(made.assignment), json.dumps(made.command)
        self._connection.execute("INSERT OR REPLACE INTO made VALUES (?, ?, ?)", fields)

    def all(self) -> list[MadeFile]:
        """Return all of them, by path."""
        rows = self._connection.execute("SELECT path, assignment, command FROM made ORDER BY path")
        return [
            MadeFile(from_sql(path), assignment and from_sql(assignment), from_json(command, list))
            for path, assignment, command in rows
        ]
