"""HTML, as LMSs save what students type into their text boxes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from checker.writeups.document import Block, Document
from checker.writeups.formats._decode import MAX_LINES, decoded
from checker.writeups.formats._hidden import without_hidden
from checker.writeups.formats._html_page import read_page
from checker.writeups.formats._notes import cut_off, pictures_note

SUFFIXES: Final = {".html": ".html", ".htm": ".html", ".xhtml": ".html"}


def read(data: bytes, file: str) -> Document:
    """Return the document in an HTML file."""
    source = decoded(data)
    shown = without_hidden(source.text)
    whole = read_page(shown.text)
    blocks = list(_first_lines(whole))
    cut, notes = list(source.cut), [*source.notes, *shown.notes]
    if sum(len(block.lines) for block in whole) > MAX_LINES:
        cut.append(f"only the first {MAX_LINES:,} lines were read")
        notes += cut[-1:]
    lines = tuple(line.text for block in blocks for line in block.lines)
    troubles, unread = cut_off(cut)
    notes += pictures_note(blocks)
    return Document(file, tuple(blocks), None, lines, tuple(notes), troubles, (*unread, *shown.unread))


def _first_lines(blocks: list[Block]) -> Iterator[Block]:
    """Yield the blocks with the first lines of a page."""
    left = MAX_LINES
    for block in blocks:
        if left > 0:
            yield block if len(block.lines) <= left else block._replace(lines=block.lines[:left])
        left -= len(block.lines)
