"""Removes a student from the store (`Removal`), and keeps the hashes of those who were removed (`Forgotten`).

It also finds what others wrote that names the student, and takes the student out of the summaries of runs.
"""

from __future__ import annotations

import json
import re
import secrets
import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache
from pathlib import PurePosixPath
from typing import Any, Final, NamedTuple

from checker.grading.left_out import SOURCE, LeftOut
from checker.grading.store.database import from_json, from_sql, to_sql
from checker.grading.store.sources import ANCHOR
from checker.text.words import in_line, shortened

SALT_BYTES: Final = 32


class Forgotten:
    """The tables of forgotten students, whom runs leave out."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def left_out(self) -> LeftOut:
        """Return the forgotten students, as runs recognise them."""
        return self._left_out("student > 0")

    def readmitted(self) -> LeftOut:
        """Return the students who were forgotten until the last run and are let in again."""
        return self._left_out("student < 0")

    def forget_readmitted(self) -> None:
        """Remove what is known of readmitted students, who have been graded again."""
        self._connection.execute("DELETE FROM forgotten WHERE student < 0")

    def _left_out(self, condition: str) -> LeftOut:
        found = self._connection.execute("SELECT salt FROM salt").fetchone()
        return (
            LeftOut(found[0], dict(self._connection.execute(f"SELECT hash, student FROM forgotten WHERE {condition}")))  # noqa: S608 - constants
            if found
            else LeftOut()
        )

    def with_salt(self) -> LeftOut:
        """Return the forgotten students; if the store has no salt for their hashes yet, make one first."""
        if not self._connection.execute("SELECT 1 FROM salt").fetchone():
            self._connection.execute("INSERT INTO salt VALUES (?)", (secrets.token_bytes(SALT_BYTES),))
        return self.left_out()

    def add(self, hashes: Iterable[bytes], number: int | None = None) -> int:
        """Keep these hashes for a forgotten student; return the student's number, a new one if none is given."""
        if number is None:
            ((number,),) = self._connection.execute("SELECT coalesce(max(abs(student)), 0) + 1 FROM forgotten")
        rows = [(each, number) for each in hashes]
        self._connection.executemany("DELETE FROM forgotten WHERE hash = ? AND student < 0", [row[:1] for row in rows])
        self._connection.executemany("INSERT OR IGNORE INTO forgotten VALUES (?, ?)", rows)
        return int(number or 0)

    def remove(self, number: int) -> None:
        """Let a forgotten student in again, so that the next run grades what was left out."""
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

    def find(self, left_out: LeftOut, path: str, digest: str) -> tuple[str, set[int]] | None:
        """Return what the source with this path and content depends on, and who was left out of it; None if nobody."""
        rows = self._connection.execute(
            "SELECT student, valid_for FROM left_out WHERE source = ?", (_source(left_out, path, digest),)
        ).fetchall()
        return (rows[0][1], {number for number, _ in rows}) if rows else None

    def save(self, left_out: LeftOut, path: str, digest: str, depends_on: str, students: Iterable[int]) -> None:
        """Keep which students were left out of the source with this path and content, under a hash of both."""
        source = _source(left_out, path, digest)
        self._connection.execute("DELETE FROM left_out WHERE source = ?", (source,))
        rows = [(source, number, depends_on) for number in students]
        self._connection.executemany("INSERT INTO left_out VALUES (?, ?, ?)", rows)


def _source(left_out: LeftOut, path: str | bytes, digest: str) -> bytes:
    """Return the hash of a source's path and content."""
    text = path if isinstance(path, str) else path.decode("utf-8", "surrogatepass")
    return left_out.hash(SOURCE, f"{digest} {text}")


THEIRS: Final = "SELECT mark FROM answer JOIN response_mark USING (response) WHERE is_theirs(student)"
OTHERS: Final = "SELECT mark FROM answer JOIN response_mark USING (response) WHERE NOT is_theirs(student)"
THEIR_GROUPS: Final = f"""SELECT review_group FROM mark WHERE review_group <> '' AND id IN ({THEIRS})
EXCEPT SELECT review_group FROM mark WHERE id IN ({OTHERS})"""  # noqa: S608 - constants
OF_FOLDERS: Final = ("run", "run_input", "review_file")

