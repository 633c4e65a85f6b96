"""The table of units that units.txt defines, and the readings of a single word by it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache, lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from checker.notation.units.unit import ONE, PI, Unit

FILE: Final = Path(__file__).with_name("units.txt")
SHORTEST_WORD: Final = 3
_ENDING: Final = re.compile(r"(.+?)\((\w+)\)")
_NUMBER: Final = re.compile(r"(?:\d[\d.e+-]*|pi)(?:/(?:pi|\d[\d.e+-]*))?")
_OFFSET: Final = re.compile(r"(.+) \+ (\S+)")
_DATA_IN_DOUBT: Final = re.compile(r"([kKmMgGtTpPeEzZyYrRqQ])(i?)b")


class Entry:
    """Hold a line of units.txt; the definition is worked out when the unit is first met."""

    __slots__ = ("_unit", "definition", "marks", "name", "symbols", "words")

    def __init__(self, line: str) -> None:
        name, _, rest = line.partition(" = ")
        definition, symbols, words, *marks = (each.strip() for each in rest.split("|"))
        self.name = name
        self.definition = definition
        self.symbols = tuple(symbols.split())
        self.words = tuple(dict.fromkeys(_spelled(f"{name},{words}".lower())))
        self.marks = frozenset(marks[0].split()) if marks else frozenset()
        self._unit: Unit | None = None

    @property
    def unit(self) -> Unit:
        """Return the unit that the definition gives."""
        if self._unit is None:
            self._unit = _defined(self.definition)
        return self._unit


class Reading(NamedTuple):
    """One way to read a word; `is_usual` is false where only a question that asks for it settles it."""

    unit: Unit
    is_usual: bool
    entry: Entry


class Table(NamedTuple):
    """Hold everything that units.txt says."""

    entries: tuple[Entry, ...]
    symbols: dict[str, list[tuple[Entry, bool]]]
    words: dict[str, list[Entry]]
    short: dict[str, Fraction]
    long: dict[str, Fraction]
    short_binary: dict[str, Fraction]
    long_binary: dict[str, Fraction]
    doubtful: dict[str, tuple[str, str]]
    plain_words: frozenset[str]
    """Spellings that are no sign of a unit where no unit is asked."""
    counted: frozenset[str]
    openings: frozenset[str]
    """First words of units that are written in several words."""


@cache
def table() -> Table:
    """Return the table; the first call reads the file."""
    found = _parsed()
    for entry in found.entries:
        for symbol in entry.symbols:
            found.symbols.setdefault(symbol.rstrip("?"), []).append((entry, not symbol.endswith("?")))
        for word in entry.words:
            found.words.setdefault(word, []).append(entry)
    return found._replace(openings=frozenset(word.partition(" ")[0] for word in found.words if " " in word))


def _parsed() -> Table:
    """Return the lines of the file, not yet by symbol and word."""
    found = Table((), {}, {}, {}, {}, {}, {}, {}, frozenset(), frozenset(), frozenset())
    entries: list[Entry] = []
    counted_from = 0
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        if " = " in line:
            entries.append(Entry(line))
        elif line == "counted":
            counted_from = len(entries)
        elif line.startswith("words "):
            found = found._replace(plain_words=frozenset(line.split()[1:]))
        elif line.startswith("doubtful "):
            spelling, _, readings = line.removeprefix("doubtful ").partition(": ")
            one, _, other = readings.partition(", ")
            found.doubtful[spelling] = one, other
        else:
            kind, short, long, value = line.split()
            base, _, exponent = value.partition("^")
            size = Fraction(int(base)) ** int(exponent)
            (found.long if kind == "prefix" else found.long_binary)[long] = size
            if short != "-":
                (found.short if kind == "prefix" else found.short_binary)[short] = size
    bases = (entry.definition.removeprefix("base ") for entry in entries[counted_from:] if _is_base(entry))
    return found._replace(entries=tuple(entries), counted=frozenset(bases))


@lru_cache(4096)
def readings(word: str) -> tuple[Reading, ...]:
    """Return the ways to read a word or a phrase, the usual one first; none where it is unknown.

    >>> [each.entry.name for each in readings("Pa")], readings("kw")
    (['pascal', 'annum'], ())
    """
    found: dict[Unit, Reading] = {}
    for each in _found(word):
        found.setdefault(each.unit, each)
    return tuple(found.values())


def doubtful(word: str) -> tuple[str, str] | None:
    """Return the two units that people write like this, or None.

    >>> doubtful("Gb"), doubtful("kib"), doubtful("GB")
    (('GB', 'Gbit'), ('KiB', 'Kibit'), None)
    """
    if found := _DATA_IN_DOUBT.fullmatch(word):
        prefix = "k" if found[1] in "kK" and not found[2] else found[1].upper()
        return f"{prefix}{found[2]}B", f"{prefix}{found[2]}bit"
    return table().doubtful.get(word)


def _found(word: str) -> Iterator[Reading]:
    """Yield the readings of a word: what is listed, then prefixes; readings for special questions last."""
    known = table()
    listed = known.symbols.get(word, ())
    for entry, is_usual in listed:
        if is_usual:
            yield Reading(entry.unit, True, entry)
    lower = word.lower()
    if len(word) >= SHORTEST_WORD:
        for entry in known.words.get(lower, ()):
            yield Reading(entry.unit, True, entry)
    yield from _prefixed_symbols(word)
    if len(word) >= SHORTEST_WORD:
        yield from _prefixed_words(lower)
    for entry, is_usual in listed:
        if not is_usual:
            yield Reading(entry.unit, False, entry)


def _prefixed_symbols(word: str) -> Iterator[Reading]:
    """Yield the readings as a short prefix and a symbol.  `K` is also kilo: for data always, else where it is asked."""
    known = table()
    for length in (1, 2):
        prefix, symbol = word[:length], word[length:]
        size, binary = known.short.get(prefix), known.short_binary.get(prefix)
        is_capital_kilo = prefix == "K"
        if is_capital_kilo:
            size = known.short["k"]
        for entry, is_usual in known.symbols.get(symbol, ()) if size or binary else ():
            if binary and "binary" in entry.marks:
                yield Reading(entry.unit * Unit((), binary), is_usual, entry)
            elif size and ("si" in entry.marks or ("up" in entry.marks and size >= 1000)):  # noqa: PLR2004 - kilo
                is_usual_here = is_usual and (not is_capital_kilo or "up" in entry.marks)
                yield Reading(entry.unit * Unit((), size), is_usual_here, entry)


def _prefixed_words(lower: str) -> Iterator[Reading]:
    """Yield the readings as a long prefix and a word, or as a short prefix and a word that takes one in any case."""
    known = table()
    for length in range(1, min(7, len(lower) - 2)):
        prefix, rest = lower[:length], lower[length:].lstrip(" ")
        for entry in known.words.get(rest, ()):
            size = known.long.get(prefix)
            if size and ("si" in entry.marks or ("up" in entry.marks and size >= 1000)):  # noqa: PLR2004 - kilo
                yield Reading(entry.unit * Unit((), size), True, entry)
            if "binary" in entry.marks and (size := known.long_binary.get(prefix)):
                yield Reading(entry.unit * Unit((), size), True, entry)
            if "loose" in entry.marks and (size := _loose(prefix, entry)):
                yield Reading(entry.unit * Unit((), size), True, entry)


def _loose(prefix: str, entry: Entry) -> Fraction | None:
    """Return the value of a short prefix in any case before a word that takes only large ones: g of gflops."""
    known = table()
    if len(prefix) == 1:
        return next((known.short[each] for each in (prefix.upper(), prefix) if known.short.get(each, 0) >= 1000), None)  # noqa: PLR2004
    return known.short_binary.get(prefix.capitalize()) if "binary" in entry.marks else None


def _spelled(words: str) -> Iterator[str]:
    """Yield each spelling of a list in which `metre(s)` is metre and metres."""
    for word in words.split(","):
        stripped = word.strip()
        ending = _ENDING.search(stripped) if "(" in stripped else None
        if ending:
            after = stripped[ending.end() :]
            for each in (ending[1], ending[1] + ending[2]):
                yield from _spelled(each + after)
        elif stripped:
            yield stripped.replace("-", " ")


def _is_base(entry: Entry) -> bool:
    return entry.definition.startswith("base ")


def _defined(definition: str) -> Unit:
    """Return the unit that a definition gives; definitions are ours, so that an error in one is a fault of ours."""
    from checker.notation.units.reading import factors, usual  # they need this table, and this table them

    if definition.startswith("base "):
        return Unit(((definition.removeprefix("base "), 1),), Fraction(1))
    is_difference = definition.startswith("difference ")
    definition = definition.removeprefix("difference ")
    scale = _OFFSET.fullmatch(definition)
    if scale:
        definition = scale[1]
    size = Fraction(1)
    if written := _NUMBER.match(definition):
        size = number(written[0])
        definition = definition[written.end() :].strip() or "1"
    unit = (usual(factors(definition)) if definition != "1" else ONE) * Unit((), size)
    return Unit(unit.dimension, unit.size, Fraction(scale[2]) if scale else Fraction(0), is_difference)


def number(text: str) -> Fraction:
    """Return the value of a number of these files: 0.3048, 1/3 or pi/180."""
    top, _, bottom = text.partition("/")
    above, below = (PI if each == "pi" else Fraction(each) for each in (top, bottom or "1"))
    return above / below
