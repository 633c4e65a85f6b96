"""Orders of growth in a statement: `O(n^2 d)`, also as a scanner reads it, `0(n * k * d)`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from checker.writeups.language.phrases import one_of
from checker.writeups.results.numbers import Found, role

_LETTERS: Final = r"OΘΩo0\N{MATHEMATICAL SCRIPT CAPITAL O}\N{CYRILLIC SMALL LETTER O}"
_SIGN: Final = re.compile(rf"(?<![\w.,])(?:\\(?:mathcal|Theta|Omega)\b\s*\{{?O?\}}?|[{_LETTERS}])\s*(?:\\left)?\s*\(")
_PART_OF_WORK: Final = re.compile(rf"\b{one_of('parts-of-work')}\b[^.;,]{{0,15}}$", re.IGNORECASE)
_OPERATED: Final = re.compile(r"\s*[+*·×]")
_LONGEST: Final = 200
"""Characters within the brackets."""
_WINDOW: Final = 80
"""Characters before an order that are looked at."""


def orders(text: str) -> Iterator[Found]:
    """Yield the orders of growth of a statement."""
    for each in _SIGN.finditer(text):
        start, end = each.start(), _end_of_bracket(text, each.end() - 1)
        if not end or _OPERATED.match(text, end):
            continue
        cues = role(text, start, end) or ("middle",)
        if _PART_OF_WORK.search(text[max(0, start - _WINDOW) : start]):
            cues = (*cues, "one_of_several")
        yield Found(start, end, " ".join(text[start:end].split()), cues)


def _end_of_bracket(text: str, start: int) -> int:
    """Return the end of the round bracket that begins here; 0 where it does not close."""
    depth = 0
    for place in range(start, min(len(text), start + _LONGEST)):
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        if not depth:
            return place + 1
    return 0
