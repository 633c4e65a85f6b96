"""`GradeComputation`: the grades of a run from the store, and what its files are made of; the caller publishes them.

`open_results` opens and locks a folder of results: it replaces a damaged store by a new one, and refuses files there
that no run of checker made.
"""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Final, NamedTuple

from checker.document.errors import quote
from checker.grading.class_answers.suspicions import neighbours_answers
from checker.grading.course import Course
from checker.grading.executors.jobs import GradeTasks
from checker.grading.grader.graded_source import Issue
from checker.grading.output.output_folder import ADVICE, OutputFolder, Unwritable
from checker.grading.output.summary import Summary, working_in
from checker.grading.output.write import FILES, PUBLISHED, ResultFiles
from checker.grading.results.assemble import ResultsBuilder
from checker.grading.results.attempts import Attempts
from checker.grading.results.course_results import CourseResults
from checker.grading.results.findings import KeptFindings
from checker.grading.results.identity import Identities, add_staying, relative_to_results
from checker.grading.results.members import Members
from checker.grading.results.standings import StandingKey, keep_higher, merged_with_earlier, standings
from checker.grading.reviews.read import ReviewFiles, Reviews
from checker.grading.store import STORE, Standing, Store, StoreDamaged, StoreError, journal_of, keep_aside
from checker.grading.submissions.walk import holds_results
from checker.grading.versions import Versions

UNKNOWN_EXTENSION: Final = "the student {} has an extension, but is not on the roster and handed nothing in"


class NothingGraded(Exception):  # noqa: N818 - not an error of the program: the name of an outcome
    """Raised where no submission can be graded."""

    def __init__(self, results: CourseResults, left_out: int = 0) -> None:
        super().__init__()
        self.results = results
        self.left_out = left_out
        """Number of students who are left out, because they were forgotten."""


class ComputedGrades(NamedTuple):
    """The grades of a run as computed from the store, and the files that show them."""

    results: CourseResults
    before: list[Standing]
    now: dict[StandingKey, Standing]
    everyone: list[Standing]
    """Also those of other folders of submissions."""
    ending: list[Standing]
    kept_higher: int
    summary: dict[str, Any]
    files: ResultFiles
    findings: KeptFindings

    def save(self, store: Store) -> None:
        """Keep the grades of everyone in the store, remove those of `ending`, and add new findings about answers."""
        store.history.save_standings(self.everyone, ((each.assignment, each.student) for each in self.ending))
        self.findings.save()


@dataclass(frozen=True)
class RunOptions:
    """What a run is asked to do: the folders, the students, and which attempts count."""

    submissions: Path
    problems: Path
    review_files: ReviewFiles | None = None
    """None: there is no folder of reviews, so the decisions of the last run hold."""
    members: Members = field(default_factory=Members)
    roster: bytes = b""
    """The roster as it was read, by which the next run knows whether it has changed."""
    attempts: Attempts = "last"
    never_lower: bool = False


class GradeComputation:
    """Computes grades: holds the course, its rules and the options, and is given submissions and decisions."""

    def __init__(self, options: RunOptions, course: Course, store: Store, out: Path) -> None:
        self.options = options
        self.course = course
        self.store = store
        self.out = Path(os.path.realpath(out)).as_posix()
        course.roster = options.members.roster
        self.versions = Versions(course)
        self.folder = relative_to_results(options.submissions, out)
        """The folder of submissions as the store knows it: relative to the results."""
        self.problems = relative_to_results(options.problems, out)
        self.members = options.members
        self.left_out: set[int] = set()
        """The numbers of the students who are not graded."""
        store.responses.use(self.versions.problems)

    @cached_property
    def identities(self) -> Identities:
        """Return the comparison of the course's assignments with those that the store has grades of."""
        return Identities(self.course, self.store, self.versions, self.problems, self.out)

    def is_below(self, path: str) -> bool:
        """Return whether a path, relative to the results, is in the folder that is graded now.

        Grades from other folders stay as they are.
        """
        folder, place = (posixpath.normpath(posixpath.join(self.out, each)) for each in (self.folder, path))
        return f"{place}/".startswith(f"{folder.rstrip('/')}/")

    def compute(self, source_ids: Sequence[int], reviews: Reviews, grade: GradeTasks) -> ComputedGrades:
        """Return the grades of the sources with these ids in the store; `grade` looks into answers that several share.

        Raise NothingGraded.
        """
        store, members, options = self.store, self.members, self.options
        before = list(store.history.standings())
        store.sources.choose(source_ids)
        builder = ResultsBuilder(self.course, reviews, members, options.attempts, store, self.versions)
        with store.transaction():  # decided answers are kept, too
            results = builder.build()
        for assignment, student in members.unknown_extensions(results):
            if not self.course.left_out.has(student):
                place, message = f"{assignment}: extensions", UNKNOWN_EXTENSION.format(quote(student))
                results.log.add(Issue(None, place, None, message))
        if not results.rows and not (members.roster and members.roster.students):
            raise NothingGraded(results, len(self.left_out))
        kept_higher = keep_higher(results, before, store) if options.never_lower else 0
        now = standings(results, members)
        everyone, staying, ending = merged_with_earlier(now, before, self.is_below, members)
        in_columns = add_staying(results, staying, everyone, store)
        working = working_in(builder.write_ups, store)
        findings = KeptFindings(store, self.versions, builder.given, grade)
        summary = Summary(results, now, findings, len(self.left_out), working).record()
        summary["neighbours_answers"] = neighbours_answers(results, store)
        files = ResultFiles(results, in_columns, staying, builder.write_ups, store)
        return ComputedGrades(results, before, now, everyone, ending, kept_higher, summary, files, findings)


