"""The table of all units and prefixes, which units.txt defines, and what one word of a unit may mean in it.

`readings` returns all meanings of a word (`mm`: milli and metre); `suggestions` what a misspelled word may be.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from itertools import groupby
from typing import Final, NamedTuple

from checker.text import packaged
from checker.units.unit import PI, Dimension, Unit, bridge

_NO_THINGS: Final = frozenset({"data", "operation"})
_SHORTEST_WORD: Final = 3
_KILO: Final = 1000
_MARKS: Final = frozenset({"'", "''", '"', "″"})  # of inches and arcseconds; they take no prefix

_MAX_SUGGESTIONS: Final = 3
_LONGEST: Final = 30
_LONG_ENOUGH: Final = 4


class UnitEntry:
    """One unit as a line of units.txt defines it: its name, definition, symbols, words and marks."""

    __slots__ = ("definition", "marks", "name", "symbols", "words")

    def __init__(self, line: str) -> None:
        self.name, _, rest = line.partition(" = ")
        self.definition, symbols, words, *marks = (each.strip() for each in rest.split("|"))
        self.symbols = tuple(symbols.split())
        self.words = tuple(dict.fromkeys(_spelled(f"{self.name},{words}".lower())))
        self.marks = frozenset(marks[0].split()) if marks else frozenset()

    def takes(self, size: Fraction | None) -> bool:
        """Return whether a prefix of this size may be in front of it."""
        return size is not None and ("si" in self.marks or ("up" in self.marks and size >= _KILO))


class UnitTable:
    """All units and prefixes that units.txt defines, by their names and symbols."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.entries: list[UnitEntry] = []
        self.short: dict[str, Fraction] = {}
        self.long: dict[str, Fraction] = {}
        self.short_binary: dict[str, Fraction] = {}
        self.long_binary: dict[str, Fraction] = {}
        self.doubtful: dict[str, tuple[str, str]] = {}
        self.plain_words: frozenset[str] = frozenset()
        """Spellings that are no unit where no unit is asked."""
        counted_from = 0
        for line in lines:
            if not line or line.startswith("#"):
                continue
            if " = " in line:
                self.entries.append(UnitEntry(line))
            elif line == "counted":
                counted_from = len(self.entries)
            elif line.startswith("words "):
                self.plain_words = frozenset(line.split()[1:])
            elif line.startswith("doubtful "):
                spelling, _, readings = line.removeprefix("doubtful ").partition(": ")
                one, _, other = readings.partition(", ")
                self.doubtful[spelling] = one, other
            else:
                self._add_prefix(*line.split())
        definitions = [entry.definition for entry in self.entries[counted_from:]]
        self.counted = frozenset(each.removeprefix("base ") for each in definitions if each.startswith("base "))
        self.symbols: dict[str, list[tuple[UnitEntry, bool]]] = {}
        self.words: dict[str, list[UnitEntry]] = {}
        for entry in self.entries:
            for symbol in entry.symbols:
                self.symbols.setdefault(symbol.rstrip("?"), []).append((entry, not symbol.endswith("?")))
            for word in entry.words:
                self.words.setdefault(word, []).append(entry)
        self.openings = frozenset(word.partition(" ")[0] for word in self.words if " " in word)
        """First words of units that are written in several words."""

    @cached_property
    def folded(self) -> dict[str, list[str]]:
        """Return {symbol in lower case: the symbols so spelled}, such as {"s": ["s", "S"]}."""
        return {lower: [*each] for lower, each in groupby(sorted(self.symbols, key=str.lower), key=str.lower)}

    def _add_prefix(self, kind: str, short: str, long: str, value: str) -> None:
        base, _, exponent = value.partition("^")
        size = Fraction(int(base)) ** int(exponent)
        (self.long if kind == "prefix" else self.long_binary)[long] = size
        if short != "-":
            (self.short if kind == "prefix" else self.short_binary)[short] = size


class UnitReading(NamedTuple):
    """One unit that a word may mean.

    If not `is_usual`, it counts only where the question asks for that kind of unit: `F` is a farad, and fahrenheit only
    if a temperature is asked.
    """

    unit: Unit
    is_usual: bool
    entry: UnitEntry


