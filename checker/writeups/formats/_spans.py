"""Turns spans, pieces of text in one style, into the lines and blocks of a document; numbers lines and list items."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import count, groupby
from typing import Final, NamedTuple

from checker.writeups.document import Block, BlockKind, Line, Place
from checker.writeups.formats._mathematics import formula_lines, unboxed, with_dollars

BREAK: Final = "\n"
"""The text of a span that ends a line."""
_DISPLAYED: Final = re.compile(r"(?:\\\[((?:(?!\\\]).)+)\\\]|\$\$([^$]+)\$\$)[.,;]?")
_ROMAN: Final = ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix")
"""The digits from 0 to 9; those of tens, hundreds and thousands have other letters."""
_MOST_ROMAN: Final = 4000


class Span(NamedTuple):
    """A piece of text in one style, from one line of the source."""

    text: str
    line: int
    strong: bool = False
    struck: bool = False


def lines_of(spans: Iterable[Span], cell: int | None = None) -> Iterator[Line]:
    """Yield the lines of a document that these pieces of styled text form."""
    together: list[Span] = []
    for span in spans:
        if together and (span.text == BREAK or span.line != together[0].line):
            yield from _line(together, cell)
            together = []
        if span.text != BREAK:
            together.append(span)
    yield from _line(together, cell)


def _line(spans: list[Span], cell: int | None) -> Iterator[Line]:
    text = "".join(span.text for span in spans if not span.struck).strip()
    struck = " ".join(_pieces(spans, lambda span: span.struck))
    if text or struck:
        text, boxed = unboxed(text) if "\\" in text else (text, ())
        yield Line(text, Place(spans[0].line, cell), (*_strong(spans), *boxed), struck)


def _strong(spans: list[Span]) -> Iterator[str]:
    return _pieces((span for span in spans if not span.struck), lambda span: span.strong)


def _pieces(spans: Iterable[Span], of_style: Callable[[Span], bool]) -> Iterator[str]:
    for in_style, together in groupby(spans, of_style):
        piece = "".join(span.text for span in together).strip() if in_style else ""
        if piece:
            yield piece


def row(cells: Iterable[Iterable[Span]], place: Place) -> Line:
    """Return a table's row, given its cells, as a line."""
    read = [list(cell) for cell in cells]
    texts = [with_dollars(_cell(cell)) for cell in read]
    strong = tuple(piece for cell in read for piece in _strong(cell))
    struck = " ".join(piece for cell in read for piece in _pieces(cell, lambda span: span.struck))
    return Line(" | ".join(texts), place, strong, struck, tuple(texts))


def _cell(spans: list[Span]) -> str:
    return " ".join("".join(" " if span.text == BREAK else span.text for span in spans if not span.struck).split())


def text_blocks(kind: BlockKind, lines: Iterable[Line], level: int = 0) -> Iterator[Block]:
    """Yield these lines as blocks; formulas on lines of their own become separate blocks."""
    rest: list[Line] = []
    for line in lines:
        displayed = None if kind == "heading" else _DISPLAYED.fullmatch(line.text)
        if displayed is None:
            text = with_dollars(line.text)
            rest.append(line if text == line.text else line._replace(text=text))
            continue
        if rest:
            yield Block(kind, tuple(rest), level)
            rest = []
        if formula := tuple(formula_lines(displayed[1] or displayed[2], line.place)):
            yield Block("formula", tuple(_with_strong(each, line.strong) for each in formula))
    if rest:
        yield Block(kind, tuple(rest), level)


def _with_strong(line: Line, pieces: Iterable[str]) -> Line:
    """Return the line of a formula with those of the strong pieces that are in it."""
    return line._replace(strong=(*line.strong, *(each for each in pieces if each in line.text)))


def numbered(blocks: Iterable[Block]) -> Iterator[Block]:
    """Yield the blocks with their lines numbered in order, from 1."""
    numbers = count(1)
    for block in blocks:
        lines = (line._replace(place=line.place._replace(line=next(numbers))) for line in block.lines)
        yield block._replace(lines=tuple(lines))


def item_number(kind: str, number: int) -> str:
    """Return the number of a list item in the style `1`, `a`, `A`, `i` or `I`, with a point: `c.` for item 3 in `a`."""
    if kind in {"a", "A"} and 0 < number <= 26:  # noqa: PLR2004 - letters
        return f"{chr(ord(kind) + number - 1)}."
    if kind in {"i", "I"} and 0 < number < _MOST_ROMAN:
        letters = zip(f"{number:04}", ("m", "cdm", "xlc", "ivx"), strict=True)
        roman = "".join(_ROMAN[int(digit)].translate(str.maketrans("ivx"[: len(own)], own)) for digit, own in letters)
        return f"{roman if kind == 'i' else roman.upper()}."
    return f"{number}."
