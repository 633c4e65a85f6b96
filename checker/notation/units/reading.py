"""Units as authors declare and students write them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice, product
from typing import Final

from checker.engine.errors import UnreadableAnswer
from checker.notation.text import plain
from checker.notation.units.lookup import Factor, UnitReading, doubtful_units, readings, suggestions
from checker.notation.units.parser import MAX_UNIT_LENGTH, Parser
from checker.notation.units.settling import settle, usual_unit
from checker.notation.units.table import unit_table
from checker.notation.units.unit import AmbiguousUnit, Unit, UnitError, UnknownUnit, bridge

_CACHED: Final = 4096
_MAX_SPLITS: Final = 32
_DEGREE: Final = re.compile(r"\^\s?\(?\s?(?:°|o(?![a-z]))\s?\)?\s?")
_RING: Final = re.compile(r"[˚º]|(?<![^\W\d_])o(?=\s[CF](?![^\W\d_]))")
_BEHIND: Final = re.compile(r"(?<![^\W\d_])([CF])\s?°")
_NAMED: Final = re.compile(r"°\s?([CFK])(?:elsius|ahrenheit|elvin)(?![^\W\d_])", re.IGNORECASE)
_SCALE: Final = re.compile(r"°\s?\(\s?([CFK])\s?\)|°\s([CFK])(?![^\W\d_])")
_LATEX: Final = tuple(
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (r"\\[,;:! ]|~", " "),
        (r"\\(?:si|SI|unit|qty|text|mathrm|rm)(?![A-Za-z])", " "),
        (
            r"\\(?:mu|micro)(?![A-Za-z])(?: ?\(([A-Za-z]+))?[ \\]*",
            lambda found: f"({'μ' + found[1]}" if found[1] else "μ",
        ),
        (r"\\(kilo|mega|giga|tera|milli|nano|pico|centi|deci|hecto|femto)[ \\]+", r" \1"),
        (r" ?\\(?:Omega|ohm)(?![A-Za-z])", "Ω"),
        (r"\\(?:AA|angstrom|r ?A)(?![A-Za-z])", " Å"),
        (r"\\(?:degreeCelsius|celsius)(?![A-Za-z])", "°C"),
        (r"\\(?:circ|degree|textdegree)(?![A-Za-z])", "°"),
        (r"\\(?:euro|texteuro)(?![A-Za-z])", "€"),
        (r"\\(?:pounds|textsterling)(?![A-Za-z])", "£"),
        (r"\\ell(?![A-Za-z])", "l"),
        (r"\\([A-Za-z]+)", r" \1 "),
    )
)
_MOST_PIECES: Final = 4
_WORD: Final = re.compile(r"(?<![^\W\d_])[^\W\d_]{2,8}(?![^\W\d_])")
_RAISED: Final = re.compile(r"\s?(?:(?:\^|\*\*)\s?\(?\s?)?-?\s?\d")


def unit_of_author(text: str) -> Unit | None:
    """Return the unit that an author declares, or None if a word is not known or two readings are possible.

    >>> unit_of_author("km/h").size, unit_of_author("quux")
    (Fraction(5, 18), None)
    """
    if len(text) > MAX_UNIT_LENGTH:
        return None
    return _of_author(text)


def fault_of_author(text: str) -> UnitError | None:
    """Return why `unit_of_author` does not know an author's unit; None if it does.

    >>> fault_of_author("km/secnd"), fault_of_author("Gb"), fault_of_author("km/s")
    (UnknownUnit('secnd', ('second', 'seconds', 'secondo')), AmbiguousUnit('Gb', 'GB', 'Gbit'), None)
    """
    if len(text) > MAX_UNIT_LENGTH:
        return UnknownUnit(text)
    try:
        usual_unit(factors_of_author(text))
    except UnitError as error:
        return error
    except UnreadableAnswer:
        return UnknownUnit(text)
    return None


def read_unit(text: str, asked: Unit | None = None) -> Unit:
    """Return the unit that a student writes behind a number; `asked` decides between several readings.

    The text has gone through `checker.notation.text.plain`.
    Raises UnknownUnit with the word that is not understood, and AmbiguousUnit with both readings.

    >>> read_unit("M", unit_of_author("mol/L")) == unit_of_author("mol/L")
    True
    """
    if len(text) > MAX_UNIT_LENGTH:
        raise UnknownUnit(f"{text[:30]}...")
    found = _read(text, asked)
    if isinstance(found, Unit):
        return found
    raise found.with_traceback(None)


def is_unit_word(word: str) -> bool:
    """Return whether a single word can be a unit, where no unit is asked.

    Spellings that are also usual words, such as `in` and `as`, are not.

    >>> is_unit_word("kW"), is_unit_word("kilometers"), is_unit_word("Gb"), is_unit_word("in"), is_unit_word("total")
    (True, True, True, False, False)
    """
    if word in unit_table().plain_words:
        return False
    return doubtful_units(word) is not None or any(each.is_usual for each in readings(word))


def factors(text: str, asked: Unit | None = None) -> list[Factor]:
    """Return the factors of a unit's text."""
    return Parser(_tidied(text), lambda word: suggestions(word, asked)).factors()


