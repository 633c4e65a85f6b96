"""The table of all units and prefixes, which units.txt defines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Final, NamedTuple

from checker.notation import packaged
from checker.notation.units.unit import PI, Dimension

_FILE: Final = "units.txt"
_ENDING: Final = re.compile(r"(.+?)\((\w+)\)")
_NO_THINGS: Final = frozenset({"data", "operation"})


class UnitEntry:
    """One unit as a line of units.txt defines it: its name, definition, symbols, words and marks."""

    __slots__ = ("definition", "marks", "name", "symbols", "words")

    def __init__(self, line: str) -> None:
        name, _, rest = line.partition(" = ")
        definition, symbols, words, *marks = (each.strip() for each in rest.split("|"))
        self.name = name
        self.definition = definition
        self.symbols = tuple(symbols.split())
        self.words = tuple(dict.fromkeys(_spelled(f"{name},{words}".lower())))
        self.marks = frozenset(marks[0].split()) if marks else frozenset()


class UnitTable(NamedTuple):
    """All units and prefixes that units.txt defines, by their names and symbols."""

    entries: tuple[UnitEntry, ...]
    symbols: dict[str, list[tuple[UnitEntry, bool]]]
    words: dict[str, list[UnitEntry]]
    short: dict[str, Fraction]
    long: dict[str, Fraction]
    short_binary: dict[str, Fraction]
    long_binary: dict[str, Fraction]
    doubtful: dict[str, tuple[str, str]]
    plain_words: frozenset[str]
    """Spellings that are no unit where no unit is asked."""
    counted: frozenset[str]
    openings: frozenset[str]
    """First words of units that are written in several words."""


@cache
def unit_table() -> UnitTable:
    """Return the table of all units; the first call reads units.txt."""
    found = _parsed()
    for entry in found.entries:
        for symbol in entry.symbols:
            found.symbols.setdefault(symbol.rstrip("?"), []).append((entry, not symbol.endswith("?")))
        for word in entry.words:
            found.words.setdefault(word, []).append(entry)
    return found._replace(openings=frozenset(word.partition(" ")[0] for word in found.words if " " in word))


def thing_in(dimension: Dimension) -> str:
    """Return the base of a dimension that counts a thing, such as `token`; empty for data, operations and money.

    It is empty, too, if the dimension counts nothing, or several things.
    """
    counted = unit_table().counted
    found = [base for base, exponent in dimension if exponent == 1 and base in counted]
    return found[0] if len(found) == 1 and found[0].islower() and found[0].split("_")[0] not in _NO_THINGS else ""


def _parsed() -> UnitTable:
    """Return the table as units.txt lists it, before `unit_table` fills `symbols`, `words` and `openings`."""
    found = UnitTable((), {}, {}, {}, {}, {}, {}, {}, frozenset(), frozenset(), frozenset())
    entries: list[UnitEntry] = []
    counted_from = 0
    for line in packaged.text("checker.notation.units", _FILE).splitlines():
        if not line or line.startswith("#"):
            continue
        if " = " in line:
            entries.append(UnitEntry(line))
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
    bases = (
        entry.definition.removeprefix("base ")
        for entry in entries[counted_from:]
        if entry.definition.startswith("base ")
    )
    return found._replace(entries=tuple(entries), counted=frozenset(bases))


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


def read_size(text: str) -> Fraction:
    """Return the exact value of a number as units.txt has it: 0.3048, 1/3 or pi/180."""
    top, _, bottom = text.partition("/")
    above, below = (PI if each == "pi" else Fraction(each) for each in (top, bottom or "1"))
    return above / below
