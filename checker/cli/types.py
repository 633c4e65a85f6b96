"""`checker types`: lists the question types, or explains one of them or the questions of a problem."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from checker.cli.options import load, plain_option, problems_option, type_of

if TYPE_CHECKING:
    from checker.problems import Problem

EXAMPLES = """\b
Examples:
  checker types
  checker types attention_output
  checker types problems/my-problem.yaml
"""


@click.command(epilog=EXAMPLES)
@click.argument("type_", metavar="[TYPE]", required=False)
@click.option("--markdown", is_flag=True, help="Print all types as one page of Markdown.")
@problems_option
@plain_option
def types(type_: str | None, markdown: bool, problems: Path, plain: bool) -> None:  # noqa: FBT001
    """List the question types, or explain one.

    Of one it tells what it computes, its parameters, conventions, misconceptions and steps, and an example. TYPE may
    also be a problem, by its file or id: then it tells the conventions, misconceptions and steps of its questions.
    """
    if markdown and type_ is not None:
        raise click.UsageError("--markdown prints all types; leave out TYPE")
    from checker.cli.views import terminal
    from checker.cli.views import types as view

    if markdown:
        terminal.write(view.reference())
        return
    style = terminal.style(plain=plain)
    if type_ is None:
        lines = view.overview(style)
    elif problem := _problem(type_, problems):
        lines = view.problem_page(problem, style)
    else:
        lines = view.page(type_of(type_), style)
    terminal.write(lines, style)


def _problem(name: str, folder: Path) -> Problem | None:
    """Return the problem with this id or path; None for a question type, and for a name that is neither.

    Raise NoProblemError for a path that does not exist.
    """
    from checker.problems import NoProblemError, find_problem
    from checker.questions.registry import topics

    if name.replace("-", "_") in topics():
        return None
    try:
        path = find_problem(name, folder)
    except NoProblemError:
        if "." in name or "/" in name:
            raise
        return None
    return load(str(path), folder, without=("credit",))  # the page helps to write it
