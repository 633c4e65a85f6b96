"""`checker solve`: shows the right answer to a problem with its worked solution."""

from __future__ import annotations

from pathlib import Path

import click

from checker.cli.options import (
    check_part,
    format_option,
    load_variant,
    part_option,
    plain_option,
    problem_argument,
    problems_option,
    student_option,
)

EXAMPLES = """\b
Examples:
  checker solve encoder-layer
  checker solve --part elements head-output
  checker solve --student s1042 encoder-layer
"""


@click.command(epilog=EXAMPLES)
@problem_argument
@problems_option
@part_option
@student_option
@format_option
@plain_option
def solve(  # noqa: PLR0913 - one for each option
    problem: str, problems: Path, part: str | None, student: str | None, format_: str, *, plain: bool
) -> None:
    """Show the answer with its worked solution.

    PROBLEM is a file, or an id below --problems.
    """
    from checker.cli.views import terminal
    from checker.cli.views.solution import solution_record, solve

    found = load_variant(problem, problems, student)
    check_part(found, part)
    parts = [each for each in found.parts if part in (None, each.id)]
    if format_ == "json":
        terminal.write_json(solution_record(found, parts))
    else:
        style = terminal.style(plain=plain)
        terminal.write(solve(found, parts, style), style)
