"""Loads phrases of write-ups in several languages from phrases.txt, as regular expressions.

Phrases are in named sections: `one_of` gives a pattern for all of one section.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from checker.text import packaged


def one_of(section: str) -> str:
    """Return a regular expression that matches any phrase of this section of phrases.txt.

    >>> one_of("values")
    '(?:values?|werte?|valeurs?|valor(?:es)?|valore|значение|值)'
    """
    return f"(?:{'|'.join(_sections()[section])})"


@cache
def _sections() -> Mapping[str, list[str]]:
    found: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in packaged.text("checker.writeups.language", "phrases.txt").splitlines():
        if heading := re.fullmatch(r"\[([a-z-]+)\]  .+", line):
            lines = found.setdefault(heading[1], [])
        elif line and not line.startswith("#"):
            lines.append(line)
    return found
