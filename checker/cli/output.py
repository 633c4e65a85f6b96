"""Prints what commands found: as text for people, as plain lines for screen readers, or as JSON; and errors.

A command describes what it found once, as a page of blocks.  `_terminal` and `_plain` print a page; JSON has the record
of the same.  No character that is printed could control the terminal.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click

from checker.text.steering import ascii_json, without_steering

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from checker.problems import Problem

PIPE_WIDTH: Final = 80
WIDEST: Final = 100
"""Maximum width; longer lines are hard to read."""
NARROWEST: Final = 24
"""Narrowest column of wrapped text; below it lines run over instead of breaking at every word."""
LONGEST: Final = 100_000
"""Maximum number of characters of a line."""
GAP: Final = 2
"""Number of spaces between columns."""
BLANK: Final = ("", "-")
"""Cells that say nothing."""
MOST_DIGITS: Final = 6
"""Maximum number of digits of COLUMNS; a longer number is no width."""

SIGNS: Final = {":)": "bold green", ":(": "bold red", ":|": "bold yellow", "◀": "red"}
"""The style of a cell that begins with one of these."""
ITEM: Final = re.compile(r"(?m)^( *(?:[-*·] +|\d+[.)] +|or: )| +)(.*)")
"""The beginning of a line that hangs when it is wrapped: of a list, or with spaces."""

ERROR_SCHEMA: Final = "checker.error/1"
FAULT: Final = (
    "checker itself failed ({error}). This is our fault, not yours; nothing was graded.\n"
    "Please report it where you got checker, with the command you ran. CHECKER_DEBUG=1 shows the details."
)


class Text(NamedTuple):
    """A paragraph; its line ends stay."""

    text: str
    label: str = ""
    """Shown before it in plain lines."""
    sign: str = ""
    """Shown before it on a terminal."""
    indent: int = 2


class Table(NamedTuple):
    """Rows of cells; a row with nothing but its first cell is left out.  A plain line is `cell: cell, cell`."""

    rows: Sequence[Sequence[str]]
    columns: str = "lw"
    """A letter for each column: `l` left, `r` right, `w` left and wrapped."""
    head: Sequence[str] = ()
    label: str = ""
    """Shown before each row in plain lines."""
    indent: int = 2
    between: str = ", "
    """Shown between the cells of a plain line."""


Page = Iterable[str | Text | Table]
"""The blocks of a page; a text alone is a paragraph, and an empty one a blank line, which plain lines have not."""


def heading(problem: Problem) -> list[str | Text]:
    """Return the heading of a problem: `Q1 · encoder-layer · Parameters of one encoder layer`."""
    names = dict.fromkeys(filter(None, (problem.label, problem.id, problem.title)))
    return ["", Text(" · ".join(" ".join(each.split()) for each in names), "Problem")]


def show(format_: str, record: Callable[[], Any], page: Callable[[], Page], *, plain: bool = False) -> None:
    """Print what a command found: its record if the format is `json`, else its page."""
    if format_ == "json":
        write_json(record())
    else:
        print_page(page(), plain=plain)


def print_page(page: Page, *, plain: bool = False, err: bool = False) -> None:
    """Print a page, in plain lines if `plain` is set or ACCESSIBLE=1, in colour if the terminal has it."""
    width, colour = _terminal_size(sys.stderr if err else sys.stdout)
    is_plain = is_accessible(plain=plain)
    text = page_text(page, plain=is_plain, width=width, colour=colour and not is_plain)
    click.echo(text, err=err, color=colour or None)


def page_text(page: Page, *, plain: bool = False, width: int = PIPE_WIDTH, colour: bool = False) -> str:
    """Return a page as text."""
    return without_steering("\n".join(_plain(page))) if plain else _terminal(page, width, colour=colour)


def is_accessible(*, plain: bool) -> bool:
    """Return whether to print plain lines without bars: by the option, or by ACCESSIBLE=1."""
    return plain or os.environ.get("ACCESSIBLE", "") not in ("", "0")


def write(lines: Iterable[str], *, err: bool = False, is_open: bool = False) -> None:
    """Print lines as they are; if `is_open`, the last one goes on."""
    click.echo(without_steering("\n".join(lines)), err=err, nl=not is_open)


def note(*lines: str) -> None:
    """Print remarks to standard error."""
    if lines:
        write(lines, err=True)


def write_json(value: Any, indent: int | None = None) -> None:
    """Print a value as one JSON text."""
    click.echo(ascii_json(value, indent=indent))


def error_record(code: str, message: str, **more: Any) -> dict[str, Any]:
    """Return an error as a mapping for JSON; `code` is `usage`, `problem`, `document` or `fault`."""
    return {"schema": ERROR_SCHEMA, **more, "code": code, "message": message}


def fault(error: BaseException) -> str:
    """Return the message about a fault of checker.  The exception's own text is left out: it may hold the answer."""
    return FAULT.format(error=type(error).__name__)


