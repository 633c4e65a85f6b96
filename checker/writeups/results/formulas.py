"""Formulas in a statement: the sides of its equations."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from checker.writeups.results.numbers import Found

_SENTENCE: Final = re.compile(r"[^\n;]+")
_SIDE: Final = re.compile(r"[^=≈⇒→]+")
_LETTER: Final = re.compile(r"[^\W\d_]")
_CALCULATES: Final = re.compile(r"[\d+·*/^×(]|\\frac|√")
_COMMAND: Final = re.compile(r"\\[a-z]+")
_WORD: Final = re.compile(r"[^\W\d_]{4,}")
_MOST_WORDS: Final = 2
"""Maximum number of words of a formula; text with more is a sentence."""


def formulas(text: str) -> Iterator[Found]:
    """Yield the sides of equations that are formulas, with their cues."""
    for sentence in _SENTENCE.finditer(text):
        sides = list(_SIDE.finditer(sentence[0]))
        for number, side in enumerate(sides):
            written = side[0].strip().rstrip(".,:")
            if _is_formula(written):
                equals = ("equals",) if number else ()
                goes_on = ("goes_on",) if number < len(sides) - 1 else ()
                start = sentence.start()
                yield Found(start + side.start(), start + side.end(), written, (*equals, *goes_on, "side"))


def _is_formula(text: str) -> bool:
    """Return whether a side of an equation calculates with symbols, and is no sentence."""
    if not _LETTER.search(text) or not _CALCULATES.search(text):
        return False
    return len(_WORD.findall(_COMMAND.sub("", text))) <= _MOST_WORDS
