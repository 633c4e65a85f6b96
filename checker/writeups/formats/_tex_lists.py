"""Lists of LaTeX, and how their items are numbered."""

from __future__ import annotations

import re
from typing import Final

from checker.writeups.formats._numbering import item_number
from checker.writeups.formats._tex_words import NUMBERED

LABEL: Final = re.compile(r"label\s*=\s*([^,]*(?:\{[^{}]*\})?[^,]*)")
COUNTER: Final = re.compile(r"\\(arabic|alph|Alph|roman|Roman)\*|^(1|a|A|i|I)(?=[).]?$)|(?<=\()(1|a|A|i|I)(?=\))")
COUNTERS: Final = {"arabic": "1", "alph": "a", "Alph": "A", "roman": "i", "Roman": "I"}
BRACES: Final = re.compile(r"[{}]|\\(?:bfseries|textbf|normalfont|itshape|emph)\b\s*")


class TexList:
    """A list around the text.  `depth`: how many lists of its name are around it."""

    def __init__(self, name: str, option: str, depth: int) -> None:
        self.name = name
        self.number = 0
        usual = NUMBERED.get(name, ("",))
        label = LABEL.search(option)
        pattern = label[1] if label else option if name in NUMBERED and "=" not in option else ""
        self.pattern = BRACES.sub("", pattern) or usual[min(depth, len(usual) - 1)]
        """How its items are numbered, such as `(a)`; empty for bullets."""

    def next(self) -> str:
        """Return the number of the next item."""
        self.number += 1
        return COUNTER.sub(self._counted, self.pattern, count=1)

    def _counted(self, found: re.Match[str]) -> str:
        return item_number(COUNTERS.get(found[1]) or found[2] or found[3], self.number)[:-1]
