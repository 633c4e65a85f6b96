"""Units that an answer may carry, as exact multiples of one another."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final, NamedTuple


class Unit(NamedTuple):
    """A unit: what it measures, and how many of the smallest of its kind it is."""

    dimension: str
    size: Fraction


MEMORY: Final = "an amount of memory"
OPERATIONS: Final = "a number of operations"
LENGTH: Final = "a length"
PIXELS: Final = "a number of pixels"

_DECIMAL: Final = {"": 0, "k": 1, "M": 2, "G": 3, "T": 4, "P": 5}
_LONG: Final = {"": 0, "kilo": 1, "mega": 2, "giga": 3, "tera": 4, "peta": 5}
_BINARY: Final = {"Ki": 1, "Mi": 2, "Gi": 3, "Ti": 4, "Pi": 5}
_LONG_BINARY: Final = {"kibi": 1, "mebi": 2, "gibi": 3, "tebi": 4, "pebi": 5}

_OTHERS: Final[Mapping[str, Mapping[str, Fraction]]] = {
    "a time": {
        "ns nanosecond nanoseconds": Fraction(1, 10**9),
        "us µs μs microsecond microseconds": Fraction(1, 10**6),
        "ms millisecond milliseconds": Fraction(1, 1000),
        "s sec secs second seconds": Fraction(1),
        "min mins minute minutes": Fraction(60),
        "h hr hrs hour hours": Fraction(3600),
        "d day days": Fraction(86400),
    },
    LENGTH: {
        "nm nanometre nanometres nanometer nanometers": Fraction(1, 10**9),
        "um µm μm micrometre micrometres micrometer micrometers": Fraction(1, 10**6),
        "mm millimetre millimetres millimeter millimeters": Fraction(1, 1000),
        "cm centimetre centimetres centimeter centimeters": Fraction(1, 100),
        "m metre metres meter meters": Fraction(1),
        "km kilometre kilometres kilometer kilometers": Fraction(1000),
    },
    PIXELS: {"px pixel pixels": Fraction(1)},
    "a mass": {"mg": Fraction(1, 1000), "g gram grams": Fraction(1), "kg kilogram kilograms": Fraction(1000)},
    "a frequency": {"Hz hertz": Fraction(1), "kHz": Fraction(10**3), "MHz": Fraction(10**6), "GHz": Fraction(10**9)},
    "an amount of energy": {
        "J joule joules": Fraction(1),
        "kJ": Fraction(1000),
        "MJ": Fraction(10**6),
        "Wh": Fraction(3600),
        "kWh": Fraction(3600 * 10**3),
        "MWh": Fraction(3600 * 10**6),
    },
    "a power": {"W watt watts": Fraction(1), "kW": Fraction(1000), "MW": Fraction(10**6)},
    "a share": {"% percent pct prozent": Fraction(1, 100)},
}


def _memory() -> Iterator[tuple[str, Fraction]]:
    """Bits and bytes; French has octets."""
    for bits, symbols, words in (
        (8, "B byte bytes o octet octets", "byte bytes octet octets"),
        (1, "bit bits", "bit bits"),
    ):
        for prefixes, base, spellings in (
            (_DECIMAL | {"K": 1}, 1000, symbols),
            (_LONG, 1000, words),
            (_BINARY, 1024, symbols),
            (_LONG_BINARY, 1024, words),
        ):
            for prefix, power in prefixes.items():
                for spelling in spellings.split():
                    if prefix or spelling != "o":
                        yield prefix + spelling, Fraction(bits * base**power)
    yield "b", Fraction(1)


def _operations() -> Iterator[tuple[str, Fraction]]:
    for prefixes in (_DECIMAL | {"K": 1}, _LONG):
        for prefix, power in prefixes.items():
            for spelling in ("FLOP", "FLOPs", "FLOPS", "flop", "flops"):
                yield prefix + spelling, Fraction(1000**power)


UNITS: Final[Mapping[str, Unit]] = {
    **{name: Unit(MEMORY, size) for name, size in _memory()},
    **{name: Unit(OPERATIONS, size) for name, size in _operations()},
    **{
        name: Unit(dimension, size)
        for dimension, sizes in _OTHERS.items()
        for names, size in sizes.items()
        for name in names.split()
    },
}
"""By how they are written.  Of symbols the case counts: mW is not MW."""

_WORDS: Final = {
    name.lower(): unit
    for name, unit in UNITS.items()
    if unit.dimension in {MEMORY, OPERATIONS} or (len(name) > 3 and name.islower())  # noqa: PLR2004 - longer than symbols
}
"""What is clear in any case: gflops, GIGABYTES, Seconds."""

_BITS_OR_BYTES: Final = re.compile(r"([kKmMgGtTpP])(i?)b")


def unit(name: str) -> Unit | None:
    """The unit that is written like this; None where none is, or one of two may be meant: see `doubtful`.

    >>> unit("GiB").size, unit("gflops").size, unit("parsec"), unit("Gb")
    (Fraction(8589934592, 1), Fraction(1000000000, 1), None, None)
    """
    return UNITS.get(name) or (None if doubtful(name) else _WORDS.get(name.lower()))


def doubtful(name: str) -> tuple[str, str] | None:
    """The two units, bytes and bits, that people write like this.

    >>> doubtful("Gb"), doubtful("kb"), doubtful("GB")
    (('GB', 'Gbit'), ('kB', 'kbit'), None)
    """
    found = _BITS_OR_BYTES.fullmatch(name)
    if not found:
        return None
    prefix = "k" if found[1] in "kK" and not found[2] else found[1].upper()
    return f"{prefix}{found[2]}B", f"{prefix}{found[2]}bit"


def factor(of: str, to: str) -> Fraction | None:
    """How many `to` one `of` is; None where they measure different things.

    >>> factor("MB", "GB"), factor("GiB", "GB"), factor("s", "GB")
    (Fraction(1, 1000), Fraction(2097152, 1953125), None)
    """
    one, other = unit(of), unit(to)
    if of == to:
        return Fraction(1)
    if one is None or other is None or one.dimension != other.dimension:
        return None
    return one.size / other.size
