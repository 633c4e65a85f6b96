"""`checker grade`: grades a folder of submissions, writes the results and shows a summary."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Final

import click

from checker.cli import options
from checker.cli.options import FAULT, RIGHT, UNGRADED, choice_option, file_option, folder_option, number_option
from checker.cli.progress import progress_bar
from checker.cli.student_documents import read_roster_of
from checker.cli.views import error, terminal
from checker.cli.views import run as view
from checker.cli.written_files import tell_of_old_pages
from checker.grading.computed_grades import NothingGraded, RunOptions, open_results
from checker.grading.course import Course, column_names
from checker.grading.executors.jobs import task_grader
from checker.grading.executors.workers import Workers, WorkersEnded
from checker.grading.output.write import FILES, written
from checker.grading.results.attempts import Attempts
from checker.grading.results.members import Members
from checker.grading.reviews.read import ReviewFiles, review_files
from checker.grading.run import GradingRun, RunReport
from checker.grading.store import STORE, journal_of
from checker.grading.submissions import estimated_count, walk_sources
from checker.grading.submissions.model import FilePiece, Source
from checker.problems import Collection, ProblemError, load_problems
from checker.text.words import in_line

REVIEWS: Final = Path("reviews")

MOST_SHOWN: Final = 20
"""Maximum number of issues that are shown where nothing is graded."""

MOST_JOBS: Final = 1_000

KILLED: Final = (
    "Worker processes were ended from outside before they could begin, perhaps because memory ran out. "
    "The files of earlier results are as they were, and what was graded is kept. Run it again with a smaller --jobs."
)

EPILOG: Final = """\b
Examples:
  checker grade submissions --problems problems
  checker grade submissions/week-3 --problems problems/week-3 --out week-3 --jobs 4
