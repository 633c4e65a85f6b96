"""Prints what commands found: as text for people, as plain lines for screen readers, or as JSON; and errors.

A command describes what it found once, as a page of blocks.  `_terminal` and `_plain` print a page; JSON has the record
of the same.  No character that is printed could control the terminal.
"""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import pairwise, zip_longest
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from unicodedata import combining, east_asian_width

import click

from checker.text.steering import ascii_json, without_steering
from checker.text.words import in_line

if TYPE_CHECKING:
    from checker.problems import Problem

_PIPE_WIDTH: Final = 80
WIDEST: Final = 100
_NARROWEST: Final = 24
"""Narrowest column of wrapped text; below it lines run over instead of breaking at every word."""
WIDE: Final = "\uf8ff"
"""A character of private use behind each wide one, so that both count as two."""
_BOLD: Final = {"bold": True}
_SIGNS: Final[Mapping[str, Mapping[str, Any]]] = {
    ":)": {"fg": "green"} | _BOLD,
    ":(": {"fg": "red"} | _BOLD,
    ":|": {"fg": "yellow"} | _BOLD,
    "◀": {"fg": "red"},
}
"""The style of a cell that begins with one of these."""
_ITEM: Final = re.compile(r" *(?:[-*·] +|\d+[.)] +|or: )?")
"""The beginning of a line that hangs when it is wrapped: of a list, or with spaces."""


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


Block = str | Text | Table
Page = Iterable[Block]
"""The blocks of a page; a text alone is a paragraph, and an empty one a blank line, which plain lines have not."""


def heading(problem: Problem) -> list[Block]:
    """Return the heading of a problem: `Q1 · encoder-layer · Parameters of one encoder layer`."""
    names = dict.fromkeys(filter(None, (problem.label, problem.id, problem.title)))
    return ["", Text(" · ".join(" ".join(each.split()) for each in names), "Problem")]


def capped(table: Table, most: int, where: str) -> list[Block]:
    """Return the first rows of a table, and `and 3 more` with where they are."""
    left = len(table.rows) - most
    more = [Text(f"and {left:,} more; {where}", indent=table.indent)] if left > 0 else []
    return [table._replace(rows=table.rows[:most]), *more]


def show(record: Callable[[], Any], page: Callable[[], Page]) -> None:
    """Print what a command found: its record with `--format json`, else its page."""
    if _option("--format") == "json":
        write_json(record())
    else:
        print_page(page())


def print_page(page: Page, *, err: bool = False) -> None:
    """Print a page, in plain lines where these are wanted, in colour if the terminal has it."""
    width, colour = _terminal_size(sys.stderr if err else sys.stdout)
    plain = is_plain()
    text = page_text(page, plain=plain, width=width, colour=colour and not plain)
    click.echo(text, err=err, color=colour or None)


def page_text(page: Page, *, plain: bool = False, width: int = _PIPE_WIDTH, colour: bool = False) -> str:
    """Return a page as text."""
    return "\n".join(map(without_steering, _plain(page)) if plain else _terminal(page, width, colour=colour))


def is_plain() -> bool:
    """Return whether to print plain lines without bars: by `--plain`, or by ACCESSIBLE=1."""
    return _option("--plain") or os.environ.get("ACCESSIBLE", "") not in ("", "0")


def _option(name: str) -> Any:
    """Return an option of the command that runs, as `options` keeps it; None without a command."""
    context = click.get_current_context(silent=True)
    return context.meta.get(name) if context else None


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


def error_record(code: str, message: str) -> dict[str, Any]:
    """Return an error as a mapping for JSON; `code` is `usage`, `problem`, `document` or `fault`."""
    return {"schema": "checker.error/1", "code": code, "message": message}


def fault(error: BaseException) -> str:
    """Return the message about a fault of checker.  The exception's own text is left out: it may hold the answer."""
    return (
        f"checker itself failed ({type(error).__name__}). This is our fault, not yours; nothing was graded.\n"
        "Please report it where you got checker, with the command you ran. CHECKER_DEBUG=1 shows the details."
    )


def error(code: str, message: str, arguments: Sequence[str], hint: str = "") -> None:
    """Print an error for people, and as JSON if the command line asks for that.  Only people see the hint."""
    joined = any(word in arguments for word in ("--format=json", "--jsonl"))
    if joined or ("--format", "json") in pairwise(arguments):
        print(ascii_json(error_record(code, message)), flush=True)  # noqa: T201 - this is where output goes
    for word in arguments:  # a line end in one must not look like a message of its own
        message = message if word.isprintable() else message.replace(word, in_line(word))
    print(without_steering(f"{message}{hint}"), file=sys.stderr)  # noqa: T201


def _plain(page: Page) -> Iterator[str]:
    """Yield a page as lines of `label: value`, without columns or decorative signs."""
    for block in page:
        if isinstance(block, Table):
            for first, *others in _rows(block):
                pairs = zip(block.head[1:] or [""] * len(others), others, strict=True)
                cells = [f"{head} {cell}".strip() for head, cell in pairs if cell not in {"", "-"}]
                yield _line(f"{block.label} {first}", block.between.join(cells))
        elif isinstance(block, Text):
            yield _line(block.label, block.text) if block.label else block.text
        elif block:
            yield block


def _rows(table: Table) -> Iterator[Sequence[str]]:
    return (row for row in table.rows if any(row[1:]) or len(row) == 1)


def _line(label: str, text: str) -> str:
    """Return `label: text` as one line; the label alone or the text alone where the other is empty."""
    return ": ".join(filter(None, (" ".join(each.replace("◀", "").split()) for each in (label, text))))


