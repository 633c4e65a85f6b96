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

_SYMBOLS: Final = {
    "p": -12, "n": -9, "u": -6, "µ": -6, "μ": -6, "m": -3, "": 0, "k": 3, "M": 6, "G": 9, "T": 12, "P": 15, "E": 18,
    "Z": 21, "Y": 24, "R": 27, "Q": 30,
}  # fmt: skip
_LONG: Final = {
    "pico": -12, "nano": -9, "micro": -6, "milli": -3, "": 0, "kilo": 3, "mega": 6, "giga": 9, "tera": 12, "peta": 15,
    "exa": 18, "zetta": 21, "yotta": 24, "ronna": 27, "quetta": 30,
}  # fmt: skip
_BINARY: Final = {"Ki": 1, "Mi": 2, "Gi": 3, "Ti": 4, "Pi": 5, "Ei": 6, "Zi": 7, "Yi": 8}
_LONG_BINARY: Final = {"kibi": 1, "mebi": 2, "gibi": 3, "tebi": 4, "pebi": 5, "exbi": 6, "zebi": 7, "yobi": 8}
_SMALL: Final = (-12, 0)
_MIDDLE: Final = (-9, 12)

_PREFIXED: Final = (
    ("a time", "s", "second seconds", Fraction(1), _SMALL),
    (LENGTH, "m", "metre metres meter meters", Fraction(1), _MIDDLE),
    ("a mass", "g", "gram grams", Fraction(1), _MIDDLE),
    ("a frequency", "Hz", "hertz", Fraction(1), _MIDDLE),
    ("an amount of energy", "J", "joule joules", Fraction(1), _MIDDLE),
    ("an amount of energy", "Wh", "watthour watthours", Fraction(3600), _MIDDLE),
    ("a power", "W", "watt watts", Fraction(1), _MIDDLE),
)
"""What is measured, the symbol, the words, the size, and the powers of ten from which to which the prefixes go."""

_OTHERS: Final[Mapping[str, Mapping[str, Fraction]]] = {
    "a time": {
        "sec secs seconde secondes sekunde sekunden segundo segundos": Fraction(1),
        "min mins minute minutes minuten minuto minutos": Fraction(60),
        "h hr hrs hour hours stunde stunden heure heures hora horas": Fraction(3600),
        "d day days jour jours": Fraction(86400),
        "wk wks week weeks woche wochen semaine semaines semana semanas": Fraction(7 * 86400),
        "yr yrs year years jahr jahre": Fraction(365 * 86400),
    },
    LENGTH: {
        "cm centimetre centimetres centimeter centimeters": Fraction(1, 100),
        "dm decimetre decimetres decimeter decimeters": Fraction(1, 10),
        "inch inches": Fraction(254, 10**4),
        "ft foot feet": Fraction(3048, 10**4),
        "yd yard yards": Fraction(9144, 10**4),
        "mi mile miles": Fraction(1609344, 1000),
    },
    PIXELS: {"px pixel pixels": Fraction(1)},
    "a mass": {"tonne tonnes": Fraction(10**6)},
    "a share": {"% percent pct prozent": Fraction(1, 100)},
}


def _memory() -> Iterator[tuple[str, Fraction]]:
    """Bits and bytes; French has octets, but no Mio, which in German is a million."""
    for bits, symbols, words in (
        (8, "B byte bytes o octet octets", "byte bytes octet octets"),
        (1, "bit bits", "bit bits"),
    ):
        for prefixes, base, spellings in (
            (_LARGE, 10, symbols),
            (_LONG_LARGE, 10, words),
            (_BINARY, 1024, symbols),
            (_LONG_BINARY, 1024, words),
        ):
            for prefix, power in prefixes.items():
                for spelling in spellings.split():
                    if spelling != "o" or (prefix and base != 1024):  # noqa: PLR2004 - the base of Ki, Mi ...
                        yield prefix + spelling, Fraction(bits * base**power)
    yield "b", Fraction(1)


def _operations() -> Iterator[tuple[str, Fraction]]:
    for prefixes in (_LARGE, _LONG_LARGE):
        for prefix, power in prefixes.items():
            for spelling in ("FLOP", "FLOPs", "FLOPS", "flop", "flops"):
                yield prefix + spelling, Fraction(10**power)


