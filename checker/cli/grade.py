"""`checker grade`: grades a folder of submissions, writes the results and shows a summary."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

import click

from checker.cli import options, output
from checker.cli.options import (
    FAULT,
    RIGHT,
    UNGRADED,
    choice_option,
    file_option,
    folder_option,
    number_option,
    read_roster_of,
)
from checker.cli.progress import progress_bar
from checker.cli.views import run as view
from checker.cli.written_files import old_pages
from checker.grading.attempts import Attempts
from checker.grading.grade import Run
from checker.grading.run import NothingGraded, Options, run
from checker.problems import Collection, ProblemError, load_problems
from checker.text.words import in_line

MOST_SHOWN: Final = 20
"""Maximum number of issues that are shown where nothing is graded."""

MOST_JOBS: Final = 1_000

EPILOG: Final = """\b
Examples:
  checker grade submissions --problems problems
  checker grade downloads/week-3.zip --problems week-3 --roster gradebook.csv
"""


@click.command(epilog=EPILOG)
@click.argument("submissions", type=click.Path(path_type=Path))
@folder_option("--problems", "problems", "Problem files; each folder is an assignment.")
@folder_option("--out", "results", "The results; other files there stay.")
@file_option(
    "--reviews",
    "Decisions, a file for each reviewer.  [default: reviews, if there is such a folder]",
    "DIR",
)
@file_option("--roster", "The students: a CSV file, or the gradebook of a learning management system.")
@choice_option(
    "--attempts",
    ["last", "best", "first"],
    "last",
    "Which attempt counts.",
)
@click.option("--dry-run", is_flag=True, help="Show whose each file is and what would change.")
@click.option("--never-lower", is_flag=True, help="Leave grades that would become lower.")
@number_option("--jobs", 1, MOST_JOBS, 1, "Processes that read and mark.")
@click.option("--dask", metavar="ADDRESS", help="Mark on a Dask cluster (extra `cluster`).")
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

    SUBMISSIONS/a/... is graded against --problems DIR/a, other files against the assignments that they answer.
    Answers are YAML, JSON, tables (CSV) or documents: Markdown, text, LaTeX, HTML, notebooks, Word, OpenDocument, PDF.

    Results are grades.csv, results.jsonl (a record for each answer), needs-review.md, review.yaml, summary.json,
    changes.json, and of documents documents.jsonl and annotated/. What was read and marked is kept in cache.db: the
    next run does only what is new, and ends with the grades that changed. To decide what needs a person, use `checker
    review`, or copy review.yaml to reviews/NAME.yaml and fill in the points there.

    Exit codes: 0 all is graded, 3 something needs a person, 2 nothing is graded or written, 4 a fault of checker.
    """
    if not os.path.lexists(submissions):
        raise click.UsageError(f"there is no folder or zip {submissions}")
    found = _load(problems)
    students = read_roster_of(roster, found.assignments.values())[0] if roster else None
    asked = Options(submissions, problems, out, reviews, roster, attempts, never_lower, dry_run, jobs, dask)
    try:
        with progress_bar("submissions", "graded", plain=plain) as show:
            finished = run(asked, found, students, lambda done: show(done, done))
    except NothingGraded as nothing:
        raise click.UsageError(_nothing_graded(nothing.run, submissions)) from None
    for file, count in finished.reviews.not_graded.items():
        are = "decision is about a problem that is" if count == 1 else "decisions are about problems that are"
        output.note(f"{file}: {count} {are} not graded now")
    report = view.Report(finished.run, str(submissions), str(out), list(map(str, found.findings)), finished.files)
    _show(report, format_, plain=plain)
    if finished.run.changes and finished.files and (sentence := old_pages(out)):
        output.note(sentence)
    if finished.run.summary["faults"]:
        return FAULT
    return UNGRADED if finished.run.summary["needs_person"]["count"] or found.broken else RIGHT


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


def _nothing_graded(run: Run, submissions: Path) -> str:
    """Return why nothing was graded."""
    count = run.summary["left_out"]
    left_out = f"{view.left_out_students(count)}; " if count else ""
    issues = list(run.book.log.issues())
    if not issues:
        other = "other " if left_out else ""
        return f"{left_out}there are no {other}submissions in {submissions}"
    shown = [f"  {in_line(issue.place)}: {issue.message}" for issue in issues]
    if len(shown) > MOST_SHOWN:
        shown[MOST_SHOWN:] = [f"  and {len(shown) - MOST_SHOWN:,} more"]
    return "\n".join([f"{left_out}nothing in {submissions} can be graded:", *shown])


def _show(report: view.Report, format_: str, *, plain: bool) -> None:
    """Show what a run found.  What cannot be shown is not lost: the results are written."""
    try:
        output.show(format_, lambda: view.record(report), lambda: view.page(report), plain=plain)
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as failed:
        output.note(f"The summary could not be shown: {failed.strerror}. The results are in {report.out}.")
        with suppress(OSError, ValueError):  # so that Python does not try again at exit
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    output.note(*report.run.summary["faults"])
