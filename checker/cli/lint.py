"""`checker lint`: everything wrong or risky in problem files."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Final

import click

from checker.cli.options import named, plain_option
from checker.cli.progress import counter
from checker.cli.views import terminal
from checker.lint import Report
from checker.lint import lint as find
from checker.notation.words import counted
from checker.problems import Finding, NoProblemError

MOST_JOBS: Final = 1_000

PROGRESS: Final = "{done:,} of {total:,} problems checked"

FOUND: Final = 1
"""The exit code where there is any finding."""


EPILOG: Final = """\b
Example:
  checker lint problems/transformers
"""


@click.command(epilog=EPILOG)
@click.argument("problems", type=click.Path(), default="problems")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="For people, or as a list.")
@click.option(
    "--jobs",
    type=click.IntRange(1, MOST_JOBS),
    default=None,
    metavar="N",
    help="Processes that look at many problems; no more than there are processors.  [default: all of them]",
)
@plain_option
def lint(problems: str, form: str, jobs: int | None, *, plain: bool) -> int:
    """Find everything wrong or risky in problem files.

    PROBLEMS is a file, or a folder with files in and below it (default: problems).  Each finding has a code:

    \b
    schema      the file is in error
    undeclared  the answer depends on a convention that the file leaves open
    unused      a convention is declared, but no answer depends on it
    unstated    a convention is declared, but the prompt does not say so
    alias       two mistakes give one number, and other parameters or parts would tell
    hidden      a mistake lies within the tolerance
    precision   an answer that is rounded as people do it would not be accepted
    key         the instructor's key disagrees with the solver
    example     an example does not come out as stated

    The exit code is 0 if nothing was found, else 1.
    """  # noqa: D301 - a backspace, which keeps click from joining the lines
    try:
        with counter(PROGRESS, plain=plain) as tell:
            report = find(problems, jobs=jobs, progress=tell)
    except NoProblemError as error:
        raise click.UsageError(str(error)) from None
    if not report.problems and not report.findings:
        raise click.UsageError(f"there are no problem files in {named(problems)}")
    if form == "json":
        click.echo(json.dumps([finding._asdict() for finding in report.findings], indent=2, ensure_ascii=False))
    else:
        terminal.write((*_lines(report.findings), _closing(report)))
    return FOUND if report.findings else 0


def _lines(findings: Sequence[Finding]) -> Iterator[str]:
    """A line for each finding, its places and codes below each other."""
    places = [":".join(str(part) for part in finding[:3] if part is not None) for finding in findings]
    width = max(map(len, places), default=0)
    codes = max((len(finding.code) for finding in findings), default=0)
    for place, finding in zip(places, findings, strict=True):
        yield f"{place:<{width}} {finding.code:<{codes}}  {finding.message}"


def _closing(report: Report) -> str:
    """`3 findings in 120 problems`."""
    return f"{counted(len(report.findings) or 'no', 'finding')} in {counted(report.problems or 'no', 'problem')}"