ANEW: Final = (
    "everything is graded again, the history of grades begins anew, decisions come from the folder of reviews only, and"
    " students who were forgotten are graded again"
)
MISSING: Final = f"{{}} has results, but no checker.db: {ANEW}"
DAMAGED: Final = f"{{}} was damaged and is kept as {{}}; {ANEW}"
DAMAGED_NOW: Final = "{} is damaged and now kept as {}; run the command again"
NOT_OURS: Final = (
    "cannot write {}: it is not known to be a file of checker, since there is no summary.json of a run next to it; {}"
)


class OpenResults(NamedTuple):
    """An open store, and the folder for the files of results (None if nothing is written)."""

    store: Store
    folder: OutputFolder | None
    notice: str = ""
    """What the user has to know about the store."""


@contextmanager
def open_results(out: Path, *, is_draft: bool) -> Iterator[OpenResults]:
    """Open and lock the store in a folder of results, for a `with` block.  Raise Unwritable, StoreError.

    A store that was made for nothing is removed.
    """
    path = out / STORE
    if is_draft:
        with Store(path, is_draft=True) as store:
            yield OpenResults(store, None, _check_files(out, store))
        return
    with OutputFolder(out, PUBLISHED) as folder:
        is_new = not path.exists()
        try:
            store, notice = _opened(path)
            with store:
                yield OpenResults(store, folder, notice or _check_files(out, store))
        except StoreDamaged:  # in a way that only shows where it is read
            aside = keep_aside(path)
            raise StoreDamaged(DAMAGED_NOW.format(path, aside.name)) from None
        except BaseException as ended:
            if is_new and (isinstance(ended, NothingGraded) or _is_empty(path)):
                for each in (path, journal_of(path)):
                    each.unlink(missing_ok=True)
            raise


def _is_empty(path: Path) -> bool:
    """Return whether the store at this path holds no graded source; one that cannot be read is not empty."""
    if not path.exists() or path.stat().st_size == 0:
        return True
    try:
        with Store(path) as store:
            return not store.sources.exist
    except StoreError:
        return False


def _opened(path: Path) -> tuple[Store, str]:
    """Return the open store, a new one in place of a damaged one, and a warning that says so (else empty)."""
    try:
        store = Store(path)
        try:
            store.check()
        except StoreDamaged:
            store.close()
            raise
    except StoreDamaged:
        aside = keep_aside(path)
        return Store(path), DAMAGED.format(path, aside.name)
    return store, ""


def _check_files(out: Path, store: Store) -> str:
    """Return a warning if the folder has files of results but the store is new; else an empty text.

    Raise Unwritable if no run made those files, since they may be the user's own.
    """
    with store.errors():
        if store.history.last_id() is not None:
            return ""
        is_new = not store.sources.exist
    there = next((name for name in FILES if os.path.lexists(out / name)), None)
    if there is None:
        return ""
    if not holds_results(str(out)):
        raise Unwritable(NOT_OURS.format(out / there, ADVICE))
    return MISSING.format(out) if is_new else ""
