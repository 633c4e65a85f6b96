"""Symbols written without a space between them: ms^-1 for m s^-1, J/kgK for J/(kg K)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Final

from checker.notation.units.lookup import UnitReading, readings

_MOST_PIECES: Final = 4
_WORD: Final = re.compile(r"(?<![^\W\d_])[^\W\d_]{2,8}(?![^\W\d_])")
_RAISED: Final = re.compile(r"\s?(?:(?:\^|\*\*)\s?\(?\s?)?-?\s?\d")


def split_apart(text: str) -> Iterator[str]:
    """Yield the text with `*` between symbols that are written together, in every way they can be split.

    A word that is a unit itself is split only below a slash or before a power, where people write so:
    `ms^-1` may be m/s, but `mN` is never m N.

    >>> list(split_apart("ms^-1")), list(split_apart("mN"))
    (['m*s^-1'], [])
    """
    choices: list[tuple[str, ...]] = []
    end = 0
    for found in _WORD.finditer(text):
        is_split = "/" in text[: found.start()] or _RAISED.match(text, found.end()) is not None
        known = any(each.is_usual for each in readings(found[0]))
        split = tuple(_split(found[0])) if is_split or not known else ()
        if split:
            choices += [(text[end : found.start()],), (*split, found[0]) if known else split]
            end = found.end()
    if choices:
        yield from (made for each in product(*choices) if (made := "".join(each) + text[end:]) != text)


def _split(word: str, pieces: int = _MOST_PIECES) -> Iterator[str]:
    """Yield the ways to split a word into symbols, each of which occurs once."""
    for length in range(min(3, len(word) - 1), 0, -1):
        first, rest = word[:length], word[length:]
        if not _is_symbol(first):
            continue
        if _is_symbol(rest) and first != rest:
            yield f"{first}*{rest}"
        if pieces > 2:  # noqa: PLR2004 - the first and what is split further
            yield from (f"{first}*{more}" for more in _split(rest, pieces - 1) if first not in more.split("*"))


def _is_symbol(text: str) -> bool:
    return len(text) <= 3 and any(_is_si(each, text) for each in readings(text))  # noqa: PLR2004 - such as kPa, mol


def _is_si(reading: UnitReading, text: str) -> bool:
    return (
        reading.is_usual and "si" in reading.entry.marks and any(text.endswith(each) for each in reading.entry.symbols)
    )
