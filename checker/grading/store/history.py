"""Tables of the store on past runs: the grades (`Standing`), what each run changed, and what went into the last ones.

Also the tables of reviewers' files, of assignments, of files that other commands made, and of texts that took long to
find out.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, Literal, NamedTuple

from checker.grading.store.database import from_json, from_sql, mapping_of, to_sql
from checker.lms.students import Roster, Student


class RunInput(NamedTuple):
    """What went into a run: its options, roster and sources."""

    run: int
    options: dict[str, Any]
    roster: Roster | None
    sources: Sequence[int]
    """The ids of all sources, in their order."""


class RunInputs:
    """The tables on what went into the last run of each folder of submissions."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def last(self) -> tuple[str, RunInput] | None:
        """Return what went into the last complete run, and its folder of submissions; None if there was no run."""
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
    """A file or folder that a command wrote: its path and how it was made."""

    path: str
    """The path relative to the results."""
    assignment: str | None
    """The only assignment that is in it."""
    command: Sequence[str | list[str]]
    """The words of the command; a path, relative to the results, is alone in a list."""


class MadeFiles:
    """The table of files that commands wrote outside of `grade`, such as exports."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def save(self, made: MadeFile) -> None:
        """Keep how a file was made, instead of what was known about it."""
        fields = to_sql(made.path), to_sql(made.assignment), json.dumps(made.command)
        self._connection.execute("INSERT OR REPLACE INTO made VALUES (?, ?, ?)", fields)

    def all(self) -> list[MadeFile]:
        """Return all files that commands wrote, by path."""
        rows = self._connection.execute("SELECT path, assignment, command FROM made ORDER BY path")
        return [
            MadeFile(from_sql(path), assignment and from_sql(assignment), from_json(command, list))
            for path, assignment, command in rows
        ]


Why = Literal["submission", "problem", "review", "disagreement", "dates", "checker", "forgotten", "explanation"]

_COLUMNS = "assignment, student, problem, part, from_status, from_points, to_status, to_points, why"


WHO: Final = Student._fields[1:]


class Standing(NamedTuple):
    """One student's grades in one assignment, as the files of results show them."""

    assignment: str
    who: Student
    path: str
    """The path of the source, relative to the results; empty without a hand-in."""
    content: str
    """The digest of the source."""
    file: str
    """As it is shown; without a hand-in, the file that may hold one and could not be read."""
    line: int | None
    submitted: str
    """When it was handed in, as far as that is known."""
    marks: tuple[int, ...]
    """Ids of marks: one for each column, then further records; empty without a hand-in."""
    counted: tuple[float | None, ...]
    """The points of each column, as they count."""
    raw_points: float
    points: float
    max_points: float
    late_credit: float
    late_reason: str
    waiting: int
    """Number of answers that count and wait for a person."""
    issues: int
    """Number of other things about this student that a person has to look at."""

    @property
    def student(self) -> str:
        """Return the student's id."""
        return self.who.id


class GradeChange(NamedTuple):
    """A change of a grade between two runs; without a problem it is the total."""

    assignment: str
    student: str
    problem: str | None
    part: str | None
    from_status: str | None
    from_points: float | None
    to_status: str | None
    to_points: float | None
    why: Why


class CompletedRun(NamedTuple):
    """A run that was completed: a digest of what went in, sizes and times of the files that came out, its summary."""

    id: int
    started: str
    ended: str
    code: str
    inputs: str
    outputs: dict[str, Any]
    summary: dict[str, Any]


