# ruff: noqa: RUF001 - the signs that students write
"""Units as authors declare and students write them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from itertools import product as every_choice
from typing import Final

from checker.errors import Unreadable
from checker.notation.text import plain
from checker.notation.units.errors import AmbiguousUnit, UnitError, UnknownUnit
from checker.notation.units.parser import MAX_LENGTH, Factor, Parser
from checker.notation.units.splitting import split_apart
from checker.notation.units.suggest import suggestions
from checker.notation.units.table import Reading, doubtful, readings, table
from checker.notation.units.unit import Unit, bridge, product

CACHED: Final = 4096
MAX_COMBINATIONS: Final = 128
MAX_SPLITS: Final = 32
_TEMPERATURE: Final = (("temperature", 1),)

_DEGREE: Final = re.compile(r"\^\s?\(?\s?(?:°|o(?![a-z]))\s?\)?\s?")
_SCALE: Final = re.compile(r"°\s?\(\s?([CFK])\s?\)|°\s([CFK])(?![^\W\d_])")


def unit_of_author(text: str) -> Unit | None:
    """Return the unit that an author declares, or None if a word is not known or two readings are possible.

    >>> unit_of_author("km/h").size, unit_of_author("quux")
    (Fraction(5, 18), None)
    """
    if len(text) > MAX_LENGTH:
        return None
    return _of_author(text)


def read_unit(text: str, asked: Unit | None = None) -> Unit:
    """Return the unit that a student writes behind a number; `asked` settles spellings with several readings.

    The text has gone through `checker.notation.text.plain`.
    Raises UnknownUnit with the word that is not understood, and AmbiguousUnit with both readings.

    >>> read_unit("M", unit_of_author("mol/L")) == unit_of_author("mol/L")
    True
    """
    if len(text) > MAX_LENGTH:
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
    if word in table().plain_words:
        return False
    return doubtful(word) is not None or any(each.is_usual for each in readings(word))


def factors(text: str, asked: Unit | None = None) -> list[Factor]:
    """Return the factors of a unit's text."""
    return Parser(_tidied(text), lambda word: suggestions(word, asked)).factors()


def factors_of_author(text: str) -> list[Factor]:
    """Return the factors of an author's unit, in which a dollar is money, not the sign around mathematics."""
    return factors(plain(text.replace("$", "\ue000")).replace("\ue000", "$"))


def usual(found: list[Factor]) -> Unit:
    """Return the usual reading of factors; raises AmbiguousUnit where there are two."""
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


@lru_cache(CACHED)
def _of_author(text: str) -> Unit | None:
    try:
        return usual(factors_of_author(text))
    except (UnitError, Unreadable):
        return None


@lru_cache(CACHED)
def _read(text: str, asked: Unit | None) -> Unit | UnitError:
    if asked is None:
        return _attempted(text, None)
    found = _attempted(text, asked)
    if isinstance(found, AmbiguousUnit) or (isinstance(found, Unit) and bridge(found.dimension, asked.dimension)):
        return found
    for spaced in islice(split_apart(_tidied(text)), MAX_SPLITS):
        other = _attempted(spaced, asked)
        if isinstance(other, Unit) and other.dimension == asked.dimension:
            return other
    return found


def _attempted(text: str, asked: Unit | None) -> Unit | UnitError:
    """Return the unit, or the reason why there is none, which a cache can hold."""
    try:
        found = factors(text, asked)
        return usual(found) if asked is None else _settled(found, asked)
    except UnitError as error:
        return error


def _settled(found: list[Factor], asked: Unit) -> Unit:
    """Return the reading that has the asked dimension, else the usual one."""
    _refuse_doubtful(found)
    if asked.dimension == _TEMPERATURE and len(found) == 1 and found[0].readings[0].entry.name == "degree":
        if asked.offset or asked.is_difference:
            return asked
        raise AmbiguousUnit(found[0].word, "°C", "K")
    bridged = None
    for unit in _candidates(found):
        if unit.dimension == asked.dimension:
            return unit
        if bridged is None and bridge(unit.dimension, asked.dimension) is not None:
            bridged = unit
    if bridged is None:
        _refuse_other_case(found, asked)
        return usual(found)
    return bridged


def _refuse_other_case(found: list[Factor], asked: Unit) -> None:
    """Raise UnknownUnit for a symbol that in another case would be of the asked dimension: KG, where kg is asked."""
    for place, each in enumerate(found):
        similar = tuple(
            other
            for other in suggestions(each.word, None, is_case_only=True)
            if other != each.word and _fits([*found[:place], _as(each, other), *found[place + 1 :]], asked)
        )
        if similar:
            raise UnknownUnit(each.word, similar)


def _refuse_doubtful(found: list[Factor]) -> None:
    for each in found:
        if each.doubt:
            raise AmbiguousUnit(each.word, *each.doubt)


def _fits(found: list[Factor], asked: Unit) -> bool:
    return any(unit.dimension == asked.dimension for unit in _candidates(found))


def _as(factor: Factor, word: str) -> Factor:
    return Factor(word, readings(word), factor.strict, factor.loose, factor.size)


def _candidates(found: list[Factor]) -> Iterator[Unit]:
    """Yield what the factors may be, by every reading of each word and both readings of slashes, usual ones first."""
    is_doubtful = any(each.strict != each.loose for each in found)
    for chosen in islice(every_choice(*(each.readings for each in found)), MAX_COMBINATIONS):
        yield _combined(found, chosen)
        if is_doubtful:
            yield _combined(found, chosen, is_loose=True)


def _combined(found: list[Factor], chosen: list[Reading] | tuple[Reading, ...], *, is_loose: bool = False) -> Unit:
    """Return the product of chosen readings; a unit alone keeps its zero point."""
    if len(found) == 1 and found[0].strict == 1 and found[0].size is None:
        return chosen[0].unit
    powers = [
        (reading.unit, factor.loose if is_loose else factor.strict)
        for factor, reading in zip(found, chosen, strict=True)
    ]
    powers += [(Unit((), each.size), 1 if each.strict > 0 else -1) for each in found if each.size is not None]
    return product(powers)


def _two_ways(found: list[Factor]) -> tuple[str, str, str]:
    """Return what was written, and how it may be meant."""
    written = " ".join(each.word for each in found)
    return written, _shown(found, is_loose=False), _shown(found, is_loose=True)


def _shown(found: list[Factor], *, is_loose: bool) -> str:
    """Return factors as text with one slash at most."""
    parts: dict[bool, list[str]] = {True: [], False: []}
    for each in found:
        exponent = each.loose if is_loose else each.strict
        size = abs(exponent)
        parts[exponent > 0].append(each.word if size == 1 else f"{each.word}^{size}")
    below = "·".join(parts[False])
    return (
        f"{'·'.join(parts[True]) or '1'}/{f'({below})' if len(parts[False]) > 1 else below}"
        if below
        else "·".join(parts[True])
    )


def _tidied(text: str) -> str:
    """Return the text without what is left of LaTeX, with the sign of degrees in one form."""
    if "\\" in text or "~" in text:
        from checker.notation.units.latex import without_latex  # here, because its patterns take a while to compile

        text = without_latex(text)
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text).replace("′", "'")
    if "°" in text or "^" in text:
        text = _SCALE.sub(r"°\1\2", _DEGREE.sub("°", text))
    return text.strip()
