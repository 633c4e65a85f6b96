"""`checker solve`: shows the right answer to a problem with its worked solution."""

from __future__ import annotations

from pathlib import Path

import click

from checker.cli import options, output

EXAMPLES = """\b
Examples:
  checker solve encoder-layer
  checker solve --part elements head-output
  checker solve --student s1042 encoder-layer
"""


@click.command(epilog=EXAMPLES)
@click.argument("problem")
@options.problems_option
@options.part_option
@options.student_option
@options.format_option
@options.plain_option
def solve(  # noqa: PLR0913 - one for each option
    problem: str, problems: Path, part: str | None, student: str | None, format_: str, *, plain: bool
) -> None:
    """Show the answer with its worked solution.

    PROBLEM is a file, or an id below --problems.
    """
    from checker.cli.views.solution import solution_record, solve

    found = options.load_variant(problem, problems, student)
    options.check_part(found, part)
    parts = [each for each in found.parts if part in (None, each.id)]
    output.show(format_, lambda: solution_record(found, parts), lambda: solve(found, parts), plain=plain)