class History:
    """The tables of grades, runs and changes."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def standings(self) -> Iterator[Standing]:
        """Yield the grades of all students, in the order of the files."""
        query = "SELECT assignment, student, path, standing FROM standing ORDER BY place, assignment, student"
        once: dict[int, int] = {}  # the same few marks come again and again, so each is kept once
        for assignment, student, path, text in self._connection.execute(query):
            key = from_sql(assignment), from_sql(student), from_sql(path)
            yield from_json(text, partial(_standing, key, once))

    def save_standings(self, standings: Iterable[Standing], gone: Iterable[tuple[str, str]]) -> None:
        """Keep these grades in this order, and remove those of students in `gone`; unchanged rows are not written."""
        self._connection.executemany(
            "DELETE FROM standing WHERE assignment = ? AND student = ?",
            ((to_sql(assignment), to_sql(student)) for assignment, student in gone),
        )
        self._connection.executemany(
            "INSERT INTO standing VALUES (?, ?, ?, ?, ?) ON CONFLICT (assignment, student) DO UPDATE"
            " SET place = excluded.place, path = excluded.path, standing = excluded.standing"
            " WHERE (place, path, standing) IS NOT (excluded.place, excluded.path, excluded.standing)",
            (
                (to_sql(each.assignment), to_sql(each.student), place, to_sql(each.path), _json(each))
                for place, each in enumerate(standings)
            ),
        )

    def last_run(self, submissions: str | None = None) -> CompletedRun | None:
        """Return the last complete run, or the last one on this folder of submissions; None if there is none."""
        where = "" if submissions is None else "WHERE submissions = ?"
        found = self._connection.execute(
            f"SELECT id, started, ended, code, inputs, outputs, summary FROM run {where} ORDER BY id DESC LIMIT 1",  # noqa: S608
            () if submissions is None else (to_sql(submissions),),
        ).fetchone()
        if found is None:
            return None
        *fields, outputs, summary = found
        return CompletedRun._make([*fields, from_json(outputs, mapping_of), from_json(summary, mapping_of)])

    def last_runs(self) -> list[tuple[str, CompletedRun]]:
        """Return the folders of submissions, each with its last complete run, the latest first."""
        folders = self._connection.execute("SELECT submissions FROM run GROUP BY submissions ORDER BY max(id) DESC")
        runs = ((from_sql(folder), self.last_run(from_sql(folder))) for (folder,) in folders.fetchall())
        return [(folder, run) for folder, run in runs if run]

    def last_id(self) -> int | None:
        """Return the id of the last complete run; None if there is none."""
        ((found,),) = self._connection.execute("SELECT max(id) FROM run")
        return None if found is None else int(found)

    def add_run(self, submissions: str, run: CompletedRun, changes: Sequence[GradeChange]) -> int:
        """Keep a run and what it changed; return its id."""
        texts = run.started, run.ended, to_sql(submissions), run.code, run.inputs
        ((id_,),) = self._connection.execute(
            "INSERT INTO run (started, ended, submissions, code, inputs, outputs, summary) VALUES (?, ?, ?, ?, ?, ?, ?)"
            " RETURNING id",
            (*texts, json.dumps(run.outputs), json.dumps(run.summary)),
        ).fetchall()
        # Nobody asks for the summary of an earlier run.
        query = "UPDATE run SET summary = '{}' WHERE submissions = ? AND id < ? AND summary <> '{}'"
        self._connection.execute(query, (to_sql(submissions), id_))
        self._connection.executemany(
            f"INSERT INTO change (run, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608 - constants
            ((id_, to_sql(each.assignment), to_sql(each.student), *each[2:]) for each in changes),
        )
        return int(id_)

    def replace_run(self, id_: int, outputs: Mapping[str, Any], summary: Mapping[str, Any]) -> None:
        """Replace what is kept of a run's files (sizes and times) and its summary."""
        fields = json.dumps(outputs), json.dumps(summary), id_
        self._connection.execute("UPDATE run SET outputs = ?, summary = ? WHERE id = ?", fields)

    def changes(self) -> list[GradeChange]:
        """Return the changes of grades in the last complete run, in the order in which it found them."""
        rows = self._connection.execute(
            f"SELECT {_COLUMNS} FROM change WHERE run = (SELECT max(id) FROM run) ORDER BY rowid"  # noqa: S608
        )
        return [GradeChange(from_sql(assignment), from_sql(student), *others) for assignment, student, *others in rows]

    def graded_assignments(self) -> set[str]:
        """Return the names of the assignments that have grades."""
        return {from_sql(name) for (name,) in self._connection.execute("SELECT DISTINCT assignment FROM standing")}

    def assignments(self) -> dict[str, dict[str, Any]]:
        """Return the descriptions of all assignments, as `save_assignments` kept them, by name."""
        rows = self._connection.execute("SELECT name, description FROM assignment ORDER BY name")
        return {from_sql(name): from_json(text, mapping_of) for name, text in rows}

    def save_assignments(self, descriptions: Mapping[str, Mapping[str, Any]]) -> None:
        """Keep these descriptions of assignments, by name."""
        self._connection.executemany(
            "INSERT OR REPLACE INTO assignment VALUES (?, ?)",
            ((to_sql(name), json.dumps(each)) for name, each in descriptions.items()),
        )

    def review_files(self, submissions: str) -> dict[str, bytes]:
        """Return the reviewers' files that the last run on this folder of submissions read, by name."""
        query = "SELECT name, content FROM review_file WHERE submissions = ? ORDER BY name"
        return {from_sql(name): content for name, content in self._connection.execute(query, (to_sql(submissions),))}

    def reviewed_folders(self) -> list[str]:
        """Return the folders of submissions to which there are reviewers' decisions."""
        rows = self._connection.execute("SELECT DISTINCT submissions FROM review_file ORDER BY submissions")
        return [from_sql(folder) for (folder,) in rows]

    def save_review_files(self, submissions: str, files: Mapping[str, bytes]) -> None:
        """Keep the reviewers' files for this folder of submissions, instead of those before."""
        folder = to_sql(submissions)
        self._connection.execute("DELETE FROM review_file WHERE submissions = ?", (folder,))
        self._connection.executemany(
            "INSERT INTO review_file VALUES (?, ?, ?)",
            ((folder, to_sql(name), content) for name, content in files.items()),
        )

    def mark_inputs_changed(self) -> None:
        """Clear the digests of what went into all runs, so that the next run computes everything again."""
        self._connection.execute("UPDATE run SET inputs = '' WHERE inputs <> ''")

    def cached(self, key: str) -> str | None:
        """Return the text that is kept under this key, such as a finding about an answer; None if there is none."""
        found = self._connection.execute("SELECT value FROM cache WHERE key = ?", (key,)).fetchone()
        return str(found[0]) if found else None

    def save_cached(self, cache: Mapping[str, str]) -> None:
        """Keep these texts under their keys."""
        self._connection.executemany("INSERT OR REPLACE INTO cache VALUES (?, ?)", cache.items())


def _standing(key: tuple[str, str, str], once: dict[int, int], fields: dict[str, Any]) -> Standing:
    """Return the standing in what `_json` wrote."""
    fields["marks"] = tuple([once.setdefault(each, each) for each in fields["marks"]])
    fields["counted"] = tuple(fields["counted"])
    assignment, student, path = key
    name, email, section, other_ids = (fields.pop(each) for each in WHO)
    who = Student(student, name or "", email or "", section, tuple(other_ids))
    return Standing(assignment, who, path, **fields)


def _json(standing: Standing) -> str:
    """Return a standing without its key."""
    who = zip(WHO, standing.who[1:], strict=True)
    return json.dumps(dict([*who, *zip(Standing._fields[3:], standing[3:], strict=True)]), separators=(",", ":"))
