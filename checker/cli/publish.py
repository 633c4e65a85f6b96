"""`checker publish`: writes problems as a question bank for a learning management system."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Final

import click

from checker.cli import output
from checker.cli.options import RIGHT, command, file_option, typed_option, types_option, word_shown
from checker.cli.written_files import write_files, zipped
from checker.problems import ProblemError, load_problem, load_problems
from checker.publishing import publish as bank_of
from checker.text.words import counted

_MOST_SHOWN: Final = 20


@command(
    "publish problems/001 --to moodle --out bank.xml", "publish problems/001/encoder-layer.yaml --to qti --out bank.zip"
)
@click.argument("problems", type=click.Path(path_type=Path))
@types_option
@click.option(
    "--to",
    "form",
    type=click.Choice(["moodle", "qti", "markdown", "html"]),
    metavar="FORMAT",
    required=True,
    help="moodle, qti, markdown or html.",
)
@typed_option("--variants", click.IntRange(1, 1000), 10, "Questions for each problem with draws.", metavar="N")
@typed_option(
    "--mistakes", click.IntRange(0, 1000), 30, "List pairs of mistakes, too, up to N wrong answers.", metavar="N"
)
@click.option("--solutions", is_flag=True, help="Add the worked solutions.")
@click.option("--strict", "is_strict", is_flag=True, help="Leave out what would be graded differently or lose a part.")
@file_option("--out", "The file to write.  [default: print it]")
def publish(problems: Path, form: str, out: Path | None, **options: Any) -> int:
    """Write problems as questions for the bank of a learning management system.

    PROBLEMS is a file, or a folder of them. Each known mistake is listed as a wrong answer with its sentence and its
    credit. What a format cannot express is reported; questions whose right answers it would mark wrong are left out.

    A bank has the answers in it: keep it from students. Markdown and HTML are for reading, and have no answers without
    --solutions.
    """
    if problems.is_dir():
        folder = load_problems(problems, extensions=False)
        if folder.broken:
            raise ProblemError(folder.findings)
        titles = [each.title for each in folder.assignments.values() if each.title]
        title, found = titles[0] if len(titles) == 1 else folder.name, list(folder.problems.values())
    else:
        found = [load_problem(problems)]
        title = found[0].assignment or found[0].title
    wanted = bank_of.Wanted(title, **options)
    bank = bank_of.publish(found, wanted, form)
    remarks = {"Graded differently": bank.differs, "Not expressed": bank.notes, "Left out": bank.left_out}
    for what, lines in remarks.items():
        more = len(lines) - _MOST_SHOWN
        shown = [*lines[:_MOST_SHOWN], *([f"{more} more"] if more > 0 else [])]
        output.note(*(f"{what}: {each}" for each in shown))
    if not bank.number:
        raise click.UsageError(f"there are no questions in {word_shown(str(problems))} that {form} can hold")
    data = zipped(bank.files) if len(bank.files) > 1 else next(iter(bank.files.values()))
    if out is None:
        sys.stdout.buffer.write(data)
        sys.stdout.flush()
    else:
        write_files({out.name: data}, out, is_folder=False)
        output.write([f"{out}: {counted(bank.number, 'question')}"])
    return RIGHT
