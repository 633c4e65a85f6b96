"""The files of the last run, made again from the store as they are without a student."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime
from typing import Final, NamedTuple

from checker.grading.computed_grades import GradeComputation, NothingGraded, RunOptions
from checker.grading.course import Course
from checker.grading.executors.jobs import task_grader
from checker.grading.output import annotated
from checker.grading.output.output_folder import OutputFolder
from checker.grading.output.write import FILES, signature, written
from checker.grading.results.members import Members
from checker.grading.reviews.read import read_reviews
from checker.grading.store import Store
from checker.grading.store.sources import StoredPaths
from checker.grading.submissions import is_result
from checker.problems import NoProblemError, load_problems

EARLIER: Final = "the last run is of an earlier version of checker"
NO_PROBLEMS: Final = "the problems are not where they were"
CHANGED: Final = "the problems or checker changed since the last run"
NOBODY: Final = "nobody else has grades"


class Remade(NamedTuple):
    """The files of the whole class, after a student was removed: made again, or deleted, and why."""

    written: list[str]
    """Their names; empty where they were deleted."""
    why_not: str = ""
    """Why they were deleted instead."""


def remake(store: Store, folder: OutputFolder, names: Collection[str], number: int) -> Remade:
    """Write the files of the last run again, or delete them if that cannot be done.  Raise Unwritable, StoreError.

    `names`: the names that the student's file in annotated/ may have.  `number`: the number of the student.
    """
    if not any((folder.folder / name).exists() for name in (*FILES, annotated.FOLDER)):
        return Remade([])
    why_not = _remake(store, folder, number)
    if not why_not:
        return Remade(written(folder))
    with folder.disk_errors():
        folder.publish({annotated.FOLDER: lambda path: is_result(str(path)) and path.stem in names})
    return Remade([], why_not)


def _remake(store: Store, folder: OutputFolder, number: int) -> str:
    """Write the files of the last run again; return why not, if that cannot be done."""
    with store.errors():
        if not any(store.history.standings()):
            return NOBODY
        if (found := store.inputs.last()) is None:
            return EARLIER
        submissions, given = found
        out = folder.folder.resolve()
        try:
            course = Course(load_problems(out / given.options["problems"]))
        except NoProblemError:
            return NO_PROBLEMS
        computation = GradeComputation(
            RunOptions(
                out / submissions,
                out / given.options["problems"],
                members=Members(given.roster),
                attempts=given.options["attempts"],
                never_lower=given.options["never_lower"],
            ),
            course,
            store,
            out,
        )
        computation.identities.adopt()
        if computation.versions.with_rules != given.options["course"]:
            return CHANGED
        computation.left_out.update(given.options["left_out"], [number])
        course.left_out = store.forgotten.left_out()
        store.sources.paths = StoredPaths(given.options["root"])
        try:
            reviews = read_reviews(store.history.review_files(submissions), course.columns)
            with task_grader(course) as grade:
                computed = computation.compute(given.sources, reviews, grade)
        except NothingGraded:
            return NOBODY
        computed.publish(datetime.now(UTC), folder)
        with store.transaction():
            computed.save(store)
            store.history.replace_run(given.run, signature(folder), computed.summary)
    return ""