NAMING: Final = """SELECT id FROM submission WHERE is_in(write_up) OR is_in(student)
UNION SELECT submission FROM answer JOIN response_mark USING (response)
WHERE mark IN (SELECT id FROM mark WHERE is_in(given(record)))"""
OTHER_TEXTS: Final = """SELECT student FROM issue UNION SELECT file FROM issue UNION SELECT message FROM issue
UNION SELECT answer FROM issue UNION SELECT owner FROM issue UNION SELECT faults FROM source
UNION SELECT unread FROM source UNION ALL SELECT content FROM review_file UNION ALL SELECT summary FROM run
UNION ALL SELECT student FROM change"""
"""Other texts that may have a name: issues, decisions, summaries of runs, and the history of grades."""


class Removed(NamedTuple):
    """What was removed of a student: counts, files, and review groups that nobody else is in."""

    grades: int
    """Number of assignments in which the student had grades."""
    submissions: int
    answers: int
    """Number of different answers that nobody else gave."""
    paths: list[str]
    """The paths of the student's files, relative to the results."""
    groups: set[str]
    """The review groups that nobody else is in."""


class SubmittedFile(NamedTuple):
    """The path of a file that was handed in, and whose it is."""

    submission: int
    source: int
    student: str
    path: str
    """The path relative to the results; empty where it is not known."""


