"""A cursor in a LaTeX text that moves over arguments and delimiters, and counts lines and list items."""

from __future__ import annotations

import re
from typing import Final

from checker.writeups.formats._mathematics import group_ends
from checker.writeups.formats._spans import item_number
from checker.writeups.formats._tex_macros import OPTION
from checker.writeups.formats._tex_words import NUMBERED

MAX_NOTES: Final = 5
BLANK: Final = re.compile(r"[ \t]*\n?[ \t]*")
LABEL: Final = re.compile(r"label\s*=\s*([^,]*(?:\{[^{}]*\})?[^,]*)")
COUNTER: Final = re.compile(r"\\(arabic|alph|Alph|roman|Roman)\*|^(1|a|A|i|I)(?=[).]?$)|(?<=\()(1|a|A|i|I)(?=\))")
COUNTERS: Final = {"arabic": "1", "alph": "a", "Alph": "A", "roman": "i", "Roman": "I"}
BRACES: Final = re.compile(r"[{}]|\\(?:bfseries|textbf|normalfont|itshape|emph)\b\s*")


class TexCursor:
    """A place in a LaTeX text that moves forward as the text is read."""

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
        """Count the lines up to a place, so that `line` is that of the place."""
        self.line += self.text.count("\n", self.counted, place)
        self.counted = place

    def option(self) -> str:
        """Move over an argument in square brackets, and return its text; empty if none is next."""
        found = OPTION.match(self.text, self.place)
        if found:
            self.place = found.end()
        return found[1] if found else ""

    def group(self) -> str:
        """Move over an argument in braces, and return its text; empty if none is next."""
        start = BLANK.match(self.text, self.place)
        begin = start.end() if start else self.place
        end = self.ends.get(begin, -1)
        if end < 0:
            return ""
        self.place = end
        return self.text[begin + 1 : end - 1]

    def until(self, closing: str) -> str | None:
        """Move over the text up to this delimiter and over it; return the text, None if it does not occur."""
        end = -1 if closing in self.absent else self.text.find(closing, self.place)
        while closing == "$" and end > 0 and self.text[end - 1] == "\\":
            end = self.text.find(closing, end + 1)
        if end < 0:
            self.absent.add(closing)
            return None
        inside, self.place = self.text[self.place : end], end + len(closing)
        return inside

    def note(self, message: str) -> None:
        """Add a note on what was not read; at most MAX_NOTES are kept."""
        if len(self.notes) < MAX_NOTES:
            self.notes.append(message)


class TexList:
    """A list environment that is open, and its counter.  `depth`: how many lists of its name are around it."""

    def __init__(self, name: str, option: str, depth: int) -> None:
        self.name = name
        self.number = 0
        usual = NUMBERED.get(name, ("",))
        label = LABEL.search(option)
        pattern = label[1] if label else option if name in NUMBERED and "=" not in option else ""
        self.pattern = BRACES.sub("", pattern) or usual[min(depth, len(usual) - 1)]
        """How its items are numbered, such as `(a)`; empty for bullets."""

    def next(self) -> str:
        """Return the number of the next item, in the style of the list."""
        self.number += 1
        return COUNTER.sub(self._counted, self.pattern, count=1)

    def _counted(self, found: re.Match[str]) -> str:
        """Return the number of the current item, in the style that the list's pattern names."""
        return item_number(COUNTERS.get(found[1]) or found[2] or found[3], self.number)[:-1]
