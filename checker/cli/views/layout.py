"""Lays out text for commands: wrapping, hanging indents and columns, whatever the terminal.

`Style` has the width, and whether lines are plain, `label: value` for screen readers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Final, NamedTuple

from checker.text.words import in_line

if TYPE_CHECKING:
    from checker.problems import Problem

LEAD: Final = re.compile(r" *(?:· |or: )?")
"""Start of a line; when the line is wrapped, the rest is indented to the text after it."""

MARGIN: Final = 2
"""Width of the left margin."""

NARROWEST: Final = 24
"""Narrowest text column; below it lines run over instead of breaking at every word."""


class Style(NamedTuple):
    """The layout of text: its width, and whether it is plain."""

    width: int = 80
    plain: bool = False
    """Lines of `label: value`, without columns or decorative signs."""


def heading(problem: Problem, style: Style) -> list[str]:
    """Return the lines of a problem's heading: `Q1 · encoder-layer · Parameters of one encoder layer`."""
    said = " · ".join(map(in_line, dict.fromkeys(filter(None, (problem.label, problem.id, problem.title)))))
    return [f"Problem: {said}"] if style.plain else ["", *paragraph(said, style), ""]


def paragraph(text: str, style: Style, indent: int = MARGIN) -> list[str]:
    """Return a text as wrapped and indented lines, in plain style as it is; its own line ends stay."""
    if style.plain:
        return text.split("\n")
    return hanging("", text, style, indent)


def hanging(label: str, text: str, style: Style, indent: int = MARGIN, column: int = 0) -> list[str]:
    """Return lines with a label and, from `column` on, the wrapped text next to it."""
    head = " " * indent + label.ljust(column)
    lines = []
    for line in text.split("\n"):
        lead = LEAD.match(line)
        below = " " * (len(head) + (lead.end() if lead else 0))
        width = max(style.width, len(below) + NARROWEST)
        wrapped = wrap(line, width, initial_indent=head, subsequent_indent=below, break_on_hyphens=False)
        lines += wrapped or [head.rstrip()]
        head = " " * len(head)
    return lines


def labelled(rows: Iterable[tuple[str, str]], style: Style, indent: int = MARGIN) -> list[str]:
    """Return rows of a label and a text as lines; rows without a text are left out.

    >>> labelled([("Why", "It is 2 too many."), ("Next", "Take 2 away.")], Style())
    ['  Why   It is 2 too many.', '  Next  Take 2 away.']
    """
    rows = [(label, text) for label, text in rows if text]
    if style.plain:
        return [f"{label}: {' '.join(text.split())}" if label else " ".join(text.split()) for label, text in rows]
    widest = max((len(label) for label, _ in rows), default=0)
    column = widest + 2 if widest else 0
    return [line for label, text in rows for line in hanging(label, text, style, indent, column)]


def table(rows: Sequence[Sequence[str]], left: int = 1, indent: int = MARGIN) -> list[str]:
    """Return rows as lines with aligned columns: the first `left` of them aligned left, the others right.

    >>> table([("queries", "64 · 64", "4,096"), ("total", "", "12,288")], left=2)
    ['  queries  64 · 64   4,096', '  total             12,288']
    """
    widths = [max(map(columns, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = [
            padded(cell, width) if place < left else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append((" " * indent + "  ".join(cells)).rstrip())
    return lines


def columns(text: str) -> int:
    """Return how many columns of a terminal a text takes; a Chinese character takes two."""
    if text.isascii():
        return len(text)
    from checker.cli.output import _width

    return _width(text)


def padded(text: str, width: int) -> str:
    """Return a text with spaces behind it up to a width, counted in columns of a terminal."""
    return text + " " * (width - columns(text))
