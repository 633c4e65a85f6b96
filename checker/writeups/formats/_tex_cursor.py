"""A place in a LaTeX text that moves over its arguments and endings, and counts the lines."""

from __future__ import annotations

import re
from typing import Final

from checker.writeups.formats._mathematics import group_ends
from checker.writeups.formats._tex_macros import OPTION

MAX_NOTES: Final = 5
BLANK: Final = re.compile(r"[ \t]*\n?[ \t]*")


class TexCursor:
    """A place in a LaTeX text."""

    def __init__(self, text: str, first_line: int = 1) -> None:
        self.text = text
        self.place = 0
        self.line = first_line
        self.counted = 0
        """Up to where the lines have been counted."""
        self.notes: list[str] = []
        self.ends = group_ends(text)
        self.absent: set[str] = set()
        """Endings that do not occur in the rest of the text."""

    def count_lines(self, place: int) -> None:
        self.line += self.text.count("\n", self.counted, place)
        self.counted = place

    def option(self) -> str:
        """Pass over an argument in square brackets, and return it."""
        found = OPTION.match(self.text, self.place)
        if found:
            self.place = found.end()
        return found[1] if found else ""

    def group(self) -> str:
        """Pass over an argument in braces, and return it."""
        start = BLANK.match(self.text, self.place)
        begin = start.end() if start else self.place
        end = self.ends.get(begin, -1)
        if end < 0:
            return ""
        self.place = end
        return self.text[begin + 1 : end - 1]

    def until(self, closing: str) -> str | None:
        """Pass over the text up to an ending, and return it; None if there is no such ending."""
        end = -1 if closing in self.absent else self.text.find(closing, self.place)
        while closing == "$" and end > 0 and self.text[end - 1] == "\\":
            end = self.text.find(closing, end + 1)
        if end < 0:
            self.absent.add(closing)
            return None
        inside, self.place = self.text[self.place : end], end + len(closing)
        return inside

    def note(self, message: str) -> None:
        """Add a note; at most MAX_NOTES."""
        if len(self.notes) < MAX_NOTES:
            self.notes.append(message)
