"""`checker lint`: finds everything wrong or risky in problem files."""

from __future__ import annotations

from pathlib import Path

import click

from checker.cli import output
from checker.cli.options import KEPT, command, file_option, plain_option, typed_option, use_types, word_shown
from checker.cli.output import Table, Text, progress_bar
from checker.lint import lint as find
from checker.problems import Finding
from checker.text.words import counted


def _taken(context: click.Context, option: click.Parameter, value: Path | None) -> bool:
    """Take the question types, and return whether they are run, too."""
    use_types(context, option, None if value == Path() else value)
    return value is not None


@command("lint problems/transformers", "lint --types")
@click.argument("problems", type=click.Path(), default="problems", is_eager=True)
@file_option(
    "--types",
    "Run your question types, too.  [default: types, next to the problems]",
    "[DIR]",
    is_flag=False,
    flag_value=Path(),
    is_eager=False,
    callback=_taken,
)
@typed_option(
    "--format",
    click.Choice(["text", "json", "github"]),
    "text",
    "Text, JSON, or annotations of GitHub Actions.",
    **KEPT,
)
@plain_option
def lint(problems: str, *, types: bool) -> int:
    """Find everything wrong or risky in problem files.

    PROBLEMS is a file, or a folder with files in and below it (default: problems).  Each finding has a code:

    \b
    schema      the file is in error
    undeclared  the answer depends on a convention that the file leaves open
    unused      a convention changes no answer, or a course's rule fits no problem
    unstated    a convention is declared, but the prompt does not say so
    alias       two mistakes give one number; most other numbers tell them apart
    hidden      a mistake lies within the tolerance
    precision   an answer that is rounded as people do it would not be accepted
    unit        a unit is not known, or only the prompt names it
    dimension   the units of an expression do not fit
    key         the instructor's key disagrees with the solver
    example     an example does not come out as stated
    draw        some draws are worse than others: trivial, or mistakes are equal
    type        a question type of yours (--types) is not what it says

    The exit code is 0 if nothing was found, else 1.
    """  # noqa: D301 - a backspace, which keeps click from joining the lines
    with progress_bar("problems checked") as show:
        report = find(problems, with_types=types, progress=show)
    if not report.problems and not report.findings and not report.types:
        raise click.UsageError(f"there are no problem files in {word_shown(problems)}")
    numbers = {"finding": len(report.findings), "problem": report.problems, "question type": report.types}
    found, *looked = (counted(number, noun) if number else f"no {noun}s" for noun, number in numbers.items())
    counts = f"{found} in {' and '.join(looked[: 1 + types])}"
    if click.get_current_context().meta["--format"] == "github":
        output.write(map(_annotation, report.findings), is_open=not report.findings)
        return 1 if report.findings else 0
    output.show(
        lambda: [{name: value for name, value in each._asdict().items() if name != "rest"} for each in report.findings],
        lambda: [
            Table([(each.place, each.code, each.message) for each in report.findings], "lll", indent=0, between=" "),
            Text(counts, indent=0),
        ],
    )
    return 1 if report.findings else 0


def _annotation(finding: Finding) -> str:
    """Return a finding as the workflow command by which GitHub shows it at its line."""
    in_message = {ord(sign): f"%{ord(sign):02X}" for sign in "%\r\n"}
    in_place = in_message | {ord(sign): f"%{ord(sign):02X}" for sign in ":,"}
    told = {"file": finding.file, "line": finding.line or 1, "col": finding.column or 1, "title": finding.code}
    where = ",".join(f"{key}={str(each).translate(in_place)}" for key, each in told.items())
    return f"::error {where}::{finding.message.translate(in_message)}"
