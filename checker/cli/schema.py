"""`checker schema`: prints the JSON Schema of problem files, of assignment.yaml, or of a result, or writes them."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import click
import yaml

from checker.cli import output
from checker.cli.options import command, file_option, types_option
from checker.cli.written_files import write_files
from checker.problems.json_schema import assignment_schema, problem_schema
from checker.text.steering import ascii_json

PROBLEM: Final = "problem.schema.json"
ASSIGNMENT: Final = "assignment.schema.json"
MODELINE: Final = "# yaml-language-server: $schema=../{}"
"""First line of files in a folder of an assignment, by which editors find the schema in the folder above it."""


@command("schema", "schema --assignment", "schema --write problems")
@click.option("--assignment", is_flag=True, help="Print the schema of assignment.yaml.")
@click.option(
    "--result",
    is_flag=True,
    help="Print the schema of a result, as in results.jsonl and in `results` of `checker check --format json`.",
)
@file_option("--write", "Write the schemas of problems and of assignment.yaml to a folder, for editors.", "DIR")
@types_option
def schema(*, assignment: bool, result: bool, write: Path | None) -> None:
    """Print the JSON Schema of problem files or of results.

    With --write, editors check and complete the problem files in the folders of DIR, and show what each question type
    computes, if the first line of a file is the one that `checker new` prints.
    """
    if assignment + result + (write is not None) > 1:
        raise click.UsageError("give one of --assignment, --result and --write")
    if write is not None:
        write_files(schema_files(), write, is_folder=True)
        output.write([str(write / name) for name in (PROBLEM, ASSIGNMENT)])
        return
    printed = result_schema() if result else assignment_schema() if assignment else problem_schema()
    output.write_json(printed, indent=2)


def schema_files() -> dict[str, bytes]:
    """Return the files by which editors check problems and assignments."""
    return {PROBLEM: ascii_json(problem_schema()).encode(), ASSIGNMENT: ascii_json(assignment_schema()).encode()}


def result_schema() -> dict[str, Any]:
    """Return the JSON Schema of a result."""
    found: dict[str, Any] = yaml.safe_load(files("checker.marking").joinpath("result.yaml").read_text("utf-8"))
    return found