"""


@click.command(epilog=EPILOG)
@click.argument("submissions", type=click.Path(path_type=Path))
@folder_option("--problems", "problems", "The folder of problem files; each folder in it is an assignment.")
@folder_option("--out", "results", "Where the results go; other files there stay.")
@file_option(
    "--reviews",
    "The folder of decisions, a file (YAML) for each reviewer.  [default: reviews, if there is such a folder]",
    "DIR",
)
@file_option("--roster", "The students: a CSV file, or the list or gradebook of a learning management system.")
@choice_option(
    "--attempts",
    ["last", "best", "first"],
    "last",
    "Which of several hand-ins counts, where the download numbers or dates them.",
)
@click.option("--dry-run", is_flag=True, help="Show whose the files are and which grades would change; write nothing.")
@click.option("--never-lower", is_flag=True, help="Leave grades that would become lower; people's decisions count.")
@number_option("--jobs", 1, MOST_JOBS, 1, "Processes that mark; no more than there are processors.")
@click.option("--dask", metavar="ADDRESS", help="Mark on a Dask cluster. Needs the extra `cluster`.")
@options.format_option
@options.plain_option
def grade(  # noqa: PLR0913, PLR0917 - one for each option
    submissions: Path,
    problems: Path,
    out: Path,
    reviews: Path | None,
    roster: Path | None,
    attempts: Attempts,
    jobs: int,
    dask: str | None,
    format_: str,
    *,
    dry_run: bool,
    never_lower: bool,
    plain: bool,
) -> int:
    """Grade a folder of submissions, or the zip that a learning management system gives.

    SUBMISSIONS/a/... is graded against --problems DIR/a, and a file without such a folder against the assignments
    whose problems it answers. A document, or any other folder of documents, is one student's. It writes grades.csv (a
    row a student), results.jsonl (a record an answer), needs-review.md (everything that a person has to review),
    review.yaml (the same, to be decided), summary.json, annotated/STUDENT.md (documents with remarks), and checker.db,
    which holds all grades: the next run grades only what is new, and ends with the grades that changed.

    To decide, copy review.yaml to reviews/NAME.yaml and fill in the points there.

    The exit code is 0 if everything is graded, 3 if some answers need a person, 2 if nothing is graded (nothing is
    written then, and what was there stays), and 4 for a fault of checker itself.
    """
    if not os.path.lexists(submissions):
        raise click.UsageError(f"there is no folder or zip {submissions}")
    found = _load(problems)
    course = Course(found)
    files = _review_files(reviews)
    students, roster_data = read_roster_of(roster, found.assignments.values()) if roster else (None, b"")
    members = Members(students) if students else Members()
    asked = RunOptions(submissions, problems, files, members, roster_data, attempts, never_lower)
    exclude = _not_submissions(out, files, roster)
    try:
        with open_results(out, is_draft=dry_run) as opened:
            if opened.notice:
                terminal.note(opened.notice)
            run = GradingRun(asked, course, opened.store, out)
            sources = walk_sources(os.fspath(submissions), course.folder_names, exclude, column_names(course))
            with _workers(dask) as workers, task_grader(course, jobs=jobs, workers=workers) as grader:
                run.grade(_with_progress(sources, submissions, plain=plain), grader)
                for each in run.notices:
                    terminal.note(each)
                finished = run.finish(opened.folder)
            names = written(opened.folder) if opened.folder else []
    except NothingGraded as nothing:
        raise click.UsageError(_nothing_graded(nothing, submissions)) from None
    except WorkersEnded:
        error.tell("fault", KILLED, ["--format", format_])
        return FAULT
    for file, count in finished.reviews.not_graded.items():
        are = "decision is about a problem that is" if count == 1 else "decisions are about problems that are"
        terminal.note(f"{file}: {count} {are} not graded now")
    report = view.Report(finished, str(out), list(map(str, found.findings)), names)
    _show(report, format_, plain=plain)
    if finished.changes and not dry_run:
        tell_of_old_pages(out)
    return _exit_code(finished, found)


def _with_progress(sources: Iterable[Source], submissions: Path, *, plain: bool) -> Iterator[Source]:
    """Yield the sources, and show somebody who waits how many are graded."""
    with progress_bar("submissions", "graded", plain=plain) as show:
        total = cache(lambda: estimated_count(str(submissions)))
        done = 0
        for source in sources:
            yield source
            done += len(source.found) if isinstance(source, FilePiece) else 1
            show(done, total())


@contextmanager
def _workers(address: str | None) -> Iterator[Workers | None]:
    """Give the workers of a Dask cluster, if one is named.  Raise ClusterUnavailable, OtherCode."""
    if address is None:
        yield None
        return
    from checker.grading.executors.cluster import dask_workers

    with dask_workers(address) as workers:
        yield workers


def _load(folder: Path) -> Collection:
    """Return the problems, of which at least one can be graded. Raise UsageError or ProblemError if none can."""
    if folder.is_file():
        raise click.UsageError(f"--problems {folder} is a file; name the folder that it is in")
    found = load_problems(folder)
    if found.problems:
        return found
    if found.findings:
        raise ProblemError(found.findings)
    raise click.UsageError(f"there are no problem files in {folder}")


def _review_files(folder: Path | None) -> ReviewFiles | None:
    """Return the files of reviewers; None if no folder is named and there is no default one."""
    if folder is None and not REVIEWS.is_dir():
        return None
    folder = folder or REVIEWS
    try:
        return review_files(folder)
    except OSError as failed:
        raise click.UsageError(f"--reviews {folder} cannot be read: {failed.strerror}") from None


def _not_submissions(out: Path, files: ReviewFiles | None, roster: Path | None) -> frozenset[str]:
    """Return the real paths of files that are no submissions, in case they are among them: earlier results, reviews."""
    names = (*FILES, STORE, journal_of(Path(STORE)).name)
    paths = [*(out / name for name in names), *(files or ()), *([roster] if roster else [])]
    return frozenset(map(os.path.realpath, paths))


def _nothing_graded(nothing: NothingGraded, submissions: Path) -> str:
    """Return why nothing was graded."""
    left_out = f"{view.left_out_students(nothing.left_out)}; " if nothing.left_out else ""
    if not nothing.results.issues:
        other = "other " if left_out else ""
        return f"{left_out}there are no {other}submissions in {submissions}"
    shown = [f"  {in_line(issue.place)}: {issue.message}" for issue in nothing.results.issues]
    if len(shown) > MOST_SHOWN:
        shown[MOST_SHOWN:] = [f"  and {len(shown) - MOST_SHOWN:,} more"]
    return "\n".join([f"{left_out}nothing in {submissions} can be graded:", *shown])


def _show(report: view.Report, format_: str, *, plain: bool) -> None:
    """Show what a run found.  What cannot be shown is not lost: the results are written."""
    finished, out = report.finished, report.out
    try:
        terminal.show(format_, lambda: view.record(report), lambda style: view.lines(report, style), plain=plain)
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as failed:
        terminal.note(f"The summary could not be shown: {failed.strerror}. The results are in {out}.")
        _discard_output()
    terminal.note(*finished.summary["faults"])


def _discard_output() -> None:
    """Discard what could not be shown, so that Python does not try again at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _exit_code(finished: RunReport, found: Collection) -> int:
    """Return 4 for a fault of checker, 3 if something needs a person or a problem file has errors, else 0."""
    if finished.summary["faults"]:
        return FAULT
    return UNGRADED if finished.summary["needs_person"]["count"] or found.broken else RIGHT