def error(code: str, message: str, arguments: Sequence[str], hint: str = "") -> None:
    """Print an error for people, and as JSON if the command line asks for that.  Only people see the hint."""
    joined = any(word in arguments for word in ("--format=json", "--jsonl"))
    if joined or ("--format", "json") in pairwise(arguments):
        print(ascii_json(error_record(code, message)), flush=True)  # noqa: T201 - this is where output goes
    print(without_steering(f"{message}{hint}"), file=sys.stderr)  # noqa: T201


def _plain(page: Page) -> Iterator[str]:
    """Yield a page as lines of `label: value`, without columns or decorative signs."""
    for block in page:
        if isinstance(block, Table):
            for first, *others in _rows(block):
                pairs = zip(block.head[1:] or [""] * len(others), others, strict=True)
                cells = [f"{head} {cell}".strip() for head, cell in pairs if cell not in BLANK]
                yield _line(f"{block.label} {first}", block.between.join(cells))
        elif isinstance(block, Text):
            yield _line(block.label, block.text) if block.label else block.text
        elif block:
            yield block


def _rows(table: Table) -> Iterator[Sequence[str]]:
    """Yield the rows that have something to say."""
    return (row for row in table.rows if any(row[1:]) or len(row) == 1)


def _line(label: str, text: str) -> str:
    """Return `label: text` as one line; the label alone or the text alone where the other is empty."""
    return ": ".join(filter(None, (" ".join(each.replace("◀", "").split()) for each in (label, text))))


def _terminal(page: Page, width: int, *, colour: bool) -> str:
    """Return a page as text of this width, wrapped and in columns."""
    from io import StringIO

    from rich.console import Console

    written = StringIO()
    kind: Any = "standard" if colour else None
    console = Console(file=written, width=LONGEST, force_terminal=colour, color_system=kind, _environ={})
    for block in page:
        if isinstance(block, Table):
            _print_table(block, console, width)
        elif isinstance(block, Text):
            cells = (block.sign, block.text) if block.sign else (block.text,)
            _print_table(Table([cells], "lw"[-len(cells) :], indent=block.indent), console, width)
        elif block:
            _print_table(Table([(block,)], "w"), console, width)
        else:
            console.line()
    return "\n".join(line.rstrip() for line in written.getvalue().removesuffix("\n").split("\n"))


def _print_table(table: Table, console: Console, width: int) -> None:
    """Print a table; it is wider than `width` if its columns need that."""
    from rich.padding import Padding
    from rich.table import Table as Grid

    rows = [*([table.head] if table.head else []), *([without_steering(cell) for cell in row] for row in _rows(table))]
    grid = Grid.grid(padding=(0, GAP, 0, 0))
    needed = table.indent + GAP * (len(table.columns) - 1)
    for letter, cells in zip(table.columns, zip(*rows, strict=True), strict=True):
        needed += NARROWEST if letter == "w" else max(map(columns, cells))
        grid.add_column(justify="right" if letter == "r" else "left", no_wrap=letter != "w", overflow="fold")
    for place, row in enumerate(rows):
        bold = range(0 if place and table.head else len(row) if table.head else len(row) > 1)
        grid.add_row(*(_cell(cell, is_bold=at in bold) for at, cell in enumerate(row)))
    console.print(Padding(grid, (0, 0, 0, table.indent)), width=max(width, needed))


def _cell(text: str, *, is_bold: bool) -> RenderableType:
    """Return a cell for rich: coloured by its sign, with lists that hang."""
    from rich.console import Group
    from rich.table import Table as Grid
    from rich.text import Text as Line

    style = SIGNS.get(text[:2].strip(), "bold" if is_bold else "")
    if not ITEM.search(text):
        return Line(text, style)
    pieces: list[RenderableType] = []
    for line in text.split("\n"):
        if item := ITEM.match(line):
            grid = Grid.grid()
            grid.add_row(*map(Line, item.groups()))
            pieces.append(grid)
        else:
            pieces.append(Line(line))
    return Group(*pieces)


def columns(text: str) -> int:
    """Return how many columns of a terminal the widest line of a text takes; a Chinese character takes two."""
    from rich.cells import cell_len

    return max(map(cell_len, text.split("\n")))


def _terminal_size(stream: Any) -> tuple[int, bool]:
    """Return the width of a stream, and whether it shows colours."""
    if stream is None or not stream.isatty():
        wanted = os.environ.get("COLUMNS", "")
        known = wanted.isdecimal() and len(wanted) <= MOST_DIGITS
        return min(int(wanted) if known else PIPE_WIDTH, WIDEST) or PIPE_WIDTH, False
    try:
        width = os.get_terminal_size(stream.fileno()).columns
    except OSError:
        width = 0
    colour = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return min(width or PIPE_WIDTH, WIDEST), colour
