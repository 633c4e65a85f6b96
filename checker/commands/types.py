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
@click.option("--markdown", is_flag=True, help="All types, as one page of Markdown.")
@plain_option
def types(type_: str | None, markdown: bool, plain: bool) -> None:  # noqa: FBT001
    """List the question types, or explain one.

    Of one it tells what it computes, its parameters, conventions, misconceptions and steps, and an example.
    """
    if markdown and type_ is not None:
        raise click.UsageError("--markdown gives all types: leave TYPE out")
    found = None if type_ is None else type_of(type_)
    from checker.report import terminal, type_page, type_reference

    if markdown:
        click.echo("\n".join(type_reference.reference()))
        return
    style = terminal.style(plain=plain)
    terminal.write(type_page.page(found, style) if found else type_page.overview(style), style)
