"""Units and conversion factors that people confuse, for explaining wrong answers.

`relatives` returns other units of the same kind, and `naive_factors` usual wrong conversions to a unit.  Both come from
confused.txt, and from other prefixes or powers of the unit.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache, lru_cache
from typing import Final

from checker.text import packaged
from checker.units.kinds import how_to_convert
from checker.units.reading import Factor, factors_of_author, listed_unit, unit_of_author
from checker.units.table import read_size
from checker.units.unit import Dimension, Exponent, Unit, bridge, unit_text

MAX_RELATIVES: Final = 24
_LONGEST_FACTOR: Final = 10**12
_Confused = tuple[Unit, Unit, str, str, Fraction, Fraction]
"""Two units, their names, how many of the second are one of the first, and how many people take it for."""


@lru_cache(256)
def relatives(text_of_unit: str) -> tuple[tuple[str, Fraction, Fraction], ...]:
    """Return other units of the same kind as (text, ratio, offset), the likeliest to be confused first.

    A number in the given unit, times the ratio plus the offset, is the number in the other one.

    >>> [(text, float(ratio), float(offset)) for text, ratio, offset in relatives("K")]
    [('°C', 1.0, -273.15), ('°F', 1.8, -459.67)]
    """
    asked = unit_of_author(text_of_unit)
    if asked is None:
        return ()
    found: dict[tuple[Fraction, Fraction], str] = {(Fraction(1), Fraction(0)): text_of_unit}
    alike, prefixed = _lines()[0].get(asked.dimension, []), list(_prefixed(text_of_unit))
    is_listed = any(text_of_unit == each for each, _ in alike) or len(factors_of_author(text_of_unit)) == 1
    # J/kg is rather confused with kJ/kg than with mSv, and N*m with N*cm than with kJ
    for text, unit in [*alike, *prefixed] if is_listed else [*prefixed, *alike]:
        factor = bridge(asked.dimension, unit.dimension)
        if factor is not None:
            offset = (asked.offset - unit.offset) / unit.size
            is_difference = asked.is_difference or unit.is_difference
            key = asked.size * factor / unit.size, Fraction(0) if is_difference else offset
            found.setdefault(key, text)
    return tuple((text, *key) for key, text in found.items())[1 : MAX_RELATIVES + 1]


@lru_cache(256)
def naive_factors(text_of_unit: str) -> tuple[tuple[str, Fraction], ...]:
    """Return usual wrong conversions to a unit as (phrase, factor), for explaining an answer that is off by the factor.

    >>> naive_factors("m^2")[0]
    ('cm² to m² divide by 10,000, not by 100', Fraction(100, 1))
    """
    unit = unit_of_author(text_of_unit)
    if unit is None:
        return ()
    found: dict[Fraction, str] = {}
    parts = [(each.word, each.readings[0].unit, each.strict) for each in factors_of_author(text_of_unit)]
    for text, part, exponent in parts:
        for phrase, factor in _powers(text, part, exponent):
            found.setdefault(factor, phrase)
    whole = [(text_of_unit, unit, 1)]
    for _, part, exponent in whole + [each for each in parts if each[1:] != (unit, 1)]:
        for phrase, factor in _wrong(part, exponent):
            found.setdefault(factor, phrase)
    return tuple((phrase, factor) for factor, phrase in found.items() if factor != 1)


@cache
def _lines() -> tuple[dict[Dimension, list[tuple[str, Unit]]], list[_Confused]]:
    """Return what confused.txt lists: the units that are mixed up, by dimension, and the wrong conversions."""
    alike: dict[Dimension, list[tuple[str, Unit]]] = {}
    wrong: list[_Confused] = []
    for line in packaged.text("checker.units", "confused.txt").splitlines():
        kind, *words = line.split() or ("#",)
        if kind == "alike":
            units = [(word, listed_unit(word)) for word in words]
            first = units[0][1].dimension
            for each in units:
                alike.setdefault(each[1].dimension, []).append(each)
            alike[first] += [each for each in units if each[1].dimension != first]
        elif kind == "wrong":
            one, other = listed_unit(words[0]), listed_unit(words[1])
            right = one.size * (bridge(one.dimension, other.dimension) or 1) / other.size
            wrong += [(one, other, words[0], words[1], right, read_size(each)) for each in words[2:]]
    return alike, wrong


def _prefixed(text: str) -> Iterator[tuple[str, Unit]]:
    """Yield the unit with one of its factors replaced by another of the factor's kind, or with another prefix."""
    found: list[Factor] = factors_of_author(text)
    for place, each in enumerate(found):
        for word in _replacements(each):
            others = [*found[:place], Factor(word, each.readings, each.strict, each.loose), *found[place + 1 :]]
            replaced = unit_text((factor.word, factor.strict) for factor in others)
            if word != each.word and (unit := unit_of_author(replaced)) is not None:
                yield replaced, unit


def _replacements(factor: Factor) -> list[str]:
    """Return units to replace a factor by: the usual ones of its kind, else those with usual prefixes."""
    unit, entry = factor.readings[0].unit, factor.readings[0].entry
    if listed := _lines()[0].get(unit.dimension):
        return [text for text, other in listed if other.dimension == unit.dimension][:6]
    symbol = next((each for each in entry.symbols if not each.endswith("?")), None)
    if symbol is None or not entry.marks & {"si", "up"}:
        return []
    return [prefix + symbol for prefix in (("", "m", "k", "μ", "M") if "si" in entry.marks else ("", "k", "M", "G"))]


def _powers(text: str, unit: Unit, exponent: Exponent) -> Iterator[tuple[str, Fraction]]:
    """Yield (phrase, factor) for each mistake of converting a square or cube like a length: cm² to m² by 100."""
    size = abs(exponent)
    if not isinstance(size, int) or not 1 < size <= 4:  # noqa: PLR2004 - squares, cubes and fourth powers
        return
    for other in ("cm", "mm", "dm", "m", "km"):
        length = listed_unit(other)
        if unit.dimension != length.dimension or length.size == unit.size:
            continue
        linear = length.size / unit.size
        large = max(linear, 1 / linear)
        if large.denominator == 1 and large**size <= _LONGEST_FACTOR:
            for taken in range(1, size):
                factor = linear ** (taken - size)
                phrase = how_to_convert(f"{other}^{size}", f"{text}^{size}", linear**size, linear**taken)
                yield phrase, factor if exponent > 0 else 1 / factor


def _wrong(unit: Unit, exponent: Exponent) -> Iterator[tuple[str, Fraction]]:
    """Yield (phrase, factor) for each listed mistake of converting to this unit."""
    for one, other, first, second, right, wrong in _lines()[1]:
        if not isinstance(exponent, int):
            continue
        if unit == other:
            yield how_to_convert(first, second, right, wrong), (wrong / right) ** exponent
        elif unit == one:
            yield how_to_convert(second, first, 1 / right, 1 / wrong), (right / wrong) ** exponent
