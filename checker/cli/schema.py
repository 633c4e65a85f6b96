"""`checker schema`: print JSON Schemas for editors and scripts."""

from __future__ import annotations

import click

EXAMPLES = """\b
Examples:
  checker schema
  checker schema --assignment
  checker schema --result
"""


@click.command(epilog=EXAMPLES)
@click.option("--assignment", is_flag=True, help="Print the schema of assignment.yaml.")
@click.option(
    "--result",
    is_flag=True,
    help="Print the schema of a result, as in results.jsonl and `checker check --format json`.",
)
def schema(*, assignment: bool, result: bool) -> None:
    """Print the JSON Schema of problem files or of results."""
    from checker.cli.views import terminal

    if assignment and result:
        raise click.UsageError("give one of --assignment and --result")
    if result:
        from checker.cli.result_schema import RESULT

        printed = RESULT
    elif assignment:
        from checker.problems.json_schema import assignment_schema

        printed = assignment_schema()
    else:
        from checker.problems.json_schema import problem_schema

        printed = problem_schema()
    terminal.write_json(printed, indent=2)
