"""`checker review`: serves a page on this machine, on which a person decides what waits for one.

Here the results, the problems and the reviewer's file are found; page and server are in `checker.reports.desk`.
"""

from __future__ import annotations

import getpass
import re
import webbrowser
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from threading import Timer
from typing import Final

import click

from checker.cli import output
from checker.cli.options import RIGHT, command, file_option, results_argument
from checker.grading.published import Results
from checker.grading.run import Options
from checker.reports.cases import Originals, open_cases
from checker.reports.desk import Desk, DeskServer, ReviewerFile
from checker.text.words import first_of

NAME: Final = re.compile(r"[^\W_][\w.@+-]{0,63}")
_CHANGED: Final = "the problem {} is not the one that was graded, or gone; grade again"


@command("review", "review results --reviewer ada")
@results_argument
@click.option("--reviewer", metavar="NAME", help="Who decides.  [default: your name on this machine]")
@file_option("--reviews", "The folder of decisions; yours are written to NAME.yaml there.", "DIR", "reviews")
@click.option("--no-browser", is_flag=True, help="Only print the address.")
def review(results: Path, reviewer: str | None, reviews: Path, *, no_browser: bool) -> int:
    """Decide what waits for a person, on a page that only this machine can open.

    First it shows each value that was found in doubt, once for the whole class: one key accepts it, but for those whom
    you leave out. Then come single cases: what the student wrote, with the place of the answer and pages of scans as
    pictures, the question, what is expected, and what may be meant, each with a key. Equal answers are decided
    together, and so are a student's answers to the parts of a problem. Files that could not be read are cases, too.

    Each decision is written to reviews/NAME.yaml before the next case is shown. `checker grade` applies them.
    Press Ctrl+C to end.
    """
    name = reviewer if reviewer is not None else getpass.getuser()
    if not NAME.fullmatch(name):
        raise click.UsageError("--reviewer takes a name of letters, digits and . _ - @ +; it is the name of a file")
    desk, command = opened(results, reviews, name)
    with DeskServer(desk, command) as server:
        output.write([f"{desk.counts}: {server.address}"])
        output.note("Press Ctrl+C to end.")
        if not no_browser:
            Timer(0.2, webbrowser.open, [server.address]).start()
        with suppress(KeyboardInterrupt):
            server.serve_forever()
    output.note(f"Grade again to apply what was decided: {command}")
    return RIGHT


def opened(results: Path, reviews: Path, name: str) -> tuple[Desk, str]:
    """Return the desk of a reviewer, and the command that applies its decisions.  Raise UserError or UsageError."""
    found = Results(results)
    problems = found.problems()
    if problems.changed:
        raise click.UsageError(_CHANGED.format(first_of(problems.changed)))
    asked = replace(Options.of_record(found.summary["options"], results), reviews=reviews)
    originals = Originals(str(asked.submissions), problems.course.folder_names)
    file = ReviewerFile(reviews / f"{name}.yaml", name)
    return Desk(open_cases(found), originals, problems.course, file, results / "results.jsonl"), asked.command()
