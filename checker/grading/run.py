"""`run`: grades a folder of submissions into a folder of results, as `checker grade` was asked.

Files are published together, all or none; a run that is killed leaves those of the last one, and the next run goes on
with what was read and marked.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from checker.document import beginning
from checker.document.errors import quote
from checker.engine.errors import UserError
from checker.grading.attempts import Attempts
from checker.grading.cache import CACHE, JOURNAL, Cache
from checker.grading.changes import NOTHING_BEFORE, Before
from checker.grading.course import Course
from checker.grading.decisions import ReviewFiles, Reviews, read_reviews, review_files
from checker.grading.files import ANNOTATED, FILES, REVIEW, SUMMARY
from checker.grading.forgotten import FORGOTTEN, Forgotten
from checker.grading.grade import Grader, Grading, Run
from checker.grading.gradebook import Rules
from checker.grading.members import Members
from checker.grading.output_folder import ADVICE, OutputFolder, Unwritable
from checker.grading.own_files import holds_results as is_summary
from checker.grading.own_files import is_result
from checker.grading.published import Results
from checker.grading.review_files import refuse_to_overwrite
from checker.grading.workers import Workers
from checker.lms.students import Roster
from checker.problems import Collection

REVIEWS: Final = Path("reviews")

OTHER_SUBMISSIONS: Final = (
    "{out} holds the results of {other}, and one folder of results belongs to one of submissions; "
    "choose another folder with --out"
)
NO_DECISIONS: Final = (
    "the last run used the decisions in {reviews}, and there is no such folder now; name the folder with --reviews, or "
    "give an empty one to grade without decisions"
)
NOT_OURS: Final = (
    "cannot write {}: it is not known to be a file of checker, since there is no summary.json of a run next to it; {}"
)


class NothingGraded(UserError):  # noqa: N818 - the name of a state
    """Raised where there is no answer to grade, so that nothing is written."""

    def __init__(self, run: Run) -> None:
        super().__init__("nothing is graded")
        self.run = run


class Cannot(UserError):  # noqa: N818 - the name of a state
    """Raised where a run is refused; the message says why and what to do."""


@dataclass(frozen=True)
class Options:
    """How a run is asked for."""

    submissions: Path
    problems: Path = Path("problems")
    out: Path = Path("results")
    reviews: Path | None = None
    """The folder of decisions; None takes `reviews` if there is such a folder."""
    roster: Path | None = None
    attempts: Attempts = "last"
    never_lower: bool = False
    is_draft: bool = False
    """Nothing is written."""
    jobs: int = 1
    dask: str | None = None

    def record(self) -> dict[str, Any]:
        """Return what the next commands need, with paths relative to the results."""
        reviews = self.reviews or (REVIEWS if REVIEWS.is_dir() else None)
        paths = {"submissions": self.submissions, "problems": self.problems, "roster": self.roster, "reviews": reviews}
        return {name: path and relative(path, self.out) for name, path in paths.items()} | {
            "attempts": self.attempts,
            "never_lower": self.never_lower,
        }

    @classmethod
    def of_record(cls, kept: dict[str, Any], out: Path) -> Options:
        """Return the options of the run that wrote a folder of results."""

        def path(name: str) -> Path | None:
            return from_here(Path(os.path.normpath(out.resolve() / kept[name]))) if kept[name] else None

        submissions, problems = path("submissions") or out, path("problems") or out
        rules = {"attempts": kept["attempts"], "never_lower": kept["never_lower"]}
        return cls(submissions, problems, out, path("reviews"), path("roster"), **rules)


def relative(path: Path, out: Path) -> str:
    """Return a path relative to the folder of results, so that both can be moved together."""
    try:
        found = os.path.relpath(os.path.realpath(path), os.path.realpath(out))
    except ValueError:  # on another drive of Windows
        found = os.path.realpath(path)
    return Path(found).as_posix()


def from_here(path: Path) -> Path:
    """Return a path relative to the working directory where it is below it."""
    here = Path.cwd().resolve()
    return path.relative_to(here) if path.is_relative_to(here) else path


class Finished(NamedTuple):
    """A run that has ended, and the names of the files that it wrote."""

    run: Run
    reviews: Reviews
    files: tuple[str, ...]


def run(
    options: Options,
    problems: Collection,
    roster: Roster | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> Finished:
    """Grade a folder or zip of submissions, and publish the results unless it is a draft.

    Raise NothingGraded, Cannot, Unwritable, ClusterUnavailable.
    """
    out, decisions = options.out, _decisions(options)
    course = Course(problems)
    course.roster = roster
    reviews = read_reviews(decisions, course.columns)
    with ExitStack() as stack:
        folder = None if options.is_draft else stack.enter_context(OutputFolder(out, FILES))
        before = _before(options)
        refuse_to_overwrite(out / REVIEW, decisions)
        members, forgotten = Members(roster), Forgotten.read(out)
        rules = Rules(members, reviews, forgotten, options.attempts, options.never_lower, before.records)
        grader = partial(Grader, course, forgotten)
        workers = stack.enter_context(Workers.open(grader, jobs=options.jobs, dask=options.dask))
        cache = stack.enter_context(Cache(out / CACHE, is_read_only=options.is_draft))
        grading = Grading(course, rules, cache, workers, before, options.record())
        done = grading.grade(os.fspath(options.submissions), _not_submissions(options, decisions), progress)
        if not done.book.rows and not (roster and roster.students):
            if cache.is_new:
                cache.remove()
            raise NothingGraded(done)
        names = _publish(done, folder) if folder else ()
        cache.forget_unused()
    return Finished(done, reviews, names)


def _publish(done: Run, folder: OutputFolder) -> tuple[str, ...]:
    names = []
    with folder.disk_errors():
        for name, text in done.files:
            names.append(name)
            with folder.text(name) as file:
                file.writelines(text)
        folder.publish({ANNOTATED: _is_page})
    files = tuple(each for each in FILES if each in names)
    return (*files, f"{ANNOTATED}/") if len(names) > len(files) else files


def _is_page(path: Path) -> bool:
    return is_result(path.name, beginning(os.fspath(path), 100))


def _decisions(options: Options) -> ReviewFiles:
    """Return the files of reviewers.  Raise Cannot."""
    folder = options.reviews or (REVIEWS if REVIEWS.is_dir() else None)
    if folder is None:
        return {}
    try:
        return review_files(folder)
    except OSError as failed:
        raise Cannot(f"--reviews {folder} cannot be read: {failed.strerror}") from None


def _before(options: Options) -> Before:
    """Return what the last run has written.  Raise Cannot if it was another one, and Unwritable if it is not ours."""
    out = options.out
    there = next((name for name in FILES if os.path.lexists(out / name)), None)
    if there is None:
        return NOTHING_BEFORE
    if not holds_results(out):
        raise Unwritable(NOT_OURS.format(out / there, ADVICE))
    try:
        last = Results(out)
    except UserError:  # of an older version, or damaged: everything is graded anew
        return NOTHING_BEFORE
    kept = last.summary["options"]
    other = Path(os.path.normpath(out.resolve() / kept["submissions"]))
    if kept["submissions"] != relative(options.submissions, out) and other.exists():
        raise Cannot(OTHER_SUBMISSIONS.format(out=out, other=from_here(other)))
    if last.summary["decisions"] and not options.reviews and not REVIEWS.is_dir():
        reviews = from_here(Path(os.path.normpath(out.resolve() / kept["reviews"])))
        raise Cannot(NO_DECISIONS.format(reviews=quote(str(reviews))))
    try:
        return Before.of(last, in_full=options.never_lower)
    except UserError:  # somebody deleted the records
        return NOTHING_BEFORE


def holds_results(folder: Path) -> bool:
    """Return whether a folder has a summary.json of checker."""
    try:
        return is_summary(beginning(os.fspath(folder / SUMMARY), 1_000))
    except OSError:
        return False


def _not_submissions(options: Options, decisions: ReviewFiles) -> frozenset[str]:
    """Return the real paths of files that are no submissions, in case they are among them: results, reviews, roster."""
    names = (*FILES, CACHE, JOURNAL, FORGOTTEN)
    paths = [*(options.out / name for name in names), *map(Path, decisions), *filter(None, [options.roster])]
    return frozenset(os.path.realpath(path) for path in paths)
