"""`checker grade`: grades a folder of submissions, writes the results and shows a summary."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import click

from checker.cli.options import ProblemInError, folder_option, format_option, plain_option
from checker.cli.progress import progress_bar
from checker.cli.records import FAULT, RIGHT, UNGRADED
from checker.cli.views import error, overview, terminal
from checker.grading import (
    Chunk,
    Course,
    CourseResults,
    WorkersEnded,
    collect,
    grade_folder,
    read_reviews,
    review_files,
)
from checker.grading.output.output_folder import OutputFolder, Unwritable
from checker.grading.output.summary import Summary
from checker.grading.output.write import FILES, publish, save_records, written
from checker.grading.submissions import estimated_count
from checker.problems import Collection, NoProblemError, load_problems

REVIEWS: Final = Path("reviews")

MOST_SHOWN: Final = 20
"""Maximum number of issues that are shown where nothing is graded."""

MOST_JOBS: Final = 1_000

KILLED: Final = (
    "Worker processes were ended from outside before they could begin, perhaps because memory ran out. "
    "Nothing was written, and earlier results are untouched. Run it again with a smaller --jobs."
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
@click.option(
    "--reviews",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="The folder of decisions, a file (YAML) for each reviewer.  [default: reviews, if there is such a folder]",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, MOST_JOBS),
    default=1,
    show_default=True,
    metavar="N",
    help="Processes that mark; no more than there are processors.",
)
@format_option
@plain_option
def grade(  # noqa: PLR0913, PLR0917 - one for each option
    submissions: Path, problems: Path, out: Path, reviews: Path | None, jobs: int, format_: str, *, plain: bool
) -> int:
    """Grade a folder of submissions.

    SUBMISSIONS/a/... is graded against --problems DIR/a, and a file without such a folder against the assignments
    whose problems it answers. A document, or any other folder of documents, is one student's. It writes grades.csv (a
    row a student), results.jsonl (a record an answer), needs-you.md (everything that a person has to review),
    review.yaml (the same, to be decided), summary.json, and annotated/STUDENT.md (documents with remarks).

    To decide, fill in the points in review.yaml and copy it to reviews/NAME.yaml.

    The exit code is 0 if everything is graded, 3 if some answers need a person, 2 if nothing is graded (nothing is
    written then, and what was there stays), and 4 for a fault of checker itself.
    """
    if not os.path.lexists(submissions):
        raise click.UsageError(f"there is no folder {submissions}")
    started = datetime.now(UTC)
    found = _load(problems)
    course = Course(found)
    files = _review_files(reviews)
    decisions = read_reviews(files, course)
    for file, count in decisions.not_graded.items():
        are = "decision is about a problem that is" if count == 1 else "decisions are about problems that are"
        click.echo(f"{file}: {count} {are} not graded now", err=True)
    exclude = _earlier_results(out).union(map(os.path.realpath, files))
    chunks = grade_folder(str(submissions), course, jobs=jobs, exclude=exclude, reviews=decisions)
    try:
        with OutputFolder(out, FILES) as folder:
            results = collect(course, decisions, save_records(_with_progress(chunks, submissions, plain=plain), folder))
            if not results.rows:
                raise click.UsageError(_nothing_graded(results, submissions))
            summary = publish(results, folder, started)
    except Unwritable as unwritable:
        raise click.UsageError(str(unwritable)) from None
    except WorkersEnded:
        error.tell("fault", KILLED, ["--format", format_])
        return FAULT
    try:
        _show(summary, found, out, format_, plain=plain)
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as failed:  # only the summary cannot be shown: the results are written
        click.echo(f"The summary could not be shown: {failed.strerror}. The results are in {out}.", err=True)
        _discard_output()
    for line in _faults(summary):
        click.echo(line, err=True)
    return _exit_code(summary, found)


def _load(folder: Path) -> Collection:
    """Return the problems, of which at least one can be graded."""
    if folder.is_file():
        raise click.UsageError(f"--problems {folder} is a file; name the folder that it is in")
    try:
        found = load_problems(folder)
    except NoProblemError as none:
        raise click.UsageError(str(none)) from None
    if found.problems:
        return found
    if found.findings:
        raise ProblemInError("\n".join(map(str, found.findings)))
    raise click.UsageError(f"there are no problem files in {folder}")


def _review_files(folder: Path | None) -> list[Path]:
    """Return the files of reviewers; none if there is no default folder."""
    if folder is None and not REVIEWS.is_dir():
        return []
    folder = folder or REVIEWS
    try:
        return review_files(folder)
    except OSError as failed:
        raise click.UsageError(f"--reviews {folder} cannot be read: {failed.strerror}") from None


def _earlier_results(out: Path) -> frozenset[str]:
    """Return the paths of earlier results, in case their folder is among the submissions."""
    return frozenset(os.path.realpath(out / file) for file in FILES)


def _nothing_graded(results: CourseResults, submissions: Path) -> str:
    """Return why nothing was graded."""
    if not results.issues:
        return f"there are no submissions in {submissions}"
    shown = [f"  {issue.place}: {issue.message}" for issue in results.issues]
    if len(shown) > MOST_SHOWN:
        shown[MOST_SHOWN:] = [f"  and {len(shown) - MOST_SHOWN:,} more"]
    return "\n".join([f"nothing in {submissions} can be graded:", *shown])


def _show(summary: Summary, found: Collection, out: Path, format_: str, *, plain: bool) -> None:
    errors = list(map(str, found.findings))
    if format_ == "json":
        files = [f"{out}/{file}" for file in written(summary.results)]
        more = {"problem_files_in_error": errors, "faults": _faults(summary), "files": files}
        click.echo(json.dumps({**summary.record(students=True), **more}))
    else:
        style = terminal.style(plain=plain)
        terminal.write(overview.lines(summary, str(out), errors, style), style)


def _faults(summary: Summary) -> list[str]:
    """Return a line for each fault of checker."""
    results = summary.results
    answers = [f"{column.name}, answer {cell.answer}: {cell.label}" for cell, column in results.faults.items()]
    return [*answers, *results.other_faults]


def _discard_output() -> None:
    """Discard what could not be shown, so that Python does not try again at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _exit_code(summary: Summary, found: Collection) -> int:
    if summary.results.faults or summary.results.other_faults:
        return FAULT
    return UNGRADED if summary.to_review or found.broken else RIGHT


def _with_progress(chunks: Iterable[Chunk], submissions: Path, *, plain: bool) -> Iterator[Chunk]:
    """Yield the chunks, and show somebody who waits at a terminal how many submissions are graded."""
    with progress_bar("submissions", plain=plain) as show:
        total = estimated_count(str(submissions)) if show else 0
        done = 0
        for chunk in chunks:
            done += len(chunk.rows)
            if show:
                show(done, max(done, total))
            yield chunk
