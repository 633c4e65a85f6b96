"""HTML, as LMSs save what students type into their text boxes."""

from __future__ import annotations

from typing import Final

from checker.writeups.document import Document
from checker.writeups.formats._decode import MAX_LINES, decoded
from checker.writeups.formats._hidden import without_hidden
from checker.writeups.formats._html_page import read_page
from checker.writeups.formats._notes import cut_off, pictures_note

SUFFIXES: Final = {".html": ".html", ".htm": ".html", ".xhtml": ".html"}


def read(data: bytes, file: str) -> Document:
    """Return the document in an HTML file."""
    source = decoded(data)
    shown = without_hidden(source.text)
    blocks = read_page(shown.text)
    cut, notes = list(source.cut), [*source.notes, *shown.notes]
    if len(blocks) > MAX_LINES:
        blocks = blocks[:MAX_LINES]
        cut.append(f"only the first {MAX_LINES:,} paragraphs were read")
        notes += cut[-1:]
    lines = tuple(line.text for block in blocks for line in block.lines)
    troubles, unread = cut_off(cut)
    notes += pictures_note(blocks)
    return Document(file, tuple(blocks), None, lines, tuple(notes), troubles, (*unread, *shown.unread))
