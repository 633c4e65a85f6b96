"""Reads the text of a unit as a `Unit`: what each word means, and which of several meanings is the usual one.

`read_unit` reads what a student wrote; the unit that the question asks for decides between meanings.  `unit_of_author`
reads what an author declares.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice, product
from typing import Final

from checker.engine.errors import UnreadableAnswer
from checker.text.lazy_pattern import lazy_pattern
from checker.text.plain import plain
from checker.units.lookup import Factor, UnitReading, doubtful_units, readings, suggestions
from checker.units.parser import MAX_UNIT_LENGTH, Parser
from checker.units.table import thing_in, unit_table
from checker.units.unit import AmbiguousUnit, Unit, UnitError, UnknownUnit, bridge, multiply_units, unit_text

_CACHED: Final = 4096
_MAX_SPLITS: Final = 32
_DEGREE: Final = lazy_pattern(r"\^\s?\(?\s?(?:°|o(?![a-z]))\s?\)?\s?")
_RING: Final = lazy_pattern(r"[˚º]|(?<![^\W\d_])o(?=\s[CF](?![^\W\d_]))")
_BEHIND: Final = lazy_pattern(r"(?<![^\W\d_])([CF])\s?°")
_NAMED: Final = lazy_pattern(r"°\s?([CFK])(?:elsius|ahrenheit|elvin)(?![^\W\d_])", re.IGNORECASE)
_SCALE: Final = lazy_pattern(r"°\s?\(\s?([CFK])\s?\)|°\s([CFK])(?![^\W\d_])")
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
_WORD: Final = lazy_pattern(r"(?<![^\W\d_])[^\W\d_]{2,8}(?![^\W\d_])")
_RAISED: Final = lazy_pattern(r"\s?(?:(?:\^|\*\*)\s?\(?\s?)?-?\s?\d")


def unit_of_author(text: str) -> Unit | None:
    """Return the unit that an author declares; None if a word in it is unknown or it can be read in two ways.

    >>> unit_of_author("km/h").size, unit_of_author("quux")
    (Fraction(5, 18), None)
    """
    found = _cached_of_author(text)
    return found if isinstance(found, Unit) else None


def fault_of_author(text: str) -> UnitError | None:
    """Return the error that says why an author's unit cannot be read; None if it can.

    >>> fault_of_author("km/secnd"), fault_of_author("Gb"), fault_of_author("km/s")
    (UnknownUnit('secnd', ('second', 'seconds', 'secondo')), AmbiguousUnit('Gb', 'GB', 'Gbit'), None)
    """
    found = _cached_of_author(text)
    return found if isinstance(found, UnitError) else None


def read_unit(text: str, asked: Unit | None = None) -> Unit:
    """Return the unit that a student wrote behind a number; the unit `asked` by the question decides between meanings.

    The text has gone through `checker.text.plain.plain`.
    Raises UnknownUnit with the word that is not understood, and AmbiguousUnit with both readings.

    >>> read_unit("M", unit_of_author("mol/L")) == unit_of_author("mol/L")
    True
    """
    if len(text) > MAX_UNIT_LENGTH:
        raise UnknownUnit(f"{text[:30]}...")
    found = _cached_reading(text, asked)
    if isinstance(found, Unit):
        return found
    raise found.with_traceback(None)


def is_unit_word(word: str) -> bool:
    """Return whether a single word can be a unit where the question asks for none.

    Spellings that are also usual words, such as `in` and `as`, are not.

    >>> is_unit_word("kW"), is_unit_word("kilometers"), is_unit_word("Gb"), is_unit_word("in"), is_unit_word("total")
    (True, True, True, False, False)
    """
    if word in unit_table().plain_words:
        return False
    return doubtful_units(word) is not None or any(each.is_usual for each in readings(word))


def factors(text: str, asked: Unit | None = None) -> list[Factor]:
    """Return the factors of a unit's text, such as m, s and s of `m/s²`, each with all that it may mean."""
    return Parser(_tidied(text), lambda word: suggestions(word, asked)).factors()


