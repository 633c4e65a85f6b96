"""Markdown, and plain text, which is read as Markdown too."""

from __future__ import annotations

from typing import Final

from checker.writeups.document import Document
from checker.writeups.formats._decode import decoded
from checker.writeups.formats._front import take_front_matter

SUFFIXES: Final = {".md": ".md", ".markdown": ".md", ".txt": ".txt"}


def read(data: bytes, file: str) -> Document:
    """Return the document in a Markdown file."""
    from checker.writeups.formats._markdown_blocks import read_blocks

    source = decoded(data)
    text, front, notes = take_front_matter(source.text, file)
    blocks, more = read_blocks(text)
    return Document(file, blocks, front, source.lines, (*source.notes, *notes, *more))
