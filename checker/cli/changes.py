"""`checker changes`: shows which students have another grade since the last run, and why."""

from __future__ import annotations

from pathlib import Path

import click

from checker.cli import output
from checker.cli.options import RIGHT, format_option, plain_option
from checker.cli.results_folder import results_argument
from checker.cli.views import run as view
from checker.grading.published import Results

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
    found = Results(results).changes
    output.show(
        format_,
        lambda: view.changes_record(found),
        lambda: [*view.change_blocks(found)] or ["No grade changed."],
        plain=plain,
    )
    return RIGHT
