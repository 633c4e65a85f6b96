"""Units that a misspelt word may mean."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final

from checker.notation.units.lookup import SHORTEST_WORD, readings
from checker.notation.units.table import unit_table
from checker.notation.units.unit import Unit, bridge

_MAX_SUGGESTIONS: Final = 3
_LONGEST: Final = 30
_SIMILAR: Final = 0.8
_LONG_ENOUGH: Final = 4


@lru_cache(1024)
def suggestions(word: str, asked: Unit | None = None, *, is_case_only: bool = False) -> tuple[str, ...]:
    """Return at most three units that are spelled like the word, those of the asked dimension first.

    >>> suggestions("kw"), suggestions("mhz"), suggestions("secnds"), suggestions("total")
    (('kW',), ('MHz', 'mHz'), ('seconds', 'secondes', 'second'), ())
    """
    if len(word) > _LONGEST:
        return ()
    found = tuple(dict.fromkeys(_of_other_case(word)))
    if not found and not is_case_only and len(word) >= _LONG_ENOUGH:
        found = tuple(dict.fromkeys(_similar(word.lower())))
    if asked is not None:
        fitting = [each for each in found if _has_dimension(each, asked)]
        found = (*fitting, *(each for each in found if each not in fitting))
    return found if is_case_only else found[:_MAX_SUGGESTIONS]


def _has_dimension(word: str, asked: Unit) -> bool:
    return any(bridge(each.unit.dimension, asked.dimension) is not None for each in readings(word))


@cache
def _symbols() -> dict[str, list[str]]:
    """Return the symbols by what they are in lower case."""
    found: dict[str, list[str]] = {}
    for symbol in unit_table().symbols:
        found.setdefault(symbol.lower(), []).append(symbol)
    return found


def _of_other_case(word: str) -> Iterator[str]:
    """Yield the symbols, with and without prefix, that differ from the word in the case of letters."""
    lower = word.lower()
    for symbol in _symbols().get(lower, ()):
        if symbol != word and any(each.is_usual for each in readings(symbol)):
            yield symbol
    known = unit_table()
    for length in (1, 2):
        symbols = _symbols().get(lower[length:], ())
        for prefix in (*known.short, *known.short_binary) if symbols else ():
            if prefix.lower() == lower[:length]:
                for symbol in symbols:
                    spelled = prefix + symbol
                    if spelled != word and any(each.is_usual for each in readings(spelled)):
                        yield spelled


def _similar(lower: str) -> Iterator[str]:
    """Yield the words, with and without prefix, that the word may be misspelt for."""
    from difflib import get_close_matches  # here, because most answers are spelled well

    for prefix in ("", *unit_table().long, *unit_table().long_binary):
        rest = lower.removeprefix(prefix)
        if len(rest) >= _LONG_ENOUGH and (not prefix or rest != lower):
            for each in get_close_matches(rest, _words_from(rest[0]), _MAX_SUGGESTIONS, _SIMILAR):
                if any(reading.is_usual for reading in readings(prefix + each)):
                    yield prefix + each


@cache
def _words_from(letter: str) -> list[str]:
    return [each for each in unit_table().words if each[0] == letter and len(each) > SHORTEST_WORD]
