"""`DocumentError`, for a file that cannot be opened or read as YAML or JSON; it names the line and column.

Also helpers for messages: `place` finds the line and column of a character, `quote` shortens a piece of a document.
"""

from __future__ import annotations

from checker.text.words import in_line, shortened


class DocumentError(Exception):
    """Raised for a file that cannot be opened, or read as YAML or JSON; its text is `source:line:column  message`."""

    def __init__(self, message: str, source: str, line: int | None = None, column: int | None = None) -> None:
        super().__init__(message, source, line, column)
        self.message = message
        self.source = source.encode("utf-8", "backslashreplace").decode()  # the name of a file may not be printable
        self.line = line
        self.column = column

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (in_line(self.source), self.line, self.column) if part is not None)
        return f"{place}  {self.message}"


def place(text: str, index: int) -> tuple[int, int]:
    """Return the line and column, from 1, of a character in a text; CR, LF and CRLF end a line."""
    before = text[:index].replace("\r\n", "\n").replace("\r", "\n")
    return before.count("\n") + 1, len(before) - before.rfind("\n")


def quote(text: str) -> str:
    """Return a piece of a document, quoted for a message and short enough for it."""
    return f"`{shortened(text)}`"
