"""Reads OpenDocument texts (`.odt`), as LibreOffice and Google Docs save them, with tracked changes accepted."""

from __future__ import annotations

from typing import Final

from checker.writeups.document import Document

SUFFIXES: Final = {".odt": ".odt"}
LIMIT: Final = 50_000_000


def read(data: bytes, file: str) -> Document:
    """Return the document in the bytes of an OpenDocument text."""
    from checker.writeups.formats._odt_body import read_text  # here, because few files need it

    return read_text(data, file)
