"""Spans: pieces of text with their style, which become the lines of a document."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from checker.writeups.document import Line, Place

BREAK: Final = "\n"
"""The text of a span that ends a line."""


class Span(NamedTuple):
    """A piece of text in one style, from one line of the source."""

    text: str
    line: int
    strong: bool = False
    struck: bool = False


def lines_of(spans: Iterable[Span], cell: int | None = None) -> Iterator[Line]:
    """Yield the lines that spans form; a new line of the source, or a span BREAK, begins a new one."""
    together: list[Span] = []
    for span in spans:
        if together and (span.text == BREAK or span.line != together[0].line):
            yield from _line(together, cell)
            together = []
        if span.text != BREAK:
            together.append(span)
    yield from _line(together, cell)


def _line(spans: list[Span], cell: int | None) -> Iterator[Line]:
    """Yield the line of these spans, unless it is empty."""
    text = "".join(span.text for span in spans if not span.struck).strip()
    struck = "".join(span.text for span in spans if span.struck).strip()
    if text or struck:
        yield Line(text, Place(spans[0].line, cell), tuple(_strong(spans)), struck)


def _strong(spans: list[Span]) -> Iterator[str]:
    piece = ""
    for span in (*spans, Span("", 0)):
        if span.strong:
            piece += "" if span.struck else span.text
        else:
            if found := piece.strip():
                yield found
            piece = ""


def row(cells: Iterable[Iterable[Span]], place: Place) -> Line:
    """Return the line of a table's row."""
    read = [list(cell) for cell in cells]
    texts = [_joined(cell, struck=False) for cell in read]
    strong = tuple(piece for cell in read for piece in _strong(cell))
    struck = " ".join(filter(None, (_joined(cell, struck=True) for cell in read)))
    return Line(" | ".join(texts), place, strong, struck, tuple(texts))


def _joined(spans: list[Span], *, struck: bool) -> str:
    pieces = (" " if span.text == BREAK else span.text for span in spans if span.struck == struck)
    return " ".join("".join(pieces).split())
