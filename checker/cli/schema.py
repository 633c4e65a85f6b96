"""`checker schema`: prints the JSON Schema of problem files, of assignment.yaml, or of a result."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import click
import yaml

from checker.cli import output
from checker.cli.options import command, types_option
from checker.problems.json_schema import assignment_schema, problem_schema


@command("schema", "schema --assignment", "schema --result")
@click.option("--assignment", is_flag=True, help="Print the schema of assignment.yaml.")
@click.option(
    "--result",
    is_flag=True,
    help="Print the schema of a result, as in results.jsonl and `checker check --format json`.",
)
@types_option
def schema(*, assignment: bool, result: bool) -> None:
    """Print the JSON Schema of problem files or of results."""
    if assignment and result:
        raise click.UsageError("give one of --assignment and --result")
    printed = result_schema() if result else assignment_schema() if assignment else problem_schema()
    output.write_json(printed, indent=2)


def result_schema() -> dict[str, Any]:
    """Return the JSON Schema of a result."""
    found: dict[str, Any] = yaml.safe_load(files("checker.marking").joinpath("result.yaml").read_text("utf-8"))
    return found
