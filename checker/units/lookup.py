"""Looks up what one word of a unit may mean (`mm`: milli and metre), and suggests units for a misspelled word.

`readings` returns all meanings of a word; a `Factor` is a word with its meanings and its exponent, as the parser of
units makes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache, lru_cache
from typing import Final, NamedTuple

from checker.units.table import UnitEntry, read_size, unit_table
from checker.units.unit import Exponent, Unit, UnknownUnit, bridge, simple_exponent

SHORTEST_WORD: Final = 3

_KILO: Final = 1000
_MARKS: Final = frozenset({"'", "''", '"', "″"})  # of inches and arcseconds; they take no prefix
_NUMBER: Final = re.compile(r"(?:\d[\d.e+-]*|pi)(?:/(?:pi|\d[\d.e+-]*))?")
_FACTOR: Final = re.compile(r"([ */]?)((?:light )?[^\W\d_]+)(?:\^(\d+))?")
_OFFSET: Final = re.compile(r"(.+) \+ (\S+)")
_DATA_IN_DOUBT: Final = re.compile(r"([kKmMgGtTpPeEzZyYrRqQ])(i?)b")

MAX_UNIT_EXPONENT: Final = 24

_MAX_SUGGESTIONS: Final = 3
_LONGEST: Final = 30
_SIMILAR: Final = 0.8
_LONG_ENOUGH: Final = 4


class UnitReading(NamedTuple):
    """One unit that a word may mean.

    If not `is_usual`, it counts only where the question asks for that kind of unit: `F` is a farad, and fahrenheit only
    if a temperature is asked.
    """

    unit: Unit
    is_usual: bool
    entry: UnitEntry


@lru_cache(4096)
def readings(word: str) -> tuple[UnitReading, ...]:
    """Return all units that a word or phrase may mean, the usual one first; nothing where it is unknown.

    >>> [each.entry.name for each in readings("Pa")], readings("kw")
    (['pascal', 'annum'], ())
    """
    found: dict[Unit, UnitReading] = {}
    for each in _found(word):
        found.setdefault(each.unit, each)
    return tuple(found.values())


def doubtful_units(word: str) -> tuple[str, str] | None:
    """Return the two units between which people do not distinguish in writing, or None if the word is clear.

    >>> doubtful_units("Gb"), doubtful_units("kib"), doubtful_units("GB")
    (('GB', 'Gbit'), ('KiB', 'Kibit'), None)
    """
    if found := _DATA_IN_DOUBT.fullmatch(word):
        prefix = "k" if found[1] in "kK" and not found[2] else found[1].upper()
        return f"{prefix}{found[2]}B", f"{prefix}{found[2]}bit"
    return unit_table().doubtful.get(word)


@lru_cache(1024)
def split_joined(word: str) -> tuple[str, str] | None:
    """Return the two symbols of a compound unit that is written without a sign, as `Nm`; None for other words.

    >>> split_joined("Nm"), split_joined("GNm"), split_joined("mm")
    (('N', 'm'), ('GN', 'm'), None)
    """
    first = next(iter(readings(word)), None)
    if first is None or word.lower() in first.entry.words:
        return None
    parts = first.entry.definition.split()
    symbols = [symbol for symbol in first.entry.symbols if symbol == "".join(parts) and word.endswith(symbol)]
    return (word[: -len(parts[-1])], parts[-1]) if symbols and len(parts) == 2 else None  # noqa: PLR2004 - two symbols


@cache
def unit_of(entry: UnitEntry) -> Unit:
    """Return the unit that an entry of units.txt defines."""
    definition = entry.definition
    if definition.startswith("base "):
        return Unit(((definition.removeprefix("base "), 1),), Fraction(1))
    is_difference = definition.startswith("difference ")
    definition = definition.removeprefix("difference ")
    scale = _OFFSET.fullmatch(definition)
    if scale:
        definition = scale[1]
    size = Fraction(1)
    if written := _NUMBER.match(definition):
        size = read_size(written[0])
        definition = definition[written.end() :]
    unit = Unit((), size)
    for sign, word, exponent in _FACTOR.findall(definition):
        factor = readings(word)[0].unit ** int(exponent or 1)
        unit = unit / factor if sign == "/" else unit * factor
    return Unit(unit.dimension, unit.size, Fraction(scale[2]) if scale else Fraction(0), is_difference)


def _found(word: str) -> Iterator[UnitReading]:
    """Yield the readings of a word: what is listed, then prefixes; readings for special questions last."""
    known = unit_table()
    listed = known.symbols.get(word, ())
    for entry, is_usual in listed:
        if is_usual:
            yield UnitReading(unit_of(entry), True, entry)
    lower = word.lower()
    if len(word) >= SHORTEST_WORD:
        for entry in known.words.get(lower, ()):
            yield UnitReading(unit_of(entry), True, entry)
    yield from _prefixed_symbols(word)
    if len(word) >= SHORTEST_WORD:
        yield from _prefixed_words(lower)
    for entry, is_usual in listed:
        if not is_usual:
            yield UnitReading(unit_of(entry), False, entry)


def _prefixed_symbols(word: str) -> Iterator[UnitReading]:
    """Yield the readings as a short prefix and a symbol.  `K` is also kilo: for data always, else where it is asked."""
    known = unit_table()
    for length in (1, 2):
        prefix, symbol = word[:length], word[length:]
        size, binary = known.short.get(prefix), known.short_binary.get(prefix)
        is_capital_kilo = prefix == "K"
        if is_capital_kilo:
            size = known.short["k"]
        if symbol in _MARKS or not (size or binary):
            continue
        for entry, is_usual in known.symbols.get(symbol, ()):
            if binary and "binary" in entry.marks:
                yield UnitReading(unit_of(entry) * Unit((), binary), is_usual, entry)
            elif size and ("si" in entry.marks or ("up" in entry.marks and size >= _KILO)):
                is_usual_here = is_usual and (not is_capital_kilo or "up" in entry.marks)
                yield UnitReading(unit_of(entry) * Unit((), size), is_usual_here, entry)


def _prefixed_words(lower: str) -> Iterator[UnitReading]:
    """Yield the readings as a long prefix and a word, or as a short prefix and a word that takes one in any case."""
    known = unit_table()
    for length in range(1, min(7, len(lower) - 2)):
        prefix, rest = lower[:length], lower[length:].lstrip(" ")
        for entry in known.words.get(rest, ()):
            size = known.long.get(prefix)
            if size and ("si" in entry.marks or ("up" in entry.marks and size >= _KILO)):
                yield UnitReading(unit_of(entry) * Unit((), size), True, entry)
            if "binary" in entry.marks and (size := known.long_binary.get(prefix)):
                yield UnitReading(unit_of(entry) * Unit((), size), True, entry)
            if "loose" in entry.marks and (size := _loose(prefix, entry)):
                yield UnitReading(unit_of(entry) * Unit((), size), True, entry)


def _loose(prefix: str, entry: UnitEntry) -> Fraction | None:
    """Return the value of a short prefix, in either case, of a word that takes prefixes from kilo up: g of gflops.

    Return None if there is none.
    """
    known = unit_table()
    if len(prefix) == 1:
        return next((known.short[each] for each in (prefix.upper(), prefix) if known.short.get(each, 0) >= _KILO), None)
    return known.short_binary.get(prefix.capitalize()) if "binary" in entry.marks else None


class Factor(NamedTuple):
    """One word of a unit with its exponent, which may depend on how far a slash reaches.

    In `J/kg K` the exponent of K is 1 with `strict`, from left to right, and -1 with `loose`, where everything behind a
    slash is in the denominator.
    """

    word: str
    readings: tuple[UnitReading, ...]
    strict: Exponent
    loose: Exponent
    size: Fraction | None = None
    """A number before the word, such as 100 of L/100 km."""
    doubt: tuple[str, str] | None = None
    """Two units that people write like this."""
    is_bare: bool = False
    """True for an exponent without a sign of a power: s-1."""


def raise_factor(factor: Factor, exponent: Exponent) -> Factor:
    """Return one word of a unit, such as `m`, with its exponent multiplied by `exponent`.

    Raise UnknownUnit if that is too large.
    """
    strict, loose = simple_exponent(factor.strict * exponent), simple_exponent(factor.loose * exponent)
    if not -MAX_UNIT_EXPONENT <= strict <= MAX_UNIT_EXPONENT:
        raise UnknownUnit(factor.word)
    return factor._replace(strict=strict, loose=loose)


@lru_cache(1024)
def suggestions(word: str, asked: Unit | None = None, *, is_case_only: bool = False) -> tuple[str, ...]:
    """Return up to three known spellings close to an unknown word, those that fit `asked` first.

    With `is_case_only` return all spellings that differ only in the case of letters.

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
    """Return whether a word has a meaning that can be converted to the unit `asked`."""
    return any(bridge(each.unit.dimension, asked.dimension) is not None for each in readings(word))


@cache
def _symbols() -> dict[str, list[str]]:
    """Return {symbol in lower case: the symbols so spelled}, such as {"s": ["s", "S"]}."""
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
    """Return the words for units that begin with a letter and have at least four."""
    return [each for each in unit_table().words if each[0] == letter and len(each) > SHORTEST_WORD]
