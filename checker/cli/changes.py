"""`checker changes`: shows which students have another grade since the last run, and why."""

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
  checker changes results --format json
"""


@click.command(epilog=EPILOG)
@results_argument
@format_option
@plain_option
def changes(results: Path, format_: str, *, plain: bool) -> int:
    """Show whose grades changed, and why.

    It shows the last complete run of `checker grade`: from what to what each grade changed, and the reason. RESULTS is
    the folder that it wrote.
    """
    with opened(results) as store:
        found = store.history.changes()
    terminal.show(
        format_,
        lambda: view.changes_record(found),
        lambda style: view.change_lines(found, style) or ["No grade changed."],
        plain=plain,
    )
    return RIGHT
