"""Prints lines for the commands whose views are lists of lines and not yet pages."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import Any

from checker.cli import output
from checker.cli.output import note as note  # noqa: PLC0414
from checker.cli.output import write_json as write_json  # noqa: PLC0414
from checker.cli.views.layout import Style


def style(*, plain: bool = False) -> Style:
    """Return the style for standard output; plain by the option or by ACCESSIBLE=1."""
    plain = output.is_accessible(plain=plain)
    return Style(output.terminal_size(sys.stdout)[0], plain)


def write(lines: Iterable[str], _: Style | None = None, *, is_open: bool = False) -> None:
    """Print these lines; if `is_open`, the last line goes on."""
    output.write(lines, is_open=is_open)


def show(
    format_: str, record: Callable[[], Any], lines: Callable[[Style], Iterable[str]], *, plain: bool = False
) -> None:
    """Print what a command found: `record` as JSON if the format is `json`, else `lines` for people."""
    if format_ == "json":
        write_json(record())
    else:
        write(lines(style(plain=plain)))
