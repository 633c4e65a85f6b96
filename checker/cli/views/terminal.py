"""The terminal: its width, its colours, and output that cannot steer it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import Final

import click

from checker.cli.views.error import CONTROLS
from checker.cli.views.layout import Style

PIPE_WIDTH: Final = 80
WIDEST: Final = 100
"""Maximum line width: longer lines are hard to read."""

MOST_DIGITS: Final = 6
"""Maximum number of digits in COLUMNS."""

COLOURS: Final = (
    (r"^ +(?P<green>:\))", "bold green"),
    (r"^ +(?P<red>:\()", "bold red"),
    (r"^ +(?P<yellow>:\|)", "bold yellow"),
    (r"^ +(?P<label>Why|Where|Next|Expected|Not given)(?=  )", "bold"),
    (r"(?P<arrow>◀.*)$", "red"),
)


def style(*, plain: bool = False) -> Style:
    """Return the style for standard output; plain if the option or ACCESSIBLE=1 asks for it."""
    plain = plain or os.environ.get("ACCESSIBLE", "") not in ("", "0")
    if sys.stdout is None or not sys.stdout.isatty():
        return Style(_columns() or PIPE_WIDTH, plain)
    try:
        width = os.get_terminal_size(sys.stdout.fileno()).columns
    except OSError:
        width = 0
    colour = not plain and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return Style(min(width or PIPE_WIDTH, WIDEST), plain, colour)


def _columns() -> int:
    """Return the width that COLUMNS asks for; 0 where it asks for none."""
    columns = os.environ.get("COLUMNS", "")
    return min(int(columns), WIDEST) if columns.isdecimal() and len(columns) <= MOST_DIGITS else 0


def write(lines: Iterable[str], style: Style | None = None, *, err: bool = False) -> None:
    """Print the lines, in colour where the style has it."""
    text = "\n".join(lines).translate(CONTROLS)
    if style and style.colour:
        _paint(text, err=err)
    else:
        click.echo(text, err=err)


def _paint(text: str, *, err: bool) -> None:
    from rich.console import Console
    from rich.highlighter import RegexHighlighter
    from rich.theme import Theme

    class Highlighter(RegexHighlighter):
        highlights = [f"(?m){pattern}" for pattern, _ in COLOURS]  # noqa: RUF012 - rich's own way

    names = ("green", "red", "yellow", "label", "arrow")
    theme = Theme({name: colour for name, (_, colour) in zip(names, COLOURS, strict=True)})
    console = Console(stderr=err, theme=theme, highlighter=Highlighter(), soft_wrap=True)
    console.print(text, markup=False, emoji=False)
