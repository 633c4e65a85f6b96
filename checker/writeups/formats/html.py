"""Reads HTML files, as learning management systems save what students type into text boxes."""

from __future__ import annotations

from typing import Final

from checker.writeups.document import Document
from checker.writeups.formats._decode import decoded
from checker.writeups.formats._hidden import without_hidden
from checker.writeups.formats._html_page import read_page
from checker.writeups.formats._notes import cut_off, first_lines, pictures_note

SUFFIXES: Final = {".html": ".html", ".htm": ".html", ".xhtml": ".html"}


def read(data: bytes, file: str) -> Document:
    """Return the document in the bytes of an HTML file."""
    source = decoded(data)
    shown = without_hidden(source.text)
    blocks, more = first_lines(read_page(shown.text))
    cut, notes = [*source.cut, *more], [*source.notes, *shown.notes, *more]
    lines = tuple(line.text for block in blocks for line in block.lines)
    troubles, unread = cut_off(cut)
    notes += pictures_note(blocks)
    return Document(file, tuple(blocks), None, lines, tuple(notes), troubles, unread)
