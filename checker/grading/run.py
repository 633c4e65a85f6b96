"""A run: what is new is graded and kept in the store; then the views are made from it, and the grades compared.

    sources      through Intake, which leaves out what the store knows, to workers, and what they find to the store
    the store    through Assembly to CourseResults, to standings, and these to views and changes

A run that is killed loses nothing: the next one grades what was not kept yet, and makes the same bytes.
"""

from __future__ import annotations

import hashlib
import json
import os
import posixpath
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any, Final, NamedTuple

from checker.document.errors import quote
from checker.engine.code_digest import code_digest
from checker.grading.course import Course
from checker.grading.executors.jobs import Task, tasks_of
from checker.grading.grader.chunk import Chunk
from checker.grading.intake import Intake
from checker.grading.output.output_folder import OutputFolder
from checker.grading.output.summary import Summary
from checker.grading.output.write import Views, signature
from checker.grading.results.assemble import Assembly, note_groups
from checker.grading.results.attempts import Attempts
from checker.grading.results.changes import ChangeFinder
from checker.grading.results.course_results import CourseResults
from checker.grading.results.earlier import add_staying, described, refuse_other_problems
from checker.grading.results.findings import MarkingFindings
from checker.grading.results.members import Members
from checker.grading.results.memos import Memos
from checker.grading.results.never_lower import keep_higher
from checker.grading.results.standings import standings, with_those_of_others
from checker.grading.reviews.read import ReviewFiles, Reviews, read_reviews
from checker.grading.store import Change, Run, Standing, Store
from checker.grading.store.sources import Places
from checker.grading.submissions import Source
from checker.grading.versions import Versions

Grade = Callable[[Iterable[Task]], Iterator[Chunk]]
"""A function that grades tasks, in their order: in this process, in several, or on a cluster."""


UNKNOWN_EXTENSION: Final = "the student {} has an extension, but is not on the roster and handed nothing in"


class NothingGraded(Exception):  # noqa: N818 - not an error of the program: the name of an outcome
    """Nothing was handed in that can be graded."""

    def __init__(self, results: CourseResults) -> None:
        super().__init__()
        self.results = results


@dataclass(frozen=True)
class RunOptions:
    """What a run is asked to do."""

    submissions: Path
    problems: Path
    review_files: ReviewFiles | None = None
    """None: there is no folder of reviews, so the decisions of the last run hold."""
    members: Members = field(default_factory=Members)
    roster: bytes = b""
    """The roster as it was read, by which the next run knows whether it has changed."""
    attempts: Attempts = "last"
    never_lower: bool = False


class Finished(NamedTuple):
    """What a run found and did."""

    summary: dict[str, Any]
    """As scripts get it."""
    changes: list[Change]
    graded: int
    """Number of sources that were graded now; the others were known."""
    kept_higher: int
    """Number of grades that were not lowered."""
    reviews: Reviews
    results: CourseResults | None
    """None where nothing has changed since the last run."""
    root: str
    """The folder or zip of submissions, as paths begin."""