@cache
def unit_table() -> UnitTable:
    """Return the table of all units; the first call reads units.txt."""
    return UnitTable(packaged.text("checker.units", "units.txt").splitlines())


def thing_in(dimension: Dimension) -> str:
    """Return the base of a dimension that counts a thing, such as `token`; empty for data, operations and money.

    It is empty, too, if the dimension counts nothing, or several things.
    """
    counted = unit_table().counted
    found = [base for base, exponent in dimension if exponent == 1 and base in counted]
    return found[0] if len(found) == 1 and found[0].islower() and found[0].split("_")[0] not in _NO_THINGS else ""


def _spelled(words: str) -> Iterator[str]:
    """Yield each spelling of a list in which `metre(s)` is metre and metres."""
    for word in words.split(","):
        stripped = word.strip()
        if ending := re.search(r"(.+?)\((\w+)\)", stripped):
            for each in (ending[1], ending[1] + ending[2]):
                yield from _spelled(each + stripped[ending.end() :])
        elif stripped:
            yield stripped.replace("-", " ")


def read_size(text: str) -> Fraction:
    """Return the exact value of a number as units.txt has it: 0.3048, 1/3 or pi/180."""
    top, _, bottom = text.partition("/")
    above, below = (PI if each == "pi" else Fraction(each) for each in (top, bottom or "1"))
    return above / below


@cache
def unit_of(entry: UnitEntry) -> Unit:
    """Return the unit that an entry of units.txt defines."""
    definition = entry.definition
    if definition.startswith("base "):
        return Unit(((definition.removeprefix("base "), 1),), Fraction(1))
    is_difference = definition.startswith("difference ")
    definition = definition.removeprefix("difference ")
    if scale := re.fullmatch(r"(.+) \+ (\S+)", definition):
        definition = scale[1]
    size = Fraction(1)
    if written := re.match(r"(?:\d[\d.e+-]*|pi)(?:/(?:pi|\d[\d.e+-]*))?", definition):
        size = read_size(written[0])
        definition = definition[written.end() :]
    unit = Unit((), size)
    for sign, word, exponent in re.findall(r"([ */]?)((?:light )?[^\W\d_]+)(?:\^(\d+))?", definition):
        factor = readings(word)[0].unit ** int(exponent or 1)
        unit = unit / factor if sign == "/" else unit * factor
    return Unit(unit.dimension, unit.size, Fraction(scale[2]) if scale else Fraction(0), is_difference)


@lru_cache(4096)
def readings(word: str) -> tuple[UnitReading, ...]:
    """Return all units that a word or phrase may mean, the usual one first; nothing where it is unknown.

    >>> [each.entry.name for each in readings("Pa")], [each.entry.name for each in readings("kohms")], readings("kw")
    (['pascal', 'annum'], ['ohm'], ())
    """
    found: dict[Unit, UnitReading] = {}
    for entry, size, is_usual in _found(word):
        unit = unit_of(entry) if size == 1 else unit_of(entry) * Unit((), size)
        found.setdefault(unit, UnitReading(unit, is_usual, entry))
    return tuple(found.values())


def _found(word: str) -> Iterator[tuple[UnitEntry, Fraction, bool]]:
    """Yield (entry, prefix, is usual) of a word: what is listed, then prefixes; readings for special questions last."""
    known = unit_table()
    listed = known.symbols.get(word, ())
    lower = word.lower() if len(word) >= _SHORTEST_WORD else ""
    yield from ((entry, Fraction(1), True) for entry, is_usual in listed if is_usual)
    yield from ((entry, Fraction(1), True) for entry in known.words.get(lower, ()))
    for length in (1, 2):
        yield from _of_symbol(word[:length], word[length:])
    for length in range(1, min(7, len(lower) - 2)):
        yield from ((entry, size, True) for entry, size in _of_word(word[:length], lower[length:]))
    yield from ((entry, Fraction(1), False) for entry, is_usual in listed if not is_usual)


