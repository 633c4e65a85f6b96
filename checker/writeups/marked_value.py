"""Reads the answer behind an explicit mark such as `Answer 2b:`: the rest of its line, and lines that belong to it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import Final

from checker.kinds import Kind
from checker.writeups.document import Block, Line

BLANK: Final = re.compile(r"[\s_.…·‗\uff3f\"“”„]*|[-–—―\s]{2,}|\[\s*\]|\(\s*\)")
"""An answer line that was left as it is, or emptied."""

_AROUND: Final = " \t\xa0*_`"
_DOTS: Final = re.compile(r"(?:\.{3,}|…+)\s*")
_PROSE: Final = re.compile(r"(?<![A-Za-z\\{])(?!array|tensor|dtype|float|sqrt|exp|sin|cos)[^\W\d_]{3}", re.IGNORECASE)
_DIGIT: Final = re.compile(r"\d")
_OPENED: Final = re.compile(r"[(\[{]|\\begin\b")
_CLOSED: Final = re.compile(r"[)\]}]|\\end\b")


Lines = Iterable[tuple[Block, Line]]
"""Lines of a document, each with the block that it is in."""


def marked_value(kind: Kind, rest: str, cells: tuple[str, ...], block: Block, following: Lines) -> str:
    """Return the answer behind a mark; empty where there is none.

    `kind`: the kind of answer.  `rest`: the text after the mark; in a table, in its cell, with the `cells` after it.
    `following`: the lines after it, up to the next mark.
    """
    first = _cleaned(rest)
    if not first and cells:
        found = [cell for each in cells if (cell := _cleaned(each))]
        first = ", ".join(found) if kind.is_list else next(iter(found), "")
    if block.kind == "table":
        return first
    after = takewhile(lambda placed: placed[0].kind != "heading", following)
    if kind.needs_person:
        return _joined(first, block, after)
    is_left = bool(rest.strip())
    rows = _rows(first, block, after, is_left=is_left)
    if not kind.is_list:
        return next(rows, "")
    return "\n".join(_first_value(rows))


def _rows(first: str, block: Block, after: Lines, *, is_left: bool) -> Iterator[str]:
    """Yield the lines of the answer: the rest of the mark's line and of its block, or else the lines of the next block.

    With `is_left`, the answer line still has its placeholder: then a next block of prose is not read.
    """
    if first:
        yield first
    for own, line in after:
        if own is not block:
            if first or (is_left and own.kind not in {"table", "formula", "code"}):
                return
            block = own
        if text := cleaned_line(line):
            first = first or text
            yield text


def _first_value(rows: Iterator[str]) -> Iterator[str]:
    """Yield the first line, and those after it while they go on with the same list or table of numbers."""
    depth = 0
    for number, row in enumerate(rows):
        if number and depth <= 0 and (_PROSE.search(row) or not _DIGIT.search(row)):
            return
        yield row
        depth += len(_OPENED.findall(row)) - len(_CLOSED.findall(row))


def _joined(first: str, block: Block, after: Lines) -> str:
    pieces = [first] if first else []
    for own, line in after:
        if text := _cleaned(line.text):
            pieces += ["", text] if pieces and own is not block else [text]
        block = own
    return "\n".join(pieces)


def cleaned_line(line: Line) -> str:
    """Return a line as it counts in an answer: its text, or the cells of a table's row."""
    return _cleaned(", ".join(line.cells) or line.text)


def _cleaned(text: str) -> str:
    if BLANK.fullmatch(text):
        return ""
    text = _DOTS.sub("", text.strip(_AROUND), count=1) if text.lstrip(_AROUND)[:1] in ".…" else text.strip(_AROUND)
    return "" if BLANK.fullmatch(text) else text
