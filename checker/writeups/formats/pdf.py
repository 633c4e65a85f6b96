"""Reads PDF files with a text layer, by the places of their letters; a page without text counts as a picture."""

from __future__ import annotations

from typing import Final

from checker.writeups.document import Document

SUFFIXES: Final = {".pdf": ".pdf"}
EXTRA: Final = "pdf"
LIMIT: Final = 50_000_000


def read(data: bytes, file: str, _suffix: str = "") -> Document:
    """Return the document in the bytes of a PDF file."""
    from checker.writeups.formats._pdf_text import read_text  # here, because few files need it

    return read_text(data, file)
