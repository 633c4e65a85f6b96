"""`checker init`, `bank` and `schema`: what a course starts with."""

from __future__ import annotations

import re
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from shlex import quote
from typing import Any, Final

import click
import yaml

from checker.cli import options, output
from checker.cli.options import command, file_option, types_option
from checker.cli.output import Table
from checker.cli.written_files import write_files
from checker.problems.json_schema import assignment_schema, problem_schema
from checker.problems.load import ASSIGNMENT
from checker.text import packaged
from checker.text.steering import ascii_json
from checker.text.words import counted, did_you_mean

PROBLEM_SCHEMA: Final = "problem.schema.json"
ASSIGNMENT_SCHEMA: Final = "assignment.schema.json"
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
        output.write([str(write / name) for name in (PROBLEM_SCHEMA, ASSIGNMENT_SCHEMA)])
        return
    printed = result_schema() if result else assignment_schema() if assignment else problem_schema()
    output.write_json(printed, indent=2)


def schema_files() -> dict[str, bytes]:
    """Return the files by which editors check problems and assignments."""
    return {
        PROBLEM_SCHEMA: ascii_json(problem_schema()).encode(),
        ASSIGNMENT_SCHEMA: ascii_json(assignment_schema()).encode(),
    }


def result_schema() -> dict[str, Any]:
    """Return the JSON Schema of a result."""
    found: dict[str, Any] = yaml.safe_load(packaged.text("checker.marking", "result.yaml"))
    return found


@options.command("bank", "bank copy statistics")
@click.argument("copy", metavar="[copy", type=click.Choice(["copy"]), required=False)
@click.argument("name", metavar="NAME]", required=False, shell_complete=options.completed(lambda *_: folders()))
@options.file_option("--problems", "The folder to copy into.", "DIR", "problems")
@options.plain_option
def bank(copy: str | None, name: str | None, problems: Path) -> None:
    """List the problems that come with checker, or copy some to start from.

    `checker bank copy NAME` copies a folder of the list into --problems; it overwrites nothing. The list says how many
    problems each folder has.
    """
    if not copy:
        rows = []
        for each, folder in folders().items():
            title = re.search(r"^title: (.*)$", folder.joinpath(ASSIGNMENT).read_text("utf-8"), re.MULTILINE)
            rows.append((each, str(len(list(folder.iterdir())) - 1), title[1] if title else ""))
        output.print_page([Table(rows, "lrw", between=" "), "", "`checker bank copy NAME` copies a folder."])
        return
    if name not in folders():
        near = did_you_mean(name or "", folders(), command="checker bank")
        raise click.UsageError(f"{options.word_shown(name or '')} is not a folder of the bank{near}")
    copied = {each.name: each.read_bytes() for each in folders()[name].iterdir()}
    write_files(copied, problems / name, is_folder=True)
    output.write([f"{problems / name}: {counted(len(copied) - 1, 'problem')}, {ASSIGNMENT}"])


def folders() -> dict[str, Traversable]:
    """Return the folders of the bank by name."""
    found = files("checker.cli").joinpath("problems").iterdir()
    return {each.name: each for each in sorted(found, key=lambda each: each.name) if each.is_dir()}


@command("init", "init my-course")
@click.argument("folder", metavar="[DIR]", type=click.Path(path_type=Path), default=".")
def init(folder: Path) -> None:
    """Write a small course to try: problems, and what two students answered.

    It goes into the folder DIR (default: this one), overwrites no problem and no submission, and prints what to run.
    """
    texts = dict[str, str](yaml.safe_load(packaged.text("checker.cli", "course.yaml")))
    # with ids of their own: the bank may be copied into the same course
    for name, topic, id_ in (("one-layer", "001", "encoder-layer"), ("slope", "physics", "incline")):
        text = folders()[topic].joinpath(f"{id_}.yaml").read_text("utf-8").replace(f"id: {id_}", f"id: {name}")
        texts[f"problems/week-1/{name}.yaml"] = f"{MODELINE.format(PROBLEM_SCHEMA)}\n{text}"
    files = {name: text.encode() for name, text in sorted(texts.items())}
    write_files(files | {f"problems/{name}": data for name, data in schema_files().items()}, folder, is_folder=True)
    commands = {
        "lint": "Are the problems in order?",
        "check one-layer 31744": "What does a student see?",
        "grade submissions": "Grade all submissions into the folder results.",
    }
    lines = [f"{packaged.program()} {words:<23}  # {what}" for words, what in commands.items()]
    inside = [] if folder == Path() else [f"cd {quote(str(folder))}"]
    output.write([*(str(folder / name) for name in files), "", "Run these:", *inside, *lines])
