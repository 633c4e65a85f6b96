"""`checker types`: the question types."""

from __future__ import annotations

import click

from checker.commands.options import plain_option, type_of

EXAMPLES = """\b
Examples:
  checker types
  checker types attention_output
"""


@click.command(epilog=EXAMPLES)
@click.argument("type_", metavar="[TYPE]", required=False)
@plain_option
def types(type_: str | None, plain: bool) -> None:  # noqa: FBT001
    """List the question types, or explain one.

    Of one it tells what it computes, its parameters, conventions, misconceptions and steps, and an example.
    """
    found = None if type_ is None else type_of(type_)
    from checker.report import terminal, type_page

    style = terminal.style(plain=plain)
    terminal.write(type_page.page(found, style) if found else type_page.overview(style), style)
