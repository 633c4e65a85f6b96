"""`run`: grades a folder of submissions into a folder of results, as `checker grade` was asked.

Files are published together, all or none; a run that is killed leaves those of the last one, and the next run goes on
with what was read and marked.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from checker.document import beginning
from checker.document.nodes import quote
from checker.engine.errors import UserError
from checker.grading.cache import Cache, Made, digest, is_cache
from checker.grading.course import Course
from checker.grading.decisions import ReviewFiles, read_reviews, review_files
from checker.grading.gradebook import Attempts, Rules
from checker.grading.members import Forgotten, Members
from checker.grading.output_folder import ADVICE, OutputFolder, Unwritable
from checker.grading.own_files import (
    ANNOTATED,
    CACHE,
    FILES,
    FORGOTTEN,
    JOURNAL,
    REVIEW,
    SUMMARY,
    holds_results,
    is_result,
)
from checker.grading.pipeline import GradedClass, Grader, Pipeline
from checker.grading.published import NOTHING_BEFORE, Before, Results
from checker.grading.review_files import refuse_to_overwrite
from checker.grading.workers import open_workers
from checker.lms.roster import roster_of
from checker.lms.students import Roster
from checker.problems import ProblemError, Problems, load_problems
from checker.solvers.outside import used


class NothingGraded(UserError):  # noqa: N818 - the name of a state
    """Raised where there is no answer to grade, so that nothing is written."""

    def __init__(self, run: GradedClass) -> None:
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

    @property
    def decisions(self) -> Path | None:
        """Return the folder of decisions; None if there is none."""
        return self.reviews or (reviews if (reviews := Path("reviews")).is_dir() else None)

    def _paths(self) -> dict[str, Path | None]:
        kept = {"submissions": self.submissions, "problems": self.problems, "types": used(), "roster": self.roster}
        return kept | {"reviews": self.decisions}

    def record(self) -> dict[str, Any]:
        """Return what the next commands need, with paths relative to the results."""
        found = {name: path and _relative(path, self.out) for name, path in self._paths().items()}
        return found | {"attempts": self.attempts, "never_lower": self.never_lower}

    @classmethod
    def of_record(cls, kept: dict[str, Any], out: Path) -> Options:
        """Return the options of the run that wrote a folder of results."""
        names = ("submissions", "problems", "reviews", "roster")
        submissions, problems, reviews, roster = (_recorded(kept[name], out) for name in names)
        return cls(submissions or out, problems or out, out, reviews, roster, kept["attempts"], kept["never_lower"])

    def command(self) -> str:
        """Return the command line that grades with these options and the question types in use."""
        given = {**self._paths(), "out": self.out, "attempts": self.attempts if self.attempts != "last" else None}
        words = ["checker", "grade", str(given.pop("submissions"))]
        words += [word for name, value in given.items() if value for word in (f"--{name}", str(value))]
        return shlex.join([*words, *["--never-lower"] * self.never_lower])


def _relative(path: Path, out: Path) -> str:
    """Return a path relative to the folder of results, so that both can be moved together."""
    try:
        found = os.path.relpath(os.path.realpath(path), os.path.realpath(out))
    except ValueError:  # on another drive of Windows
        found = os.path.realpath(path)
    return Path(found).as_posix()


def _recorded(kept: str | None, out: Path) -> Path | None:
    """Return what `_relative` made a text of, from the working directory where it is below that."""
    if kept is None:
        return None
    path, here = Path(os.path.normpath(out.resolve() / kept)), Path.cwd().resolve()
    return path.relative_to(here) if path.is_relative_to(here) else path


def grade(  # noqa: PLR0913 - options of the command
    submissions: str | os.PathLike[str],
    problems: str | os.PathLike[str] = "problems",
    out: str | os.PathLike[str] = "results",
    *,
    reviews: str | os.PathLike[str] | None = None,
    roster: str | os.PathLike[str] | None = None,
    dry_run: bool = False,
    **options: Any,
) -> GradedClass:
    """Grade a folder or zip of submissions as `checker grade` does, and write the results unless it is a dry run.

    The other `options` are those of the command, too: attempts, never_lower, jobs and dask.  Raise UserError where
    nothing is graded.
    """
    decisions, students = (path if path is None else Path(path) for path in (reviews, roster))
    asked = Options(Path(submissions), Path(problems), Path(out), decisions, students, is_draft=dry_run, **options)
    found = gradable(asked)
    return run(asked, found, roster_of(students, found.assignments.values()) if students else None)


def gradable(options: Options) -> Problems:
    """Return the problems, of which at least one can be graded.  Raise Cannot or ProblemError if nothing can."""
    if not os.path.lexists(options.submissions):
        raise Cannot(f"there is no folder or zip {options.submissions}")
    folder = options.problems
    if folder.is_file():
        raise Cannot(f"--problems {folder} is a file; name the folder that it is in")
    found = known_problems(folder, options.out)
    if found.outlines:
        return found
    if found.findings:
        raise ProblemError(found.findings)
    raise Cannot(f"there are no problem files in {folder}")


def known_problems(folder: Path, out: Path) -> Problems:
    """Return the problems in a folder; those that the last run knew are only built if they are needed."""
    with Cache(out / CACHE, is_read_only=True) as cache:
        return load_problems(folder, known=lambda sources: cache.get(digest("problem", *sources)))


def run(
    options: Options,
    problems: Problems,
    roster: Roster | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> GradedClass:
    """Grade a folder or zip of submissions, and publish the results unless it is a draft.

    Raise NothingGraded, Cannot, Unwritable, ClusterUnavailable.
    """
    out, decisions = options.out, _decisions(options)
    course = Course(problems, Members(roster))
    with ExitStack() as stack:
        folder = None if options.is_draft else stack.enter_context(OutputFolder(out, FILES))
        forgotten = Forgotten.read(out)
        before = _before(options, decisions, forgotten)
        if folder:
            refuse_to_overwrite(out / REVIEW, decisions)
        rules = Rules(read_reviews(decisions, course.columns), forgotten, options.attempts, options.never_lower, before)
        grader = partial(Grader, course, forgotten)
        workers = stack.enter_context(open_workers(grader, jobs=options.jobs, dask=options.dask))
        is_new = not (out / CACHE).exists()
        cache = stack.enter_context(Cache(out / CACHE, is_read_only=options.is_draft))
        keyed = [(digest("problem", *sources), kept) for sources, kept in problems.kept.items()]
        cache.values(keyed, lambda some: map(Made, some))
        pipeline = Pipeline(course, rules, cache, workers, options.record())
        # no submissions, in case they are among them
        others = (*(out / name for name in (*FILES, CACHE, JOURNAL, FORGOTTEN)), *decisions, options.roster)
        exclude = frozenset(os.path.realpath(each) for each in others if each)
        done = pipeline.grade(os.fspath(options.submissions), exclude, progress)
        if not done.book.rows and not (roster and roster.students):
            if is_new:
                cache.close(remove=True)
            raise NothingGraded(done)
        if folder:
            done = done._replace(files=_publish(done, folder, options))
        cache.forget_unused()
    return done


def _publish(done: GradedClass, folder: OutputFolder, options: Options) -> tuple[str, ...]:
    names = set()
    with folder.disk_errors():
        for name, text in done.texts():
            names.add(name)
            with folder.text(name) as file:
                file.writelines(text)
        refuse_to_overwrite(options.out / REVIEW, _decisions(options))  # what was typed there during the run
        folder.publish({ANNOTATED: is_page})
    return (*(each for each in FILES if each in names), *[f"{ANNOTATED}/"] * (not names.issubset(FILES)))


def is_page(path: Path) -> bool:
    """Return whether checker wrote a file, by how it begins."""
    return is_result(path.name, beginning(os.fspath(path), 100))


def _decisions(options: Options) -> ReviewFiles:
    try:
        return review_files(options.decisions) if options.decisions else {}
    except OSError as failed:
        raise Cannot(f"--reviews {options.decisions} cannot be read: {failed.strerror}") from None


def _before(options: Options, decisions: ReviewFiles, forgotten: Forgotten) -> Before:
    """Return what the last run has written.

    Raise Unwritable if it is not ours, and Cannot if it was another one or had decisions that this one has not.
    """
    out, is_ours = options.out, False
    with suppress(OSError):
        is_ours = holds_results(beginning(os.fspath(out / SUMMARY), 1_000))
    there = [name for name in FILES if os.path.lexists(out / name)]
    if not is_ours:
        if os.path.lexists(out / CACHE) and not is_cache(out / CACHE):  # else a run was killed before it had published
            there.append(CACHE)
        if there:
            why = "it is not known to be a file of checker, since there is no summary.json of a run next to it"
            raise Unwritable(f"cannot write {out / there[0]}: {why}; {ADVICE}")
        return NOTHING_BEFORE
    try:
        last = Results(out)
    except UserError:  # of an older version, or damaged: everything is graded anew
        return NOTHING_BEFORE
    kept, asked = last.summary["options"], options.record()
    other = _recorded(kept["submissions"], out)
    if kept["submissions"] != asked["submissions"] and other and other.exists():
        raise Cannot(
            f"{out} holds the results of {other}, and one folder of results belongs to one of submissions; "
            "choose another folder with --out"
        )
    if last.summary["decisions"] and not options.reviews and (not decisions or kept["reviews"] != asked["reviews"]):
        reviews = quote(str(_recorded(kept["reviews"], out)))
        raise Cannot(
            f"the last run used the decisions in {reviews}, and this one would not; name the folder with --reviews, or "
            "give an empty one to grade without decisions"
        )
    try:
        return Before.of(last, forgotten)
    except UserError:
        return NOTHING_BEFORE
