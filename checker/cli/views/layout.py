"""Data to lines: wrapping, hanging indents, columns, and numbers as people write them.  Pure, without a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from checker.answers import flatten
from checker.engine.values.encoded import EncodedValue

if TYPE_CHECKING:
    from checker.problems import Problem

BY: Final = " × "
"""Between the sizes of a shape."""

LEAD: Final = re.compile(r" *(?:· |or: )?")
"""What a line begins with; where it is wrapped, the rest stands below the text after it."""

MARGIN: Final = 2
"""Columns that stay free at the left."""

NARROWEST: Final = 24
"""Below this width lines are let run over, rather than stacked word by word."""

WIDEST_CELL: Final = 28
"""Longer values do not stand in a column."""

DIGITS: Final = 6

NOISE: Final = 1e-9
"""Entries this much smaller than the largest are rounding noise of the solution, and shown as the 0 that they are."""
"""Significant digits of a real number in a worked solution."""


LARGEST: Final = 1e15
"""From here on a real number is written with a power of ten."""


class Style(NamedTuple):
    """How to lay out for whoever reads."""

    width: int = 80
    plain: bool = False
    """Lines of `label: value`; no columns, and nothing that is only a sign."""
    colour: bool = False


def heading(problem: Problem, style: Style) -> list[str]:
    """`Q1 · encoder-layer · Parameters of one encoder layer`, set off by blank lines."""
    said = " · ".join(dict.fromkeys(filter(None, (problem.label, problem.id, problem.title))))
    return [f"Problem: {said}"] if style.plain else ["", *paragraph(said, style), ""]


def paragraph(text: str, style: Style, indent: int = MARGIN) -> list[str]:
    """Text with an indent, wrapped; its own line ends are kept."""
    if style.plain:
        return text.split("\n")
    return hanging("", text, style, indent)


def hanging(label: str, text: str, style: Style, indent: int = MARGIN, column: int = 0) -> list[str]:
    """A label, and beside it from `column` on the text, every line of it below the first."""
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
    """Rows of a label and a text; those without text are left out.

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
    """Rows in columns: the first `left` of them to the left, the others to the right.

    >>> table([("queries", "64 · 64", "4,096"), ("total", "", "12,288")], left=2)
    ['  queries  64 · 64   4,096', '  total             12,288']
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = [
            cell.ljust(width) if place < left else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append((" " * indent + "  ".join(cells)).rstrip())
    return lines


def in_cell(value: Any) -> str:
    """A value that fits into a column; empty where it does not."""
    shown = legible(value)
    return shown if len(shown) <= WIDEST_CELL and "\n" not in shown else ""


def legible(value: Any) -> str:
    """A value as people write it: `27,648`, `[0.609, 0.196]`; of a matrix each row has a line of its own."""
    if isinstance(value, EncodedValue):
        return str(value)
    shape, numbers = flatten(value)
    if isinstance(value, tuple) and all(isinstance(size, int) for size in numbers):
        return BY.join(map(str, numbers))
    if not shape:
        return number(numbers[0])
    noise = NOISE * max(map(abs, numbers), default=0)
    numbers = tuple(0 if isinstance(each, float) and abs(each) <= noise else each for each in numbers)
    if len(shape) == 1:
        return f"[{', '.join(map(number, numbers))}]"
    rows = [[number(each) for each in numbers[start : start + shape[1]]] for start in range(0, len(numbers), shape[1])]
    return "\n".join(f"[{line.strip()}]" if len(rows) == 1 else f"[{line}]" for line in table(rows, left=0, indent=0))


def number(value: Any) -> str:
    """One number; a real one is rounded.

    >>> number(27648), number(0.608857), number(-0.0)
    ('27,648', '0.608857', '0')
    """
    if isinstance(value, int) or 10**DIGITS <= abs(value) < LARGEST:
        return f"{value:,.0f}" if isinstance(value, float) else f"{value:,}"
    return f"{float(value) + 0.0:,.{DIGITS}g}"
