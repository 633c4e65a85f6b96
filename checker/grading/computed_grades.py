"""Grades computed from the store, and the files that show them: the end of a run, and what `forget` does again."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, Final, NamedTuple

from checker.document.errors import quote
from checker.grading.course import Course
from checker.grading.grader.issues import Issue
from checker.grading.output.output_folder import OutputFolder
from checker.grading.output.summary import Summary, working_in
from checker.grading.output.write import ResultFiles
from checker.grading.results.assemble import ResultsBuilder, note_groups
from checker.grading.results.attempts import Attempts
from checker.grading.results.course_results import CourseResults
from checker.grading.results.findings import Findings
from checker.grading.results.identity import add_staying
from checker.grading.results.members import Members
from checker.grading.results.standings import StandingKey, keep_higher, standings, with_those_of_others
from checker.grading.reviews.read import Reviews
from checker.grading.store import Standing, Store
from checker.grading.versions import Versions

UNKNOWN_EXTENSION: Final = "the student {} has an extension, but is not on the roster and handed nothing in"


class NothingGraded(Exception):  # noqa: N818 - not an error of the program: the name of an outcome
    """Nothing was handed in that can be graded."""

    def __init__(self, results: CourseResults, left_out: int = 0) -> None:
        super().__init__()
        self.results = results
        self.left_out = left_out
        """Number of students who are left out, because they were forgotten."""


class ComputedGrades(NamedTuple):
    """Grades computed from the store, and the files that show them."""

    results: CourseResults
    before: list[Standing]
    now: dict[StandingKey, Standing]
    everyone: list[Standing]
    """Also those of other folders of submissions."""
    ending: list[Standing]
    kept_higher: int
    summary: dict[str, Any]
    files: ResultFiles

    def publish(self, started: datetime, folder: OutputFolder) -> None:
        """Write all files, and put them into their places.  Raise Unwritable."""
        self.files.write(folder)
        self.files.publish(self.summary, started, folder)


@dataclass(frozen=True, kw_only=True)
class GradeComputation:
    """Everything that grades depend on besides the sources and the decisions."""

    course: Course
    store: Store
    versions: Versions
    findings: Findings
    members: Members
    attempts: Attempts
    is_below: Callable[[str], bool]
    """Whether a path, relative to the results, is that of the submissions or below it."""
    never_lower: bool = False
    left_out: frozenset[int] = frozenset()
    """The numbers of the students who are not graded."""

    def compute(self, sources: Sequence[int], reviews: Reviews) -> ComputedGrades:
        """Return the grades of these sources.  Raise NothingGraded."""
        store, members = self.store, self.members
        before = list(store.history.standings())
        store.sources.choose(sources)
        builder = ResultsBuilder(self.course, reviews, members, self.attempts, store, self.versions)
        with store.transaction():  # decided answers are kept, too
            results = builder.build()
        for assignment, student in members.unknown_extensions(results):
            if not self.course.left_out.has(student):
                place, message = f"{assignment}: extensions", UNKNOWN_EXTENSION.format(quote(student))
                results.log.add(Issue(None, place, None, message))
        self.findings.given = builder.given
        if not results.rows and not (members.roster and members.roster.students):
            raise NothingGraded(results, len(self.left_out))
        kept_higher = keep_higher(results, before, store) if self.never_lower else 0
        now = standings(results, members)
        everyone, staying, ending = with_those_of_others(now, before, self.is_below, members)
        in_columns = add_staying(results, staying, everyone, store)
        note_groups(results)
        working = working_in(builder.write_ups, store)
        summary = Summary(results, now, self.findings, len(self.left_out), working).record()
        files = ResultFiles(results, in_columns, staying, builder.write_ups, store)
        return ComputedGrades(results, before, now, everyone, ending, kept_higher, summary, files)


def below(out: str, folder: str) -> Callable[[str], bool]:
    """Return the function that tells whether a path is that of a folder or below it; all are relative to `out`."""
    return partial(_is_below, posixpath.normpath(posixpath.join(out, folder)), out)


def _is_below(folder: str, out: str, path: str) -> bool:
    place = posixpath.normpath(posixpath.join(out, path))
    return f"{place}/".startswith(f"{folder.rstrip('/')}/")