def _of_symbol(prefix: str, symbol: str) -> Iterator[tuple[UnitEntry, Fraction, bool]]:
    """Yield the readings as a short prefix and a symbol.  `K` is also kilo: for data always, else where it is asked."""
    known = unit_table()
    is_capital_kilo = prefix == "K"
    size, binary = known.short.get("k" if is_capital_kilo else prefix), known.short_binary.get(prefix)
    for entry, is_usual in known.symbols.get(symbol, ()) if symbol not in _MARKS else ():
        if binary and "binary" in entry.marks:
            yield entry, binary, is_usual
        elif size and entry.takes(size):
            yield entry, size, is_usual and (not is_capital_kilo or "up" in entry.marks)


def _of_word(prefix: str, word: str) -> Iterator[tuple[UnitEntry, Fraction]]:
    """Yield the readings as a prefix and a word: `kilovolt`, `mVolt`, and in any case what is `loose`: `gflops`."""
    known = unit_table()
    short = None if word.startswith(" ") else known.short.get(prefix)
    for entry in known.words.get(word.lstrip(" "), ()):
        size = known.long.get(prefix.lower()) or (short if "si" in entry.marks else None)
        if "loose" in entry.marks and len(prefix) == 1:
            large = (known.short.get(each, 0) for each in (prefix.upper(), prefix.lower()))
            size = next((Fraction(each) for each in large if each >= _KILO), None)
        if size and entry.takes(size):
            yield entry, size
        if "binary" in entry.marks:
            binary = known.long_binary.get(prefix.lower()) or (
                known.short_binary.get(prefix.capitalize()) if "loose" in entry.marks else None
            )
            if binary:
                yield entry, binary


def doubtful_units(word: str) -> tuple[str, str] | None:
    """Return the two units between which people do not distinguish in writing, or None if the word is clear.

    >>> doubtful_units("Gb"), doubtful_units("kib"), doubtful_units("GB")
    (('GB', 'Gbit'), ('KiB', 'Kibit'), None)
    """
    if found := re.fullmatch(r"([kKmMgGtTpPeEzZyYrRqQ])(i?)b", word):
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
    is_joined = any(symbol == "".join(parts) and word.endswith(symbol) for symbol in first.entry.symbols)
    return (word[: -len(parts[-1])], parts[-1]) if is_joined and len(parts) == 2 else None  # noqa: PLR2004 - two symbols


@lru_cache(1024)
def suggestions(word: str, asked: Unit | None = None, *, is_case_only: bool = False) -> tuple[str, ...]:
    """Return up to three known spellings close to an unknown word, those that fit `asked` first.

    With `is_case_only` return all spellings that differ only in the case of letters.

    >>> suggestions("kw"), suggestions("mhz"), suggestions("secnds"), suggestions("total")
    (('kW',), ('MHz', 'mHz'), ('seconds', 'secondes', 'second'), ())
    """
    if len(word) > _LONGEST:
        return ()
    found = [*dict.fromkeys(_of_other_case(word))]
    if is_case_only:
        return tuple(found)
    if not found and len(word) >= _LONG_ENOUGH:
        found = [*dict.fromkeys(_similar(word.lower()))]
    if asked is not None:
        found.sort(key=lambda each: all(bridge(of.unit.dimension, asked.dimension) is None for of in readings(each)))
    return tuple(found[:_MAX_SUGGESTIONS])


def _of_other_case(word: str) -> Iterator[str]:
    known, lower = unit_table(), word.lower()
    for length in range(3):
        symbols = known.folded.get(lower[length:], ())
        prefixes = ("",) if not length else (*known.short, *known.short_binary) if symbols else ()
        for prefix in prefixes:
            if prefix.lower() == lower[:length]:
                spelled = (prefix + symbol for symbol in symbols)
                yield from (each for each in spelled if each != word and any(of.is_usual for of in readings(each)))


def _similar(lower: str) -> Iterator[str]:
    from difflib import get_close_matches  # here, because most answers are spelled well

    for prefix in ("", *unit_table().long, *unit_table().long_binary):
        rest = lower.removeprefix(prefix)
        if len(rest) >= _LONG_ENOUGH and (not prefix or rest != lower):
            words = [each for each in unit_table().words if each[0] == rest[0] and len(each) > _SHORTEST_WORD]
            for each in get_close_matches(rest, words, _MAX_SUGGESTIONS, 0.8):
                if any(reading.is_usual for reading in readings(prefix + each)):
                    yield prefix + each
