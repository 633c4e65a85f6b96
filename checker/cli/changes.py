"""`checker changes`: shows which students have another grade since an earlier run, and why."""

from __future__ import annotations

from pathlib import Path

import click

from checker.cli.options import RIGHT, format_option, plain_option
from checker.cli.results_folder import opened, results_argument
from checker.cli.views import run as view
from checker.cli.views import terminal

EPILOG = """\b
Examples:
  checker changes
  checker changes results --since 3 --format json
"""


@click.command(epilog=EPILOG)
@results_argument
@click.option(
    "--since",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    metavar="N",
    help="The last N complete runs instead of the last one.",
)
@format_option
@plain_option
def changes(results: Path, since: int, format_: str, *, plain: bool) -> int:
    """Show whose grades changed, and why.

    It shows the last complete run of `checker grade`: from what to what each grade changed, and the reason. RESULTS is
    the folder that it wrote.
    """
    with opened(results) as store:
        found = store.history.changes(since)
    if format_ == "json":
        terminal.write_json(view.changes_record(found))
        return RIGHT
    style = terminal.style(plain=plain)
    shown = view.change_lines(found, style)
    terminal.write(shown or ["No grade changed."], style)
    return RIGHT
