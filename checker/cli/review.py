"""`checker review`: serves a page on this machine, on which a person decides what waits for one.

Here the cases and the reviewer's file are found; page and server are in `checker.reports.desk`.
"""

from __future__ import annotations

import getpass
import re
import shlex
import webbrowser
from contextlib import suppress
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING, Final

import click

from checker.cli.options import RIGHT, folder_option, number_option
from checker.cli.results_folder import (
    from_here,
    graded_problems_option,
    opened,
    problems_as_graded,
    require,
    results_argument,
)
from checker.cli.views import terminal
from checker.text.words import counted

if TYPE_CHECKING:
    from checker.reports.desk import Desk

NAME: Final = re.compile(r"[^\W_][\w.@+-]{0,63}")

EPILOG: Final = """\b
Examples:
  checker review
  checker review results --reviewer ada
"""


@click.command(epilog=EPILOG)
@results_argument
@click.option("--reviewer", metavar="NAME", help="Who decides.  [default: your name on this machine]")
@folder_option("--reviews", "reviews", "The folder of decisions; yours are written to NAME.yaml there.")
@number_option("--port", 0, 65_535, 0, "The port.  [default: a free one]", show_default=False)
@click.option("--no-browser", is_flag=True, help="Only print the address.")
@graded_problems_option
def review(  # noqa: PLR0913 - one for each option
    results: Path, reviewer: str | None, reviews: Path, port: int, problems: Path | None, *, no_browser: bool
) -> int:
    """Decide what waits for a person, on a page that only this machine can open.

    It shows one case after the other: the question, the answer with what may be meant, and what is expected. Pages
    without text, such as scans and photographs, and pages of a PDF file are shown as pictures. Equal answers are
    decided together, and all answers on a student's scan on one page.

    Each decision is written to reviews/NAME.yaml before the next case is shown. `checker grade` applies them.
    Press Ctrl+C to end.
    """
    require("jinja2", "checker review", "web")
    from checker.reports.desk import DeskServer

    name = reviewer if reviewer is not None else getpass.getuser()
    if not NAME.fullmatch(name):
        raise click.UsageError("--reviewer takes a name of letters, digits and . _ - @ +; it is the name of a file")
    desk, command = _desk(results, problems, reviews, name)
    try:
        server = DeskServer(desk, command, port)
    except OSError as error:
        raise click.UsageError(f"port {port} cannot be used: {error.strerror}") from None
    with server:
        terminal.write([f"{counted(len(desk.cases), 'case')} to decide: {server.address}"])
        terminal.note("Press Ctrl+C to end.")
        if not no_browser:
            Timer(0.2, webbrowser.open, [server.address]).start()
        with suppress(KeyboardInterrupt):
            server.serve_forever()
    terminal.note(f"Grade again to apply what was decided: {command}")
    return RIGHT


def _desk(results: Path, problems: Path | None, reviews: Path, name: str) -> tuple[Desk, str]:
    """Return the desk, and the command that applies its decisions.  Raise UsageError."""
    from checker.grading.exports import graded_assignments
    from checker.reports.cases import Originals, open_cases
    from checker.reports.desk import Desk, ReviewerFile

    with opened(results) as store:
        graded = graded_assignments(store)
        found = problems_as_graded(problems, store, graded)
        folders = {name for each in found.assignments.values() for name in (each.name, each.stored_name) if name}
        cases = open_cases(store, found)
        originals = Originals(store, folders)
        last = store.inputs.last()
    columns = [column for each in found.assignments.values() for column in each.columns]
    words = ["checker", "grade"]
    if last:
        paths = (last[0], last[1].options["problems"])  # relative to the results
        submissions, of_problems = (str(from_here((results.resolve() / each).resolve())) for each in paths)
        words += [submissions, "--problems", of_problems]
    words += ["--out", str(results), "--reviews", str(reviews)]
    file = ReviewerFile(reviews / f"{name}.yaml", name)
    return Desk(cases, originals, columns, file), shlex.join(words)
