"""`checker types`: lists the question types, or explains one of them or the questions of a problem."""

from __future__ import annotations

from pathlib import Path

import click

from checker.cli.options import load, plain_option, problems_option, type_of

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
def types(type_: str | None, problems: Path, *, markdown: bool, plain: bool) -> None:
    """List the question types, or explain one.

    Of one it prints what it computes, its parameters, conventions, misconceptions and steps, and a problem file. TYPE
    may also be a problem, by its file or id: then it prints the conventions, misconceptions and steps of its questions.
    """
    from checker.cli import output
    from checker.cli.views import types as view
    from checker.cli.views.template import template
    from checker.problems import NoProblemError, find_problem
    from checker.questions.registry import topics

    if markdown and type_ is not None:
        raise click.UsageError("--markdown prints all types; leave out TYPE")
    if markdown:
        output.write(view.reference())
        return
    if type_ is None:
        output.print_page(view.overview(), plain=plain)
        return
    if type_.replace("-", "_") not in topics():
        try:
            path = str(find_problem(type_, problems))
        except NoProblemError:
            if "." in type_ or "/" in type_:
                raise
        else:
            problem = load(path, problems, without=("credit",))  # the page helps to write it
            output.print_page(view.problem_page(problem), plain=plain)
            return
    found = type_of(type_)
    output.print_page(view.page(found), plain=plain)
    output.write(["", "A problem file", "", template(found)], is_open=True)
