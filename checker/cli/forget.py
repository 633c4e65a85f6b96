"""`checker forget`: removes a student from the results, and leaves the student out of later runs."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from checker.cli.options import RIGHT, format_option, plain_option
from checker.cli.results_folder import opened, results_argument, store_in
from checker.cli.views import forget as view
from checker.cli.views import terminal
from checker.cli.written_files import remake_commands
from checker.lms.systems import FEEDBACK as ZIPS
from checker.lms.systems import GRADEBOOKS
from checker.reports import FEEDBACK, REPORT, feedback_zip

COMMANDS: Final = {
    REPORT: "checker report",
    FEEDBACK: "checker feedback",
    **{feedback_zip(lms): f"checker feedback --zip {lms}" for lms in ZIPS},
    **{
        form.new if Path(form.new).suffix else f"{form.new}{suffix}": f"checker export --to {form.name}"
        for form in GRADEBOOKS.values()
        if form.new
        for suffix in ("", ".zip")
    },
}
"""By the name of a file or folder in the results, the command that writes it."""

EPILOG: Final = """\b
Examples:
  checker forget noor
  checker forget s1042 course/week-3 --format json
  checker forget s1042 course/week-3 --undo
"""


@click.command(epilog=EPILOG)
@click.argument("student")
@results_argument
@click.option("--undo", is_flag=True, help="Let the next run grade the student again.")
@format_option
@plain_option
def forget(student: str, results: Path, format_: str, *, undo: bool, plain: bool) -> int:
    """Remove a student from the results, and leave the student out of later runs.

    STUDENT is an id as in grades.csv, and RESULTS the folder that `checker grade` wrote. The grades, answers and
    decisions of the student are removed from checker.db. The files of the class are written again without the student.
    Reports, feedback to upload and exports are deleted, and so is every page that shows the student; their commands
    write them again. Every other file in RESULTS that has an id or a name of the student is named, with what to do.

    Nothing is asked first, and nothing brings back what was removed: `--undo` only lets the next run grade the student
    again, from the files in the submissions. Those files are yours, so they stay; this command names them. Handouts
    and what was printed, sent or uploaded stay, too.
    """
    from checker.grading.forget import student as forgetting

    store_in(results)
    report = None
    if undo:
        forgetting.undo(results, student)
    else:
        with opened(results) as store:
            made = remake_commands(store, results, COMMANDS)
        report = forgetting.forget(results, student, made.usual, made.others)
    shown = student, report, str(results)
    terminal.show(format_, lambda: view.record(*shown), lambda style: view.lines(*shown, style), plain=plain)
    return RIGHT
