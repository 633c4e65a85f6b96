"""The error for a document that cannot be read."""

from __future__ import annotations


class DocumentUnreadable(Exception):  # noqa: N818 - it describes the document
    """Nothing in this file can be read; the message says why, and what to do."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.line = line
        """The line where the trouble is, if it is known."""
