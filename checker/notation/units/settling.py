"""Readings of a unit's factors: which one is meant."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from itertools import product as every_choice
from typing import Final

from checker.notation.units.lookup import Factor, UnitReading, readings, suggestions
from checker.notation.units.table import thing_in
from checker.notation.units.unit import AmbiguousUnit, Unit, UnknownUnit, bridge, multiply_units, unit_text

_MAX_COMBINATIONS: Final = 128
_RARE_WITH_PREFIX: Final = frozenset({"annum", "gauss", "poise", "stokes", "maxwell", "octet"})
"""Units whose symbols with a prefix are most often another one in the wrong case: ma is mA, MG is mg."""
_TEMPERATURE: Final = (("temperature", 1),)


def usual_unit(found: list[Factor]) -> Unit:
    """Return the usual reading of factors; raise AmbiguousUnit for two readings."""
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
    """Choose among the readings of a unit the one with the dimension that is asked for, or else the usual one."""
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
    """Return the factor with degrees also read as kelvins: degrees per minute, where degC/min is asked."""
    if factor.readings[0].entry.name != "degree":
        return factor
    return factor._replace(readings=(*factor.readings, *readings("K")))


def _with_thing(found: list[Factor], asked: Unit) -> Unit | None:
    """Return the asked unit for a text without the counted thing, or with operations: 1/s for tokens/s."""
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
            if other != each.word and _fits([*found[:place], _as(each, other), *found[place + 1 :]], asked)
        )
        if similar:
            raise UnknownUnit(each.word, similar)


def _is_well_known(factor: Factor) -> bool:
    """Return whether a word is a well-known unit, and not perhaps another one in capitals, as S and PA may be."""
    first, word = factor.readings[0], factor.word
    is_listed = word in first.entry.symbols and (len(word) > 1 or word.islower())
    return first.is_usual and (is_listed or not (word.isupper() or first.entry.name in _RARE_WITH_PREFIX))


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
    for chosen in islice(every_choice(*(each.readings for each in found)), _MAX_COMBINATIONS):
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
