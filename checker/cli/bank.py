"""`checker bank`: lists the folders of problems that come with checker, or copies one."""

from __future__ import annotations

import re
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import click

from checker.cli import options, output
from checker.cli.output import Table
from checker.cli.written_files import write_files
from checker.problems.load import ASSIGNMENT
from checker.text.words import counted, did_you_mean


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
