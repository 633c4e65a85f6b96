"""A run of `checker grade`: what is new is graded and kept in the store; then files are made from it and compared.

    sources      through Intake, which leaves out what the store knows, to workers, and what they read to the store
    answers      in the store that have no marks yet, to workers, and their marks to the store
    the store    through ResultsBuilder to CourseResults, to standings, and these to files and changes

A run that is killed loses nothing: the next one grades what was not kept yet, and makes the same bytes.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

from checker.engine.code_digest import code_digest
from checker.engine.memory import rare_collections
from checker.grading.computed_grades import ComputedGrades, GradeComputation, RunOptions
from checker.grading.course import Course
from checker.grading.executors.jobs import GradeTasks, tasks_of
from checker.grading.grader.graded_source import GradedSource, Response
from checker.grading.output.output_folder import OutputFolder
from checker.grading.output.review import refuse_to_overwrite
from checker.grading.output.write import REVIEW, signature
from checker.grading.results.changes import ChangeFinder
from checker.grading.results.course_results import CourseResults
from checker.grading.results.identity import described
from checker.grading.reviews.read import ReviewFiles, Reviews, read_reviews, redacted
from checker.grading.store import CompletedRun, GradeChange, MarkKey, RunInput, Store, StoredSource
from checker.grading.store.sources import StoredPaths
from checker.grading.submissions.model import HandIn, Source
from checker.grading.versions import Versions

AT_ONCE: Final = 64
"""Number of answers to a problem that are marked at once."""


class Intake:
    """Leaves out the sources of a run that the store knows already, and keeps what the others hold."""

    def __init__(self, course: Course, versions: Versions, store: Store, folder: str, left_out: set[int]) -> None:
        """`left_out`: the numbers of students who are not graded; those in the sources are added."""
        self._course = course
        self._versions = versions
        self._store = store
        self._folder = folder
        self._indexes: dict[str, int] = {}
        """By key, the indexes in `ids` of the sources that are graded now."""
        self._keys = [MarkKey(each.id, each.part_id, versions.problems[each.id]) for each in course.columns]
        self._digest = hashlib.sha256()
        self.ids: list[int] = []
        """The ids of all sources, in their order; 0 until it is known."""
        self.graded = 0
        """Number of sources that were graded now."""
        self._left_out = left_out
        self._waiting: deque[int] = deque()
        """The ids of the answers that are being marked."""

    @property
    def digest(self) -> str:
        """Return a hash of all sources so far."""
        return self._digest.hexdigest()

    def pending(self, sources: Iterable[Source]) -> Iterator[Source]:
        """Yield the sources that have to be graded: not in the store, or not as they would be graded today."""
        is_first = not self._store.sources.exist and not self._course.left_out
        for source in sources:
            self._digest.update(source.key.encode("utf-8", "surrogatepass") + source.digest)
            known = None if is_first else self._known(self._path(source.key), source.digest.hex())
            hint = source.assignment_hint if isinstance(source, HandIn) else None
            if known and self._versions.is_valid(known.depends_on, hint):
                self.ids.append(known.id)
            else:
                self._indexes[source.key] = len(self.ids)
                self.ids.append(0)
                yield source

    def _known(self, path: str, digest: str) -> StoredSource | None:
        """Return what the store has of the source with this content; None if it was never graded.

        The id is 0 if nothing was kept of it, since all of it was left out.
        """
        known = self._store.sources.find(path, digest)
        left_out = self._course.left_out
        if left_out and (found := self._store.forgotten.find(left_out, path, digest)):
            depends_on, students = found
            self._left_out |= students
            return known or StoredSource(0, depends_on)
        return known

    def save(self, sources: Sequence[GradedSource]) -> None:
        """Keep these graded sources in the store, all or none."""
        with self._store.transaction():
            for graded in sources:
                path = self._path(graded.key)
                if students := graded.left_out:
                    self._left_out |= students
                    about = path, graded.digest, graded.depends_on
                    self._store.forgotten.save(self._course.left_out, *about, students)
                if not (graded.left_out and graded.is_empty):
                    self.ids[self._indexes[graded.key]] = self._store.sources.save(path, graded, self._keys)
        self.graded += len(sources)

    def unmarked(self) -> Iterator[list[Response]]:
        """Yield, in groups for workers, the answers in the store without marks by today's version of their problem."""
        self._store.sources.choose(self.ids)
        left = self._store.responses.unmarked()
        while some := list(islice(left, AT_ONCE)):
            self._waiting += [id_ for id_, _ in some]
            yield [response for _, response in some]

    def save_marks(self, responses: Sequence[Response]) -> None:
        """Keep the marks of the next answers that `unmarked` yielded, all or none."""
        with self._store.transaction():
            for response in responses:
                self._store.responses.save_marks(self._waiting.popleft(), response, self._keys)
            self._store.history.save_cached(dict(each.told for each in responses if each.told))

    def _path(self, key: str) -> str:
        return f"{self._folder}/{key}"