def factors_of_author(text: str) -> list[Factor]:
    """Return the factors of an author's unit, in which a dollar is money, not the sign around mathematics."""
    return factors(plain(text.replace("$", "\ue000")).replace("\ue000", "$"))


@lru_cache(_CACHED)
def _cached_of_author(text: str) -> Unit | UnitError:
    """Return the usual unit of an author's text, or the error that says why it is none."""
    if len(text) > MAX_UNIT_LENGTH:
        return UnknownUnit(text)
    try:
        return usual_unit(factors_of_author(text))
    except UnitError as error:
        return error.with_traceback(None)
    except UnreadableAnswer:
        return UnknownUnit(text)


@lru_cache(_CACHED)
def _cached_reading(text: str, asked: Unit | None) -> Unit | UnitError:
    """Return the unit that a text means where `asked` is asked for, or the error, since a cache keeps no exceptions."""
    if asked is None:
        return _unit_or_error(text, None)
    found = _unit_or_error(text, asked)
    if isinstance(found, AmbiguousUnit) or (isinstance(found, Unit) and bridge(found.dimension, asked.dimension)):
        return found
    for spaced in islice(_split_apart(_tidied(text)), _MAX_SPLITS):
        other = _unit_or_error(spaced, asked)
        if isinstance(other, Unit) and other.dimension == asked.dimension:
            return other
    return found


