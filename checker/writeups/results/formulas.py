"""Formulas in a statement: the sides of its equations, without the words around them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from checker.notation.functions import SPELLINGS
from checker.notation.vocabulary import lexicon
from checker.writeups.results.numbers import Found, role

_SENTENCE: Final = re.compile(r"[^\n;]+")
_SIDE: Final = re.compile(r"[^=≈⇒→]+")
_LETTER: Final = re.compile(r"[^\W\d_]")
_CALCULATES: Final = re.compile(r"[\d+·*/^×(]|\\frac|√")
_COMMAND: Final = re.compile(r"\\[a-z]+")
_WORD: Final = re.compile(r"(?<![\\\w])[^\W\d_]{2,}(?:['’-][^\W\d_]+)*(?![\w(^{])")
"""A word, but no command, name with a sign behind it, or function."""
_PROSE_FROM: Final = 4
"""Letters from which a word is no symbol."""
_BEFORE: Final = re.compile(r"(?:[^\w(\[{√\\⌊⌈|+−–-]|[)\]}](?!\s*[*/^]))*(?:[+–-](?!\S))?")
"""What stands before a formula and is no part of it."""
_AFTER: Final = re.compile(r"[^\w)\]}⌋⌉|!²³']*$")
_ENDED: Final = re.compile(r"[,:]\s|!\s+(?=[^\W\d_a-z][^\W\d_])")
"""What a formula goes on after only in brackets."""
_PASSING: Final = frozenset({"compared", "about", "questioned"})
"""Cues of a formula that is mentioned in passing."""
_MOST_WORDS: Final = 2
"""Maximum number of words of a formula that is a whole side; text with more is a sentence."""


def formulas(text: str) -> Iterator[Found]:
    """Yield the sides of equations that are formulas, with their cues.

    >>> [each.text for each in formulas("Counted as asked: 2·d·H·(k + v)")]
    ['2·d·H·(k + v)']
    """
    for sentence in _SENTENCE.finditer(text):
        sides = list(_SIDE.finditer(sentence[0]))
        for number, side in enumerate(sides):
            equals = ("equals",) if number else ()
            goes_on = ("goes_on",) if number < len(sides) - 1 else ()
            for start, end in _without_prose(side[0]):
                written = side[0][start:end]
                if _is_formula(written):
                    begin = sentence.start() + side.start()
                    words = role(text, begin + start, begin + end) or ()
                    passing = (cue for cue in words if cue in _PASSING)
                    yield Found(begin + start, begin + end, written, (*equals, *goes_on, *passing, "side"))


def _without_prose(side: str) -> Iterator[tuple[int, int]]:
    """Yield where the pieces of a side without words of running text begin and end."""
    begin = 0
    breaks = [word.span() for word in _WORD.finditer(side) if _is_prose(word[0])]
    breaks += [
        each.span()
        for each in _ENDED.finditer(side)
        if side.count("(", 0, each.start()) <= side.count(")", 0, each.start())
    ]
    for stop, following in [*sorted(breaks), (len(side), len(side))]:
        piece = side[begin:stop]
        before, after = _BEFORE.match(piece), _AFTER.search(piece)
        start = begin + (before.end() if before else 0)
        end = begin + (after.start() if after else len(piece))
        if start < end:
            yield start, end
        begin = max(begin, following)


def _is_prose(word: str) -> bool:
    """Return whether a word is one of running text: no symbol, function or unit."""
    folded = word.casefold()
    if any(sign.isnumeric() for sign in word) or folded in SPELLINGS:  # abk²
        return False
    words = lexicon()
    return len(word) >= _PROSE_FROM or folded in words.prose or folded in words.fillers or folded in words.negations


def _is_formula(text: str) -> bool:
    """Return whether a piece calculates with symbols, and is no sentence."""
    if not _LETTER.search(text) or not _CALCULATES.search(text):
        return False
    return len(_WORD.findall(_COMMAND.sub("", text))) <= _MOST_WORDS