class GradingRun:
    """One run on a folder of submissions, into a folder of results."""

    def __init__(self, options: RunOptions, course: Course, store: Store, out: Path) -> None:
        self._options = options
        self._course = course
        self._store = store
        self._versions = Versions(course)
        self._out = Path(os.path.realpath(out)).as_posix()
        self._folder = _relative(options.submissions, out)
        self._problems = _relative(options.problems, out)
        self._started = datetime.now(UTC)
        self._memos = Memos(store, self._versions)
        self._findings = MarkingFindings(self._memos)
        self._intake = Intake(course, self._versions, store, self._folder)
        self._root = os.fspath(options.submissions)
        store.sources.places = Places(self._root)

    def grade(self, sources: Iterable[Source], grade: Grade) -> None:
        """Grade what is not known yet, and what has changed since; it is kept as it comes.  Raise StoreError."""
        with self._store.errors():
            refuse_other_problems(self._store, self._course, self._problems, self._is_below)
            for chunk in grade(tasks_of(self._intake.pending(sources))):
                self._intake.save(chunk)
                self._findings.update(chunk.findings)
            is_known = self._last is not None and self._last.inputs == self._inputs
            if not is_known and (outdated := self._intake.outdated()):
                outdated.save(grade(outdated.tasks()))

    def finish(self, folder: OutputFolder | None) -> Finished:
        """Make the views and publish them; without a folder nothing is written.  Raise StoreError, and Unwritable."""
        with self._store.errors():
            reviews = read_reviews(self._review_files, self._course)
            if folder and self._last and self._is_unchanged(self._last, folder):
                return Finished(self._last.summary, [], self._intake.graded, 0, reviews, None, self._root)
            return self._finish(folder, reviews)

    def _finish(self, folder: OutputFolder | None, reviews: Reviews) -> Finished:
        store, course, options = self._store, self._course, self._options
        before = list(store.history.standings())
        store.sources.choose(self._intake.ids)
        assembly = Assembly(course, reviews, options.members, options.attempts, store, self._versions)
        with store.transaction():  # decided answers are kept, too
            results = assembly.results()
        for assignment, student in options.members.unknown_extensions(results):
            results.log.add(None, f"{assignment}: extensions", None, UNKNOWN_EXTENSION.format(quote(student)))
        self._findings.given = assembly.given
        if not results.rows and not options.members.roster:
            raise NothingGraded(results)
        kept_higher = keep_higher(results, before, store) if options.never_lower else 0
        now = standings(results, options.members)
        everyone, staying, ending = with_those_of_others(now, before, self._is_below, options.members)
        in_columns = add_staying(results, staying, everyone, store)
        note_groups(results)
        changes = ChangeFinder(store).changes(before, now, ending)
        summary = Summary(results, now, self._findings).record()
        if folder:
            views = Views(results, in_columns, staying, assembly.write_ups, store)
            views.write(folder)
            views.publish(summary, self._started, folder)
            self._keep(folder, summary, everyone, ending, changes)
        return Finished(summary, changes, self._intake.graded, kept_higher, reviews, results, self._root)

    def _keep(
        self,
        folder: OutputFolder,
        summary: dict[str, Any],
        everyone: Sequence[Standing],
        ending: Sequence[Standing],
        changes: Sequence[Change],
    ) -> None:
        """Keep the grades and the run in the store, all or nothing: until then the run is not complete."""
        history = self._store.history
        started, ended = (each.isoformat(timespec="seconds") for each in (self._started, datetime.now(UTC)))
        run = Run(0, started, ended, code_digest(), self._inputs, signature(folder), summary)
        with self._store.transaction():
            history.save_standings(everyone, ((each.assignment, each.student) for each in ending))
            history.save_assignments(described(self._course, self._problems))
            files = {name: data for name, data in self._review_files.items() if isinstance(data, bytes)}
            history.save_review_files(self._folder, files)
            self._memos.save()
            history.add_run(self._folder, run, changes)

    def _is_below(self, path: str) -> bool:
        """Return whether a path, relative to the results, is that of the submissions or below it."""
        folder, place = (posixpath.normpath(posixpath.join(self._out, each)) for each in (self._folder, path))
        return f"{place}/".startswith(f"{folder.rstrip('/')}/")

    @cached_property
    def _last(self) -> Run | None:
        """Return the last complete run on this folder, as it is when this one begins."""
        return self._store.history.last_run(self._folder)

    @cached_property
    def _review_files(self) -> ReviewFiles:
        """Return the files of decisions: those of the folder, or else those of the last run.

        A new folder of submissions has those of folders that are not there any more: it may be one of them, renamed.
        """
        history = self._store.history
        if self._options.review_files is not None:
            return self._options.review_files
        if self._last:
            return history.review_files(self._folder)
        gone = [each for each in history.reviewed_folders() if not Path(self._out, each).exists()]
        return {name: data for each in gone for name, data in history.review_files(each).items()}

    def _is_unchanged(self, last: Run, folder: OutputFolder) -> bool:
        """Return whether everything went in as before, and the files are still as the last run left them.

        After a run on another folder it is not asked: a student may have handed in in both.
        """
        is_whole = last.inputs == self._inputs and not self._intake.graded and not last.summary["faults"]
        return is_whole and self._store.history.last_id() == last.id and last.outputs == signature(folder)

    @cached_property
    def _inputs(self) -> str:
        """Return the digest of all that decides the results; it is asked for when all sources are there."""
        options = self._options
        course = [[each.title, each.stored_name, repr(each.settings)] for each in self._course.assignments.values()]
        reviews = [
            [name, str(data) if isinstance(data, Exception) else _hash(data)]
            for name, data in self._review_files.items()
        ]
        others = options.attempts, options.never_lower, os.fspath(options.submissions), self._problems
        found = [self._intake.digest, self._versions.course, course, reviews, _hash(options.roster), *others]
        return _hash(json.dumps(found).encode())


def _relative(path: Path, out: Path) -> str:
    """Return a path relative to the results, so that both may be moved together."""
    try:
        found = os.path.relpath(os.path.realpath(path), os.path.realpath(out))
    except ValueError:  # on another drive of Windows
        found = os.path.realpath(path)
    return Path(found).as_posix()


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
