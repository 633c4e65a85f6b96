"""`checker solve`: show the answer with its worked solution."""

from __future__ import annotations

from pathlib import Path

import click

from checker.cli.options import (
    check_part,
    format_option,
    load,
    part_option,
    plain_option,
    problem_argument,
    problems_option,
)

EXAMPLES = """\b
Examples:
  checker solve encoder-layer
  checker solve --part elements head-output
"""


@click.command(epilog=EXAMPLES)
@problem_argument
@problems_option
@part_option
@format_option
@plain_option
def solve(problem: str, problems: Path, part: str | None, format_: str, plain: bool) -> None:  # noqa: FBT001
    """Show the answer with its worked solution.

    PROBLEM is a file, or an id below --problems.
    """
    from checker.cli.views import terminal
    from checker.cli.views.solution import solution_record, solve

    found = load(problem, problems)
    check_part(found, part)
    parts = [each for each in found.parts if part in (None, each.id)]
    if format_ == "json":
        terminal.write_json(solution_record(found, parts))
    else:
        style = terminal.style(plain=plain)
        terminal.write(solve(found, parts, style), style)
