"""`checker schema`: print JSON Schemas for editors and scripts."""

from __future__ import annotations

import json

import click

EXAMPLES = """\b
Examples:
  checker schema
  checker schema --result
"""


@click.command(epilog=EXAMPLES)
@click.option(
    "--result",
    is_flag=True,
    help="Print the schema of a result, as in results.jsonl and `checker check --format json`.",
)
def schema(result: bool) -> None:  # noqa: FBT001
    """Print the JSON Schema of problem files or of results."""
    if result:
        from checker.cli.result_schema import RESULT

        printed = RESULT
    else:
        from checker.problems.json_schema import problem_schema

        printed = problem_schema()
    click.echo(json.dumps(printed, indent=2, ensure_ascii=False))