def _unit_or_error(text: str, asked: Unit | None) -> Unit | UnitError:
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
    """Yield the text with `*` between symbols that are written together, once for each way to split them.

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
    """Return whether a text of at most three letters is the symbol of a usual unit with SI prefixes."""
    return len(text) <= 3 and any(_is_usual_si_symbol(each, text) for each in readings(text))  # noqa: PLR2004 - such as kPa, mol


def _is_usual_si_symbol(reading: UnitReading, text: str) -> bool:
    """Return whether a reading is a usual unit that takes SI prefixes, with a symbol at the end of the text."""
    return (
        reading.is_usual and "si" in reading.entry.marks and any(text.endswith(each) for each in reading.entry.symbols)
    )


_MAX_COMBINATIONS: Final = 128
_RARE_WITH_PREFIX: Final = frozenset({"annum", "gauss", "poise", "stokes", "maxwell", "octet"})
"""Units whose symbols with a prefix are most often another one in the wrong case: ma is mA, MG is mg."""
_TEMPERATURE: Final = (("temperature", 1),)


def usual_unit(found: list[Factor]) -> Unit:
    """Return the unit with the usual meaning of each factor.  Raise AmbiguousUnit where there are two usual ones."""
    _refuse_doubtful(found)
    for each in found:
        if not each.readings[0].is_usual:
            raise UnknownUnit(each.word, suggestions(each.word))
    chosen = [each.readings[0] for each in found]
    if any(each.strict != each.loose for each in found):
        strict, loose = _combined(found, chosen), _combined(found, chosen, is_loose=True)
        if strict != loose:
            raise AmbiguousUnit(*_two_ways(found))
    return _combined(found, chosen)


def settle(found: list[Factor], asked: Unit) -> Unit:
    """Return the unit, of all that the factors may mean, that has the dimension asked for; if none has, the usual one.

    Raise a UnitError if that is unclear or unknown.
    """
    _refuse_doubtful(found)
    if asked.dimension == _TEMPERATURE and len(found) == 1 and found[0].readings[0].entry.name == "degree":
        if asked.offset or asked.is_difference:
            return asked
        raise AmbiguousUnit(found[0].word, "°C", "K")
    if any(base == "temperature" for base, _ in asked.dimension):
        found = [_as_kelvin(each) for each in found]
    bridged = None
    for unit in _candidates(found):
        if unit.dimension == asked.dimension:
            return unit
        if bridged is None and bridge(unit.dimension, asked.dimension) is not None:
            bridged = unit
    if bridged is None and (counted := _with_thing(found, asked)):
        return counted
    if bridged is None:
        _refuse_other_case(found, asked)
        return usual_unit(found)
    return bridged


def _as_kelvin(factor: Factor) -> Factor:
    """Return a factor that means degrees with kelvin as a further reading, and any other as it is.

    So degrees per minute may be meant where degC/min is asked for.
    """
    if factor.readings[0].entry.name != "degree":
        return factor
    return factor._replace(readings=(*factor.readings, *readings("K")))


def _with_thing(found: list[Factor], asked: Unit) -> Unit | None:
    """Return the asked unit for a text without the counted thing (1/s for tokens/s), or with operations for FLOP.

    It has the size that is written.  Return None for other texts.
    """
    others = tuple(each for each in asked.dimension if each != (thing_in(asked.dimension), 1))
    operations = tuple(
        sorted(("operation" if base == "operation_flop" else base, power) for base, power in asked.dimension)
    )
    for unit in _candidates(found):
        if unit.dimension in ({others, operations} - {asked.dimension, ()}):
            return Unit(asked.dimension, unit.size)
    return None


def _refuse_other_case(found: list[Factor], asked: Unit) -> None:
    """Raise UnknownUnit for a symbol that in another case would be of the asked dimension: KG, where kg is asked.

    A well-known unit stays itself: eV is an energy, also where a voltage is asked.
    """
    for place, each in enumerate(found):
        if _is_well_known(each):
            continue
        similar = tuple(
            other
            for other in suggestions(each.word, None, is_case_only=True)
            if other != each.word
            and _may_be(
                [*found[:place], each._replace(word=other, readings=readings(other)), *found[place + 1 :]], asked
            )
        )
        if similar:
            raise UnknownUnit(each.word, similar)


def _is_well_known(factor: Factor) -> bool:
    """Return whether a word is a well-known unit, and not perhaps another one in capitals, as S and PA may be."""
    first, word = factor.readings[0], factor.word
    is_listed = word in first.entry.symbols and (len(word) > 1 or word.islower())
    return first.is_usual and (is_listed or not (word.isupper() or first.entry.name in _RARE_WITH_PREFIX))


def _refuse_doubtful(found: list[Factor]) -> None:
    """Raise AmbiguousUnit for a word that people write for two units, such as `Gb`."""
    for each in found:
        if each.doubt:
            raise AmbiguousUnit(each.word, *each.doubt)


def _may_be(found: list[Factor], asked: Unit) -> bool:
    """Return whether the factors may be a unit of the dimension asked for."""
    return any(unit.dimension == asked.dimension for unit in _candidates(found))


def _candidates(found: list[Factor]) -> Iterator[Unit]:
    """Yield what the factors may be, by every reading of each word and both readings of slashes, usual ones first."""
    is_doubtful = any(each.strict != each.loose for each in found)
    for chosen in islice(product(*(each.readings for each in found)), _MAX_COMBINATIONS):
        yield _combined(found, chosen)
        if is_doubtful:
            yield _combined(found, chosen, is_loose=True)


def _combined(
    found: list[Factor], chosen: list[UnitReading] | tuple[UnitReading, ...], *, is_loose: bool = False
) -> Unit:
    """Return the product of chosen readings; a unit alone keeps its zero point."""
    if len(found) == 1 and found[0].strict == 1 and found[0].size is None:
        return chosen[0].unit
    powers = [
        (reading.unit, factor.loose if is_loose else factor.strict)
        for factor, reading in zip(found, chosen, strict=True)
    ]
    powers += [(Unit((), each.size), 1 if each.strict > 0 else -1) for each in found if each.size is not None]
    return multiply_units(powers)


def _two_ways(found: list[Factor]) -> tuple[str, str, str]:
    """Return the text of factors and its two readings."""
    written = " ".join(each.word for each in found)
    strict = unit_text((each.word, each.strict) for each in found)
    loose = unit_text((each.word, each.loose) for each in found)
    return written, strict.replace("*", "·"), loose.replace("*", "·")
