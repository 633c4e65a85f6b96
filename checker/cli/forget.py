"""`checker forget`: removes a student from the results, and leaves the student out of later runs."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from checker.cli import output
from checker.cli.options import RIGHT, command, format_option, plain_option, results_argument
from checker.cli.output import Page, Table, capped
from checker.grading import forget as forgetting
from checker.text.words import in_line, shortened

_SCHEMA: Final = "checker.forget/2"
_MOST_NAMED: Final = 20


@command("forget noor", "forget s1042 course/week-3 --format json", "forget s1042 course/week-3 --undo")
@click.argument("student")
@results_argument
@click.option("--undo", is_flag=True, help="Let the next run grade the student again.")
@format_option
@plain_option
def forget(student: str, results: Path, *, undo: bool) -> int:
    """Remove a student from the results, and leave the student out of later runs.

    STUDENT is an id as in grades.csv, and RESULTS the folder that `checker grade` wrote. Everything that checker wrote
    there is deleted: pages, reports and exports, too; then the class is graded again without the student, as the last
    run was asked for. Later runs know the student by a hash of the id only.

    Files that people wrote are not changed; those that still hold the id or the name are named. Nothing is asked first:
    `--undo` lets the next run grade the student again, from the files in the submissions.
    """
    if undo:
        forgetting.undo(results, student)
        page = [f"{shortened(student)} is no longer left out: the next run grades the files that are there."]
        output.show(lambda: {"schema": _SCHEMA, "student": student, "is_left_out": False}, lambda: page)
        return RIGHT
    report = forgetting.forget(results, student)
    record = {"schema": _SCHEMA, "is_left_out": True, **report._asdict()}
    output.show(lambda: record, lambda: _page(report, results))
    return RIGHT


def _page(report: forgetting.ForgetReport, results: Path) -> Page:
    """Yield what was done, and which files still hold an id or a name of the student."""
    who = shortened(report.student)
    yield f"Removed {who} from {results}. Later runs leave {who} out; with --undo the next run grades {who} again."
    if report.written:
        yield f"Graded again without {who}: {', '.join(report.written)}"
    if report.deleted:
        yield f"Deleted: {', '.join(map(in_line, report.deleted))}. Repeat the commands that wrote them."
    if report.left:
        yield f"These files are not checker's and still hold the id or the name of {who}; look through them yourself:"
        files = Table([(shortened(path, 200),) for path in report.left], "l", indent=6)
        yield from capped(files, _MOST_NAMED, "--format json lists all")
    yield "Handouts, and what was printed, sent or uploaded, are not touched."