def factors_of_author(text: str) -> list[Factor]:
    """Return the factors of an author's unit, in which a dollar is money, not the sign around mathematics."""
    return factors(plain(text.replace("$", "\ue000")).replace("\ue000", "$"))


@lru_cache(_CACHED)
def _of_author(text: str) -> Unit | None:
    try:
        return usual_unit(factors_of_author(text))
    except (UnitError, UnreadableAnswer):
        return None


@lru_cache(_CACHED)
def _read(text: str, asked: Unit | None) -> Unit | UnitError:
    if asked is None:
        return _attempted(text, None)
    found = _attempted(text, asked)
    if isinstance(found, AmbiguousUnit) or (isinstance(found, Unit) and bridge(found.dimension, asked.dimension)):
        return found
    for spaced in islice(_split_apart(_tidied(text)), _MAX_SPLITS):
        other = _attempted(spaced, asked)
        if isinstance(other, Unit) and other.dimension == asked.dimension:
            return other
    return found


def _attempted(text: str, asked: Unit | None) -> Unit | UnitError:
    """Return the unit, or the reason why there is none, which a cache can hold."""
    try:
        found = factors(text, asked)
        return usual_unit(found) if asked is None else settle(found, asked)
    except AmbiguousUnit as error:
        return error if error.text in text else AmbiguousUnit(text, error.one, error.other)
    except UnitError as error:
        return error


def _tidied(text: str) -> str:
    """Return the text without what is left of LaTeX, with the sign of degrees in one form."""
    if "\\" in text or "~" in text:
        text = _without_latex(text)
    text = _RING.sub("°", text)
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text).replace("′", "'")  # noqa: RUF001 - minutes
    if "°" in text or "^" in text:
        text = _SCALE.sub(r"°\1\2", _BEHIND.sub(r"°\1", _DEGREE.sub("°", text)))
        text = _NAMED.sub(lambda found: f"°{found[1].upper()}", text)
    return text.strip()


def _without_latex(text: str) -> str:
    r"""Return the text with signs and words in place of LaTeX commands, those of siunitx too.

    >>> _without_latex(r"k\Omega"), _without_latex(r"\metre\per\second").split()
    ('kΩ', ['metre', 'per', 'second'])
    """
    for pattern, replacement in _LATEX:
        text = pattern.sub(replacement, text)
    return text


def _split_apart(text: str) -> Iterator[str]:
    """Yield the text with `*` between symbols that are written together, in every way they can be split.

    A word that is a unit itself is split only below a slash or before a power, where people write so:
    `ms^-1` may be m/s, but `mN` is never m N.

    >>> list(_split_apart("ms^-1")), list(_split_apart("mN"))
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
