"""Orders of growth in a statement: `O(n^2 d)`, also as a scanner reads it, `0(n * k * d)`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from checker.writeups.numbers import Found, role

_SIGN: Final = re.compile(r"(?<![\w.,])(?:\\(?:mathcal|Theta|Omega)\b\s*\{?O?\}?|[OΘΩo0𝒪Oо])\s*(?:\\left)?\s*\(")
_ONE_OF_SEVERAL: Final = re.compile(r"\b(?:perform\w*|each|per|one|single|computing)\b[^.;,]{0,15}$", re.IGNORECASE)
_OPERATED: Final = re.compile(r"\s*[+*·×]")
_LONGEST: Final = 200
_WINDOW: Final = 80


def orders(text: str) -> Iterator[Found]:
    """Yield the orders of growth of a statement."""
    for each in _SIGN.finditer(text):
        depth = 0
        for place in range(each.end() - 1, min(len(text), each.end() + _LONGEST)):
            depth += {"(": 1, ")": -1}.get(text[place], 0)
            if not depth:
                break
        else:
            continue
        start, end = each.start(), place + 1
        written = " ".join(text[start:end].split())
        if _OPERATED.match(text, end):
            continue
        cues = role(text, start, end) or ("middle",)
        if _ONE_OF_SEVERAL.search(text[max(0, start - _WINDOW) : start]):
            cues = (*cues, "one_of_several")
        yield Found(start, end, written, cues)