def _terminal(page: Page, width: int, *, colour: bool) -> Iterator[str]:
    """Yield a page as lines of this width, wrapped and in columns.  Blank lines in a row are one; the end has none."""
    is_apart = False
    for block in page:
        if not block:
            is_apart = True
            continue
        table = block
        if not isinstance(table, Table):
            text = Text(table) if isinstance(table, str) else table
            cells = (text.sign, text.text) if text.sign else (text.text,)
            table = Table([cells], "lw"[-len(cells) :], indent=text.indent)
        for line in _laid_out(table, width, colour=colour):
            if is_apart:
                yield ""
            is_apart = False
            yield line


def _laid_out(table: Table, width: int, *, colour: bool) -> Iterator[str]:
    """Yield a table as lines, wider than `width` if need be; a last column too narrow for text is below it."""
    rows = [[without_steering(cell) for cell in row] for row in _rows(table)]
    if not rows:
        return
    rows = [list(table.head), *rows] if table.head else rows
    widths = [max(_width(line) for cell in column for line in cell.split("\n")) for column in zip(*rows, strict=True)]
    fixed = sum(size for letter, size in zip(table.columns, widths, strict=True) if letter != "w")
    left = (width - table.indent - 2 * (len(widths) - 1) - fixed) // max(table.columns.count("w"), 1)
    is_last = table.columns.endswith("w") and not table.head
    is_below = is_last and left < min(widths[-1], _NARROWEST) and 2 * fixed > width
    side, below = len(widths) - is_below, " " * (table.indent + 2)
    widths = [
        min(size, max(left, _NARROWEST)) if letter == "w" else size
        for letter, size in zip(table.columns, widths, strict=True)
    ]
    for place, row in enumerate(rows):
        labels = 0 if place and table.head else len(row) if table.head else len(row) > 1
        cells = []
        for at, (cell, letter, size) in enumerate(zip(row, table.columns, widths, strict=True)):
            style = _SIGNS.get(cell[:2].strip(), _BOLD if at < labels else {})
            cells.append([*_cell(cell, letter, size, style if colour else {})])
        for pieces in zip_longest(*cells[:side], fillvalue=""):
            padded = (piece or " " * size for piece, size in zip(pieces, widths[:side], strict=True))
            yield (" " * table.indent + "  ".join(padded)).rstrip()
        if is_below and row[-1]:
            yield from (f"{below}{each}".rstrip() for each in _cell(row[-1], "w", width - len(below), {}))


def _cell(text: str, letter: str, size: int, style: Mapping[str, Any]) -> Iterator[str]:
    for each in text.split("\n"):
        for line in _wrapped(each, size) if letter == "w" else [each]:
            space = " " * (size - _width(line))
            styled = click.style(line, **style) if style and line else line
            yield f"{space}{styled}" if letter == "r" else f"{styled}{space}"


def _wrapped(line: str, size: int) -> list[str]:
    """Return a line as lines of this width; a wide character is wrapped together with a sign that fills it."""
    item = _ITEM.match(line)
    filled = line if line.isascii() else "".join(sign + WIDE * (_width(sign) - 1) for sign in line)
    lines = wrap(filled, max(size, 1), subsequent_indent=" " * (item.end() if item else 0), break_on_hyphens=False)
    return [each.replace(WIDE, "") for each in lines] or [""]


def _width(text: str) -> int:
    """Return how many columns of a terminal a text takes; a Chinese character takes two."""
    if text.isascii():
        return len(text)
    return sum(2 if east_asian_width(sign) in "WF" else not combining(sign) for sign in text)


def _terminal_size(stream: Any) -> tuple[int, bool]:
    """Return the width of a stream, and whether it shows colours."""
    if stream is None or not stream.isatty():
        wanted = os.environ.get("COLUMNS", "")
        known = wanted.isdecimal() and len(wanted) <= len("100000")  # a longer number is no width
        return min(int(wanted) if known else _PIPE_WIDTH, WIDEST) or _PIPE_WIDTH, False
    try:
        width = os.get_terminal_size(stream.fileno()).columns
    except OSError:
        width = 0
    colour = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return min(width or _PIPE_WIDTH, WIDEST), colour


_STEP: Final = 0.1
"""Seconds between changes of the line, which is shown after the first second."""
_INTERVAL: Final = 10.0
"""Seconds between the lines in a log, and before the first."""
_AGAIN: Final = "\r\x1b[K"
"""Goes back to the beginning of a line and deletes it."""


@contextmanager
def progress_bar(what: str) -> Iterator[Callable[..., None]]:
    """Return a context manager that gives `show(done, total)`, to call after each step; `what`: `problems checked`.

    Where the total is not known, it is left out.
    """
    start = time.monotonic()
    is_live = not is_plain() and sys.stderr is not None and sys.stderr.isatty()
    due = 1.0 if is_live else _INTERVAL
    is_shown = False

    def show(done: int, total: int | None = None) -> None:
        nonlocal due, is_shown
        seconds = time.monotonic() - start
        if seconds < due:
            return
        said = f"{done:,} {what}" if total is None else f"{done:,} of {max(done, total):,} {what}"
        if total is not None and done:
            left = max(total - done, 0) * seconds / done
            said += f", about {left:.0f} s left" if left < 2 * 60 else f", about {left / 60:,.0f} min left"
        if is_live:
            print(f"{_AGAIN}{said[:79]}", end="", file=sys.stderr, flush=True)  # noqa: T201 - the codes are ours
        else:
            note(said)
        due, is_shown = seconds + (_STEP if is_live else _INTERVAL), is_live

    try:
        yield show
    finally:
        if is_shown:
            print(_AGAIN, end="", file=sys.stderr, flush=True)  # noqa: T201