class Removal:
    """Removes a student's data from all tables, and finds texts that name the student."""

    def __init__(self, connection: sqlite3.Connection, forgotten: Forgotten) -> None:
        self._connection = connection
        self._run = connection.execute
        self._forgotten = forgotten
        connection.create_function("given", 1, _given)

    def students(self) -> set[str]:
        """Return the ids of all students in the store."""
        rows = self._run(
            "SELECT student FROM standing UNION SELECT student FROM submission UNION SELECT student FROM issue"
            " UNION SELECT owner FROM issue"
        )
        return {from_sql(each) for (each,) in rows if each}

    def other_ids(self, ids: Collection[str]) -> set[str]:
        """Return the ids of submissions that may be the student's, since their file names may mean one of `ids`."""
        rows = self._run("SELECT DISTINCT student, other_ids FROM submission WHERE other_ids <> ''")
        return {from_sql(id_) for id_, text in rows if not set(ids).isdisjoint(from_json(text, list))}

    def is_on_roster(self, left_out: LeftOut, number: int) -> bool:
        """Return whether the student with this number is on the roster of the last run on any folder of submissions."""
        rows = self._run("SELECT DISTINCT student FROM run_roster")
        return any(left_out.number(from_sql(each)) == number for (each,) in rows)

    def remove(self, left_out: LeftOut, number: int, names: Collection[str]) -> Removed:
        """Remove all data of the forgotten student with this number that nobody else needs.

        `names`: texts that name the student.
        """

        @cache
        def is_theirs(id_: str) -> bool:
            return left_out.number(id_) == number

        self._define("is_theirs", is_theirs)
        answers = len(self._run(f"{THEIRS} EXCEPT {OTHERS}").fetchall())
        groups = {group for (group,) in self._run(THEIR_GROUPS)}
        paths, gone = self._leave_out(is_theirs, left_out)
        submissions = self._run("DELETE FROM submission WHERE is_theirs(student)").rowcount
        grades = self._run("DELETE FROM standing WHERE is_theirs(student)").rowcount
        self._run("DELETE FROM issue WHERE is_theirs(student) OR is_theirs(owner)")
        self._run("DELETE FROM change WHERE is_theirs(student)")
        self._run("DELETE FROM run_roster WHERE is_theirs(student)")
        self._run("DELETE FROM cache")
        self._connection.executemany("DELETE FROM source WHERE id = ?", gone)
        self._remove_runs(is_theirs)
        for id_, text in self._run("SELECT id, summary FROM run").fetchall():
            summary = from_json(text, lambda each: without_student(each, is_theirs, names, groups))
            fields = json.dumps(summary), id_
            self._run("UPDATE run SET summary = ?, inputs = '', outputs = '{}' WHERE id = ?", fields)
        self.remove_unused_marks()
        return Removed(grades, submissions, answers, paths, groups)

    def _define(self, name: str, function: Callable[[str], bool]) -> None:
        """Let SQL queries call `function` by this name with a text; NULL counts as False."""
        self._connection.create_function(name, 1, lambda value: value is not None and function(_text(value)))

    def _leave_out(self, is_theirs: Callable[[str], bool], left_out: LeftOut) -> tuple[list[str], list[tuple[int]]]:
        """Record in each source with the student that the student was left out.

        Return the paths of the student's files, and the ids of the sources that hold nobody else.  A source
        with faults is read again by the next run.
        """
        people: dict[int, set[str]] = {}
        files: dict[int, list[str]] = {}
        for each in submitted_files(self._connection):
            people.setdefault(each.source, set()).add(each.student)
            if each.path and is_theirs(each.student):
                files.setdefault(each.source, []).append(each.path)
        for source, *students in self._run("SELECT source, student, owner FROM issue"):
            people.setdefault(source, set()).update(from_sql(each) for each in students if each)
        paths: list[str] = []
        gone: list[tuple[int]] = []
        for id_, stored, digest, valid_for, faults, _ in self._run("SELECT * FROM source").fetchall():
            path, there = from_sql(stored), people.get(id_, set())
            if not any(map(is_theirs, there)) and (there or not _is_named_after(path, is_theirs)):
                continue
            paths += files.get(id_) or [path.partition("#")[0]]
            has_faults = faults != "[]"
            if all(map(is_theirs, there)):
                gone.append((id_,))
            elif has_faults:
                self._run("UPDATE source SET faults = '[]', valid_for = '' WHERE id = ?", (id_,))
            numbers = (left_out.number(each) for each in (*there, *_words_of(path)))
            known = {number for number in numbers if number is not None}
            self._forgotten.save(left_out, path, digest, "" if has_faults else valid_for, known)
        return paths, gone

    def _remove_runs(self, is_theirs: Callable[[str], bool]) -> None:
        """Remove the runs on a file of the student alone, which is named in them; nothing else is left of it by now."""
        paths = [f"{from_sql(path)}/" for (path,) in self._run("SELECT path FROM source")]
        for row in self._run("SELECT DISTINCT submissions FROM run").fetchall():
            name = from_sql(row[0])
            if _is_named_after(name, is_theirs) and not any(path.startswith(f"{name}/") for path in paths):
                self._run("DELETE FROM change WHERE run IN (SELECT id FROM run WHERE submissions = ?)", row)
                for table in OF_FOLDERS:
                    self._run(f"DELETE FROM {table} WHERE submissions = ?", row)  # noqa: S608 - constants

    def remove_unused_marks(self) -> None:
        """Remove answers that no student gave, and marks that nothing refers to."""
        self._run("DELETE FROM response WHERE id IN (SELECT id FROM unused_response)")
        self._run("DELETE FROM mark WHERE id IN (SELECT id FROM unused_mark)")

    def named_by(self, is_in: Callable[[str], bool]) -> list[SubmittedFile]:
        """Return the submissions with one of the names in a document, in an answer, or in their file's name.

        `is_in`: whether a text has one of the names.
        """
        self._define("is_in", is_in)
        found = {id_ for (id_,) in self._run(NAMING)}
        files = submitted_files(self._connection)
        return [each for each in files if each.submission in found or is_in(PurePosixPath(each.path).name)]

    def is_elsewhere(self, is_in: Callable[[str], bool]) -> bool:
        """Return whether an issue, a decision, a summary or the history of grades has one of the student's names."""
        return any(text and is_in(_text(text)) for (text,) in self._run(OTHER_TEXTS))

    def remove_earlier(self, is_in: Callable[[str], bool]) -> None:
        """Remove sources that no last run uses, and the history of ids without grades, if they have a name."""
        current = {source for (source,) in self._run("SELECT source FROM run_source")}
        earlier = {(each.source,) for each in self.named_by(is_in) if each.source not in current}
        self._connection.executemany("DELETE FROM source WHERE id = ?", earlier)
        self._run("DELETE FROM change WHERE student NOT IN (SELECT student FROM standing) AND is_in(student)")
        self.remove_unused_marks()


