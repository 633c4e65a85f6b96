"""Intervals, complex numbers and equations in a statement: `48.9 < mu < 55.7`, `3 + 4i`, `y = 2x + 1`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from checker.writeups.results.numbers import Found

_NUMBER: Final = r"[-−]?\d+(?:[.,]\d+)*(?:[eE][-+]?\d+)?"
_NO_UNIT: Final = r"(?!(?:in|is|of|at|for|and|or|the|so|we|as|to|by|not|but|mit|und|ist|et|ou|y|o)\b)"
_UNIT: Final = rf"(?:\s?{_NO_UNIT}[^\W\d_]{{1,3}}(?![\w<>≤≥]))?"
_LESS: Final = r"(?:<=|≤|<|\\leq?\b|\\lt\b)"
_MORE: Final = r"(?:>=|≥|>|\\geq?\b|\\gt\b)"
_NAME: Final = r"\s*\|?\\?[^\W\d_][\w\\{}^]*\|?\s*"
_TERM: Final = (
    r"(?:(?:\d+(?:[.,]\d+)?|\b(?:sqrt|ln|log|exp|sin|cos|tan)\b|\b(?!(?:so|is|or|we|an|in|of|to|as|at|by|if|it|on|the)\b)"
    r"(?:[a-zA-ZŷÂ-ʯ\u0370-\u03ff]{1,2}|(?=[a-z]{0,3}[A-Z])[a-zA-Z]{1,4})(?:_\w{1,4})?(?!\w)|(?<=\d)[a-zA-Z]{1,4}|[²³^*/()+−·|√-])\s?)"
)
"""A number, a name or a sign of an equation; words of prose are none."""
_PATTERNS: Final = {
    "equation": re.compile(rf"(?<![\w.,]){_TERM}{{1,30}}=\s?{_TERM}{{1,30}}+(?![\w=<>])"),
    "interval": re.compile(
        rf"(?<![\w.,]){_NUMBER}{_UNIT}\s*(?:{_LESS}{_NAME}{_LESS}|{_MORE}{_NAME}{_MORE})\s*{_NUMBER}{_UNIT}"
        rf"|(?<![\w.,]){_NUMBER}\s*(?:±|\\pm\b|\+/-)\s*{_NUMBER}{_UNIT}"
        rf"|[\[(\]]\s*{_NUMBER}\s*(?:;|,\s)\s*{_NUMBER}\s*[\])\[]{_UNIT}"
        rf"|\bbetween\s+{_NUMBER}{_UNIT}\s+and\s+{_NUMBER}{_UNIT}"
    ),
    "complex": re.compile(
        rf"(?<![\w.,(]){_NUMBER}\s*[+−-]\s*(?:[ij]\s?\d[\d.,]*|\d*(?:[.,]\d+)?\s?[ij](?![\w]))"
        rf"|(?<![\w.,]){_NUMBER}\s*(?:∠|\\angle)\s*{_NUMBER}\s*(?:°|\^\s?\{{?\\circ\}}?)?"
    ),
}
NAMES: Final = frozenset(_PATTERNS)
"""The kinds of results that have such a form."""


def forms(text: str, name: str) -> Iterator[Found]:
    """Yield the pieces of a statement of this form."""
    for found in _PATTERNS[name].finditer(text):
        yield Found(found.start(), found.end(), found[0].strip(), ())
