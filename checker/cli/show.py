"""`checker show`: show the question as a student reads it."""

from __future__ import annotations

from pathlib import Path

import click

from checker.cli.options import load, plain_option, problem_argument, problems_option

EXAMPLES = """\b
Example:
  checker show encoder-layer
"""


@click.command(epilog=EXAMPLES)
@problem_argument
@problems_option
@plain_option
def show(problem: str, problems: Path, plain: bool) -> None:  # noqa: FBT001
    """Show the question as a student reads it.

    PROBLEM is a file, or an id below --problems.
    """
    from checker.cli.views import question, terminal

    style = terminal.style(plain=plain)
    terminal.write(question.show(load(problem, problems), style), style)