def submitted_files(connection: sqlite3.Connection) -> Iterator[SubmittedFile]:
    """Yield, for each submission, the path of its file and the student; an empty path where it is not known."""
    folders = {from_sql(each) for (each,) in connection.execute("SELECT DISTINCT submissions FROM run")}
    query = (
        "SELECT submission.id, source.id, path, student, file FROM submission JOIN source ON source.id = source"
        " ORDER BY submission.id"
    )
    for id_, source, *texts in connection.execute(query):
        path, student, file = map(from_sql, texts)
        folder = max((each for each in folders if f"{path}/".startswith(f"{each}/")), key=len, default=None)
        is_known = folder is not None and file.startswith(ANCHOR)
        yield SubmittedFile(id_, source, student, f"{folder}/{file.removeprefix(ANCHOR)}" if is_known else "")


def _given(record: str) -> str | bytes | None:
    """Return the answer as given from a mark's record, for use in SQL."""
    return to_sql(from_json("{" + record, lambda fields: str(fields["given"])))


def _text(value: str | bytes) -> str:
    """Return a text, or a file, in the store."""
    try:
        return from_sql(value)
    except UnicodeDecodeError:
        return value.decode("utf-8", "replace") if isinstance(value, bytes) else value


def _is_named_after(path: str, is_theirs: Callable[[str], bool]) -> bool:
    """Return whether the last name in a path, with or without suffix, is one of this student's."""
    return any(map(is_theirs, _words_of(path)))


def _words_of(path: str) -> tuple[str, str]:
    found = PurePosixPath(path)
    return (found.name, found.stem)


def without_student(
    summary: dict[str, Any], is_theirs: Callable[[str], bool], names: Collection[str], groups: set[str]
) -> dict[str, Any]:
    """Return the summary of a run without anything that names a student; counts stay as they are.

    `names`: the student's ids, names and files.  `groups`: the review groups that nobody else is in.
    """
    if not summary:  # that of a run that was not the last one
        return summary
    about, needs = naming(names), summary["needs_person"]
    waiting = [each | {"students": _others(each["students"], is_theirs)} for each in needs["answers"]]
    others = _others(needs["others"], is_theirs, "student")
    alike = [_others(ids, is_theirs) for ids in summary["ids_that_look_alike"]]
    return summary | {
        "assignments": [_sheet_without(each, is_theirs, names) for each in summary["assignments"]],
        "needs_person": needs
        | {
            "answers": [each for each in waiting if each["students"] and groups.isdisjoint(each["ids"].values())],
            "more_than_once": _others(needs["more_than_once"], is_theirs, "student"),
            "others": [each for each in others if not about(f"{each['place']} {each['message']}")],
        },
        "ids_that_look_alike": [ids for ids in alike if len(ids) > 1],
        "neighbours_answers": _others(summary.get("neighbours_answers", []), is_theirs, "student", "right_for"),
        "faults": [],  # they show answers without their students
    }


def _sheet_without(sheet: dict[str, Any], is_theirs: Callable[[str], bool], names: Collection[str]) -> dict[str, Any]:
    """Return the summary of one assignment without the student."""
    grades = _others(sheet["grades"], is_theirs, "student")
    absent = [each for each in _others(sheet["absent"], is_theirs) if each not in names]
    students = sheet["students"] - (len(sheet["grades"]) - len(grades))
    return sheet | {"students": students, "grades": grades, "absent": absent}


def _others(found: list[Any], is_theirs: Callable[[str], bool], *keys: str) -> list[Any]:
    """Return the ids that are not the student's; of records those that have none of them under these keys."""

    def is_others(each: Any) -> bool:
        values = [each[key] for key in keys] if keys else [each]
        ids = (id_ for value in values for id_ in (value if isinstance(value, list) else [value]))
        return not any(id_ and is_theirs(id_) for id_ in ids)

    return list(filter(is_others, found))


def naming(names: Iterable[str]) -> Callable[[str], bool]:
    """Return a function that tells whether a text has one of these names as a whole word."""
    texts = {text for each in names if each.strip() for text in (each, in_line(each), shortened(each))}
    words = "|".join(map(re.escape, sorted(texts, key=len, reverse=True)))
    pattern = re.compile(rf"(?<!\w)(?:{words})(?!\w)") if words else None
    return lambda text: bool(pattern and pattern.search(text))
