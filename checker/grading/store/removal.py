"""Removal of a student from all tables of the store."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from pathlib import PurePosixPath
from typing import Any, Final, NamedTuple

from checker.grading.left_out import LeftOut
from checker.grading.store.asked import AskedRuns
from checker.grading.store.forgotten import Forgotten, LeftOutSource
from checker.grading.store.marks import AT_ONCE
from checker.grading.store.sources import ANCHOR
from checker.grading.store.summaries import without_student
from checker.grading.store.texts import from_json, from_sql, numbers_in

OF_STUDENTS: Final = ("standing", "change")
OF_FOLDERS: Final = ("run", "asked", "review_file")


@dataclass
class Removed:
    """What was removed."""

    grades: int = 0
    """Number of assignments in which the student had grades."""
    submissions: int = 0
    answers: int = 0
    """Number of different answers that nobody else gave."""
    paths: list[str] = field(default_factory=list)
    """The paths of the student's files, relative to the results."""
    groups: set[str] = field(default_factory=set)
    """The review groups that nobody else is in."""


class SubmittedFile(NamedTuple):
    """The file of a submission."""

    submission: int
    source: int
    student: str
    path: str
    """The path relative to the results; empty where it is not known."""


class Removal:
    """Removes students; the caller opens the transaction."""

    def __init__(self, connection: sqlite3.Connection, forgotten: Forgotten, asked: AskedRuns) -> None:
        self._connection = connection
        self._forgotten = forgotten
        self._asked = asked

    def students(self) -> set[str]:
        """Return the ids of all students in the store."""
        queries = ("SELECT DISTINCT student FROM standing", "SELECT DISTINCT student FROM submission")
        found = {from_sql(each) for query in queries for (each,) in self._connection.execute(query)}
        for _, _, _, _, more in self._sources():
            found.update(_students_in(more[0]))
        return found

    def other_ids(self, ids: Collection[str]) -> set[str]:
        """Return the ids by which files name a student, where those may mean another id that is the student's."""
        rows = self._connection.execute("SELECT DISTINCT student, delivery FROM submission WHERE delivery <> ''")
        return {
            from_sql(student)
            for student, delivery in rows
            if not set(ids).isdisjoint(from_json(delivery, itemgetter(4)))
        }

    def remove(self, left_out: LeftOut, number: int, names: Collection[str]) -> Removed:
        """Remove a student who is left out, with this number, and what nobody else needs.

        `names`: texts that name the student.
        """

        def is_theirs(id_: str) -> bool:
            return left_out.number(id_) == number

        removed = Removed()
        theirs, others = self._marks_of(is_theirs)
        removed.answers = len(theirs - others)
        removed.groups = self._groups(theirs) - self._groups(others)
        gone = self._remove_sources(is_theirs, removed, left_out)
        for table in OF_STUDENTS:
            rows = self._connection.execute(f"SELECT DISTINCT student FROM {table}").fetchall()  # noqa: S608 - constants
            found = [row for row in rows if is_theirs(from_sql(row[0]))]
            done = self._connection.executemany(f"DELETE FROM {table} WHERE student = ?", found)  # noqa: S608
            removed.grades += done.rowcount if table == "standing" and found else 0
        self._remove_runs(is_theirs)
        self._scrub_runs(is_theirs, names, removed.groups)
        self._asked.remove(is_theirs, gone)
        self._connection.execute("DELETE FROM memo")
        self.remove_unused_marks()
        return removed

    def _sources(self) -> Iterator[tuple[int, str, str, str, list[Any]]]:
        rows = self._connection.execute("SELECT id, path, digest, valid_for, more FROM source").fetchall()
        return ((id_, from_sql(path), digest, valid, from_json(more, list)) for id_, path, digest, valid, more in rows)

    def _marks_of(self, is_theirs: Callable[[str], bool]) -> tuple[set[int], set[int]]:
        """Return the marks of the student's submissions, and those of others."""
        found: tuple[set[int], set[int]] = set(), set()
        for student, marks in self._connection.execute("SELECT student, marks FROM submission"):
            found[0 if is_theirs(from_sql(student)) else 1].update(numbers_in(marks))
        return found

    def _groups(self, marks: Collection[int]) -> set[str]:
        ids = list(marks)
        found: set[str] = set()
        for start in range(0, len(ids), AT_ONCE):
            some = ids[start : start + AT_ONCE]
            query = f"SELECT DISTINCT review_group FROM mark WHERE id IN ({','.join('?' * len(some))})"  # noqa: S608
            found.update(group for (group,) in self._connection.execute(query, some) if group)
        return found

    def _remove_sources(self, is_theirs: Callable[[str], bool], removed: Removed, left_out: LeftOut) -> set[int]:
        """Remove the sources that hold only this student; of others, what is the student's.  Return those removed."""
        students: dict[int, set[str]] = {}
        for source, student in self._connection.execute("SELECT source, student FROM submission"):
            students.setdefault(source, set()).add(from_sql(student))
        files: dict[int, list[str]] = {}
        for each in submitted_files(self._connection):
            if each.path and is_theirs(each.student):
                files.setdefault(each.source, []).append(each.path)
        gone: set[int] = set()
        for id_, path, digest, valid_for, (issues, faults, *unread) in self._sources():
            there = students.get(id_, set()) | _students_in(issues)
            if not any(map(is_theirs, there)) and (there or not _names(path, is_theirs)):
                continue
            removed.paths += files.get(id_) or [path.partition("#")[0]]
            numbers = (left_out.number(each) for each in (*there, *_words_of(path)))
            known = frozenset(number for number in numbers if number is not None)
            kept = valid_for
            if all(map(is_theirs, there)):
                gone.add(id_)
            else:
                kept = valid_for if self._remove_from(id_, is_theirs, (issues, faults, *unread)) else ""
            self._forgotten.save(left_out, path, digest, LeftOutSource(kept, known))
        rows = self._connection.execute("SELECT id, source, student FROM submission").fetchall()
        ids = [(id_,) for id_, source, student in rows if source in gone or is_theirs(from_sql(student))]
        removed.submissions = len(ids)
        self._connection.executemany("DELETE FROM submission WHERE id = ?", ids)
        self._connection.executemany("DELETE FROM source WHERE id = ?", ((id_,) for id_ in gone))
        return gone

    def _remove_from(self, source: int, is_theirs: Callable[[str], bool], more: Sequence[list[Any]]) -> bool:
        """Remove the issues about the student from a source of several; return whether nothing has to be graded again.

        Equal issues are only counted, so the next run finds them anew where the student had some.
        """
        issues, faults, *unread = more
        if not faults and not any(map(is_theirs, _students_in(issues))):
            return True
        if issues:
            repeated, rest, *counts = issues
            repeated = [_without(each, is_theirs) for each in repeated]
            kept = [[each for each in some if not (each[0] and is_theirs(each[0]))] for some in counts]
            issues = [[each for each in repeated if each[2]], rest, *kept]
        self._connection.execute(
            "UPDATE source SET more = ?, valid_for = '' WHERE id = ?", (json.dumps([issues, [], *unread]), source)
        )
        return False

    def _remove_runs(self, is_theirs: Callable[[str], bool]) -> None:
        """Remove the runs on a file of the student alone, which is named in them; nothing else is left of it by now."""
        paths = [f"{from_sql(path)}/" for (path,) in self._connection.execute("SELECT path FROM source")]
        for (folder,) in self._connection.execute("SELECT DISTINCT submissions FROM run").fetchall():
            name = from_sql(folder)
            if _names(name, is_theirs) and not any(path.startswith(f"{name}/") for path in paths):
                self._connection.execute(
                    "DELETE FROM change WHERE run IN (SELECT id FROM run WHERE submissions = ?)", (folder,)
                )
                for table in OF_FOLDERS:
                    self._connection.execute(f"DELETE FROM {table} WHERE submissions = ?", (folder,))  # noqa: S608

    def _scrub_runs(self, is_theirs: Callable[[str], bool], names: Collection[str], groups: Collection[str]) -> None:
        for id_, text in self._connection.execute("SELECT id, summary FROM run").fetchall():
            summary = json.dumps(from_json(text, lambda each: without_student(each, is_theirs, names, groups)))
            self._connection.execute(
                "UPDATE run SET summary = ?, inputs = '', outputs = '{}' WHERE id = ?", (summary, id_)
            )

    def remove_unused_marks(self) -> None:
        """Remove the marks that nothing refers to."""
        used: set[int] = set()
        for (marks,) in self._connection.execute("SELECT marks FROM submission"):
            used.update(numbers_in(marks))
        for (text,) in self._connection.execute("SELECT standing FROM standing"):
            used.update(from_json(text, itemgetter("marks")))
        unused = [row for row in self._connection.execute("SELECT id FROM mark").fetchall() if row[0] not in used]
        self._connection.executemany("DELETE FROM mark WHERE id = ?", unused)


def submitted_files(connection: sqlite3.Connection) -> Iterator[SubmittedFile]:
    """Yield the files of all submissions."""
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


def _students_in(issues: list[Any]) -> set[str]:
    """Return the students whom the stored issues of a source are about."""
    return {student for counts in issues[2:] for student, _ in counts if student}


def _without(repeated: list[Any], is_theirs: Callable[[str], bool]) -> list[Any]:
    """Return equal issues without the student's, as far as they are named."""
    file, message, count, is_about_answer, first = repeated
    left = [each for each in first if not (each[0] and is_theirs(each[0]))]
    return [file, message, count - (len(first) - len(left)), is_about_answer, left]


def _names(path: str, is_theirs: Callable[[str], bool]) -> bool:
    """Return whether the name of a file or a folder of a student is this student's."""
    return any(map(is_theirs, _words_of(path)))


def _words_of(path: str) -> Iterable[str]:
    found = PurePosixPath(path)
    return (found.name, found.stem)
