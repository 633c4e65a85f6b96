"""The table of all units and prefixes, which units.txt defines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from typing import Final

from checker.text import packaged
from checker.units.unit import PI, Dimension

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

    def _add_prefix(self, kind: str, short: str, long: str, value: str) -> None:
        """Add a prefix, of powers of 10 or of 2, by its word and by its sign if it has one."""
        base, _, exponent = value.partition("^")
        size = Fraction(int(base)) ** int(exponent)
        (self.long if kind == "prefix" else self.long_binary)[long] = size
        if short != "-":
            (self.short if kind == "prefix" else self.short_binary)[short] = size


@cache
def unit_table() -> UnitTable:
    """Return the table of all units; the first call reads units.txt."""
    return UnitTable(packaged.text("checker.units", _FILE).splitlines())


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
