"""Prints lines, remarks and JSON to a terminal or pipe, with no character that could control the terminal.

`style` finds its width, and whether it shows colours.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Iterable
from typing import Any, Final

import click

from checker.cli.views.error import CONTROLS
from checker.cli.views.layout import Style

PIPE_WIDTH: Final = 80
WIDEST: Final = 100
"""Maximum width; longer lines are hard to read."""

MOST_DIGITS: Final = 6
"""Maximum number of digits of COLUMNS; a longer number is no width."""

COLOURS: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    (r"(?m)^( +)(:\))", {"fg": "green", "bold": True}),
    (r"(?m)^( +)(:\()", {"fg": "red", "bold": True}),
    (r"(?m)^( +)(:\|)", {"fg": "yellow", "bold": True}),
    (r"(?m)^( +)(Why|Where|Next|Expected|Not given)(?=  )", {"bold": True}),
    (r"(?m)()(◀.*)$", {"fg": "red"}),
)
"""By pattern, the style of its second group."""


def style(*, plain: bool = False) -> Style:
    """Return the style for standard output; plain by the option or by ACCESSIBLE=1."""
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


def write(lines: Iterable[str], style: Style | None = None, *, err: bool = False, is_open: bool = False) -> None:
    """Print these lines, with control characters replaced, in colour if the style has it.

    `err`: to standard error.  If `is_open`, the last line goes on.
    """
    text = "\n".join(lines)
    text = text if text.isprintable() else text.translate(CONTROLS)
    is_coloured = bool(style and style.colour)
    click.echo(_coloured(text) if is_coloured else text, err=err, color=is_coloured or None, nl=not is_open)


def note(*lines: str) -> None:
    """Print remarks to standard error."""
    if lines:
        write(lines, err=True)


def write_json(value: Any, indent: int | None = None) -> None:
    """Print a value as one JSON text with only ASCII characters; others are escapes."""
    click.echo(json.dumps(value, indent=indent).replace("\x7f", r"\u007f"))


def show(
    format_: str, record: Callable[[], Any], lines: Callable[[Style], Iterable[str]], *, plain: bool = False
) -> None:
    """Print what a command found: `record` as JSON if the format is `json`, else `lines` for people."""
    if format_ == "json":
        write_json(record())
    else:
        chosen = style(plain=plain)
        write(lines(chosen), chosen)


def _coloured(text: str) -> str:
    """Return a text with codes for colours: faces, labels such as `Why`, and the first difference."""
    for pattern, style in COLOURS:
        marked = click.style(r"\2", **style)
        text = re.sub(pattern, rf"\1{marked}", text)
    return text
