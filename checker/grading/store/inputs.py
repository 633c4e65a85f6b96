"""Inputs of the last run on each folder of submissions, and files that other commands made from the grades."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from typing import Any, NamedTuple

from checker.grading.store.database import from_json, from_sql, mapping_of, to_sql
from checker.lms.students import Roster, Student


class RunInput(NamedTuple):
    """Options, roster and sources of a run."""

    run: int
    options: dict[str, Any]
    roster: Roster | None
    sources: Sequence[int]
    """The ids of all sources, in their order."""


class RunInputs:
    """The tables of options, rosters and sources."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def last(self) -> tuple[str, RunInput] | None:
        """Return the folder of submissions of the last complete run, and what went into this run."""
        run = self._connection.execute
        found = run("SELECT * FROM run_input WHERE run = (SELECT max(id) FROM run)").fetchone()
        if found is None:
            return None
        folder, id_, options, has_roster = found
        query = "SELECT student, name, email, section, other_ids FROM run_roster WHERE submissions = ? ORDER BY place"
        students = (
            Student(from_sql(id_), from_sql(name), from_sql(email), from_sql(section), from_json(other_ids, tuple))
            for id_, name, email, section, other_ids in run(query, (folder,))
        )
        roster = Roster(tuple(students)) if has_roster else None
        sources = run("SELECT source FROM run_source WHERE submissions = ? ORDER BY place", (folder,)).fetchall()
        return from_sql(folder), RunInput(id_, from_json(options, mapping_of), roster, [each for (each,) in sources])

    def rosters(self) -> dict[str, frozenset[str]]:
        """Return the ids of the students on the roster of each folder of submissions that was graded with one."""
        run, query = self._connection.execute, "SELECT student FROM run_roster WHERE submissions = ?"
        folders = run("SELECT submissions FROM run_input WHERE has_roster").fetchall()
        return {from_sql(folder): frozenset(from_sql(id_) for (id_,) in run(query, (folder,))) for (folder,) in folders}

    def save(self, submissions: str, given: RunInput) -> None:
        """Keep what went into a run, in place of what went into the one before."""
        folder, many = to_sql(submissions), self._connection.executemany
        many("DELETE FROM run_input WHERE submissions = ?", [(folder,)])
        fields = folder, given.run, json.dumps(given.options), given.roster is not None
        many("INSERT INTO run_input VALUES (?, ?, ?, ?)", [fields])
        students = enumerate(given.roster.students if given.roster else ())
        many(
            "INSERT INTO run_roster VALUES (?, ?, ?, ?, ?, ?, ?)",
            ((folder, place, *map(to_sql, each[:4]), json.dumps(each.other_ids)) for place, each in students),
        )
        numbered = ((folder, place, source) for place, source in enumerate(given.sources) if source)
        many("INSERT INTO run_source VALUES (?, ?, ?)", numbered)


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