def _prefixed() -> Iterator[tuple[str, Unit]]:
    for dimension, symbol, words, size, (least, most) in _PREFIXED:
        for prefixes, spellings in ((_SYMBOLS, symbol), (_LONG, words)):
            for prefix, power in prefixes.items():
                if least <= power <= most:
                    for spelling in spellings.split():
                        yield prefix + spelling, Unit(dimension, size * Fraction(10) ** power)


_LARGE: Final = {prefix: power for prefix, power in _SYMBOLS.items() if power >= 0} | {"K": 3}
_LONG_LARGE: Final = {prefix: power for prefix, power in _LONG.items() if power >= 0}

UNITS: Final[Mapping[str, Unit]] = {
    **{name: Unit(MEMORY, size) for name, size in _memory()},
    **{name: Unit(OPERATIONS, size) for name, size in _operations()},
    **dict(_prefixed()),
    **{
        name: Unit(dimension, size)
        for dimension, sizes in _OTHERS.items()
        for names, size in sizes.items()
        for name in names.split()
    },
}
"""By how they are written.  Of symbols the case counts: mW is not MW."""

_SHORT: Final = 3
_WORDS: Final = {
    name.lower(): unit
    for name, unit in UNITS.items()
    if unit.dimension in {MEMORY, OPERATIONS} or (len(name) >= _SHORT and name.islower())
}
"""What is clear in any case: gflops, GIGABYTES, Seconds."""

_BITS_OR_BYTES: Final = re.compile(r"([kKmMgGtTpPeEzZyYrRqQ])(i?)b")

_STRANGE: Final = (
    r"volts?|amps?|amperes?|ohms?|kelvin|celsius|fahrenheit|degrees?|newtons?|pascals?|calories?|electronvolts?"
    r"|moles?|pounds?|lbs?|ounces?|oz|tons?|lit(?:er|re)s?|gallons?|meilen?|milles|millas?|light(?:years?)|tag(?:en?)?|parsecs?|knots?"
    r"|mph|kmh|rpm|fps|[tqr]ps|months?|monate?|mois|meses|decades?|centur(?:y|ies)|années?|años?|nibbles?|nybbles?"
    r"|baud|horsepower|hp|dollars?|euros?|usd|eur"
)
_LIKE: Final = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?i:(?:{'|'.join(filter(None, _LONG))})?(?:{_STRANGE}))",
        rf"(?i:(?:{'|'.join(filter(None, (*_LONG, *_LONG_BINARY)))}|meg|gig)s?)",
        r"[pnuµμmkKMGTPEZYRQ]\w*B",
        r"(?i:[pnuµμmkgtpezyrq]\w*(?:bytes?|bits?|bps)|bites?|bps)",
        r"[pnuµμmkKMGTPEZYRQ]?(?:[bB]ps|bits?ps|V|A|Ah|VA|Pa|N|eV|mol|cal|MACs?|MADDs?|MAdds?)",
        r"[kKMGTPEZYRQ](?:OPS|OPs|ops|ps)",
        r"[кКмМгГтТпПэЭ]?[бБ](?:айт\w*|ит\w*)?|(?:кило|мега|гига|тера|пета|экса)(?:байт|бит)\w*",
    )
)
"""Units of no kind that is known here, and what is made of a prefix and nothing that is known."""

_SIMILAR: Final = 0.86
_LONG_ENOUGH: Final = 4
_LONG_WORDS: Final = sorted(word for word in _WORDS if len(word) > _LONG_ENOUGH)
_LONGEST: Final = 30
"""How alike two words are of which one is the other misspelt, and how long such words are."""


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


def meant(name: str) -> tuple[str, ...]:
    """The units whose symbols differ from this only in the case of a letter.

    >>> meant("mhz"), meant("kw"), meant("kW"), meant("total")
    (('mHz', 'MHz'), ('kW',), (), ())
    """
    return () if unit(name) else tuple(each for each in UNITS if each.lower() == name.lower())


def is_strange(name: str) -> bool:
    """Whether this looks like a unit and is none that is known: misspelt, or of a kind that is not known here.

    >>> [name for name in ("kGB", "terabyes", "volts", "total", "parameters", "GB") if is_strange(name)]
    ['kGB', 'terabyes', 'volts']
    """
    if unit(name):
        return False
    if any(like.fullmatch(name) for like in _LIKE):
        return True
    if not _LONG_ENOUGH <= len(name) <= _LONGEST:
        return False
    from difflib import get_close_matches  # here, because most answers have no such word

    word = name.lower()
    return bool(get_close_matches(word, [each for each in _LONG_WORDS if each[0] == word[0]], 1, _SIMILAR))


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
