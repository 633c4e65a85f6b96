"""`checker init`: writes a course of two problems and two submissions, and prints what to run."""

from __future__ import annotations

from pathlib import Path
from shlex import quote
from typing import Final

import click

from checker.cli import output
from checker.cli.bank import folders
from checker.cli.options import command
from checker.cli.schema import ASSIGNMENT, MODELINE, PROBLEM, schema_files
from checker.cli.written_files import write_files
from checker.text.packaged import program

_PROBLEMS: Final = {"one-layer": ("001", "encoder-layer"), "slope": ("physics", "incline")}
"""The problems, with the folders and the ids in the bank, which may be copied into the same course."""

_FILES: Final = {
    "problems/week-1/assignment.yaml": f"""\
{MODELINE.format(ASSIGNMENT)}
title: Week 1
problems:
  - {{id: one-layer, label: "1"}}
  - {{id: slope, label: "2"}}
""",
    "submissions/week-1/ada.yaml": """\
student: ada
answers:
  one-layer: "27,648"
  slope: 4.15 m/s^2
""",
    "submissions/week-1/ben.yaml": """\
student: ben
answers:
  one-layer: "31,744"
  slope: "-1.30"
""",
}

_COMMANDS: Final = {
    "lint": "Are the problems in order?",
    "check one-layer 31744": "What does a student see?",
    "grade submissions": "Grade all submissions into the folder results.",
}


@command("init", "init my-course")
@click.argument("folder", metavar="[DIR]", type=click.Path(path_type=Path), default=".")
def init(folder: Path) -> None:
    """Write a small course to try: problems, and what two students answered.

    It goes into the folder DIR (default: this one), overwrites no problem and no submission, and prints what to run.
    """
    texts = dict(_FILES)
    for name, (topic, id_) in _PROBLEMS.items():
        text = folders()[topic].joinpath(f"{id_}.yaml").read_text("utf-8").replace(f"id: {id_}", f"id: {name}")
        texts[f"problems/week-1/{name}.yaml"] = f"{MODELINE.format(PROBLEM)}\n{text}"
    files = {name: text.encode() for name, text in sorted(texts.items())}
    write_files(files | {f"problems/{name}": data for name, data in schema_files().items()}, folder, is_folder=True)
    lines = [f"{program()} {words:<23}  # {what}" for words, what in _COMMANDS.items()]
    inside = [] if folder == Path() else [f"cd {quote(str(folder))}"]
    output.write([*(str(folder / name) for name in files), "", "Run these:", *inside, *lines])
