"""Reads Word documents (`.docx`), with all tracked changes accepted; macros are not run."""

from __future__ import annotations

from typing import Final

from checker.writeups.document import Document

SUFFIXES: Final = {".docx": ".docx", ".docm": ".docx"}
LIMIT: Final = 50_000_000
"""Maximum size of a file in bytes: most of it are pictures, which are not unpacked."""


def read(data: bytes, file: str) -> Document:
    """Return the document in the bytes of a Word file."""
    from checker.writeups.formats._docx_text import read_text  # here, because few files need it

    return read_text(data, file)
