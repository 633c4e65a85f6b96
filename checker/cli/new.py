"""`checker new`: prints a problem file to start from."""

from __future__ import annotations

import click

from checker.cli.options import type_of

EXAMPLES = """\b
Example:
  checker new attention_output > problems/my-problem.yaml
"""


@click.command(epilog=EXAMPLES)
@click.argument("type_", metavar="TYPE")
def new(type_: str) -> None:
    """Print a problem file to start from.

    It loads as it is; comments in it say what else may stand there.
    """
    found = type_of(type_)
    from checker.cli import output
    from checker.cli.views.template import template

    output.write([template(found)], is_open=True)