class RunReport(NamedTuple):
    """What a run reports: the summary, the changes, and how many sources were graded."""

    summary: dict[str, Any]
    """As scripts get it."""
    changes: list[GradeChange]
    graded: int
    """Number of sources that were graded now; the others were known."""
    kept_higher: int
    """Number of grades that were not lowered."""
    reviews: Reviews
    results: CourseResults | None
    """None where nothing has changed since the last run."""
    root: str
    """The folder or zip of submissions, as paths begin."""


class GradingRun(GradeComputation):
    """One run of `checker grade`: from a folder of submissions to a folder of results."""

    def __init__(self, options: RunOptions, course: Course, store: Store, out: Path) -> None:
        super().__init__(options, course, store, out)
        self._review = out / REVIEW
        self._started = datetime.now(UTC)
        self._intake = Intake(course, self.versions, store, self.folder, self.left_out)
        self._root = os.fspath(options.submissions)
        self._grade: GradeTasks
        self.notices: list[str] = []
        """Sentences that the user has to know, whatever the results are."""
        store.sources.paths = StoredPaths(self._root)

    def grade(self, sources: Iterable[Source], grade: GradeTasks) -> None:
        """Grade what is new or has changed, and keep each result in the store as it comes.

        Raise StoreError, and Unwritable.
        """
        self._grade = grade
        with self.store.errors(), rare_collections():
            self._leave_out()
            self.notices = self.identities.adopt()
            self.identities.refuse_unclear(self.is_below)
            given = self.options.review_files
            refuse_to_overwrite(self._review, self._decisions if given is None else given)
            for read in grade(tasks_of(self._intake.pending(sources))):
                self._intake.save([each for each in read if isinstance(each, GradedSource)])
            last = self._last
            if last is None or last.inputs != self._inputs or last.summary["faults"]:
                for marked in grade(self._intake.unmarked()):
                    self._intake.save_marks([each for each in marked if isinstance(each, Response)])

    def finish(self, folder: OutputFolder | None) -> RunReport:
        """Make the files of results after `grade` and publish them; without a folder nothing is written.

        Raise StoreError, and Unwritable.
        """
        with self.store.errors():
            reviews = read_reviews(self._decisions, self.course.columns)
            if folder and self._last and self._is_unchanged(self._last, folder):
                return RunReport(self._last.summary, [], self._intake.graded, 0, reviews, None, self._root)
            return self._finish(folder, reviews)

    def _leave_out(self) -> None:
        """Leave the forgotten students out of this run.

        Ids that only the roster shows are forgotten too, and what the store has under them is removed.
        """
        forgotten = self.store.forgotten
        self.course.left_out = left_out = forgotten.left_out()
        for number, students in self.members.of_left_out(left_out).items():
            self.members = self.members.without(students)
            self.left_out.add(number)
            ids = {id_ for student in students for id_ in student.keys if not left_out.has(id_)}
            if ids:
                self.store.overwrite_removed()
                with self.store.transaction():
                    forgotten.add(left_out.hashes(ids), number)
                    self.course.left_out = forgotten.left_out()
                    names = {text for student in students for text in (student.name, student.email) if text}
                    self.store.removal.remove(self.course.left_out, number, ids | names)

    def _finish(self, folder: OutputFolder | None, reviews: Reviews) -> RunReport:
        """Compute the grades and their changes, and publish and keep them if there is a folder."""
        kept = self._kept_options  # this and the next before the course gets assignments that are not graded now
        assignments = {each.stored_name for each in self.course.assignments.values()}
        computed = self.compute(self._intake.ids, reviews, self._grade)
        changes = ChangeFinder(self.store, assignments).changes(computed.before, computed.now, computed.ending)
        if folder:
            computed.files.publish(computed.summary, self._started, folder)
            self._keep(folder, computed, changes, kept)
        return RunReport(
            computed.summary, changes, self._intake.graded, computed.kept_higher, reviews, computed.results, self._root
        )

    def _keep(
        self, folder: OutputFolder, computed: ComputedGrades, changes: list[GradeChange], options: dict[str, Any]
    ) -> None:
        """Keep the grades and the run in the store, all or nothing: until then the run is not complete."""
        history = self.store.history
        started, ended = (each.isoformat(timespec="seconds") for each in (self._started, datetime.now(UTC)))
        run = CompletedRun(0, started, ended, code_digest(), self._inputs, signature(folder), computed.summary)
        with self.store.transaction():
            computed.save(self.store)
            history.save_assignments(described(self.course, self.problems, self.versions.problems))
            self._save_decisions()
            self.store.forgotten.forget_readmitted()
            self.store.responses.remove_outdated()
            id_ = history.add_run(self.folder, run, changes)
            self.store.inputs.save(self.folder, RunInput(id_, options, self.members.roster, self._intake.ids))

    @property
    def _kept_options(self) -> dict[str, Any]:
        """Return the options that the files of this run depend on."""
        options = self.options
        return {
            "root": self._root,
            "problems": self.problems,
            "course": self.versions.with_rules,
            "attempts": options.attempts,
            "never_lower": options.never_lower,
            "left_out": sorted(self.left_out),
        }

    @cached_property
    def _last(self) -> CompletedRun | None:
        """Return the last complete run on this folder, as it is when this one begins."""
        return self.store.history.last_run(self.folder)

    @cached_property
    def _decisions(self) -> ReviewFiles:
        """Return the reviewers' files of this run: those given, without forgotten students, or those of the last run.

        A new folder has those of folders that no longer exist, since it may be one of them renamed.
        """
        history, given = self.store.history, self.options.review_files
        if given is not None:
            return redacted(given, self.course.left_out) if self.course.left_out else given
        if self._last is not None:
            return history.review_files(self.folder)
        gone = [each for each in history.reviewed_folders() if not Path(self.out, each).exists()]
        return {name: data for each in gone for name, data in history.review_files(each).items()}

    def _save_decisions(self) -> None:
        """Keep the files of decisions for the next run."""
        files, left_out = self._decisions, self.course.left_out
        files = redacted(files, left_out, with_groups=False) if left_out else files
        kept = {name: data for name, data in files.items() if isinstance(data, bytes)}
        self.store.history.save_review_files(self.folder, kept)

    def _is_unchanged(self, last: CompletedRun, folder: OutputFolder) -> bool:
        """Return whether all inputs are as in the last run, and its files are as it left them.

        False if a run on another folder came in between, since a student may have handed in in both.
        """
        is_whole = last.inputs == self._inputs and not self._intake.graded and not last.summary["faults"]
        return is_whole and self.store.history.last_id() == last.id and last.outputs == signature(folder)

    @cached_property
    def _inputs(self) -> str:
        """Return the digest of all that decides the results; it is asked for when all sources are there."""
        options = self.options
        reviews = [
            [name, str(data) if isinstance(data, Exception) else _hash(data)] for name, data in self._decisions.items()
        ]
        others = options.attempts, options.never_lower, os.fspath(options.submissions), self.problems
        left_out = sorted(each.hex() for each in self.course.left_out.numbers)
        found = [self._intake.digest, self.versions.with_rules, left_out, reviews, _hash(options.roster), *others]
        return _hash(json.dumps(found).encode())


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
