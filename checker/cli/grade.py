"""`checker grade`: a folder of submissions, and all that an instructor wants to know of it."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

import click

from checker.cli.options import ProblemInError, folder_option, format_option, plain_option
from checker.cli.views import error, overview, terminal
from checker.grading import Chunk, Course, CourseResults, WorkersEnded, grade_folder, read_reviews, review_files
from checker.grading.output.output_folder import OutputFolder, Unwritable
from checker.grading.output.summary import Summary
from checker.grading.output.write import FILES, NothingGraded, write
from checker.problems import Collection, NoProblemError, load_problems

GRADED: Final = 0
NEEDS_A_PERSON: Final = 3
FAULT: Final = 4

REVIEWS: Final = Path("reviews")

MOST_TOLD: Final = 20
"""Complaints that are printed where nothing is graded."""

MOST_JOBS: Final = 1_000

PATIENCE: Final = 1.0
"""Seconds until somebody at a terminal is shown that it goes on."""

KILLED: Final = (
    "Worker processes were ended from outside before they could begin, perhaps for want of memory. "
    "Nothing was written; what was there is untouched. Run it again with a smaller --jobs."
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
    whose problems it answers. Written are grades.csv (a row a student), results.jsonl (a record an answer),
    needs-you.md (what a person has to look at), review.yaml (the same, to be decided) and summary.json.

    What a person decided stands in reviews/NAME.yaml: review.yaml with the points filled in.

    The exit code is 0 if everything is graded, 3 if some answers need a person, 2 if nothing is graded (nothing is
    written then, and what was there stays), and 4 for a fault of checker itself.
    """
    if not os.path.lexists(submissions):
        raise click.UsageError(f"there is no folder {submissions}")
    found = _load(problems)
    course = Course(found)
    files = _reviews(reviews)
    decisions = read_reviews(files, course)
    for file, count in decisions.elsewhere.items():
        of = "decision is about a problem" if count == 1 else "decisions are about problems"
        click.echo(f"{file}: {count} {of} that {'is' if count == 1 else 'are'} not graded now", err=True)
    book = CourseResults(course, decisions)
    besides = _earlier(out).union(map(os.path.realpath, files))
    chunks = grade_folder(str(submissions), course, jobs=jobs, besides=besides, reviews=decisions)
    try:
        with OutputFolder(out, FILES) as place:
            summary = write(_with_progress(chunks, plain=plain), book, place)
    except Unwritable as unwritable:
        raise click.UsageError(str(unwritable)) from None
    except NothingGraded:
        raise click.UsageError(_nothing(book, submissions)) from None
    except WorkersEnded:
        error.tell("fault", KILLED, ["--format", format_])
        return FAULT
    try:
        _show(summary, found, out, format_, plain=plain)
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as failed:  # the results are written, and only that they are cannot be shown
        click.echo(f"The summary could not be shown: {failed.strerror}. The results are in {out}.", err=True)
        _drop_what_is_not_shown()
    for line in _faults(summary):
        click.echo(line, err=True)
    return _exit_code(summary, found)


def _load(folder: Path) -> Collection:
    """The problems, of which at least one can be graded."""
    try:
        found = load_problems(folder)
    except NoProblemError as none:
        raise click.UsageError(str(none)) from None
    if found.problems:
        return found
    if found.findings:
        raise ProblemInError("\n".join(map(str, found.findings)))
    raise click.UsageError(f"there are no problem files in {folder}")


def _reviews(folder: Path | None) -> list[Path]:
    """The files of reviewers; of the default folder none, if there is none."""
    if folder is None and not REVIEWS.is_dir():
        return []
    folder = folder or REVIEWS
    try:
        return review_files(folder)
    except OSError as failed:
        raise click.UsageError(f"--reviews {folder} cannot be read: {failed.strerror}") from None


def _earlier(out: Path) -> frozenset[str]:
    """Our own files, in case the place for the results lies among the submissions."""
    return frozenset(os.path.realpath(out / file) for file in FILES)


def _nothing(book: CourseResults, submissions: Path) -> str:
    """Why nothing was graded."""
    if not book.needs:
        return f"there are no submissions in {submissions}"
    told = [f"  {need.place}: {need.message}" for need in book.needs]
    if len(told) > MOST_TOLD:
        told[MOST_TOLD:] = [f"  and {len(told) - MOST_TOLD:,} more"]
    return "\n".join([f"nothing in {submissions} can be graded:", *told])


def _show(summary: Summary, found: Collection, out: Path, format_: str, *, plain: bool) -> None:
    errors = list(map(str, found.findings))
    if format_ == "json":
        files = [str(out / file) for file in FILES]
        more = {"problem_files_in_error": errors, "faults": _faults(summary), "files": files}
        click.echo(json.dumps({**summary.record(students=True), **more}))
    else:
        style = terminal.style(plain=plain)
        terminal.write(overview.lines(summary, str(out), errors, style), style)


def _faults(summary: Summary) -> list[str]:
    """Where we failed."""
    book = summary.book
    answers = [f"{column.name}, answer {fate.answer}: {fate.label}" for fate, column in book.faults.items()]
    return [*answers, *book.ended]


def _drop_what_is_not_shown() -> None:
    """Lest it be tried once more when the program ends."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _exit_code(summary: Summary, found: Collection) -> int:
    if summary.book.faults or summary.book.ended:
        return FAULT
    return NEEDS_A_PERSON if summary.people or found.broken else GRADED


def _with_progress(chunks: Iterable[Chunk], *, plain: bool) -> Iterator[Chunk]:
    """The chunks; somebody who waits at a terminal sees how many submissions are done."""
    if plain or os.environ.get("ACCESSIBLE", "0") not in ("", "0") or sys.stderr is None or not sys.stderr.isatty():
        yield from chunks
        return
    done, start = 0, time.monotonic()
    status = None
    try:
        for chunk in chunks:
            done += len(chunk.rows)
            if status is None and time.monotonic() - start > PATIENCE:
                from rich.console import Console
                from rich.status import Status

                status = Status("", console=Console(stderr=True))
                status.start()
            if status is not None:
                status.update(f"{done:,} submissions graded")
            yield chunk
    finally:
        if status is not None:
            status.stop()
