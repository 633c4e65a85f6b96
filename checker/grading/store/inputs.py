"""Inputs of the last run on each folder of submissions, from which its files can be made again."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from typing import Any, NamedTuple

from checker.grading.store.texts import from_json, from_sql, mapping_of, to_sql
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
